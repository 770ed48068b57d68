// Every free choice of a battle is made for its goal, and the battle is ready to be played.
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "sim/best_play.hpp"
#include "sim/decide.hpp"

namespace broadside {
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
  const auto decisions = std::exchange(duel.decisions, {});
  const auto cuts = std::exchange(duel.cuts, {});
  double value = 0;
  const auto choose = [&] {
    const BestPlay best{duel, score};
    value = best.start_value();
    best.settle(duel);
  };
  choose();
  if (!decisions.empty()) {
    // Who leaves below a chance leaves by the chances of the battle that is played out; against
    // that the choices are made once more.
    duel.decisions = decisions;
    settle_decisions(duel);
    Early left = early_of(duel);
    for (std::size_t s = 0; s < duel.steps.size(); ++s) duel.steps[s].early = untouched[s];
    for (const Decision& decision : decisions)
      for (std::size_t pair = 0; pair < left[decision.step].size(); ++pair)
        if (left[decision.step][pair] == decision.edge) {
          auto& early = duel.steps[decision.step].early;
          if (early.empty()) early.assign(left[decision.step].size(), kNoEdge);
          early[pair] = decision.edge;
        }
    choose();
    duel.decisions.clear();
  }
  // Nobody goes beyond a cut but battles that have stalled.
  for (const Cut& cut : cuts) duel.steps[cut.step].early = untouched[cut.step];
  duel.cuts = cuts;
  settle_decisions(duel);
  duel.decisions = decisions;
  return value;
}

}  // namespace

Result<std::vector<std::string>> play_best(Battle& battle, double budget, double memory) {
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
  const PlayScore score{battle};
  const double value = settle_all(battle.duel, score);
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
