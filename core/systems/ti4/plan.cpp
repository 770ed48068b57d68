// The order of a battle: which steps there are, where each leads, what makes rounds differ.
// battle.cpp says what happens in a step.
#include <algorithm>
#include <iterator>

#include "core/systems/ti4/battle.hpp"

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

Rules::Rules(BattleKind kind, std::array<Army, 2> armies)
    : kind_(kind), armies_(std::make_unique<std::array<Army, 2>>(std::move(armies))) {
  if (either(&Army::called_off))
    plan_nothing();
  else
    switch (kind_) {
      case BattleKind::space:
        plan_space(false);
        break;
      case BattleKind::conquest:
        plan_space(true);
        break;
      case BattleKind::ground:
      case BattleKind::invasion:
        plan_invasion();
        break;
    }
  for (std::size_t s = 0; s < plan_.size(); ++s) {
    in_space_.push_back(plan_[s].stage == kSpaceCannonStage || plan_[s].stage == kSpaceStage);
    for (Side side : kSides)
      plan_[s].features[static_cast<std::size_t>(index(side))] = features(side, phases_[s]);
  }
}

/// Could the side roll here at all?
bool Rules::has_dice(Side side, Roll roll) const {
  const Army& mine = army(side);
  if (mine.blocked_rolls & mask(roll)) return false;
  if (!mine.loose_dice[static_cast<std::size_t>(roll)].empty()) return true;
  return std::any_of(mine.groups.begin(), mine.groups.end(),
                     [&](const Group& g) { return takes_part(g, roll) && printed(g, roll); });
}

/// What the enemy tells apart about this side when he throws.
std::uint32_t Rules::features(Side side, const PhaseAt& where) const {
  const Army &mine = army(side), &enemy = army(other(side));
  if (where.event) return where.owner == index(other(side)) ? where.event->features : 1;
  const bool counts_ships = where.phase == Phase::space_round &&
                            std::any_of(enemy.groups.begin(), enemy.groups.end(),
                                        [](const Group& g) { return g.dice_per_enemy_ship; });
  if (counts_ships) {
    int ships = 0;
    for (const Group& group : mine.groups) ships += group.is_non_fighter_ship() ? group.most : 0;
    return static_cast<std::uint32_t>(ships) + 1;
  }
  const bool bombarded =
      side == Side::defender && (where.phase == Phase::bombardment || where.phase == Phase::harrow);
  return bombarded && shield_can_fall(mine) ? 2 : 1;
}

std::uint32_t Rules::feature(Side side, int step, const Force& force) const {
  const PhaseAt& where = at(step);
  const Army& mine = army(side);
  if (where.event)
    return where.event->seen && where.owner == index(other(side)) ? where.event->seen(mine, force)
                                                                  : 0;
  if (where.phase == Phase::space_round)
    return static_cast<std::uint32_t>(count(mine, force, Targets::non_fighters));
  for (std::size_t g = 0; g < mine.groups.size(); ++g)
    if (mine.groups[g].planetary_shield && force.count(g) > 0) return 1;
  return 0;
}

/// The effects that open a combat: one each in turn, the attacker first (RULES 1.7, 3.1, 4.4).
std::vector<Rules::Link> Rules::start_events(const std::vector<Event> Army::*events, Phase phase,
                                             const char* stage) const {
  std::vector<Link> chain;
  const auto &mine = army(Side::attacker).*events, &his = army(Side::defender).*events;
  for (std::size_t i = 0; i < std::max(mine.size(), his.size()); ++i)
    for (Side side : kSides) {
      const auto& list = army(side).*events;
      if (i >= list.size()) continue;
      Link link;
      link.where = {phase, 1, index(side), &list[i], -1, false, false, false, 0};
      link.plan.name = list[i].name;
      link.plan.stage = stage;
      link.plan.throws[static_cast<std::size_t>(index(side))] = true;
      chain.push_back(std::move(link));
    }
  return chain;
}

