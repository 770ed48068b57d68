#pragma once
// Question: which battle did the player describe, and is it one the rules allow?
// Checks a scenario once, at the edge, and turns it into armies that need no checking any more.

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

Result<Setup> set_up(const Scenario& scenario);

}  // namespace broadside::ti4
