#include "core/systems/ti4/battle.hpp"

#include <algorithm>
#include <cassert>

namespace broadside::ti4 {
namespace {

constexpr const char* kSpaceCannonStage = "space cannon";
constexpr const char* kSpaceStage = "space combat";
constexpr const char* kReadyvasionStage = "invasion";
constexpr const char* kGroundStage = "ground combat";

// Stances. A side that wants to retreat, or whose troops must still find room, has more to say than "still there".
constexpr int kOut = 0;
constexpr int kReady = 1;   ///< in the fight
constexpr int kBound = 2;   ///< in the fight, but about to retreat and nothing it has can leave
constexpr int kNoTroops = 3;  ///< in the fight, but with no room left for troops to land (conquest)

}  // namespace

double Pool::chance() const { return std::clamp((11 - hit_on) / 10.0, 0.0, 1.0); }

Rules::Rules(BattleKind kind, std::array<Army, 2> armies) : kind_(kind), armies_(std::move(armies)) {
  switch (kind_) {
    case BattleKind::space: plan_space(false); break;
    case BattleKind::conquest: plan_space(true); break;
    case BattleKind::ground:
    case BattleKind::invasion: plan_invasion(); break;
  }
}

int Rules::add_step(PhaseAt where, StepPlan plan) {
  phases_.push_back(where);
  plan_.push_back(std::move(plan));
  return static_cast<int>(plan_.size()) - 1;
}

bool Rules::has_dice(Side side, Dice Group::*roll) const {
  return std::any_of(army(side).groups.begin(), army(side).groups.end(),
                     [&](const Group& g) { return g.start > 0 && (g.*roll); });
}

/// Planetary Shield stops bombardment unless a war sun (or the like) is in the system; whether one is left is only
/// known at the time, see pools(). Here: could there be any bombardment at all?
bool Rules::can_bombard() const { return has_dice(Side::attacker, &Group::bombardment); }

/// Steps of the digest's sections 2 and 3. Each step's edges name the step that follows, so they are planned in order; a step
/// that does not exist is passed over by naming the one after it.
void Rules::plan_space(bool then_invade) {
  const Army &attacker = army(Side::attacker), &defender = army(Side::defender);
  const bool fight = count(defender, start(Side::defender), Targets::ships) > 0;
  const bool attacker_fires = has_dice(Side::attacker, &Group::space_cannon) && fight;
  const bool defender_fires = has_dice(Side::defender, &Group::space_cannon);
  const auto has_fighters = [&](const Army& army) { return count(army, starting_force(army), Targets::fighters) > 0; };
  const bool barrage =
      fight && ((has_dice(Side::attacker, &Group::anti_fighter_barrage) && has_fighters(defender)) ||
                (has_dice(Side::defender, &Group::anti_fighter_barrage) && has_fighters(attacker)));

  // The round in which somebody leaves. The defender announces first, and then the attacker may not (3.3).
  int last_round = 0, leaver = -1;
  for (Side side : {Side::attacker, Side::defender}) {
    const int round = army(side).retreat_round;
    if (round > 0 && (last_round == 0 || round <= last_round)) {
      last_round = round;
      leaver = index(side);
    }
  }

  struct Want {
    PhaseAt where;
    StepPlan plan;
  };
  std::vector<Want> wanted;
  const auto want = [&](PhaseAt where, const char* name, const char* stage, bool attacker_throws, bool defender_throws) -> StepPlan& {
    StepPlan plan;
    plan.name = name;
    plan.stage = stage;
    plan.throws = {attacker_throws, defender_throws};
    wanted.push_back({where, std::move(plan)});
    return wanted.back().plan;
  };
  if (attacker_fires) want({Phase::attacker_space_cannon}, "attacker's space cannon", kSpaceCannonStage, true, false);
  if (defender_fires) want({Phase::defender_space_cannon}, "defender's space cannon", kSpaceCannonStage, false, true);
  if (fight) {
    if (barrage) want({Phase::barrage, 1}, "anti-fighter barrage", kSpaceStage, true, true);
    for (int round = 1; round <= std::max(1, last_round); ++round) {
      StepPlan& plan = want({Phase::space_round, round, round == last_round ? leaver : -1}, "space combat round",
                            kSpaceStage, true, true);
      plan.is_round = true;
      plan.repeats = last_round == 0;
    }
  }
  if (wanted.empty()) want({Phase::no_combat}, "no ships oppose", kSpaceStage, false, false);

  const int first = static_cast<int>(plan_.size());
  const int invasion = first + static_cast<int>(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    auto& [where, plan] = wanted[i];
    const int next = first + static_cast<int>(i) + 1;
    const bool last = i + 1 == wanted.size();
    const bool leaves = where.retreats >= 0;
    // Attacker alone: the space area is his. Then he lands, or the battle is over.
    const EdgePlan won = then_invade ? EdgePlan{invasion} : EdgePlan{-1, Outcome::attacker_win};
    // In a conquest the planet decides (design: attacker_win, draw and defender_win are about ground forces).
    const bool held = count(defender, start(Side::defender), Targets::ground_forces) > 0;
    const Outcome lost_planet = held ? Outcome::defender_win : Outcome::draw;
    const EdgePlan lost{-1, then_invade ? lost_planet : Outcome::defender_win};
    const EdgePlan both_gone{-1, then_invade ? lost_planet : Outcome::draw};
    plan.lead({kOut}, {kReady, kBound}, lost);
    plan.lead({kOut}, {kOut}, both_gone);
    plan.lead({kReady}, {kOut}, won);
    const EdgePlan won_space_only = then_invade ? EdgePlan{-1, lost_planet} : won;
    plan.lead({kBound, kNoTroops}, {kOut}, won_space_only);
    const auto leave = [&](std::initializer_list<int> a, std::initializer_list<int> d, EdgePlan edge) {
      where.leaving |= 1u << plan.edges.size();
      plan.lead(a, d, edge);
    };
    if (leaves && where.retreats == index(Side::defender)) {
      // The defender's ships leave; in a conquest the attacker then lands.
      const EdgePlan left{-1, Outcome::defender_retreats};
      leave({kReady}, {kReady}, then_invade ? won : left);
      leave({kNoTroops}, {kReady}, then_invade ? won_space_only : left);
      leave({kReady}, {kBound}, won);  // nothing could leave: digest 8
      leave({kNoTroops}, {kBound}, won_space_only);
    } else if (leaves) {
      leave({kReady, kNoTroops}, {kReady}, {-1, Outcome::attacker_retreats});
      leave({kBound}, {kReady}, lost);
    } else if (plan.repeats) {
      plan.stall({-1, Outcome::stalemate});
    } else if (!last) {
      plan.lead({kReady, kNoTroops}, {kReady}, {next});
      // The attacker's space cannon may clear the space area, but the defender's planets still fire (2).
      if (where.phase == Phase::attacker_space_cannon && defender_fires)
        plan.lead({kReady, kNoTroops}, {kOut}, {next});
    }
    add_step(where, std::move(plan));
  }
  if (then_invade) plan_invasion();
}

/// Steps of the digest's section 4.
void Rules::plan_invasion() {
  const bool whole = kind_ != BattleKind::ground;
  const bool bombards = whole && can_bombard() && count(army(Side::defender), start(Side::defender), Targets::ground_forces) > 0;
  const bool fires = whole && has_dice(Side::defender, &Group::space_cannon);
  const bool defended = count(army(Side::defender), start(Side::defender), Targets::ground_forces) > 0;

  const auto conclude = [&](StepPlan& plan) {
    plan.lead({kReady}, {kOut}, {-1, Outcome::attacker_win});
    plan.lead({kOut}, {kReady}, {-1, Outcome::defender_win});
    plan.lead({kOut}, {kOut}, {-1, Outcome::draw});
  };
  if (bombards) {
    StepPlan plan;
    plan.name = "bombardment";
    plan.stage = kReadyvasionStage;
    plan.throws = {true, false};
    const int next = static_cast<int>(plan_.size()) + 1;
    plan.lead({kReady}, {kReady}, {next});
    plan.lead({kReady}, {kOut}, fires ? EdgePlan{next} : EdgePlan{-1, Outcome::attacker_win});
    add_step({Phase::bombardment}, std::move(plan));
  }
  if (fires) {
    StepPlan plan;
    plan.name = "space cannon defense";
    plan.stage = kReadyvasionStage;
    plan.throws = {false, true};
    conclude(plan);
    plan.lead({kReady}, {kReady}, {static_cast<int>(plan_.size()) + 1});
    add_step({Phase::landing_fire}, std::move(plan));
  }
  if (defended) {
    StepPlan plan;
    plan.name = "ground combat round";
    plan.stage = kGroundStage;
    plan.throws = {true, true};
    plan.is_round = plan.repeats = true;
    conclude(plan);
    plan.stall({-1, Outcome::stalemate});
    add_step({Phase::ground_round, 1}, std::move(plan));
  } else if (!fires) {
    StepPlan plan;
    plan.name = "unopposed landing";
    plan.stage = kReadyvasionStage;
    conclude(plan);
    add_step({Phase::no_combat}, std::move(plan));
  }
}

std::vector<Pool> Rules::pools(Side side, int step, const Force& force) const {
  const Army& mine = army(side);
  const Phase now = phase(step);
  std::vector<Pool> pools;
  const auto roll = [&](Dice Group::*dice, auto takes_part) {
    for (std::size_t g = 0; g < mine.groups.size(); ++g) {
      const Group& group = mine.groups[g];
      if (!takes_part(group) || !(group.*dice) || force.count(g) == 0) continue;
      pools.push_back({g, (group.*dice).dice * force.count(g), (group.*dice).hit_on});
    }
  };
  const auto anything = [](const Group&) { return true; };
  const auto ships = [](const Group& group) { return group.is_ship; };
  const auto troops = [](const Group& group) { return group.is_ground_force; };
  switch (now) {
    case Phase::attacker_space_cannon:
    case Phase::defender_space_cannon:
    case Phase::landing_fire: roll(&Group::space_cannon, anything); break;
    case Phase::barrage: roll(&Group::anti_fighter_barrage, ships); break;
    case Phase::space_round: roll(&Group::combat, ships); break;
    case Phase::ground_round: roll(&Group::combat, troops); break;
    case Phase::bombardment: {
      // 4.1: a unit with Planetary Shield on the planet stops it, unless a war sun in the system switches shields off.
      bool shielded = false, broken = false;
      for (const Group& group : army(other(side)).groups) shielded |= group.planetary_shield && group.start > 0;
      for (std::size_t g = 0; g < mine.groups.size(); ++g)
        broken |= mine.groups[g].breaks_shields && force.count(g) > 0;
      if (!shielded || broken) roll(&Group::bombardment, ships);
      break;
    }
    case Phase::no_combat: break;
  }
  return pools;
}

Rules::Throw Rules::throws(Side side, int step, const Force& force, std::uint32_t) const {
  Pmf<Volley> hits;
  for (const Pool& pool : pools(side, step, force)) hits = hits.convolve(binomial(pool.dice, pool.chance()));
  return hits.map([&](Volley volley) { return std::pair{volley, force}; });
}

Rules::Force Rules::absorb(Side side, int step, const Force& force, Volley volley) const {
  const Army& mine = army(side);
  const int hits = static_cast<int>(volley);
  switch (phase(step)) {
    case Phase::attacker_space_cannon:
    case Phase::defender_space_cannon: {
      // 2: outside combat capacity is enforced at once; a fleet that began overloaded loses only what its ships carried
      const Force after = take_hits(mine, force, hits, Targets::ships);
      return after == force ? force : enforce_capacity(mine, after, mine.overload, true);
    }
    case Phase::barrage: return take_hits(mine, force, hits, Targets::fighters, false);
    case Phase::space_round: return take_hits(mine, force, hits, Targets::ships);
    case Phase::bombardment:
    case Phase::landing_fire:
    case Phase::ground_round: return take_hits(mine, force, hits, Targets::ground_forces);
    case Phase::no_combat: return force;
  }
  return force;
}

int Rules::stance(Side side, int step, const Force& force) const {
  const Army& mine = army(side);
  const PhaseAt& where = at(step);
  switch (where.phase) {
    case Phase::bombardment:
    case Phase::landing_fire:
    case Phase::ground_round: return count(mine, force, Targets::ground_forces) > 0 ? kReady : kOut;
    case Phase::no_combat:
      if (kind_ == BattleKind::invasion || (kind_ == BattleKind::conquest && step > 0))
        return count(mine, force, Targets::ground_forces) > 0 ? kReady : kOut;
      [[fallthrough]];
    case Phase::attacker_space_cannon:
    case Phase::defender_space_cannon:
    case Phase::barrage:
    case Phase::space_round: break;
  }
  if (count(mine, force, Targets::ships) == 0) return kOut;
  if (where.retreats == index(side) && count(mine, retreat(side, force), Targets::ships) == 0) return kBound;
  if (kind_ == BattleKind::conquest && side == Side::attacker &&
      count(mine, after_space(side, force), Targets::ground_forces) == 0)
    return kNoTroops;
  return kReady;
}

/// 3.6: the winner is known before capacity is checked; a side without ships loses what it had in the space area.
Rules::Force Rules::after_space(Side side, const Force& force) const {
  if (force.away) return force;
  const Army& mine = army(side);
  if (count(mine, force, Targets::ships) == 0) return clear_space(mine, force);
  return enforce_capacity(mine, force, 0, true);
}

/// 3.6: fighters and troops need room in the ships that leave; space docks stay behind.
Rules::Force Rules::retreat(Side side, const Force& force) const {
  const Army& mine = army(side);
  Force left = enforce_capacity(mine, force, 0, false);
  bool anything_moves = false;
  for (std::size_t g = 0; g < mine.groups.size(); ++g)
    anything_moves |= mine.groups[g].is_ship && mine.groups[g].moves_alone && left.count(g) > 0;
  return anything_moves ? left : clear_space(mine, left);
}

Rules::Force Rules::cross(Side side, int step, int edge, const Force& force) const {
  const PhaseAt& where = at(step);
  const EdgePlan& to = plan_[static_cast<std::size_t>(step)].edges[static_cast<std::size_t>(edge)];
  const bool over = to.step < 0;
  switch (where.phase) {
    case Phase::attacker_space_cannon:
    case Phase::defender_space_cannon:
    case Phase::barrage:
    case Phase::space_round: {
      if (to.step >= 0 && phases_.size() > static_cast<std::size_t>(to.step)) {
        const Phase next = at(to.step).phase;
        if (next == Phase::defender_space_cannon || next == Phase::barrage || next == Phase::space_round) return force;
      }
      if (where.retreats == index(side) && (where.leaving >> edge & 1)) {
        Force left = retreat(side, force);
        left.away = count(army(side), left, Targets::ships) > 0;
        return left;
      }
      return after_space(side, force);
    }
    case Phase::no_combat:
      if (kind_ == BattleKind::space || (kind_ == BattleKind::conquest && step == 0)) return after_space(side, force);
      break;
    case Phase::bombardment:
    case Phase::landing_fire:
    case Phase::ground_round: break;
  }
  // 4.5: whoever takes the planet destroys the structures on it.
  if (over && to.ending == Outcome::attacker_win && side == Side::defender && kind_ != BattleKind::ground) {
    Force lost = force;
    for (std::size_t g = 0; g < army(side).groups.size(); ++g)
      if (army(side).groups[g].is_structure) lost.whole[g] = lost.damaged[g] = 0;
    return lost;
  }
  return force;
}

}  // namespace broadside::ti4
