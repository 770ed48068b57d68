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
    const int least_dice = choices.blocks == Blocks::save_valuable ? 2 : 0;
    const auto saves = [&] { return own.doomed() && own.best_dice() >= least_dice; };
    if (!(hand & deck.costly_block)) {
      for (; saves() && (hand & deck.formation); own.save_best())
        spend(side, theater, deck.formation);
      return;
    }
    const int lost = lost_units(front(side, theater), own.troop(), least_dice);
    int bank = play_blocks(side, theater, std::min(lost, Blockers(hand, deck).most()));
    for (; bank > 0 && saves(); --bank) own.save_best();
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
    const Front& mine = front(side, theater);
    const int least_dice = army(side).choices.blocks == Blocks::save_valuable ? 2 : 0;
    const int most = Blockers(hand_[side][theater], arena_.deck[theater]).most();
    int wanted = 0;
    each_lost(mine, own, excess, [&](const Lost& lost) {
      if (mine.dice[lost.cell] < least_dice) return false;
      if (wanted + lost.cost <= most) wanted += lost.cost;
      return true;
    });
    int bank = play_blocks(side, theater, wanted);
    each_lost(mine, own, excess, [&](const Lost& lost) {
      if (mine.dice[lost.cell] < least_dice) return false;
      if (lost.cost > bank) return true;
      bank -= lost.cost;
      save(mine, own, lost.cell);
      return true;
    });
    if (bank > 0) block_rest(side, theater, own, bank);
  }

  /// Lost units of so many dice.
  static int lost_units(const Front& front, const Troop& troop, int least_dice) noexcept {
    int units = 0;
    for (Mask left = troop.occupied & front.doomed; left; left &= left - 1)
      if (front.dice[lowest(left)] >= least_dice) units += troop.count[lowest(left)];
    return units;
  }

  /// What a block card is good for beyond the units that it saves: damage stays for the whole
  /// combat, so it comes off whatever this attack has hit (RULES 4.4, 9.2).
  void block_rest(Side side, Theater theater, Troop& own, int damage) const noexcept {
    if constexpr (kBooks)
      take_back(army(side), theater, book(side, theater).troop(attack_.before), own, damage);
    else
      take_back(army(side), theater, attack_.before, own, damage);
  }

  /// A hand by what it blocks.
  struct Blockers {
    int cheap, costly, others;

    Blockers(Hand hand, const DeckMasks& deck) noexcept
        : cheap(cards_in(static_cast<Hand>(hand & deck.formation))),
          costly(cards_in(static_cast<Hand>(hand & deck.costly_block))),
          others(cards_in(hand) - cheap - costly) {}

    /// Damage that it can block.
    int most() const noexcept {
      const int paid = std::min(costly, others), unpaid = costly - paid;
      // Of those left one pays for the other, and a cheap one for the last.
      return cheap + 2 * paid + 2 * (unpaid / 2) + (unpaid % 2 == 1 && cheap > 0 ? 1 : 0);
    }

    /// What is left when so many of each kind are played, paid in the order of RULES 9.16.
    Blockers after(int cheap_ones, int costly_ones) const noexcept {
      Blockers left = *this;
      left.cheap -= cheap_ones;
      left.costly -= costly_ones;
      for (int price = costly_ones; price > 0; --price)
        --(left.others > 0 ? left.others : left.costly > 0 ? left.costly : left.cheap);
      return left;
    }

    /// How many that cost another card are played to block so much: as few cards as possible, then
    /// so that the rest can block most (RULES 9.2).
    int best_costly(int wanted) const noexcept {
      int best = 0, fewest = 99, most_left = 0;
      for (int played = 0; played <= costly; ++played) {
        const int with_cheap = std::max(wanted - 2 * played, 0), cards = with_cheap + 2 * played;
        if (with_cheap > cheap || cards > cheap + costly + others || cards > fewest) continue;
        const int left = after(with_cheap, played).most();
        if (cards == fewest && left <= most_left) continue;
        best = played;
        fewest = cards;
        most_left = left;
      }
      return best;
    }
  };

  /// Plays cards that block so much damage, or one more; the hand can. Returns how much they block.
  int play_blocks(Side side, Theater theater, int wanted) noexcept {
    const DeckMasks& deck = arena_.deck[theater];
    const int costly = Blockers(hand_[side][theater], deck).best_costly(wanted);
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
