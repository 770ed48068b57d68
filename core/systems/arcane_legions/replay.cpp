#include "core/systems/arcane_legions/replay.hpp"

#include <algorithm>
#include <functional>

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <fmt/format.h>

#include "core/kernel/rng.hpp"
#include "core/scenario/text.hpp"
#include "core/tables/walk.hpp"

namespace broadside::arcane_legions {
namespace {

std::string shown(const std::vector<int>& row) {
  return row.empty() ? "no dice" : fmt::format("{}", fmt::join(row, " "));
}

std::string shown(const DiceCount& count) {
  std::string text = fmt::format("{}", count.icons);
  for (const auto& change : count.changes)
    text +=
        fmt::format(" {} {} {}", change.dice < 0 ? '-' : '+', std::abs(change.dice), change.why);
  return count.changes.empty() ? text : fmt::format("{} = {}", text, count.dice);
}

std::string describe(const Unit& unit, const Force& force) {
  if (!unit.has_figures) return unit.name;
  std::vector<int> count(unit.labels.size()), hurt(unit.labels.size());
  for (std::size_t s = 0; s < unit.slots.size(); ++s)
    if (force.stands(s)) {
      ++count[unit.slots[s].label];
      hurt[unit.slots[s].label] += force.hurt(s) > 0;
    }
  std::vector<std::string> kinds;
  for (std::size_t l = 0; l < count.size(); ++l)
    if (count[l] > 0)
      kinds.push_back(fmt::format("{} {}{}", count[l], unit.labels[l].name,
                                  hurt[l] > 0 ? fmt::format(" ({} damaged)", hurt[l]) : ""));
  return kinds.empty() ? "nothing" : joined(kinds);
}

/// Rolls and tells; the rules are those of the tables.
class Teller {
 public:
  Teller(const Rules& rules, std::uint64_t seed) : rules_(rules), engine_(seed), walk_(rules) {}

  std::vector<std::string> tell() {
    for (const Side side : kSides)
      says(side, fmt::format("{}: {}", rules_.unit(side).name, described(side)));
    for (int turn = 0; !walk_.ending();) {
      const Phase& phase = rules_.plan().at(walk_.step());
      const StepPlan& plan = walk_.plan();
      story_.emplace_back();
      story_.push_back(plan.is_round ? fmt::format("turn {}, {}", ++turn, plan.name) : plan.name);
      const bool stuck = phase.in_loop && rules_.stuck(walk_.step(), walk_.forces);
      const BySide<Force> before = walk_.forces;
      walk_.forces = rules_.apply(walk_.step(), before, play(walk_.step(), phase, before));
      walk_.forces[Side::attacker].stuck = stuck;
      tell_changes(before, walk_.forces);
      const BySide<Force> after = walk_.forces;
      walk_.go_on([](Side, const Force&, const Force&, const EdgePlan&) {});
      if (!walk_.ending()) tell_changes(after, walk_.forces);
    }
    static constexpr ByOutcome<const char*> kEndings{
        "the attacker wins",
        "both are defeated",
        "the defender wins",
        "a stalemate: nothing can change, or the turn limit is reached",
        "",
        "",
        "undecided: both still stand"};
    story_.emplace_back();
    story_.emplace_back(kEndings[*walk_.ending()]);
    for (const Side side : kSides)
      story_.push_back(fmt::format("{} has left: {}", name(side), described(side)));
    return std::move(story_);
  }

 private:
  void says(Side side, const std::string& what) {
    story_.push_back(fmt::format("  {}: {}", name(side), what));
  }
  std::string described(Side side) const { return describe(rules_.unit(side), walk_.forces[side]); }
  int die() { return boost::random::uniform_int_distribution<int>{1, 6}(engine_); }
  std::vector<int> roll(int dice, int bonus) {
    std::vector<int> row(static_cast<std::size_t>(dice));
    for (int& value : row) value = die() + bonus;
    sort(row);
    return row;
  }
  static void sort(std::vector<int>& row) { std::sort(row.begin(), row.end(), std::greater<>{}); }

  void tell_changes(const BySide<Force>& before, const BySide<Force>& after) {
    for (const Side side : kSides) {
      const std::string was = describe(rules_.unit(side), before[side]),
                        is = describe(rules_.unit(side), after[side]);
      if (was != is) says(side, "now " + is);
    }
  }

  OrderResult play(int step, const Phase& phase, const BySide<Force>& forces) {
    const Side target = other(phase.actor);
    const Party acting{rules_.unit(phase.actor), forces[phase.actor]};
    const Party suffering{rules_.unit(target), forces[target]};
    const bool rolls = !phase.special && may_order(acting, phase.order) &&
                       !(phase.order.ranged && acting.unit.policy.shoots == Shoots::direct_fire);
    if (!rolls) return pick(step, phase, forces);
    return roll_order(phase, acting, suffering);
  }

