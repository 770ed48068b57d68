#pragma once
// Question: from where can a battle never end?

#include <cstddef>
#include <cstdint>
#include <functional>

#include "core/tables/duel.hpp"
#include "core/tables/limits.hpp"

namespace broadside {

/// Marks the pairs of states in steps [first, last), a loop, from which no round can ever lead out.
/// False where there is none, and where the work was spent before all were looked at.
bool mark_stalls(Duel& duel, std::size_t first, std::size_t last,
                 const std::function<std::uint8_t(std::size_t)>& stall_edge, TableWork& work);

}  // namespace broadside
