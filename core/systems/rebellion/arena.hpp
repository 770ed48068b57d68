#pragma once
// Question: what does the kernel need to know about a combat that it plays card by card?
// Everything that follows from the set-up, worked out once: decks as masks of 15 bits, the order in
// which a side prefers its advanced cards, where results are counted.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/systems/rebellion/dice.hpp"
#include "core/systems/rebellion/ending.hpp"
#include "core/systems/rebellion/force.hpp"
#include "core/systems/rebellion/line.hpp"
#include "core/systems/rebellion/setup.hpp"

namespace broadside::rebellion {

using Hand = std::uint16_t;  ///< cards of one theater: bits of the deck, or of a side's eight

/// How many cards. Without a population count in the baseline instruction set the library's costs a
/// call.
constexpr int cards_in(Hand hand) noexcept {
  unsigned x = hand;
  x -= x >> 1 & 0x5555;
  x = (x & 0x3333) + (x >> 2 & 0x3333);
  x = (x + (x >> 4)) & 0x0f0f;
  return static_cast<int>((x + (x >> 8)) & 0x1f);
}

/// Places of the set bits of a byte.
inline constexpr auto kBitsOfByte = [] {
  std::array<std::array<std::uint8_t, 8>, 256> places{};
  for (unsigned byte = 0; byte < 256; ++byte)
    for (std::uint8_t b = 0, next = 0; b < 8; ++b)
      if (byte >> b & 1) places[byte][next++] = b;
  return places;
}();

/// Bit of the card that comes after `skip` others.
inline unsigned nth_card(Hand hand, unsigned skip) noexcept {
  const auto low = static_cast<unsigned>(cards_in(hand & 0xff));
  const bool high = skip >= low;
  return kBitsOfByte[high ? hand >> 8 : hand & 0xff][high ? skip - low : skip] + (high ? 8u : 0u);
}

/// The cards of one base deck, by what they do.
struct DeckMasks {
  Hand critical_hit = 0, concentrate_fire = 0, formation = 0, costly_block = 0, take_it_down = 0,
       onslaught = 0, assault = 0, brilliant = 0, no_escape = 0, bombardment = 0, escape_plan = 0;
  Hand all = 0;
  Hand damage = 0;                         ///< cards that deal damage
  Hand early = 0;                          ///< cards played before damage is assigned
  std::array<std::uint8_t, 16> kind{};     ///< by bit: number in all_tactic_cards()
  std::array<std::uint8_t, 16> discard{};  ///< bits from the least useful card to the most
};

/// One half of an advanced card, in the order in which a side would choose it.
struct Half {
  std::uint8_t card = 0;  ///< of the eight
  bool top = false;
  std::uint8_t value = 0;
  std::uint8_t icons = 0;
  std::array<UnitId, 2> needs{};
  Effects effects{};
};

/// A side's eight cards of one theater.
struct Preference {
  std::array<Half, 2 * kAdvancedDeck> halves{};
  std::size_t count = 0;
};

struct Arena {
  Arena(Setup setup, std::string why);

  Setup setup;
  std::string reason;
  const DiceTables* dice;
  std::array<Force, 2> start;
  std::array<bool, 2> fought{}, contested{};
  // What can come up at all; the kernel skips the rest.
  std::array<bool, 2> may_be_left_alone{};  ///< by theater
  bool cannons = false, generators = false, plans = false, retreats = false;
  int special_rounds = 0;     ///< no stalemate before they are over
  bool special_dice = false;  ///< dice set or rerolled in one attack by an action card
  std::array<DeckMasks, 2> deck{};
  std::array<std::array<Preference, 2>, 2> preference{};  ///< [side][theater]

  /// [side][theater]: filled for a base combat where all of them are small enough.
  std::array<std::array<std::unique_ptr<const Book>, 2>, 2> books;
  std::array<std::array<std::uint16_t, 2>, 2> start_page{};
  bool has_books = false;

  // Counting: a final force is a number with one digit for each group.
  std::array<std::array<std::uint32_t, kGroups>, 2> stride{};
  std::array<double, 2> finals{};
  std::array<std::uint16_t, 512> ending_of{};  ///< by tag
  static constexpr std::size_t kNoStep = 2;
  std::array<std::size_t, 2> step_of{kNoStep, kNoStep};  ///< by theater that may be fought
  std::vector<Ending> endings;

  const Army& army(Side side) const { return setup.armies[at(side)]; }
  void make_books();
  std::uint32_t final_number(Side side, const Force& force) const noexcept;
  /// Cards are counted by side: tactic cards by kind, advanced cards by card and half.
  std::uint32_t marks() const noexcept {
    return setup.reading.cinematic ? 2 * 2 * kAdvancedDeck : kTacticCards;
  }
};

}  // namespace broadside::rebellion
