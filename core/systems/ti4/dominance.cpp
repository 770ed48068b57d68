#include "core/systems/ti4/dominance.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/systems/ti4/interplay.hpp"

namespace broadside::ti4 {
namespace {

/// What a goal counts beside hits.
struct Counted {
  bool resources = false;           ///< units left have a price
  bool room = false;                ///< what ships carry matters after the space combat
  bool planet = false;              ///< the fight goes on there
  std::vector<std::string> kept{};  ///< unit types

  bool keeps(const Group& group) const {
    return std::find(kept.begin(), kept.end(), name(group.type)) != kept.end();
  }
};

Counted counted_by(const PlayGoal& goal, BattleKind kind) {
  Counted counted;
  counted.planet = kind == BattleKind::conquest || kind == BattleKind::invasion;
  counted.room = kind == BattleKind::conquest;
  for (const PlayGoal::Term& term : goal.terms) {
    if (term.what == PlayGoal::What::net) counted.resources = counted.room = true;
    if (term.what == PlayGoal::What::keep) {
      counted.kept.push_back(term.type);
      counted.room = true;
    }
  }
  return counted;
}

/// A unit of numbers only: no text of its own, and nothing else in the battle looks at it.
bool is_plain(const Army& army, std::size_t g) {
  const Group& group = army.groups[g];
  if (group.natural_extra != 0 || group.hits_non_fighters || group.dice_per_enemy_ship ||
      group.blocks_sustain || group.immune_to_abilities || group.last_for_abilities ||
      group.galvanized || group.rerolls_with_hit || group.risks_reroll || group.bound_while >= 0 ||
      group.fights_as >= 0 || group.shape_of >= 0 || group.sustains_for_ships || group.lands ||
      group.is_structure || group.shelters > 0 || group.planetary_shield || group.placed_at >= 0)
    return false;
  if (const Unit* unit = find_unit(group.unit))
    for (const Special& special : unit->special)
      if (special.op != "direct_hit_immune" && special.op != "disable_planetary_shield" &&
          special.op != "fighters_in_excess_of_capacity" && special.op != "no_capacity_use" &&
          special.affects != "none" && special.affects != "value")
        return false;
  return true;
}

/// At least as many hits, whatever the modifier: the same dice or more, each hitting at least as
/// often.
bool rolls_as_well(Dice better, Dice than) {
  return !than || (better.dice >= than.dice && better.hit_on <= than.hit_on);
}

class Dominance {
 public:
  Dominance(const Army& army, const Army& enemy, const Counted& counted)
      : army_(army), enemy_(enemy), counted_(counted) {}

  /// Is x never given up while y is there?
  bool keeps(std::size_t x, std::size_t y, bool past_barrage) const {
    const Group &a = army_.groups[x], &b = army_.groups[y];
    if (!is_plain(army_, x) || !is_plain(army_, y) || a.is_ship != b.is_ship ||
        a.is_ground_force != b.is_ground_force)
      return false;
    if (!rolls_as_well(a.combat, b.combat) || !same_effects(x, y)) return false;
    if (repairs() && b.sustain_damage && !a.sustain_damage) return false;
    if (!past_barrage && !rolls_as_well(a.anti_fighter_barrage, b.anti_fighter_barrage))
      return false;
    // Who is shot at by a barrage, who counts as a ship for the enemy's dice.
    const bool fighter_a = a.type == UnitType::fighter, fighter_b = b.type == UnitType::fighter;
    if (fighter_a && !fighter_b && (!past_barrage || counts_ships())) return false;
    if (!fighter_a && fighter_b && counts_ships()) return false;
    if (counted_.keeps(b) && !counted_.keeps(a)) return false;
    if (counted_.resources && a.cost < b.cost) return false;
    if (counted_.room && (a.capacity < b.capacity || (a.needs_capacity() && !b.needs_capacity())))
      return false;
    if (counted_.planet &&
        (!rolls_as_well(a.bombardment, b.bombardment) || (b.breaks_shields && !a.breaks_shields)))
      return false;
    return !rolls_cannons() || rolls_as_well(a.space_cannon, b.space_cannon);
  }

  bool repairs() const {
    return army_.keeps_repairable || army_.duranium || !army_.after_round.empty() ||
           !army_.round_start.empty() ||
           std::any_of(army_.free.cards.begin(), army_.free.cards.end(),
                       [](const TimedCard& card) { return card.acts < 0; });
  }

