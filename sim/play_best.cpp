// Every free choice of a battle is made for its goal, and the battle is ready to be played.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "sim/best_play.hpp"
#include "sim/decide.hpp"

namespace broadside {
namespace {

/// Are there forces that the side can come back to by repairs?
bool repeats_components(const StepSide& side) {
  std::vector<std::uint32_t> numbers(side.component.begin(), side.component.end());
  std::sort(numbers.begin(), numbers.end());
  return std::adjacent_find(numbers.begin(), numbers.end()) != numbers.end();
}

}  // namespace

double BestPlay::cost(const Duel& duel) {
  double cost = 0;
  for (const Step& step : duel.steps) {
    const StepSide &a = step.side[0], &d = step.side[1];
    double columns = 1;
    for (const StepSide* side : {&a, &d}) {
      double most = 0;
      const std::size_t width = std::size_t{1} << side->column_bits;
      for (std::size_t row = 0; row < side->rows; ++row) {
        double seen = 0;
        for (std::size_t c = 0; c < width; ++c) seen += side->chance[row * width + c] > 0;
        most = std::max(most, seen);
      }
      columns *= std::max(most, 1.0);
    }
    // Where forces can be repaired a block of pairs is swept until nothing changes.
    constexpr double kSweeps = 4;
    const bool repairs = std::any_of(step.side.begin(), step.side.end(), repeats_components);
    cost += double(a.in_states) * d.in_states * (8 + 2 * columns) * (repairs ? kSweeps : 1);
  }
  return cost;
}

double BestPlay::memory(const Duel& duel) {
  double bytes = 0;
  for (const Step& step : duel.steps)
    bytes += 10.0 * step.side[0].in_states * step.side[1].in_states;
  return bytes;
}

namespace {

using Early = std::vector<std::vector<std::uint8_t>>;

Early early_of(const Duel& duel) {
  Early early;
  for (const Step& step : duel.steps) early.push_back(step.early);
  return early;
}

/// Fills Step::early from all choices, decisions and cuts; the value of the battle, looked at after
/// its end.
double settle_all(Duel& duel, const PlayScore& score) {
  const Early untouched = early_of(duel);
  const auto decisions = duel.decisions;
  const auto cuts = std::exchange(duel.cuts, {});
  settle_departures(duel, score);
  const BestPlay best{duel, score};
  best.settle(duel);
  // Nobody goes beyond a cut but battles that have stalled.
  for (const Cut& cut : cuts) duel.steps[cut.step].early = untouched[cut.step];
  duel.cuts = cuts;
  settle_decisions(duel);
  duel.decisions = decisions;
  return best.start_value();
}

}  // namespace

void settle_departures(Duel& duel, const PlayScore& score) {
  if (duel.decisions.empty()) return;
  const Early untouched = early_of(duel);
  const auto decisions = std::exchange(duel.decisions, {});
  BestPlay{duel, score}.settle(duel);
  duel.decisions = decisions;
  settle_decisions(duel);
  const Early left = early_of(duel);
  for (std::size_t s = 0; s < duel.steps.size(); ++s) duel.steps[s].early = untouched[s];
  for (const Decision& decision : decisions)
    for (std::size_t pair = 0; pair < left[decision.step].size(); ++pair)
      if (left[decision.step][pair] == decision.edge) {
        auto& early = duel.steps[decision.step].early;
        if (early.empty()) early.assign(left[decision.step].size(), kNoEdge);
        early[pair] = decision.edge;
      }
  duel.decisions.clear();
}

Result<std::vector<std::string>> play_best(Battle& battle, double budget, double memory,
                                           const StopQuery& stop) {
  std::vector<std::string> told;
  if (!battle.goals[0] && !battle.goals[1]) return told;
  if (battle.duel.choices.empty()) {  // nothing was to choose
    settle_decisions(battle.duel);
    return told;
  }
  if (battle.duel.direct || !battle.duel.lists_finals())
    return InputError{"best play needs tables", "policy.play", kTooLargeHint};
  if (BestPlay::cost(battle.duel) > budget || BestPlay::memory(battle.duel) > memory)
    return InputError{"best play of this battle is above the budget of the solver", "policy.play",
                      kTooLargeHint};
  if (stop && stop()) return stopped_too_early();
  const PlayScore score{battle};
  const double value = settle_all(battle.duel, score);
  if (stop && stop()) return stopped_too_early();
  if (battle.other_order && BestPlay::cost(battle.other_order->duel) > budget) {
    told.push_back("the attacker names his losses first; the other way round was not solved");
  } else if (battle.other_order) {
    battle.other_order->goals = battle.goals;
    const PlayScore same{*battle.other_order};
    const double other = BestPlay{battle.other_order->duel, same}.start_value();
    constexpr double kTold = 1e-9;
    if (std::abs(other - value) > kTold)
      told.push_back(fmt::format(
          "the attacker names his losses first; the other way round the goal would be {:+.6f}",
          score.sign() * (other - value)));
  }
  return told;
}

}  // namespace broadside
