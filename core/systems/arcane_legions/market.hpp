#pragma once
// Question: which figures may a unit be built of, and what do they cost?

#include "core/scenario/market.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside::arcane_legions {

/// Figures at the points of the faction that the side serves (RULES 1.8). The limit of a base is a
/// supply: hit points.
Result<Market> market(const Scenario& scenario, Side side);

}  // namespace broadside::arcane_legions
