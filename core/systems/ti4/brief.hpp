#pragma once
// Question: what of all that was assumed about a battle must a player hear in a short answer?

#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/battle.hpp"

namespace broadside::ti4 {

/// What may surprise: units above the capacity, units that take no part, orders about nothing.
std::vector<std::string> notes_of(const Scenario& scenario, const Rules& rules);

/// The choices that were made where the player said nothing and that move the odds most: "fighters
/// are lost first". `of_several`: the battle is for one of several planets.
std::vector<std::string> brief_of(const Scenario& scenario, const Rules& rules,
                                  bool of_several = false);

}  // namespace broadside::ti4
