#include "sim/reach.hpp"

#include <algorithm>
#include <utility>

#include "sim/exchange.hpp"

namespace broadside {

struct Reach::Tools {
  Exchange exchange;
  explicit Tools(const Step& step) : exchange(step) {}
};

Reach::Reach(const Duel& duel) : duel_(duel) {
  for (const Step& step : duel.steps) {
    const std::size_t pairs = std::size_t{step.side[0].in_states} * step.side[1].in_states;
    times_.emplace_back(pairs, 0.0);
    due_.emplace_back(pairs, 0.0);
  }
  due({0, state_of(duel.start[0]), state_of(duel.start[1])}) = 1;
  for (std::size_t first = 0; first < duel.steps.size();) {
    const Loop loop = loop_at(duel, first);
    std::vector<Tools> tools;
    for (std::size_t s = loop.first; s < loop.last; ++s) tools.emplace_back(duel.steps[s]);
    push_all(loop, tools);
    first = loop.last;
  }
}

void Reach::push_all(Loop loop, std::vector<Tools>& tools) {
  if (loop.single() && !duel_.steps[loop.first].repeats) {
    const Step& step = duel_.steps[loop.first];
    for (std::uint32_t a = 0; a < step.side[0].in_states; ++a)
      for (std::uint32_t d = 0; d < step.side[1].in_states; ++d)
        push({loop.first, a, d}, tools.front());
    return;
  }
  // From the strongest down: nothing comes back but within two components.
  const LoopOrder attackers{duel_, 0, loop}, defenders{duel_, 1, loop};
  constexpr int kMostTurns = 10'000;
  constexpr double kLittle = 1e-9;  // what still goes round between two repairs
  for (std::uint32_t i = attackers.parts(); i-- > 0;)
    for (std::uint32_t j = defenders.parts(); j-- > 0;) {
      const auto of_a = attackers.part(i), of_d = defenders.part(j);
      bool left = true;
      for (int turn = 0; left && turn < kMostTurns; ++turn) {
        left = false;
        for (const auto& a : of_a)
          for (const auto& d : of_d) {
            if (a.step != d.step) continue;
            const Pair at{a.step, a.state, d.state};
            if (due(at) <= (turn == 0 ? kNegligible : kLittle)) continue;
            push(at, tools[a.step - loop.first]);
            left = true;
          }
      }
    }
}

void Reach::push(const Pair& from, Tools& tools) {
  const double mass = std::exchange(due(from), 0.0);
  if (mass <= kNegligible) return;
  const Step& step = duel_.steps[from.step];
  const auto [s, a, d] = from;
  times_[s][std::size_t{a} * step.side[1].in_states + d] += mass;
  if (const std::uint8_t early = early_edge(step, a, d); early != kNoEdge)
    return arrive(step.edges[early], a, d, mass);
  const auto each_other = [&](auto visit) {
    tools.exchange.each([&](std::uint32_t to_a, std::uint32_t to_d, double chance) {
      if (step.repeats && to_a >= step.side[0].out && to_d >= step.side[1].out) {
        if (to_a != a || to_d != d) visit(nullptr, to_a, to_d, chance);
        return;
      }
      const std::uint8_t e = step.flow[step.side[0].stance[to_a]][step.side[1].stance[to_d]];
      if (e == kNoEdge) return;
      const Edge& edge = step.edges[e];
      if (edge.step == s && state_of(edge.map[0][to_a]) == a && state_of(edge.map[1][to_d]) == d)
        return;
      visit(&edge, to_a, to_d, chance);
    });
  };
  tools.exchange.from(a, d);
  double leaves = 0;
  each_other([&](const Edge*, std::uint32_t, std::uint32_t, double chance) { leaves += chance; });
  if (leaves <= 0) return;
  each_other([&](const Edge* edge, std::uint32_t to_a, std::uint32_t to_d, double chance) {
    if (edge)
      arrive(*edge, to_a, to_d, mass * chance / leaves);
    else
      due({s, to_a, to_d}) += mass * chance / leaves;
  });
}

void Reach::arrive(const Edge& edge, std::uint32_t a, std::uint32_t d, double mass) {
  if (edge.step != kNoStep)
    due({edge.step, state_of(edge.map[0][a]), state_of(edge.map[1][d])}) += mass;
}

namespace {

/// The states that a side may have after throwing in a step: its own, where that does not change it.
std::vector<std::uint32_t> after_throwing(const Step& step, std::size_t side, std::uint32_t state) {
  const StepSide &mine = step.side[side], &enemy = step.side[1 - side];
  if (mine.thrown.empty()) return {state};
  std::uint32_t seen = 0;  // what the enemy shows picks among neighbouring rows
  for (const std::uint32_t feature : enemy.feature) seen = std::max(seen, feature);
  const std::size_t columns = std::size_t{1} << mine.column_bits;
  std::vector<std::uint32_t> states;
  for (std::size_t at = mine.row[state] * columns; at < (mine.row[state] + seen + 1) * columns;
       ++at)
    if (mine.chance[at] > 0) states.push_back(mine.thrown[at] >> 16);
  return states;
}

/// Calls visit(step, state) for everything that a side may come to from a state before a step.
template <class Visit>
void each_next(const Duel& duel, std::size_t side, const LoopOrder::State& at, Visit visit) {
  const Step& step = duel.steps[at.step];
  const StepSide& mine = step.side[side];
  if (step.side[1 - side].in_states == 0) return;  // the enemy never comes to this step
  bool plays = true;
  for (const Choice& choice : duel.choices)
    if (choice.step == at.step && static_cast<std::size_t>(choice.of) == side) {
      const std::uint64_t offered = choice.offered[at.state];
      if (choice.must && offered != 0) plays = false;  // the tables say nothing of it then
      for (std::size_t e = 0; e < choice.edges.size(); ++e)
        if (const Edge& edge = step.edges[choice.edges[e]];
            (offered >> e & 1) && edge.step != kNoStep)
          visit(edge.step, state_of(edge.map[side][at.state]));
    }
  if (!plays) return;
  for (const std::uint32_t thrown : after_throwing(step, side, at.state))
    for (std::size_t v = 0; v < mine.volleys; ++v) {
      const std::uint32_t to = state_of(mine.next[std::size_t{thrown} * mine.volleys + v]);
      if (step.repeats) visit(at.step, to);
      for (std::size_t other = 0; other < kStances; ++other) {
        const std::size_t own = mine.stance[to];
        const std::uint8_t e = side == 0 ? step.flow[own][other] : step.flow[other][own];
        if (e != kNoEdge && step.edges[e].step != kNoStep)
          visit(step.edges[e].step, state_of(step.edges[e].map[side][to]));
      }
    }
}

}  // namespace

std::vector<std::vector<int>> hits_left(const Duel& duel, std::size_t side) {
  std::vector<std::vector<int>> hits;
  for (const Step& step : duel.steps) hits.emplace_back(step.side[side].in_states, 0);
  for (std::size_t first = 0; first < duel.steps.size();) {
    const Loop loop = loop_at(duel, first);
    first = loop.last;
    if (loop.single() && !duel.steps[loop.first].repeats) continue;
    const LoopOrder order{duel, side, loop};
    std::vector<int> deep(order.parts(), 0);
    bool comes_back = false;
    for (std::uint32_t p = 0; p < order.parts(); ++p) {
      bool begins_round = false;
      for (const auto& at : order.part(p)) {
        begins_round |= duel.steps[at.step].is_round;
        each_next(duel, side, at, [&](std::size_t step, std::uint32_t state) {
          if (step < loop.first || step >= loop.last) return;
          const std::uint32_t to = order.part_of(step, state);
          if (to != LoopOrder::kNone && to < p) deep[p] = std::max(deep[p], deep[to]);
          comes_back |= to == p;
        });
      }
      if (begins_round) ++deep[p];
      for (const auto& at : order.part(p)) hits[at.step][at.state] = deep[p];
    }
    // Who never comes back to a force, even unhurt, counts the rounds: no hits are known then.
    if (!comes_back)
      for (std::size_t s = loop.first; s < loop.last; ++s)
        std::fill(hits[s].begin(), hits[s].end(), 0);
  }
  return hits;
}

}  // namespace broadside
