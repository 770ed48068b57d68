#pragma once
// Question: which battle did the player describe, and is it one the rules allow?
// Checks a scenario once, at the edge, and turns it into armies that need no checking any more.

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/battle.hpp"

namespace broadside::ti4 {

struct Setup {
  Rules rules;
  std::vector<std::string> assumptions;  ///< every choice that was made for the players
};

/// The order of RULES 9.2 and 9.3, first lost first; reports list units in it too.
std::span<const UnitType> default_losses();

Result<Setup> set_up(const Scenario& scenario);

}  // namespace broadside::ti4
