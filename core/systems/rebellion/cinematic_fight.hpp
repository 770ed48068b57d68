#pragma once
// Question: how do two sides attack each other in cinematic combat, with advanced tactic cards?
//
// RULES 8: both play a card in secret, then attack, healing with specials.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/systems/rebellion/card_chooser.hpp"

namespace broadside::rebellion {

template <bool kCards, class Teller>
class alignas(64) CinematicFight final : public CardChooser<kCards, Teller> {
  using Shared = CardChooser<kCards, Teller>;
  using Shared::arena_, Shared::teller_, Shared::round_, Shared::rolled_, Shared::moved_,
      Shared::hand_, Shared::force_, Shared::army, Shared::front, Shared::troop, Shared::reading,
      Shared::enemy_cannons, Shared::generators, Shared::roll, Shared::roll_special, Shared::reroll,
      Shared::plans_retreat, Shared::may_leave, Shared::leave, Shared::kNobody, Shared::no_card_,
      Shared::second_, Shared::choose, Shared::in_system, Shared::holds, Shared::victims_of,
      Shared::gained, Shared::best_victim, Shared::most_worth;

 public:
  static constexpr bool kCinematicRules = true;
  using Shared::Shared, Shared::begin_step, Shared::end_step;

  void begin() noexcept {
    Shared::begin();
    if constexpr (kCards) deal_hands();
  }

  void attack_each_other(Theater theater) noexcept {
    excess_ = {};
    if constexpr (kCards) play_cards(theater);
    Side first = Side::attacker;
    if constexpr (kCards) {
      if (second_[theater] == at(Side::attacker)) first = Side::defender;
      if (reading().second_resets) second_[theater] = kNobody;
    }
    attack(first, theater, true);
    attack(other(first), theater, false);
    for (Side side : kSides) clear_doomed(front(side, theater), troop(side, theater));
  }

 private:
  void deal_hands() noexcept {
    for (Side side : kSides) {
      hand_[side] = army(side).hand;
      no_card_[side] = {};
      if (army(side).no_space_cards_first) no_card_[side][0] = 1;
    }
    second_ = {kNobody, kNobody};
    if constexpr (Teller::kTells) teller_.hands(*this, hand_);
  }

  void attack(Side side, Theater theater, bool enemy_follows) noexcept {
    const Side enemy = other(side);
    const Dice mine = pool(army(side), force_[side], theater, round_, enemy_cannons(side));
    if (mine != Dice{}) rolled_ |= 1u << at(side);
    const Mask targets = targets_of(army(enemy), force_[enemy], theater);
    Use use = use_of(side, theater, targets);
    if (troop(enemy, theater).any(targets) && mine != Dice{}) moved_ = true;
    const Front& own_front = front(side, theater);
    Troop& own = troop(side, theater);
    const bool own_heal = heals(side);
    if (mine != Dice{}) {
      Roll shown = arena_.special_dice ? roll_special(side, theater, mine, use) : roll(side, mine);
      int again = army(side).tactic[theater];
      if (army(side).ring.in(round_, theater)) ++again;
      if (again > 0 && own_heal) {
        use.red_specials = healable(own_front, own, 0, excess_[side], ~pinned_[side]);
        use.black_specials = healable(own_front, own, 1, excess_[side], ~pinned_[side]);
      }
      if (again > 0) reroll(side, shown, use, again);
      if (own_heal) {
        Excess& excess = excess_[side];
        heal(own_front, own, 0, shown.red.special(), army(side).choices.healing, excess,
             ~pinned_[side]);
        heal(own_front, own, 1, shown.black.special(), army(side).choices.healing, excess,
             ~pinned_[side]);
      }
      Hits hits{shown.red.hit(), shown.black.hit(), shown.direct(), 0};
      if (theater == Theater::space && army(side).black_as_red > 0) {
        // Hits that find no black health count as red before anything is prevented (RULES 8.15).
        hits.convertible = army(side).black_as_red;
        if (!troop(enemy, theater).any(targets & front(enemy, theater).color[1])) {
          const int turned = std::min(hits.black, hits.convertible);
          hits.black -= turned;
          hits.red += turned;
          hits.convertible -= turned;
        }
      }
      if constexpr (kCards) prevent(enemy, shown, hits);
      assign(army(enemy), force_[enemy], theater, army(side).choices.targets, hits, excess_[enemy]);
    }
    if constexpr (kCards) repair(enemy, theater, enemy_follows);
    if constexpr (Teller::kTells)
      teller_.assigned(arena_.army(enemy), enemy, troop(enemy, theater), theater);
  }

  /// Whether the side's specials take damage off in this step.
  bool heals(Side side) const noexcept {
    return army(side).choices.healing != Healing::never && !unhealed_[side];
  }

