#pragma once
// Question: which battle do the arguments describe? Shared by every subcommand that asks about one.
// The options are those that the games declare (field_options.hpp).

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/ask/question.hpp"
#include "apps/cli/app.hpp"
#include "apps/cli/field_options.hpp"
#include "core/game.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside::cli {

struct SideArgs {
  std::optional<std::string> fleet;
  std::string policy;
  FieldArgs fields;
};

struct QuestionArgs {
  /// Two fleets, "2 dn vs ws" in as many words as the shell made of it, or a link.
  std::vector<std::string> words;
  std::string game, battle, scenario_file, rules, tile;
  bool swap = false;
  FieldArgs fields;
  BySide<SideArgs> sides;
};

/// Adds the fleets and everything about them to a subcommand.
void add_question(App& command, QuestionArgs& args);

/// Everything but the fleets and the file, for a subcommand that has fleets of its own kind.
void add_conditions(App& command, QuestionArgs& args);

/// --game, for every subcommand that may be about any of them.
void add_game_option(App& command, std::string& game);

/// The battle from the file, or from the fleets or the link and their options: never from both.
/// `usual` holds where a file does not say how the answer is to be found.
Result<Question> read_question(const QuestionArgs& args, const Options& usual = {});

// The same in parts: the game, a scenario without sides, and a side (without units where no fleet
// is given). What the options say comes on top of what is known already; notes are added to.
Result<const Game*> read_game(const QuestionArgs& args, std::span<const std::string> fleets,
                              std::vector<std::string>& notes);
Result<Scenario> read_conditions(const QuestionArgs& args, const Game& game, Scenario known = {});
Result<SideSpec> read_side(Side which, const SideArgs& args, const Game& game,
                           std::vector<std::string>& notes, SideSpec known = {});

}  // namespace broadside::cli
