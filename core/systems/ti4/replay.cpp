#include "core/systems/ti4/replay.hpp"

#include <algorithm>
#include <tuple>

#include "core/scenario/text.hpp"
#include "core/systems/ti4/dice_in_hand.hpp"
#include "core/tables/walk.hpp"

namespace broadside::ti4 {
namespace {

std::string describe(const Army& army, const Force& force) {
  std::string text;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    if (force.count(g) == 0) continue;
    if (!text.empty()) text += ", ";
    text += std::to_string(force.count(g)) + " " + army.groups[g].name;
    if (force.damaged[g] > 0) text += " (" + std::to_string(force.damaged[g]) + " damaged)";
  }
  return text.empty() ? "nothing" : text;
}

/// What happened to a force, by group: a unit may sustain a hit and be lost to the next.
class Changes {
 public:
  explicit Changes(const Army& army) : army_(army), groups_(army.groups.size()) {}

  void add(const Force& before, const Force& after) {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      Group& group = groups_[g];
      const int gone = before.count(g) - after.count(g);
      const int hurt = after.damaged[g] - before.damaged[g] +
                       (gone > 0 ? std::min<int>(gone, before.damaged[g]) : 0);
      (gone > 0 ? group.lost : group.placed) += std::abs(gone);
      if (hurt > 0) group.damaged += hurt;
      if (gone == 0 && hurt < 0) group.repaired -= hurt;
    }
  }

  /// "sustains damage on 2 Dreadnought I; loses 1 Fighter I", or nothing.
  std::string text() {
    turn_back();
    std::string text;
    tell("turns back ", &Group::turned_back, text);
    tell("sustains damage on ", &Group::damaged, text);
    tell("loses ", &Group::lost, text);
    tell("gains ", &Group::placed, text);
    tell("repairs ", &Group::repaired, text);
    return text;
  }

 private:
  struct Group {
    int damaged = 0, lost = 0, placed = 0, repaired = 0, turned_back = 0;
  };

  /// Units that are again what they were before an effect are neither lost nor gained.
  void turn_back() {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (army_.groups[g].shape_of < 0) continue;
      Group& before = nth(groups_, army_.groups[g].shape_of);
      const int units = std::min(groups_[g].lost, before.placed);
      groups_[g].lost -= units;
      before.placed -= units;
      groups_[g].turned_back += units;
    }
  }

  void tell(const char* verb, int Group::*count, std::string& text) const {
    std::string list;
    for (std::size_t g = 0; g < groups_.size(); ++g)
      if (const int units = groups_[g].*count; units > 0)
        list += (list.empty() ? "" : ", ") + std::to_string(units) + " " + army_.groups[g].name;
    if (!list.empty()) text += (text.empty() ? "" : "; ") + (verb + list);
  }

  const Army& army_;
  std::vector<Group> groups_;
};

std::string changes(const Army& army, const Force& before, const Force& after) {
  Changes all{army};
  all.add(before, after);
  return all.text();
}

/// What a volley does to a force. Hits that come one by one are told so.
std::string told_hits(const Rules& rules, Side side, int step, const Force& before, Volley volley,
                      const Force& after) {
  Changes all{rules.army(side)};
  Force now = before;
  if (rules.one_by_one(side, step, volley))
    for (Volley hit = 0; hit < volley; ++hit) {
      const Force next = rules.absorb(side, step, now, 1);
      all.add(now, next);
      now = next;
    }
  all.add(now, after);
  return all.text();
}

/// A battle for one planet, or in space: all of it is in every step.
struct OneBattle {
  using AllRules = Rules;
  const Rules& rules;

  const Rules* rules_at(Side, int, const Force&) const { return &rules; }
  const PhaseAt& phase(int step) const { return rules.plan().at(step); }
  const Army* army_at(Side side, int) const { return &rules.army(side); }
  int step_of(int step) const { return step; }
  Force local(Side, int, const Force& force) const { return force; }
  Force with(Side, int, const Force&, const Force& local) const { return local; }
  std::pair<Force, Force> crossing(Side, int, const Force& before, const Force& after) const {
    return {before, after};
  }
  bool is_told(int) const { return true; }
  std::string has(Side side, const Force& force) const { return describe(rules.army(side), force); }
  std::vector<std::string> at_crossing(Side, int, const Force&) const { return {}; }
  std::vector<std::string> at_the_end(const BySide<Force>&) const { return {}; }
};

