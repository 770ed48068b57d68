#include "sim/decide.hpp"

#include <cmath>
#include <vector>

#include "sim/exchange.hpp"

namespace broadside {
namespace {

/// Both sides' chances to win from every pair of states before every step, pulled back from the
/// endings.
class WinChances {
 public:
  explicit WinChances(const Duel& duel) : duel_(duel), win_(duel.steps.size()) {
    for (std::size_t s = 0; s < duel.steps.size(); ++s)
      win_[s].assign(std::size_t{duel.steps[s].side[0].in_states} * duel.steps[s].side[1].in_states,
                     {0, 0});
    for (std::size_t last = duel.steps.size(); last > 0;) {
      std::size_t first = last - 1;
      if (const std::uint16_t loop = duel.steps[first].loop; loop != kNoStep) first = loop;
      settle(first, last);
      last = first;
    }
  }

  double win(std::size_t step, std::uint32_t attacker, std::uint32_t defender, Side side) const {
    return at(step, attacker, defender)[side];
  }

 private:
  using Both = BySide<double>;

  const Both& at(std::size_t s, std::uint32_t a, std::uint32_t d) const {
    return win_[s][std::size_t{a} * duel_.steps[s].side[1].in_states + d];
  }

  /// States are numbered from weak to strong, so one sweep settles a step whose forces only weaken:
  /// rounds without a change are divided out. Repairs and loops of several steps take more sweeps,
  /// each of which shrinks what is missing by a fixed factor; they end when nothing changes in the
  /// last digits.
  void settle(std::size_t first, std::size_t last) {
    std::vector<Exchange> exchanges;
    for (std::size_t s = first; s < last; ++s) exchanges.emplace_back(duel_.steps[s]);
    double change = 1;
    while (change > 1e-15) {
      change = 0;
      for (std::size_t s = last; s-- > first;) {
        const Step& step = duel_.steps[s];
        for (std::uint32_t a = step.side[0].out; a < step.side[0].in_states; ++a)
          for (std::uint32_t d = step.side[1].out; d < step.side[1].in_states; ++d) {
            const Both fresh = value(step, s, a, d, exchanges[s - first]);
            Both& old = win_[s][std::size_t{a} * step.side[1].in_states + d];
            for (std::size_t side = 0; side < 2; ++side)
              change = std::max(change, std::abs(fresh[side] - old[side]));
            old = fresh;
          }
      }
      if (last == first + 1 && !duel_.steps[first].repeats) break;
    }
  }

  Both value(const Step& step, std::size_t s, std::uint32_t a, std::uint32_t d,
             Exchange& exchange) const {
    if (const std::uint8_t early = early_edge(step, a, d); early != kNoEdge)
      return beyond(step.edges[early], a, d);
    Both sum{0, 0};
    double leaves = 0;
    exchange.from(a, d);
    exchange.each([&](std::uint32_t to_a, std::uint32_t to_d, double chance) {
      Both there;
      if (step.repeats && to_a >= step.side[0].out && to_d >= step.side[1].out) {
        if (to_a == a && to_d == d) return;
        there = at(s, to_a, to_d);
      } else {
        const std::uint8_t e = step.flow[step.side[0].stance[to_a]][step.side[1].stance[to_d]];
        if (e == kNoEdge) return;  // forces that cannot meet here
        there = beyond(step.edges[e], to_a, to_d);
      }
      leaves += chance;
      for (std::size_t side = 0; side < 2; ++side) sum[side] += chance * there[side];
    });
    if (leaves <= 0) return {0, 0};
    return {sum[0] / leaves, sum[1] / leaves};
  }

  Both beyond(const Edge& edge, std::uint32_t a, std::uint32_t d) const {
    if (edge.step != kNoStep)
      return at(edge.step, state_of(edge.map[0][a]), state_of(edge.map[1][d]));
    const Outcome outcome = duel_.endings[edge.ending].outcome;
    return {outcome == Outcome::attacker_win ? 1.0 : 0.0,
            outcome == Outcome::defender_win ? 1.0 : 0.0};
  }

  const Duel& duel_;
  std::vector<std::vector<Both>> win_;
};

void decide(Duel& duel) {
  const WinChances values{duel};
  for (Side side : kSides)  // the defender last: his announcement comes first
    for (const Decision& decision : duel.decisions) {
      if (decision.side != side) continue;
      Step& step = duel.steps[decision.step];
      const StepSide &a = step.side[0], &d = step.side[1];
      if (step.early.empty()) step.early.assign(std::size_t{a.in_states} * d.in_states, kNoEdge);
      for (std::uint32_t i = a.out; i < a.in_states; ++i)
        for (std::uint32_t j = d.out; j < d.in_states; ++j)
          if (values.win(decision.step, i, j, side) < decision.below)
            step.early[std::size_t{i} * d.in_states + j] = decision.edge;
    }
}

}  // namespace

void settle_decisions(Duel& duel) {
  std::vector<std::vector<std::uint8_t>> stalled;  // by cut, before anybody decides
  for (const Cut& cut : duel.cuts) stalled.push_back(duel.steps[cut.step].early);
  if (!duel.decisions.empty()) decide(duel);
  for (std::size_t c = 0; c < duel.cuts.size(); ++c) {
    Step& step = duel.steps[duel.cuts[c].step];
    const StepSide &a = step.side[0], &d = step.side[1];
    step.early = std::move(stalled[c]);
    if (step.early.empty()) step.early.assign(std::size_t{a.in_states} * d.in_states, kNoEdge);
    for (std::uint32_t i = a.out; i < a.in_states; ++i)
      for (std::uint32_t j = d.out; j < d.in_states; ++j)
        if (std::uint8_t& edge = step.early[std::size_t{i} * d.in_states + j]; edge == kNoEdge)
          edge = duel.cuts[c].edge;
  }
}

}  // namespace broadside
