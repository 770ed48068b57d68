#pragma once
// Question: who meets in a combat, under which readings of the rules, and what was assumed?

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/systems/rebellion/army.hpp"
#include "core/systems/rebellion/cards.hpp"

namespace broadside::rebellion {

struct Setup {
  BySide<Army> armies;
  Reading reading;
  int rounds = 0;  ///< the combat is looked at after so many (RULES 3.5); 0 = it is fought out
  std::vector<std::string> assumptions;
  std::vector<std::string> notes;  ///< what of them may surprise (Battle::notes)

  const Army& army(Side side) const { return armies[side]; }
  /// Both sides bring units there, and the battle asks for that theater.
  bool fought(Theater theater) const;
  /// The theater is fought, and both sides still have units there when the first round begins.
  bool contested(Theater theater) const;
};

/// Where the cards of a deck begin among its 15: a hand is a mask over these.
struct DeckPlace {
  std::uint8_t first = 0, copies = 0;
  constexpr std::uint16_t mask() const {
    return static_cast<std::uint16_t>(((1u << copies) - 1) << first);
  }
};
/// By number in all_tactic_cards().
std::array<DeckPlace, kTacticCards> deck_places(const Reading& reading);

}  // namespace broadside::rebellion
