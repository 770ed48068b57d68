#pragma once
// Question: which battles do we try when we do not want to choose them ourselves?

#include <cstdint>
#include <string>

#include "core/scenario/scenario.hpp"

namespace broadside::naive {

/// A legal TI4 battle of standard units, the same for the same seed: all four kinds of battle,
/// small and large fleets, upgrades, damage, structures, cargo within and beyond capacity, every
/// loss and sustain policy, retreats.
Scenario random_standard_scenario(std::uint64_t seed);

/// The same for two or three planets, with and without a space combat before; who lands where and
/// who bombards what is named.
Scenario random_planets_scenario(std::uint64_t seed);

/// One line for a failing test to print.
std::string describe(const Scenario& scenario);

}  // namespace broadside::naive
