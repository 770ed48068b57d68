#pragma once
// Question: what can a side build for its combat, and what does that take?

#include "core/scenario/market.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside::rebellion {

/// Units of the side's faction that fight in the theaters asked about, for build resources. The
/// Death Star pieces come from projects and structures do not move: neither is built for an attack.
Result<Market> market(const Scenario& scenario, Side side);

}  // namespace broadside::rebellion
