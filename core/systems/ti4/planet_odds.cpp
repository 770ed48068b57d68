#include "core/systems/ti4/planet_odds.hpp"

#include <algorithm>
#include <cmath>

namespace broadside::ti4 {

const Rules& Planet::bombarding(bool more_dice, bool shields_off) const {
  if (shields_off && !more_dice && rules.unshielded_no_more_dice)
    return *rules.unshielded_no_more_dice;
  if (shields_off && rules.unshielded) return *rules.unshielded;
  if (!more_dice && rules.no_more_dice) return *rules.no_more_dice;
  return battle();
}

std::uint32_t PlanetOdds::number(const Node& node) {
  const auto [at, is_new] = numbers_.try_emplace(node, static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.push_back(node);
  return at->second;
}

/// Everything that one step may make of two forces.
void PlanetOdds::expand(const Node& node, Ways& ways) {
  const Rules& rules = planet_.battle();
  const StepPlan& plan = nth(rules.plan(), node.step);
  BySide<Rules::Throw> laws;
  for (const Side side : kSides) {
    const Side enemy = other(side);
    const std::uint32_t seen =
        plan.features[enemy] > 1 ? rules.feature(enemy, node.step, node.forces[enemy]) : 0;
    laws[side] = plan.throws[side] ? rules.throws(side, node.step, node.forces[side], seen)
                                   : Rules::Throw{std::pair{Volley{0}, node.forces[side]}};
  }
  std::map<Node, double> reached;
  const auto takes = [&](Side side, const Force& force, Volley volley) {
    ++ways_;
    return rules.absorb(side, node.step, force, volley);
  };
  const auto is_unchanged = [&](Side side) {
    return std::all_of(laws[side].begin(), laws[side].end(),
                       [&](const auto& entry) { return entry.first.second == node.forces[side]; });
  };
  if (!plan.responds && is_unchanged(Side::attacker) && is_unchanged(Side::defender)) {
    // What becomes of one side hangs on the other's volley alone.
    BySide<std::map<Force, double>> after;
    for (const Side side : kSides)
      for (const auto& [thrown, chance] : laws[other(side)])
        after[side][takes(side, node.forces[side], thrown.first)] += chance;
    for (const auto& [attacker, p_attacker] : after[Side::attacker])
      for (const auto& [defender, p_defender] : after[Side::defender])
        reached[{node.step, {attacker, defender}}] += p_attacker * p_defender;
  } else {
    for (const auto& [by_attacker, p_attacker] : laws[Side::attacker])
      for (const auto& [by_defender, p_defender] : laws[Side::defender]) {
        std::pair volleys{by_attacker.first, by_defender.first};
        if (plan.responds) volleys = rules.respond(node.step, volleys.first, volleys.second);
        reached[{node.step,
                 {takes(Side::attacker, by_attacker.second, volleys.second),
                  takes(Side::defender, by_defender.second, volleys.first)}}] +=
            p_attacker * p_defender;
      }
  }
  ways_ += reached.size();
  for (const auto& [after, chance] : reached) {
    BySide<std::size_t> stance{};
    for (const Side side : kSides)
      stance[side] = static_cast<std::size_t>(rules.stance(side, node.step, after.forces[side]));
    const std::uint8_t edge = plan.flow[stance[0]][stance[1]];
    Node next = after;
    if (!(plan.repeats && stance[0] != 0 && stance[1] != 0)) {
      if (edge == kNoEdge) continue;  // forces that cannot meet here
      const EdgePlan& to = plan.edges[edge];
      if (to.step < 0) {
        if (to.ending == Outcome::attacker_win) ways.taken += chance;
        continue;
      }
      next.step = to.step;
      for (const Side side : kSides)
        next.forces[side] = rules.cross(side, node.step, edge, after.forces[side]);
    }
    const std::uint32_t to = number(next);
    if (next == node)
      ways.again += chance;
    else
      ways.to.emplace_back(to, chance);
  }
}

/// Forces mostly only weaken, so what is found last is settled first; where repairs lead back the
/// sweeps are repeated until nothing changes in the last digits.
double PlanetOdds::value(const Node& node) {
  const std::size_t known = nodes_.size();
  const std::uint32_t asked = number(node);
  for (std::size_t n = known; n < nodes_.size() && !gave_up(); ++n) {
    const Node current = nodes_[n];
    Ways ways;
    expand(current, ways);
    ways_of_.push_back(std::move(ways));
  }
  if (gave_up()) return 0;
  values_.resize(nodes_.size());
  double change = 1;
  while (change > 1e-15) {
    change = 0;
    for (std::size_t n = nodes_.size(); n-- > known;) {
      const Ways& ways = ways_of_[n];
      double sum = ways.taken;
      for (const auto& [to, chance] : ways.to) sum += chance * values_[to];
      // Where nothing can change any more the attacker gives way (RULES 3.6.8).
      const double fresh = ways.again > 1 - 1e-15 ? 0 : sum / (1 - ways.again);
      change = std::max(change, std::abs(fresh - values_[n]));
      values_[n] = fresh;
    }
  }
  return values_[asked];
}

double PlanetOdds::taken(const Force& attacker, const Force& defender) {
  if (gave_up() || count(planet_.battle().army(Side::attacker), attacker, Targets::troops) == 0)
    return 0;
  if (planet_.landing >= 0) return value({planet_.landing, {attacker, defender}});
  const bool defended =
      count(planet_.battle().army(Side::defender), defender, Targets::ground_forces) > 0;
  return defended ? value({planet_.ground, {attacker, defender}}) : 1;
}

}  // namespace broadside::ti4
