#include "core/systems/ti4/replay.hpp"

#include <algorithm>
#include <tuple>

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include "core/kernel/rng.hpp"
#include "core/scenario/text.hpp"
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
      const std::string who = pool.group < 0 ? "others" : nth(army.groups, pool.group).name;
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

  /// For what is not rolled with dice.
  double number() { return boost::random::uniform_real_distribution<double>{0, 1}(engine_); }

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

/// Plays a battle with dice in the hand and says what happens.
class Teller {
 public:
  Teller(const Rules& rules, std::uint64_t seed) : rules_(rules), table_(seed), walk_(rules) {}

  std::vector<std::string> tell() {
    for (const Side side : kSides) story_.push_back(std::string{name(side)} + ": " + has(side));
    while (!walk_.ending()) {
      announce_step();
      if (walk_.plan().is_round && walk_.stalled()) {
        walk_.end(Outcome::stalemate);
      } else {
        play_step();
        walk_.go_on([&](Side side, const Force& before, const Force& after, const EdgePlan& to) {
          tell_crossing(side, before, after, to);
        });
      }
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
    for (const Side side : kSides)
      story_.push_back(std::string{name(side)} + " has left: " + has(side));
    return std::move(story_);
  }

 private:
  const PhaseAt& where() const { return rules_.plan().at(walk_.step()); }
  std::string has(Side side) const { return describe(rules_.army(side), walk_.forces[side]); }
  void says(Side side, const std::string& what) {
    story_.push_back("  " + std::string{name(side)} + " " + what);
  }
  void says_unless_empty(Side side, const std::string& before, const std::string& what) {
    if (!what.empty()) says(side, before + what);
  }

  void announce_step() {
    const StepPlan& plan = walk_.plan();
    story_.emplace_back();
    story_.push_back(plan.is_round ? plan.stage + ", round " + std::to_string(walk_.round())
                                   : plan.name);
    if (where().retreats)
      says(*where().retreats, where().slips ? "slips away" : "has announced a retreat");
  }

  void play_step() {
    BySide<Volley> volley{};
    BySide<Force> thrown = walk_.forces;
    for (const Side side : kSides) {
      if (!walk_.plan().throws[side]) continue;
      std::tie(volley[side], thrown[side]) =
          rules_.rolls_dice(side, walk_.step(), walk_.forces[side]) ? roll(side) : pick(side);
      says_unless_empty(side, "", changes(rules_.army(side), walk_.forces[side], thrown[side]));
    }
    if (walk_.plan().responds)
      std::tie(volley[0], volley[1]) = rules_.respond(walk_.step(), volley[0], volley[1]);
    for (const Side side : kSides) take(side, thrown[side], volley[other(side)]);
  }

  std::pair<Volley, Force> roll(Side side) {
    const int step = walk_.step();
    const std::uint32_t seen = walk_.seen_by(side);
    Force ready = rules_.before_roll(side, step, walk_.forces[side]);
    const auto pools = rules_.dice(side, step, ready, seen);
    std::string told;
    Rolled rolled = table_.roll(pools, rules_.army(side), told);
    const double limit = rules_.reroll_above(side, step, ready, seen);
    if (pools.empty()) {
      tell_roll(side,
                rules_.stopped_by_shield(side, step, ready, seen)
                    ? "no dice: a Planetary Shield protects the planet"
                    : "no dice",
                0);
      return {0, ready};
    }
    if (limit >= 0 &&
        count(rolled, Shown::hits) + count(rolled, Shown::bound_hits) > limit + 1e-9) {
      told += "; all again:";
      rolled = table_.roll(pools, rules_.army(side), told);
      ready = rules_.after_forced_reroll(side, step, ready);
    }
    const auto result = rules_.result(side, step, ready, rolled);
    const Hits hits = Hits::of(result.first);
    tell_roll(side, told, hits.total() + hits.second);
    return result;
  }

  /// What is not one roll of a side's units: an event, by its own dice where it has any.
  std::pair<Volley, Force> pick(Side side) {
    const Force& force = walk_.forces[side];
    const auto law = rules_.throws(side, walk_.step(), force, walk_.seen_by(side));
    const Event* const event = where().owner == side ? where().event : nullptr;
    const auto dice =
        event && event->dice ? event->dice(rules_.army(side), force) : std::vector<Pool>{};
    if (dice.empty()) return drawn(law, table_.number());
    std::string told;
    const int made = count(table_.roll(dice, rules_.army(side), told), Shown::hits);
    tell_roll(side, told, made);
    auto result = law.entries()[0].first;
    for (const auto& [outcome, chance] : law)
      if (Hits::of(outcome.first).any == made) result = outcome;
    return result;
  }

  void tell_roll(Side side, const std::string& told, int made) {
    says(side, "rolls " + told + " - " + counted(made, "hit"));
  }

  void take(Side side, const Force& thrown, Volley volley) {
    const int step = walk_.step();
    walk_.forces[side] = rules_.absorb(side, step, thrown, volley);
    const Force hit = rules_.hit_by_cannon(side, step, thrown, volley);
    const Force& shot = where().phase == Phase::space_cannon ? hit : walk_.forces[side];
    says_unless_empty(side, "", told_hits(rules_, side, step, thrown, volley, shot));
    says_unless_empty(side, "has no room for the rest and ",
                      changes(rules_.army(side), shot, walk_.forces[side]));
  }

  void tell_crossing(Side side, const Force& before, const Force& after, const EdgePlan& to) {
    if (const std::string told = changes(rules_.army(side), before, after); !told.empty())
      says(side, "afterwards " + told +
                     (!told.starts_with("loses") ? ""
                      : on_planet(where().phase) ? " (the planet is taken)"
                                                 : " (no ship has room)"));
    if (after.away && !before.away && to.step >= 0) says(side, "leaves with its ships");
  }

  const Rules& rules_;
  Table table_;
  Walk<Rules> walk_;
  std::vector<std::string> story_;
};

}  // namespace

std::vector<std::string> tell_battle(const Setup& setup, std::uint64_t seed) {
  return Teller{setup.rules, seed}.tell();
}

}  // namespace broadside::ti4
