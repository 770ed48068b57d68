#pragma once
// Question: which advanced tactic card does a side choose, and what may a card be used on?
//
// The half that does most as the battle stands (RULES 9.8): damage dealt, damage kept away, dice
// that are not rolled. What a card prevents depends on the dice it meets, so most of them are worth
// more in the first round than later. Constants were chosen on random combats, against opponents
// that play best or bottom halves.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/systems/rebellion/fight.hpp"
#include "core/systems/rebellion/outlook.hpp"

namespace broadside::rebellion {

template <bool kCards, class Teller>
class CardChooser : public Fight<kCards, false, Teller> {
  using Shared = Fight<kCards, false, Teller>;

 public:
  using Shared::Shared;

 protected:
  using Shared::arena_, Shared::round_, Shared::hand_, Shared::force_, Shared::army, Shared::front,
      Shared::enemy_cannons, Shared::generators, Shared::plans_retreat, Shared::may_leave;
  static constexpr std::uint8_t kNobody = 2;

  /// The half that a side picks; nothing where none does anything. Halves are listed by the most
  /// that they can do, so that few of them are looked at.
  const Half* choose(Side side, Theater theater, bool additional, const Half* his) const noexcept {
    if (!can_play_card(side, theater)) return nullptr;
    const Hand hand = hand_[side][theater];
    const Preference& order = arena_.preference[side][theater];
    const BySide<Outlook> outlook = look(theater);
    const Half* best = nullptr;
    int most = 0;
    for (std::size_t i = 0; i < order.count; ++i) {
      const Half& half = order.halves[i];
      if (half.most <= most) break;
      if (!(hand >> half.card & 1) || !in_system(side, half)) continue;
      const int worth = worth_of(half, side, theater, outlook, additional, his);
      if (worth > most) {
        most = worth;
        best = &half;
      }
    }
    return best;
  }

  bool holds(const Effect& effect, Side side) const noexcept {
    switch (effect.condition) {
      case Condition::more_fighters: {
        const Side empire = army(side).empire() ? side : other(side);
        return fighters(empire) > fighters(other(empire));
      }
      case Condition::no_shield_generator:
        return generators(other(side)) == 0;
      case Condition::retreated:
        return plans_retreat(side) && may_leave(side);
      default:
        return true;
    }
  }

  bool in_system(Side side, const Half& half) const noexcept {
    if (half.icons == 0) return true;
    for (std::size_t i = 0; i < half.icons; ++i)
      for (std::size_t t = 0; t < 2; ++t)
        if (force_[side].troop[t].any(army(side).front[t].of(half.needs[i]))) return true;
    return false;
  }

