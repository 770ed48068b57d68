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
      group.blocks_sustain || group.immune_to_abilities || group.shot_on_ground ||
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
    if ((repairs() || army_.mends != 0) && b.sustain_damage && !a.sustain_damage) return false;
    if (!past_barrage && !rolls_as_well(a.anti_fighter_barrage, b.anti_fighter_barrage))
      return false;
    // Who is shot at by a barrage, who counts as a ship for the enemy's dice.
    const bool fighter_a = a.type == UnitType::fighter, fighter_b = b.type == UnitType::fighter;
    if (fighter_a && !fighter_b && (!past_barrage || counts_ships())) return false;
    if (!fighter_a && fighter_b && counts_ships()) return false;
    if (counted_.keeps(b) && !counted_.keeps(a)) return false;
    if (counted_.resources && a.cost < b.cost) return false;
    // What ships cannot carry is gone at once where a space cannon hits (RULES 2.8).
    if ((counted_.room || !past_barrage) &&
        (a.capacity < b.capacity || (a.needs_capacity() && !b.needs_capacity())))
      return false;
    if (counted_.planet &&
        (!rolls_as_well(a.bombardment, b.bombardment) || (b.breaks_shields && !a.breaks_shields)))
      return false;
    return !rolls_cannons() || rolls_as_well(a.space_cannon, b.space_cannon);
  }

  bool repairs() const {
    return army_.keeps_repairable || army_.duranium ||
           army_.after_round.size() + army_.round_start.size() > army_.menders ||
           std::any_of(army_.free.cards.begin(), army_.free.cards.end(),
                       [](const TimedCard& card) { return card.repairs(); });
  }

  /// All sustains before any loss, and one order of them for all: who repairs itself before the
  /// next round begins is as good as new then, so it goes first.
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
        if (x == y || !army.free.hits(!army.groups[x].is_ship) || !dominance.keeps(x, y, past != 0))
          continue;
        // Of two that are alike the one that is usually lost first.
        const auto place = [&](std::size_t g) {
          return std::find(army.loss_order.begin(), army.loss_order.end(), g);
        };
        if (dominance.keeps(y, x, past != 0) && place(x) < place(y)) continue;
        army.free.sooner[past][x] = static_cast<GroupMask>(army.free.sooner[past][x] | 1u << y);
      }
}

/// May the army lose units before a roll that is thrown away by a fixed rule (RULES 3.4.5)?
bool loses_before_thrown_roll(const Army& army, const Army& enemy) {
  const auto comes_after_losses = [&](const Army& one) {
    if (one.rolls_again_in.last != 1) return one.rolls_again_in.last > 1;
    return one.rolls_again_at == Roll::space_combat
               ? has_dice(enemy, Roll::cannon_offense)
               : has_dice(enemy, Roll::bombardment) || has_dice(enemy, Roll::cannon_defense);
  };
  return comes_after_losses(army) || comes_after_losses(enemy);
}

/// Does nobody gain by being weaker? Not so where something looks at who is left by a fixed rule: an
/// enemy who plays his cards by one can be led to play them badly (2 dn, cv, cr v ws, 3 cv, cr with
/// Shields Holding: 0.02 resources), one who leaves below a chance to win can be kept in the fight,
/// what picks a victim or a repair by its price spares whom the dearest stands before, and a die for
/// every ship is one less without it.
bool weaker_is_worse(const Army& army, const Army& enemy) {
  const auto by_rule = [](const Army& one) {
    for (const auto list :
         {&Army::cannon_events, &Army::space_start, &Army::ground_start, &Army::ground_round_start,
          &Army::space_blasts, &Army::space_answers, &Army::ground_answers, &Army::space_trials,
          &Army::ground_trials, &Army::space_round_end})
      for (const Event& event : one.*list)
        if (!event.one_by_one) return true;  // hits like those of a roll pick nobody
    return one.parting_shot != 0 || !one.retreat_announced.empty() || one.raid_formation ||
           one.enemy_places_copies || one.duranium || !one.die_purses.empty() ||
           one.round_start.size() + one.after_round.size() > one.menders ||
           std::any_of(one.rerolls.begin(), one.rerolls.end(), [](const Reroll& reroll) {
             return reroll.which == Reroll::Which::all_when_above;
           });
  };
  const bool cards = !enemy.free.chooses && (!enemy.cancels.empty() || army.direct_hits_mark >= 0);
  return !cards && enemy.retreat_below <= 0 && !by_rule(army) && !by_rule(enemy) &&
         !loses_before_thrown_roll(army, enemy) &&
         std::none_of(enemy.groups.begin(), enemy.groups.end(),
                      [](const Group& group) { return group.dice_per_enemy_ship; });
}