/// What losses and sustains call for, and what that does by chance. Answers may call for answers
/// where both sides have them: a reflected hit that is sustained is reflected in turn.
std::vector<Rules::Link> Rules::answers(bool space) const {
  const auto events = space ? &Army::space_answers : &Army::ground_answers;
  const auto trials = space ? &Army::space_trials : &Army::ground_trials;
  const bool both =
      !(army(Side::attacker).*events).empty() && !(army(Side::defender).*events).empty();
  std::vector<Link> chain;
  for (int pass = 0; pass < (both ? 3 : 1); ++pass)
    for (auto list : {events, trials})
      for (Link& link : start_events(list, space ? Phase::space_event : Phase::ground_event,
                                     space ? kSpaceStage : kGroundStage))
        chain.push_back(std::move(link));
  return chain;
}

/// Units lost in these steps may call for answers as those lost in a round do; nobody is declared
/// dead before them.
std::vector<Rules::Link> Rules::answered(std::vector<Link> chain, bool space) const {
  if (chain.empty()) return chain;
  std::vector<Link> following = answers(space);
  if (following.empty()) return chain;
  for (Link& answer : following) {
    answer.where.round = chain.back().where.round;
    chain.push_back(std::move(answer));
  }
  for (Link& link : chain) link.judged = false;
  chain.back().judged = true;
  return chain;
}

/// Effects that resolve one after the other: a side that the first leaves without units is out
/// before the second (RULES 3.1.1, 4.4.2), once its losses have been answered.
std::vector<Rules::Link> Rules::each_answered(std::vector<Link> events, bool space) const {
  std::vector<Link> chain;
  for (Link& event : events)
    for (Link& link : answered({std::move(event)}, space)) chain.push_back(std::move(link));
  return chain;
}

/// Adds the rounds of a combat: those that differ one by one, then one that stands for all others.
/// A round that is more than one step repeats from its first step on: loop_from. last_round > 0:
/// somebody leaves after it.
void Rules::add_rounds(std::vector<Link>& chain, Roll roll, int last_round, int leaver,
                       int& loop_from) const {
  const bool space = roll == Roll::space_combat;
  const char* stage = space ? kSpaceStage : kGroundStage;
  const Phase events = space ? Phase::space_event : Phase::ground_event;
  int rounds =
      1 + std::max(unrolled(army(Side::attacker), roll), unrolled(army(Side::defender), roll));
  if (space)
    rounds =
        std::max({rounds, army(Side::attacker).slips_away_in, army(Side::defender).slips_away_in});
  if (last_round > 0) rounds = last_round;
  loop_from = -1;
  for (int round = 1; round <= rounds; ++round) {
    const std::size_t first = chain.size();
    for (Side side : {Side::defender, Side::attacker})
      if (space && army(side).slips_away_in == round) {
        Link away;
        away.where = {
            Phase::space_event, round, index(side), nullptr, index(side), false, false, true, 0};
        away.plan.name = "skilled retreat";
        away.plan.stage = stage;
        chain.push_back(std::move(away));
        return;
      }
    if (!space)
      for (Link& start :
           each_answered(start_events(&Army::ground_round_start, events, stage), false)) {
        start.where.round = round;
        chain.push_back(std::move(start));
      }
    Link link;
    link.where = {space ? Phase::space_round : Phase::ground_round,
                  round,
                  -1,
                  nullptr,
                  -1,
                  false,
                  false,
                  false,
                  0};
    link.plan.name = space ? "space combat round" : "ground combat round";
    link.plan.stage = stage;
    link.plan.throws = {true, true};
    link.plan.is_round = true;
    link.plan.responds =
        !space && (army(Side::attacker).answers_hits || army(Side::defender).answers_hits);
    const bool again = (space || kind_ == BattleKind::ground || kind_ == BattleKind::invasion) &&
                       (army(Side::attacker).rolls_again_in == round ||
                        army(Side::defender).rolls_again_in == round);
    link.plan.responds |= again;
    std::vector<Link> fought{link};
    if (again) {
      link.where.again = true;
      link.plan.name += ", rolled again";
      link.plan.is_round = link.plan.responds = false;
      fought.push_back(std::move(link));
      fought.front().judged = false;
    }
    fought = answered(std::move(fought), space);
    fought.back().where.ends_round = true;
    if (!space && may_harrow()) {
      // RULES 4.4.6: after Duranium Armor, and even if the last own trooper has died in the round.
      Link harrow;
      harrow.where = {Phase::harrow, round, -1, nullptr, -1, false, false, false, 0};
      harrow.where.outside_rounds = true;
      harrow.plan.name = "harrow";
      harrow.plan.stage = stage;
      harrow.plan.throws = {true, false};
      fought.back().judged = false;
      for (Link& more : answered({std::move(harrow)}, space)) fought.push_back(std::move(more));
    }
    fought.back().where.closes_round = true;
    for (Link& step : fought) chain.push_back(std::move(step));
    if (round == last_round) {
      chain.back().where.retreats = leaver;
      return;
    }
    if (space)
      for (Link& end : each_answered(start_events(&Army::space_round_end, events, stage), true)) {
        end.where.round = round;
        end.where.outside_rounds = true;
        chain.push_back(std::move(end));
      }
    if (round == rounds) {
      if (chain.size() == first + 1)
        chain.back().plan.repeats = true;
      else
        loop_from = static_cast<int>(first);
    }
  }
}

