#pragma once
// Question: how does a side that was attacked save its units with block cards?

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/systems/rebellion/base_hands.hpp"

namespace broadside::rebellion {

template <bool kCards, bool kBooks, class Teller>
class BaseBlocks : public BaseHands<kCards, kBooks, Teller> {
  using Shared = BaseHands<kCards, kBooks, Teller>;

 public:
  using Shared::Shared;

  /// Whether somebody will ask what lies on units beyond their health.
  template <Side side, Theater theater>
  bool piles_up() const noexcept {
    return may_block<other(side), theater>() &
           (std::max({attack_.left.red, attack_.left.black, attack_.left.direct}) > 0);
  }

  template <Side side, Theater theater>
  void pile_up() noexcept {
    line(other(side), theater).pile_up(attack_.left, attack_.excess);
  }

  /// Whether the side just attacked has something to save, block cards, and would play them.
  template <Side side, Theater theater>
  bool blocks() noexcept {
    return may_block<side, theater>() & !blocked_[side] & line(side, theater).doomed();
  }

  /// The side just attacked plays block cards: each saves a unit, the most worth first.
  template <Side side, Theater theater>
  void block() noexcept {
    const DeckMasks& deck = arena_.deck[theater];
    const Choices& choices = army(side).choices;
    const Hand& hand = hand_[side][theater];
    const Excess& excess = attack_.excess;
    auto own = line(side, theater);
    if (excess != Excess{}) {
      own.change([&](Troop& there) { block_piled(side, theater, there, excess); });
      return;
    }
    int bank = 0;  // damage that cards just played still block
    const int least_dice = choices.blocks == Blocks::save_valuable ? 2 : 0;
    while (own.doomed() && own.best_dice() >= least_dice) {
      if (bank == 0) {
        if (!can_block(hand, deck, 1)) return;
        bank = play_block(side, theater, 1);
      }
      --bank;
      own.save_best();
    }
    if (bank > 0) own.change([&](Troop& there) { block_rest(side, theater, there, bank); });
  }

 protected:
  using Shared::attack_, Shared::discard_, Shared::blocked_, Shared::arena_, Shared::teller_,
      Shared::page_, Shared::hand_, Shared::army, Shared::front, Shared::troop, Shared::book,
      Shared::line, Shared::spend, Shared::may_play;

  /// How the side about to be attacked stands: only damage of this attack can be blocked.
  void remember(Side side, Theater theater) noexcept {
    if constexpr (kBooks)
      attack_.before = page_[side][theater];
    else
      attack_.before = troop(side, theater);
  }

 private:
  /// Whether the side holds block cards and would play them.
  template <Side side, Theater theater>
  bool may_block() const noexcept {
    return ((hand_[side][theater] & arena_.blocks[side][theater]) != 0) & may_play(side, theater);
  }

  /// As block(), where damage beyond health lies on a unit: saving that one takes more.
  void block_piled(Side side, Theater theater, Troop& own, const Excess& excess) noexcept {
    const DeckMasks& deck = arena_.deck[theater];
    const Hand& hand = hand_[side][theater];
    const Front& mine = front(side, theater);
    const int least_dice = army(side).choices.blocks == Blocks::save_valuable ? 2 : 0;
    int bank = 0;
    each_lost(mine, own, excess, [&](const Lost& lost) {
      if (mine.dice[lost.cell] < least_dice) return false;
      if (bank < lost.cost && !can_block(hand, deck, lost.cost - bank)) return true;
      while (bank < lost.cost) bank += play_block(side, theater, lost.cost - bank);
      bank -= lost.cost;
      save(mine, own, lost.cell);
      return true;
    });
    if (bank > 0) block_rest(side, theater, own, bank);
  }

  /// What a block card is good for beyond the units that it saves: damage stays for the whole
  /// combat, so it comes off whatever this attack has hit (RULES 4.4, 9.2).
  void block_rest(Side side, Theater theater, Troop& own, int damage) const noexcept {
    if constexpr (kBooks)
      take_back(army(side), theater, book(side, theater).troop(attack_.before), own, damage);
    else
      take_back(army(side), theater, attack_.before, own, damage);
  }

  /// Whether a hand can block so much damage.
  static bool can_block(Hand hand, const DeckMasks& deck, int damage) noexcept {
    const auto cheap = static_cast<Hand>(hand & deck.formation);
    if (damage == 1)
      // And a card to pay with
      return cheap || ((hand & deck.costly_block) && (hand & (hand - 1)));
    return damage <= most_blocks(hand, deck);
  }

  /// Damage that a hand can block.
  static int most_blocks(Hand hand, const DeckMasks& deck) noexcept {
    const int cheap = cards_in(static_cast<Hand>(hand & deck.formation));
    int costly = cards_in(static_cast<Hand>(hand & deck.costly_block));
    const int others = cards_in(hand) - cheap - costly;
    int most = cheap + 2 * std::min(costly, others);
    costly -= std::min(costly, others);
    most += 2 * (costly / 2);                     // one pays for the other
    if (costly % 2 == 1 && cheap > 0) most += 1;  // a cheap one pays
    return most;
  }

  int play_block(Side side, Theater theater, int wanted) noexcept {
    const DeckMasks& deck = arena_.deck[theater];
    Hand& hand = hand_[side][theater];
    // Cheap ones first, unless the last of them has to pay for the other kind.
    const bool pays = (hand & deck.costly_block) && (hand & (hand - 1));
    if ((hand & deck.formation) && !(pays && wanted > 1 && cards_in(hand) == 2)) {
      spend(side, theater, deck.formation);
      return 1;
    }
    spend(side, theater, deck.costly_block);
    for (const std::uint8_t card : deck.discard)
      if (hand >> card & 1) {
        hand = static_cast<Hand>(hand & ~(1u << card));
        discard_[theater] = static_cast<Hand>(discard_[theater] | 1u << card);
        if constexpr (Teller::kTells) teller_.discards(side, deck.kind[card]);
        break;
      }
    return 2;
  }
};

}  // namespace broadside::rebellion
