#pragma once
// Question: which dice does a side roll, and what may they show?

#include <cstdint>
#include <optional>
#include <vector>

#include "core/pmf.hpp"
#include "core/systems/ti4/force.hpp"

namespace broadside::ti4 {

/// What dice have shown, counts packed by the byte so that results add up as integers:
/// hits, hits bound to non-fighters, shots at infantry, misses by one, misses by one that would be
/// bound, units that died of rerolling (two groups).
using Rolled = std::uint64_t;
enum class Shown : unsigned { hits, bound_hits, second, near, bound_near, died, died_too };
constexpr Rolled shown(Shown what, unsigned count = 1) {
  return Rolled{count} << 8 * static_cast<unsigned>(what);
}
constexpr int count(Rolled rolled, Shown what) {
  return static_cast<int>(rolled >> 8 * static_cast<unsigned>(what) & 0xff);
}

/// One kind of die in a roll.
struct Die {
  int hit_on = 11;
  int add = 0;  ///< to the result
  int natural_min = 0, natural_extra = 0;
  int second_min = 0;  ///< a result this high also counts as a shot at infantry
  bool bound = false;  ///< its hits must go to non-fighter ships
  bool notes_near = false;
  int rerolled_misses = 0;  ///< how often a miss is rolled again
  int rerolled_hits = 0;    ///< how often a hit is rolled again

  bool hits(int face) const { return face + add >= hit_on; }  // digest 0: no automatic hit or miss
  Rolled show(int face) const;
  /// Faces that hit, where the die shows nothing but hit or miss and is rolled once; otherwise
  /// nothing.
  std::optional<int> plain_hits() const;
  bool succeeded(Rolled rolled) const;  ///< nothing to reroll
};

/// Units that roll alike.
struct Pool {
  int group = -1;  ///< -1 = dice that belong to no unit
  int units = 0, dice_each = 0;
  int extra = 0;  ///< more dice, for one of the units
  Die die;
  Shown risk{};  ///< Crown of Thalnos: where its dead are counted
  bool risks = false;
  int risk_bonus = 0;
  int dice() const { return units * dice_each + extra; }
};

/// The dice of a roll, effects applied. `seen` = enemy non-fighter ships where that matters.
std::vector<Pool> pools(const Army& army, const Force& force, Roll roll, int round,
                        std::uint32_t seen);

/// The law of one die, and of a whole roll.
Pmf<Rolled> law(const Die& die);
Pmf<Rolled> law(const std::vector<Pool>& pools);

/// Which groups take part in a roll.
bool takes_part(const Group& group, Roll roll);
Dice printed(const Group& group, Roll roll);

}  // namespace broadside::ti4
