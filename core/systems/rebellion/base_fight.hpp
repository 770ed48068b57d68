#pragma once
// Question: how do two sides attack each other by the base rules, with the shared tactic decks?
//
// An attack is a list of short actions (RULES 4); side_by_side.hpp has their order. Cards come and
// go in base_hands.hpp, blocks are in base_blocks.hpp.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/systems/rebellion/base_blocks.hpp"

namespace broadside::rebellion {

template <bool kCards, bool kBooks, class Teller>
class alignas(64) BaseFight final : public BaseBlocks<kCards, kBooks, Teller> {
  using Shared = BaseBlocks<kCards, kBooks, Teller>;
  using Shared::attack_, Shared::blocked_, Shared::arena_, Shared::teller_, Shared::page_,
      Shared::round_, Shared::rolled_, Shared::moved_, Shared::desperate_, Shared::held_,
      Shared::without_transport_, Shared::hand_, Shared::force_, Shared::army, Shared::front,
      Shared::reading, Shared::write_out, Shared::line, Shared::enemy_cannons, Shared::roll,
      Shared::roll_special, Shared::reroll, Shared::plans_retreat, Shared::deal_hands,
      Shared::draw_by_generators, Shared::spend, Shared::may_play, Shared::buy_cards,
      Shared::remember;

 public:
  static constexpr bool kCinematicRules = false;
  using Shared::Shared;

  void begin() noexcept {
    Shared::begin();
    if constexpr (kCards) deal_hands();
  }

  void begin_step(Theater theater) noexcept {
    Shared::begin_step(theater);
    blocked_ = {};
    if (arena_.cannons) write_out();
    if constexpr (kCards)
      if (theater == Theater::ground && arena_.generators) draw_by_generators();
  }

  /// The lost units leave.
  void end_step(Theater theater) noexcept {
    for (Side side : kSides) line(side, theater).clear();
    Shared::end_step(theater);
  }

  /// False where the side can do nothing.
  template <Side side, Theater theater>
  bool roll_dice() noexcept {
    const auto victims = line(other(side), theater);
    const Dice mine = pool_of_line<theater>(side, line(side, theater));
    const bool rolls = mine != Dice{};
    attack_.shown = {};
    if (rolls) {
      rolled_ |= 1u << at(side);
      moved_ |= victims.open();
      if (arena_.special_dice) [[unlikely]] {
        const Use use = use_against<side, theater>(victims);
        attack_.shown = roll_special(side, theater, mine, use);
        if (army(side).ring.in(round_, theater))
          reroll(side, attack_.shown, use, army(side).ring.dice);
      } else {
        attack_.shown = roll(side, mine);
      }
    }
    attack_.specials = attack_.shown.specials();
    return rolls || (kCards && hand_[side][theater] != 0);
  }

  /// Cards that are played before damage is assigned.
  template <Side side, Theater theater>
  bool holds_early_cards() const noexcept {
    return (hand_[side][theater] & arena_.early[side][theater]) != 0;
  }
  bool has_specials() const noexcept { return attack_.specials > 0; }

  /// Concentrate Fire is played for two useless dice, while they could still hit something.
  template <Side side, Theater theater>
  bool wants_reroll() noexcept {
    if (!(hand_[side][theater] & arena_.deck[theater].concentrate_fire)) return false;
    const Rerolls how = army(side).choices.rerolls;
    const auto victims = line(other(side), theater);
    const Roll& shown = attack_.shown;
    const Useful useful = useful_against<side, theater>(victims);
    const int placed = std::min(shown.red.hit(), useful.red_hits) +
                       std::min(shown.black.hit(), useful.black_hits) + shown.direct();
    return (count_useless(shown, useful, how == Rerolls::blanks) >= 2) &
           (placed < victims.health()) & (how != Rerolls::never) & plays_cards<side, theater>();
  }

  template <Side side, Theater theater>
  void concentrate_fire() noexcept {
    const Useful useful = useful_against<side, theater>(line(other(side), theater));
    const int before = attack_.shown.specials();
    spend(side, theater, arena_.deck[theater].concentrate_fire);
    reroll(side, attack_.shown, useful, 2);
    attack_.specials += attack_.shown.specials() - before;
  }

  template <Side side, Theater theater>
  void act_about_retreat() noexcept {
    if (!plays_cards<side, theater>()) return;
    const DeckMasks& deck = arena_.deck[theater];
    const Side enemy = other(side);
    const auto cards = static_cast<Hand>(hand_[side][theater] & arena_.early[side][theater]);
    if (cards & deck.no_escape) {
      write_out();
      if (free_to_retreat(army(enemy), force_[enemy])) {
        spend(side, theater, deck.no_escape);
        held_[enemy] = true;
      }
    }
    const bool paid = !reading().escape_plan_special || attack_.specials > 0;
    if ((cards & deck.escape_plan) && paid && plans_retreat(side)) {
      write_out();
      if (free_to_retreat(army(side), force_[side], true) && lacks_room(side)) {
        spend(side, theater, deck.escape_plan);
        if (reading().escape_plan_special) --attack_.specials;
        without_transport_[side] = true;
      }
    }
  }