/// A battle for several planets: a step sees what is at its planet.
struct PlanetsBattle {
  using AllRules = PlanetsRules;
  using Part = PlanetsAt::Part;
  const PlanetsRules& rules;

  const Rules* rules_at(Side side, int step, const PlanetsForce& force) const {
    return rules.rules_of(side, step, force);
  }
  const PhaseAt& phase(int step) const {
    static const PhaseAt kBetween{.phase = Phase::no_combat};
    const Rules* of = rules.rules_of(step);
    return of ? of->plan().at(step_of(step)) : kBetween;
  }
  /// Whose units change on the way from a step; none where nobody's do.
  const Army* army_at(Side side, int step) const {
    const PlanetsAt& at = rules.plan().at(step);
    if (const Rules* of = rules.rules_of(step)) return &of->army(side);
    if (at.part != Part::arrival) return nullptr;
    if (side == Side::attacker) return &rules.attackers();
    const Planet& planet = rules.planets()[at.planet];
    return planet.is_empty() ? nullptr : &planet.battle().army(side);
  }
  int step_of(int step) const { return rules.plan().at(step).step; }
  Force local(Side side, int step, const PlanetsForce& force) const {
    return rules.local(side, step, force);
  }
  PlanetsForce with(Side side, int step, const PlanetsForce& force, const Force& local) const {
    return rules.with(side, step, force, local);
  }
  /// What became of a force on the way, but for garrisons that now stand on their planets.
  std::pair<Force, Force> crossing(Side side, int step, const PlanetsForce& before,
                                   const PlanetsForce& after) const {
    std::pair seen{local(side, step, before), local(side, step, after)};
    const Part part = rules.plan().at(step).part;
    if (part == Part::space && side == Side::defender)
      for (std::size_t g = 0; g < rules.ships(side)->groups.size(); ++g)
        if (!rules.ships(side)->groups[g].is_ship) {
          seen.second.whole[g] = seen.first.whole[g];
          seen.second.damaged[g] = seen.first.damaged[g];
        }
    if (part == Part::commit || part == Part::bombardment) seen.second = seen.first;
    return seen;
  }
  bool is_told(int step) const {
    const Part part = rules.plan().at(step).part;
    return part != Part::arrival && part != Part::control;
  }
  std::string has(Side side, const PlanetsForce& force) const {
    std::string text;
    const auto add = [&](const Army* army, const Force& there, const std::string& where) {
      const std::string what = army ? describe(*army, there) : "nothing";
      if (what != "nothing") text += (text.empty() ? "" : "; ") + what + where;
    };
    add(side == Side::attacker ? &rules.attackers() : rules.ships(side), force.space, "");
    for (std::size_t p = 0; p < rules.planets().size(); ++p) {
      const Planet& planet = rules.planets()[p];
      if (side == Side::attacker)
        add(&rules.attackers(), force.planet[p], " on " + planet.name);
      else if (!planet.is_empty())
        add(&planet.battle().army(side), force.planet[p], " on " + planet.name);
    }
    return text.empty() ? "nothing" : text;
  }
  std::vector<std::string> at_crossing(Side side, int step, const PlanetsForce& after) const {
    std::vector<std::string> lines;
    if (rules.plan().at(step).part != Part::commit || side == Side::defender) return lines;
    for (std::size_t p = 0; p < rules.planets().size(); ++p)
      if (const std::string party = describe(rules.attackers(), after.planet[p]);
          party != "nothing")
        lines.push_back("lands " + party + " on " + rules.planets()[p].name);
    if (lines.empty()) lines.emplace_back("lands nobody");
    return lines;
  }
  std::vector<std::string> at_the_end(const BySide<PlanetsForce>& forces) const {
    std::vector<std::string> lines;
    for (std::size_t p = 0; p < rules.planets().size(); ++p)
      lines.push_back(rules.planets()[p].name +
                      (rules.holds(Side::attacker, p, forces[Side::attacker])   ? " is taken"
                       : rules.holds(Side::defender, p, forces[Side::defender]) ? " is held"
                                                                                : " is nobody's"));
    return lines;
  }
};

