#pragma once
// Question: which dice does a side roll, and what may they show?

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/systems/ti4/force.hpp"
#include "core/tables/pmf.hpp"

namespace broadside::ti4 {

/// What dice show: hits, hits bound to non-fighters, shots at infantry, misses by one, misses by
/// one that would be bound, units that died of rerolling (two groups).
enum class Shown : unsigned { hits, bound_hits, second, near, bound_near, died, died_too };

/// Counts of all of it, packed so that results add up as one integer. A count stops at the most
/// that its field holds: kMostHits hits, and 255 of what is never needed beyond units of a group or
/// a mark.
struct Rolled {
  std::uint64_t bits = 0;

  /// Bits of fields
  static constexpr std::array<unsigned, 8> kFrom{0, 11, 22, 30, 38, 46, 54, 62};
  static constexpr std::uint64_t field(std::size_t i) {
    return (std::uint64_t{1} << kFrom[i + 1]) - (std::uint64_t{1} << kFrom[i]);
  }
  friend constexpr Rolled operator+(Rolled a, Rolled b) {
    constexpr std::uint64_t tops = [] {
      std::uint64_t bits = 0;
      for (std::size_t i = 0; i + 1 < kFrom.size(); ++i)
        bits |= std::uint64_t{1} << (kFrom[i + 1] - 1);
      return bits;
    }();
    // Below the top bits no sum leaves its field; the top bits are added without a carry.
    Rolled sum{((a.bits & ~tops) + (b.bits & ~tops)) ^ ((a.bits ^ b.bits) & tops)};
    // What should have carried
    const std::uint64_t over = ((a.bits & b.bits) | ((a.bits | b.bits) & ~sum.bits)) & tops;
    for (std::size_t i = 0; over != 0 && i + 1 < kFrom.size(); ++i)
      if (over & field(i)) sum.bits |= field(i);
    return sum;
  }
  constexpr Rolled& operator+=(Rolled more) { return *this = *this + more; }
  friend constexpr bool operator==(Rolled, Rolled) = default;
  friend constexpr auto operator<=>(Rolled, Rolled) = default;
};
constexpr Rolled shown(Shown what, unsigned count = 1) {
  const auto i = static_cast<std::size_t>(what);
  const std::uint64_t most = Rolled::field(i) >> Rolled::kFrom[i];
  return {std::min<std::uint64_t>(count, most) << Rolled::kFrom[i]};
}
constexpr int count(Rolled rolled, Shown what) {
  const auto i = static_cast<std::size_t>(what);
  return static_cast<int>((rolled.bits & Rolled::field(i)) >> Rolled::kFrom[i]);
}
static_assert(count(shown(Shown::hits, 9999), Shown::hits) == kMostHits);
static_assert(count(shown(Shown::died_too, 300), Shown::died_too) == kMostOfAGroup);

/// One kind of die in a roll.
struct Die {
  int hit_on = 11;
  int add = 0;  ///< to the result
  int natural_min = 0, natural_extra = 0;
  int second_min = 0;  ///< a result this high also counts as a shot at infantry
  bool bound = false;  ///< its hits must go to non-fighter ships
  bool notes_near = false;
  int rerolled_misses = 0;  ///< how often a miss is rolled again

  bool hits(int face) const { return face + add >= hit_on; }  // RULES 0.2: nothing automatic
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
  // Crown of Thalnos: misses are rolled again, with a bonus
  bool rerolls_with_hit = false;  ///< by units that have a hit and so risk nothing
  bool risks = false;             ///< by every unit: one that still has no hit dies
  Shown risk{};                   ///< where the dead are counted
  int crown_bonus = 0;
  int dice() const { return units * dice_each + extra; }
};

/// The dice of a roll, effects applied. `seen` = enemy non-fighter ships where that matters.
std::vector<Pool> pools(const Army& army, const Force& force, Roll roll, int round,
                        std::uint32_t seen, bool thrown_again = false);

/// Dice that belong to no unit, with what changes every die of the roll: all of it, or what lowers
/// results alone.
enum class Changes : std::uint8_t { all, lower };
Pool loose_pool(const Army& army, const Force& force, Roll roll, int round, Dice dice,
                Changes changes = Changes::all);
/// How often the owner rolls every miss again.
int rerolled_misses(const Army& army, const Force& force, Roll roll, int round, bool thrown_again);

/// The law of one die, and of a whole roll.
Pmf<Rolled> law(const Die& die);
Pmf<Rolled> law(const std::vector<Pool>& pools);

/// RULES 9.21: the enemy judges a throw before the Crown of Thalnos is used.
std::vector<Pool> without_crown(std::vector<Pool> pools);

/// How many dice hit when the enemy judges them, and what they show in the end.
struct Judged {
  int hits = 0;
  Rolled shown;
  friend Judged operator+(const Judged& a, const Judged& b) {
    return {a.hits + b.hits, a.shown + b.shown};
  }
  friend auto operator<=>(const Judged&, const Judged&) = default;
};
/// The enemy leaves the dice as they lie: the Crown comes then.
Pmf<Judged> law_where_it_stands(const std::vector<Pool>& pools);
/// He has all of them rolled again. RULES 0.5: an ability that has rolled a die again does not do
/// so after the second throw.
Pmf<Judged> law_of_two_throws(const std::vector<Pool>& pools);
int hits_shown(Rolled rolled);

/// Which groups take part in a roll.
bool takes_part(const Group& group, Roll roll);
/// Bombards again at the end of a ground combat round: ships, and troops that are not in the combat
/// (RULES 4.4.6).
inline bool may_harrow(const Group& group) {
  return group.is_ship || !takes_part(group, Roll::ground_combat);
}
Dice printed(const Group& group, Roll roll);

}  // namespace broadside::ti4
