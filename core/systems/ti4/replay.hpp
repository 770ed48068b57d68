#pragma once
// Question: how did one battle go, die by die?

#include <cstdint>
#include <string>
#include <vector>

#include "core/systems/ti4/planets_setup.hpp"
#include "core/systems/ti4/setup.hpp"

namespace broadside::ti4 {

/// Plays one battle with real dice through the same rule functions that the tables are made of, and
/// tells it.
std::vector<std::string> tell_battle(const Setup& setup, std::uint64_t seed);
/// The same for several planets, each by its name.
std::vector<std::string> tell_battle(const PlanetsSetup& setup, std::uint64_t seed);

}  // namespace broadside::ti4
