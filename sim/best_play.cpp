#include "sim/best_play.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "sim/decide.hpp"
#include "sim/exchange.hpp"

namespace broadside {

struct BestPlay::Tools {
  Exchange exchange;
  explicit Tools(const Step& step) : exchange(step) {}
};

BestPlay::BestPlay(const Duel& duel, const PlayScore& score)
    : duel_(duel),
      score_(score),
      margin_(1e-14 * (1 + score.range())),
      choices_(duel.steps.size()),
      value_(duel.steps.size()),
      chosen_(duel.steps.size()) {
  for (const Choice& choice : duel.choices) choices_[choice.step].push_back(&choice);
  for (std::size_t s = 0; s < duel.steps.size(); ++s) {
    const std::size_t pairs =
        std::size_t{duel.steps[s].side[0].in_states} * duel.steps[s].side[1].in_states;
    value_[s].assign(pairs, 0.0);
    if (!choices_[s].empty()) chosen_[s].assign(pairs, kNoEdge);
  }
  for (std::size_t last = duel.steps.size(); last > 0;) {
    std::size_t first = last - 1;
    if (const std::uint16_t loop = duel.steps[first].loop; loop != kNoStep) first = loop;
    std::vector<Tools> tools;
    for (std::size_t s = first; s < last; ++s) tools.emplace_back(duel.steps[s]);
    solve_loop({first, last}, tools);
    last = first;
  }
}

void BestPlay::solve_loop(Loop loop, std::vector<Tools>& tools) {
  if (loop.single() && !duel_.steps[loop.first].repeats) {
    const Step& step = duel_.steps[loop.first];
    for (std::uint32_t a = 0; a < step.side[0].in_states; ++a)
      for (std::uint32_t d = 0; d < step.side[1].in_states; ++d)
        value_[loop.first][std::size_t{a} * step.side[1].in_states + d] =
            evaluate(loop.first, a, d, tools.front());
    return;
  }
  const LoopOrder attackers{duel_, 0, loop}, defenders{duel_, 1, loop};
  for (std::uint32_t a = 0; a < attackers.parts(); ++a)
    for (std::uint32_t d = 0; d < defenders.parts(); ++d) {
      const auto of_a = attackers.part(a), of_d = defenders.part(d);
      const bool single = of_a.size() == 1 && of_d.size() == 1;
      if (single && of_a.front().step != of_d.front().step) continue;
      const double tiny = 1e-15 * (1 + score_.range());
      while (settle_block(of_a, of_d, loop, tools) > tiny && !single) {
      }
    }
}

/// One sweep over the pairs of two components; how much a value has changed at most.
double BestPlay::settle_block(std::span<const LoopOrder::State> attackers,
                              std::span<const LoopOrder::State> defenders, Loop loop,
                              std::vector<Tools>& tools) {
  double change = 0;
  for (const auto& a : attackers)
    for (const auto& d : defenders) {
      if (a.step != d.step) continue;
      double& old =
          value_[a.step][std::size_t{a.state} * duel_.steps[a.step].side[1].in_states + d.state];
      const double fresh = evaluate(a.step, a.state, d.state, tools[a.step - loop.first]);
      change = std::max(change, std::abs(fresh - old));
      old = fresh;
    }
  return change;
}

double BestPlay::evaluate(std::size_t s, std::uint32_t a, std::uint32_t d, Tools& tools) {
  const Step& step = duel_.steps[s];
  if (const std::uint8_t early = early_edge(step, a, d); early != kNoEdge)
    return beyond(step.edges[early], a, d);
  if (choices_[s].empty()) return play(s, a, d, tools);
  std::uint8_t& chosen = chosen_[s][std::size_t{a} * step.side[1].in_states + d];
  chosen = kNoEdge;
  bool plays = true;
  for (const Choice* choice : choices_[s])
    plays &= !choice->must || choice->offered[choice->of == Side::attacker ? a : d] == 0;
  double value = plays ? play(s, a, d, tools) : 0;
  bool known = plays;
  for (const Choice* choice : choices_[s]) {
    std::uint64_t offered = choice->offered[choice->of == Side::attacker ? a : d];
    if (choice->must && offered != 0) known = false;
    for (; offered != 0; offered &= offered - 1) {
      const std::uint8_t e = choice->edges[static_cast<std::size_t>(std::countr_zero(offered))];
      const double there = beyond(step.edges[e], a, d);
      if (known && !better(there, value, choice->side)) continue;
      value = there;
      chosen = e;
      known = true;
    }
  }
  return value;
}

double BestPlay::play(std::size_t s, std::uint32_t a, std::uint32_t d, Tools& tools) const {
  const Step& step = duel_.steps[s];
  const std::size_t columns = step.side[1].in_states;
  double sum = 0, leaves = 0;
  tools.exchange.from(a, d);
  tools.exchange.each([&](std::uint32_t to_a, std::uint32_t to_d, double chance) {
    if (step.repeats && to_a >= step.side[0].out && to_d >= step.side[1].out) {
      if (to_a == a && to_d == d) return;
      sum += chance * value_[s][std::size_t{to_a} * columns + to_d];
    } else {
      const std::uint8_t e = step.flow[step.side[0].stance[to_a]][step.side[1].stance[to_d]];
      if (e == kNoEdge) return;  // forces that cannot meet here
      const Edge& edge = step.edges[e];
      // Rounds without a change are divided out.
      if (edge.step == s && state_of(edge.map[0][to_a]) == a && state_of(edge.map[1][to_d]) == d)
        return;
      sum += chance * beyond(edge, to_a, to_d);
    }
    leaves += chance;
  });
  return leaves > 0 ? sum / leaves : 0.0;
}

double BestPlay::played(std::size_t s, std::uint32_t a, std::uint32_t d) const {
  Tools tools{duel_.steps[s]};
  return play(s, a, d, tools);
}

double BestPlay::beyond(const Edge& edge, std::uint32_t a, std::uint32_t d) const {
  if (edge.step != kNoStep)
    return value(edge.step, state_of(edge.map[0][a]), state_of(edge.map[1][d]));
  return score_.of(edge.ending, edge.map[0][a], edge.map[1][d]);
}

void BestPlay::settle(Duel& duel) const {
  for (std::size_t s = 0; s < duel.steps.size(); ++s) {
    if (chosen_[s].empty()) continue;
    std::vector<std::uint8_t>& early = duel.steps[s].early;
    if (early.empty()) early.assign(chosen_[s].size(), kNoEdge);
    for (std::size_t pair = 0; pair < early.size(); ++pair)
      if (early[pair] == kNoEdge) early[pair] = chosen_[s][pair];
  }
}

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
