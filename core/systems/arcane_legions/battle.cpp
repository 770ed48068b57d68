#include "core/systems/arcane_legions/battle.hpp"

#include <algorithm>
#include <cassert>

namespace broadside::arcane_legions {
namespace {

// Stances. Only the attacker notices that nothing can change, only the defender that time is up.
constexpr int kOut = 0, kReady = 1, kOver = 2;

std::size_t slot(Side side) { return static_cast<std::size_t>(index(side)); }

bool harmless(const OrderLaw& law) {
  return std::all_of(law.begin(), law.end(), [](const auto& entry) {
    return entry.first.on_target == Blow{} && entry.first.on_actor == Blow{};
  });
}

/// What the attacker sees of the defender: everything but the number of the turn.
Force seen(Force force) {
  force.turn = 0;
  return force;
}

}  // namespace

std::uint64_t Record::pack() const {
  std::uint64_t packed = 0;
  for (const auto& pair : {lost, damage, hits})
    for (const int value : pair) packed = packed << 8 | static_cast<std::uint64_t>(value & 0xff);
  return packed;
}

Record Record::of(std::uint64_t packed) {
  Record record;
  for (auto* pair : {&record.hits, &record.damage, &record.lost})
    for (std::size_t i = 2; i-- > 0; packed >>= 8) (*pair)[i] = static_cast<int>(packed & 0xff);
  return record;
}

Rules::Rules(BattleKind kind, std::array<Unit, 2> units, const Readings& readings,
             const Course& course)
    : kind_(kind), units_(std::move(units)), readings_(readings), course_(course) {
  const auto a = Side::attacker, d = Side::defender;
  const bool moved = unit(a).plan.moved;
  int loop_from = -1;
  // The turn in which a unit charges differs from all others.
  const auto add_duel = [&](Side first) {
    const Side second = other(first);
    if (unit(first).plan.moved) {
      add_turn(first, false, true, true, false);
      first = second;
    }
    loop_from = static_cast<int>(phases_.size());
    add_turn(first, false, false, true, true);
    add_turn(other(first), false, false, true, true);
  };
  switch (kind) {
    case BattleKind::close:
    case BattleKind::ranged:
      phases_.push_back(
          {a, false, {kind == BattleKind::ranged, moved, false}, false, true, true, false, false});
      break;
    case BattleKind::turn:
      add_turn(a, course.turn != TurnOrders::close, moved, false, false);
      if (course.turn == TurnOrders::ranged_close) add_close_after_ranged(a);
      break;
    case BattleKind::volley:
      for (int i = 0; i < course.volleys; ++i) add_turn(a, true, moved, false, false);
      add_duel(d);
      break;
    case BattleKind::duel:
      add_duel(a);
      break;
  }
  link(loop_from);
  find_forces();
  for (StepPlan& step : plan_) step.features[slot(d)] = static_cast<std::uint32_t>(forces_.size());
}

/// RULES 8.6: a special order where the plan says so, one order, and another one of the
/// same kind with a push.
void Rules::add_turn(Side actor, bool ranged, bool moved, bool in_duel, bool in_loop) {
  const Plan& plan = unit(actor).plan;
  const std::size_t first = phases_.size();
  Phase phase{actor, false, {ranged, moved, false}, false, false, false, in_duel, in_loop};
  if (plan.special && !ranged) {
    phase.special = true;
    phases_.push_back(phase);
    phase.special = false;
  }
  phases_.push_back(phase);
  if (plan.push != Push::never) {
    phase.pushed = phase.order.attacked = true;
    phases_.push_back(phase);
  }
  phases_[first].begins_turn = true;
  phases_.back().ends_turn = true;
}

/// One close and one ranged order need no push (RULES 8.2); the unit moves up in between.
void Rules::add_close_after_ranged(Side actor) {
  phases_.back().ends_turn = false;
  Phase phase{actor, false, {false, true, false}, false, false, false, false, false};
  if (unit(actor).plan.special) {
    phase.special = true;
    phases_.push_back(phase);
    phase.special = false;
  }
  phase.ends_turn = true;
  phases_.push_back(phase);
}

void Rules::link(int loop_from) {
  const int last = static_cast<int>(phases_.size()) - 1;
  for (int s = 0; s <= last; ++s) {
    const Phase& phase = at(s);
    StepPlan step;
    const std::string who = name(phase.actor);
    step.name = who +
                (phase.special        ? "'s special order"
                 : phase.order.ranged ? "'s ranged order"
                                      : "'s close order") +
                (phase.pushed ? ", pushed" : "");
    step.stage = phase.in_duel ? "duel" : phase.order.ranged ? "shooting" : "orders";
    step.is_round = phase.begins_turn;
    step.throws = {true, false};
    const int next = s < last ? s + 1 : loop_from;
    step.lead({kReady}, {kReady}, next >= 0 ? EdgePlan{next} : EdgePlan{-1, Outcome::undecided});
    step.lead({kOut}, {kReady, kOver}, {-1, Outcome::defender_win});
    step.lead({kReady, kOver}, {kOut}, {-1, Outcome::attacker_win});
    step.lead({kOut}, {kOut}, {-1, Outcome::draw});
    if (phase.in_duel) {
      step.lead({kOver}, {kReady, kOver}, {-1, Outcome::stalemate});
      step.flow[kReady][kOver] = step.flow[kOver][kOver];
    }
    if (s == loop_from) step.stall({-1, Outcome::stalemate});
    plan_.push_back(std::move(step));
  }
}

/// Every force that the defender can begin a step with, so that the attacker's rows can be numbered
/// before there are any.
void Rules::find_forces() {
  const auto add = [&](const Force& force) {
    const auto [at, fresh] =
        number_.try_emplace(seen(force), static_cast<std::uint32_t>(forces_.size()));
    if (fresh) forces_.push_back(at->first);
  };
  add(start(Side::defender));
  for (std::size_t f = 0; f < forces_.size(); ++f)
    for (const Force& after : after_blows(forces_[f]))
      for (std::size_t s = 0; s < plan_.size(); ++s)
        for (std::size_t e = 0; e < plan_[s].edges.size(); ++e)
          if (plan_[s].edges[e].step >= 0)
            add(cross(Side::defender, static_cast<int>(s), static_cast<int>(e), after));
}

/// All that one step may make of the defender; more than can happen, never less.
std::vector<Force> Rules::after_blows(const Force& force) const {
  const Unit &mine = unit(Side::defender), &his = unit(Side::attacker);
  std::vector<Blow> blows;
  const auto add = [&](auto change) {
    Blow blow;
    change(blow);
    blows.push_back(blow);
  };
  for (int n = 1; n <= hit_points_left(mine, force); ++n) {
    add([&](Blow& b) { b.direct = n; });
    if (his.plan.concentrates) add([&](Blow& b) { b.combat = n, b.aim = Blow::Aim::white; });
    if (his.plan.shoots == Shoots::sniper)
      add([&](Blow& b) { b.combat = n, b.aim = Blow::Aim::not_commander; });
  }
  if (his.carries(Ability::power_at_a_price)) add([](Blow& b) { b.chosen_down = true; });
  if (mine.carries(Ability::power_at_a_price)) add([](Blow& b) { b.price_down = true; });
  if (his.plan.special == Ability::death_touch)
    for (int n = 1; n <= kMostHitPoints; ++n) add([&](Blow& b) { b.touch = n; });
  if (his.plan.special == Ability::death_touch_master) add([](Blow& b) { b.touch_master = true; });
  if (mine.plan.special == Ability::lord_of_the_dead || mine.plan.special == Ability::artificer)
    for (int n = 1; n <= 6; ++n) add([&](Blow& b) { b.heal = n; });

  std::vector<Force> found{force};
  for (std::size_t f = 0; f < found.size(); ++f)
    for (const Blow& blow : blows) {
      const Force after = suffer(mine, readings_, his.plan, found[f], blow);
      if (!defeated(mine, after) && std::find(found.begin(), found.end(), after) == found.end())
        found.push_back(after);
    }
  return found;
}

Rules::Force Rules::start(Side side) const {
  const Force force = starting(unit(side));
  const Phase& first = phases_.front();
  return first.actor == side ? begin_turn(unit(side), force, first.order.ranged) : force;
}

OrderLaw Rules::law(int step, const std::array<Force, 2>& forces) const {
  const Phase& phase = at(step);
  const Side target = other(phase.actor);
  const Party acting{unit(phase.actor), forces[slot(phase.actor)]};
  const Party suffering{unit(target), forces[slot(target)]};
  if (defeated(acting.unit, acting.force)) return {{OrderResult{}, 1.0}};
  return phase.special ? special_law(acting, suffering)
                       : order_law(readings_, acting, suffering, phase.order, *book_);
}

std::array<Rules::Force, 2> Rules::apply(int step, const std::array<Force, 2>& forces,
                                         const OrderResult& result) const {
  std::array<Force, 2> after;
  for (const Side side : kSides)
    after[slot(side)] = suffer(unit(side), readings_, unit(other(side)).plan, forces[slot(side)],
                               at(step).actor == side ? result.on_actor : result.on_target);
  return after;
}

Rules::Throw Rules::throws(Side side, int step, const Force& force, std::uint32_t seen_as) const {
  assert(side == Side::attacker);
  const std::array<Force, 2> forces{force, forces_[seen_as]};
  const bool ends = at(step).in_loop && stuck(step, forces);
  const bool acts = at(step).actor == side;
  std::vector<Throw::Entry> entries;
  for (const auto& [result, chance] : law(step, forces)) {
    std::array<Force, 2> after = apply(step, forces, result);
    after[0].stuck = ends;
    if (single_order()) {
      Record record;
      record.hits = {result.attacker_hits, result.defender_hits};
      record.damage = {result.on_target.combat + result.on_target.direct,
                       result.on_actor.combat + result.on_actor.direct};
      for (const Side of : kSides)
        record.lost[slot(of)] = figures(forces[slot(of)]) - figures(after[slot(of)]);
      after[0].record = record.pack();
    }
    entries.emplace_back(std::pair{(acts ? result.on_target : result.on_actor).pack(), after[0]},
                         chance);
  }
  return Throw{std::move(entries)};
}

Rules::Force Rules::absorb(Side side, int, const Force& force, Volley volley) const {
  if (side == Side::attacker) return force;  // throws() has seen to it
  return suffer(unit(side), readings_, unit(other(side)).plan, force, Blow::of(volley));
}

int Rules::stance(Side side, int step, const Force& force) const {
  if (defeated(unit(side), force)) return kOut;
  if (side == Side::attacker) return force.stuck ? kOver : kReady;
  const Phase& phase = at(step);
  const bool over = phase.in_duel && phase.ends_turn && course_.turn_limit > 0 &&
                    force.turn + 1 >= course_.turn_limit;
  return over ? kOver : kReady;
}

std::uint32_t Rules::feature(Side side, int, const Force& force) const {
  if (side == Side::attacker) return 0;
  const auto known = number_.find(seen(force));
  assert(known != number_.end());
  return known->second;
}

Rules::Force Rules::cross(Side side, int step, int edge, const Force& force) const {
  const Phase& from = at(step);
  const int to = plan_[static_cast<std::size_t>(step)].edges[static_cast<std::size_t>(edge)].step;
  Force after = force;
  after.idle = after.stuck = false;
  if (to < 0) {
    after.turn = 0;
    return single_order() ? after : without_damage(after);
  }
  const Phase& next = at(to);
  const Unit& mine = unit(side);
  if (from.ends_turn) {
    after = without_damage(after);
    if (from.actor == side) after = regrouped(mine, after, Layout::defence);
    if (side == Side::defender && from.in_duel && course_.turn_limit > 0) ++after.turn;
    // Between two turns of shooting the target has a turn of its own, in which it comes closer.
    if (from.actor == next.actor && side != next.actor)
      after = regrouped(mine, begin_turn(mine, after, false), Layout::defence);
  }
  if (next.begins_turn && next.actor == side) after = begin_turn(mine, after, next.order.ranged);
  if (next.pushed && next.actor == side) {
    const auto paid = pushed(mine, readings_, after);
    // What is paid may cost the last figure (then the unit is defeated), not the order's own icons.
    const bool worth =
        paid && may_order(Party{mine, paid->standing == 0 ? after : *paid}, next.order);
    if (worth)
      after = *paid;
    else
      after.idle = true;
  }
  return after;
}

bool Rules::stuck(int step, const std::array<Force, 2>& forces) const {
  std::array<Force, 2> now = forces;
  int s = step;
  do {
    if (defeated(unit(Side::attacker), now[0]) || defeated(unit(Side::defender), now[1]) ||
        !harmless(law(s, now)))
      return false;
    const StepPlan& plan = plan_[static_cast<std::size_t>(s)];
    for (const Side side : kSides) {
      Force& force = now[slot(side)];
      force = seen(cross(side, s, plan.flow[kReady][kReady], force));
      // Figures that come and go are a change, though they come round again.
      if (figures(force) != figures(forces[slot(side)])) return false;
    }
    s = plan.edges[plan.flow[kReady][kReady]].step;
  } while (s != step);
  return now == std::array<Force, 2>{seen(forces[0]), seen(forces[1])};
}

}  // namespace broadside::arcane_legions
