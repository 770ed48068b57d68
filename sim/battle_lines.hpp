#pragma once
// Question: many battles have been fought; what was assumed, and what may surprise, in all or in some
// of them?

#include <span>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside {

/// A battle and the fleets in it.
struct FleetsBattle {
  const Battle& battle;
  const SideSpec &attacker, &defender;
};

/// Every line of every battle once. A line that holds for some only says for which fleet.
std::vector<std::string> lines_of(std::vector<std::string> Battle::*of_battle, const Game& game,
                                  std::span<const FleetsBattle> battles);

/// Those choices of the first battle that hold in every one.
std::vector<std::string> brief_of_all(std::span<const FleetsBattle> battles);

}  // namespace broadside
