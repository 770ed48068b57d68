#include "core/systems/rebellion/plan.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/systems/rebellion/coupling.hpp"
#include "core/systems/rebellion/ending.hpp"
#include "core/systems/rebellion/force.hpp"
#include "core/systems/rebellion/planner.hpp"

namespace broadside::rebellion {

namespace {

constexpr Stances kInSpace{1, 3}, kOnGround{2, 3};  // of stances that say who is where

constexpr bool there(int presence, Theater theater) {
  return theater == Theater::space ? in_space(presence) : on_ground(presence);
}
std::string stage_name(Theater theater) {
  return theater == Theater::space ? "space combat" : "ground combat";
}
constexpr std::uint8_t lose_all_in(Theater theater) {
  return theater == Theater::space ? kLoseShips : kLoseGround;
}
constexpr Deeds both(int deed) {
  return {static_cast<std::uint8_t>(deed), static_cast<std::uint8_t>(deed)};
}
Deeds only(Side side, int deed) {
  Deeds deeds{};
  deeds[side] = static_cast<std::uint8_t>(deed);
  return deeds;
}
/// Leaves an enemy who is there (RULES 7.3).
int retreat_from(int presence) {
  return kRetreat | (in_space(presence) ? 0 : kNoEnemyShips) |
         (on_ground(presence) ? 0 : kNoEnemyGround);
}

}  // namespace

StepHandle Planner::quiet(std::string name, PhaseAt where, std::string stage) {
  return plan_.add(where, {.name = std::move(name), .stage = std::move(stage)});
}

/// An edge by the stances of a side and its enemy.
void Planner::lead_by(Side side, StepHandle step, Stances mine, Stances his, Destination to,
                      Deeds deeds) {
  if (side == Side::attacker)
    plan_.lead(step, mine, his, to, deeds);
  else
    plan_.lead(step, his, mine, to, deeds);
}

/// What the enemy sees of this side when he rolls: Ion Cannons, and which hits find a target.
std::uint32_t Planner::features(Side side, Theater theater, int round) const {
  const Army &mine = army(side), &enemy = army(other(side));
  std::uint32_t features = 1;
  if (theater == Theater::space && !mine.empire())
    features = static_cast<std::uint32_t>(units_of(mine, UnitId::ion_cannon)) + 1;
  if (enemy.ring.in(round, theater) || enemy.set_dice.in(round, theater) ||
      (setup_.reading.cinematic && enemy.tactic[theater] > 0))
    features *= 4;
  return features;
}

/// Both sides roll at once; in cinematic combat one after the other, which is two steps. So do sides
/// of which one chooses its targets: the attacker does not know yet what the defender will hit. Edges are
/// left to the caller. Returns the last step.
StepHandle Planner::add_attack(Theater theater, int round) {
  StepPlan attack{.name = fmt::format("{} round", name(theater)),
                  .stage = stage_name(theater),
                  .is_round = true,
                  .throws = {true, true}};
  for (const Side side : kSides) attack.features[side] = features(side, theater, round);
  PhaseAt where{.phase = Phase::attack, .theater = theater, .round = round, .closes = true};
  if (!in_turn()) return plan_.add(where, std::move(attack));
  StepPlan second = attack;
  attack.throws = {true, false};
  where.closes = false;
  const StepHandle first = plan_.add(where, std::move(attack));
  plan_.lead(first, kAnyStance, kAnyStance, plan_.next());
  second.name = fmt::format("{}, second attack", name(theater));
  second.is_round = false;
  second.throws = {false, true};
  where.side = Side::defender;
  where.closes = true;
  return plan_.add(where, std::move(second));
}

Close Planner::close_of(int attacker, int defender, bool stalled) const {
  Close close;
  for (const Theater theater : kBothTheaters)
    if (setup_.fought(theater)) {
      const Won won = winner(there(attacker, theater), there(defender, theater));
      close.won[theater] = won;
      close.stalled |= stalled && won == Won::open;
    }
  return close;
}

bool Planner::has_weak(Theater theater) const {
  for (const Army& army : setup_.armies) {
    const Front& front = army.front[theater];
    if (front.structures | front.transports | front.fragile_stations) return true;
  }
  return false;
}

int Planner::last_special_round() const {
  int last = 0;
  for (const Army& army : setup_.armies) {
    if (army.fewer_first != Dice{}) last = std::max(last, 1);
    last = std::max({last, army.set_dice.round, army.ring.round});
    if (army.has_leader) last = std::max(last, army.retreat.round - 1);
    // Units that cannot hold a theater alone still fight the first round.
    for (const Theater theater : kBothTheaters)
      if (only_weak(army, starting_force(army), theater)) last = std::max(last, 1);
  }
  return last;
}

// --- theaters one after the other ---

/// Each theater to its end, then who has won what.
void Planner::plan_apart() {
  if (stalls_aside()) stalemate_ = plan_.later("a stalemate");
  for (const Theater theater : kBothTheaters) {
    if (!setup_.contested(theater)) continue;
    const Destination over = plan_.later("the end of the theater");
    add_rounds(plan_, {.differ = last_special_round(), .played = setup_.rounds},
               [&](Round round) { fight_apart(theater, round, over); });
    plan_.arrive(over);
    if (has_weak(theater)) leave_alone_apart(theater);
  }
  add_end(setup_.rounds == 0);
  if (!stalls_aside()) return;
  plan_.arrive(stalemate_);
  add_end(true);
}

void Planner::add_end(bool stalled) {
  const StepHandle end = quiet("end", {.phase = Phase::next_round}, "end of the combat");
  for (int a = 0; a < 4; ++a)
    for (int d = 0; d < 4; ++d) plan_.lead(end, {a}, {d}, end_of(close_of(a, d, stalled)));
}

void Planner::fight_apart(Theater theater, Round round, Destination over) {
  const StepHandle first = plan_.upcoming();
  const StepHandle step = add_attack(theater, number_of(round));
  if (round.again && !in_turn())
    plan_.of(step).repeats = true;
  else
    plan_.lead(step, {1}, {1}, plan_.next());
  const Deeds mend = both(has_weak(theater)           ? kNothing
                          : theater == Theater::space ? kMendSpace
                                                      : kMendGround);
  const EdgeHandle ends = plan_.lead(step, {0}, {0, 1}, over, mend);
  plan_.also(ends, {1}, {0});
  // A stalemate is found before the round begins.
  if (round.again && can_stall(setup_))
    plan_.stall(first, stalls_aside() ? stalemate_ : over, mend);
  if (round.cut) plan_.cut(first, over, mend);
}

void Planner::leave_alone_apart(Theater theater) {
  const StepHandle step =
      quiet("left alone", {.phase = Phase::left_alone, .theater = theater}, stage_name(theater));
  const int mend = theater == Theater::space ? kMendSpace : kMendGround;
  const auto mended = static_cast<std::uint8_t>(mend);
  const auto lost = static_cast<std::uint8_t>(mend | lose_all_in(theater));
  const EdgeHandle nothing = plan_.lead(step, {0}, {0, 1, 2}, plan_.next(), {mended, mended});
  plan_.also(nothing, {1}, {0, 1});
  plan_.also(nothing, {2}, {0});
  plan_.lead(step, {2}, {1}, plan_.next(), {lost, mended});
  plan_.lead(step, {1}, {2}, plan_.next(), {mended, lost});
  plan_.lead(step, {2}, {2}, plan_.next(), both_weak(theater, lost, mended));
}

/// What happens where both sides have only units that cannot hold the theater.
Deeds Planner::both_weak(Theater theater, std::uint8_t lost, std::uint8_t stays) const {
  Deeds deeds{};
  for (const Side side : kSides) deeds[side] = outlasts_weak(army(side), theater) ? stays : lost;
  return deeds;
}

// --- theaters together ---

/// Round by round: space step, ground step, retreats, what is left alone, and again.
void Planner::plan_together() {
  spared_ = plan_.later("a round with spared structures");
  stalemate_ = plan_.later("a stalemate");
  undecided_ = plan_.later("a combat that is looked at");
  add_rounds(plan_, {.differ = last_special_round(), .played = setup_.rounds},
             [&](Round round) { add_round(round); });
  add_ends();
}

/// Where a round begins for forces that meet in space, or only on the ground.
Destination Planner::round_from(int round, Theater first) {
  const auto r = static_cast<std::size_t>(round);
  if (rounds_.size() <= r) rounds_.resize(r + 1);
  auto& begin = rounds_[r][first];
  if (!begin) begin = plan_.later("a round");
  return *begin;
}

void Planner::add_round(Round round) {
  const int number = number_of(round);
  const Destination past_ground = plan_.later("the end of the round");
  if (space_) {
    plan_.arrive(round_from(round.number, Theater::space));
    add_space(round, round.again && can_stall(setup_), past_ground);
  }
  if (round.again && spared_matter_) {
    plan_.arrive(spared_);
    add_space(round, false, past_ground);
  }
  if (ground_) {
    plan_.arrive(round_from(round.number, Theater::ground));
    const StepHandle first = plan_.upcoming();
    const StepHandle step = add_attack(Theater::ground, number);
    plan_.lead(step, kAnyStance, kAnyStance, plan_.next());
    if (round.cut) cut_before(first);
  }
  plan_.arrive(past_ground);
  if (silences(setup_)) add_jammed(number);
  add_retreats(round);
  for (const Theater theater : kBothTheaters)
    if (setup_.contested(theater) && has_weak(theater)) add_left_alone(theater, number);
  // The last step is skipped where a round begins with spared structures.
  const StepHandle all_come_by = plan_.upcoming();
  if (spared_matter_ && round.number >= std::max(last_special_round(), setup_.rounds))
    add_spared(number);
  add_next_round(round);
  plan_.of(all_come_by).ends_round = true;
}

void Planner::add_space(Round round, bool may_stall, Destination past_ground) {
  const int number = number_of(round);
  const StepHandle first = plan_.upcoming();
  StepHandle last = add_attack(Theater::space, number);
  if (may_stall) plan_.stall(first, stalemate_);
  if (round.cut) cut_before(first);
  if (rebels_of(setup_).choices.death_star_plans && stations(empire_of(setup_)) > 0) {
    plan_.lead(last, kAnyStance, kAnyStance, plan_.next());
    last = add_plans(number);
  }
  // To the ground step where both have ground units, otherwise past it.
  plan_.lead(last, kAnyStance, kAnyStance, past_ground);
  if (ground_) plan_.lead(last, kOnGround, kOnGround, round_from(round.number, Theater::ground));
}

/// The combat is looked at here, with both still in a theater.
void Planner::cut_before(StepHandle step) {
  plan_.cut(step, undecided_, both(kNewRound | kMendSpace | kMendGround));
}

StepHandle Planner::add_plans(int number) {
  const Side rebels = army(Side::attacker).empire() ? Side::defender : Side::attacker;
  StepPlan step{.name = "death star plans", .stage = stage_name(Theater::space)};
  step.throws[rebels] = true;
  step.features[other(rebels)] = 2;  // whether there is a station that they can destroy
  return plan_.add({.phase = Phase::plans, .round = number, .side = rebels}, std::move(step));
}

void Planner::add_jammed(int number) {
  const StepHandle step = quiet("jammed Death Star", {.phase = Phase::jammed, .round = number});
  const Side rebels = army(Side::attacker).empire() ? Side::defender : Side::attacker;
  plan_.lead(step, kAnyStance, kAnyStance, plan_.next());
  lead_by(rebels, step, {1}, {1}, plan_.next(), only(rebels, retreat_from(1)));
  lead_by(rebels, step, {2}, {1}, plan_.next(), only(rebels, kLoseShips));
}

/// Nobody leaves a combat that is over, be it by the retreat of the other.
void Planner::add_retreats(Round round) {
  const Destination over = plan_.later("the end of the retreats");
  for (const Side side : kSides) {
    if (!may_ever_retreat(army(side))) continue;
    const StepHandle check =
        quiet("retreat", {.phase = Phase::next_round, .round = number_of(round)});
    plan_.lead(check, kAnyStance, kAnyStance, over);
    if (space_) plan_.lead(check, kInSpace, kInSpace, plan_.next());
    if (ground_) plan_.lead(check, kOnGround, kOnGround, plan_.next());
    add_retreat(side, round);
  }
  plan_.arrive(over);
}

void Planner::add_retreat(Side side, Round round) {
  const std::string_view who = name(army(side).faction);
  const Destination past = plan_.later("the end of a retreat");
  const StepHandle step = quiet(fmt::format("{} may retreat", who),
                                {.phase = Phase::may_retreat, .round = round.number, .side = side});
  plan_.lead(step, kAnyStance, kAnyStance, past);
  for (const int enemy : {1, 2, 3}) {
    const Deeds leaves = only(side, retreat_from(enemy));
    lead_by(side, step, {1}, {enemy}, past, leaves);                       // as planned
    if (in_space(enemy)) lead_by(side, step, {2}, {enemy}, past, leaves);  // lone transports
  }
  if (army(side).retreat.decides()) {
    // Where but one theater is fought an enemy who left it cannot be left.
    const bool by_presence = setup_.fought(Theater::space) && setup_.fought(Theater::ground);
    for (const int enemy : by_presence ? std::vector{1, 2, 3} : std::vector{3}) {
      lead_by(side, step, {3}, by_presence ? Stances{enemy} : Stances{1, 2, 3}, plan_.next());
      const StepHandle decide =
          quiet(fmt::format("{} decides", who),
                {.phase = Phase::decide_retreat, .round = number_of(round), .side = side});
      plan_.lead(decide, {1}, {1}, past);
      const Deeds leaves = only(side, retreat_from(enemy));
      if (army(side).retreat.free)
        plan_.may_leave(decide, side, past, leaves);
      else
        plan_.leave_below(decide, side, army(side).retreat.below, past, leaves);
    }
  }
  plan_.arrive(past);
}

void Planner::add_left_alone(Theater theater, int number) {
  const StepHandle step =
      quiet("left alone", {.phase = Phase::left_alone, .theater = theater, .round = number});
  const std::uint8_t lose = lose_all_in(theater);
  plan_.lead(step, kAnyStance, kAnyStance, plan_.next());
  plan_.lead(step, {2}, {1}, plan_.next(), {lose, 0});
  plan_.lead(step, {1}, {2}, plan_.next(), {0, lose});
  plan_.lead(step, {2}, {2}, plan_.next(), both_weak(theater, lose, kNothing));
}

void Planner::add_spared(int number) {
  const StepHandle step =
      quiet("spared", {.phase = Phase::spared, .theater = Theater::ground, .round = number});
  const EdgeHandle nobody = plan_.lead(step, kAnyStance, kAnyStance, plan_.next());
  plan_.lead(step, {1, 2}, {1, 2}, spared_, both(kNewRound));
  plan_.also(nobody, {1}, {1});
}

void Planner::add_next_round(Round round) {
  const StepHandle step =
      quiet("next round", {.phase = Phase::next_round, .round = number_of(round)});
  const int next = round.again ? round.number : round.number + 1;
  for (int a = 0; a < 4; ++a)
    for (int d = 0; d < 4; ++d) {
      const bool in_both = space_ && in_space(a) && in_space(d);
      const bool on_both = ground_ && on_ground(a) && on_ground(d);
      const Destination to = in_both   ? round_from(next, Theater::space)
                             : on_both ? round_from(next, Theater::ground)
                                       : end_with(a, d);
      plan_.lead(step, {a}, {d}, to,
                 both(kNewRound | (in_both ? 0 : kMendSpace) | (on_both ? 0 : kMendGround)));
    }
}

/// Who holds what is known; where somebody may have retreated one step more tells who, the same for
/// all rounds.
Destination Planner::end_with(int attacker, int defender) {
  const bool leaves = silences(setup_) || may_ever_retreat(army(Side::attacker)) ||
                      may_ever_retreat(army(Side::defender));
  if (!leaves) return end_of(close_of(attacker, defender, true));
  auto& end = ends_[static_cast<std::size_t>(attacker)][static_cast<std::size_t>(defender)];
  if (!end) end = plan_.later("the end");
  return *end;
}

void Planner::add_ends() {
  if (can_stall(setup_)) {
    plan_.arrive(stalemate_);
    const StepHandle step = quiet("stalemate", {.phase = Phase::next_round});
    for (const int a : {1, 3})
      for (const int d : {1, 3}) plan_.lead(step, {a}, {d}, end_of(close_of(a, d, true)));
  }
  if (setup_.rounds > 0) {
    plan_.arrive(undecided_);
    add_end(false);
  }
  for (int attacker = 0; attacker < 4; ++attacker)
    for (int defender = 0; defender < 4; ++defender) {
      const auto& end =
          ends_[static_cast<std::size_t>(attacker)][static_cast<std::size_t>(defender)];
      if (!end) continue;
      plan_.arrive(*end);
      const StepHandle step = quiet("end", {.phase = Phase::closing});
      // 0 = stayed, else 1 more than the presence bits of what it had won before.
      const auto held = [](int presence, int left) { return presence | std::max(left - 1, 0); };
      for (int a = 0; a < 4; ++a)
        for (int d = 0; d < 4; ++d) {
          Close close = close_of(held(attacker, a), held(defender, d), true);
          // Where one has won the other is not: a pair that never meets.
          if (close.stalled) close = close_of(attacker, defender, true);
          close.retreated = {a > 0, d > 0};
          plan_.lead(step, {a}, {d}, end_of(close));
        }
    }
}

PlanOf<PhaseAt> plan_combat(const Setup& setup) { return Planner{setup}.plan(); }

}  // namespace broadside::rebellion
