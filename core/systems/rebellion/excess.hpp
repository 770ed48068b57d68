#pragma once
// Question: where does damage beyond the health of lost units lie? Whoever would save them has to
// take it off too.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace broadside::rebellion {

struct Excess {
  /// Of dice, and of cards whose damage may be split, by health colour: on one lost unit of the
  /// colour (RULES 9.7).
  std::array<std::uint8_t, 2> on{};
  /// Of a card for one unit, or moved to one: it stays with that unit, one of the lost ones in
  /// `cell` (RULES 8.9).
  struct Bound {
    std::uint8_t beyond = 0, cell = 0;
    friend bool operator==(Bound, Bound) = default;
  };
  /// The most first. Two are enough: a walker that a card hits, and a structure that another moves
  /// damage to.
  std::array<Bound, 2> bound{};
  friend bool operator==(const Excess&, const Excess&) = default;

  bool any() const noexcept { return (on[0] | on[1] | bound[0].beyond) != 0; }

  void pile(std::size_t color, int damage) noexcept {
    on[color] = static_cast<std::uint8_t>(on[color] + damage);
  }

  /// On a unit that has none yet. Returns what found no place: that of the least.
  Bound bind(std::size_t cell, int beyond) noexcept {
    Bound more{static_cast<std::uint8_t>(beyond), static_cast<std::uint8_t>(cell)};
    for (Bound& each : bound)
      if (each.beyond < more.beyond) std::swap(each, more);
    return more;
  }

  /// What is bound to the lost unit of this cell that is `nth` from the last to be saved: of those
  /// alike the one that takes fewest is saved first.
  int bound_to(std::size_t cell, int nth) const noexcept {
    for (const Bound& each : bound)
      if (each.beyond > 0 && each.cell == cell && --nth == 0) return each.beyond;
    return 0;
  }

  /// Changes what is bound to that unit by so much.
  void change_bound(std::size_t cell, int nth, int change) noexcept {
    for (Bound& each : bound)
      if (each.beyond > 0 && each.cell == cell && --nth == 0)
        each.beyond = static_cast<std::uint8_t>(each.beyond + change);
    if (bound[0].beyond < bound[1].beyond) std::swap(bound[0], bound[1]);
  }
};

}  // namespace broadside::rebellion
