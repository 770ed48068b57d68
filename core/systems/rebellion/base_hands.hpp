#pragma once
// Question: how do cards of the shared tactic decks come into a hand, and how do they leave it?
//
// RULES 2.3: two decks of 15 cards, shared by both sides.

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/systems/rebellion/fight.hpp"

namespace broadside::rebellion {

/// What only a base combat has. It lies before the shared state, whose forces are large and, where
/// there are books, seldom looked at: few lines of memory for each combat.
template <bool kBooks>
struct BaseFightState {
  /// What one attack has come to.
  struct Attack {
    Roll shown;
    int specials = 0;  ///< not yet spent
    int kept = 0;      ///< of them, for cards
    Hits left;         ///< found no living target
    Excess excess;
    /// The side attacked, before it: only damage of this attack can be blocked.
    std::conditional_t<kBooks, const Page*, Troop> before;
  };

  Attack attack_;
  ByTheater<Deck> deck_{};
  ByTheater<Hand> discard_{};
  BySide<bool> blocked_{};  ///< may not block in this theater step
};

template <bool kCards, bool kBooks, class Teller>
class BaseHands : protected BaseFightState<kBooks>, public Fight<kCards, kBooks, Teller> {
  using Own = BaseFightState<kBooks>;
  using Shared = Fight<kCards, kBooks, Teller>;

 public:
  using Shared::Shared;

 protected:
  using Own::deck_, Own::discard_;
  using Shared::arena_, Shared::random_, Shared::teller_, Shared::round_, Shared::hand_,
      Shared::army, Shared::write_out, Shared::generators;

  void deal_hands() noexcept {
    deck_ = arena_.start_deck;
    discard_ = {};
    for (Side side : kSides) hand_[side] = army(side).hand;
    for (Theater theater : kBothTheaters)
      for (Side side : kSides)
        for (int draws = arena_.first_draws[side][theater]; draws > 0; --draws) draw(side, theater);
    if constexpr (Teller::kTells) teller_.hands(*this, hand_);
  }

  /// One random card of the deck; an empty deck is made from its discards. False where none is
  /// left.
  bool draw(Side side, Theater theater) noexcept {
    if (deck_[theater].empty()) {
      if (discard_[theater] == 0) return false;
      deck_[theater] = Deck{discard_[theater]};
      discard_[theater] = 0;
    }
    const Hand card = deck_[theater].draw(random_());
    hand_[side][theater] = static_cast<Hand>(hand_[side][theater] | card);
    if constexpr (Teller::kTells)
      if (round_ > 0) teller_.draws(side, arena_.deck[theater].kind[lowest(card)]);
    return true;
  }

  /// RULES 3.2, 10.1.
  void draw_by_generators() noexcept {
    write_out();
    for (Side side : kSides)
      for (int cards = generators(side); cards > 0; --cards) draw(side, Theater::ground);
  }

  /// Plays the first of these cards that the side holds.
  void spend(Side side, Theater theater, Hand cards) noexcept {
    Hand& hand = hand_[side][theater];
    const auto held = static_cast<Hand>(hand & cards);
    const auto card = static_cast<Hand>(held & -held);
    hand = static_cast<Hand>(hand & ~card);
    discard_[theater] = static_cast<Hand>(discard_[theater] | card);
    const std::uint8_t kind = arena_.deck[theater].kind[lowest(card)];
    teller_.incident(side, kind);
    if constexpr (Teller::kTells) teller_.plays(side, kind);
  }

  /// Whether the side may play tactic cards of this theater in this round.
  bool may_play(Side side, Theater theater) const noexcept {
    return !(theater == Theater::space && army(side).no_space_cards_first && round_ == 1);
  }

  /// One special die for cards: Brilliant Strategy where it is held (RULES 9.15), otherwise one of
  /// this deck.
  bool buy_cards(Side side, Theater theater, bool plays) noexcept {
    const DeckMasks& deck = arena_.deck[theater];
    if (plays && (hand_[side][theater] & deck.brilliant)) {
      spend(side, theater, deck.brilliant);
      draw(side, theater);
      draw(side, theater);
      return true;
    }
    return draw(side, theater);
  }
};

}  // namespace broadside::rebellion