/// Why hits on this side cannot be chosen one by one there, or nothing.
std::string looks_at_all(const Army& army, const Army& enemy, bool on_ground) {
  const bool reacts = (army.reacts_to & (on_ground ? kRollsOnGround : kRollsInSpace)) != 0;
  if (reacts || (on_ground ? army.wards != 0 : !army.when_shot.empty()))
    return "what it has looks at all losses of a round at once";
  if (on_ground)  // hits that come after a sustain which takes two are none of those it takes
    return enemy.wards != 0 && army.sustain_worth > 1
               ? "the sustains of both sides act on each other"
               : "";
  if (army.lends_sustain) return "one ship borrows Sustain Damage for all hits of a round";
  if (sustains_interact(army, enemy) || sustains_interact(enemy, army))
    return "the sustains of both sides act on each other";
  return "";
}

/// RULES 9.50: what the usual order of losses in space may drop.
void free_habits(Army& army, std::vector<std::string>& assumptions) {
  const auto add = [&](Habit habit, int& mark, std::string_view text) {
    if (army.marks_used == kMarks) return;
    mark = army.new_mark(1);
    army.free.cards.push_back(
        {.effect = {}, .rolls = mask(Roll::space_combat), .held = mark, .drops = habit});
    assumptions.push_back(
        fmt::format("{} {}, until a round from which on that is no longer best for the goal",
                    name(army.side), text));
  };
  if (army.protects_capacity)
    add(Habit::keeps_room, army.free.room_mark,
        "losses: ships that its troops need to ride in are given up last");
  if (army.direct_hits_mark >= 0)
    add(Habit::sustains_first, army.free.sustain_mark,
        "sustain: first, every undamaged unit that can");
}

/// RULES 9.50: hits are chosen in the parts of the battle in which nothing looks at all of them; says
/// where they are not.
void free_hits(BattleKind kind, Army& army, const Army& enemy,
               std::vector<std::string>& assumptions) {
  const bool space = kind == BattleKind::space || kind == BattleKind::conquest;
  const bool ground = kind != BattleKind::space;
  const std::string in_space = space ? looks_at_all(army, enemy, false) : "";
  const std::string on_ground = ground ? looks_at_all(army, enemy, true) : "";
  army.free.hits_in_space = space && in_space.empty();
  army.free.hits_on_ground = ground && on_ground.empty();
  const bool both = !army.free.hits_in_space && !army.free.hits_on_ground;
  const auto say = [&](std::string_view where, const std::string& why) {
    assumptions.push_back(fmt::format("{} losses and sustains{}: in the usual order, because {}",
                                      name(army.side), where, why));
  };
  if (both)
    say("", in_space.empty() ? on_ground : in_space);
  else if (!in_space.empty())
    say(" in space", in_space);
  else if (!on_ground.empty())
    say(ground && space ? " on the ground" : "", on_ground);
  if (!in_space.empty()) free_habits(army, assumptions);
}