  /// All sustains before any loss, and one order of them for all.
  bool sustains_first() const {
    return army_.direct_hits_mark < 0 && !repairs() && army_.sustain_worth == 1 &&
           std::none_of(army_.groups.begin(), army_.groups.end(),
                        [](const Group& group) { return group.sustains_for_ships; });
  }

 private:
  /// Does the enemy tell fighters from other ships?
  bool counts_ships() const {
    return enemy_.cannons_hit_non_fighters ||
           std::any_of(enemy_.groups.begin(), enemy_.groups.end(), [](const Group& group) {
             return group.dice_per_enemy_ship || group.hits_non_fighters;
           });
  }
  bool rolls_cannons() const { return counted_.planet; }

  /// Whatever changes the dice of y changes those of x as well.
  bool same_effects(std::size_t x, std::size_t y) const {
    if (!army_.bonus_by_types.empty() || army_.explodes) return false;
    const auto alike = [&](GroupMask units, int while_group) {
      return (units >> x & 1) == (units >> y & 1) && while_group != static_cast<int>(x) &&
             while_group != static_cast<int>(y);
    };
    for (const DieChange& change : army_.die_changes)
      if (!alike(change.units, change.while_group)) return false;
    for (const ExtraDice& extra : army_.extra_dice)
      if (!alike(extra.units, -1)) return false;
    for (const DiceEach& each : army_.dice_each)
      if (!alike(each.units, each.while_group)) return false;
    for (const DiePurse& purse : army_.die_purses)
      if (!alike(kAllGroups, purse.while_group)) return false;
    return (army_.parting_shot >> y & 1) == 0;
  }

  const Army &army_, &enemy_;
  const Counted& counted_;
};

void prune(Army& army, const Army& enemy, const Counted& counted) {
  const Dominance dominance{army, enemy, counted};
  army.free.sustains_first = dominance.sustains_first();
  for (std::size_t past = 0; past < 2; ++past)
    for (std::size_t x = 0; x < army.groups.size(); ++x)
      for (std::size_t y = 0; y < army.groups.size(); ++y) {
        if (x == y || !dominance.keeps(x, y, past != 0)) continue;
        // Of two that are alike the one that is usually lost first.
        const auto place = [&](std::size_t g) {
          return std::find(army.loss_order.begin(), army.loss_order.end(), g);
        };
        if (dominance.keeps(y, x, past != 0) && place(x) < place(y)) continue;
        army.free.sooner[past][x] = static_cast<GroupMask>(army.free.sooner[past][x] | 1u << y);
      }
}

/// Why hits on this side cannot be chosen one by one, or nothing.
std::string looks_at_all(const Army& army, const Army& enemy) {
  if (!army.after_hits.empty() || !army.when_shot.empty())
    return "what it has looks at all losses of a round at once";
  if (army.lends_sustain) return "one ship borrows Sustain Damage for all hits of a round";
  if (sustains_interact(army, enemy) || sustains_interact(enemy, army))
    return "the sustains of both sides act on each other";
  return "";
}

}  // namespace

void free_choices(BattleKind kind, BySide<Army>& armies, std::vector<std::string>& assumptions) {
  // With both sides best the defender plays against the attacker's goal.
  const bool both = armies[0].free.chooses && armies[1].free.chooses;
  if (both)
    for (std::string& line : assumptions)
      if (line.starts_with("defender plays for the goal"))
        line = "defender plays against the goal of the attacker, every choice the best for that";
  for (const Side side : kSides) {
    Army &army = armies[side], &enemy = armies[other(side)];
    if (!army.free.chooses) continue;
    const PlayGoal& goal = both ? armies[Side::attacker].free.goal : army.free.goal;
    if (const std::string why = looks_at_all(army, enemy); !why.empty()) {
      assumptions.push_back(
          fmt::format("{} losses and sustains: in the usual order, because {}", name(side), why));
      continue;
    }
    army.free.hits = true;
    // Who asks what to do with hits wants to see what the other ways cost, where there are not too
    // many.
    constexpr double kFewForces = 400;
    double forces = 1;
    for (const Group& group : army.groups) forces *= 1 + group.start;
    if (army.free.hits_due > 0 && forces <= kFewForces) continue;
    // An enemy who plays his cards by a fixed rule can be led to play them badly: a weaker fleet may
    // then be the better one (2 dn, cv, cr v ws, 3 cv, cr with Shields Holding: 0.02 resources).
    if (!enemy.cancels.empty() && !enemy.free.chooses) continue;
    prune(army, enemy, counted_by(goal, kind));
  }
}

}  // namespace broadside::ti4
