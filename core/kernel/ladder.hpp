#pragma once
// Question: can a side of a step do without a table of transitions?
//
// Often a side loses its pieces in one order: a volley of n hits takes it n rungs down, and every
// state has one place below it. Then the next position is a subtraction that stops at zero. What a
// side throws depends on how many pieces are left, and the first hits of a battle are often taken
// as damage that kills nobody, which changes nothing of that. So the row of a position is the row of its
// rung, but never above the rung where the side begins to lose pieces: row = rung[min(position,
// cap)]. The cap is fixed when a battle enters the step: battles that came with fewer pieces
// have a lower one.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/tables/duel.hpp"

namespace broadside {

/// A position in the low half, the cap in the high half.
using Position = std::uint32_t;
inline constexpr std::uint32_t kRungs = 256;  ///< positions and caps are below this

/// A position and its cap in 16 bits, as battles that have left are noted.
constexpr std::uint32_t place_of(Position position) noexcept {
  return (position | position >> 8) & 0xffff;
}

inline constexpr std::uint32_t kNoState = ~0u;

struct Ladder {
  std::vector<std::uint32_t> rung;    ///< by rung: the row
  std::vector<Position> position_of;  ///< by state
  std::vector<std::uint32_t> state;   ///< by place_of(position), or kNoState
};

/// The ladder of one side of a repeating step without extras, if it is one.
std::optional<Ladder> find_ladder(const StepSide& side);

}  // namespace broadside
