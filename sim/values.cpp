#include "sim/values.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "sim/value_pass.hpp"

namespace broadside {
namespace {

/// The first step that leads to each step.
std::vector<std::size_t> first_referrers(const Duel& duel) {
  std::vector<std::size_t> first(duel.steps.size());
  for (std::size_t s = 0; s < first.size(); ++s) first[s] = s;
  for (std::size_t s = duel.steps.size(); s-- > 0;)
    for (const Edge& edge : duel.steps[s].edges)
      if (edge.step != kNoStep) first[edge.step] = std::min(first[edge.step], s);
  return first;
}

/// Loops from the last to the first: visit(loop), then forget(step) once nobody asks for it.
template <class Visit, class Forget>
void backwards(const Duel& duel, Visit visit, Forget forget) {
  const auto referrers = first_referrers(duel);
  for (std::size_t last = duel.steps.size(); last > 0;) {
    std::size_t first = last - 1;
    if (const std::uint16_t loop = duel.steps[first].loop; loop != kNoStep) first = loop;
    visit(Loop{first, last});
    for (std::size_t s = std::max<std::size_t>(first, 1); s < duel.steps.size(); ++s)
      if (referrers[s] >= first && (s >= last || referrers[s] > first)) forget(s);
    last = first;
  }
}

std::size_t width_for(std::size_t measures) {
  for (const std::size_t width : {1u, 2u, 4u, 6u, 8u})
    if (measures <= width) return width;
  return 0;
}

}  // namespace

Measure chance_of(const Duel& duel, Outcome outcome) {
  Measure measure;
  for (const Ending& ending : duel.endings)
    measure.by_ending.push_back(ending.outcome == outcome ? 1.0 : 0.0);
  return measure;
}

std::optional<Measure> rounds_of(const Duel& duel) {
  const bool marked = std::any_of(duel.steps.begin(), duel.steps.end(),
                                  [](const Step& step) { return step.ends_round; });
  if (duel.shares_rounds && !marked) return std::nullopt;
  Measure measure;
  for (const Step& step : duel.steps)
    measure.each_time.push_back((duel.shares_rounds ? step.ends_round : step.is_round) ? 1.0 : 0.0);
  return measure;
}

double values_memory(const Duel& duel, std::size_t measures) {
  const double each = static_cast<double>(width_for(measures) * sizeof(double));
  std::vector<double> bytes(duel.steps.size());
  double now = 0, most = 0;
  backwards(
      duel,
      [&](Loop loop) {
        double after = 0;
        for (std::size_t s = loop.first; s < loop.last; ++s) {
          const Step& step = duel.steps[s];
          bytes[s] = each * static_cast<double>(value_pairs(step));
          now += bytes[s];
          if (loop.single() && !step.repeats)
            after = each * step.side[0].out_states * step.side[1].out_states;
        }
        most = std::max(most, now + after);
      },
      [&](std::size_t s) { now -= std::exchange(bytes[s], 0.0); });
  return most;
}

BattleValues::BattleValues(const Duel& duel, std::span<const Measure> measures,
                           const ValueOptions& options)
    : width_(width_for(measures.size())), values_(duel.steps.size()) {
  assert(width_ > 0 && !duel.direct);
  for (const Step& step : duel.steps) columns_.push_back(step.side[1].in_states);
  const auto run = [&]<std::size_t kWidth>() {
    ValuePass<kWidth> pass{duel, measures, options.parallel};
    std::size_t bytes = 0;
    backwards(
        duel,
        [&](Loop loop) {
          pass.settle(loop, values_);
          for (std::size_t s = loop.first; s < loop.last; ++s)
            bytes += values_[s].size() * sizeof(double);
          memory_ = std::max(memory_, bytes + pass.after_bytes());
        },
        [&](std::size_t s) {
          if (std::find(options.keep.begin(), options.keep.end(), s) != options.keep.end()) return;
          bytes -= values_[s].size() * sizeof(double);
          values_[s] = {};
        });
  };
  if (width_ == 1) run.template operator()<1>();
  if (width_ == 2) run.template operator()<2>();
  if (width_ == 4) run.template operator()<4>();
  if (width_ == 6) run.template operator()<6>();
  if (width_ == 8) run.template operator()<8>();
}

}  // namespace broadside
