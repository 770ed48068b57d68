#pragma once
// Question: which battle did the player describe, and is it one the rules allow?

#include <string>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/arcane_legions/battle.hpp"

namespace broadside::arcane_legions {

struct Setup {
  Rules rules;
  std::vector<std::string> assumptions;
  std::vector<std::string> brief;  ///< of them what weighs most, in a few words each
};

Result<Setup> set_up(const Scenario& scenario);
/// What is left to the solver (RULES 8.18).
std::vector<OpenChoice> open_choices(const Scenario& scenario);

}  // namespace broadside::arcane_legions
