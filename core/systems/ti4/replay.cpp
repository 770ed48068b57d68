#include "core/systems/ti4/replay.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include "core/kernel/rng.hpp"

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
  std::string text() const {
    std::string text;
    tell("sustains damage on ", &Group::damaged, text);
    tell("loses ", &Group::lost, text);
    tell("gains ", &Group::placed, text);
    tell("repairs ", &Group::repaired, text);
    return text;
  }

 private:
  struct Group {
    int damaged = 0, lost = 0, placed = 0, repaired = 0;
  };

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

/// Dice in the hand: rolls the pools of a step, says what they show and adds it up.
class Table {
 public:
  explicit Table(std::uint64_t seed) : engine_(seed) {}

  Rolled roll(const std::vector<Pool>& pools, const Army& army, std::string& told) {
    Rolled total;
    for (const Pool& pool : pools) {
      const std::string who =
          pool.group < 0 ? "others" : army.groups[static_cast<std::size_t>(pool.group)].name;
      told +=
          (told.empty() ? "" : "; ") + who + " (" + std::to_string(pool.die.hit_on) + "+" +
          (pool.die.add ? (pool.die.add > 0 ? ", +" : ", ") + std::to_string(pool.die.add) : "") +
          "):";
      for (int unit = 0; unit < pool.units; ++unit) {
        const int dice = pool.dice_each + (unit == 0 ? pool.extra : 0);
        Rolled shown_by_unit;
        int misses = 0;
        for (int d = 0; d < dice; ++d) {
          const Rolled rolled = roll_die(pool, told);
          misses += !pool.die.succeeded(rolled);
          shown_by_unit += rolled;
        }
        if (pool.rerolls_with_hit && !pool.risks && pool.die.succeeded(shown_by_unit))
          shown_by_unit += roll_misses_again(pool, misses, told);
        if (pool.risks && !pool.die.succeeded(shown_by_unit)) {
          shown_by_unit += shown(pool.risk);
          told += " (lost)";
        }
        total += shown_by_unit;
      }
    }
    return total;
  }

  /// One outcome of a law that is not rolled with dice.
  template <class T>
  const T& pick(const Pmf<T>& law) {
    double left = boost::random::uniform_real_distribution<double>{0, 1}(engine_);
    for (const auto& [value, p] : law)
      if ((left -= p) < 0) return value;
    return law.entries().back().first;
  }

 private:
  Rolled throw_once(const Die& die, std::string& told) {
    const int face = boost::random::uniform_int_distribution<int>{1, 10}(engine_);
    const Rolled rolled = die.show(face);
    told += " " + std::to_string(face) +
            (die.succeeded(rolled) || count(rolled, Shown::second) > 0 ? "*" : "");
    return rolled;
  }
  /// Crown of Thalnos; misses show nothing that counts once they are rolled again.
  Rolled roll_misses_again(const Pool& pool, int misses, std::string& told) {
    Rolled rolled;
    for (int d = 0; d < misses; ++d) {
      told += " >";
      rolled += throw_once(with_crown(pool), told);
    }
    return rolled;
  }
  static Die with_crown(const Pool& pool) {
    Die second = pool.die;
    second.add += pool.crown_bonus;
    return second;
  }
  Rolled roll_die(const Pool& pool, std::string& told) {
    Rolled rolled = throw_once(pool.die, told);
    const auto again = [&](const Die& die) {
      told += ">";
      rolled = throw_once(die, told);
    };
    for (int i = 0; i < pool.die.rerolled_misses; ++i)
      if (!pool.die.succeeded(rolled)) again(pool.die);
    for (int i = 0; i < pool.die.rerolled_hits; ++i)
      if (pool.die.succeeded(rolled)) again(pool.die);
    if (pool.risks && !pool.die.succeeded(rolled)) again(with_crown(pool));
    return rolled;
  }

  Philox engine_;
};

/// Nothing that either side throws in this step can change anything.
bool changes_nothing(const Rules& rules, int step, const std::array<Force, 2>& force) {
  for (Side side : kSides) {
    const auto me = static_cast<std::size_t>(index(side));
    const auto law =
        rules.throws(side, step, force[me], rules.feature(other(side), step, force[1 - me]));
    if (law.size() > 1 || law.entries()[0].first.first != 0) return false;
    if (!(rules.absorb(side, step, law.entries()[0].first.second, 0) == force[me])) return false;
  }
  return true;
}

/// The battle would come back to this round for ever, and nothing can change on the way.
bool stalled(const Rules& rules, int step, const std::array<Force, 2>& force) {
  int at = step;
  for (std::size_t steps = 0; steps < rules.plan().size(); ++steps) {
    if (!changes_nothing(rules, at, force)) return false;
    const StepPlan& plan = rules.plan()[static_cast<std::size_t>(at)];
    const auto stance = [&](Side side) {
      return static_cast<std::size_t>(
          rules.stance(side, at, force[static_cast<std::size_t>(index(side))]));
    };
    if (!plan.repeats) {
      const int edge = plan.flow[stance(Side::attacker)][stance(Side::defender)];
      at = plan.edges[static_cast<std::size_t>(edge)].step;
    }
    if (at == step) return true;
    if (at < 0) return false;
  }
  return false;
}

}  // namespace