  /// Which faces are of use against this enemy.
  Use use_of(Side side, Theater theater, Mask targets) const noexcept {
    const Front& his = front(other(side), theater);
    const Troop& enemy = force_[other(side)].in(theater);
    Use use;
    use.red_hit = enemy.any(targets & his.color[0]);
    use.black_hit = enemy.any(targets & his.color[1]) ||
                    (army(side).black_as_red > 0 && theater == Theater::space);
    return use;
  }

  /// At the start of Assign the attacker takes dice away that show the named icons.
  void prevent(Side side, const Roll& shown, Hits& hits) noexcept {
    Prevention& against = prevention_[side];
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

  /// What a card lets the side do once the enemy has assigned his damage. `attacks`: its own attack
  /// is still to come, and with it specials that may finish what the card has begun.
  void repair(Side side, Theater theater, bool attacks) noexcept {
    const Front& mine = front(side, theater);
    Troop& own = troop(side, theater);
    Excess& excess = excess_[side];
    if (const int most = removes_[side]; most > 0) {
      const Mask may = removes_from_[side] & ~pinned_[side];
      const int left = heal_cells(mine, own, may, most, Healing::save, excess);
      if (left > 0 && attacks && heals(side)) {
        const Dice dice = pool(army(side), force_[side], theater, round_, enemy_cannons(side));
        relieve_doomed(mine, own, may, left, {dice.red, dice.black}, excess);
      }
    }
    if (const int most = redirects_[side]; most > 0)
      redirect(army(side), mine, own, mine.of(redirects_to_[side]), most, excess);
    removes_[side] = redirects_[side] = 0;
  }

  /// Damage goes to a structure where that saves a unit, and no more of it (RULES 9.18): to one
  /// that stands afterwards, else to one that is lost already, else to one that is given up for a
  /// unit worth more.
  static void redirect(const Army& army, const Front& mine, Troop& own, Mask shields, int most,
                       Excess& excess) noexcept {
    const Mask standing = own.occupied & shields & mine.damageable;
    const Mask lost = own.occupied & shields & mine.doomed;
    if (!standing && !lost) return;
    Troop saved = own;
    Excess less = excess;
    const int moved = most - save_doomed(mine, saved, ~shields, most, less);
    if (moved == 0) return;
    const std::size_t shield = highest(standing ? standing : lost);
    if (standing && moved < mine.remaining[shield]) {
      own = saved;
      excess = less;
      take_on(mine, own, shield, moved, excess);
      return;
    }
    if (lost) {
      own = saved;
      excess = less;
      burden(mine, highest(lost), moved, excess);
      return;
    }
    // What the structure can bear, and whom that would not save.
    Troop spared = own;
    Excess least = excess;
    const int bears = mine.remaining[shield] - 1;
    const int carried = bears - save_doomed(mine, spared, ~shields, bears, least);
    std::size_t first = kCells;
    for (Mask left = own.occupied & mine.doomed & ~shields; left; left &= left - 1)
      if (saved.count[lowest(left)] < spared.count[lowest(left)]) first = lowest(left);
    const auto worth = [&](std::size_t cell) { return army.groups[mine.group[cell]].worth; };
    const bool gives_up = first != kCells && worth(first) > worth(shield);
    own = gives_up ? saved : spared;
    excess = gives_up ? less : least;
    if (gives_up || carried > 0) take_on(mine, own, shield, gives_up ? moved : carried, excess);
  }

  // --- advanced tactic cards ---

  void play_cards(Theater theater) noexcept {
    prevention_ = {};
    removes_ = redirects_ = {};
    unhealed_ = {};
    pinned_ = {};
    gone_ = {};
    if (theater == Theater::ground && arena_.generators) take_back();
    // Both pick in secret, unless one side's cards are open: then it chooses first.
    BySide<const Half*> picked{};
    const Side open = army(Side::attacker).sees_hand ? Side::defender : Side::attacker;
    picked[open] = choose(open, theater, false, nullptr);
    picked[other(open)] = choose(other(open), theater, false, picked[open]);
    for (Side side : kSides) {
      if (picked[side]) {
        use_card(side, theater, picked[side]->card);
        count(side, theater, *picked[side]);
      } else {
        waste_card(side, theater);
      }
    }
    // RULES 8.3: a defender who cancels resolves first, so his cancel comes before the other's.
    const bool turned = picked[1] && cancels(*picked[1], true);
    const Side first = turned ? Side::defender : Side::attacker;
    BySide<bool> cancelled{};
    for (const Side side : {first, other(first)}) {
      if (!picked[side] || cancelled[side]) continue;
      const bool left_now = resolve(side, theater, *picked[side], true);
      cancelled[other(side)] = cancels(*picked[side], left_now);
    }
    for (Side side : kSides)
      for (std::size_t t = 0; t < 2; ++t)
        for (std::size_t i = 0; i < gone_[side].count[t]; ++i) {
          const std::size_t cell = gone_[side].cell[t][i];
          Troop& there = force_[side].troop[t];
          const Front& mine = army(side).front[t];
          // A further card may have damaged it meanwhile.
          const std::size_t doomed = mine.after[cell][mine.remaining[cell]];
          if (there.count[cell] > 0)
            remove_one(mine, there, cell);
          else if (there.count[doomed] > 0)
            remove_one(mine, there, doomed);
        }
  }

  /// A card is used; using the last one brings the others of the deck back.
  void use_card(Side side, Theater theater, std::uint8_t card) noexcept {
    Hand& hand = hand_[side][theater];
    hand = static_cast<Hand>(hand & ~(1u << card));
    if (hand == 0) hand = static_cast<Hand>(0xff & ~(1u << card));
  }

  /// A card must be played, if only for nothing: then the one that the side would miss least.
  void waste_card(Side side, Theater theater) noexcept {
    const Hand hand = hand_[side][theater];
    if (no_card_[side][theater] == round_ || hand == 0) return;
    const Preference& order = arena_.preference[side][theater];
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

  void count(Side side, Theater theater, const Half& half) noexcept {
    const auto what = static_cast<std::uint32_t>(at(theater)) * 2 * kAdvancedDeck + half.card * 2u +
                      (half.top ? 0 : 1);
    teller_.incident(side, what);
    if constexpr (Teller::kTells) teller_.plays_half(side, theater, half);
  }

  /// Shield Generators take chosen ground cards back from the discard.
  void take_back() noexcept {
    for (Side side : kSides)
      for (int cards = generators(side); cards > 0; --cards) {
        Hand& hand = hand_[side][1];
        const Preference& order = arena_.preference[side][1];
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
      case Op::deal:
        deal(effect, side, theater, half);
        return;
      case Op::destroy: {
        const Mask open = victims_of(effect, side, where);
        if (!open) return;
        moved_ = true;
        Gone& gone = gone_[enemy];
        const std::size_t t = at(where);
        if (gone.count[t] < gone.cell[t].size())
          gone.cell[t][gone.count[t]++] = static_cast<std::uint8_t>(most_worth(enemy, where, open));
        return;
      }
      case Op::prevent:
        prevention_[side].red += effect.dice.red;
        prevention_[side].black += effect.dice.black;
        prevention_[side].direct += effect.direct;
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
        removes_[side] = effect.amount;
        removes_from_[side] = effect.target == Target::own_unit_not_frigate
                                  ? ~front(side, theater).frigates
                                  : ~Mask{0};
        return;
      case Op::redirect_damage:
        redirects_[side] = effect.amount;
        redirects_to_[side] = effect.unit;
        return;
      case Op::no_special_healing:
        unhealed_[enemy] = true;
        return;
      case Op::enemy_plays_no_card:
        no_card_[enemy][theater] = round_ + 1;
        return;
      case Op::attack_after_enemy:
        second_[theater] = static_cast<std::uint8_t>(at(side));
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

  /// Damage on units of the enemy: on one of them, or on whichever he would lose first.
  void deal(const Effect& effect, Side side, Theater where, const Half& half) noexcept {
    const Side enemy = other(side);
    const Mask open = victims_of(effect, side, where);
    if (!open) return;
    moved_ = true;
    const Front& his = front(enemy, where);
    Troop& there = troop(enemy, where);
    if (effect.target == Target::enemy_unit) {
      // What is more than all health has to be healed too.
      const int beyond = take(his, there, open, effect.amount);
      Excess& excess = excess_[enemy];
      if (effect.color == HealthColor::any)
        pile_any(his, there, beyond, excess);
      else
        pile(his, there, effect.color == HealthColor::black, beyond, excess);
      return;
    }
    const std::size_t cell = best_victim(his, open, effect.amount);
    take_on(his, there, cell, effect.amount, excess_[enemy]);
    if (half.effects[1].op == Op::no_damage_removal) {
      // No damage comes off the ship just hit; ships of its type cannot be told apart.
      const Unit& unit = *army(enemy).groups[his.group[cell]].unit;
      pinned_[enemy] = his.of(unit.number);
    }
  }

  /// Units that cards destroy when both have been resolved.
  struct Gone {
    ByTheater<std::uint8_t> count{};
    ByTheater<std::array<std::uint8_t, 4>> cell{};
  };
  /// Icons whose damage a card prevents.
  struct Prevention {
    int red = 0, black = 0, direct = 0;
  };

  // What the cards of this step and of this combat have set up.
  BySide<Excess> excess_{};
  BySide<Prevention> prevention_{};
  BySide<int> removes_{}, redirects_{};
  BySide<Mask> removes_from_{}, pinned_{};
  BySide<UnitId> redirects_to_{};
  BySide<bool> unhealed_{};
  BySide<Gone> gone_{};
};

}  // namespace broadside::rebellion
