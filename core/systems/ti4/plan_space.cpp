// The order of space cannon, space combat and departures: RULES 2 and 3.
#include <algorithm>
#include <iterator>

#include "core/systems/ti4/planner.hpp"
#include "core/systems/ti4/rolls.hpp"

namespace broadside::ti4 {

using namespace battle_words;

bool Planner::fires_in_space(Side side) const {
  return has_dice(army(side), Roll::cannon_offense) &&
         (side == Side::defender || has(Side::defender, Targets::ships));
}

bool Planner::barrage_counts(Side side) const {
  const Army &mine = army(side), &enemy = army(other(side));
  return has_dice(mine, Roll::barrage) &&
         (mine.waylays || mine.raid_formation ||
          std::any_of(enemy.groups.begin(), enemy.groups.end(), [](const Group& g) {
            return g.type == UnitType::fighter || g.type == UnitType::infantry;
          }));
}

void Planner::plan_space() {
  const auto is_there = [&](Side side) { return has(side, Targets::ships) || army(side).arrives; };
  const bool fight = is_there(Side::attacker) && is_there(Side::defender);
  name_destinations();
  Drafts steps;
  if (!has_begun()) steps = space_cannons();
  if (fight || !steps.empty()) {
    Drafts before;
    for (const Side side : kSides)
      for (Draft& habit : cards(side, Roll::space_combat, 0, Moment::before_battle))
        before.push_back(std::move(habit));
    steps.insert(steps.begin(), std::make_move_iterator(before.begin()),
                 std::make_move_iterator(before.end()));
  }
  if (fight && has_begun())
    for (Draft& step : hits_due(true)) steps.push_back(std::move(step));
  else if (fight)
    for (Draft& step : space_opening()) steps.push_back(std::move(step));
  else if (steps.empty())
    steps.push_back(quiet({.phase = Phase::no_combat}, "no ships oppose", kSpaceStage));
  for (std::size_t i = 0; i < steps.size(); ++i)
    add_space(std::move(steps[i]), {.onward = fight || i + 1 < steps.size()});
  if (fight) {
    add_space_rounds();
    add_departing_rounds();
    add_slips();
    add_departures();
  }
  if (!conquest()) return;
  if (troops_fight_in_space() && !lands_without_ships()) add_holder();
  plan_.arrive(invasion_);
  plan_invasion();
}

/// In a conquest the planet decides (RULES 4.4.7, 9.28): attacker_win, draw and defender_win are
/// about ground forces.
void Planner::name_destinations() {
  lost_planet_ =
      has(Side::defender, Targets::ground_forces) ? Outcome::defender_win : Outcome::draw;
  // Attacker alone: the space area is his. Then he lands, or the battle is over.
  // Ships that moved away before it (Foresight) have not lost.
  if (conquest()) {
    won_ = invasion_ = plan_.later("invasion");
    // Without troops the ships can still bombard (RULES 4.2.1).
    // Who comes from a planet lands whatever became of the ships (RULES 4.2.2).
    lost_ = both_gone_ = lands_without_ships()     ? invasion_
                         : troops_fight_in_space() ? plan_.later("whose planet it is")
                                                   : ends(lost_planet_);
    won_space_only_ = may_bombard() ? invasion_ : lost_;
  } else {
    won_ = ends(army(Side::defender).leaves_before_space ? Outcome::draw : Outcome::attacker_win);
    won_space_only_ = won_;
    lost_ = ends(Outcome::defender_win);
    both_gone_ = ends(Outcome::draw);
  }
}

/// Ground forces on the planet may be lost in the space combat (RULES 3.4.1).
bool Planner::troops_fight_in_space() const {
  const auto& groups = army(Side::defender).groups;
  return std::any_of(groups.begin(), groups.end(),
                     [](const Group& g) { return g.is_cargo() && g.fights_as >= 0; });
}

bool Planner::lands_without_ships() const {
  const auto& groups = army(Side::attacker).groups;
  return std::any_of(groups.begin(), groups.end(),
                     [](const Group& g) { return g.is_ground_force && g.on_planet; });
}

/// Where the attacker's ships have left. Who stands on the planet still fights (RULES 4.2.4).
Destination Planner::attacker_left(Outcome otherwise) const {
  const auto& groups = army(Side::attacker).groups;
  const bool stands = std::any_of(groups.begin(), groups.end(), [](const Group& g) {
    return g.is_ground_force && g.stands_here && g.start > 0;
  });
  return conquest() && stands ? invasion_ : ends(otherwise);
}

/// The attacker does not land: whose the planet is depends on who is left of them.
void Planner::add_holder() {
  plan_.arrive(lost_);
  const StepHandle step =
      add(quiet({.phase = Phase::no_combat}, "whose planet it is", kInvasionStage));
  plan_.lead(step, kAnyStance, {kReady, kNoTroops}, ends(Outcome::defender_win));
  plan_.lead(step, kAnyStance, {kOut}, ends(Outcome::draw));
}

/// What happens before the combat.
Planner::Drafts Planner::space_cannons() const {
  Drafts before = events(&Army::before_battle, Phase::space_event, kSpaceCannonStage);
  for (const Side side : kSides)  // RULES 3.6.2
    if (army(side).leaves_before_space && rolls_in_rift(side)) before.push_back(out_of_rift(side));
  for (Draft& step : before) step.judged = false;
  if (!before.empty())
    before.push_back(
        quiet({.phase = Phase::no_combat, .round = 0}, "before the battle", kSpaceCannonStage));
  Drafts cannons;
  for (const Side side : kSides) {
    if (!fires_in_space(side)) continue;
    cannons.push_back(
        quiet({.phase = Phase::space_cannon, .owner = side},
              side == Side::attacker ? "attacker's space cannon" : "defender's space cannon",
              kSpaceCannonStage));
    cannons.back().step.throws[side] = true;
  }
  for (Draft& step : events(&Army::cannon_events, Phase::space_event, kSpaceCannonStage))
    cannons.push_back(std::move(step));
  // A ship that takes all others with it may be lost here already.
  if (either(&Army::explodes)) cannons = answered(std::move(cannons), true);
  before.insert(before.end(), std::make_move_iterator(cannons.begin()),
                std::make_move_iterator(cannons.end()));
  for (Draft& step : before) step.where.outside_rounds = true;
  return before;
}

/// Effects that open the combat, and the barrage.
Planner::Drafts Planner::space_opening() {
  Drafts steps = start(&Army::space_start, 1);
  if (!barrage_counts(Side::attacker) && !barrage_counts(Side::defender)) return steps;
  // The start of the first round comes before its barrage (3), so that round differs from the
  // others.
  for (const Side side : kSides) starts_with_barrage_ |= !army(side).round_start.empty();
  Draft barrage = quiet({.phase = Phase::barrage, .begins_round = starts_with_barrage_},
                        "anti-fighter barrage", kSpaceStage);
  barrage.step.throws = {true, true};
  for (Draft& card : cards(Roll::space_combat, 1)) {
    steps.push_back(std::move(card));
    cards_before_barrage_ = true;
  }
  for (Draft& step : answered({std::move(barrage)}, true)) steps.push_back(std::move(step));
  return steps;
}

/// The rounds, up to one in which somebody leaves.
void Planner::add_space_rounds() {
  const Army &attacker = army(Side::attacker), &defender = army(Side::defender);
  if (attacker.retreat_round > 0) {
    leaving_round_ = attacker.retreat_round;
    leaver_ = Side::attacker;
  }
  // The defender announces first, again in each round after one that was intercepted, and where he
  // does the attacker may not (RULES 3.3.1, 3.3.2).
  if (const int announced = defender.retreat_round - defender.retreat_delay;
      defender.retreat_round > 0 && (leaving_round_ == 0 || announced <= leaving_round_)) {
    leaving_round_ = defender.retreat_round;
    leaver_ = Side::defender;
  }
  for (const Side side : kSides)
    if (const int round = army(side).slips_away_in;
        round > 0 && (leaving_round_ == 0 || round <= leaving_round_)) {
      leaving_round_ = round;
      slipper_ = side;
    }
  const int differ = std::max(differing_rounds(Roll::space_combat),
                              starts_with_barrage_ || cards_before_barrage_ ? 1 : 0);
  add_rounds(plan_, {.differ = differ, .last = leaving_round_, .played = rounds_},
             [&](Round round) { add_space_round(round); });
}

void Planner::add_space_round(Round round) {
  const bool leaving = round.number == leaving_round_;
  if (leaving && slipper_) {
    add_space(quiet({.phase = Phase::space_event,
                     .round = round.number,
                     .owner = slipper_,
                     .retreats = slipper_,
                     .slips = true},
                    "skilled retreat", kSpaceStage),
              {.cut = round.cut});
    return;
  }
  Drafts steps;
  if (round.number > 1 || !cards_before_barrage_) steps = cards(Roll::space_combat, round.number);
  if (leaving)
    for (Draft& step : announcement(*leaver_, round.number)) steps.push_back(std::move(step));
  for (Draft& step : exchange(Roll::space_combat, round.number)) steps.push_back(std::move(step));
  if (leaving) {
    steps.back().where.retreats = leaver_;
  } else {
    const std::size_t exchanged = steps.size();
    add_round_end(steps, round.number);
    insert_cards(steps, exchanged, round.number);
  }
  steps.front().step.repeats = round.again && steps.size() == 1;
  for (std::size_t i = 0; i < steps.size(); ++i)
    add_space(std::move(steps[i]), {.stalls = round.again && i == 0, .cut = round.cut && i == 0});
}

void Planner::add_space(Draft draft, Course course) {
  const bool judged = draft.judged, onward = course.onward && !draft.step.repeats;
  const StepHandle step = add(std::move(draft));
  if (course.onward) offer_departures(step);
  offer_card(step);
  if (judged)
    judge_space(step, onward);
  else
    lead_on(step);
  if (course.stalls) plan_.stall(step, stalemate(), {kGivesWay, 0});
  if (course.cut) plan_.cut(step, ends(Outcome::undecided));
}

/// RULES 3.6.8: where neither side can ever win the attacker retreats; if he cannot, his units in
/// the combat are destroyed.
Destination Planner::stalemate() {
  if (!army(Side::attacker).can_retreat) return lost_;
  return departure(Side::attacker).value_or(attacker_left(Outcome::attacker_retreats));
}

/// Where the battle goes when hits are assigned.
void Planner::judge_space(StepHandle step, bool onward) {
  const PhaseAt& where = plan_.at(step);
  if (where.at_once) return judge_announcement(step);
  if (onward && !where.retreats) plan_.lead(step, {kReady, kNoTroops}, {kReady}, plan_.next());
  plan_.lead(step, {kOut}, {kReady, kBound}, lost_);
  plan_.lead(step, {kOut}, {kOut}, both_gone_);
  // The attacker's space cannon may clear the space area, but the defender's planets still fire
  // (2).
  const bool first =
      (where.phase == Phase::space_cannon && where.owner == Side::attacker) || where.round == 0;
  if (first && fires_in_space(Side::defender)) {
    plan_.lead(step, {kReady, kBound, kNoTroops}, {kOut}, plan_.next());
    return;
  }
  plan_.lead(step, {kReady}, {kOut}, won_);
  plan_.lead(step, {kBound, kNoTroops}, {kOut}, won_space_only_);
  if (where.slips)
    judge_slipping(step);
  else if (where.retreats)
    judge_leaving(step);
}

/// Not a retreat: everything goes along, and nobody has won (RULES 3.3.2).
void Planner::judge_slipping(StepHandle step) {
  const Side side = *plan_.at(step).retreats;
  const Deeds leaves{kLeaves, kLeaves};
  if (rolls_in_rift(side)) {
    if (!slip_rift_[side]) slip_rift_[side] = plan_.later("slipping out of the gravity rift");
    plan_.lead(step, {kReady, kNoTroops}, {kReady}, *slip_rift_[side], leaves);
    return;
  }
  const auto [landing, space_only] = slipped(side);
  plan_.lead(step, {kReady}, {kReady}, landing, leaves);
  plan_.lead(step, {kNoTroops}, {kReady}, space_only, leaves);
}

std::pair<Destination, Destination> Planner::slipped(Side side) const {
  if (conquest() && side == Side::defender) return {won_, won_space_only_};
  const Destination nobody =
      conquest() && side == Side::attacker ? attacker_left(lost_planet_) : ends(Outcome::draw);
  return {nobody, nobody};
}

Planner::Draft Planner::out_of_rift(Side side) {
  Draft draft =
      quiet({.phase = Phase::rift, .owner = side}, "out of the gravity rift", kSpaceStage);
  draft.step.throws[side] = true;
  return draft;
}

/// RULES 3.6.2: whoever slips out of a gravity rift rolls as those who retreat do.
void Planner::add_slipped(Side side) {
  const StepHandle step = add(out_of_rift(side));
  const auto [landing, space_only] = slipped(side);
  if (side == Side::attacker) {
    plan_.lead(step, {kOut}, {kReady, kOut}, landing);
    return;
  }
  plan_.lead(step, {kReady}, {kOut}, landing);
  plan_.lead(step, {kNoTroops}, {kOut}, space_only);
  plan_.lead(step, {kOut}, {kOut}, conquest() ? both_gone_ : landing);
}

/// Ships that leave when the retreat is announced (Watchful Ojz).
Planner::Drafts Planner::announcement(Side side, int round) const {
  Drafts steps;
  for (const Event& event : army(side).retreat_announced) {
    Draft draft = event_of(side, event, Phase::space_event, kSpaceStage);
    draft.where.round = round;
    draft.where.retreats = side;
    draft.where.at_once = true;
    steps.push_back(std::move(draft));
  }
  return steps;
}

/// All have left, or those who are bound to stay fight on.
void Planner::judge_announcement(StepHandle step) {
  const Side side = *plan_.at(step).retreats;
  const Deeds leaves{kLeaves, kLeaves};
  const std::optional<Destination> goes = departure(side);
  if (side == Side::attacker) {
    plan_.lead(step, {kBound}, {kReady}, plan_.next());
    plan_.lead(step, {kReady}, {kReady}, goes.value_or(attacker_left(Outcome::attacker_retreats)),
               leaves);
    return;
  }
  const Destination left = ends(Outcome::defender_retreats);
  plan_.lead(step, {kReady, kNoTroops}, {kBound}, plan_.next());
  plan_.lead(step, {kReady}, {kReady}, goes.value_or(conquest() ? won_ : left), leaves);
  plan_.lead(step, {kNoTroops}, {kReady}, goes.value_or(conquest() ? won_space_only_ : left),
             leaves);
}

void Planner::judge_leaving(StepHandle step) {
  const Side side = *plan_.at(step).retreats;
  const std::optional<Destination> goes = departure(side);
  const Deeds leaves{kLeaves, kLeaves};
  if (side == Side::attacker) {
    plan_.lead(step, {kReady, kNoTroops}, {kReady},
               goes.value_or(attacker_left(Outcome::attacker_retreats)), leaves);
    plan_.lead(step, {kBound}, {kReady}, lost_, leaves);
    return;
  }
  // The defender's ships leave; in a conquest the attacker then lands.
  const Destination left = ends(Outcome::defender_retreats);
  plan_.lead(step, {kReady}, {kReady}, goes.value_or(conquest() ? won_ : left), leaves);
  plan_.lead(step, {kNoTroops}, {kReady}, goes.value_or(conquest() ? won_space_only_ : left),
             leaves);
  plan_.lead(step, {kReady}, {kBound}, won_, leaves);  // nothing could leave: RULES 8.2
  plan_.lead(step, {kNoTroops}, {kBound}, won_space_only_, leaves);
}

/// A side that leaves when its chance to win falls below a limit decides that before each round:
/// the same round then follows as a branch of its own, in which it leaves. The defender announces
/// first (RULES 3.3.1).
void Planner::offer_departures(StepHandle step) {
  const PhaseAt& where = plan_.at(step);
  if (where.phase != Phase::space_round || where.again || where.retreats) return;
  for (const Side side : kSides) {
    const double limit = army(side).retreat_below;
    const bool is_free = army(side).free.retreat;
    if (limit <= 0 && !is_free) continue;
    departing_rounds_[side].push_back({plan_.later("the round of a departure"), where.round});
    const Destination leaves = departing_rounds_[side].back().place;
    if (is_free)
      plan_.may_leave(step, side, leaves);
    else
      plan_.leave_below(step, side, limit, leaves);
  }
}

void Planner::add_departing_rounds() {
  for (const Side side : kSides)
    for (const Departure& departure : departing_rounds_[side]) {
      plan_.arrive(departure.place);
      Drafts steps = announcement(side, departure.round);
      for (Draft& step : exchange(Roll::space_combat, departure.round))
        steps.push_back(std::move(step));
      steps.back().where.retreats = side;
      for (Draft& step : steps) add_space(std::move(step), {.onward = false});
    }
}

/// A card that takes all ships out of the combat, played before the round that its owner chooses.
void Planner::add_slips() {
  for (const Side side : kSides) {
    if (!slips_[side]) continue;
    plan_.arrive(*slips_[side]);
    add_space(quiet({.phase = Phase::space_event, .owner = side, .retreats = side, .slips = true},
                    "skilled retreat", kSpaceStage),
              {.onward = false});
  }
}

bool Planner::rolls_in_rift(Side side) const {
  return army(side).rift && !army(side).ignores_rifts;
}

/// What still happens to those who leave and those who stay: one step after the other.
std::optional<Destination> Planner::departure(Side side) {
  const bool shoots = army(side).parting_shot != 0;
  const bool rift = rolls_in_rift(side);
  if (shoots && !parting_shot_[side]) parting_shot_[side] = plan_.later("parting shot");
  if (rift && !rift_[side]) rift_[side] = plan_.later("out of the gravity rift");
  return shoots ? parting_shot_[side] : rift_[side];
}

void Planner::add_departures() {
  for (const Side side : kSides) {
    if (parting_shot_[side]) {
      plan_.arrive(*parting_shot_[side]);
      add_departure(side, Phase::parting_shot, "parting shot", rift_[side]);
    }
    if (rift_[side]) {
      plan_.arrive(*rift_[side]);
      add_departure(side, Phase::rift, "out of the gravity rift", std::nullopt);
    }
    if (slip_rift_[side]) {
      plan_.arrive(*slip_rift_[side]);
      add_slipped(side);
    }
  }
}

/// The side that leaves is out of the fight in these steps.
void Planner::add_departure(Side side, Phase phase, const char* name,
                            std::optional<Destination> next) {
  Draft draft = quiet({.phase = phase, .owner = side}, name, kSpaceStage);
  draft.step.throws[side] = true;
  const StepHandle step = add(std::move(draft));
  if (side == Side::attacker) {
    plan_.lead(step, {kOut}, {kReady, kOut},
               next.value_or(attacker_left(Outcome::attacker_retreats)));
    return;
  }
  const Destination left = ends(Outcome::defender_retreats);
  plan_.lead(step, {kReady}, {kOut}, next.value_or(conquest() ? won_ : left));
  plan_.lead(step, {kNoTroops}, {kOut}, next.value_or(conquest() ? won_space_only_ : left));
  plan_.lead(step, {kOut}, {kOut}, next.value_or(conquest() ? both_gone_ : left));
}

}  // namespace broadside::ti4