/// RULES 9.58: for each group of troops another one for those who stay aboard, where there may be a
/// reason to stay.
void free_landing(Army& army, const Counted& counted, std::vector<std::string>& assumptions) {
  const auto say = [&](std::string_view text) {
    assumptions.push_back(fmt::format("{} {}", name(army.side), text));
  };
  const auto lands = [](const Group& group) {
    return group.is_ground_force && !group.is_structure && !group.stays_aboard && group.most > 0;
  };
  const auto troops =
      static_cast<std::size_t>(std::count_if(army.groups.begin(), army.groups.end(), lands));
  if (troops == 0) return;
  const auto harrows_from_afar = [&](const Group& group) {
    return army.harrows && lands(group) && group.bombardment;  // RULES 4.4.6
  };
  const bool stays_to_bombard =
      std::any_of(army.groups.begin(), army.groups.end(), harrows_from_afar);
  if (!counted.resources && counted.kept.empty() && army.free.weaker_is_worse && !stays_to_bombard)
    return say("lands all that is left of its ground forces");
  if (army.groups.size() + troops > kGroups)
    return say("lands all that is left of its ground forces: whether to land is not chosen");
  say("lands as many of its ground forces as is best for the goal, after the bombardment");
  army.free.may_stay = true;
  const std::size_t groups = army.groups.size();
  for (std::size_t g = 0; g < groups; ++g) {
    if (!lands(army.groups[g])) continue;
    Group stays = army.groups[g];
    stays.is_ground_force = stays.is_ship = stays.sustain_damage = stays.lands = false;
    stays.sustains_for_ships = stays.planetary_shield = stays.blocks_sustain = false;
    stays.combat = stays.anti_fighter_barrage = stays.space_cannon = {};
    if (!harrows_from_afar(army.groups[g])) stays.bombardment = {};
    stays.capacity = stays.shelters = stays.start = stays.start_damaged = 0;
    stays.placed_at = stays.fights_as = stays.shape_of = -1;
    army.free.aboard.emplace_back(static_cast<std::uint8_t>(g),
                                  static_cast<std::uint8_t>(army.groups.size()));
    army.groups.push_back(std::move(stays));
  }
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
    const Counted counted =
        counted_by(both ? armies[Side::attacker].free.goal : army.free.goal, kind);
    army.free.weaker_is_worse = weaker_is_worse(army, enemy);
    if (side == Side::attacker && counted.planet) free_landing(army, counted, assumptions);
    free_hits(kind, army, enemy, assumptions);
    if (!army.free.hits_in_space && !army.free.hits_on_ground) continue;
    // Who asks what to do with hits wants to see what the other ways cost, where there are not too
    // many.
    constexpr double kFewForces = 400;
    double forces = 1;
    for (const Group& group : army.groups) forces *= 1 + group.start;
    if (army.free.hits_due > 0 && forces <= kFewForces) continue;
    if (army.free.weaker_is_worse) prune(army, enemy, counted);
  }
}

bool frees_direct_hit(const Army& army, const Army& enemy, bool on_ground) {
  return enemy.free.chooses && army.direct_hits_mark >= 0 && !army.direct_hits_on &&
         looks_at_all(army, enemy, on_ground).empty();
}

void tell_fixed_moments(const BySide<Army>& armies, std::vector<std::string>& assumptions) {
  for (const Side side : kSides) {
    const Army &army = armies[side], &enemy = armies[other(side)];
    const bool reaches_ground =
        army.direct_hits_reach_mechs ||
        std::any_of(army.groups.begin(), army.groups.end(),
                    [](const Group& group) { return group.shot_on_ground; });
    if (army.direct_hits_mark < 0 || (frees_direct_hit(army, enemy, false) &&
                                      (!reaches_ground || frees_direct_hit(army, enemy, true))))
      continue;
    const std::string card = fmt::format("{} Direct Hit", name(other(side)));
    const std::string_view best = ": at the moment that is best for the goal";
    for (std::string& line : assumptions)
      if (line.starts_with(card) && line.ends_with(best))
        line.replace(line.size() - best.size(), best.size(),
                     ": on the first sustain that it can answer, but not while a dearer ship can "
                     "still sustain (played so as usual: the enemy's losses look at all hits of a "
                     "round)");
  }
}

}  // namespace broadside::ti4