  /// What is no roll of two rows: a special order, direct fire, no order at all.
  OrderResult pick(int step, const Phase& phase, const BySide<Force>& forces) {
    const OrderLaw law = rules_.law(step, forces);
    const OrderResult picked =
        drawn(law, boost::random::uniform_real_distribution<double>{0, 1}(engine_));
    const Blow &blow = picked.on_target, &own = picked.on_actor;
    std::string told = "no order";
    if (phase.special) told = info(*rules_.unit(phase.actor).policy.special).name;
    if (blow.direct > 0) told += fmt::format(": {} direct damage", blow.direct);
    if (blow.touch > 0 || blow.touch_master) told += ": a figure is downed";
    if (own.heal > 0) told += fmt::format(": {} hit points return", own.heal);
    if (phase.special && blow == Blow{} && own == Blow{}) told += ": nothing happens";
    says(phase.actor, told);
    return picked;
  }

  OrderResult roll_order(const Phase& phase, const Party& acting, const Party& suffering) {
    const Readings& readings = rules_.readings();
    const Order& order = phase.order;
    const Side target = other(phase.actor);
    const int claws = !order.ranged && acting.ready.of(Ability::claws_of_chaos) > 0 ? die() : 0;
    const LineUp lineup = lineup_of(readings, acting, suffering, order, claws);
    if (lineup.attack_dice == 0 && readings.nothing_without_dice) {
      says(phase.actor, "no attack dice: nothing happens");
      return {};
    }
    std::vector<int> attack = roll(lineup.attack_dice, lineup.attack_bonus);
    std::vector<int> defence = roll(lineup.defence_dice, 0);
    says(phase.actor,
         fmt::format("dice {}, rolls {}{}",
                     shown(attack_dice(readings, acting, suffering, order, claws)), shown(attack),
                     lineup.attack_bonus > 0 ? fmt::format(" with +{}", lineup.attack_bonus) : ""));
    says(target,
         fmt::format("dice {}, rolls {}", shown(defence_dice(readings, acting, suffering, order)),
                     shown(defence)));
    const auto six = [&] {
      return static_cast<int>(std::count(attack.begin(), attack.end(), 6 + lineup.attack_bonus));
    };
    int sixes = six();
    const auto again = [&](Side side, std::vector<int>& row, std::size_t at, int bonus) {
      const int old = row[at];
      row[at] = die() + bonus;
      says(side, fmt::format("rerolls a {}: {}", old, row[at]));
      sort(row);
    };
    for (int i = 0; i < lineup.defence_high_rerolls && !defence.empty(); ++i)
      again(target, defence, 0, 0);
    if (rerolls_lowest(lineup, attack, defence))
      again(phase.actor, attack, attack.size() - 1, lineup.attack_bonus);
    for (int i = 0; i < lineup.attack_high_rerolls && !attack.empty(); ++i)
      again(phase.actor, attack, 0, lineup.attack_bonus);
    if (readings.critical_on_final) sixes = six();
    const Hits hits = line_up(lineup, attack, defence, sixes);
    int gift = 0;
    for (int i = 0; !order.ranged && i < 2 * acting.ready.of(Ability::dragons_gift); ++i)
      gift += die();
    const OrderResult result = settle(readings, acting, suffering, order, hits, gift);
    const auto dealt = [](int scored, const Blow& blow) {
      std::string text = fmt::format("{}, {} damage", counted(scored, "hit"), blow.combat);
      if (blow.direct > 0) text += fmt::format(" and {} direct damage", blow.direct);
      return text;
    };
    says(phase.actor,
         dealt(result.attacker_hits, result.on_target) + (hits.criticals > 0 ? " (critical)" : ""));
    if (!order.ranged) says(target, dealt(result.defender_hits, result.on_actor));
    return result;
  }

  const Rules& rules_;
  Philox engine_;
  Walk<Rules> walk_;
  std::vector<std::string> story_;
};

}  // namespace

std::vector<std::string> told_dice(const Rules& rules) {
  const Phase& phase = rules.plan().at(0);
  const Side target = other(phase.actor);
  const BySide<Force> forces{rules.start(Side::attacker), rules.start(Side::defender)};
  const Party acting{rules.unit(phase.actor), forces[phase.actor]};
  const Party suffering{rules.unit(target), forces[target]};
  const auto line = [](Side side, const DiceCount& count) {
    std::string text = fmt::format("{} rolls {}", name(side), counted(count.dice, "die", "dice"));
    return count.changes.empty() ? text : fmt::format("{}: {}", text, shown(count));
  };
  if (phase.order.ranged && acting.unit.policy.shoots == Shoots::direct_fire) return {};
  const bool claws = !phase.order.ranged && acting.ready.of(Ability::claws_of_chaos) > 0;
  const Readings& readings = rules.readings();
  return {line(phase.actor, attack_dice(readings, acting, suffering, phase.order, 0)) +
              (claws ? ", and as many as a die shows" : ""),
          line(target, defence_dice(readings, acting, suffering, phase.order))};
}

std::vector<std::string> tell_battle(const Setup& setup, std::uint64_t seed) {
  return Teller{setup.rules, seed}.tell();
}

}  // namespace broadside::arcane_legions
