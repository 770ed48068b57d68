#pragma once
// Question: how does one battle go along its plan? For telling it step by step with the same rule
// functions as the tables.

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/scenario/side.hpp"
#include "core/tables/battle_rules.hpp"

namespace broadside {

/// The value of a law that a number in [0, 1) draws.
template <class Law>
const auto& drawn(const Law& law, double number) {
  const auto* last = &*law.begin();
  for (const auto& entry : law) {
    last = &entry;
    number -= entry.second;
    if (number < 0) break;
  }
  return last->first;
}

/// Stands at a step until it has been played; go_on() then follows the edge.
template <BattleRules R>
class Walk {
 public:
  using Force = typename R::Force;

  explicit Walk(const R& rules)
      : forces{rules.start(Side::attacker), rules.start(Side::defender)}, rules_(rules) {
    count_round();
  }

  BySide<Force> forces;  ///< as they are now; who plays the step changes them

  int step() const { return step_; }
  const StepPlan& plan() const { return rules_.plan()[static_cast<std::size_t>(step_)]; }
  /// The number of this round in its stage.
  int round() const { return round_; }
  /// What the side sees of its enemy when it throws.
  std::uint32_t seen_by(Side side) const {
    const Side enemy = other(side);
    return plan().features[enemy] > 1 ? rules_.feature(enemy, step_, forces[enemy]) : 0;
  }

  const std::optional<Outcome>& ending() const { return ending_; }

  /// The step has been played: judges the forces and leads them to the next one. crossed(side,
  /// before, after, edge) is told what became of a force on the way.
  template <class Crossed>
  void go_on(Crossed crossed) {
    if (const std::optional<int> edge = edge_from(step_)) follow(*edge, crossed);
    while (!ending_ && plan().cut_edge != kNoEdge && !stalled()) follow(plan().cut_edge, crossed);
    if (!ending_) count_round();
  }

  /// The same along an edge that the forces do not take by themselves: where nothing can change.
  template <class Crossed>
  void go_along(int edge, Crossed crossed) {
    follow(edge, crossed);
    if (!ending_) count_round();
  }

  /// Would the battle come back to this step for ever, and nothing can change on the way?
  bool stalled() const {
    int at = step_;
    for (std::size_t steps = 0; steps < rules_.plan().size(); ++steps) {
      if (!changes_nothing(at)) return false;
      if (const auto edge = edge_from(at))
        at =
            rules_.plan()[static_cast<std::size_t>(at)].edges[static_cast<std::size_t>(*edge)].step;
      if (at == step_) return true;
      if (at < 0) return false;
    }
    return false;
  }

 private:
  template <class Crossed>
  void follow(int edge, Crossed& crossed) {
    const EdgePlan to = plan().edges[static_cast<std::size_t>(edge)];
    for (const Side side : kSides) {
      Force after = rules_.cross(side, step_, edge, forces[side]);
      crossed(side, forces[side], after, to);
      forces[side] = std::move(after);
    }
    if (to.step < 0) {
      ending_ = to.ending;
      return;
    }
    if (rules_.plan()[static_cast<std::size_t>(to.step)].stage != plan().stage) round_ = 0;
    step_ = to.step;
  }

  void count_round() { round_ += plan().is_round; }

  /// The edge that these forces take after a step; none where it is played once more.
  std::optional<int> edge_from(int step) const {
    const StepPlan& plan = rules_.plan()[static_cast<std::size_t>(step)];
    BySide<std::size_t> stance;
    for (const Side side : kSides)
      stance[side] = static_cast<std::size_t>(rules_.stance(side, step, forces[side]));
    if (plan.repeats && stance[0] != 0 && stance[1] != 0) return std::nullopt;
    assert(plan.flow[stance[0]][stance[1]] != kNoEdge);
    return plan.flow[stance[0]][stance[1]];
  }

  /// Nothing that either side throws in this step can change anything.
  bool changes_nothing(int step) const {
    for (const Side side : kSides) {
      const Side enemy = other(side);
      const auto law =
          rules_.throws(side, step, forces[side], rules_.feature(enemy, step, forces[enemy]));
      const auto& [volley, thrown] = law.entries()[0].first;
      if (law.size() > 1 || volley != 0) return false;
      if (!(rules_.absorb(side, step, thrown, 0) == forces[side])) return false;
    }
    return true;
  }

  const R& rules_;
  int step_ = 0, round_ = 0;
  std::optional<Outcome> ending_;
};

}  // namespace broadside
