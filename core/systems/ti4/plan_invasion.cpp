// The order of an invasion: RULES 4.
#include <algorithm>

#include "core/systems/ti4/planner.hpp"
#include "core/systems/ti4/rolls.hpp"

namespace broadside::ti4 {

using namespace battle_words;

/// Could there be any bombardment at all? Whether a shield breaker is left is only known at the
/// time.
bool Planner::may_bombard() const {
  return kind_ != BattleKind::ground && has_dice(army(Side::attacker), Roll::bombardment) &&
         has(Side::defender, Targets::ground_forces) && !army(Side::defender).evacuates;
}

/// Harrow: has the attacker units that bombard at the end of every ground round?
bool Planner::harrows() const {
  const Army& mine = army(Side::attacker);
  if (!mine.harrows || (mine.blocked_rolls & mask(Roll::bombardment))) return false;
  return !mine.loose_dice[Roll::bombardment].empty() ||
         std::any_of(mine.groups.begin(), mine.groups.end(),
                     [](const Group& g) { return may_harrow(g) && g.bombardment; });
}

void Planner::plan_invasion() {
  fires_at_landing_ =
      kind_ != BattleKind::ground && has_dice(army(Side::defender), Roll::cannon_defense);
  defended_ = has(Side::defender, Targets::ground_forces) && !army(Side::defender).evacuates;
  lands_ = !either(&Army::no_landing);
  coexist_ = either(&Army::coexists) && defended_;
  const bool fight = defended_ && lands_ && !coexist_;
  const bool begun = fight && has_begun() && !conquest();
  Drafts steps = begun ? hits_due(false) : landing();
  if (fight && !begun)
    for (Draft& step : start(&Army::ground_start, 1)) steps.push_back(std::move(step));
  for (std::size_t i = 0; i < steps.size(); ++i)
    add_invasion(std::move(steps[i]), {.onward = fight || i + 1 < steps.size()});
  if (fight)
    add_rounds(plan_, {.differ = differing_rounds(Roll::ground_combat), .played = rounds_},
               [&](Round round) { add_ground_round(round); });
}

/// What happens before the ground combat, or instead of it.
Planner::Drafts Planner::landing() {
  // What was rolled before the battle, or a space combat in which they fought (RULES 3.6.9), may
  // have left a side with nothing: then no round begins. Round 0 = only a look.
  const auto& his = army(Side::defender).groups;
  bool lost_before = conquest() && std::any_of(his.begin(), his.end(), [](const Group& group) {
                       return group.is_ground_force && group.fights_as >= 0;
                     });
  for (const Side side : kSides) lost_before |= !army(side).before_battle.empty();
  Drafts steps;
  if (!conquest()) steps = events(&Army::before_battle, Phase::ground_event, kInvasionStage);
  for (Draft& step : steps) step.judged = false;
  if (lost_before || (!conquest() && lands_ && !has(Side::attacker, Targets::ground_forces)))
    steps.push_back(
        quiet({.phase = Phase::no_combat, .round = 0}, "before the landing", kInvasionStage));
  const std::size_t before = steps.size();
  if (may_bombard()) {
    steps.push_back(quiet({.phase = Phase::bombardment}, "bombardment", kInvasionStage));
    steps.back().step.throws[Side::attacker] = true;
  }
  for (Draft& step : commitment()) steps.push_back(std::move(step));
  if (fires_at_landing_ && lands_ && (!coexist_ || may_bombard() || lost_before)) {
    steps.push_back(quiet({.phase = Phase::landing_fire}, "space cannon defense", kInvasionStage));
    steps.back().step.throws[Side::defender] = true;
  }
  for (Draft& step : steps) step.where.outside_rounds = true;
  const bool nothing = steps.size() == before;
  if (nothing && (!defended_ || !lands_ || coexist_))
    steps.push_back(quiet({.phase = Phase::no_combat},
                          !lands_    ? "nobody lands"
                          : coexist_ ? "coexistence"
                                     : "unopposed landing",
                          kInvasionStage));
  return steps;
}

/// RULES 9.58: who of each group stays aboard, then a look at who has landed.
Planner::Drafts Planner::commitment() const {
  const auto& aboard = army(Side::attacker).free.aboard;
  Drafts steps;
  if (aboard.empty() || kind_ == BattleKind::ground || !lands_ || coexist_ ||
      army(Side::defender).evacuates || !(defended_ || fires_at_landing_))
    return steps;
  for (int i = 0; i <= static_cast<int>(aboard.size()); ++i) {
    steps.push_back(quiet({.phase = Phase::no_combat, .owner = Side::attacker, .commit = i},
                          "commitment", kInvasionStage));
    steps.back().judged = i == static_cast<int>(aboard.size());
  }
  return steps;
}

void Planner::offer_stay(StepHandle step) {
  const PhaseAt& where = plan_.at(step);
  const auto& aboard = army(Side::attacker).free.aboard;
  if (where.commit < 0 || where.commit == static_cast<int>(aboard.size())) return;
  // Edge i: i of them stay; the last one: all. Of equal ways all land.
  const int most = army(Side::attacker).groups[nth(aboard, where.commit).first].most;
  for (int stay = 0; stay <= std::min(most, kMostAboard); ++stay)
    plan_.may_leave(step, Side::attacker, plan_.next());
  join_offers(plan_, step, 0);
}

void Planner::add_ground_round(Round round) {
  Drafts steps = start(&Army::ground_round_start, round.number);
  for (Draft& card : cards(Roll::ground_combat, round.number)) steps.push_back(std::move(card));
  for (Draft& step : exchange(Roll::ground_combat, round.number)) steps.push_back(std::move(step));
  for (Draft& step : cards_after_round(Roll::ground_combat, round.number)) {
    steps.back().judged = false;
    steps.push_back(std::move(step));
  }
  steps.front().step.repeats = round.again && steps.size() == 1;
  for (std::size_t i = 0; i < steps.size(); ++i)
    add_invasion(std::move(steps[i]),
                 {.stalls = round.again && i == 0, .cut = round.cut && i == 0});
}

void Planner::add_invasion(Draft draft, Course course) {
  const bool judged = draft.judged, onward = course.onward && !draft.step.repeats;
  const StepHandle step = add(std::move(draft));
  offer_card(step);
  offer_stay(step);
  if (judged)
    judge_invasion(step, onward);
  else
    lead_on(step);
  // RULES 3.6.8: where neither side can ever win, and nobody can retreat
  if (course.stalls) plan_.stall(step, ends(Outcome::defender_win), {kGivesWay, 0});
  if (course.cut) plan_.cut(step, ends(Outcome::undecided));
}

void Planner::judge_invasion(StepHandle step, bool onward) {
  const PhaseAt& where = plan_.at(step);
  const bool only_a_look = where.round == 0;
  if (onward) plan_.lead(step, {kReady, kNoTroops}, {kReady}, plan_.next());
  // Structures still fire at the landing when bombardment has cleared the planet
  // (RULES 4.5.2, 8.5).
  const bool fire =
      (where.phase == Phase::bombardment || only_a_look || where.commit >= 0) && fires_at_landing_;
  plan_.lead(step, {kReady}, {kOut}, fire && lands_ ? plan_.next() : ends(Outcome::attacker_win));
  plan_.lead(step, {kNoTroops}, {kOut}, ends(Outcome::draw));
  // Nobody will land, but ships may bombard all the same (RULES 4.2.1).
  plan_.lead(step, {kOut}, {kReady},
             only_a_look && may_bombard() ? plan_.next() : ends(Outcome::defender_win));
  plan_.lead(step, {kOut}, {kOut}, ends(Outcome::draw));
  if (army(Side::defender).evacuates) {  // they live on elsewhere
    plan_.lead(step, {kReady}, {kReady, kNoTroops},
               only_a_look && fires_at_landing_ ? plan_.next() : ends(Outcome::attacker_win));
    plan_.lead(step, {kOut, kNoTroops}, {kReady, kNoTroops}, ends(Outcome::draw));
  }
  if (coexist_)  // both stay; the planet is the defender's
    plan_.lead(step, {kReady, kNoTroops}, {kReady}, ends(Outcome::defender_win));
  if (lands_) return;
  plan_.lead(step, {kOut, kReady, kNoTroops}, {kOut}, ends(Outcome::draw));
  if (!only_a_look)
    plan_.lead(step, {kOut, kReady, kNoTroops}, {kReady}, ends(Outcome::defender_win));
}

}  // namespace broadside::ti4