/// Plays a battle with dice in the hand and says what happens.
template <class Battle>
class Teller {
 public:
  Teller(Battle battle, std::uint64_t seed) : battle_(battle), table_(seed), walk_(battle.rules) {}

  std::vector<std::string> tell() {
    for (const Side side : kSides) story_.push_back(std::string{name(side)} + ": " + has(side));
    while (!walk_.ending()) {
      const std::size_t told = story_.size();
      const BySide<AllForce> before = walk_.forces;
      const bool is_round = walk_.plan().is_round;
      announce_step();
      const auto crossed = [&](Side side, const AllForce& before, const AllForce& after,
                               const EdgePlan& to) { tell_crossing(side, before, after, to); };
      if (walk_.plan().stall_edge != kNoEdge && walk_.stalled()) {  // RULES 3.6.8
        says(Side::attacker, "gives way: neither side can ever win");
        walk_.go_along(walk_.plan().stall_edge, crossed);
      } else {
        if (battle_.rules_at(Side::attacker, walk_.step(), walk_.forces[Side::attacker]))
          play_step();
        walk_.go_on(crossed);
      }
      constexpr std::size_t kHeading = 2;  // of a step in which nothing has happened
      if (!is_round && story_.size() == told + kHeading && walk_.forces == before)
        story_.resize(told);
    }
    static constexpr const char* kEndings[] = {"the attacker wins",
                                               "a draw",
                                               "the defender wins",
                                               "a stalemate: nothing can change any more",
                                               "the attacker retreats",
                                               "the defender retreats",
                                               "undecided: the battle is looked at here"};
    story_.emplace_back();
    story_.emplace_back(kEndings[static_cast<int>(*walk_.ending())]);
    for (const std::string& line : battle_.at_the_end(walk_.forces)) story_.push_back(line);
    for (const Side side : kSides)
      story_.push_back(std::string{name(side)} + " has left: " + has(side));
    return std::move(story_);
  }

 private:
  using AllForce = typename Battle::AllRules::Force;
  const PhaseAt& where() const { return battle_.phase(walk_.step()); }
  std::string has(Side side) const { return battle_.has(side, walk_.forces[side]); }
  /// The rules of this step as a side plays them, their number for it, and what of a force is in it.
  const Rules& rules(Side side) const {
    return *battle_.rules_at(side, walk_.step(), walk_.forces[side]);
  }
  int step() const { return battle_.step_of(walk_.step()); }
  Force here(Side side, const AllForce& force) const {
    return battle_.local(side, walk_.step(), force);
  }
  void says(Side side, const std::string& what) {
    story_.push_back("  " + std::string{name(side)} + " " + what);
  }
  void says_unless_empty(Side side, const std::string& before, const std::string& what) {
    if (!what.empty()) says(side, before + what);
  }

  void announce_step() {
    const StepPlan& plan = walk_.plan();
    if (!battle_.is_told(walk_.step())) return;
    story_.emplace_back();
    story_.push_back(plan.is_round ? plan.stage + ", round " + std::to_string(walk_.round())
                                   : plan.name);
    if (where().retreats && !where().at_once)
      says(*where().retreats, where().slips ? "slips away" : "has announced a retreat");
  }

  void play_step() {
    BySide<Volley> volley{};
    BySide<Force> thrown;
    for (const Side side : kSides) {
      const Force before = thrown[side] = here(side, walk_.forces[side]);
      if (!walk_.plan().throws[side]) continue;
      std::tie(volley[side], thrown[side]) =
          rules(side).rolls_dice(side, step(), before) ? roll(side, before) : pick(side, before);
      says_unless_empty(side, "", changes(rules(side).army(side), before, thrown[side]));
    }
    if (walk_.plan().responds) {
      const BySide<Volley> rolled = volley;
      std::tie(volley[0], volley[1]) = rules(Side::attacker).respond(step(), volley[0], volley[1]);
      for (const Side side : kSides)
        if (const int more = Hits::of(volley[side]).total() - Hits::of(rolled[side]).total();
            more > 0)
          says(side, "makes " + counted(more, "more hit") + " in answer");
    }
    for (const Side side : kSides) take(side, thrown[side], volley[other(side)]);
  }

