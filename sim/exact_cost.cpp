#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "sim/exact.hpp"
#include "sim/loop_order.hpp"
#include "sim/visit_system.hpp"

namespace broadside {
namespace {

constexpr auto kDenseUnknowns = static_cast<double>(VisitSystem::kDenseUnknowns);

/// How many columns each row can have.
std::vector<double> row_lengths(const StepSide& side) {
  const std::size_t columns = std::size_t{1} << side.column_bits;
  std::vector<double> lengths(side.rows);
  for (std::size_t at = 0; at < side.chance.size(); ++at)
    if (side.chance[at] > 0) ++lengths[at / columns];
  return lengths;
}

/// Possible columns summed over the states that play the step; the longest row where it depends on
/// the enemy.
double outcomes_of(const StepSide& side, const StepSide& enemy) {
  const auto lengths = row_lengths(side);
  const std::uint32_t seen =
      enemy.feature.empty() ? 0 : *std::max_element(enemy.feature.begin(), enemy.feature.end());
  double sum = 0;
  for (std::uint32_t s = side.out; s < side.in_states; ++s) {
    const std::size_t row = side.row[s];
    sum += *std::max_element(lengths.begin() + static_cast<std::ptrdiff_t>(row),
                             lengths.begin() + static_cast<std::ptrdiff_t>(row + seen + 1));
  }
  return sum;
}

/// Possible columns summed over the rows that states can have.
double row_outcomes(const StepSide& side, double playing) {
  double sum = 0;
  for (const double length : row_lengths(side)) sum += length;
  return std::min(sum, sum / side.rows * playing);
}

double block_cost(double unknowns) {
  if (unknowns <= kDenseUnknowns) return unknowns * unknowns * unknowns / 3;
  // How much a sparse elimination fills in is not known before. Measured: 1296 unknowns of grids of
  // repairs took 11 ms with 9 and 160 ms with 121 transitions a pair; this says 0.2 s.
  return unknowns * unknowns * kDenseUnknowns;
}

/// By step whether a battle comes to it at all and plays it: nobody goes beyond a cut.
std::vector<bool> played_steps(const Duel& duel) {
  std::vector<bool> cut(duel.steps.size()), reached(duel.steps.size()), played;
  for (const Cut& at : duel.cuts) cut[at.step] = !duel.steps[at.step].early.empty();
  std::vector<std::size_t> todo{0};
  while (!todo.empty()) {
    const std::size_t at = todo.back();
    todo.pop_back();
    if (reached[at]) continue;
    reached[at] = true;
    const Step& step = duel.steps[at];
    for (std::size_t e = 0; e < step.edges.size(); ++e) {
      const bool taken =
          !cut[at] || std::find(step.early.begin(), step.early.end(), e) != step.early.end();
      if (taken && step.edges[e].step != kNoStep) todo.push_back(step.edges[e].step);
    }
  }
  for (std::size_t s = 0; s < duel.steps.size(); ++s) played.push_back(reached[s] && !cut[s]);
  return played;
}

/// What comes back in a loop: blocks of unknowns.
double cost_of_blocks(const Duel& duel, const Loop& loop) {
  double cost = 0;
  BySide<std::map<std::size_t, double>> sizes;  // component size -> how many
  for (std::size_t side = 0; side < 2; ++side) {
    const LoopOrder order{duel, side, loop};
    for (std::uint32_t part = 0; part < order.parts(); ++part)
      ++sizes[side][order.part(part).size()];
  }
  const double steps = static_cast<double>(loop.last - loop.first);
  for (const auto& [size_a, count_a] : sizes[0])
    for (const auto& [size_d, count_d] : sizes[1])
      if (size_a * size_d > 1)  // the two sides' states belong to the same step once in `steps`
        cost += count_a * count_d * block_cost(static_cast<double>(size_a * size_d) / steps);
  return cost;
}

/// What the steps of a battle cost, and the loops whose states come back.
template <class CostOfStep>
double cost_of(const Duel& duel, CostOfStep cost_of_step) {
  if (duel.direct) return std::numeric_limits<double>::infinity();
  const std::vector<bool> played = played_steps(duel);
  double cost = 0;
  for (std::size_t first = 0; first < duel.steps.size();) {
    const Loop loop = loop_at(duel, first);
    bool repeats = !loop.single(), fought = false;
    for (std::size_t s = loop.first; s < loop.last; ++s) {
      const StepSide &a = duel.steps[s].side[0], &d = duel.steps[s].side[1];
      if (a.in_states == 0 || d.in_states == 0) continue;  // a step that no battle comes to
      if (!played[s]) {
        cost += 8 * double(a.in_states) * d.in_states;
        continue;
      }
      cost += cost_of_step(duel.steps[s], loop);
      cost += 8 * (double(a.in_states - a.out) * (d.in_states - d.out) +
                   double(a.out_states) * d.out_states);
      repeats |= duel.steps[s].repeats;
      fought = true;
    }
    if (repeats && fought) cost += cost_of_blocks(duel, loop);
    first = loop.last;
  }
  return cost;
}

}  // namespace

double exact_cost(const Duel& duel) {
  return cost_of(duel, [](const Step& step, const Loop& loop) {
    const StepSide &a = step.side[0], &d = step.side[1];
    // Every column of every pair by itself, and in a loop twice.
    if (!Spread::possible(step))
      return (loop.single() ? 4 : 8) * outcomes_of(a, d) * outcomes_of(d, a);
    // Measured: about a third of a term in a single step, one in a loop of several.
    const double playing_a = a.in_states - a.out, playing_d = d.in_states - d.out;
    const double terms = row_outcomes(d, playing_d), laws = row_outcomes(a, playing_a);
    return playing_a * terms * d.out_states / (loop.single() ? 3 : 1) +
           8 * (playing_a * terms + playing_d * laws) + 30 * playing_a * playing_d;
  });
}

double values_cost(const Duel& duel) {
  return cost_of(duel, [](const Step& step, const Loop& loop) {
    const StepSide &a = step.side[0], &d = step.side[1];
    return (loop.single() ? 1 : 2) * outcomes_of(a, d) * outcomes_of(d, a);
  });
}

double exact_memory(const Duel& duel) {
  // Masses before all steps, after the one that is played, and its laws and sums.
  double waiting = 0, playing = 0;
  for (const Step& step : duel.steps) {
    const StepSide &a = step.side[0], &d = step.side[1];
    waiting += double(a.in_states) * d.in_states;
    playing = std::max(playing, (double(a.out_states) + d.rows) * d.out_states);
  }
  return sizeof(double) * (waiting + playing) + static_cast<double>(Spread::kMostLawBytes);
}

}  // namespace broadside
