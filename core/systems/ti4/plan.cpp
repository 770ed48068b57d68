// What every battle's plan is made of: events, answers to losses, exchanges of a round.
#include "core/systems/ti4/plan.hpp"

#include <algorithm>

#include "core/systems/ti4/interplay.hpp"
#include "core/systems/ti4/planner.hpp"
#include "core/systems/ti4/rolls.hpp"

namespace broadside::ti4 {

using namespace battle_words;

namespace {

/// Rounds up to this one differ from those after them.
int unrolled(const Army& army, Roll roll) {
  int rounds = roll == Roll::space_combat ? army.unroll_space : army.unroll_ground;
  const auto differs = [&](RollMask rolls, const Rounds& span) {
    if (!(rolls & mask(roll))) return;
    rounds = std::max(rounds, span.first - 1);
    if (span.ends()) rounds = std::max(rounds, span.last);
  };
  for (const DieChange& change : army.die_changes) differs(change.rolls, change.rounds);
  for (const ExtraDice& extra : army.extra_dice) differs(extra.rolls, extra.rounds);
  for (const Reroll& reroll : army.rerolls) differs(reroll.rolls, reroll.rounds);
  return rounds;
}

}  // namespace

bool has_dice(const Army& army, Roll roll) {
  if (army.blocked_rolls & mask(roll)) return false;
  if (!army.loose_dice[roll].empty()) return true;
  return std::any_of(army.groups.begin(), army.groups.end(),
                     [&](const Group& g) { return takes_part(g, roll) && printed(g, roll); });
}

bool counts_fighters(const Army& army) {
  return !army.waylays && !army.raid_formation &&
         std::any_of(army.die_purses.begin(), army.die_purses.end(),
                     [](const DiePurse& purse) { return purse.counts_fighters(); });
}

bool shield_can_fall(const Army& army) {
  return std::any_of(army.groups.begin(), army.groups.end(),
                     [](const Group& g) { return g.planetary_shield && g.is_ground_force; });
}

void join_offers(Plan& plan, StepHandle step, std::size_t first) {
  auto& offers = plan.of(step).offers;
  for (std::size_t i = first + 1; i < offers.size(); ++i)
    offers[first].edges.push_back(offers[i].edges.front());
  offers.resize(first + 1);
  offers[first].must = true;
}

PlanOf<PhaseAt> plan_battle(BattleKind kind, const BySide<Army>& armies, int rounds) {
  return Planner{kind, armies, rounds}.plan();
}

std::span<const std::string_view> stance_names() {
  static constexpr std::array<std::string_view, 4> kNames{"out of the fight", "in the fight",
                                                          "bound to stay though it retreats",
                                                          "in the fight without troops"};
  return kNames;
}

PlanOf<PhaseAt> Planner::plan() {
  if (either(&Army::called_off))
    plan_nothing();
  else if (kind_ == BattleKind::space || conquest())
    plan_space();
  else
    plan_invasion();
  plan_.finish();
  return std::move(plan_);
}

/// What the enemy tells apart about this side when he throws.
std::uint32_t Planner::features(Side side, const PhaseAt& where) const {
  const Army &mine = army(side), &enemy = army(other(side));
  if (where.event) return where.owner == other(side) ? where.event->features : 1;
  const bool counts_ships = where.phase == Phase::space_round &&
                            std::any_of(enemy.groups.begin(), enemy.groups.end(),
                                        [](const Group& g) { return g.dice_per_enemy_ship; });
  if (counts_ships) {
    int ships = 0;
    for (const Group& group : mine.groups) ships += group.is_non_fighter_ship() ? group.most : 0;
    return static_cast<std::uint32_t>(ships) + 1;
  }
  if (where.phase == Phase::barrage && counts_fighters(enemy)) {
    int fighters = 0;
    for (const Group& group : mine.groups)
      fighters += is_target(group, Targets::fighters) ? group.most : 0;
    return 2 * (static_cast<std::uint32_t>(fighters) + 1);
  }
  if (may_be_silent(where.phase)) return enemy.silenced ? 2 : 1;
  const bool bombarded =
      side == Side::defender && (where.phase == Phase::bombardment || where.phase == Phase::harrow);
  return bombarded && shield_can_fall(mine) ? 2 : 1;
}

StepHandle Planner::add(Draft draft) {
  draft.where.in_space = draft.step.stage == kSpaceCannonStage || draft.step.stage == kSpaceStage;
  for (const Side side : kSides) draft.step.features[side] = features(side, draft.where);
  return plan_.add(draft.where, std::move(draft.step));
}

/// A step without dice of its own yet.
Planner::Draft Planner::quiet(PhaseAt where, const char* name, const char* stage) {
  return {where, {.name = name, .stage = stage}};
}

Planner::Draft Planner::event_of(Side side, const Event& event, Phase phase, const char* stage) {
  Draft step{{.phase = phase, .owner = side, .event = &event},
             {.name = event.name, .stage = stage}};
  step.step.throws[side] = true;
  return step;
}

/// Effects with an exchange of their own: one each in turn, the attacker first (RULES 1.7, 3.1,
/// 4.4).
Planner::Drafts Planner::events(const std::vector<Event> Army::*events, Phase phase,
                                const char* stage) const {
  Drafts steps;
  const auto &mine = army(Side::attacker).*events, &his = army(Side::defender).*events;
  for (std::size_t i = 0; i < std::max(mine.size(), his.size()); ++i)
    for (const Side side : kSides) {
      const auto& list = army(side).*events;
      if (i < list.size()) steps.push_back(event_of(side, list[i], phase, stage));
    }
  return steps;
}

/// Abilities of the start of a combat or of a round, each answered before the next. In its turn a
/// side that has none left may play a card that repairs, while the enemy has one to come
/// (RULES 3.1.1, 9.57).
Planner::Drafts Planner::start(const std::vector<Event> Army::*events, int round) const {
  const bool space = events == &Army::space_start;
  const Phase phase = space ? Phase::space_event : Phase::ground_event;
  const Roll roll = space ? Roll::space_combat : Roll::ground_combat;
  Drafts steps;
  for (std::size_t i = 0;
       i < std::max((army(Side::attacker).*events).size(), (army(Side::defender).*events).size());
       ++i)
    for (const Side side : kSides) {
      const auto &mine = army(side).*events, &his = army(other(side)).*events;
      Drafts turn;
      if (i < mine.size())
        turn = each_answered({event_of(side, mine[i], phase, space ? kSpaceStage : kGroundStage)},
                             space);
      else if (his.size() > i + (side == Side::defender))
        turn = cards(side, roll, round, Moment::between_abilities);
      for (Draft& step : turn) {
        step.where.round = round;
        steps.push_back(std::move(step));
      }
    }
  return steps;
}

/// What losses and sustains call for, and what that does by chance. Answers may call for answers
/// where both sides have them (a reflected hit that is sustained is reflected in turn) or one of
/// them can take all ships along.
Planner::Drafts Planner::answers(bool space) const {
  const auto answers = space ? &Army::space_answers : &Army::ground_answers;
  const auto trials = space ? &Army::space_trials : &Army::ground_trials;
  const bool blasts = space && either(&Army::explodes);
  const bool in_turn = blasts || (!(army(Side::attacker).*answers).empty() &&
                                  !(army(Side::defender).*answers).empty());
  Drafts steps;
  for (int pass = 0; pass < (in_turn ? 3 : 1); ++pass)
    for (auto list : {&Army::space_blasts, answers, trials}) {
      if (list == &Army::space_blasts && !blasts) continue;
      for (Draft& step : events(list, space ? Phase::space_event : Phase::ground_event,
                                space ? kSpaceStage : kGroundStage))
        steps.push_back(std::move(step));
    }
  return steps;
}

/// Units lost in these steps may call for answers as those lost in a round do; nobody is declared
/// dead before them.
Planner::Drafts Planner::answered(Drafts steps, bool space) const {
  if (steps.empty()) return steps;
  Drafts following = answers(space);
  if (following.empty()) return steps;
  for (Draft& answer : following) {
    answer.where.round = steps.back().where.round;
    answer.where.outside_rounds = steps.back().where.outside_rounds;
    steps.push_back(std::move(answer));
  }
  for (Draft& step : steps) step.judged = false;
  steps.back().judged = true;
  return steps;
}

/// Effects that resolve one after the other: a side that the first leaves without units is out
/// before the second (RULES 3.1.1, 4.4.2), once its losses have been answered.
Planner::Drafts Planner::each_answered(Drafts events, bool space) const {
  Drafts steps;
  for (Draft& event : events) {
    if (event.where.event && event.where.event->pays) {
      Draft price = event;
      price.where.part = EventPart::price;
      price.step.name += ", the price";
      Drafts paid = answered({std::move(price)}, space);
      if (paid.size() > 1) {  // RULES 3.5.11
        event.where.part = EventPart::rest;
        for (Draft& step : paid) {
          step.judged = false;
          steps.push_back(std::move(step));
        }
      }
    }
    for (Draft& step : answered({std::move(event)}, space)) steps.push_back(std::move(step));
  }
  return steps;
}

/// RULES 9.54: the combat has begun, and the hits of a round are still to be taken.
Planner::Drafts Planner::hits_due(bool space) const {
  Draft draft = quiet({.phase = space ? Phase::space_hits_due : Phase::ground_hits_due},
                      "hits to be taken", space ? kSpaceStage : kGroundStage);
  for (const Side side : kSides)
    draft.step.throws[side] =
        army(other(side)).free.hits_due > 0 || (!space && army(side).wards != 0);
  draft.step.responds = !space && has_wards();
  Drafts steps = closed({std::move(draft)}, space);
  if (space) add_round_end(steps, 1);
  return steps;
}

/// Rounds of a combat up to this one differ from those after them.
int Planner::differing_rounds(Roll roll) const {
  return std::max(unrolled(army(Side::attacker), roll), unrolled(army(Side::defender), roll));
}

/// Both sides roll, perhaps once more, and losses are answered: after the last step they are
/// judged.
Planner::Drafts Planner::exchange(Roll roll, int round) const {
  const bool space = roll == Roll::space_combat;
  const bool again = army(Side::attacker).rolls_again(roll, round) ||
                     army(Side::defender).rolls_again(roll, round);
  const bool interacts = space ? sustains_interact(army(Side::attacker), army(Side::defender))
                               : either(&Army::answers_hits) || has_wards();
  Draft fight{{.phase = space ? Phase::space_round : Phase::ground_round,
               .round = round,
               .begins_round = !(space && starts_with_barrage_ && round == 1)},
              {.name = space ? "space combat round" : "ground combat round",
               .stage = space ? kSpaceStage : kGroundStage,
               .is_round = true,
               .throws = {true, true},
               .responds = again || interacts}};
  Drafts steps;
  steps.push_back(std::move(fight));
  if (again) {
    Draft second = steps.front();
    steps.front().judged = false;
    second.where.again = true;
    second.where.begins_round = false;
    second.step.name += ", rolled again";
    second.step.is_round = false;
    second.step.responds = interacts;
    steps.push_back(std::move(second));
  }
  return closed(std::move(steps), space);
}

/// The hits of a round have come: losses are answered, and the round closes.
Planner::Drafts Planner::closed(Drafts steps, bool space) const {
  const int round = steps.back().where.round;
  steps = answered(std::move(steps), space);
  steps.back().where.ends_round = true;
  if (!space && harrows()) {
    // RULES 4.4.6: after Duranium Armor, and even if the last own trooper has died in the round.
    Draft harrow = quiet({.phase = Phase::harrow, .round = round, .outside_rounds = true}, "harrow",
                         kGroundStage);
    harrow.step.throws = {true, false};
    steps.back().judged = false;
    for (Draft& step : answered({std::move(harrow)}, space)) steps.push_back(std::move(step));
  }
  steps.back().where.closes_round = true;
  for (const Side side : kSides)
    steps.back().where.ends[side].to = static_cast<std::uint8_t>(army(side).after_round.size());
  return steps;
}

/// RULES 9.57: each card that a side may play now; in the midst of a round's start and at its end
/// only one that repairs, before the battle only a habit that is dropped.
Planner::Drafts Planner::cards(Side side, Roll roll, int round, Moment moment) const {
  Drafts steps;
  for (std::size_t i = 0; i < army(side).free.cards.size(); ++i) {
    const TimedCard& card = army(side).free.cards[i];
    const bool now = moment == Moment::before_battle  ? card.drops != Habit::none
                     : moment == Moment::before_round ? true
                                                      : card.repairs();
    if (!(card.rolls & mask(roll)) || !now) continue;
    steps.push_back(quiet(
        {.phase = Phase::no_combat, .round = round, .owner = side, .card = static_cast<int>(i)},
        moment == Moment::after_round ? "card after the round" : "card before the round",
        roll == Roll::space_combat ? kSpaceStage : kGroundStage));
    steps.back().judged = false;
  }
  return steps;
}

Planner::Drafts Planner::cards(Roll roll, int round) const {
  Drafts steps;
  for (const Side side : kSides)
    for (Draft& card : cards(side, roll, round, Moment::before_round))
      steps.push_back(std::move(card));
  return steps;
}

/// Cards that repair, at the end of a round, where that is not the start of the next one: something
/// comes in between, or the troops that are repaired go on to land. Then a look at who is left.
Planner::Drafts Planner::cards_after_round(Roll roll, int round) const {
  const bool space = roll == Roll::space_combat;
  const auto between = space ? &Army::space_round_end : &Army::ground_round_start;
  Drafts steps;
  if (!(space && conquest()) && (army(Side::attacker).*between).empty() &&
      (army(Side::defender).*between).empty())
    return steps;
  for (const Side side : kSides)
    for (Draft& card : cards(side, roll, round, Moment::after_round))
      steps.push_back(std::move(card));
  if (!steps.empty())
    steps.push_back(quiet({.phase = Phase::no_combat, .round = round}, "end of the round",
                          space ? kSpaceStage : kGroundStage));
  return steps;
}

void Planner::offer_card(StepHandle step) {
  const PhaseAt& where = plan_.at(step);
  if (where.card < 0) return;
  Deeds plays{};
  plays[*where.owner] = kPlaysCard;
  const Side owner = *where.owner;
  if (nth(army(owner).free.cards, where.card).slips) {
    if (!slips_[owner]) slips_[owner] = plan_.later("a departure by a card");
    plan_.may_leave(step, owner, *slips_[owner], plays);
    return;
  }
  // One choice of the two: of equal moments the first is taken, as with Direct Hit, but a habit is
  // only dropped for something.
  const std::size_t first = plan_.of(step).offers.size();
  const bool late = nth(army(owner).free.cards, where.card).drops != Habit::none;
  for (const bool played : {!late, late})
    plan_.may_leave(step, owner, plan_.next(), played ? plays : Deeds{});
  join_offers(plan_, step, first);
}

/// Nothing is rolled: whoever stands there stands there. Nobody has come to the planet of an
/// invasion.
void Planner::plan_nothing() {
  const bool invades = kind_ == BattleKind::invasion || conquest();
  const StepHandle step = add(quiet({.phase = Phase::no_combat}, "the battle is called off",
                                    kind_ == BattleKind::space ? kSpaceStage : kInvasionStage));
  const Stances there{kReady, kNoTroops};
  plan_.lead(step, there, there, ends(invades ? Outcome::defender_win : Outcome::stalemate));
  plan_.lead(step, there, {kOut}, ends(invades ? Outcome::draw : Outcome::attacker_win));
  plan_.lead(step, {kOut}, there, ends(Outcome::defender_win));
  plan_.lead(step, {kOut}, {kOut}, ends(Outcome::draw));
}

}  // namespace broadside::ti4
