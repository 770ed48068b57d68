#pragma once
// Question: who has won what when a combat is over?

#include <vector>

#include "core/game.hpp"
#include "core/systems/rebellion/setup.hpp"
#include "core/tables/ending.hpp"

namespace broadside::rebellion {

/// Who won one theater.
enum class Won : std::uint8_t { nobody, attacker, defender, not_fought, open };

/// How a combat ended; the tag of an ending carries all of it.
struct Close {
  ByTheater<Won> won{Won::not_fought, Won::not_fought};
  BySide<bool> retreated{};
  bool stalled = false;

  std::uint16_t tag() const {
    return static_cast<std::uint16_t>(
        static_cast<unsigned>(won[0]) | static_cast<unsigned>(won[1]) << 3 |
        unsigned{retreated[0]} << 6 | unsigned{retreated[1]} << 7 | unsigned{stalled} << 8);
  }
  static Close of_tag(std::uint16_t tag) {
    return {{static_cast<Won>(tag & 7), static_cast<Won>(tag >> 3 & 7)},
            {(tag >> 6 & 1) != 0, (tag >> 7 & 1) != 0},
            (tag >> 8 & 1) != 0};
  }
};

/// A theater is won by the side that still has units there when the other has none (RULES 7.2), or
/// had when it left (RULES 7.3); while both have some it is open.
inline Won winner(bool attacker_holds, bool defender_holds) {
  if (attacker_holds && defender_holds) return Won::open;
  return attacker_holds ? Won::attacker : defender_holds ? Won::defender : Won::nobody;
}

/// A side wins the combat when it won a theater and the other none; one each, or none at all, is a
/// draw. With a theater still open the combat is undecided (RULES 3.5). A retreat counts as such, whoever holds what afterwards; the current player leaves first.
inline Outcome outcome_of(const Close& close) {
  if (close.stalled) return Outcome::stalemate;
  for (const Won won : close.won)
    if (won == Won::open) return Outcome::undecided;
  if (close.retreated[0]) return Outcome::attacker_retreats;
  if (close.retreated[1]) return Outcome::defender_retreats;
  bool attacker = false, defender = false;
  for (const Won won : close.won) {
    attacker |= won == Won::attacker;
    defender |= won == Won::defender;
  }
  return attacker == defender ? Outcome::draw
         : attacker           ? Outcome::attacker_win
                              : Outcome::defender_win;
}

/// The same battles cut by theater, and by how many theaters each side won.
std::vector<Breakdown> breakdowns(const std::vector<Ending>& endings);

}  // namespace broadside::rebellion