/// A side that leaves when its chance to win falls below a limit decides that before each round:
/// the same round then follows as a branch of its own, in which it leaves. The defender announces
/// first (RULES 3.3.1).
void Rules::add_departures(std::vector<Link>& chain) const {
  const std::size_t length = chain.size();
  for (Side side : kSides) {
    if (army(side).retreat_below <= 0) continue;
    for (std::size_t i = 0; i < length; ++i) {
      if (chain[i].where.phase != Phase::space_round || chain[i].where.again ||
          chain[i].where.retreats >= 0)
        continue;
      chain[i].plan.leave_below(side, army(side).retreat_below,
                                {static_cast<int>(plan_.size() + chain.size())});
      for (std::size_t j = i; j < length; ++j) {
        Link copy = chain[j];
        copy.plan.repeats = false;
        copy.plan.leaves.clear();
        copy.plan.edges.clear();
        copy.plan.early_edges = 0;
        if (copy.judged) copy.where.retreats = index(side);
        chain.push_back(std::move(copy));
        if (chain.back().judged) break;
      }
    }
  }
}

/// Numbers the chain's steps and lets each lead to the next; behind the first `length` stand
/// branches that end by themselves. exits(where, plan) adds what happens when a side is out.
template <class Exits>
void Rules::append(std::vector<Link> chain, std::size_t length, int loop_from, Exits exits) {
  const int first = static_cast<int>(plan_.size());
  for (std::size_t i = 0; i < chain.size(); ++i) {
    auto& [where, plan, judged] = chain[i];
    const bool last = i + 1 == length;
    const int next = last ? first + loop_from : first + static_cast<int>(i) + 1;
    if (!judged) {
      plan.lead({kOut, kReady, kBound, kNoTroops}, {kOut, kReady, kBound, kNoTroops}, {next});
    } else {
      if (where.retreats < 0 && !plan.repeats && (!last || loop_from >= 0))
        plan.lead({kReady, kNoTroops}, {kReady}, {next});
      exits(where, plan, next);
    }
    if (plan.repeats || static_cast<int>(i) == loop_from) plan.stall({-1, Outcome::stalemate});
    phases_.push_back(where);
    plan_.push_back(std::move(plan));
  }
}

