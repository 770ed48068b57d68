#pragma once
// Question: how does one combat go, card by card and die by die?
//
// Played by the kernel (with a Silent teller: then nothing here allocates, locks, throws or calls
// through a pointer) and by the replay, which is told what happens. Section numbers are those of
// the rules digest. The current player is the attacker.

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/rng.hpp"
#include "core/systems/rebellion/arena.hpp"
#include "core/systems/rebellion/line.hpp"

namespace broadside::rebellion {

/// Says nothing and counts cards.
struct Silent {
  static constexpr bool kTells = false;
  std::array<std::uint64_t*, 2> marks;  ///< by side
  void mark(Side side, std::uint32_t what) noexcept { ++marks[at(side)][what]; }
};

/// The state of one combat and what can happen in it; side_by_side.hpp has the order of play.
/// `kBooks`: the arena has a book for every troop of a base combat.
template <bool kCinematic, bool kCards, bool kBooks, class Teller>
class alignas(64) Fight {
  static_assert(!(kCinematic && kBooks));

 public:
  static constexpr bool kCinematicRules = kCinematic, kPlaysCards = kCards;

  Fight(const Arena& arena, Xoshiro& random, Teller& teller) noexcept
      : arena_(arena), random_(random), teller_(teller) {}

  void begin() noexcept {
    set_up();
    round_ = 0;
    rounds_ = {};
    fought_ = arena_.fought;
    desperate_ = stalled_ = false;
    if constexpr (kCards) deal_hands();
  }

  bool goes_on() const noexcept {
    return (both_in(Theater::space) | both_in(Theater::ground)) & !stalled_;
  }
  bool both_in(Theater theater) const noexcept {
    return reading().fights(theater) & is_in(Side::attacker, theater) &
           is_in(Side::defender, theater);
  }

  Close close() const noexcept {
    Close close;
    close.stalled = stalled_;
    for (Theater theater : kBothTheaters)
      if (fought_[at(theater)])
        close.won[at(theater)] =
            winner(is_in(Side::attacker, theater), is_in(Side::defender, theater));
    close.retreated = {force_[0].retreated, force_[1].retreated};
    return close;
  }

  const Force& force(Side side) const noexcept { return force_[at(side)]; }
  /// The side's final force, as it is counted.
  std::uint64_t final_number(Side side) const noexcept {
    if constexpr (kBooks) {
      const auto& pages = page_[at(side)];
      const Force& own = force_[at(side)];
      return pages[0]->final_number + pages[1]->final_number +
             (own.retreated ? arena_.number_away(side, own) : 0);
    } else {
      return arena_.final_number(side, force_[at(side)]);
    }
  }
  const std::array<std::uint32_t, 2>& rounds() const noexcept { return rounds_; }
  int round() const noexcept { return round_; }

 private:
  const Army& army(Side side) const noexcept { return arena_.setup.armies[at(side)]; }
  const Front& front(Side side, Theater theater) const noexcept {
    return army(side).front[at(theater)];
  }
  Troop& troop(Side side, Theater theater) noexcept { return force_[at(side)].troop[at(theater)]; }
  const Reading& reading() const noexcept { return arena_.setup.reading; }

  void set_up() noexcept {
    if constexpr (kBooks) {
      page_ = arena_.start_page;
      for (Force& force : force_) {
        force.away = {};
        force.retreated = force.spared = false;
        force.plans = Force::Plans::open;
      }
    } else {
      force_ = arena_.start;
    }
  }

  /// Where there are books the pages say how a side stands; rules that look at units want its
  /// troops as well. Troops are written out for them and not whenever a page is turned.
  void write_out() noexcept {
    if constexpr (kBooks)
      for (Side side : kSides)
        for (Theater theater : kBothTheaters)
          troop(side, theater) = book(side, theater).troop(page_[at(side)][at(theater)]);
  }

  bool is_in(Side side, Theater theater) const noexcept {
    if constexpr (kBooks)
      return !page_[at(side)][at(theater)]->empty;
    else
      return !force_[at(side)].in(theater).empty();
  }

  // --- base decks: two of 15 cards, shared by both sides (section 2.3) ---

