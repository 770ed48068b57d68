#include "stats/tally.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace broadside {

template <class Weight>
ByOutcome<Weight> outcome_totals(const Duel& duel, const Finals<Weight>& finals) {
  assert(finals.size() == duel.endings.size());
  ByOutcome<Weight> totals{};
  for (std::size_t e = 0; e < finals.size(); ++e)
    for (const Weight weight : finals[e][0])  // every battle has one final force on each side
      totals[duel.endings[e].outcome] += weight;
  return totals;
}

template <class Weight>
std::vector<Weight> final_forces(const Finals<Weight>& finals, Side side) {
  std::vector<Weight> forces(finals.empty() ? 0 : finals.front()[side].size());
  for (const auto& ending : finals)
    for (std::size_t f = 0; f < forces.size(); ++f) forces[f] += ending[side][f];
  return forces;
}

ByOutcome<bool> possible_outcomes(const Duel& duel) {
  ByOutcome<bool> possible{};
  if (duel.direct) {
    for (const Ending& ending : duel.endings) possible[ending.outcome] = true;
    return possible;
  }
  std::vector<bool> reached(duel.steps.size());
  std::vector<std::size_t> open;
  const auto reach = [&](std::size_t s) {
    if (reached[s]) return;
    reached[s] = true;
    open.push_back(s);
  };
  if (!reached.empty()) reach(0);
  while (!open.empty()) {
    const Step& step = duel.steps[open.back()];
    open.pop_back();
    const auto follow = [&](std::size_t e) {
      if (e >= step.edges.size()) return;  // kNoEdge: this pair cannot happen, or plays on
      if (step.edges[e].step == kNoStep)
        possible[duel.endings[step.edges[e].ending].outcome] = true;
      else
        reach(step.edges[e].step);
    };
    BySide<std::array<bool, kStances>> occurs{};
    for (std::size_t side = 0; side < 2; ++side)
      for (const std::uint8_t stance : step.side[side].stance) occurs[side][stance] = true;
    for (std::size_t a = 0; a < kStances; ++a)
      for (std::size_t d = 0; d < kStances; ++d) {
        const bool again = step.repeats && a != 0 && d != 0;
        if (occurs[0][a] && occurs[1][d] && !again) follow(step.flow[a][d]);
      }
    for (const std::uint8_t e : step.early) follow(e);
  }
  return possible;
}

namespace {

/// Part of the battles that come to the step. Those of a loop are entered through its first one,
/// and none is come to more often than it is played.
template <class Weight>
double part_at(const Duel& duel, std::span<const Weight> entered, std::span<const Weight> rounds,
               std::size_t s, double total) {
  const std::uint16_t loop = duel.steps[s].loop;
  const bool inside = loop != kNoStep && loop != s;
  const Weight come = inside ? std::min(entered[loop], rounds[s]) : entered[s];
  return static_cast<double>(come) / total;
}

}  // namespace

template <class Weight>
std::vector<StageReport> stage_reports(const Duel& duel, std::span<const Weight> entered,
                                       std::span<const Weight> rounds, double total) {
  assert(entered.size() == duel.steps.size() && rounds.size() == duel.steps.size() && total > 0);
  std::vector<StageReport> stages;
  for (std::size_t s = 0; s < duel.steps.size(); ++s) {
    const Step& step = duel.steps[s];
    auto stage = std::find_if(stages.begin(), stages.end(),
                              [&](const StageReport& known) { return known.name == step.stage; });
    if (stage == stages.end()) stage = stages.insert(stages.end(), StageReport{step.stage});
    // The steps of a stage follow one another, so the one that most battles came to is the first.
    stage->reached = std::max(stage->reached, part_at(duel, entered, rounds, s, total));
    if (step.is_round) stage->mean_rounds += static_cast<double>(rounds[s]) / total;
  }
  return stages;
}

template <class Weight>
std::vector<StepReport> step_reports(const Duel& duel, std::span<const Weight> entered,
                                     std::span<const Weight> rounds, double total) {
  std::vector<StepReport> steps;
  for (std::size_t s = 0; s < duel.steps.size(); ++s) {
    const Step& step = duel.steps[s];
    const auto known = [&](const StepReport& other) {
      return other.name == step.name && other.stage == step.stage;
    };
    auto at = std::find_if(steps.begin(), steps.end(), known);
    if (at == steps.end()) at = steps.insert(steps.end(), StepReport{step.name, step.stage});
    at->reached = std::max(at->reached, part_at(duel, entered, rounds, s, total));
    if (step.is_round) at->mean_rounds += static_cast<double>(rounds[s]) / total;
  }
  return steps;
}

template <class Weight>
std::optional<double> mean_rounds(const Duel& duel, std::span<const Weight> rounds, double total) {
  const bool shared = duel.shares_rounds;
  double sum = 0;
  bool known = !shared;
  for (std::size_t s = 0; s < duel.steps.size(); ++s) {
    if (!(shared ? duel.steps[s].ends_round : duel.steps[s].is_round)) continue;
    sum += static_cast<double>(rounds[s]) / total;
    known = true;
  }
  return known ? std::optional{sum} : std::nullopt;
}

template ByOutcome<std::uint64_t> outcome_totals(const Duel&, const Finals<std::uint64_t>&);
template ByOutcome<double> outcome_totals(const Duel&, const Finals<double>&);
template std::vector<std::uint64_t> final_forces(const Finals<std::uint64_t>&, Side);
template std::vector<double> final_forces(const Finals<double>&, Side);
template std::vector<StageReport> stage_reports(const Duel&, std::span<const std::uint64_t>,
                                                std::span<const std::uint64_t>, double);
template std::vector<StageReport> stage_reports(const Duel&, std::span<const double>,
                                                std::span<const double>, double);
template std::vector<StepReport> step_reports(const Duel&, std::span<const std::uint64_t>,
                                              std::span<const std::uint64_t>, double);
template std::vector<StepReport> step_reports(const Duel&, std::span<const double>,
                                              std::span<const double>, double);
template std::optional<double> mean_rounds(const Duel&, std::span<const std::uint64_t>, double);
template std::optional<double> mean_rounds(const Duel&, std::span<const double>, double);

}  // namespace broadside