/// The steps of RULES 2 and 3.
void Rules::plan_space(bool then_invade) {
  const auto is_there = [&](Side side) { return has(side, Targets::ships) || army(side).arrives; };
  const bool fight = is_there(Side::attacker) && is_there(Side::defender);
  const auto fires = [&](Side side) {
    return has_dice(side, Roll::cannon_offense) &&
           (side == Side::defender || has(Side::defender, Targets::ships));
  };
  const auto barrage_counts = [&](Side side) {
    const Army& enemy = army(other(side));
    return has_dice(side, Roll::barrage) &&
           (army(side).waylays || army(side).raid_formation ||
            std::any_of(enemy.groups.begin(), enemy.groups.end(), [&](const Group& g) {
              return g.type == UnitType::fighter || g.type == UnitType::infantry;
            }));
  };

  std::vector<Link> chain;
  const auto add = [&](PhaseAt where, const char* name, const char* stage, bool attacker_throws,
                       bool defender_throws) {
    Link link;
    link.where = where;
    link.plan.name = name;
    link.plan.stage = stage;
    link.plan.throws = {attacker_throws, defender_throws};
    chain.push_back(std::move(link));
  };
  for (Link& link : start_events(&Army::before_battle, Phase::space_event, kSpaceCannonStage)) {
    link.judged = false;
    chain.push_back(std::move(link));
  }
  if (!chain.empty())
    add({Phase::no_combat, 0, -1, nullptr, -1, false, false, false, 0}, "before the battle",
        kSpaceCannonStage, false, false);
  const std::size_t before_cannons = chain.size();
  if (fires(Side::attacker))
    add({Phase::space_cannon, 1, 0, nullptr, -1, false, false, false, 0}, "attacker's space cannon",
        kSpaceCannonStage, true, false);
  if (fires(Side::defender))
    add({Phase::space_cannon, 1, 1, nullptr, -1, false, false, false, 0}, "defender's space cannon",
        kSpaceCannonStage, false, true);
  for (Link& link : start_events(&Army::cannon_events, Phase::space_event, kSpaceCannonStage))
    chain.push_back(std::move(link));
  if (either(&Army::explodes)) {  // a ship that takes all others with it may be lost here already
    std::vector<Link> cannons{
        std::make_move_iterator(chain.begin() + static_cast<std::ptrdiff_t>(before_cannons)),
        std::make_move_iterator(chain.end())};
    chain.resize(before_cannons);
    for (Link& link : answered(std::move(cannons), true)) chain.push_back(std::move(link));
  }
  for (Link& link : chain) link.where.outside_rounds = true;
  int loop_from = -1;
  if (fight) {
    for (Link& link :
         each_answered(start_events(&Army::space_start, Phase::space_event, kSpaceStage), true))
      chain.push_back(std::move(link));
    if (barrage_counts(Side::attacker) || barrage_counts(Side::defender)) {
      Link barrage;
      barrage.where = {Phase::barrage, 1, -1, nullptr, -1, false, false, false, 0};
      barrage.plan.name = "anti-fighter barrage";
      barrage.plan.stage = kSpaceStage;
      barrage.plan.throws = {true, true};
      for (Link& link : answered({std::move(barrage)}, true)) chain.push_back(std::move(link));
      // The start of the first round comes before its barrage (3), so that round differs from the
      // others.
      for (Army& side : *armies_)
        if (!side.round_start.empty()) {
          starts_with_barrage_ = true;
          side.unroll_space = std::max(side.unroll_space, 1);
        }
    }
    // The round in which somebody leaves. The defender announces first, and then the attacker may
    // not (RULES 3.3.1).
    int last_round = 0, leaver = -1;
    for (Side side : {Side::attacker, Side::defender}) {
      const int round = army(side).retreat_round;
      if (round > 0 && (last_round == 0 || round <= last_round)) {
        last_round = round;
        leaver = index(side);
      }
    }
    add_rounds(chain, Roll::space_combat, last_round, leaver, loop_from);
  }
  if (chain.empty())
    add({Phase::no_combat, 1, -1, nullptr, -1, false, false, false, 0}, "no ships oppose",
        kSpaceStage, false, false);

  const std::size_t length = chain.size();
  add_departures(chain);
  int invasion = static_cast<int>(plan_.size() + chain.size());
  std::array<int, 2> shot_step{-1, -1}, rift_step{-1, -1};  // by side that leaves
  for (Side side : kSides) {
    const bool leaves = std::any_of(chain.begin(), chain.end(), [&](const Link& link) {
      return link.where.retreats == index(side) && !link.where.slips;
    });
    if (leaves && army(side).parting_shot)
      shot_step[static_cast<std::size_t>(index(side))] = invasion++;
    if (leaves && army(side).rift && !army(side).ignores_rifts)
      rift_step[static_cast<std::size_t>(index(side))] = invasion++;
  }
  // In a conquest the planet decides (RULES 4.4.7, 9.28): attacker_win, draw and defender_win are
  // about ground forces.
  const Outcome lost_planet =
      has(Side::defender, Targets::ground_forces) ? Outcome::defender_win : Outcome::draw;
  // Attacker alone: the space area is his. Then he lands, or the battle is over.
  // Ships that moved away before it (Foresight) have not lost.
  const EdgePlan won =
      then_invade ? EdgePlan{invasion}
                  : EdgePlan{-1, army(Side::defender).leaves_before_space ? Outcome::draw
                                                                          : Outcome::attacker_win};
  const EdgePlan won_space_only = then_invade ? EdgePlan{-1, lost_planet} : won;
  const EdgePlan lost{-1, then_invade ? lost_planet : Outcome::defender_win};
  const EdgePlan both_gone{-1, then_invade ? lost_planet : Outcome::draw};
  append(std::move(chain), length, loop_from, [&](PhaseAt& where, StepPlan& plan, int next) {
    plan.lead({kOut}, {kReady, kBound}, lost);
    plan.lead({kOut}, {kOut}, both_gone);
    // The attacker's space cannon may clear the space area, but the defender's planets still fire
    // (2).
    const bool first = (where.phase == Phase::space_cannon && where.owner == 0) || where.round == 0;
    if (first && fires(Side::defender)) {
      plan.lead({kReady, kBound, kNoTroops}, {kOut}, {next});
      return;
    }
    plan.lead({kReady}, {kOut}, won);
    plan.lead({kBound, kNoTroops}, {kOut}, won_space_only);
    if (where.retreats < 0) return;
    const auto leave = [&](std::initializer_list<int> a, std::initializer_list<int> d,
                           EdgePlan edge) {
      where.leaving |= 1u << plan.edges.size();
      plan.lead(a, d, edge);
    };
    if (where.slips) {
      // Not a retreat: everything goes along, and nobody has won (RULES 3.3.2).
      const bool attacker = where.retreats == index(Side::attacker);
      const EdgePlan nobody{-1, then_invade && attacker ? lost_planet : Outcome::draw};
      leave({kReady}, {kReady}, then_invade && !attacker ? won : nobody);
      leave({kNoTroops}, {kReady}, then_invade && !attacker ? won_space_only : nobody);
      return;
    }
    // What still happens to those who leave and those who stay: one step after the other.
    const auto leaver = static_cast<std::size_t>(where.retreats);
    const int departure = shot_step[leaver] >= 0 ? shot_step[leaver] : rift_step[leaver];
    if (where.retreats == index(Side::defender)) {
      // The defender's ships leave; in a conquest the attacker then lands.
      const EdgePlan left{-1, Outcome::defender_retreats};
      leave({kReady}, {kReady}, departure >= 0 ? EdgePlan{departure} : then_invade ? won : left);
      leave({kNoTroops}, {kReady},
            departure >= 0 ? EdgePlan{departure}
            : then_invade  ? won_space_only
                           : left);
      leave({kReady}, {kBound}, won);  // nothing could leave: RULES 8.2
      leave({kNoTroops}, {kBound}, won_space_only);
    } else {
      leave({kReady, kNoTroops}, {kReady},
            departure >= 0 ? EdgePlan{departure} : EdgePlan{-1, Outcome::attacker_retreats});
      leave({kBound}, {kReady}, lost);
    }
  });
  // Steps of a departure: the side that leaves is out of the fight in them.
  for (Side side : kSides) {
    const bool defender = side == Side::defender;
    const int rift_at = rift_step[static_cast<std::size_t>(index(side))];
    const auto add_departure = [&](Phase phase, const char* step, int next) {
      StepPlan plan;
      plan.name = step;
      plan.stage = kSpaceStage;
      plan.throws = {!defender, defender};
      const auto go = [&](EdgePlan end) { return next >= 0 ? EdgePlan{next} : end; };
      if (defender) {
        const EdgePlan left{-1, Outcome::defender_retreats};
        plan.lead({kReady}, {kOut}, go(then_invade ? won : left));
        plan.lead({kNoTroops}, {kOut}, go(then_invade ? won_space_only : left));
        plan.lead({kOut}, {kOut}, go(then_invade ? both_gone : left));
      } else {
        plan.lead({kOut}, {kReady, kOut}, go({-1, Outcome::attacker_retreats}));
      }
      phases_.push_back({phase, 1, index(side), nullptr, -1, false, false, false, 0});
      plan_.push_back(std::move(plan));
    };
    if (shot_step[static_cast<std::size_t>(index(side))] >= 0)
      add_departure(Phase::parting_shot, "parting shot", rift_at);
    if (rift_at >= 0) add_departure(Phase::rift, "out of the gravity rift", -1);
  }
  if (then_invade) plan_invasion();
}