std::vector<std::string> tell_battle(const Setup& setup, std::uint64_t seed) {
  const Rules& rules = setup.rules;
  std::vector<std::string> story;
  Table table{seed};
  std::array<Force, 2> force{rules.start(Side::attacker), rules.start(Side::defender)};
  const auto says = [&](Side side, const std::string& what) {
    story.push_back("  " + std::string{name(side)} + " " + what);
  };
  for (Side side : kSides)
    story.push_back(std::string{name(side)} + ": " +
                    describe(rules.army(side), force[static_cast<std::size_t>(index(side))]));

  int step = 0, round = 0;
  std::optional<Outcome> ending;
  while (!ending) {
    const StepPlan& plan = rules.plan()[static_cast<std::size_t>(step)];
    const PhaseAt& where = rules.phases()[static_cast<std::size_t>(step)];
    if (plan.is_round) ++round;
    story.push_back("");
    story.push_back(plan.is_round ? plan.stage + ", round " + std::to_string(round) : plan.name);
    if (where.retreats >= 0)
      says(kSides[static_cast<std::size_t>(where.retreats)],
           where.slips ? "slips away" : "has announced a retreat");
    if (plan.is_round && stalled(rules, step, force)) {
      ending = Outcome::stalemate;
      break;
    }

    std::array<Volley, 2> volley{};
    std::array<Force, 2> thrown = force;
    for (Side side : kSides) {
      const auto me = static_cast<std::size_t>(index(side));
      if (!plan.throws[me]) continue;
      const std::uint32_t seen =
          plan.features[1 - me] > 1 ? rules.feature(other(side), step, force[1 - me]) : 0;
      if (rules.rolls_dice(side, step, force[me])) {
        const Force ready = rules.before_roll(side, step, force[me]);
        const auto pools = rules.dice(side, step, ready, seen);
        std::string told;
        Rolled rolled = table.roll(pools, rules.army(side), told);
        const double limit = rules.reroll_above(side, step, ready, seen);
        Force rolling = ready;
        if (limit >= 0 &&
            count(rolled, Shown::hits) + count(rolled, Shown::bound_hits) > limit + 1e-9) {
          told += "; all again:";
          rolled = table.roll(pools, rules.army(side), told);
          rolling = rules.after_forced_reroll(side, step, ready);
        }
        if (pools.empty()) {
          thrown[me] = ready;
          told = rules.stopped_by_shield(side, step, ready, seen)
                     ? "no dice: a Planetary Shield protects the planet"
                     : "no dice";
        } else {
          std::tie(volley[me], thrown[me]) = rules.result(side, step, rolling, rolled);
        }
        const Hits hits = Hits::of(volley[me]);
        const int made = hits.total() + hits.second;
        says(side, "rolls " + told + " - " + std::to_string(made) + (made == 1 ? " hit" : " hits"));
      } else {
        const auto law = rules.throws(side, step, force[me], seen);
        const auto dice = where.event && where.event->dice && where.owner == index(side)
                              ? where.event->dice(rules.army(side), force[me])
                              : std::vector<Pool>{};
        std::tie(volley[me], thrown[me]) = dice.empty() ? table.pick(law) : law.entries()[0].first;
        if (!dice.empty()) {
          std::string told;
          const int made = count(table.roll(dice, rules.army(side), told), Shown::hits);
          for (const auto& [outcome, p] : law)
            if (Hits::of(outcome.first).any == made) std::tie(volley[me], thrown[me]) = outcome;
          says(side,
               "rolls " + told + " - " + std::to_string(made) + (made == 1 ? " hit" : " hits"));
        }
      }
      if (const std::string told = changes(rules.army(side), force[me], thrown[me]); !told.empty())
        says(side, told);
    }
    if (plan.responds) std::tie(volley[0], volley[1]) = rules.respond(step, volley[0], volley[1]);
    std::array<int, 2> stance{};
    for (Side side : kSides) {
      const auto me = static_cast<std::size_t>(index(side));
      force[me] = rules.absorb(side, step, thrown[me], volley[1 - me]);
      stance[me] = rules.stance(side, step, force[me]);
      const Force hit = rules.hit_by_cannon(side, step, thrown[me], volley[1 - me]);
      const Force& shot = where.phase == Phase::space_cannon ? hit : force[me];
      if (const std::string told = told_hits(rules, side, step, thrown[me], volley[1 - me], shot);
          !told.empty())
        says(side, told);
      if (const std::string told = changes(rules.army(side), shot, force[me]); !told.empty())
        says(side, "has no room for the rest and " + told);
    }
    if (plan.repeats && stance[0] != 0 && stance[1] != 0) continue;
    const int edge =
        plan.flow[static_cast<std::size_t>(stance[0])][static_cast<std::size_t>(stance[1])];
    const EdgePlan& to = plan.edges[static_cast<std::size_t>(edge)];
    for (Side side : kSides) {
      const auto me = static_cast<std::size_t>(index(side));
      const Force crossed = rules.cross(side, step, edge, force[me]);
      if (const std::string told = changes(rules.army(side), force[me], crossed); !told.empty())
        says(side, "afterwards " + told +
                       (!told.starts_with("loses") ? ""
                        : on_planet(where.phase)   ? " (the planet is taken)"
                                                   : " (no ship has room)"));
      if (crossed.away && !force[me].away && to.step >= 0) says(side, "leaves with its ships");
      force[me] = crossed;
    }
    if (to.step < 0) {
      ending = to.ending;
    } else {
      if (rules.plan()[static_cast<std::size_t>(to.step)].stage != plan.stage) round = 0;
      step = to.step;
    }
  }
  static constexpr const char* kEndings[] = {
      "the attacker wins",     "a draw",
      "the defender wins",     "a stalemate: nothing can change any more",
      "the attacker retreats", "the defender retreats"};
  story.push_back("");
  story.push_back(kEndings[static_cast<int>(*ending)]);
  for (Side side : kSides)
    story.push_back(std::string{name(side)} + " has left: " +
                    describe(rules.army(side), force[static_cast<std::size_t>(index(side))]));
  return story;
}

}  // namespace broadside::ti4
