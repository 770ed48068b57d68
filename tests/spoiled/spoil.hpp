#pragma once
// Question: how does a battle look whose tables have one wrong entry?

#include <algorithm>
#include <cstdint>

#include "core/tables/alias.hpp"
#include "core/tables/duel.hpp"

namespace broadside::test {

/// In the first step in which the attacker throws anything: the likeliest column of its first row
/// is drawn as another one, now and then. Only the sampler reads this table.
inline void spoil_draws(Duel& duel) {
  for (Step& step : duel.steps) {
    StepSide& thrower = step.side[Side::attacker];
    const std::size_t columns = std::size_t{1} << thrower.column_bits;
    const std::size_t row = columns * row_of(duel.start[Side::attacker]);
    if (thrower.alias.size() < row + columns) continue;
    const auto* const first = thrower.chance.data() + row;
    const auto likeliest =
        static_cast<std::uint32_t>(std::max_element(first, first + columns) - first);
    if (first[likeliest] >= 1) continue;  // nothing to draw
    const std::uint32_t otherwise = likeliest == 0 ? 1 : likeliest - 1;
    thrower.alias[row + likeliest] = otherwise << (32 - thrower.column_bits);
    return;
  }
}

/// The same entry of the law that the solver reads, and not the sampler.
inline void spoil_law(Duel& duel) {
  for (Step& step : duel.steps) {
    StepSide& thrower = step.side[Side::attacker];
    const std::size_t columns = std::size_t{1} << thrower.column_bits;
    const std::size_t row = columns * row_of(duel.start[Side::attacker]);
    if (thrower.chance.size() < row + columns || thrower.chance[row] <= 0 ||
        thrower.chance[row] >= 1)
      continue;
    const double moved = thrower.chance[row] / 2;
    thrower.chance[row] -= moved;
    thrower.chance[row + 1] += moved;
    return;
  }
}

}  // namespace broadside::test
