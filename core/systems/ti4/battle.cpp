#include "core/systems/ti4/battle.hpp"

#include <algorithm>
#include <cassert>
#include <map>

#include "core/systems/ti4/interplay.hpp"

namespace broadside::ti4 {

using namespace battle_words;

namespace {

/// Duranium Armor (RULES 3.5.3, 9.19): after hits of a round, the dearest damaged participant that
/// did not sustain in it. Mandatory.
void repair_one(const Army& army, Roll roll, Force& force) {
  int best = -1;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (takes_part(army.groups[g], roll) && force.damaged[g] > force.fresh[g] &&
        (best < 0 || army.groups[g].worth > nth(army.groups, best).worth))
      best = static_cast<int>(g);
  if (best < 0) return;
  --nth(force.damaged, best);
  ++nth(force.whole, best);
}

}  // namespace

Rules::Rules(BattleKind kind, std::unique_ptr<const BySide<Army>> armies, int rounds)
    : kind_(kind),
      sustains_interact_(sustains_interact((*armies)[0], (*armies)[1])),
      armies_(std::move(armies)),
      plan_(plan_battle(kind, *armies_, rounds)) {}

Roll Rules::roll_of(Phase phase) {
  switch (phase) {
    case Phase::space_cannon:
      return Roll::cannon_offense;
    case Phase::barrage:
      return Roll::barrage;
    case Phase::bombardment:
    case Phase::harrow:
      return Roll::bombardment;
    case Phase::landing_fire:
      return Roll::cannon_defense;
    case Phase::ground_round:
    case Phase::ground_hits_due:
    case Phase::ground_event:
      return Roll::ground_combat;
    case Phase::space_hits_due:
    case Phase::space_round:
    case Phase::space_event:
    case Phase::parting_shot:
    case Phase::rift:
    case Phase::no_combat:
      break;
  }
  return Roll::space_combat;
}

std::uint32_t Rules::feature(Side side, int step, const Force& force) const {
  const PhaseAt& where = at(step);
  const Army& mine = army(side);
  if (where.event)
    return where.event->seen && where.owner == other(side) ? where.event->seen(mine, force) : 0;
  if (where.phase == Phase::space_round)
    return static_cast<std::uint32_t>(count(mine, force, Targets::non_fighters));
  if (may_be_silent(where.phase)) {
    const std::uint32_t silent = army(other(side)).silenced && silences(mine, force);
    if (where.phase != Phase::barrage || !counts_fighters(army(other(side)))) return silent;
    return silent | static_cast<std::uint32_t>(count(mine, force, Targets::fighters)) << 1;
  }
  for (std::size_t g = 0; g < mine.groups.size(); ++g)
    if (mine.groups[g].planetary_shield && force.count(g) > 0) return 1;
  return 0;
}

/// RULES 4.1.3: a unit with Planetary Shield on the planet stops bombardment, unless the attacker
/// ignores shields or has a unit in the system that switches them off.
bool Rules::bombards_through(Side side, const Force& force, std::uint32_t seen) const {
  const Army &mine = army(side), &enemy = army(other(side));
  bool shielded = seen != 0;
  if (!shield_can_fall(enemy))
    for (const Group& group : enemy.groups) shielded |= group.planetary_shield && group.start > 0;
  if (!shielded || mine.ignores_shields) return true;
  for (std::size_t g = 0; g < mine.groups.size(); ++g)
    if (mine.groups[g].breaks_shields && force.count(g) > 0) return true;
  return false;
}

std::vector<Pool> Rules::dice(Side side, int step, const Force& force, std::uint32_t seen) const {
  const PhaseAt& where = at(step);
  const Army& mine = army(side);
  const bool harrow = where.phase == Phase::harrow;
  if ((harrow || where.phase == Phase::bombardment) &&
      (force.away || !bombards_through(side, force, seen)))
    return {};
  if (may_be_silent(where.phase) && mine.silenced && (seen & 1) != 0) return {};
  Force rolling = force;
  for (std::size_t g = 0; harrow && g < mine.groups.size(); ++g)
    if (!may_harrow(mine.groups[g])) rolling.whole[g] = rolling.damaged[g] = 0;
  return pools(mine, rolling, roll_of(step), where.round, seen, where.again);
}

bool Rules::stopped_by_shield(Side side, int step, const Force& force, std::uint32_t seen) const {
  return roll_of(step) == Roll::bombardment && has_dice(army(side), Roll::bombardment) &&
         !bombards_through(side, force, seen);
}

std::pair<Volley, Force> Rules::result(Side side, int step, const Force& force, Rolled rolled,
                                       std::uint32_t seen) const {
  const Army& mine = army(side);
  const Roll roll = roll_of(step);
  Force after = force;
  int any = ti4::count(rolled, Shown::hits), bound = ti4::count(rolled, Shown::bound_hits);
  int near = ti4::count(rolled, Shown::near), bound_near = ti4::count(rolled, Shown::bound_near);
  for (const DiePurse& purse : mine.die_purses) {
    if (!(purse.rolls & mask(roll)) || !stands(mine, force, purse.while_group)) continue;
    for (auto [missed, made] : {std::pair{&bound_near, &bound}, std::pair{&near, &any}}) {
      int paid = std::min<int>(*missed, after.mark(purse.mark));
      // RULES 9.22: hits beyond the fighters are lost, unless there is more that they may do.
      if (roll == Roll::barrage && purse.saves && !mine.waylays && !mine.raid_formation)
        paid = std::clamp(static_cast<int>(seen >> 1) - any, 0, paid);
      after.mark(purse.mark) = static_cast<std::uint8_t>(after.mark(purse.mark) - paid);
      *missed -= paid;
      *made += paid;
    }
  }
  int risky = 0;  // in the order in which pools() hands out the two counters
  for (std::size_t g = 0; g < mine.groups.size() && (kCombatRolls & mask(roll)); ++g)
    if (mine.groups[g].risks_reroll && takes_part(mine.groups[g], roll) &&
        printed(mine.groups[g], roll) && force.count(g) > 0 && risky < 2)
      destroy(after, g, ti4::count(rolled, risky++ == 0 ? Shown::died : Shown::died_too));
  if (risky > 0)
    after = after_losses(mine, force, after,
                         {roll, at(step).round,
                          roll == Roll::ground_combat ? Targets::ground_forces : Targets::ships});
  // Single uses are gone once there were dice for them; what holds for the round stays for a second
  // roll of it.
  if (!may_roll_again(at(step)))
    use_boosts(side, at(step), after);
  else if (has_boosts(side, at(step), after))
    after.mark(mine.again_mark) = kBoosted;
  for (const Reroll& reroll : mine.rerolls)
    if (reroll.of_one_roll && reroll.which != Reroll::Which::all_when_above && reroll.mark >= 0 &&
        reroll.has(roll, at(step).round, at(step).again) && after.mark(reroll.mark) > 0)
      --after.mark(reroll.mark);

  Hits hits;
  const int factor = mine.hit_factor[roll];
  hits.any = any * factor;
  hits.non_fighter = bound * factor;
  hits.second = ti4::count(rolled, Shown::second);
  if (roll == Roll::cannon_offense && mine.cannons_hit_non_fighters)
    hits.non_fighter += std::exchange(hits.any, 0);
  return {volley_of(side, step, after, hits), after};
}

/// The hits with what the enemy must know of the side that makes them.
Volley Rules::volley_of(Side side, int step, const Force& force, Hits hits) const {
  const PhaseAt& where = at(step);
  // A bombarding side's troops are still in space, so those on the planet may sustain; not beside
  // Quietus (RULES 7.9).
  if (where.phase == Phase::bombardment) {
    hits.no_sustain = hits.total() > 0 && silences(army(side), force);
    return hits.pack();
  }
  if (where.phase == Phase::space_round && sustains_interact_)
    hits = with_interplay(army(side), force, where.round, hits);
  if ((where.phase == Phase::ground_round || where.phase == Phase::ground_hits_due) &&
      army(side).wards != 0)
    hits = with_wards(army(side), force, hits);
  return hits_by(army(side), force, hits, on_planet(where.phase));
}

double Rules::reroll_above(Side side, int step, const Force& force, std::uint32_t seen) const {
  for (const Reroll& reroll : army(side).rerolls) {
    if (reroll.which != Reroll::Which::all_when_above ||
        !reroll.has(roll_of(step), at(step).round, at(step).again))
      continue;
    if (reroll.mark >= 0 && force.mark(reroll.mark) == 0) continue;
    if (reroll.at_least > 0) return reroll.at_least - 0.5;
    double mean = 0;
    for (const auto& [rolled, p] : law(without_crown(dice(side, step, force, seen))))
      mean += p * hits_shown(rolled);
    return mean;
  }
  return -1;
}

bool Rules::rolls_dice(Side side, int step, const Force& force) const {
  const PhaseAt& where = at(step);
  if (where.event || where.slips || where.phase == Phase::no_combat ||
      where.phase == Phase::parting_shot || where.phase == Phase::rift || hits_are_due(where.phase))
    return false;
  return !where.again || force.mark(army(side).again_mark) != 0;
}

Rules::Force Rules::before_roll(Side side, int step, const Force& force) const {
  const PhaseAt& where = at(step);
  const Army& mine = army(side);
  Force ready = force;
  const Roll combat = where.phase == Phase::ground_round ? Roll::ground_combat : Roll::space_combat;
  if (where.again)
    ready.mark(mine.again_mark) = kRollingAgain;
  else if (where.begins_round)
    for (const auto& act : mine.round_start) act(mine, combat, where.round, ready);
  return ready;
}

Rules::Force Rules::after_forced_reroll(Side side, int step, const Force& force) const {
  Force after = force;
  for (const Reroll& reroll : army(side).rerolls)
    if (reroll.which == Reroll::Which::all_when_above && reroll.mark >= 0 &&
        (reroll.rolls & mask(roll_of(step))) && after.mark(reroll.mark) > 0)
      --after.mark(reroll.mark);
  return after;
}

std::optional<Rules::ThrowKey> Rules::throw_key(Side side, int step, const Force& force) const {
  const PhaseAt& where = at(step);
  if (where.event || where.again || where.phase == Phase::rift || hits_are_due(where.phase))
    return std::nullopt;
  if (where.phase == Phase::space_round && sustains_interact_) return std::nullopt;
  const Army& mine = army(side);
  if (where.phase == Phase::ground_round && mine.wards != 0) return std::nullopt;
  const auto unmarked = [](const auto& list) {
    return std::all_of(list.begin(), list.end(), [](const auto& one) { return one.mark < 0; });
  };
  if (!mine.round_start.empty() || !mine.die_purses.empty() || !unmarked(mine.die_changes) ||
      !unmarked(mine.extra_dice) || !unmarked(mine.rerolls) ||
      std::any_of(mine.groups.begin(), mine.groups.end(),
                  [](const Group& group) { return group.risks_reroll; }))
    return std::nullopt;
  return ThrowKey{force};
}

Rules::Throw Rules::throws_event(Side side, const PhaseAt& where, const Force& force,
                                 std::uint32_t seen) const {
  const Event& event = *where.event;
  const Army& mine = army(side);
  if (!event.pays || where.part == EventPart::rest) return event.throws(mine, force, seen);
  const Force paid = event.pays(mine, force, seen);
  if (where.part == EventPart::price) return Throw{std::pair{Volley{0}, paid}};
  return event.throws(mine, paid, seen);
}

Rules::Throw Rules::throws(Side side, int step, const Force& force, std::uint32_t seen) const {
  const PhaseAt& where = at(step);
  if (where.event) return throws_event(side, where, force, seen);
  if (hits_are_due(where.phase)) {
    const Hits due{army(other(side)).free.hits_due, 0, 0, false};
    return Throw{std::pair{volley_of(side, step, force, due), force}};
  }
  if (where.phase == Phase::rift) return leave_rift(side, force);
  if (where.phase == Phase::parting_shot) return shoot_at_parting(side, force);
  if (!rolls_dice(side, step, force)) return Throw{std::pair{Volley{0}, force}};
  const Force ready = before_roll(side, step, force);
  const auto pools = dice(side, step, ready, seen);
  if (pools.empty()) return Throw{std::pair{volley_of(side, step, ready, {}), ready}};
  const double limit = reroll_above(side, step, ready, seen);
  if (limit < 0)
    return law(pools).map([&](Rolled r) { return result(side, step, ready, r, seen); });
  // The enemy makes the side roll everything again where it did better than expected, and has used
  // that up then.
  const Force rerolled = after_forced_reroll(side, step, ready);
  std::vector<Throw::Entry> outcomes;
  double forced = 0;
  for (const auto& [r, p] : law_where_it_stands(pools))
    if (r.hits <= limit + 1e-9)
      outcomes.emplace_back(result(side, step, ready, r.shown, seen), p);
    else
      forced += p;
  const auto roll_again = [&](Rolled r, double p) {
    outcomes.emplace_back(result(side, step, rerolled, r, seen), p);
  };
  if (std::any_of(pools.begin(), pools.end(),
                  [](const Pool& pool) { return pool.die.rerolled_misses > 0; })) {
    std::map<Rolled, double> second;
    for (const auto& [r, p] : law_of_two_throws(pools))
      if (r.hits > limit + 1e-9) second[r.shown] += p;
    for (const auto& [r, p] : second) roll_again(r, p);
  } else {
    for (const auto& [r, p] : law(pools)) roll_again(r, forced * p);
  }
  return Throw{std::move(outcomes)};
}

std::pair<Volley, Volley> Rules::respond(int step, Volley attacker, Volley defender) const {
  // The Thundarian (RULES 3.4.5): hits are discarded and both sides roll again where the owner's
  // enemy has made more of them.
  const PhaseAt& where = at(step);
  const int balance = Hits::of(attacker).total() - Hits::of(defender).total();
  const Roll roll = where.phase == Phase::space_round ? Roll::space_combat : Roll::ground_combat;
  if (!where.again && ((army(Side::attacker).rolls_again(roll, where.round) && balance < 0) ||
                       (army(Side::defender).rolls_again(roll, where.round) && balance > 0)))
    return {kRollAgain, kRollAgain};
  if (where.phase == Phase::space_round) {
    if (!sustains_interact_) return {attacker, defender};
    return interact(army(Side::attacker), army(Side::defender), attacker, defender);
  }
  Hits a = Hits::of(attacker), d = Hits::of(defender);
  if (where.phase == Phase::ground_round) {
    // Valkyrie Particle Weave (RULES 4.4.4): one more hit if the opponent has made one.
    const bool by_attacker = a.any > 0, by_defender = d.any > 0;
    a.any += army(Side::attacker).answers_hits && by_defender;
    d.any += army(Side::defender).answers_hits && by_attacker;
  }
  return interact_on_ground(army(Side::attacker), army(Side::defender), a, d);
}

Rules::Force Rules::absorb(Side side, int step, const Force& force, Volley volley) const {
  return after_hits_of_step(side, step, take_volley(side, step, force, volley));
}

/// What else happens to a side once it has taken the hits of a step.
Rules::Force Rules::after_hits_of_step(Side side, int step, Force after) const {
  const PhaseAt& where = at(step);
  const Roll combat = on_planet(where.phase) ? Roll::ground_combat : Roll::space_combat;
  if (where.ends_round && army(side).duranium) repair_one(army(side), combat, after);
  // Effects of the end of the round cannot reach ships that have just left (RULES 3.6.3).
  if (where.closes_round && where.retreats != side) end_round(side, where, after);
  // Who has sustained in this round matters until its end, and only to a side that may repair.
  if (where.ends_round || where.outside_rounds || !army(side).keeps_repairable) after.fresh = {};
  return after;
}

bool Rules::one_by_one(Side side, int step, Volley volley) const {
  const PhaseAt& where = at(step);
  const Army& mine = army(side);
  const bool is_round = where.phase == Phase::space_round || where.phase == Phase::ground_round;
  const bool plain = volley == static_cast<Volley>(Hits::of(volley).any);
  // Otherwise something happens once after all hits of the volley,
  if (!plain || !mine.after_round.empty() || mine.duranium || mine.keeps_repairable) return false;
  if (where.event && where.owner != side) return where.event->one_by_one;
  // or looks at all of them at once.
  return is_round && !where.again && !may_roll_again(where) && mine.cancels.empty() &&
         mine.after_hits.empty() && !mine.lends_sustain && mine.sustain_worth == 1 &&
         mine.direct_hits_mark < 0;
}

Rules::Force Rules::hit_by_cannon(Side side, int step, const Force& force, Volley volley) const {
  const PhaseAt& where = at(step);
  if (where.phase != Phase::space_cannon || where.owner == side) return force;
  const bool in_combat = false;
  return take_hits(army(side), force, Hits::of(volley),
                   {roll_of(step), where.round, Targets::ships, true, in_combat});
}

/// Whom hits of a step may fall on, and what may be done about them.
HitContext Rules::context_of(Side side, int step) const {
  const PhaseAt& where = at(step);
  HitContext context{roll_of(step), where.round, Targets::ships, true, true};
  switch (where.phase) {
    case Phase::space_cannon:
      context.in_combat = false;
      break;
    case Phase::barrage: {
      const bool waylays = army(other(side)).waylays;
      context.targets = waylays ? Targets::ships : Targets::fighters;
      context.may_sustain = waylays;
      break;
    }
    case Phase::bombardment:
    case Phase::landing_fire:
      context.in_combat = false;
      [[fallthrough]];
    case Phase::harrow:
    case Phase::ground_round:
    case Phase::ground_hits_due:
      context.targets = Targets::ground_forces;
      context.window = army(other(side)).wards != 0;
      break;
    default:
      break;
  }
  return context;
}

/// What a barrage does before its hits are assigned.
Rules::Force Rules::barrage_before_hits(Side side, const Force& force, const Hits& hits) const {
  const Army &mine = army(side), &enemy = army(other(side));
  Force after = force;
  // Raid Formation (RULES 3.2.3, 9.11): fixed when the hits are produced; damage, not a use of
  // Sustain Damage.
  const auto raid_worth = [&](const Group& group) {
    return std::pair{enemy.raids == group.type, group.worth};
  };
  if (enemy.raid_formation)
    for (int surplus = hits.any - count(mine, force, Targets::fighters); surplus > 0; --surplus) {
      int best = -1;
      for (std::size_t g = 0; g < mine.groups.size(); ++g)
        if (mine.groups[g].is_ship && mine.groups[g].sustain_damage && after.whole[g] > 0 &&
            (best < 0 || raid_worth(mine.groups[g]) > raid_worth(nth(mine.groups, best))))
          best = static_cast<int>(g);
      if (best < 0) break;
      --nth(after.whole, best);
      ++nth(after.damaged, best);
    }
  if (mine.troops_are_cargo) {
    int shots = hits.second;
    for (std::size_t g = 0; g < mine.groups.size(); ++g)
      if (mine.groups[g].type == UnitType::infantry && !mine.groups[g].on_planet)
        shots -= destroy(after, g, shots);
  }
  return after;
}

Rules::Force Rules::take_volley(Side side, int step, const Force& force, Volley volley) const {
  const PhaseAt& where = at(step);
  const Army& mine = army(side);
  const Hits hits = Hits::of(volley);
  const HitContext context = context_of(side, step);
  if (where.again || may_roll_again(where)) {
    const std::optional<Force> rolled = rolled_for_good(side, step, force, volley);
    if (!rolled || volley == kRollAgain) return rolled.value_or(force);
    if (where.phase == Phase::space_round) return take_round_hits(side, *rolled, hits, context);
    return take_hits(mine, *rolled, hits, context);
  }
  switch (where.phase) {
    case Phase::rift:
      return force;
    case Phase::parting_shot:
      return where.owner == side ? force : take_parting_shot(side, force, volley);
    case Phase::space_event:
    case Phase::ground_event:
      return where.owner == side || !where.event || where.part == EventPart::price
                 ? force
                 : where.event->absorb(mine, force, volley);
    case Phase::space_cannon: {
      // RULES 2.8: outside combat capacity is enforced at once; a fleet that began overloaded loses
      // only what its ships carried
      const Force after = hit_by_cannon(side, step, force, volley);
      return after == force ? force : enforce_capacity(mine, after, mine.overload, true);
    }
    case Phase::barrage:
      return take_hits(mine, barrage_before_hits(side, force, hits), hits, context);
    case Phase::space_hits_due:
    case Phase::space_round:
      return take_round_hits(side, force, hits, context);
    case Phase::harrow:
      return side == Side::attacker ? force : take_hits(mine, force, hits, context);
    case Phase::bombardment:
    case Phase::landing_fire:
      return side == (where.phase == Phase::bombardment ? Side::attacker : Side::defender)
                 ? force
                 : take_hits(mine, force, hits, context);
    case Phase::ground_hits_due:
    case Phase::ground_round:
      return take_hits(mine, force, hits, context);
    case Phase::no_combat:
      break;
  }
  return force;
}

/// Hits of a space combat round, which both sides assign at the same time.
Rules::Force Rules::take_round_hits(Side side, const Force& force, const Hits& hits,
                                    HitContext context) const {
  context.window = sustains_interact_;
  const Army& mine = army(side);
  return take_hits(mine, context.window ? with_arrivals(mine, force, hits) : force, hits, context);
}

int Rules::stance(Side side, int step, const Force& force) const {
  const Army& mine = army(side);
  const PhaseAt& where = at(step);
  if (on_planet(where.phase) || (where.phase == Phase::no_combat && !where.in_space)) {
    if (count(mine, force, Targets::ground_forces) == 0) return kOut;
    // Fighters hold no planet (RULES 4.4.8)
    return count(mine, force, Targets::troops) > 0 ? kReady : kNoTroops;
  }
  if (count(mine, force, Targets::ships) == 0) return kOut;
  if (where.retreats == side && where.at_once) return leaves_at_once(mine, force) ? kReady : kBound;
  if (where.retreats == side && !where.slips &&
      count(mine, after_retreat(mine, force), Targets::ships) == 0)
    return kBound;
  if (kind_ == BattleKind::conquest && side == Side::attacker &&
      count(mine, after_space(side, force), Targets::ground_forces) == 0)
    return kNoTroops;
  return kReady;
}

}  // namespace broadside::ti4