  void deal_hands() noexcept {
    if constexpr (kCinematic) {
      for (Side side : kSides) {
        hand_[at(side)] = army(side).hand;
        no_card_[at(side)] = {};
        if (army(side).no_space_cards_first) no_card_[at(side)][0] = 1;
      }
      second_ = {kNobody, kNobody};
    } else {
      deck_ = arena_.start_deck;
      discard_ = {};
      for (Side side : kSides) hand_[at(side)] = army(side).hand;
      for (Theater theater : kBothTheaters)
        for (Side side : kSides)
          for (int draws = arena_.first_draws[at(side)][at(theater)]; draws > 0; --draws)
            draw(side, theater);
    }
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

  /// Plays the first of these cards that the side holds.
  void spend(Side side, Theater theater, Hand cards) noexcept {
    const std::size_t t = at(theater);
    Hand& hand = hand_[at(side)][t];
    const auto held = static_cast<Hand>(hand & cards);
    const auto card = static_cast<Hand>(held & -held);
    hand = static_cast<Hand>(hand & ~card);
    discard_[t] = static_cast<Hand>(discard_[t] | card);
    const std::uint8_t kind = arena_.deck[t].kind[lowest(card)];
    teller_.mark(side, kind);
    if constexpr (Teller::kTells) teller_.plays(side, kind);
  }

  /// Whether the side may play tactic cards of this theater in this round.
  bool may_play(Side side, Theater theater) const noexcept {
    return !(theater == Theater::space && army(side).no_space_cards_first && round_ == 1);
  }

  // --- a round ---

 public:
  void begin_round() noexcept {
    ++round_;
    moved_ = false;
    held_ = {};
    without_transport_ = {};
    if constexpr (Teller::kTells) teller_.begins(*this);
  }

  template <Theater theater>
  void begin_step() noexcept {
    ++rounds_[at(theater)];
    fought_[at(theater)] = true;
    rolled_ = 0;
    blocked_ = {};
    if constexpr (Teller::kTells) teller_.step(*this, theater);
    if constexpr (!kCinematic) {
      if (arena_.cannons) write_out();
      if constexpr (kCards)
        if (theater == Theater::ground && arena_.generators) draw_by_generators();
    }
  }

  /// The lost units leave.
  template <Theater theater>
  void end_step() noexcept {
    if constexpr (!kCinematic)
      for (Side side : kSides) line(side, theater).clear();
    if (theater == Theater::ground && reading().lasting_structures)
      for (Side side : kSides) force_[at(side)].spared = (rolled_ & 1u << at(side)) != 0;
    if constexpr (Teller::kTells) teller_.losses(*this, theater);
    if (theater == Theater::space && arena_.plans) try_plans();
  }

  void end_round() noexcept {
    if (!ends_plainly_) leave_or_lose();
    if (moved_ || round_ <= arena_.special_rounds || retreat_is_coming()) {
      desperate_ = false;
    } else {
      // Nobody could hurt anybody. Cards that were kept for later are played now; then it is over.
      stalled_ = !kCards || desperate_;
      desperate_ = true;
    }
  }

 private:
  int enemy_cannons(Side side) const noexcept {
    return arena_.cannons && army(side).empire()
               ? ion_cannons(army(other(side)), force_[at(other(side))])
               : 0;
  }

  auto line(Side side, Theater theater) noexcept {
    if constexpr (kBooks)
      return BookLine{book(side, theater), page_[at(side)][at(theater)]};
    else
      return CellLine{army(side), force_[at(side)], theater, troop(side, theater)};
  }

  const Book& book(Side side, Theater theater) const noexcept {
    return *arena_.books[at(side)][at(theater)];
  }

  /// The same before and after the enemy's attack: units that he has hit still roll.
  template <Theater theater, class Line>
  Dice pool_of_line(Side side, const Line& line) const noexcept {
    if (!arena_.fewer_dice) return line.pool(0, 0);
    const Dice fewer = round_ == 1 ? army(side).fewer_first : Dice{};
    const int cannons = theater == Theater::space ? enemy_cannons(side) : 0;
    return line.pool(fewer.red + 2 * cannons, fewer.black);
  }

  int generators(Side side) const noexcept {
    const Mask cells = front(side, Theater::ground).of(UnitId::shield_generator);
    const int standing = cells ? force_[at(side)].in(Theater::ground).number(cells) : 0;
    return reading().generators_stack ? standing : std::min(standing, 1);
  }

  /// Section 3.2.
  void draw_by_generators() noexcept {
    write_out();
    for (Side side : kSides)
      for (int cards = generators(side); cards > 0; --cards) draw(side, Theater::ground);
  }

  [[gnu::always_inline]] Roll roll(Side side, Dice pool) noexcept {
    const Roll result = arena_.dice->roll(pool, random_);
    if constexpr (Teller::kTells) teller_.rolls(side, result);
    return result;
  }

  /// Dice that are rolled, and dice that a card puts on a direct hit instead.
  Roll roll_special(Side side, Theater theater, Dice pool, Use use) noexcept {
    const OneAttack& set = army(side).set_dice;
    if (!set.in(round_, theater)) return roll(side, pool);
    const Dice fixed = least_useful(pool, use, set.dice);
    pool.red = static_cast<std::uint8_t>(pool.red - fixed.red);
    pool.black = static_cast<std::uint8_t>(pool.black - fixed.black);
    pool.green = static_cast<std::uint8_t>(pool.green - fixed.green);
    Roll result = arena_.dice->roll(pool, random_);
    result.red += Faces::of(0, fixed.red, 0, 0);
    result.black += Faces::of(0, fixed.black, 0, 0);
    result.green += Faces::of(0, fixed.green, 0, 0);
    if constexpr (Teller::kTells) teller_.rolls(side, result);
    return result;
  }

  void reroll(Side side, Roll& shown, Use use, int most) noexcept {
    if (army(side).choices.rerolls == Rerolls::never) return;
    const bool blanks = army(side).choices.rerolls == Rerolls::blanks;
    const Dice again = drop_useless(shown, use, blanks, most);
    if (again == Dice{}) return;
    const Roll fresh = arena_.dice->roll(again, random_);
    shown.red += fresh.red;
    shown.black += fresh.black;
    shown.green += fresh.green;
    if constexpr (Teller::kTells) teller_.rerolls(side, again, shown);
  }

  /// Which faces are of use against this enemy.
  Use use_of(Side side, Theater theater, Mask targets) const noexcept {
    const Front& his = front(other(side), theater);
    const Troop& enemy = force_[at(other(side))].in(theater);
    Use use;
    use.red_hit = enemy.any(targets & his.color[0]);
    use.black_hit = enemy.any(targets & his.color[1]) ||
                    (army(side).black_as_red > 0 && theater == Theater::space);
    return use;
  }

  // --- an attack of the base game (section 4) ---

 public:
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

  template <Side side, Theater theater>
  void assign_hits() noexcept {
    const Roll& shown = attack_.shown;
    attack_.excess = {};
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

  /// Whether the side just attacked has something to save, block cards, and would play them.
  template <Side side, Theater theater>
  bool blocks() noexcept {
    return may_block<side, theater>() & !blocked_[at(side)] & line(side, theater).doomed();
  }

  template <Side side, Theater theater>
  void end_attack() noexcept {
    if constexpr (Teller::kTells) {
      const Side enemy = other(side);
      teller_.assigned(arena_.army(enemy), enemy, line(enemy, theater).troop(), theater);
    }
  }

 private:
  template <Theater theater, class Line>
  Use use_against(Side side, const Line& victims) const noexcept {
    const bool turns = theater == Theater::space && army(side).black_as_red > 0;
    return {victims.red(), victims.black() || turns, kCards, kCards};
  }

  int red_of_best_ship(Side side) const noexcept {
    if constexpr (kBooks)
      return page_[at(side)][at(Theater::space)]->most_red;
    else
      return most_red_dice(front(side, Theater::space), force_[at(side)].in(Theater::space));
  }

  template <Side side, Theater theater>
  bool plays_cards() const noexcept {
    return army(side).choices.cards != Cards::never && may_play(side, theater);
  }

 public:
  /// Concentrate Fire is played for two useless dice.
  template <Side side, Theater theater>
  bool wants_reroll() noexcept {
    const Rerolls how = army(side).choices.rerolls;
    const Use use = use_against<theater>(side, line(other(side), theater));
    const Hand held = hand_[at(side)][at(theater)] & arena_.deck[at(theater)].concentrate_fire;
    return (held != 0) & (count_useless(attack_.shown, use, how == Rerolls::blanks) >= 2) &
           (how != Rerolls::never) & plays_cards<side, theater>();
  }
  template <Side side, Theater theater>
  void concentrate_fire() noexcept {
    const Use use = use_against<theater>(side, line(other(side), theater));
    const int before = attack_.shown.specials();
    spend(side, theater, arena_.deck[at(theater)].concentrate_fire);
    reroll(side, attack_.shown, use, 2);
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
    const DeckMasks& deck = arena_.deck[at(theater)];
    const Choices& choices = army(side).choices;
    const Hand hand = hand_[at(side)][at(theater)];
    int kept = 0;
    if (choices.specials == Specials::pay_first && plays_cards<side, theater>())
      kept = cards_in(static_cast<Hand>(hand & (deck.take_it_down | deck.onslaught))) +
             (((hand & deck.bombardment) != 0) & (red_of_best_ship(side) > 0)) +
             (((hand & deck.assault) != 0) & fears_blocks(side, theater));
    attack_.kept = choices.specials == Specials::never ? attack_.specials : kept;
  }
  bool draws_early() const noexcept { return attack_.specials > attack_.kept; }
  template <Side side, Theater theater>
  void draw_early() noexcept {
    if (buy_cards(side, theater, plays_cards<side, theater>()))
      --attack_.specials;
    else
      attack_.kept = attack_.specials;  // no card is left
  }

 private:
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

  /// The enemy's dice could destroy everything here before the next attack.
  template <Side side, class Line>
  static bool last_chance(const Line& own, Dice enemy_pool) noexcept {
    if (own.untouchable()) return false;  // a Death Star stays
    if (!own.open()) return true;
    if (side == Side::defender) return false;  // what the enemy does in this step is known
    return own.health() <= enemy_pool.red + enemy_pool.black + enemy_pool.green;
  }

 public:
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

 private:
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

  /// Whether the side holds block cards and would play them.
  template <Side side, Theater theater>
  bool may_block() const noexcept {
    return ((hand_[at(side)][at(theater)] & arena_.blocks[at(side)][at(theater)]) != 0) &
           may_play(side, theater);
  }

 public:
  /// The side just attacked plays block cards: each saves a unit, the most worth first.
  template <Side side, Theater theater>
  void block() noexcept {
    const DeckMasks& deck = arena_.deck[at(theater)];
    const Choices& choices = army(side).choices;
    const Hand& hand = hand_[at(side)][at(theater)];
    const Excess& excess = attack_.excess;
    auto own = line(side, theater);
    if (excess != Excess{}) {
      own.change([&](Troop& troop) { block_piled(side, theater, troop, excess); });
      return;
    }
    int bank = 0;
    const int least_dice = choices.blocks == Blocks::save_valuable ? 2 : 0;
    while (own.doomed() && own.best_dice() >= least_dice) {
      if (bank == 0) {
        if (!can_block(hand, deck, 1)) return;
        bank = play_block(side, theater, 1);
      }
      --bank;
      own.save_best();
    }
  }

 private:
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
      if (mine.dice[cell] < least_dice) return;
      const std::size_t color = (mine.doomed_color[1] & bit(cell)) ? 1 : 0;
      for (int here = own.count[cell]; here > 0; --here, --units[color], first[color] = false) {
        const int cost = cost_to_save(mine, units[color], first[color], excess, color);
        if (bank < cost && !can_block(hand, deck, cost - bank)) continue;
        while (bank < cost) bank += play_block(side, theater, cost - bank);
        bank -= cost;
        save(mine, own, cell);
      }
    }
  }

