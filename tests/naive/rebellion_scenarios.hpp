#pragma once
// Question: which Rebellion combats do we try when we do not want to choose them ourselves?

#include <cstdint>
#include <string>

#include "core/scenario/scenario.hpp"

namespace broadside::naive_rebellion {

/// A legal combat without tactic cards, the same for the same seed: all three kinds of battle, base
/// and cinematic, either side to move, every unit, leaders, retreats, two ways to pick targets.
Scenario random_combat(std::uint64_t seed);

/// One line for a failing test to print.
std::string describe(const Scenario& scenario);

}  // namespace broadside::naive_rebellion
