#pragma once
// Question: how does a side that was attacked save its units with block cards?

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/systems/rebellion/base_hands.hpp"
#include "core/systems/rebellion/block_plan.hpp"

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
    if (excess.any()) {
      own.change([&](Troop& there) { block_piled(side, theater, there, excess); });
      return;
    }
    const int least_dice = choices.blocks == Blocks::save_valuable ? 2 : 0;
    const auto saves = [&] { return own.doomed() && own.best_dice() >= least_dice; };
    if (!saves() || !blocks_one(hand, deck)) return;
    own.save_best();
    int saved = 1;
    if (saves())  // only then does it matter how much the hand can block
      for (const int most = most_blocked(hand, deck); saved < most && saves(); ++saved)
        own.save_best();
    if (const int left = play_blocks(side, theater, saved) - saved; left > 0)
      own.change([&](Troop& there) { block_rest(side, theater, there, left); });
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
    const Front& mine = front(side, theater);
    const int least_dice = army(side).choices.blocks == Blocks::save_valuable ? 2 : 0;
    const int most = most_blocked(hand_[side][theater], arena_.deck[theater]);
    int wanted = 0;
    each_lost(mine, own, excess, [&](const Lost& lost) {
      if (mine.dice[lost.cell] < least_dice || wanted == most) return false;
      if (wanted + lost.cost > most) return true;
      wanted += lost.cost;
      save(mine, own, lost.cell);
      return true;
    });
    if (const int left = play_blocks(side, theater, wanted) - wanted; left > 0)
      block_rest(side, theater, own, left);
  }

  /// What a block card is good for beyond the units that it saves: damage stays for the whole
  /// combat, so it comes off whatever this attack has hit (RULES 4.4, 9.2).
  void block_rest(Side side, Theater theater, Troop& own, int damage) const noexcept {
    if constexpr (kBooks)
      take_back(army(side), theater, book(side, theater).troop(attack_.before), own, damage);
    else
      take_back(army(side), theater, attack_.before, own, damage);
  }

  /// A Defensive Formation, or the other kind and a card to pay with.
  static bool blocks_one(Hand hand, const DeckMasks& deck) noexcept {
    return (hand & deck.formation) || ((hand & deck.costly_block) && (hand & (hand - 1)));
  }

  /// Plays cards that block so much damage, or one more; the hand can. Returns how much they block.
  int play_blocks(Side side, Theater theater, int wanted) noexcept {
    const DeckMasks& deck = arena_.deck[theater];
    const Hand hand = hand_[side][theater];
    // Mostly there is nothing to choose.
    const bool cheap_only = !(hand & deck.costly_block) || (wanted == 1 && (hand & deck.formation));
    const int costly =
        cheap_only ? 0 : block_plan(hand, deck).costly[static_cast<std::size_t>(wanted)];
    for (int cheap = wanted - 2 * costly; cheap > 0; --cheap) spend(side, theater, deck.formation);
    for (int each = costly; each > 0; --each) spend(side, theater, deck.costly_block);
    for (int each = costly; each > 0; --each) pay(side, theater);
    return std::max(wanted, 2 * costly);
  }

  /// The least useful card for one that costs another (RULES 9.16).
  void pay(Side side, Theater theater) noexcept {
    const DeckMasks& deck = arena_.deck[theater];
    Hand& hand = hand_[side][theater];
    for (const std::uint8_t card : deck.discard)
      if (hand >> card & 1) {
        hand = static_cast<Hand>(hand & ~(1u << card));
        discard_[theater] = static_cast<Hand>(discard_[theater] | 1u << card);
        if constexpr (Teller::kTells) teller_.discards(side, deck.kind[card]);
        return;
      }
  }
};

}  // namespace broadside::rebellion