  std::pair<Volley, Force> roll(Side side, const Force& before) {
    const int step = this->step();
    const Rules& rules = this->rules(side);
    const std::uint32_t seen = walk_.seen_by(side);
    Force ready = rules.before_roll(side, step, before);
    const auto pools = rules.dice(side, step, ready, seen);
    std::string told;
    const double limit = rules.reroll_above(side, step, ready, seen);
    Hand hand;
    Rolled rolled =
        table_.roll(pools, rules.army(side), told, hand, limit < 0 ? Crown::at_once : Crown::waits);
    if (pools.empty()) {
      tell_roll(side,
                rules.stopped_by_shield(side, step, ready, seen)
                    ? "no dice: a Planetary Shield protects the planet"
                    : "no dice",
                0);
      return {0, ready};
    }
    if (limit >= 0 && hits_shown(rolled) > limit + 1e-9) {
      told += "; all again:";
      rolled = table_.roll(pools, rules.army(side), told, hand);
      ready = rules.after_forced_reroll(side, step, ready);
    } else if (limit >= 0) {
      rolled = table_.crown(pools, rules.army(side), told, hand);
    }
    const auto result = rules.result(side, step, ready, rolled, seen);
    const Hits hits = Hits::of(result.first);
    const int infantry = where().phase == Phase::barrage ? hits.second : 0;
    tell_roll(side, told, hits.total(),
              infantry > 0 ? ", " + std::to_string(infantry) + " also on infantry" : "");
    return result;
  }

  /// What is not one roll of a side's units: an event, by its own dice where it has any.
  std::pair<Volley, Force> pick(Side side, const Force& force) {
    const Rules& rules = this->rules(side);
    const auto law = rules.throws(side, step(), force, walk_.seen_by(side));
    const Event* const event = where().owner == side ? where().event : nullptr;
    const auto dice =
        event && event->dice ? event->dice(rules.army(side), force) : std::vector<Pool>{};
    if (dice.empty()) return drawn(law, table_.number());
    std::string told;
    const int made = count(table_.roll(dice, rules.army(side), told), Shown::hits);
    tell_roll(side, told, made);
    auto result = law.entries()[0].first;
    for (const auto& [outcome, chance] : law)
      if (Hits::of(outcome.first).any == made) result = outcome;
    return result;
  }

  void tell_roll(Side side, const std::string& told, int made, const std::string& more = "") {
    says(side, "rolls " + told + " - " + counted(made, "hit") + more);
  }

  void take(Side side, const Force& thrown, Volley volley) {
    const int step = this->step();
    const Rules& rules = this->rules(side);
    const Force after = rules.absorb(side, step, thrown, volley);
    const Force hit = rules.hit_by_cannon(side, step, thrown, volley);
    const Force& shot = where().phase == Phase::space_cannon ? hit : after;
    says_unless_empty(side, "", told_hits(rules, side, step, thrown, volley, shot));
    says_unless_empty(side, "has no room for the rest and ",
                      changes(rules.army(side), shot, after));
    walk_.forces[side] = battle_.with(side, walk_.step(), walk_.forces[side], after);
  }

  void tell_crossing(Side side, const AllForce& all_before, const AllForce& all_after,
                     const EdgePlan& to) {
    for (const std::string& line : battle_.at_crossing(side, walk_.step(), all_after))
      says(side, line);
    const Army* army = battle_.army_at(side, walk_.step());
    if (!army) return;
    const auto [before, after] = battle_.crossing(side, walk_.step(), all_before, all_after);
    if (const std::string told = changes(*army, before, after); !told.empty()) {
      const std::string_view last = std::string_view{told}.substr(told.rfind(';') + 1);
      const bool loses = last.find("loses ") != std::string_view::npos;
      says(side, "afterwards " + told +
                     (!loses             ? ""
                      : where().in_space ? " (no ship has room)"
                                         : " (the planet is taken)"));
    }
    if (after.away && !before.away && to.step >= 0) says(side, "leaves with its ships");
  }

  Battle battle_;
  DiceInHand table_;
  Walk<typename Battle::AllRules> walk_;
  std::vector<std::string> story_;
};

}  // namespace

std::vector<std::string> tell_battle(const Setup& setup, std::uint64_t seed) {
  return Teller{OneBattle{setup.rules}, seed}.tell();
}

std::vector<std::string> tell_battle(const PlanetsSetup& setup, std::uint64_t seed) {
  return Teller{PlanetsBattle{setup.rules}, seed}.tell();
}

}  // namespace broadside::ti4
