#pragma once
// Question: which battle do the arguments describe? Shared by every subcommand that asks about one.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "core/game.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside::cli {

/// One side's options; "" or nothing = not given.
struct SideArgs {
  std::optional<std::string> fleet;
  std::string faction, effects, without, sustain, retreat;
  std::string leaders, policy;
  std::optional<std::string> hand;
  std::string losses, space_cannon_losses, non_fighter_losses, ground_losses, keep;
  bool protect_capacity = false;
};

struct QuestionArgs {
  std::string game, battle, scenario_file, system_effects, units_file, rules;
  BySide<SideArgs> sides;
};

/// Adds the fleets and everything about them to a subcommand.
void add_question(CLI::App& command, QuestionArgs& args);

/// Everything but the fleets and the file, for a subcommand that has fleets of its own kind.
void add_conditions(CLI::App& command, QuestionArgs& args);

/// --units, for every subcommand that asks about battles.
void add_units_option(CLI::App& command, std::string& file);

/// The players' own units in the file, which must be some that a game can field; none for "".
Result<std::vector<HomebrewUnit>> read_units_file(const std::string& path);

/// Adds them to the scenario's own; of two with one id the file's counts.
void add_homebrew(Scenario& scenario, const std::vector<HomebrewUnit>& units);

/// The scenario from the file, or from the fleets and their options: never from both.
Result<Scenario> read_question(const QuestionArgs& args);

// The same in parts: the game, a scenario without sides, and a side (without units where no fleet
// is given).
Result<const Game*> read_game(const QuestionArgs& args);
Result<Scenario> read_conditions(const QuestionArgs& args, const Game& game);
Result<SideSpec> read_side(Side which, const SideArgs& args, const Game& game);

/// "ff, dn" -> unit types, by the game's own notation.
Result<std::vector<std::string>> read_types(const std::string& where, std::string_view text,
                                            const Game& game);

/// A whole file, or standard input for "-".
Result<std::string> read_file(const std::string& path);

}  // namespace broadside::cli
