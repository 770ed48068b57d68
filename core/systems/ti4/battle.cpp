#include "core/systems/ti4/battle.hpp"

#include <algorithm>
#include <cassert>

namespace broadside::ti4 {
namespace {

constexpr const char* kSpaceCannonStage = "space cannon";
constexpr const char* kSpaceStage = "space combat";
constexpr const char* kInvasionStage = "invasion";
constexpr const char* kGroundStage = "ground combat";

// Stances. A side that wants to retreat, or whose troops must still find room, has more to say than "still there".
constexpr int kOut = 0;
constexpr int kReady = 1;     ///< in the fight
constexpr int kBound = 2;     ///< in the fight, but about to retreat and nothing it has can leave
constexpr int kNoTroops = 3;  ///< in the fight, but with no room left for troops to land (conquest)

constexpr Volley kRollAgain = Volley{1} << 30;  ///< instead of hits: the exchange does not count
constexpr std::uint8_t kRollingAgain = 2;       ///< the mark of a side that has just done so

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

/// Duranium Armor (3.5): after hits of a round, the dearest damaged participant that did not sustain in it. Mandatory.
void repair_one(const Army& army, Roll roll, Force& force) {
  int best = -1;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (takes_part(army.groups[g], roll) && force.damaged[g] > force.fresh[g] &&
        (best < 0 || army.groups[g].cost > army.groups[static_cast<std::size_t>(best)].cost))
      best = static_cast<int>(g);
  if (best < 0) return;
  --force.damaged[static_cast<std::size_t>(best)];
  ++force.whole[static_cast<std::size_t>(best)];
}

bool shield_can_fall(const Army& army) {
  return std::any_of(army.groups.begin(), army.groups.end(),
                     [](const Group& g) { return g.planetary_shield && g.is_ground_force; });
}

}  // namespace

Rules::Rules(BattleKind kind, std::array<Army, 2> armies)
    : kind_(kind), armies_(std::make_unique<std::array<Army, 2>>(std::move(armies))) {
  if (either(&Army::called_off))
    plan_nothing();
  else switch (kind_) {
    case BattleKind::space: plan_space(false); break;
    case BattleKind::conquest: plan_space(true); break;
    case BattleKind::ground:
    case BattleKind::invasion: plan_invasion(); break;
  }
  for (std::size_t s = 0; s < plan_.size(); ++s)
    for (Side side : kSides) plan_[s].features[static_cast<std::size_t>(index(side))] = features(side, phases_[s]);
}

// --- the plan ---------------------------------------------------------------------------------------------------

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
  const bool bombarded = side == Side::defender && (where.phase == Phase::bombardment ||
                                                    (where.phase == Phase::ground_round && enemy.harrows));
  return bombarded && shield_can_fall(mine) ? 2 : 1;
}

std::uint32_t Rules::feature(Side side, int step, const Force& force) const {
  const PhaseAt& where = at(step);
  const Army& mine = army(side);
  if (where.event) return where.event->seen && where.owner == index(other(side)) ? where.event->seen(mine, force) : 0;
  if (where.phase == Phase::space_round) return static_cast<std::uint32_t>(count(mine, force, Targets::non_fighters));
  for (std::size_t g = 0; g < mine.groups.size(); ++g)
    if (mine.groups[g].planetary_shield && force.count(g) > 0) return 1;
  return 0;
}