/// Could there be any bombardment at all? Whether a shield breaker is left is only known at the
/// time.
bool Rules::may_bombard() const {
  return kind_ != BattleKind::ground && has_dice(Side::attacker, Roll::bombardment) &&
         has(Side::defender, Targets::ground_forces) && !army(Side::defender).evacuates;
}

/// Harrow: does the attacker have ships that bombard at the end of every ground round?
bool Rules::may_harrow() const {
  const Army& mine = army(Side::attacker);
  if (!mine.harrows || (mine.blocked_rolls & mask(Roll::bombardment))) return false;
  return !mine.loose_dice[static_cast<std::size_t>(Roll::bombardment)].empty() ||
         std::any_of(mine.groups.begin(), mine.groups.end(),
                     [](const Group& g) { return g.is_ship && g.bombardment; });
}

/// The steps of RULES 4.
void Rules::plan_invasion() {
  const bool fires = kind_ != BattleKind::ground && has_dice(Side::defender, Roll::cannon_defense);
  const bool evacuates = army(Side::defender).evacuates;
  const bool defended = has(Side::defender, Targets::ground_forces) && !evacuates;
  std::vector<Link> chain;
  const auto add = [&](Phase phase, const char* name, bool attacker_throws, bool defender_throws) {
    Link link;
    link.where = {phase, 1, -1, nullptr, -1, false, false, false, 0};
    link.plan.name = name;
    link.plan.stage = kInvasionStage;
    link.plan.throws = {attacker_throws, defender_throws};
    chain.push_back(std::move(link));
  };
  // What was rolled before the battle may have left a side with nothing: then no round begins.
  // Round 0 = only a look.
  bool dice_before = false;
  for (Side side : kSides) dice_before |= !army(side).before_battle.empty();
  if (kind_ != BattleKind::conquest)
    for (Link& link : start_events(&Army::before_battle, Phase::ground_event, kInvasionStage)) {
      link.judged = false;
      chain.push_back(std::move(link));
    }
  if (dice_before ||
      (kind_ != BattleKind::conquest && !has(Side::attacker, Targets::ground_forces))) {
    add(Phase::no_combat, "before the landing", false, false);
    chain.back().where.round = 0;
  }
  const std::size_t before = chain.size();
  const bool lands = !either(&Army::no_landing), coexist = either(&Army::coexists) && defended;
  if (may_bombard()) add(Phase::bombardment, "bombardment", true, false);
  if (fires && lands && (!coexist || may_bombard() || dice_before))
    add(Phase::landing_fire, "space cannon defense", false, true);
  for (Link& link : chain) link.where.outside_rounds = true;
  int loop_from = -1;
  if (defended && lands && !coexist) {
    for (Link& link :
         each_answered(start_events(&Army::ground_start, Phase::ground_event, kGroundStage), false))
      chain.push_back(std::move(link));
    std::vector<Link> rounds;
    add_rounds(rounds, Roll::ground_combat, 0, -1, loop_from);
    if (loop_from >= 0) loop_from += static_cast<int>(chain.size());
    for (Link& link : rounds) chain.push_back(std::move(link));
  } else if (chain.size() == before) {
    add(Phase::no_combat,
        !lands    ? "nobody lands"
        : coexist ? "coexistence"
                  : "unopposed landing",
        false, false);
  }
  const std::size_t length = chain.size();
  append(std::move(chain), length, loop_from, [&](PhaseAt& where, StepPlan& plan, int next) {
    // Structures still fire at the landing when bombardment has cleared the planet
    // (RULES 4.5.2, 8.5).
    const bool goes_on = (where.phase == Phase::bombardment || where.round == 0) && fires && lands;
    plan.lead({kReady}, {kOut}, goes_on ? EdgePlan{next} : EdgePlan{-1, Outcome::attacker_win});
    plan.lead({kNoTroops}, {kOut}, {-1, Outcome::draw});
    plan.lead({kOut}, {kReady}, {-1, Outcome::defender_win});
    plan.lead({kOut}, {kOut}, {-1, Outcome::draw});
    if (evacuates) {  // they live on elsewhere
      plan.lead({kReady}, {kReady, kNoTroops},
                where.round == 0 && fires ? EdgePlan{next} : EdgePlan{-1, Outcome::attacker_win});
      plan.lead({kOut, kNoTroops}, {kReady, kNoTroops}, {-1, Outcome::draw});
    }
    if (coexist)
      // Both stay; the planet is the defender's
      plan.lead({kReady, kNoTroops}, {kReady}, {-1, Outcome::defender_win});
    if (lands) return;
    plan.lead({kOut, kReady, kNoTroops}, {kOut}, {-1, Outcome::draw});
    if (where.round != 0)
      plan.lead({kOut, kReady, kNoTroops}, {kReady}, {-1, Outcome::defender_win});
  });
}

/// Nothing is rolled: whoever stands there stands there. Nobody has come to the planet of an
/// invasion.
void Rules::plan_nothing() {
  const bool invades = kind_ == BattleKind::invasion || kind_ == BattleKind::conquest;
  StepPlan plan;
  plan.name = "the battle is called off";
  plan.stage = kind_ == BattleKind::space ? kSpaceStage : kInvasionStage;
  plan.lead({kReady, kNoTroops}, {kReady, kNoTroops},
            {-1, invades ? Outcome::defender_win : Outcome::stalemate});
  plan.lead({kReady, kNoTroops}, {kOut}, {-1, invades ? Outcome::draw : Outcome::attacker_win});
  plan.lead({kOut}, {kReady, kNoTroops}, {-1, Outcome::defender_win});
  plan.lead({kOut}, {kOut}, {-1, Outcome::draw});
  phases_.push_back({Phase::no_combat, 1, -1, nullptr, -1, false, false, false, 0});
  plan_.push_back(std::move(plan));
}

}  // namespace broadside::ti4
