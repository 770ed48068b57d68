#pragma once
// Question: which battle do the arguments describe? Shared by every subcommand that asks about one.

#include <array>
#include <optional>
#include <string>

#include <CLI/App.hpp>

#include "core/result.hpp"
#include "core/scenario.hpp"

namespace broadside::cli {

/// One side's options; "" or nothing = not given.
struct SideArgs {
  std::optional<std::string> fleet;
  std::string faction, effects, without, sustain, retreat;
  std::string losses, space_cannon_losses, non_fighter_losses, ground_losses, keep;
  bool protect_capacity = false;
};

struct QuestionArgs {
  std::string game, battle, scenario_file, system_effects;
  std::array<SideArgs, 2> sides;
};

/// Adds the fleets and everything about them to a subcommand.
void add_question(CLI::App& command, QuestionArgs& args);

/// The scenario from the file, or from the fleets and their options: never from both.
Result<Scenario> read_question(const QuestionArgs& args);

/// A whole file, or standard input for "-".
Result<std::string> read_file(const std::string& path);

}  // namespace broadside::cli