  /// Whether a hand can block so much damage.
  static bool can_block(Hand hand, const DeckMasks& deck, int damage) noexcept {
    const auto cheap = static_cast<Hand>(hand & deck.formation);
    if (damage == 1)
      return cheap ||
             ((hand & deck.costly_block) && (hand & (hand - 1)));  // and a card to pay with
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

  // --- cinematic combat (section 8) ---

  /// What the cards of one theater step have set up.
  struct Prevention {
    int red = 0, black = 0, direct = 0;
  };

 public:
  void step_cinematic(Theater theater) noexcept {
    excess_ = {};
    if constexpr (kCards) play_cards(theater);
    Side first = Side::attacker;
    if constexpr (kCards) {
      if (second_[at(theater)] == at(Side::attacker)) first = Side::defender;
      if (reading().second_resets) second_[at(theater)] = kNobody;
    }
    for (const Side side : {first, other(first)}) attack_cinematic(side, theater);
    for (Side side : kSides) clear_doomed(front(side, theater), troop(side, theater));
  }

 private:
  void attack_cinematic(Side side, Theater theater) noexcept {
    const Side enemy = other(side);
    const Dice mine = pool(army(side), force_[at(side)], theater, round_, enemy_cannons(side));
    if (mine != Dice{}) rolled_ |= 1u << at(side);
    const Mask targets = targets_of(army(enemy), force_[at(enemy)], theater);
    Use use = use_of(side, theater, targets);
    if (troop(enemy, theater).any(targets) && mine != Dice{}) moved_ = true;
    const Front& own_front = front(side, theater);
    Troop& own = troop(side, theater);
    const bool heals = army(side).choices.healing != Healing::never && !unhealed_[at(side)];
    const Mask hurt_cells = (own_front.damaged | own_front.doomed) & ~pinned_[at(side)];
    if (heals) {
      use.red_special = own.any(hurt_cells & (own_front.color[0] | own_front.doomed_color[0]));
      use.black_special = own.any(hurt_cells & (own_front.color[1] | own_front.doomed_color[1]));
    }
    if (mine != Dice{}) {
      Roll shown = arena_.special_dice ? roll_special(side, theater, mine, use) : roll(side, mine);
      int again = army(side).tactic[at(theater)];
      if (army(side).ring.in(round_, theater)) ++again;
      if (again > 0) reroll(side, shown, use, again);
      if (heals) {
        Excess& excess = excess_[at(side)];
        heal(own_front, own, 0, shown.red.special(), army(side).choices.healing, excess,
             ~pinned_[at(side)]);
        heal(own_front, own, 1, shown.black.special(), army(side).choices.healing, excess,
             ~pinned_[at(side)]);
      }
      Hits hits{shown.red.hit(), shown.black.hit(), shown.direct(), 0};
      if (theater == Theater::space && army(side).black_as_red > 0) {
        // Hits that find no black health count as red before anything is prevented (FAQ).
        hits.convertible = army(side).black_as_red;
        if (!troop(enemy, theater).any(targets & front(enemy, theater).color[1])) {
          const int turned = std::min(hits.black, hits.convertible);
          hits.black -= turned;
          hits.red += turned;
          hits.convertible -= turned;
        }
      }
      if constexpr (kCards) prevent(enemy, shown, hits);
      assign(army(enemy), force_[at(enemy)], theater, army(side).choices.targets, hits,
             excess_[at(enemy)]);
    }
    if constexpr (kCards) repair(enemy, theater);
    if constexpr (Teller::kTells)
      teller_.assigned(arena_.army(enemy), enemy, troop(enemy, theater), theater);
  }

  /// At the start of Assign the attacker takes dice away that show the named icons.
  void prevent(Side side, const Roll& shown, Hits& hits) noexcept {
    Prevention& against = prevention_[at(side)];
    const int red = std::min(hits.red, against.red), black = std::min(hits.black, against.black);
    int direct = std::min(hits.direct, against.direct);
    if (reading().prevents_direct)
      direct =
          std::min(hits.direct, direct + std::min<int>(against.red - red, shown.red.direct()) +
                                    std::min<int>(against.black - black, shown.black.direct()));
    hits.red -= red;
    hits.black -= black;
    hits.direct -= direct;
    if constexpr (Teller::kTells)
      if (red + black + direct > 0) teller_.prevents(side, red + black + direct);
  }

  /// What a card lets the side do once the enemy has assigned his damage.
  void repair(Side side, Theater theater) noexcept {
    const Front& mine = front(side, theater);
    Troop& own = troop(side, theater);
    Excess& excess = excess_[at(side)];
    const Healing how = Healing::save;
    if (const int damage = removes_[at(side)]; damage > 0)
      heal_any(mine, own, damage, how, excess, removes_from_[at(side)] & ~pinned_[at(side)]);
    if (redirects_[at(side)] > 0) {
      const Mask shields = mine.of(redirects_to_[at(side)]);
      if (const Mask standing = own.occupied & shields & mine.damageable) {
        const int moved =
            redirects_[at(side)] - heal_any(mine, own, redirects_[at(side)], how, excess, ~shields);
        if (moved > 0) take_on(mine, own, highest(standing), moved, excess);
      }
    }
    removes_[at(side)] = redirects_[at(side)] = 0;
  }

  bool in_system(Side side, const Half& half) const noexcept {
    if (half.icons == 0) return true;
    for (std::size_t i = 0; i < half.icons; ++i)
      for (std::size_t t = 0; t < 2; ++t)
        if (force_[at(side)].troop[t].any(army(side).front[t].of(half.needs[i]))) return true;
    return false;
  }

  int fighters(Side side) const noexcept {
    return force_[at(side)].in(Theater::space).number(front(side, Theater::space).fighters);
  }

  bool holds(const Effect& effect, Side side) const noexcept {
    switch (effect.condition) {
      case Condition::more_fighters: {
        const Side empire = army(side).empire() ? side : other(side);
        return fighters(empire) > fighters(other(empire));
      }
      case Condition::no_shield_generator:
        return generators(other(side)) == 0;
      default:
        return true;
    }
  }

  Mask colored(const Front& his, HealthColor color) const noexcept {
    return color == HealthColor::any ? his.damageable
                                     : his.color[color == HealthColor::red ? 0 : 1];
  }

  /// Living enemy units that the effect may be used on, by theater of the unit.
  Mask victims_of(const Effect& effect, Side side, Theater& theater) const noexcept {
    const Side enemy = other(side);
    if (effect.target == Target::enemy_triangle_ground) theater = Theater::ground;
    const Front& his = front(enemy, theater);
    const Troop& there = force_[at(enemy)].in(theater);
    Mask open = targets_of(army(enemy), force_[at(enemy)], theater) & colored(his, effect.color);
    switch (effect.target) {
      case Target::one_enemy_capital:
        open &= his.capitals;
        break;
      case Target::one_enemy_walker:
        open &= his.walkers;
        break;
      case Target::enemy_triangle_ground:
        open &= his.triangles;
        break;
      case Target::enemy_structure:
        open &= his.structures;
        break;
      default:
        break;
    }
    return there.occupied & open;
  }

  /// Whether the effect would do something now.
  bool works(const Effect& effect, Side side, Theater theater, const Half* his) const noexcept {
    if (!holds(effect, side)) return false;
    const Side enemy = other(side);
    const Troop& own = force_[at(side)].in(theater);
    switch (effect.op) {
      case Op::deal:
      case Op::destroy: {
        Theater where = theater;
        return victims_of(effect, side, where) != 0;
      }
      case Op::prevent: {
        const Dice his_dice =
            pool(army(enemy), force_[at(enemy)], theater, round_, enemy_cannons(enemy));
        return (effect.dice.red > 0 && his_dice.red > 0) ||
               (effect.dice.black > 0 && his_dice.black > 0) ||
               (effect.direct > 0 && his_dice != Dice{});
      }
      case Op::gain_unit:
        return gained(effect, side) < kGroups;
      case Op::remove_damage:
        return own.any(effect.target == Target::own_unit_not_frigate
                           ? ~front(side, theater).frigates
                           : ~Mask{0});
      case Op::redirect_damage: {
        const Mask shields = front(side, theater).of(effect.unit);
        return own.any(shields & front(side, theater).damageable) && own.any(~shields);
      }
      case Op::cancel_enemy_card:
        // Open cards (Good Intel): only a card that matters is worth it.
        if (army(side).sees_hand) return his && his->value >= 25;
        return can_play_card(enemy, theater);
      case Op::enemy_plays_no_card:
        return true;
      case Op::attack_after_enemy:
        return second_[at(theater)] != at(side) &&
               (side == Side::attacker || second_[at(theater)] != kNobody);
      case Op::no_special_healing:
        return true;
      case Op::retreat_now:
        return plans_retreat(side) && may_leave(side);
      case Op::additional_card:
        return cards_in(hand_[at(side)][at(theater)]) > 1;
      default:
        return false;
    }
  }

  /// The group of which the effect would bring a unit, where there is room for one more.
  std::size_t gained(const Effect& effect, Side side) const noexcept {
    const UnitId id =
        effect.target == Target::own_triangle_ground ? UnitId::rebel_trooper : effect.unit;
    for (std::size_t g = 0; g < army(side).group_count; ++g)
      if (army(side).groups[g].unit->number == id)
        return survivors(army(side), force_[at(side)], g) < army(side).groups[g].most ? g : kGroups;
    return kGroups;
  }

  bool can_play_card(Side side, Theater theater) const noexcept {
    return no_card_[at(side)][at(theater)] != round_ && hand_[at(side)][at(theater)] != 0 &&
           army(side).choices.card_choice != CardChoice::none;
  }

  /// The half that a side picks: the first in its order that would do something now.
  const Half* choose(Side side, Theater theater, bool additional, const Half* his) const noexcept {
    if (!can_play_card(side, theater)) return nullptr;
    const Hand hand = hand_[at(side)][at(theater)];
    const Preference& order = arena_.preference[at(side)][at(theater)];
    for (std::size_t i = 0; i < order.count; ++i) {
      const Half& half = order.halves[i];
      if (!(hand >> half.card & 1) || !in_system(side, half)) continue;
      for (const Effect& effect : half.effects) {
        if (effect.op == Op::nothing) break;
        // An additional card neither cancels nor is cancelled.
        if (additional && (effect.op == Op::cancel_enemy_card || effect.op == Op::additional_card))
          continue;
        if (works(effect, side, theater, his)) return &half;
      }
    }
    return nullptr;
  }

  /// A card is used; using the last one brings the others of the deck back.
  void use_card(Side side, Theater theater, std::uint8_t card) noexcept {
    Hand& hand = hand_[at(side)][at(theater)];
    hand = static_cast<Hand>(hand & ~(1u << card));
    if (hand == 0) hand = static_cast<Hand>(0xff & ~(1u << card));
  }

  /// A card must be played, if only for nothing: then the one that the side would miss least.
  void waste_card(Side side, Theater theater) noexcept {
    const Hand hand = hand_[at(side)][at(theater)];
    if (no_card_[at(side)][at(theater)] == round_ || hand == 0) return;
    const Preference& order = arena_.preference[at(side)][at(theater)];
    std::uint8_t card = static_cast<std::uint8_t>(lowest(hand));
    Hand seen = 0;
    for (std::size_t i = 0; i < order.count; ++i) {
      const auto one = static_cast<Hand>(1u << order.halves[i].card);
      if ((hand & one) && !(seen & one)) card = order.halves[i].card;
      seen = static_cast<Hand>(seen | one);
    }
    use_card(side, theater, card);
  }

  /// Whether the half cancels the enemy's card: always, or where the side leaves by it.
  static bool cancels(const Half& half, bool left_now) noexcept {
    for (const Effect& effect : half.effects)
      if (effect.op == Op::cancel_enemy_card)
        return left_now || effect.condition != Condition::retreated;
    return false;
  }

  void play_cards(Theater theater) noexcept {
    prevention_ = {};
    removes_ = redirects_ = {};
    unhealed_ = {};
    pinned_ = {};
    gone_ = {};
    if (theater == Theater::ground && arena_.generators) take_back();
    // Both pick in secret, unless one side's cards are open: then it chooses first.
    std::array<const Half*, 2> picked{};
    const Side open = army(Side::attacker).sees_hand ? Side::defender : Side::attacker;
    picked[at(open)] = choose(open, theater, false, nullptr);
    picked[at(other(open))] = choose(other(open), theater, false, picked[at(open)]);
    for (Side side : kSides) {
      if (picked[at(side)]) {
        use_card(side, theater, picked[at(side)]->card);
        count(side, theater, *picked[at(side)]);
      } else {
        waste_card(side, theater);
      }
    }
    // FAQ p.6: a defender who cancels resolves first, so his cancel comes before the other's.
    const bool turned = picked[1] && cancels(*picked[1], true);
    const Side first = turned ? Side::defender : Side::attacker;
    std::array<bool, 2> cancelled{};
    for (const Side side : {first, other(first)}) {
      if (!picked[at(side)] || cancelled[at(side)]) continue;
      const bool left_now = resolve(side, theater, *picked[at(side)], true);
      cancelled[at(other(side))] = cancels(*picked[at(side)], left_now);
    }
    for (Side side : kSides)
      for (std::size_t t = 0; t < 2; ++t)
        for (std::size_t i = 0; i < gone_[at(side)].count[t]; ++i) {
          const std::size_t cell = gone_[at(side)].cell[t][i];
          Troop& there = force_[at(side)].troop[t];
          const Front& mine = army(side).front[t];
          // A further card may have damaged it meanwhile.
          const std::size_t doomed = mine.after[cell][mine.remaining[cell]];
          if (there.count[cell] > 0)
            remove_one(mine, there, cell);
          else if (there.count[doomed] > 0)
            remove_one(mine, there, doomed);
        }
  }

  void count(Side side, Theater theater, const Half& half) noexcept {
    const auto what = static_cast<std::uint32_t>(at(theater)) * 2 * kAdvancedDeck + half.card * 2u +
                      (half.top ? 0 : 1);
    teller_.mark(side, what);
    if constexpr (Teller::kTells) teller_.plays_half(side, theater, half);
  }

  /// Shield Generators take chosen ground cards back from the discard.
  void take_back() noexcept {
    for (Side side : kSides)
      for (int cards = generators(side); cards > 0; --cards) {
        Hand& hand = hand_[at(side)][1];
        const Preference& order = arena_.preference[at(side)][1];
        for (std::size_t i = 0; i < order.count; ++i)
          if (!(hand >> order.halves[i].card & 1) && in_system(side, order.halves[i])) {
            hand = static_cast<Hand>(hand | 1u << order.halves[i].card);
            break;
          }
      }
  }

  /// Resolves one half; true where the side retreated by it.
  bool resolve(Side side, Theater theater, const Half& half, bool may_add) noexcept {
    bool left_now = false;
    for (const Effect& effect : half.effects) {
      if (effect.op == Op::nothing) break;
      if (!holds(effect, side)) continue;
      apply(effect, side, theater, half, may_add, left_now);
    }
    return left_now;
  }

  void apply(const Effect& effect, Side side, Theater theater, const Half& half, bool may_add,
             bool& left_now) noexcept {
    const Side enemy = other(side);
    Theater where = theater;
    switch (effect.op) {
      case Op::deal: {
        const Mask open = victims_of(effect, side, where);
        if (!open) return;
        moved_ = true;
        const Front& his = front(enemy, where);
        Troop& there = troop(enemy, where);
        if (effect.target == Target::enemy_unit) {
          // What is more than all health has to be healed too.
          const int beyond = take(his, there, open, effect.amount);
          Excess& excess = excess_[at(enemy)];
          if (effect.color == HealthColor::any)
            pile_any(his, there, beyond, excess);
          else
            pile(his, there, effect.color == HealthColor::black, beyond, excess);
          return;
        }
        const std::size_t cell = best_victim(his, open, effect.amount);
        take_on(his, there, cell, effect.amount, excess_[at(enemy)]);
        if (half.effects[1].op == Op::no_damage_removal) {
          // No damage comes off the ship just hit; ships of its type cannot be told apart.
          const Unit& unit = *army(enemy).groups[his.group[cell]].unit;
          pinned_[at(enemy)] = his.of(unit.number);
        }
        return;
      }
      case Op::destroy: {
        const Mask open = victims_of(effect, side, where);
        if (!open) return;
        moved_ = true;
        Gone& gone = gone_[at(enemy)];
        const std::size_t t = at(where);
        if (gone.count[t] < gone.cell[t].size())
          gone.cell[t][gone.count[t]++] = static_cast<std::uint8_t>(most_worth(enemy, where, open));
        return;
      }
      case Op::prevent:
        prevention_[at(side)].red += effect.dice.red;
        prevention_[at(side)].black += effect.dice.black;
        prevention_[at(side)].direct += effect.direct;
        return;
      case Op::gain_unit: {
        const std::size_t group = gained(effect, side);
        if (group >= kGroups) return;
        const Group& what = army(side).groups[group];
        put(front(side, what.unit->theater), troop(side, what.unit->theater), what.fresh);
        moved_ = true;
        return;
      }
      case Op::remove_damage:
        removes_[at(side)] = effect.amount;
        removes_from_[at(side)] = effect.target == Target::own_unit_not_frigate
                                      ? ~front(side, theater).frigates
                                      : ~Mask{0};
        return;
      case Op::redirect_damage:
        redirects_[at(side)] = effect.amount;
        redirects_to_[at(side)] = effect.unit;
        return;
      case Op::no_special_healing:
        unhealed_[at(enemy)] = true;
        return;
      case Op::enemy_plays_no_card:
        no_card_[at(enemy)][at(theater)] = round_ + 1;
        return;
      case Op::attack_after_enemy:
        second_[at(theater)] = static_cast<std::uint8_t>(at(side));
        return;
      case Op::retreat_now:
        if (plans_retreat(side) && may_leave(side)) {
          leave(side);
          left_now = true;
        }
        return;
      case Op::additional_card:
        if (may_add)
          if (const Half* more = choose(side, theater, true, nullptr)) {
            use_card(side, theater, more->card);
            count(side, theater, *more);
            resolve(side, theater, *more, false);
          }
        return;
      default:
        return;
    }
  }

  /// The unit on which a lot of damage does most: one that it destroys, otherwise the next target.
  static std::size_t best_victim(const Front& his, Mask open, int damage) noexcept {
    for (int left = std::min<int>(damage, kMostHealth); left > 0; --left)
      if (const Mask dies = open & his.left[static_cast<std::size_t>(left)]) return lowest(dies);
    return lowest(open);
  }

  std::size_t most_worth(Side side, Theater theater, Mask open) const noexcept {
    const Front& mine = front(side, theater);
    std::size_t best = lowest(open);
    for (Mask left = open; left; left &= left - 1) {
      const std::size_t cell = lowest(left);
      if (army(side).groups[mine.group[cell]].worth > army(side).groups[mine.group[best]].worth)
        best = cell;
    }
    return best;
  }

  // --- the end of a round (sections 5 to 7) ---

  /// After the space step: three dice, any direct hit destroys a Death Star.
  void try_plans() noexcept {
    write_out();
    for (Side side : kSides) {
      plans_revealed_ = false;
      if (!army(side).choices.death_star_plans) continue;
      Force& own = force_[at(side)];
      if (own.plans != Force::Plans::open) return;
      const Side empire = other(side);
      const Front& his = front(empire, Theater::space);
      if (!troop(empire, Theater::space).any(his.stations) ||
          !troop(side, Theater::space).any(front(side, Theater::space).fighters))
        return;
      plans_revealed_ = true;
      if (force_[at(empire)]
              .in(Theater::ground)
              .any(front(empire, Theater::ground).of(UnitId::shield_bunker)))
        return;
      moved_ = true;
      const Roll shown = arena_.dice->roll({3, 0, 0}, random_);
      if constexpr (Teller::kTells) teller_.tries_plans(shown.direct() > 0);
      if (shown.direct() > 0) {
        destroy_station(army(empire), force_[at(empire)]);
        own.plans = Force::Plans::scored;
        reshuffled(empire);
      }
      return;
    }
  }

  bool plans_retreat(Side side) const noexcept {
    return army(side).retreat.round > 0 && round_ >= army(side).retreat.round;
  }

  bool may_leave(Side side) const noexcept {
    const Side enemy = other(side);
    return !held_[at(side)] &&
           free_to_retreat(army(side), force_[at(side)], without_transport_[at(side)]) &&
           !(force_[at(enemy)].in(Theater::space).empty() &&
             force_[at(enemy)].in(Theater::ground).empty()) &&
           !holds_enemy(army(enemy), force_[at(enemy)]);
  }

  /// Something other than an attack has changed the side's units.
  void reshuffled(Side side) noexcept {
    moved_ = true;
    if constexpr (kBooks)
      for (Theater theater : kBothTheaters)
        page_[at(side)][at(theater)] = book(side, theater).find(troop(side, theater));
  }

  void leave(Side side) noexcept {
    retreat(army(side), force_[at(side)], without_transport_[at(side)]);
    reshuffled(side);
    if constexpr (Teller::kTells) teller_.leaves(*this, side);
  }

  bool retreat_is_coming() noexcept {
    write_out();
    for (Side side : kSides)
      if (round_ < army(side).retreat.round && free_to_retreat(army(side), force_[at(side)]))
        return true;
    return false;
  }

  void leave_or_lose() noexcept {
    write_out();
    for (Side side : kSides)
      if (jams_[at(side)]) flee_jammed(side);
    // Nobody leaves a combat that is over.
    for (Side side : kSides) {
      if (!(both_in(Theater::space) || both_in(Theater::ground))) break;
      if (!arena_.may_leave[at(side)]) continue;
      const Troop& ships = force_[at(side)].in(Theater::space);
      const Mask transports = front(side, Theater::space).transports;
      const bool alone = ships.any(transports) && !ships.any(~transports) &&
                         !force_[at(other(side))].in(Theater::space).empty();
      if ((plans_retreat(side) || alone) && may_leave(side)) leave(side);
    }
    for (Theater theater : kBothTheaters) {
      if (!arena_.may_be_left_alone[at(theater)] || !both_in(theater)) continue;
      std::array<bool, 2> weak;
      for (Side side : kSides) weak[at(side)] = only_weak(army(side), force_[at(side)], theater);
      for (Side side : kSides)
        if (weak[at(side)]) {
          lose_weak(army(side), force_[at(side)], theater);
          reshuffled(side);
          if constexpr (Teller::kTells) teller_.left_alone(side, theater);
        }
    }
  }

  /// A lone Death Star that two Ion Cannons have silenced: Rebel ships leave or are lost (FAQ p.1).
  void flee_jammed(Side rebels) noexcept {
    const Side empire = other(rebels);
    const Troop& station = force_[at(empire)].in(Theater::space);
    if (station.empty() || station.any(~front(empire, Theater::space).death_stars) ||
        !force_[at(empire)].in(Theater::ground).empty() || station.number(~Mask{0}) != 1 ||
        ion_cannons(army(rebels), force_[at(rebels)]) < 2 || plans_revealed_ ||
        troop(rebels, Theater::space).empty())
      return;
    if (may_leave(rebels)) {
      leave(rebels);
    } else {
      remove_all(front(rebels, Theater::space), troop(rebels, Theater::space), ~Mask{0});
      reshuffled(rebels);
      if constexpr (Teller::kTells) teller_.left_alone(rebels, Theater::space);
    }
  }

  static constexpr std::uint8_t kNobody = 2;
  struct Gone {
    std::array<std::uint8_t, 2> count{};
    std::array<std::array<std::uint8_t, 4>, 2> cell{};
  };

  /// What one attack of a base combat has come to.
  struct Attack {
    Roll shown;
    int specials = 0;  ///< not yet spent
    int kept = 0;      ///< of them, for cards
    Hits left;         ///< found no living target
    Excess excess;
  };

  const Arena& arena_;
  Xoshiro& random_;
  Teller& teller_;
  // What every attack looks at comes first: few lines of memory for each combat.
  std::array<std::array<const Page*, 2>, 2> page_{};  ///< [side][theater]
  int round_ = 0;
  std::array<std::uint32_t, 2> rounds_{};  ///< theater steps played
  std::array<bool, 2> fought_{};
  unsigned rolled_ = 0;            ///< who rolled a die in this theater step: bits
  bool moved_ = false;             ///< somebody could hurt somebody in this round
  bool desperate_ = false;         ///< nobody could in the last one
  bool stalled_ = false;           ///< nothing can change any more
  std::array<bool, 2> blocked_{};  ///< may not block in this theater step
  bool plans_revealed_ = false;
  std::array<bool, 2> held_{};               ///< may not retreat this round
  std::array<bool, 2> without_transport_{};  ///< needs no transport this round
  std::array<bool, 2> jams_{can_jam(Side::attacker), can_jam(Side::defender)};
  bool ends_plainly_ = !(jams_[0] || jams_[1] || arena_.may_leave[0] || arena_.may_leave[1] ||
                         arena_.may_be_left_alone[0] || arena_.may_be_left_alone[1]);
  Attack attack_;
  std::array<std::array<Hand, 2>, 2> hand_{};  ///< [side][theater]
  std::array<Deck, 2> deck_{};
  std::array<Hand, 2> discard_{};
  std::array<Force, 2> force_;
  // Cinematic: what the cards of this step and of this combat have set up.
  std::array<Excess, 2> excess_{};
  std::array<Prevention, 2> prevention_{};
  std::array<int, 2> removes_{}, redirects_{};
  std::array<Mask, 2> removes_from_{}, pinned_{};
  std::array<UnitId, 2> redirects_to_{};
  std::array<bool, 2> unhealed_{};
  std::array<Gone, 2> gone_{};
  std::array<std::array<int, 2>, 2> no_card_{};  ///< [side][theater]: the round without a card
  std::array<std::uint8_t, 2> second_{kNobody, kNobody};  ///< who attacks second, by card

  bool can_jam(Side side) const noexcept {
    return !army(side).empire() &&
           arena_.start[at(side)]
                   .in(Theater::ground)
                   .number(front(side, Theater::ground).of(UnitId::ion_cannon)) > 1;
  }
};

}  // namespace broadside::rebellion