  /// Specials that pay for held cards are not spent on draws.
  template <Side side, Theater theater>
  void keep_specials() noexcept {
    const Specials how = army(side).choices.specials;
    attack_.kept = how == Specials::never       ? attack_.specials
                   : how == Specials::pay_first ? cards_to_pay<side, theater>()
                                                : 0;
  }
  bool draws_early() const noexcept { return attack_.specials > attack_.kept; }
  template <Side side, Theater theater>
  void draw_early() noexcept {
    if (!buy_cards(side, theater, plays_cards<side, theater>())) {
      attack_.kept = attack_.specials;  // no card is left
      return;
    }
    --attack_.specials;
    keep_specials<side, theater>();  // the card drawn may cost one (RULES 9.3)
  }

  template <Side side, Theater theater>
  void assign_hits() noexcept {
    const Roll& shown = attack_.shown;
    attack_.excess = {};
    if constexpr (kCards) remember(other(side), theater);
    attack_.left = line(other(side), theater)
                       .assign(army(side).choices.targets,
                               {shown.red.hit(), shown.black.hit(), shown.direct(),
                                theater == Theater::space ? army(side).black_as_red : 0},
                               attack_.excess);
  }

  template <Side side, Theater theater>
  bool may_act() const noexcept {
    return (attack_.specials | (hand_[side][theater] & arena_.deck[theater].critical_hit)) != 0;
  }

  /// Damage cards, and what is left of the specials (RULES 9.13).
  template <Side side, Theater theater>
  void act_with_cards() noexcept {
    const DeckMasks& deck = arena_.deck[theater];
    const Choices& choices = army(side).choices;
    auto victims = line(other(side), theater);
    const Hand& hand = hand_[side][theater];
    const bool plays = plays_cards<side, theater>();
    Excess& excess = attack_.excess;
    int specials = attack_.specials;
    const bool at_once = choices.cards == Cards::at_once;
    bool eager = at_once || desperate_;
    bool eager_known = eager;
    while (true) {
      if (at_once) [[unlikely]]
        if (plays && !victims.open() && victims.doomed() &&
            overkill<side, theater>(victims, specials, excess))
          continue;
      if (plays && ((hand & deck.damage) != 0) & victims.open()) {
        if (!eager_known) {
          eager =
              last_chance<side>(line(side, theater), pool_of_line<theater>(other(side), victims));
          eager_known = true;
        }
        const bool one_left = victims.one_left();
        if ((hand & deck.critical_hit) && (one_left || eager)) {
          spend(side, theater, deck.critical_hit);
          victims.hit_one();
          moved_ = true;
          continue;
        }
        if (specials > 0 && pay_for_damage<side, theater>(victims, one_left, eager, excess)) {
          --specials;
          moved_ = true;
          continue;
        }
      }
      if (specials == 0) return;
      if (plays && !blocked_[other(side)] && (hand & deck.assault) && victims.doomed() &&
          fears_blocks(side, theater)) {
        spend(side, theater, deck.assault);
        --specials;
        blocked_[other(side)] = true;
        continue;
      }
      if (choices.specials == Specials::never || !buy_cards(side, theater, plays)) return;
      --specials;
    }
  }

  template <Side side, Theater theater>
  void end_attack() noexcept {
    if constexpr (Teller::kTells) {
      const Side enemy = other(side);
      teller_.assigned(arena_.army(enemy), enemy, line(enemy, theater).troop(), theater);
    }
  }

 private:
  template <Side side, Theater theater>
  bool plays_cards() const noexcept {
    return army(side).choices.cards != Cards::never && may_play(side, theater);
  }

  /// The same before and after the enemy's attack: units that he has hit still roll.
  template <Theater theater, class Line>
  Dice pool_of_line(Side side, const Line& own) const noexcept {
    if (!arena_.fewer_dice) return own.pool(0, 0);
    const Dice fewer = round_ == 1 ? army(side).fewer_first : Dice{};
    const int cannons = theater == Theater::space ? enemy_cannons(side) : 0;
    return own.pool(fewer.red + 2 * cannons, fewer.black);
  }

  /// Who draws no cards for specials has a use for them while he holds cards that they pay for.
  template <Side side, Theater theater, class Line>
  Use use_against(const Line& victims) const noexcept {
    const bool turns = theater == Theater::space && army(side).black_as_red > 0;
    const bool specials = kCards && (army(side).choices.specials != Specials::never ||
                                     cards_to_pay<side, theater>() > 0);
    return {victims.red(), victims.black() || turns, specials, specials};
  }

