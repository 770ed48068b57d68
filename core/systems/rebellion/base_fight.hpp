#pragma once
// Question: how do two sides attack each other by the base rules, with the shared tactic decks?
//
// An attack is a list of short actions (RULES 4); side_by_side.hpp has their order.

#include <algorithm>
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
  std::array<Deck, 2> deck_{};
  std::array<Hand, 2> discard_{};
  std::array<bool, 2> blocked_{};  ///< may not block in this theater step
};

template <bool kCards, bool kBooks, class Teller>
class alignas(64) BaseFight final : BaseFightState<kBooks>, public Fight<kCards, kBooks, Teller> {
  using Own = BaseFightState<kBooks>;
  using Own::attack_, Own::deck_, Own::discard_, Own::blocked_;
  using Shared = Fight<kCards, kBooks, Teller>;
  using Shared::arena_, Shared::random_, Shared::teller_, Shared::page_, Shared::round_,
      Shared::rolled_, Shared::moved_, Shared::desperate_, Shared::held_,
      Shared::without_transport_, Shared::hand_, Shared::force_, Shared::army, Shared::front,
      Shared::troop, Shared::reading, Shared::write_out, Shared::book, Shared::enemy_cannons,
      Shared::generators, Shared::roll, Shared::roll_special, Shared::reroll, Shared::plans_retreat;

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
        const Use use = use_against<theater>(side, victims);
        attack_.shown = roll_special(side, theater, mine, use);
        if (army(side).ring.in(round_, theater))
          reroll(side, attack_.shown, use, army(side).ring.dice);
      } else {
        attack_.shown = roll(side, mine);
      }
    }
    attack_.specials = attack_.shown.specials();
    return rolls || (kCards && hand_[at(side)][at(theater)] != 0);
  }

  /// Cards that are played before damage is assigned.
  template <Side side, Theater theater>
  bool holds_early_cards() const noexcept {
    return (hand_[at(side)][at(theater)] & arena_.early[at(side)][at(theater)]) != 0;
  }
  bool has_specials() const noexcept { return attack_.specials > 0; }

  /// Concentrate Fire is played for two useless dice, while they could still hit something.
  template <Side side, Theater theater>
  bool wants_reroll() noexcept {
    if (!(hand_[at(side)][at(theater)] & arena_.deck[at(theater)].concentrate_fire)) return false;
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
    spend(side, theater, arena_.deck[at(theater)].concentrate_fire);
    reroll(side, attack_.shown, useful, 2);
    attack_.specials += attack_.shown.specials() - before;
  }

  template <Side side, Theater theater>
  void act_about_retreat() noexcept {
    if (!plays_cards<side, theater>()) return;
    const DeckMasks& deck = arena_.deck[at(theater)];
    const Side enemy = other(side);
    const auto cards =
        static_cast<Hand>(hand_[at(side)][at(theater)] & arena_.early[at(side)][at(theater)]);
    if (cards & deck.no_escape) {
      write_out();
      if (free_to_retreat(army(enemy), force_[at(enemy)])) {
        spend(side, theater, deck.no_escape);
        held_[at(enemy)] = true;
      }
    }
    const bool paid = !reading().escape_plan_special || attack_.specials > 0;
    if ((cards & deck.escape_plan) && paid && plans_retreat(side)) {
      write_out();
      if (free_to_retreat(army(side), force_[at(side)], true) && lacks_room(side)) {
        spend(side, theater, deck.escape_plan);
        if (reading().escape_plan_special) --attack_.specials;
        without_transport_[at(side)] = true;
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

  template <Side side, Theater theater>
  bool may_act() const noexcept {
    return (attack_.specials |
            (hand_[at(side)][at(theater)] & arena_.deck[at(theater)].critical_hit)) != 0;
  }

  /// Damage cards, and what is left of the specials.
  template <Side side, Theater theater>
  void act_with_cards() noexcept {
    const DeckMasks& deck = arena_.deck[at(theater)];
    const Choices& choices = army(side).choices;
    auto victims = line(other(side), theater);
    const Hand& hand = hand_[at(side)][at(theater)];
    const bool plays = plays_cards<side, theater>();
    Excess& excess = attack_.excess;
    int specials = attack_.specials;
    bool eager = choices.cards == Cards::at_once || desperate_;
    bool eager_known = eager;
    while (true) {
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
      if (plays && !blocked_[at(other(side))] && (hand & deck.assault) && victims.doomed() &&
          fears_blocks(side, theater)) {
        spend(side, theater, deck.assault);
        --specials;
        blocked_[at(other(side))] = true;
        continue;
      }
      if (choices.specials == Specials::never || !buy_cards(side, theater, plays)) return;
      --specials;
    }
  }

  /// Whether the side just attacked has something to save, block cards, and would play them.
  template <Side side, Theater theater>
  bool blocks() noexcept {
    return may_block<side, theater>() & !blocked_[at(side)] & line(side, theater).doomed();
  }

  /// The side just attacked plays block cards: each saves a unit, the most worth first.
  template <Side side, Theater theater>
  void block() noexcept {
    const DeckMasks& deck = arena_.deck[at(theater)];
    const Choices& choices = army(side).choices;
    const Hand& hand = hand_[at(side)][at(theater)];
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

  template <Side side, Theater theater>
  void end_attack() noexcept {
    if constexpr (Teller::kTells) {
      const Side enemy = other(side);
      teller_.assigned(arena_.army(enemy), enemy, line(enemy, theater).troop(), theater);
    }
  }

 private:
  // --- the decks: two of 15 cards, shared by both sides (RULES 2.3) ---

  void deal_hands() noexcept {
    deck_ = arena_.start_deck;
    discard_ = {};
    for (Side side : kSides) hand_[at(side)] = army(side).hand;
    for (Theater theater : kBothTheaters)
      for (Side side : kSides)
        for (int draws = arena_.first_draws[at(side)][at(theater)]; draws > 0; --draws)
          draw(side, theater);
    if constexpr (Teller::kTells) teller_.hands(*this, hand_);
  }

  /// One random card of the deck; an empty deck is made from its discards. False where none is
  /// left.
  bool draw(Side side, Theater theater) noexcept {
    const std::size_t t = at(theater);
    if (deck_[t].empty()) {
      if (discard_[t] == 0) return false;
      deck_[t] = Deck{discard_[t]};
      discard_[t] = 0;
    }
    const Hand card = deck_[t].draw(random_());
    hand_[at(side)][t] = static_cast<Hand>(hand_[at(side)][t] | card);
    if constexpr (Teller::kTells)
      if (round_ > 0) teller_.draws(side, arena_.deck[t].kind[lowest(card)]);
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
    const std::size_t t = at(theater);
    Hand& hand = hand_[at(side)][t];
    const auto held = static_cast<Hand>(hand & cards);
    const auto card = static_cast<Hand>(held & -held);
    hand = static_cast<Hand>(hand & ~card);
    discard_[t] = static_cast<Hand>(discard_[t] | card);
    const std::uint8_t kind = arena_.deck[t].kind[lowest(card)];
    teller_.incident(side, kind);
    if constexpr (Teller::kTells) teller_.plays(side, kind);
  }

  /// Whether the side may play tactic cards of this theater in this round.
  bool may_play(Side side, Theater theater) const noexcept {
    return !(theater == Theater::space && army(side).no_space_cards_first && round_ == 1);
  }

  template <Side side, Theater theater>
  bool plays_cards() const noexcept {
    return army(side).choices.cards != Cards::never && may_play(side, theater);
  }

  /// One special die for cards: Brilliant Strategy where it is held, otherwise one of this deck.
  bool buy_cards(Side side, Theater theater, bool plays) noexcept {
    const DeckMasks& deck = arena_.deck[at(theater)];
    if (plays && (hand_[at(side)][at(theater)] & deck.brilliant)) {
      spend(side, theater, deck.brilliant);
      draw(side, theater);
      draw(side, theater);
      return true;
    }
    return draw(side, theater);
  }

  // --- an attack (RULES 4) ---

  auto line(Side side, Theater theater) noexcept {
    if constexpr (kBooks)
      return BookLine{book(side, theater), page_[at(side)][at(theater)]};
    else
      return CellLine{army(side), force_[at(side)], theater, troop(side, theater)};
  }

  /// The same before and after the enemy's attack: units that he has hit still roll.
  template <Theater theater, class Line>
  Dice pool_of_line(Side side, const Line& line) const noexcept {
    if (!arena_.fewer_dice) return line.pool(0, 0);
    const Dice fewer = round_ == 1 ? army(side).fewer_first : Dice{};
    const int cannons = theater == Theater::space ? enemy_cannons(side) : 0;
    return line.pool(fewer.red + 2 * cannons, fewer.black);
  }

  template <Theater theater, class Line>
  Use use_against(Side side, const Line& victims) const noexcept {
    const bool turns = theater == Theater::space && army(side).black_as_red > 0;
    return {victims.red(), victims.black() || turns, kCards, kCards};
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
    const DeckMasks& deck = arena_.deck[at(theater)];
    const Hand hand = hand_[at(side)][at(theater)];
    return cards_in(static_cast<Hand>(hand & (deck.take_it_down | deck.onslaught))) +
           (((hand & deck.bombardment) != 0) & (red_of_best_ship(side) > 0)) +
           (((hand & deck.assault) != 0) & fears_blocks(side, theater));
  }

  int red_of_best_ship(Side side) const noexcept {
    if constexpr (kBooks)
      return page_[at(side)][at(Theater::space)]->most_red;
    else
      return most_red_dice(front(side, Theater::space), force_[at(side)].in(Theater::space));
  }

  bool lacks_room(Side side) const noexcept {
    int room = 0;
    for (Theater theater : kBothTheaters) {
      const Troop& own = force_[at(side)].in(theater);
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
    const DeckMasks& deck = arena_.deck[at(theater)];
    const Hand hand = hand_[at(side)][at(theater)];
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

  /// Worth a special die to forbid blocks: two cards that may be such, or one that is known to be.
  bool fears_blocks(Side side, Theater theater) const noexcept {
    const Hand his = hand_[at(other(side))][at(theater)];
    const DeckMasks& deck = arena_.deck[at(theater)];
    if (army(side).sees_hand) return (his & deck.blocks) != 0;
    return (his & (his - 1)) != 0;
  }

  // --- blocks ---

  /// Whether the side holds block cards and would play them.
  template <Side side, Theater theater>
  bool may_block() const noexcept {
    return ((hand_[at(side)][at(theater)] & arena_.blocks[at(side)][at(theater)]) != 0) &
           may_play(side, theater);
  }

  /// The same where damage beyond health lies on a unit: saving that one takes more.
  void block_piled(Side side, Theater theater, Troop& own, const Excess& excess) noexcept {
    const DeckMasks& deck = arena_.deck[at(theater)];
    const Hand& hand = hand_[at(side)][at(theater)];
    const Front& mine = front(side, theater);
    const int least_dice = army(side).choices.blocks == Blocks::save_valuable ? 2 : 0;
    int bank = 0;
    std::array<bool, 2> first{true, true};
    std::array<int, 2> units{own.number(mine.doomed_color[0]), own.number(mine.doomed_color[1])};
    for (Mask doomed = own.occupied & mine.doomed; doomed; doomed &= ~bit(highest(doomed))) {
      const std::size_t cell = highest(doomed);
      if (mine.dice[cell] < least_dice) break;
      const std::size_t color = (mine.doomed_color[1] & bit(cell)) ? 1 : 0;
      for (int here = own.count[cell]; here > 0; --here, --units[color], first[color] = false) {
        const int cost = cost_to_save(mine, units[color], first[color], excess, color);
        if (bank < cost && !can_block(hand, deck, cost - bank)) continue;
        while (bank < cost) bank += play_block(side, theater, cost - bank);
        bank -= cost;
        save(mine, own, cell);
      }
    }
    if (bank > 0) block_rest(side, theater, own, bank);
  }

  void remember(Side side, Theater theater) noexcept {
    if constexpr (kBooks)
      attack_.before = page_[at(side)][at(theater)];
    else
      attack_.before = troop(side, theater);
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
    const DeckMasks& deck = arena_.deck[at(theater)];
    Hand& hand = hand_[at(side)][at(theater)];
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
        discard_[at(theater)] = static_cast<Hand>(discard_[at(theater)] | 1u << card);
        if constexpr (Teller::kTells) teller_.discards(side, deck.kind[card]);
        break;
      }
    return 2;
  }
};

}  // namespace broadside::rebellion
