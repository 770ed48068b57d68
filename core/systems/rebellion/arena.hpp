#pragma once
// Question: what does the kernel need to know about a combat that it plays card by card?
// Everything that follows from the set-up, worked out once: decks as masks of 15 bits, the order in
// which a side prefers its advanced cards, where results are counted.

#include <algorithm>
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

/// The cards that can still be drawn from a base deck, in no order that matters: four bits each, so
/// that drawing one needs no search for it.
class Deck {
 public:
  Deck() noexcept = default;
  explicit Deck(Hand cards) noexcept {
    for (; cards; cards = static_cast<Hand>(cards & (cards - 1)))
      cards_ |= std::uint64_t{lowest(cards)} << 4 * count_++;
  }
  bool empty() const noexcept { return count_ == 0; }
  /// Takes one card out, any of them with the same chance, by 64 random bits. Its bit in a hand.
  Hand draw(std::uint64_t random) noexcept {
    // 60 random bits times the number of cards, of which there are fewer than 2^4.
    const std::uint64_t place = 4 * ((random >> 4) * count_ >> 60);
    --count_;
    const std::uint64_t card = cards_ >> place & 15, last = cards_ >> 4 * count_ & 15;
    cards_ ^= (card ^ last) << place;  // the last one takes its place
    return static_cast<Hand>(1u << card);
  }

 private:
  std::uint64_t cards_ = 0, count_ = 0;
};

/// The cards of one base deck, by what they do.
struct DeckMasks {
  Hand critical_hit = 0, concentrate_fire = 0, formation = 0, costly_block = 0, take_it_down = 0,
       onslaught = 0, assault = 0, brilliant = 0, no_escape = 0, bombardment = 0, escape_plan = 0;
  Hand all = 0;
  Hand damage = 0;                         ///< cards that deal damage
  Hand blocks = 0;                         ///< cards that block damage
  std::array<std::uint8_t, 16> kind{};     ///< by bit: number in all_tactic_cards()
  std::array<std::uint8_t, 16> discard{};  ///< bits from the least useful card to the most
};

/// One half of an advanced card.
struct Half {
  std::uint8_t card = 0;  ///< of the eight
  bool top = false;
  int most = 0;  ///< that it can ever be worth, in hundredths of a damage
  std::uint8_t icons = 0;
  std::array<UnitId, 2> needs{};
  Effects effects{};
};

/// A side's eight cards of one theater, the halves that can do most first.
struct Preference {
  std::array<Half, 2 * kAdvancedDeck> halves{};
  std::size_t count = 0;
};

struct Arena {
  Arena(Setup setup, std::string why);

  Setup setup;
  std::string reason;
  const DiceTables* dice;
  BySide<Force> start;
  ByTheater<bool> fought{};
  // What can come up at all; the kernel skips the rest.
  ByTheater<bool> may_be_left_alone{};  ///< by theater
  bool cannons = false, generators = false, plans = false, retreats = false;
  BySide<bool> may_leave{};   ///< by side: has a reason to retreat at the end of some round
  bool fewer_dice = false;    ///< cannons, or fewer dice in the first round
  int special_rounds = 0;     ///< no stalemate before they are over
  bool special_dice = false;  ///< dice set or rerolled in one attack by an action card
  ByTheater<DeckMasks> deck{};
  ByTheater<Deck> start_deck{};  ///< without the hands that are given
  // [side][theater]: cards that the side would play before damage is assigned, and against it.
  BySide<ByTheater<Hand>> early{}, blocks{};
  BySide<ByTheater<std::uint8_t>> first_draws{};  ///< [side][theater]
  BySide<ByTheater<Preference>> preference{};     ///< [side][theater]

  /// [side][theater]: filled for a base combat where all of them are small enough.
  BySide<ByTheater<std::unique_ptr<const Book>>> books;
  BySide<ByTheater<const Page*>> start_page{};
  bool has_books = false;

  // Up to kMostListed final forces of a side are listed; more are counted as they are seen.
  static constexpr double kMostListed = 200'000;  ///< 8 bytes each, for every ending and worker
  static constexpr double kMostFinals = 0x1p53;   ///< a double still holds the number
  BySide<Digits> digits{};  ///< by side: final forces are counted by their numbers
  BySide<double> finals{};  ///< how many there are
  std::array<std::uint16_t, 512> ending_of{};  ///< by tag
  static constexpr std::size_t kNoStep = 2;
  ByTheater<std::size_t> step_of{kNoStep, kNoStep};  ///< by theater that may be fought
  std::vector<Ending> endings;

  const Army& army(Side side) const { return setup.armies[side]; }
  bool lists_finals() const { return std::max(finals[0], finals[1]) <= kMostListed; }
  void make_books();
  std::uint64_t final_number(Side side, const Force& force) const noexcept;
  std::uint64_t number_away(Side side, const Force& force) const noexcept;  ///< retreated ones
  /// Cards are counted by side: tactic cards by kind, advanced cards by card and half.
  std::uint32_t incidents() const noexcept {
    return setup.reading.cinematic ? 2 * 2 * kAdvancedDeck : kTacticCards;
  }
};

}  // namespace broadside::rebellion
