#include "core/tables/plan.hpp"

#include <cassert>

#include <fmt/format.h>

namespace broadside {

StepHandle Plan::add(StepPlan step) {
  const StepHandle added = upcoming();
  if (next_.step != -1) settle(next_, added);
  steps_.push_back(std::move(step));
  return added;
}

Destination Plan::later(const char* name) {
  later_.push_back({name, {}});
  return {kFirstLater + 1 - static_cast<int>(later_.size())};
}

Destination Plan::next() {
  if (next_.step == -1) next_ = later("the next step");
  return next_;
}

void Plan::settle(Destination place, Destination to) {
  Later& at = later(place);
  assert(!at.settled);
  at.to = to;
  at.settled = true;
  if (place.step == next_.step) next_ = {};
}

EdgeHandle Plan::add_edge(StepHandle from, Destination to, Deeds deeds) {
  std::vector<EdgePlan>& edges = of(from).edges;
  assert(edges.size() < kNoEdge);
  edges.push_back({to, deeds});
  return {from, static_cast<std::uint8_t>(edges.size() - 1)};
}

EdgeHandle Plan::lead(StepHandle from, Stances attacker, Stances defender, Destination to,
                      Deeds deeds) {
  const EdgeHandle edge = add_edge(from, to, deeds);
  also(edge, attacker, defender);
  return edge;
}

void Plan::also(EdgeHandle edge, Stances attacker, Stances defender) {
  auto& flow = of(edge.step).flow;
  for (std::size_t a = 0; a < kStances; ++a)
    for (std::size_t d = 0; attacker.has(a) && d < kStances; ++d)
      if (defender.has(d)) flow[a][d] = edge.number;
}

EdgeHandle Plan::stall(StepHandle from, Destination to, Deeds deeds) {
  const EdgeHandle edge = add_edge(from, to, deeds);
  of(from).stall_edge = edge.number;
  return edge;
}

EdgeHandle Plan::leave_below(StepHandle from, Side side, double below, Destination to,
                             Deeds deeds) {
  const EdgeHandle edge = add_edge(from, to, deeds);
  of(from).mark_early(edge.number);
  of(from).leaves.push_back({side, below, edge.number});
  return edge;
}

EdgeHandle Plan::may_leave(StepHandle from, Side side, Destination to, Deeds deeds) {
  const EdgeHandle edge = add_edge(from, to, deeds);
  of(from).mark_early(edge.number);
  of(from).offers.push_back({side, side, false, {edge.number}});
  return edge;
}

EdgeHandle Plan::cut(StepHandle from, Destination to, Deeds deeds) {
  const EdgeHandle edge = add_edge(from, to, deeds);
  of(from).mark_early(edge.number);
  of(from).cut_edge = edge.number;
  return edge;
}

void Plan::finish() {
  for (StepPlan& step : steps_)
    for (EdgePlan& edge : step.edges)
      while (edge.step <= kFirstLater && later(edge).settled)
        static_cast<Destination&>(edge) = later(edge).to;
}

std::optional<std::string> Plan::check() const {
  if (auto problem = crowded()) return problem;
  return unbuilt();
}

std::optional<std::string> Plan::crowded() const {
  for (const StepPlan& step : steps_)
    if (step.edges.size() > kMostStepEdges)
      return fmt::format("'{}' has {} edges, more than the {} that a step may have", step.name,
                         step.edges.size(), kMostStepEdges);
  return std::nullopt;
}

std::optional<std::string> Plan::unbuilt() const {
  for (const StepPlan& step : steps_)
    for (const EdgePlan& edge : step.edges)
      if (edge.step <= kFirstLater)
        return fmt::format("after '{}' the battle may go to '{}', which is no step", step.name,
                           later_[static_cast<std::size_t>(kFirstLater - edge.step)].name);
  return std::nullopt;
}

std::optional<std::string> Plan::gap(std::size_t s, Stances attacker, Stances defender) const {
  const StepPlan& step = steps_[s];
  for (std::size_t a = 0; a < kStances; ++a)
    for (std::size_t d = 0; d < kStances; ++d) {
      if (!attacker.has(a) || !defender.has(d) || step.flow[a][d] != kNoEdge) continue;
      if (step.repeats && a != 0 && d != 0) continue;
      const auto word = [&](std::size_t stance) {
        return stance < stances_.size() ? stances_[stance] : std::string_view{"of no known stance"};
      };
      return fmt::format(
          "after '{}' no edge says where the battle goes: the attacker is {}, the defender is {}",
          step.name, word(a), word(d));
    }
  return std::nullopt;
}

}  // namespace broadside