  /// Living enemy units that the effect may be used on, by theater of the unit.
  Mask victims_of(const Effect& effect, Side side, Theater& theater) const noexcept {
    const Side enemy = other(side);
    if (effect.target == Target::enemy_triangle_ground) theater = Theater::ground;
    const Front& his = front(enemy, theater);
    const Troop& there = force_[enemy].in(theater);
    Mask open = targets_of(army(enemy), force_[enemy], theater) & colored(his, effect.color);
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

  /// The group of which the effect would bring a unit, where there is room for one more.
  std::size_t gained(const Effect& effect, Side side) const noexcept {
    const UnitId id =
        effect.target == Target::own_triangle_ground ? UnitId::rebel_trooper : effect.unit;
    for (std::size_t g = 0; g < army(side).group_count; ++g)
      if (army(side).groups[g].unit->number == id)
        return survivors(army(side), force_[side], g) < army(side).groups[g].most ? g : kGroups;
    return kGroups;
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

 private:
  BySide<Outlook> look(Theater theater) const noexcept {
    BySide<Outlook> outlook;
    for (Side side : kSides) {
      const Force& force = force_[side];
      outlook[side] = outlook_of(front(side, theater), force.in(theater),
                                 targets_of(army(side), force, theater),
                                 pool(army(side), force, theater, round_, enemy_cannons(side)));
      outlook[side].turns = theater == Theater::space && army(side).black_as_red > 0;
    }
    return outlook;
  }

  int worth_of(const Half& half, Side side, Theater theater, const BySide<Outlook>& outlook,
               bool additional, const Half* his) const noexcept {
    int worth = 0;
    for (const Effect& effect : half.effects) {
      if (effect.op == Op::nothing) break;
      // An additional card neither cancels nor is cancelled.
      if (additional && (effect.op == Op::cancel_enemy_card || effect.op == Op::additional_card))
        continue;
      if (!holds(effect, side)) continue;
      if (effect.op == Op::cancel_enemy_card && army(side).sees_hand)
        worth += his ? worth_of(*his, other(side), theater, outlook, true, nullptr) : 0;
      else if (effect.op == Op::additional_card)
        worth += worth_of_another(half, side, theater, outlook);
      else
        worth += worth_of(effect, side, theater, outlook);
    }
    // A further card alone is as good as that card.
    return half.effects[0].op == Op::additional_card ? std::min(worth, 1) : worth;
  }

  /// The best that another card of the hand does beside this one.
  int worth_of_another(const Half& half, Side side, Theater theater,
                       const BySide<Outlook>& outlook) const noexcept {
    const Preference& order = arena_.preference[side][theater];
    int most = 0;
    for (std::size_t i = 0; i < order.count; ++i) {
      const Half& more = order.halves[i];
      if (more.card != half.card && (hand_[side][theater] >> more.card & 1) &&
          in_system(side, more))
        most = std::max(most, worth_of(more, side, theater, outlook, true, nullptr));
    }
    return most;
  }

  /// In hundredths of a damage; 0 where the effect would do nothing.
  int worth_of(const Effect& effect, Side side, Theater theater,
               const BySide<Outlook>& outlook) const noexcept {
    const Outlook &mine = outlook[side], &his = outlook[other(side)];
    const Troop& own = force_[side].in(theater);
    switch (effect.op) {
      case Op::deal:
        return worth_of_deal(effect, side, theater, outlook);
      case Op::destroy:
        return worth_of_destroying(effect, side, theater, outlook);
      case Op::prevent:
        return (mine.health[0] > 0 ? kPrevented[effect.dice.red][his.red_dice_against(mine)] : 0) +
               (mine.health[1] > 0 ? kPrevented[effect.dice.black][his.dice.black] : 0) +
               (effect.direct > 0 ? direct_hit_chance(his.dice) : 0);
      case Op::gain_unit:
        return gained(effect, side) < kGroups ? kDamage * 3 / 2 : 0;
      case Op::remove_damage: {
        const Mask any = effect.target == Target::own_unit_not_frigate
                             ? ~front(side, theater).frigates
                             : ~Mask{0};
        const int there = his.damage_to(mine) + kDamage * (mine.damage[0] + mine.damage[1]);
        return own.any(any) ? std::min(kDamage * effect.amount, there) * 4 / 5 : 0;
      }
      case Op::redirect_damage: {
        const Mask shields = front(side, theater).of(effect.unit);
        const bool works = own.any(shields & front(side, theater).damageable) && own.any(~shields);
        return works ? std::min(kDamage * effect.amount, his.damage_to(mine)) * 3 / 5 : 0;
      }
      case Op::cancel_enemy_card:
        return can_play_card(other(side), theater) ? kWorthOfCard : 0;
      case Op::enemy_plays_no_card: {
        // Only if there is a next round.
        const bool last = his.damage_to(mine) >= kDamage * mine.all_health() ||
                          mine.damage_to(his) >= kDamage * his.all_health();
        return last ? kDamage / 10 : kDamage * 4 / 5;
      }
      case Op::attack_after_enemy: {
        if (is_second(side, theater)) return 0;
        // Own specials take off what has just been hit, and the enemy's do not any more.
        const int heals = std::min(mine.specials(), his.damage_to(mine)) +
                          std::min(his.specials(), mine.damage_to(his));
        return heals * 9 / 10;
      }
      case Op::no_special_healing:
        if (is_second(other(side), theater))
          return std::min(his.specials(), mine.damage_to(his)) + 1;
        return std::min(kSpecial * his.dice.red, kDamage * his.damage[0]) +
               std::min(kSpecial * his.dice.black, kDamage * his.damage[1]) + 1;
      case Op::retreat_now:
        return plans_retreat(side) && may_leave(side) ? kWorthOfLeaving : 0;
      case Op::no_damage_removal:
        return kDamage / 5;
      default:
        return 0;
    }
  }

  int worth_of_deal(const Effect& effect, Side side, Theater theater,
                    const BySide<Outlook>& outlook) const noexcept {
    const Outlook &mine = outlook[side], &his = outlook[other(side)];
    if (effect.target == Target::enemy_unit) {
      if (effect.color == HealthColor::any)
        return kDamage * std::min<int>(effect.amount, his.all_health());
      const std::size_t color = effect.color == HealthColor::red ? 0 : 1;
      return std::min<int>(effect.amount, his.health[color]) * worth_of_damage(mine, his, color);
    }
    const Mask open = victims_of(effect, side, theater);
    if (!open) return 0;
    const Front& there = front(other(side), theater);
    const std::size_t cell = best_victim(there, open, effect.amount);
    return std::min(effect.amount, there.remaining[cell]) *
           worth_of_damage(mine, his, there.color[1] >> cell & 1);
  }

  /// The unit, and the dice that it does not roll any more.
  int worth_of_destroying(const Effect& effect, Side side, Theater theater,
                          const BySide<Outlook>& outlook) const noexcept {
    const Mask open = victims_of(effect, side, theater);
    if (!open) return 0;
    const Side enemy = other(side);
    const Front& there = front(enemy, theater);
    const std::size_t cell = most_worth(enemy, theater, open);
    const Dice dice = army(enemy).groups[there.group[cell]].unit->attack;
    if (dice == Dice{}) return kDamage / 5;  // it is lost when it is left alone
    const DiceSum all = force_[enemy].in(theater).attack;
    const bool capped = (dice.red > 0 && red_of(all) > kCaps.red) ||
                        (dice.black > 0 && black_of(all) > kCaps.black) ||
                        (dice.green > 0 && green_of(all) > kCaps.green);
    return there.remaining[cell] *
               worth_of_damage(outlook[side], outlook[enemy], there.color[1] >> cell & 1) +
           (capped ? 0 : kDamage / 2 * there.dice[cell]);
  }

  bool can_play_card(Side side, Theater theater) const noexcept {
    return no_card_[side][theater] != round_ && hand_[side][theater] != 0 &&
           army(side).choices.card_choice != CardChoice::none;
  }

  bool is_second(Side side, Theater theater) const noexcept {
    return second_[theater] == kNobody ? side == Side::defender : second_[theater] == at(side);
  }

  int fighters(Side side) const noexcept {
    return force_[side].in(Theater::space).number(front(side, Theater::space).fighters);
  }

  static Mask colored(const Front& his, HealthColor color) noexcept {
    return color == HealthColor::any ? his.damageable
                                     : his.color[color == HealthColor::red ? 0 : 1];
  }

 protected:
  BySide<ByTheater<int>> no_card_{};                  ///< [side][theater]: the round without a card
  ByTheater<std::uint8_t> second_{kNobody, kNobody};  ///< who attacks second, by card
};

}  // namespace broadside::rebellion