  /// Dice that Concentrate Fire does not touch: hits up to the health that they find, and specials
  /// that draw cards or pay for those held (RULES 9.5).
  template <Side side, Theater theater, class Line>
  Useful useful_against(const Line& victims) const noexcept {
    const Roll& shown = attack_.shown;
    Useful useful;
    useful.red_hits = victims.red_health();
    useful.black_hits = victims.black_health();
    if (theater == Theater::space)
      useful.black_hits +=
          std::min<int>(army(side).black_as_red, std::max(useful.red_hits - shown.red.hit(), 0));
    if (army(side).choices.specials == Specials::never) {
      const int paying = cards_to_pay<side, theater>();
      useful.red_specials = std::min(paying, shown.red.special());
      useful.black_specials = paying - useful.red_specials;
    }
    return useful;
  }

  /// Cards held that a special die would pay for in this attack.
  template <Side side, Theater theater>
  int cards_to_pay() const noexcept {
    if (!plays_cards<side, theater>()) return 0;
    const DeckMasks& deck = arena_.deck[theater];
    const Hand hand = hand_[side][theater];
    return cards_in(static_cast<Hand>(hand & (deck.take_it_down | deck.onslaught))) +
           (((hand & deck.bombardment) != 0) & (red_of_best_ship(side) > 0)) +
           (((hand & deck.assault) != 0) & fears_blocks(side, theater));
  }

  int red_of_best_ship(Side side) const noexcept {
    if constexpr (kBooks)
      return page_[side][Theater::space]->most_red;
    else
      return most_red_dice(front(side, Theater::space), force_[side].in(Theater::space));
  }

  bool lacks_room(Side side) const noexcept {
    int room = 0;
    for (Theater theater : kBothTheaters) {
      const Troop& own = force_[side].in(theater);
      for (Mask left = own.occupied; left; left &= left - 1) {
        const Unit& unit = *army(side).groups[front(side, theater).group[lowest(left)]].unit;
        room += unit.transport_capacity * own.count[lowest(left)];
        if (unit.needs_transport) room -= own.count[lowest(left)];
      }
    }
    return room < 0;
  }

  /// The enemy's dice could destroy everything here before the next attack.
  template <Side side, class Line>
  static bool last_chance(const Line& own, Dice enemy_pool) noexcept {
    if (own.untouchable()) return false;  // a Death Star stays
    if (!own.open()) return true;
    if (side == Side::defender) return false;  // what the enemy does in this step is known
    return own.health() <= enemy_pool.red + enemy_pool.black + enemy_pool.green;
  }

  /// A damage card that costs a special die; false where none is of use.
  template <Side side, Theater theater, class Line>
  bool pay_for_damage(Line& victims, bool one_left, bool eager, Excess& excess) noexcept {
    const DeckMasks& deck = arena_.deck[theater];
    const Hand hand = hand_[side][theater];
    if ((hand & deck.take_it_down) && (one_left || victims.two_left() || eager)) {
      spend(side, theater, deck.take_it_down);
      victims.hit_two(excess);
      return true;
    }
    if ((hand & deck.onslaught) && (one_left || eager)) {
      spend(side, theater, deck.onslaught);
      victims.hit_two_units();
      return true;
    }
    if (hand & deck.bombardment) {
      const int guns = red_of_best_ship(side);
      if (guns > 0 && (eager || victims.first_left() <= guns)) {
        spend(side, theater, deck.bombardment);
        victims.bombard(guns, reading().bombardment_splits, excess);
        return true;
      }
    }
    return false;
  }

  /// A damage card where everybody is lost already: what is beyond their health has to be blocked as
  /// well (RULES 9.4). False where none can be paid for. Not inlined: few play so.
  template <Side side, Theater theater, class Line>
  [[gnu::noinline]] bool overkill(const Line& victims, int& specials, Excess& excess) noexcept {
    const DeckMasks& deck = arena_.deck[theater];
    const Hand hand = hand_[side][theater];
    if (hand & deck.critical_hit) {
      spend(side, theater, deck.critical_hit);
      victims.overkill(1, excess);
      return true;
    }
    if (specials == 0) return false;
    const int guns = (hand & deck.bombardment) ? red_of_best_ship(side) : 0;
    if (hand & deck.take_it_down) {
      spend(side, theater, deck.take_it_down);
      victims.overkill(2, excess);
    } else if (hand & deck.onslaught) {
      spend(side, theater, deck.onslaught);
      victims.overkill_two_units(excess);
    } else if (guns > 0) {
      spend(side, theater, deck.bombardment);
      victims.overkill(guns, excess);
    } else {
      return false;
    }
    --specials;
    return true;
  }

  /// Worth a special die to forbid blocks: two cards that may be such, or one that is known to be
  /// (RULES 9.14).
  bool fears_blocks(Side side, Theater theater) const noexcept {
    const Hand his = hand_[other(side)][theater];
    const DeckMasks& deck = arena_.deck[theater];
    if (army(side).sees_hand) return (his & deck.blocks) != 0;
    return (his & (his - 1)) != 0;
  }
};

}  // namespace broadside::rebellion