/// The effects that open a combat: one each in turn, the attacker first (digest 1, 3.1, 4.4).
std::vector<Rules::Link> Rules::start_events(const std::vector<Event> Army::*events, Phase phase, const char* stage) const {
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

/// Ships lost to these events may call for answers as those lost in a round do; nobody is declared dead before them.
std::vector<Rules::Link> Rules::answered(std::vector<Link> chain) const {
  if (chain.empty()) return chain;
  std::vector<Link> answers = start_events(&Army::space_answers, Phase::space_event, kSpaceStage);
  for (Link& trial : start_events(&Army::space_trials, Phase::space_event, kSpaceStage)) answers.push_back(std::move(trial));
  if (answers.empty()) return chain;
  for (Link& answer : answers) chain.push_back(std::move(answer));
  for (Link& link : chain) link.judged = false;
  chain.back().judged = true;
  return chain;
}

/// Adds the rounds of a combat: those that differ one by one, then one that stands for all others. A round that is more than
/// one step repeats from its first step on: loop_from. last_round > 0: somebody leaves after it.
void Rules::add_rounds(std::vector<Link>& chain, Roll roll, int last_round, int leaver, int& loop_from) const {
  const bool space = roll == Roll::space_combat;
  const char* stage = space ? kSpaceStage : kGroundStage;
  const Phase events = space ? Phase::space_event : Phase::ground_event;
  int rounds = 1 + std::max(unrolled(army(Side::attacker), roll), unrolled(army(Side::defender), roll));
  if (space) rounds = std::max({rounds, army(Side::attacker).slips_away_in, army(Side::defender).slips_away_in});
  if (last_round > 0) rounds = last_round;
  loop_from = -1;
  for (int round = 1; round <= rounds; ++round) {
    const std::size_t first = chain.size();
    const auto add_events = [&](const std::vector<Event> Army::*list, bool judged) {
      for (Link& link : start_events(list, events, stage)) {
        link.where.round = round;
        link.judged = judged;
        chain.push_back(std::move(link));
      }
    };
    for (Side side : {Side::defender, Side::attacker})
      if (space && army(side).slips_away_in == round) {
        Link away;
        away.where = {Phase::space_event, round, index(side), nullptr, index(side), false, false, true, 0};
        away.plan.name = "skilled retreat";
        away.plan.stage = stage;
        chain.push_back(std::move(away));
        return;
      }
    if (!space) add_events(&Army::ground_round_start, true);
    Link link;
    link.where = {space ? Phase::space_round : Phase::ground_round, round, -1, nullptr, -1, false, false, false, 0};
    link.plan.name = space ? "space combat round" : "ground combat round";
    link.plan.stage = stage;
    link.plan.throws = {true, true};
    link.plan.is_round = true;
    link.plan.responds = !space && (army(Side::attacker).answers_hits || army(Side::defender).answers_hits);
    const bool again = (space || kind_ == BattleKind::ground || kind_ == BattleKind::invasion) &&
                       (army(Side::attacker).rolls_again_in == round || army(Side::defender).rolls_again_in == round);
    link.plan.responds |= again;
    chain.push_back(link);
    const std::size_t round_at = chain.size() - 1;
    if (again) {
      link.where.again = true;
      link.plan.name += ", rolled again";
      link.plan.is_round = link.plan.responds = link.judged = false;
      chain.push_back(std::move(link));
    }
    // Answers may call for answers where both sides have them: a reflected hit that is sustained is reflected in turn.
    const auto answers = space ? &Army::space_answers : &Army::ground_answers;
    const bool both = !(army(Side::attacker).*answers).empty() && !(army(Side::defender).*answers).empty();
    for (int pass = 0; pass < (both ? 3 : 1); ++pass) {
      add_events(answers, false);
      add_events(space ? &Army::space_trials : &Army::ground_trials, false);
    }
    if (chain.size() > round_at + 1) {
      chain[round_at].judged = false;
      chain.back().judged = true;
    }
    chain.back().where.ends_round = true;
    if (round == last_round) {
      chain.back().where.retreats = leaver;
      return;
    }
    if (space)
      for (Link& end : answered(start_events(&Army::space_round_end, events, stage))) {
        end.where.round = round;
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

/// A side that leaves when its chance to win falls below a limit decides that before each round: the same round then follows as a
/// branch of its own, in which it leaves. The defender announces first (3.3).
void Rules::add_departures(std::vector<Link>& chain) const {
  const std::size_t length = chain.size();
  for (Side side : kSides) {
    if (army(side).retreat_below <= 0) continue;
    for (std::size_t i = 0; i < length; ++i) {
      if (chain[i].where.phase != Phase::space_round || chain[i].where.again || chain[i].where.retreats >= 0) continue;
      chain[i].plan.leave_below(side, army(side).retreat_below, {static_cast<int>(plan_.size() + chain.size())});
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

/// Numbers the chain's steps and lets each lead to the next; behind the first `length` stand branches that end by themselves. exits(where, plan) adds what happens when a side is out.
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

/// Steps of the digest's sections 2 and 3.
void Rules::plan_space(bool then_invade) {
  const auto is_there = [&](Side side) { return has(side, Targets::ships) || army(side).arrives; };
  const bool fight = is_there(Side::attacker) && is_there(Side::defender);
  const auto fires = [&](Side side) {
    return has_dice(side, Roll::cannon_offense) && (side == Side::defender || has(Side::defender, Targets::ships));
  };
  const auto barrage_counts = [&](Side side) {
    const Army& enemy = army(other(side));
    return has_dice(side, Roll::barrage) &&
           (army(side).waylays || army(side).raid_formation || std::any_of(enemy.groups.begin(), enemy.groups.end(), [&](const Group& g) {
              return g.type == UnitType::fighter || g.type == UnitType::infantry;
            }));
  };

  std::vector<Link> chain;
  const auto add = [&](PhaseAt where, const char* name, const char* stage, bool attacker_throws, bool defender_throws) {
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
  if (!chain.empty()) add({Phase::no_combat, 0, -1, nullptr, -1, false, false, false, 0}, "before the battle", kSpaceCannonStage, false, false);
  if (fires(Side::attacker)) add({Phase::space_cannon, 1, 0, nullptr, -1, false, false, false, 0}, "attacker's space cannon", kSpaceCannonStage, true, false);
  if (fires(Side::defender)) add({Phase::space_cannon, 1, 1, nullptr, -1, false, false, false, 0}, "defender's space cannon", kSpaceCannonStage, false, true);
  for (Link& link : start_events(&Army::cannon_events, Phase::space_event, kSpaceCannonStage)) chain.push_back(std::move(link));
  int loop_from = -1;
  if (fight) {
    for (Link& link : answered(start_events(&Army::space_start, Phase::space_event, kSpaceStage))) chain.push_back(std::move(link));
    if (barrage_counts(Side::attacker) || barrage_counts(Side::defender))
      add({Phase::barrage, 1, -1, nullptr, -1, false, false, false, 0}, "anti-fighter barrage", kSpaceStage, true, true);
    // The round in which somebody leaves. The defender announces first, and then the attacker may not (3.3).
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
  if (chain.empty()) add({Phase::no_combat, 1, -1, nullptr, -1, false, false, false, 0}, "no ships oppose", kSpaceStage, false, false);

  const std::size_t length = chain.size();
  add_departures(chain);
  int invasion = static_cast<int>(plan_.size() + chain.size());
  std::array<int, 2> rift_step{-1, -1};  // by side that leaves
  for (Side side : kSides) {
    const bool leaves = std::any_of(chain.begin(), chain.end(), [&](const Link& link) { return link.where.retreats == index(side) && !link.where.slips; });
    if (leaves && army(side).rift && !army(side).ignores_rifts) rift_step[static_cast<std::size_t>(index(side))] = invasion++;
  }
  // In a conquest the planet decides (design: attacker_win, draw and defender_win are about ground forces).
  const Outcome lost_planet = has(Side::defender, Targets::ground_forces) ? Outcome::defender_win : Outcome::draw;
  // Attacker alone: the space area is his. Then he lands, or the battle is over.
  // Ships that moved away before it (Foresight) have not lost.
  const EdgePlan won = then_invade ? EdgePlan{invasion}
                                   : EdgePlan{-1, army(Side::defender).leaves_before_space ? Outcome::draw : Outcome::attacker_win};
  const EdgePlan won_space_only = then_invade ? EdgePlan{-1, lost_planet} : won;
  const EdgePlan lost{-1, then_invade ? lost_planet : Outcome::defender_win};
  const EdgePlan both_gone{-1, then_invade ? lost_planet : Outcome::draw};
  append(std::move(chain), length, loop_from, [&](PhaseAt& where, StepPlan& plan, int next) {
    plan.lead({kOut}, {kReady, kBound}, lost);
    plan.lead({kOut}, {kOut}, both_gone);
    // The attacker's space cannon may clear the space area, but the defender's planets still fire (2).
    const bool first = (where.phase == Phase::space_cannon && where.owner == 0) || where.round == 0;
    if (first && fires(Side::defender)) {
      plan.lead({kReady, kBound, kNoTroops}, {kOut}, {next});
      return;
    }
    plan.lead({kReady}, {kOut}, won);
    plan.lead({kBound, kNoTroops}, {kOut}, won_space_only);
    if (where.retreats < 0) return;
    const auto leave = [&](std::initializer_list<int> a, std::initializer_list<int> d, EdgePlan edge) {
      where.leaving |= 1u << plan.edges.size();
      plan.lead(a, d, edge);
    };
    if (where.slips) {
      // Not a retreat: everything goes along, and nobody has won (3.3).
      const bool attacker = where.retreats == index(Side::attacker);
      const EdgePlan nobody{-1, then_invade && attacker ? lost_planet : Outcome::draw};
      leave({kReady}, {kReady}, then_invade && !attacker ? won : nobody);
      leave({kNoTroops}, {kReady}, then_invade && !attacker ? won_space_only : nobody);
      return;
    }
    const int rift_at = rift_step[static_cast<std::size_t>(where.retreats)];
    const bool rift = rift_at >= 0;
    if (where.retreats == index(Side::defender)) {
      // The defender's ships leave; in a conquest the attacker then lands.
      const EdgePlan left{-1, Outcome::defender_retreats};
      leave({kReady}, {kReady}, rift ? EdgePlan{rift_at} : then_invade ? won : left);
      leave({kNoTroops}, {kReady}, rift ? EdgePlan{rift_at} : then_invade ? won_space_only : left);
      leave({kReady}, {kBound}, won);  // nothing could leave: digest 8
      leave({kNoTroops}, {kBound}, won_space_only);
    } else {
      leave({kReady, kNoTroops}, {kReady}, rift ? EdgePlan{rift_at} : EdgePlan{-1, Outcome::attacker_retreats});
      leave({kBound}, {kReady}, lost);
    }
  });
  for (Side side : kSides) {
    if (rift_step[static_cast<std::size_t>(index(side))] < 0) continue;
    const bool defender = side == Side::defender;
    StepPlan plan;
    plan.name = "out of the gravity rift";
    plan.stage = kSpaceStage;
    plan.throws = {!defender, defender};
    if (defender) {
      plan.lead({kReady}, {kOut}, then_invade ? won : EdgePlan{-1, Outcome::defender_retreats});
      plan.lead({kNoTroops}, {kOut}, then_invade ? won_space_only : EdgePlan{-1, Outcome::defender_retreats});
    } else {
      plan.lead({kOut}, {kReady}, {-1, Outcome::attacker_retreats});
    }
    phases_.push_back({Phase::rift, 1, index(side), nullptr, -1, false, false, false, 0});
    plan_.push_back(std::move(plan));
  }
  if (then_invade) plan_invasion();
}

/// Could there be any bombardment at all? Whether a shield breaker is left is only known at the time.
bool Rules::may_bombard() const {
  return kind_ != BattleKind::ground && has_dice(Side::attacker, Roll::bombardment) && has(Side::defender, Targets::ground_forces) &&
         !army(Side::defender).evacuates;
}

/// Steps of the digest's section 4.
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
  // What was rolled before the battle may have left a side with nothing: then no round begins. Round 0 = only a look.
  bool dice_before = false;
  for (Side side : kSides) dice_before |= !army(side).before_battle.empty();
  if (kind_ != BattleKind::conquest)
    for (Link& link : start_events(&Army::before_battle, Phase::ground_event, kInvasionStage)) {
      link.judged = false;
      chain.push_back(std::move(link));
    }
  if (dice_before || (kind_ != BattleKind::conquest && !has(Side::attacker, Targets::ground_forces))) {
    add(Phase::no_combat, "before the landing", false, false);
    chain.back().where.round = 0;
  }
  const std::size_t before = chain.size();
  const bool lands = !either(&Army::no_landing), coexist = either(&Army::coexists) && defended;
  if (may_bombard()) add(Phase::bombardment, "bombardment", true, false);
  if (fires && lands && (!coexist || may_bombard() || dice_before)) add(Phase::landing_fire, "space cannon defense", false, true);
  int loop_from = -1;
  if (defended && lands && !coexist) {
    for (Link& link : start_events(&Army::ground_start, Phase::ground_event, kGroundStage)) chain.push_back(std::move(link));
    std::vector<Link> rounds;
    add_rounds(rounds, Roll::ground_combat, 0, -1, loop_from);
    if (loop_from >= 0) loop_from += static_cast<int>(chain.size());
    for (Link& link : rounds) chain.push_back(std::move(link));
  } else if (chain.size() == before) {
    add(Phase::no_combat, !lands ? "nobody lands" : coexist ? "coexistence" : "unopposed landing", false, false);
  }
  const std::size_t length = chain.size();
  append(std::move(chain), length, loop_from, [&](PhaseAt& where, StepPlan& plan, int next) {
    // Structures still fire at the landing when bombardment has cleared the planet (4.5).
    const bool goes_on = (where.phase == Phase::bombardment || where.round == 0) && fires && lands;
    plan.lead({kReady}, {kOut}, goes_on ? EdgePlan{next} : EdgePlan{-1, Outcome::attacker_win});
    plan.lead({kNoTroops}, {kOut}, {-1, Outcome::draw});
    plan.lead({kOut}, {kReady}, {-1, Outcome::defender_win});
    plan.lead({kOut}, {kOut}, {-1, Outcome::draw});
    if (evacuates) {  // they live on elsewhere
      plan.lead({kReady}, {kReady, kNoTroops}, where.round == 0 && fires ? EdgePlan{next} : EdgePlan{-1, Outcome::attacker_win});
      plan.lead({kOut, kNoTroops}, {kReady, kNoTroops}, {-1, Outcome::draw});
    }
    if (coexist) plan.lead({kReady, kNoTroops}, {kReady}, {-1, Outcome::defender_win});  // both stay; the planet is the defender's
    if (lands) return;
    plan.lead({kOut, kReady, kNoTroops}, {kOut}, {-1, Outcome::draw});
    if (where.round != 0) plan.lead({kOut, kReady, kNoTroops}, {kReady}, {-1, Outcome::defender_win});
  });
}

/// Nothing is rolled: whoever stands there stands there. Nobody has come to the planet of an invasion.
void Rules::plan_nothing() {
  const bool invades = kind_ == BattleKind::invasion || kind_ == BattleKind::conquest;
  StepPlan plan;
  plan.name = "the battle is called off";
  plan.stage = kind_ == BattleKind::space ? kSpaceStage : kInvasionStage;
  plan.lead({kReady, kNoTroops}, {kReady, kNoTroops}, {-1, invades ? Outcome::defender_win : Outcome::stalemate});
  plan.lead({kReady, kNoTroops}, {kOut}, {-1, invades ? Outcome::draw : Outcome::attacker_win});
  plan.lead({kOut}, {kReady, kNoTroops}, {-1, Outcome::defender_win});
  plan.lead({kOut}, {kOut}, {-1, Outcome::draw});
  phases_.push_back({Phase::no_combat, 1, -1, nullptr, -1, false, false, false, 0});
  plan_.push_back(std::move(plan));
}

// --- the steps --------------------------------------------------------------------------------------------------

Roll Rules::roll_of(int step) const {
  switch (at(step).phase) {
    case Phase::space_cannon: return Roll::cannon_offense;
    case Phase::barrage: return Roll::barrage;
    case Phase::bombardment: return Roll::bombardment;
    case Phase::landing_fire: return Roll::cannon_defense;
    case Phase::ground_round:
    case Phase::ground_event: return Roll::ground_combat;
    case Phase::space_round:
    case Phase::space_event:
    case Phase::rift:
    case Phase::no_combat: break;
  }
  return Roll::space_combat;
}

/// 4.1: a unit with Planetary Shield on the planet stops bombardment, unless the attacker ignores shields or has a unit in the system
/// that switches them off.
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
  if (where.phase == Phase::bombardment && !bombards_through(side, force, seen)) return {};
  std::vector<Pool> rolled = pools(mine, force, roll_of(step), where.round, seen);
  // Harrow (4.4): every bombarding ship fires again at the end of each ground round, even if the last trooper has died in it.
  if (where.phase == Phase::ground_round && side == Side::attacker && mine.harrows && bombards_through(side, force, seen))
    for (Pool& pool : pools(mine, force, Roll::bombardment, where.round, 0)) {
      if (pool.group >= 0 && !mine.groups[static_cast<std::size_t>(pool.group)].is_ship) continue;
      pool.die.second_min = pool.die.hit_on;
      pool.die.hit_on = 100;
      pool.die.second_is_hit = true;
      rolled.push_back(pool);
    }
  return rolled;
}

std::pair<Volley, Force> Rules::result(Side side, int step, const Force& force, Rolled rolled) const {
  const Army& mine = army(side);
  const Roll roll = roll_of(step);
  Force after = force;
  int any = ti4::count(rolled, Shown::hits), bound = ti4::count(rolled, Shown::bound_hits);
  int near = ti4::count(rolled, Shown::near), bound_near = ti4::count(rolled, Shown::bound_near);
  for (const DiePurse& purse : mine.die_purses) {
    if (!(purse.rolls & mask(roll)) || (purse.while_group >= 0 && force.count(static_cast<std::size_t>(purse.while_group)) == 0)) continue;
    for (auto [missed, made] : {std::pair{&bound_near, &bound}, std::pair{&near, &any}}) {
      const int paid = std::min<int>(*missed, after.mark(purse.mark));
      after.mark(purse.mark) = static_cast<std::uint8_t>(after.mark(purse.mark) - paid);
      *missed -= paid;
      *made += paid;
    }
  }
  int risky = 0;  // in the order in which pools() hands out the two counters
  for (std::size_t g = 0; g < mine.groups.size() && (kCombatRolls & mask(roll)); ++g)
    if (mine.groups[g].risks_reroll && takes_part(mine.groups[g], roll) && printed(mine.groups[g], roll) && force.count(g) > 0 && risky < 2)
      destroy(after, g, ti4::count(rolled, risky++ == 0 ? Shown::died : Shown::died_too));
  // Single uses are gone once there were dice for them.
  for (const DieChange& change : mine.die_changes)
    if (change.mark >= 0 && (change.rolls & mask(roll)) && change.rounds.has(at(step).round) && after.mark(change.mark) > 0) --after.mark(change.mark);
  for (const ExtraDice& extra : mine.extra_dice)
    if (extra.mark >= 0 && (extra.rolls & mask(roll)) && extra.rounds.has(at(step).round) && after.mark(extra.mark) > 0) --after.mark(extra.mark);
  for (const Reroll& reroll : mine.rerolls)
    if (reroll.which != Reroll::Which::all_when_above && reroll.mark >= 0 && (reroll.rolls & mask(roll)) && reroll.rounds.has(at(step).round) && after.mark(reroll.mark) > 0) --after.mark(reroll.mark);

  Hits hits;
  const int factor = mine.hit_factor[static_cast<std::size_t>(roll)];
  hits.any = any * factor;
  hits.non_fighter = bound * factor;
  hits.second = ti4::count(rolled, Shown::second) *
                (roll == Roll::ground_combat ? mine.hit_factor[static_cast<std::size_t>(Roll::bombardment)] : 1);
  if (roll == Roll::cannon_offense && mine.cannons_hit_non_fighters) hits.non_fighter += std::exchange(hits.any, 0);
  // A bombarding side's troops are still in space, so those on the planet may sustain.
  if (roll == Roll::bombardment) return {hits.pack(), after};
  return {hits_by(mine, force, hits, roll == Roll::ground_combat || roll == Roll::cannon_defense), after};
}

double Rules::reroll_above(Side side, int step, const Force& force, std::uint32_t seen) const {
  for (const Reroll& reroll : army(side).rerolls) {
    if (reroll.which != Reroll::Which::all_when_above || !(reroll.rolls & mask(roll_of(step))) || !reroll.rounds.has(at(step).round)) continue;
    if (reroll.mark >= 0 && force.mark(reroll.mark) == 0) continue;
    double mean = 0;
    for (const auto& [rolled, p] : law(dice(side, step, force, seen)))
      mean += p * (ti4::count(rolled, Shown::hits) + ti4::count(rolled, Shown::bound_hits));
    return mean;
  }
  return -1;
}

bool Rules::rolls_dice(Side side, int step, const Force& force) const {
  const PhaseAt& where = at(step);
  if (where.event || where.slips || where.phase == Phase::no_combat || where.phase == Phase::rift) return false;
  return !where.again || force.mark(army(side).again_mark) != 0;
}

Rules::Force Rules::before_roll(Side side, int step, const Force& force) const {
  const PhaseAt& where = at(step);
  const Army& mine = army(side);
  Force ready = force;
  if (where.again)
    ready.mark(mine.again_mark) = kRollingAgain;
  else if (where.phase == Phase::space_round || where.phase == Phase::ground_round)
    for (const auto& act : mine.round_start) act(mine, roll_of(step), where.round, ready);
  return ready;
}

Rules::Force Rules::after_forced_reroll(Side side, int step, const Force& force) const {
  Force after = force;
  for (const Reroll& reroll : army(side).rerolls)
    if (reroll.which == Reroll::Which::all_when_above && reroll.mark >= 0 && (reroll.rolls & mask(roll_of(step))) && after.mark(reroll.mark) > 0)
      --after.mark(reroll.mark);
  return after;
}

Rules::Throw Rules::throws(Side side, int step, const Force& force, std::uint32_t seen) const {
  const PhaseAt& where = at(step);
  if (where.event) return where.event->throws(army(side), force, seen);
  if (where.phase == Phase::rift) return leave_rift(side, force);
  if (!rolls_dice(side, step, force)) return Throw{std::pair{Volley{0}, force}};
  const Force ready = before_roll(side, step, force);
  const auto pools = dice(side, step, ready, seen);
  if (pools.empty()) return Throw{std::pair{Volley{0}, ready}};
  const Pmf<Rolled> rolled = law(pools);
  const double limit = reroll_above(side, step, ready, seen);
  if (limit < 0) return rolled.map([&](Rolled r) { return result(side, step, ready, r); });
  // The enemy makes the side roll everything again where it did better than expected, and has used that up then.
  const Force rerolled = after_forced_reroll(side, step, ready);
  return rolled.then([&](Rolled r) {
    if (ti4::count(r, Shown::hits) + ti4::count(r, Shown::bound_hits) <= limit + 1e-9) return Throw{result(side, step, ready, r)};
    return rolled.map([&](Rolled again) { return result(side, step, rerolled, again); });
  });
}

/// 3.6: every ship under its own power is removed on 1 to 3, then what it carried.
Rules::Throw Rules::leave_rift(Side side, const Force& force) const {
  const Army& mine = army(side);
  Throw law{std::pair{Volley{0}, force}};
  for (std::size_t g = 0; g < mine.groups.size(); ++g)
    if (mine.groups[g].is_ship && mine.groups[g].moves_alone)
      law = law.then([&](const std::pair<Volley, Force>& now) {
        return binomial(now.second.count(g), 0.3).map([&](std::uint32_t lost) {
          std::pair<Volley, Force> next = now;
          destroy(next.second, g, static_cast<int>(lost));
          return next;
        });
      });
  return law.map([&](const std::pair<Volley, Force>& now) {
    return std::pair{now.first, enforce_capacity(mine, now.second, 0, false)};
  });
}

std::pair<Volley, Volley> Rules::respond(int step, Volley attacker, Volley defender) const {
  // The Thundarian (3.4): hits are discarded and both sides roll again where the owner's enemy has made more of them.
  const int balance = Hits::of(attacker).total() - Hits::of(defender).total();
  if ((army(Side::attacker).rolls_again_in == at(step).round && balance < 0) ||
      (army(Side::defender).rolls_again_in == at(step).round && balance > 0))
    return {kRollAgain, kRollAgain};
  // Valkyrie Particle Weave (4.4): one more hit if the opponent has made one.
  Hits a = Hits::of(attacker), d = Hits::of(defender);
  const bool by_attacker = a.any > 0, by_defender = d.any > 0;
  const bool ground = at(step).phase == Phase::ground_round;
  a.any += ground && army(Side::attacker).answers_hits && by_defender;
  d.any += ground && army(Side::defender).answers_hits && by_attacker;
  return {a.pack(), d.pack()};
}

Rules::Force Rules::absorb(Side side, int step, const Force& force, Volley volley) const {
  Force after = take_volley(side, step, force, volley);
  const PhaseAt& where = at(step);
  if (where.ends_round) {
    const Roll roll = where.phase == Phase::ground_round || where.phase == Phase::ground_event ? Roll::ground_combat : Roll::space_combat;
    if (army(side).duranium) repair_one(army(side), roll, after);
    if (where.retreats != index(side))  // effects of the end of the round cannot reach ships that have just left (3.6)
      for (const auto& act : army(side).after_round) act(army(side), roll, after);
  }
  // Who has sustained in this round matters until its end, and only to a side that may repair.
  if (where.ends_round || !army(side).keeps_repairable) after.fresh = {};
  return after;
}

Rules::Force Rules::take_volley(Side side, int step, const Force& force, Volley volley) const {
  const PhaseAt& where = at(step);
  const Army &mine = army(side), &enemy = army(other(side));
  const Hits hits = Hits::of(volley);
  HitContext context{roll_of(step), where.round, Targets::ships, true, true};
  if (volley == kRollAgain && (where.phase == Phase::space_round || where.phase == Phase::ground_round)) {
    Force again = force;
    again.mark(mine.again_mark) = 1;
    return again;
  }
  if (where.again) {
    if (force.mark(mine.again_mark) != kRollingAgain) return force;
    Force rolled = force;
    rolled.mark(mine.again_mark) = 0;
    context.targets = where.phase == Phase::ground_round ? Targets::ground_forces : Targets::ships;
    return take_hits(mine, rolled, hits, context);
  }
  switch (where.phase) {
    case Phase::rift: return force;
    case Phase::space_event:
    case Phase::ground_event: return where.owner == index(side) || !where.event ? force : where.event->absorb(mine, force, volley);
    case Phase::space_cannon: {
      if (where.owner == index(side)) return force;
      // 2: outside combat capacity is enforced at once; a fleet that began overloaded loses only what its ships carried
      context.in_combat = false;
      const Force after = take_hits(mine, force, hits, context);
      return after == force ? force : enforce_capacity(mine, after, mine.overload, true);
    }
    case Phase::barrage: {
      Force after = force;
      // Raid Formation (3.2): fixed when the hits are produced; damage, not a use of Sustain Damage.
      if (enemy.raid_formation)
        for (int surplus = hits.any - count(mine, force, Targets::fighters); surplus > 0; --surplus) {
          int best = -1;
          for (std::size_t g = 0; g < mine.groups.size(); ++g)
            if (mine.groups[g].is_ship && mine.groups[g].sustain_damage && after.whole[g] > 0 &&
                (best < 0 || mine.groups[g].cost > mine.groups[static_cast<std::size_t>(best)].cost))
              best = static_cast<int>(g);
          if (best < 0) break;
          --after.whole[static_cast<std::size_t>(best)];
          ++after.damaged[static_cast<std::size_t>(best)];
        }
      if (mine.troops_are_cargo)
        if (const int infantry = find_group(mine, UnitType::infantry); infantry >= 0 && hits.second > 0)
          destroy(after, static_cast<std::size_t>(infantry), hits.second);
      context.targets = enemy.waylays ? Targets::ships : Targets::fighters;
      context.may_sustain = enemy.waylays;
      return take_hits(mine, after, hits, context);
    }
    case Phase::space_round: return take_hits(mine, force, hits, context);
    case Phase::bombardment:
    case Phase::landing_fire:
      context.in_combat = false;
      context.targets = Targets::ground_forces;
      return side == (where.phase == Phase::bombardment ? Side::attacker : Side::defender) ? force : take_hits(mine, force, hits, context);
    case Phase::ground_round: {
      context.targets = Targets::ground_forces;
      const Force after = take_hits(mine, force, hits, context);
      if (hits.second == 0) return after;
      return take_hits(mine, after, {hits.second, 0, 0, hits.no_sustain}, {Roll::bombardment, where.round, Targets::ground_forces, true, true});
    }
    case Phase::no_combat: break;
  }
  return force;
}

int Rules::stance(Side side, int step, const Force& force) const {
  const Army& mine = army(side);
  const PhaseAt& where = at(step);
  const bool on_planet = where.phase == Phase::bombardment || where.phase == Phase::landing_fire ||
                         where.phase == Phase::ground_round || where.phase == Phase::ground_event ||
                         (where.phase == Phase::no_combat && plan_[static_cast<std::size_t>(step)].stage == kInvasionStage);
  if (on_planet) {
    if (count(mine, force, Targets::ground_forces) == 0) return kOut;
    return count(mine, force, Targets::troops) > 0 ? kReady : kNoTroops;  // fighters hold no planet (4.4)
  }
  if (count(mine, force, Targets::ships) == 0) return kOut;
  if (where.retreats == index(side) && !where.slips && count(mine, retreat(side, force), Targets::ships) == 0) return kBound;
  if (kind_ == BattleKind::conquest && side == Side::attacker &&
      count(mine, after_space(side, force), Targets::troops) == 0)
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
  const Force left = enforce_capacity(mine, force, 0, false);
  bool anything_moves = false;
  for (std::size_t g = 0; g < mine.groups.size(); ++g)
    anything_moves |= mine.groups[g].is_ship && mine.groups[g].moves_alone && left.count(g) > 0;
  return anything_moves ? left : clear_space(mine, left);
}

Rules::Force Rules::cross(Side side, int step, int edge, const Force& force) const {
  const PhaseAt& where = at(step);
  const StepPlan& plan = plan_[static_cast<std::size_t>(step)];
  const EdgePlan& to = plan.edges[static_cast<std::size_t>(edge)];
  const auto stage_of = [&](int s) -> const std::string& { return plan_[static_cast<std::size_t>(s)].stage; };
  const auto in_space = [&](int s) { return stage_of(s) == kSpaceCannonStage || stage_of(s) == kSpaceStage; };
  Force after = force;
  if (in_space(step)) {
    if (to.step >= 0 && in_space(to.step) && at(to.step).phase != Phase::rift) return force;
    // The retreat was called off: the end of the round comes for the side after all.
    if (where.ends_round && where.retreats == index(side) && !(where.leaving >> edge & 1))
      for (const auto& act : army(side).after_round) act(army(side), Roll::space_combat, after);
    if (where.retreats == index(side) && (where.leaving >> edge & 1)) {
      if (!where.slips) after = retreat(side, force);
      after.away = count(army(side), after, Targets::ships) > 0;
    } else {
      after = after_space(side, after);
    }
  }
  if (to.step >= 0) return after;
  // 4.5: whoever takes the planet destroys the structures on it.
  if (to.ending == Outcome::attacker_win && side == Side::defender && (kind_ == BattleKind::invasion || kind_ == BattleKind::conquest))
    for (std::size_t g = 0; g < army(side).groups.size(); ++g)
      if (army(side).groups[g].is_structure) after.whole[g] = after.damaged[g] = 0;
  after.marks = {};  // what is left of cards and charges does not tell final forces apart
  return after;
}

}  // namespace broadside::ti4
