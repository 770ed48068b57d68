#pragma once
// Question: what can a side build for its battle, and what does that take?

#include "core/scenario/market.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside::ti4 {

/// Ships where there is a battle in space or a landing, ground forces where there is one on the
/// ground, and for the defence of a planet PDS.
Result<Market> market(const Scenario& scenario, Side side);

}  // namespace broadside::ti4
