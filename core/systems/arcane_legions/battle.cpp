#include "core/systems/arcane_legions/battle.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace broadside::arcane_legions {
namespace {

// Stances. Only the attacker notices that nothing can change, only the defender that time is up.
constexpr int kOut = 0, kReady = 1, kOver = 2;

std::span<const std::string_view> stance_names() {
  static constexpr std::array<std::string_view, 3> kNames{"defeated", "in the fight",
                                                          "at the end of the duel"};
  return kNames;
}

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

bool fights_close(BattleKind kind, const Course& course) {
  return kind != BattleKind::ranged &&
         !(kind == BattleKind::turn && course.turn == TurnOrders::ranged);
}

bool shoots(BattleKind kind, const Course& course) {
  return kind == BattleKind::ranged || kind == BattleKind::shooting ||
         (kind == BattleKind::turn && course.turn != TurnOrders::close);
}

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

Rules::Rules(BattleKind kind, BySide<Unit> units, const Readings& readings, const Course& course)
    : kind_(kind),
      units_{std::move(units)},
      readings_(readings),
      course_(course),
      plan_(stance_names()) {
  add_battle(unit(Side::attacker).policy.moved);
  plan_.finish();
  find_forces();
  for (int s = 0; s < plan_.upcoming().number; ++s)
    plan_.of({s}).features[Side::defender] = static_cast<std::uint32_t>(forces_.size());
}

void Rules::add_battle(bool moved) {
  const Phase close{.actor = Side::attacker, .order = {false, moved, false}};
  const Phase ranged{.actor = Side::attacker, .order = {true, moved, false}};
  switch (kind_) {
    case BattleKind::close:
    case BattleKind::ranged: {
      Phase order = kind_ == BattleKind::close ? close : ranged;
      order.begins_turn = order.ends_turn = true;
      add_turn({order});
      break;
    }
    case BattleKind::turn:
      add_turn(course_.turn == TurnOrders::close    ? turn_of(close)
               : course_.turn == TurnOrders::ranged ? turn_of(ranged)
                                                    : ranged_and_close(ranged));
      break;
    case BattleKind::shooting:
      for (int i = 0; i < course_.shooting_turns; ++i) {
        add_turn(turn_of(ranged));
        if (i + 1 == course_.turns) return plan_.settle(plan_.next(), ends(Outcome::undecided));
      }
      return add_duel(Side::defender);
    case BattleKind::duel:
      return add_duel(Side::attacker);
  }
  plan_.settle(plan_.next(), ends(Outcome::undecided));
}

/// The turn in which a unit charges differs from all others.
void Rules::add_duel(Side first) {
  const bool charges = unit(first).policy.moved;
  const auto attack = [&](Side actor, bool charge, bool in_loop) {
    add_turn(turn_of(
        {.actor = actor, .order = {false, charge, false}, .in_duel = true, .in_loop = in_loop}));
  };
  add_rounds(plan_, {.differ = charges ? 1 : 0}, [&](Round round) {
    if (!round.again) return attack(first, true, false);
    const StepHandle loop = plan_.upcoming();
    const Side next = charges ? other(first) : first;
    attack(next, false, true);
    attack(other(next), false, true);
    plan_.stall(loop, ends(Outcome::stalemate));
  });
}

/// RULES 8.6: a special order where the policy says so, one order, and another one of the
/// same kind with a push.
std::vector<Phase> Rules::turn_of(Phase order) const {
  const Policy& policy = unit(order.actor).policy;
  std::vector<Phase> turn;
  if (policy.special && !order.order.ranged) {
    turn.push_back(order);
    turn.back().special = true;
  }
  turn.push_back(order);
  if (policy.push != Push::never) {
    turn.push_back(order);
    turn.back().pushed = turn.back().order.attacked = true;
  }
  turn.front().begins_turn = true;
  turn.back().ends_turn = true;
  return turn;
}

/// One close and one ranged order need no push (RULES 8.2); the unit moves up in between.
std::vector<Phase> Rules::ranged_and_close(Phase order) const {
  std::vector<Phase> turn = turn_of(order);
  turn.back().ends_turn = false;
  const Phase close{.actor = order.actor, .order = {false, true, false}};
  if (unit(order.actor).policy.special) {
    turn.push_back(close);
    turn.back().special = true;
  }
  turn.push_back(close);
  turn.back().ends_turn = true;
  return turn;
}

void Rules::add_turn(const std::vector<Phase>& turn) {
  for (const Phase& phase : turn) {
    const char* const order = phase.special        ? "special order"
                              : phase.order.ranged ? "ranged order"
                                                   : "close order";
    const StepHandle step = plan_.add(
        phase,
        {.name = fmt::format("{}'s {}{}", name(phase.actor), order, phase.pushed ? ", pushed" : ""),
         .stage = phase.in_duel        ? "duel"
                  : phase.order.ranged ? "shooting"
                                       : "orders",
         .is_round = phase.begins_turn,
         .throws = {true, false}});
    plan_.lead(step, {kReady}, {kReady}, plan_.next());
    plan_.lead(step, {kOut}, {kReady, kOver}, ends(Outcome::defender_win));
    plan_.lead(step, {kReady, kOver}, {kOut}, ends(Outcome::attacker_win));
    plan_.lead(step, {kOut}, {kOut}, ends(Outcome::draw));
    if (!phase.in_duel) continue;
    plan_.lead(step, {kOver}, {kReady, kOver}, ends(Outcome::stalemate));
    const bool looked_at = course_.looked_at(shoots_first());
    plan_.lead(step, {kReady}, {kOver}, ends(looked_at ? Outcome::undecided : Outcome::stalemate));
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
    if (his.policy.concentrates) add([&](Blow& b) { b.combat = n, b.aim = Blow::Aim::white; });
    if (his.policy.shoots == Shoots::sniper)
      add([&](Blow& b) { b.combat = n, b.aim = Blow::Aim::not_commander; });
  }
  if (his.carries(Ability::power_at_a_price)) add([](Blow& b) { b.chosen_down = true; });
  if (mine.carries(Ability::power_at_a_price)) add([](Blow& b) { b.price_down = true; });
  if (his.policy.special == Ability::death_touch)
    for (int n = 1; n <= kMostHitPoints; ++n) add([&](Blow& b) { b.touch = n; });
  if (his.policy.special == Ability::death_touch_master)
    add([](Blow& b) { b.touch_master = true; });
  if (mine.policy.special == Ability::lord_of_the_dead || mine.policy.special == Ability::artificer)
    for (int n = 1; n <= 6; ++n) add([&](Blow& b) { b.heal = n; });

  std::vector<Force> found{force};
  for (std::size_t f = 0; f < found.size(); ++f)
    for (const Blow& blow : blows) {
      const Force after = suffer(mine, readings_, his.policy, found[f], blow);
      if (!defeated(mine, after) && std::find(found.begin(), found.end(), after) == found.end())
        found.push_back(after);
    }
  return found;
}

Rules::Force Rules::start(Side side) const {
  const Force force = starting(unit(side));
  const Phase& first = at(0);
  return first.actor == side ? begin_turn(unit(side), force, first.order.ranged) : force;
}

OrderLaw Rules::law(int step, const BySide<Force>& forces) const {
  const Phase& phase = at(step);
  const Side target = other(phase.actor);
  const Party acting{unit(phase.actor), forces[phase.actor]};
  const Party suffering{unit(target), forces[target]};
  if (defeated(acting.unit, acting.force)) return {{OrderResult{}, 1.0}};
  return phase.special ? special_law(acting, suffering)
                       : order_law(readings_, acting, suffering, phase.order, *book_);
}

BySide<Rules::Force> Rules::apply(int step, const BySide<Force>& forces,
                                  const OrderResult& result) const {
  BySide<Force> after;
  for (const Side side : kSides)
    after[side] = suffer(unit(side), readings_, unit(other(side)).policy, forces[side],
                         at(step).actor == side ? result.on_actor : result.on_target);
  return after;
}

Rules::Throw Rules::throws(Side side, int step, const Force& force, std::uint32_t seen_as) const {
  assert(side == Side::attacker);
  const BySide<Force> forces{force, forces_[seen_as]};
  const bool ends = at(step).in_loop && stuck(step, forces);
  const bool acts = at(step).actor == side;
  std::vector<Throw::Entry> entries;
  for (const auto& [result, chance] : law(step, forces)) {
    BySide<Force> after = apply(step, forces, result);
    after[Side::attacker].stuck = ends;
    if (single_order()) {
      Record record;
      record.hits = {result.attacker_hits, result.defender_hits};
      record.damage = {result.on_target.combat + result.on_target.direct,
                       result.on_actor.combat + result.on_actor.direct};
      for (const Side of : kSides) record.lost[of] = figures(forces[of]) - figures(after[of]);
      after[Side::attacker].record = record.pack();
    }
    entries.emplace_back(
        std::pair{(acts ? result.on_target : result.on_actor).pack(), after[Side::attacker]},
        chance);
  }
  return Throw{std::move(entries)};
}

Rules::Force Rules::absorb(Side side, int, const Force& force, Volley volley) const {
  if (side == Side::attacker) return force;  // throws() has seen to it
  return suffer(unit(side), readings_, unit(other(side)).policy, force, Blow::of(volley));
}

int Rules::stance(Side side, int step, const Force& force) const {
  if (defeated(unit(side), force)) return kOut;
  if (side == Side::attacker) return force.stuck ? kOver : kReady;
  const Phase& phase = at(step);
  const bool over =
      phase.in_duel && phase.ends_turn && duel_turns() > 0 && force.turn + 1 >= duel_turns();
  return over ? kOver : kReady;
}

std::uint32_t Rules::feature(Side side, int, const Force& force) const {
  if (side == Side::attacker) return 0;
  const auto known = number_.find(seen(force));
  assert(known != number_.end());
  return known->second;
}

Rules::Force Rules::turned(Side side, int step, int edge, const Force& force) const {
  const Phase& from = at(step);
  const int to = nth(nth(plan_, step).edges, edge).step;
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
    if (side == Side::defender && from.in_duel && duel_turns() > 0) ++after.turn;
    // Between two turns of shooting the target has a turn of its own, in which it comes closer.
    if (from.actor == next.actor && side != next.actor)
      after = regrouped(mine, begin_turn(mine, after, false), Layout::defence);
  }
  if (next.begins_turn && next.actor == side) after = begin_turn(mine, after, next.order.ranged);
  return after;
}

Rules::Force Rules::cross(Side side, int step, int edge, const Force& force) const {
  Force after = turned(side, step, edge, force);
  const int to = nth(nth(plan_, step).edges, edge).step;
  if (to < 0) return after;
  const Phase& next = at(to);
  const Unit& mine = unit(side);
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

bool Rules::stuck(int step, const BySide<Force>& forces) const {
  BySide<Force> now = forces;
  int s = step;
  do {
    if (defeated(unit(Side::attacker), now[Side::attacker]) ||
        defeated(unit(Side::defender), now[Side::defender]) || !harmless(law(s, now)))
      return false;
    const StepPlan& plan = nth(plan_, s);
    for (const Side side : kSides) {
      Force& force = now[side];
      force = seen(cross(side, s, plan.flow[kReady][kReady], force));
      // Figures that come and go are a change, though they come round again.
      if (figures(force) != figures(forces[side])) return false;
    }
    s = plan.edges[plan.flow[kReady][kReady]].step;
  } while (s != step);
  return now == BySide<Force>{seen(forces[Side::attacker]), seen(forces[Side::defender])};
}

}  // namespace broadside::arcane_legions
