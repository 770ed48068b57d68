#pragma once
// Question: which orders of losses have a name: the weakest units first, the best order?

#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/army.hpp"

namespace broadside::ti4 {

/// Words of policy.losses that stand for an order (RULES 9.55, 9.56).
inline constexpr std::string_view kWeakest = "weakest", kBestOrder = "best";

/// Sorts groups by the hits that the side expects less in a round when one unit of them is gone, as
/// the battle is set up: fewest first. Groups that are alike stay in their order.
void sort_weakest_first(const Army& army, const Army& enemy, std::vector<std::uint8_t>& groups);

/// The orders that the best one is looked for among, as lists of unit types: the usual one first,
/// then those that never give up a unit before another that is at most as good for the chance to
/// win. Not all of them where there are very many: at most so many in all.
std::vector<Names> orders_that_matter(const Scenario& scenario, Side side, std::size_t most);

}  // namespace broadside::ti4
