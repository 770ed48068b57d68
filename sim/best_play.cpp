#include "sim/best_play.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "sim/exchange.hpp"
#include "sim/value_system.hpp"

namespace broadside {

struct BestPlay::Tools {
  Exchange exchange;
  bool quiet;  ///< nobody throws anything: there is one way for each pair
  explicit Tools(const Step& step)
      : exchange(step),
        quiet(!step.repeats && exchange.separate() && step.side[0].volleys == 1 &&
              step.side[1].volleys == 1) {}
};

/// Pairs of one component of each side.
struct BestPlay::Block {
  struct Place {
    std::size_t step;
    std::uint32_t a, d, rank;
  };
  Loop loop;
  const LoopOrder &attackers, &defenders;
  std::vector<std::uint32_t> ranks;  ///< by step of the loop
  std::uint32_t part_a = 0, part_d = 0;
  std::vector<Place> places{};
  std::uint32_t now = 0;  ///< the rank of the pair that is being settled
  bool cyclic = false;    ///< a pair has looked at one that is not settled before it
  std::vector<std::uint32_t> number{};
  ValueSystem<1> system{};

  std::uint32_t rank(std::size_t step) const { return ranks[step - loop.first]; }
  bool has_attacker(std::size_t step, std::uint32_t a) const {
    return step >= loop.first && step < loop.last && attackers.part_of(step, a) == part_a;
  }
  bool has(std::size_t step, std::uint32_t a, std::uint32_t d) const {
    return has_attacker(step, a) && defenders.part_of(step, d) == part_d;
  }
  void watch(std::size_t step, std::uint32_t a, std::uint32_t d) {
    if (!cyclic && has(step, a, d) && rank(step) >= now) cyclic = true;
  }
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
            evaluate(loop.first, a, d, tools.front(), nullptr);
    return;
  }
  const LoopOrder attackers{duel_, 0, loop}, defenders{duel_, 1, loop};
  // The defender's components that have a state in a step, from the weakest up.
  std::vector<std::vector<std::uint32_t>> with_step(loop.last - loop.first);
  for (std::uint32_t d = 0; d < defenders.parts(); ++d)
    for (const auto& state : defenders.part(d))
      if (auto& list = with_step[state.step - loop.first]; list.empty() || list.back() != d)
        list.push_back(d);
  Block block{loop, attackers, defenders, ranks_of(loop)};
  std::vector<LoopOrder::State> ordered;  // a component of the attacker's, first settled first
  std::vector<std::uint32_t> alone;       // its state in a step of the loop, where it has one there
  for (std::uint32_t a = 0; a < attackers.parts(); ++a) {
    const auto of_a = attackers.part(a);
    if (of_a.size() == 1) {
      const auto [step, state] = of_a.front();
      if (settle_row(step, state)) continue;
      for (const std::uint32_t d : with_step[step - loop.first])
        settle_block(block, of_a, a, d, tools);
    } else {
      ordered.assign(of_a.begin(), of_a.end());
      std::stable_sort(ordered.begin(), ordered.end(), [&](const auto& x, const auto& y) {
        return block.rank(x.step) < block.rank(y.step);
      });
      constexpr std::uint32_t kMany = LoopOrder::kNone - 1;
      alone.assign(loop.last - loop.first, LoopOrder::kNone);
      for (const auto& [step, state] : of_a) {
        std::uint32_t& of_step = alone[step - loop.first];
        of_step = of_step == LoopOrder::kNone ? state : kMany;
      }
      for (std::uint32_t d = 0; d < defenders.parts(); ++d) {
        const auto of_d = defenders.part(d);
        const std::uint32_t state =
            of_d.size() == 1 ? alone[of_d.front().step - loop.first] : kMany;
        if (state == kMany)
          settle_block(block, ordered, a, d, tools);
        else if (state != LoopOrder::kNone)
          settle_pair(of_d.front().step, state, of_d.front().state,
                      tools[of_d.front().step - loop.first]);
      }
    }
  }
}

/// Two states that no other pair of their components leads back to.
void BestPlay::settle_pair(std::size_t s, std::uint32_t a, std::uint32_t d, Tools& tools) {
  const Step& step = duel_.steps[s];
  const std::size_t pair = std::size_t{a} * step.side[1].in_states + d;
  double& value = value_[s][pair];
  if (choices_[s].size() != 1 || early_edge(step, a, d) != kNoEdge) {
    value = evaluate(s, a, d, tools, nullptr);
    return;
  }
  const Choice& choice = *choices_[s].front();
  std::uint64_t offered = choice.offered[choice.of == Side::attacker ? a : d];
  if (!choice.must || offered == 0) {
    value = evaluate(s, a, d, tools, nullptr);
    return;
  }
  std::uint8_t chosen = choice.edges[static_cast<std::size_t>(std::countr_zero(offered))];
  double best = beyond(step.edges[chosen], a, d);
  while ((offered &= offered - 1) != 0) {
    const std::uint8_t e = choice.edges[static_cast<std::size_t>(std::countr_zero(offered))];
    const double there = beyond(step.edges[e], a, d);
    if (!better(there, best, choice.side)) continue;
    best = there;
    chosen = e;
  }
  value = best;
  chosen_[s][pair] = chosen;
}

/// In which order the steps of a loop are settled within two components: a round first, then what
/// leads to it, from the nearest on.
std::vector<std::uint32_t> BestPlay::ranks_of(Loop loop) const {
  const std::size_t steps = loop.last - loop.first;
  std::size_t round = 0;
  while (round < steps && !duel_.steps[loop.first + round].is_round) ++round;
  round %= steps;
  std::vector<std::uint32_t> ranks(steps);
  for (std::size_t s = 0; s < steps; ++s)
    ranks[s] = static_cast<std::uint32_t>((round + steps - s) % steps);
  return ranks;
}

/// A force of the attacker that must choose what the next hit does, against all of the defender's at
/// once: whatever it chooses, it is weaker then. False where that is not what the step is about.
bool BestPlay::settle_row(std::size_t s, std::uint32_t a) {
  const Step& step = duel_.steps[s];
  if (choices_[s].size() != 1 || !step.early.empty()) return false;
  const Choice& choice = *choices_[s].front();
  if (!choice.must || choice.of != Side::attacker || choice.offered[a] == 0) return false;
  const std::size_t columns = step.side[1].in_states;
  double* const values = value_[s].data() + std::size_t{a} * columns;
  std::uint8_t* const chosen = chosen_[s].data() + std::size_t{a} * columns;
  const double sign = choice.side == Side::attacker ? 1 : -1;
  bool known = false;
  for (std::uint64_t offered = choice.offered[a]; offered != 0; offered &= offered - 1) {
    const std::uint8_t e = choice.edges[static_cast<std::size_t>(std::countr_zero(offered))];
    const Edge& edge = step.edges[e];
    const std::uint32_t* const to = edge.map[1].data();
    const double* const there =
        edge.step == kNoStep
            ? nullptr
            : value_[edge.step].data() +
                  std::size_t{state_of(edge.map[0][a])} * duel_.steps[edge.step].side[1].in_states;
    for (std::size_t d = 0; d < columns; ++d) {
      const double worth =
          there ? there[state_of(to[d])] : score_.of(edge.ending, edge.map[0][a], to[d]);
      if (known && sign * (worth - values[d]) <= margin_) continue;
      values[d] = worth;
      chosen[d] = e;
    }
    known = true;
  }
  return true;
}

/// Settles all pairs of two components; those of the attacker's are in the order of their steps.
void BestPlay::settle_block(Block& block, std::span<const LoopOrder::State> of_a,
                            std::uint32_t part_a, std::uint32_t part_d, std::vector<Tools>& tools) {
  block.places.clear();
  for (const auto& a : of_a)
    for (const auto& d : block.defenders.part(part_d))
      if (a.step == d.step) block.places.push_back({a.step, a.state, d.state, block.rank(a.step)});
  if (block.places.empty()) return;
  if (block.places.size() == 1) {
    const auto& [s, a, d, rank] = block.places.front();
    return settle_pair(s, a, d, tools[s - block.loop.first]);
  }
  block.part_a = part_a;
  block.part_d = part_d;
  block.cyclic = false;
  const double tiny = 1e-15 * (1 + score_.range());
  double change = sweep(block, tools);
  if (!block.cyclic) return;
  // Repairs, or rounds in which nothing happens, lead back: what the choices made so far come to is
  // solved, and the choices are made again, until nothing changes any more.
  constexpr std::size_t kFew = 200;
  for (int sweeps = 2; change > tiny; ++sweeps) {
    if (sweeps > 2 && sweeps <= 12 && block.places.size() <= kFew) solve_chosen(block, tools);
    change = sweep(block, tools);
  }
}

/// One sweep over the pairs of two components; how much a value has changed at most.
double BestPlay::sweep(Block& block, std::vector<Tools>& tools) {
  double change = 0;
  for (const auto& place : block.places) {
    double& old =
        value_[place.step]
              [std::size_t{place.a} * duel_.steps[place.step].side[1].in_states + place.d];
    block.now = place.rank;
    const double fresh =
        evaluate(place.step, place.a, place.d, tools[place.step - block.loop.first], &block);
    change = std::max(change, std::abs(fresh - old));
    old = fresh;
  }
  return change;
}

/// What the pairs of two components are worth by the choices as they are.
void BestPlay::solve_chosen(Block& block, std::vector<Tools>& tools) {
  const auto of_d = block.defenders.part(block.part_d);
  block.number.assign(block.attackers.part(block.part_a).size() * of_d.size(), LoopOrder::kNone);
  const auto at = [&](std::size_t s, std::uint32_t a, std::uint32_t d) -> std::uint32_t& {
    return block
        .number[block.attackers.place_of(s, a) * of_d.size() + block.defenders.place_of(s, d)];
  };
  for (std::uint32_t u = 0; u < block.places.size(); ++u)
    at(block.places[u].step, block.places[u].a, block.places[u].d) = u;
  ValueSystem<1>& system = block.system;
  system.clear(block.places.size());
  for (std::uint32_t u = 0; u < block.places.size(); ++u) {
    const auto& [s, a, d, rank] = block.places[u];
    const Step& step = duel_.steps[s];
    const auto follow = [&, u](std::size_t to, std::uint32_t to_a, std::uint32_t to_d,
                               double chance) {
      if (block.has(to, to_a, to_d)) return system.lead(u, at(to, to_a, to_d), chance);
      const double worth = value(to, to_a, to_d);
      system.leave(u, chance, &worth);
    };
    const auto along = [&, u](const Edge& edge, std::uint32_t from_a, std::uint32_t from_d,
                              double chance) {
      if (edge.step != kNoStep)
        return follow(edge.step, state_of(edge.map[0][from_a]), state_of(edge.map[1][from_d]),
                      chance);
      const double worth = score_.of(edge.ending, edge.map[0][from_a], edge.map[1][from_d]);
      system.leave(u, chance, &worth);
    };
    std::uint8_t early = early_edge(step, a, d);
    if (early == kNoEdge && !chosen_[s].empty())
      early = chosen_[s][std::size_t{a} * step.side[1].in_states + d];
    if (early != kNoEdge) {
      along(step.edges[early], a, d, 1);
      continue;
    }
    Exchange& exchange = tools[s - block.loop.first].exchange;
    exchange.from(a, d);
    exchange.each([&, s = s](std::uint32_t to_a, std::uint32_t to_d, double chance) {
      if (step.repeats && to_a >= step.side[0].out && to_d >= step.side[1].out)
        return follow(s, to_a, to_d, chance);
      const std::uint8_t e = step.flow[step.side[0].stance[to_a]][step.side[1].stance[to_d]];
      if (e != kNoEdge) along(step.edges[e], to_a, to_d, chance);
    });
  }
  const auto& worth = system.solve();
  for (std::size_t u = 0; u < block.places.size(); ++u) {
    const auto& place = block.places[u];
    value_[place.step][std::size_t{place.a} * duel_.steps[place.step].side[1].in_states + place.d] =
        worth[u][0];
  }
}

double BestPlay::evaluate(std::size_t s, std::uint32_t a, std::uint32_t d, Tools& tools,
                          Block* block) {
  const Step& step = duel_.steps[s];
  const auto watched = [&](const Edge& edge) {
    if (block && edge.step != kNoStep)
      block->watch(edge.step, state_of(edge.map[0][a]), state_of(edge.map[1][d]));
    return beyond(edge, a, d);
  };
  if (const std::uint8_t early = early_edge(step, a, d); early != kNoEdge)
    return watched(step.edges[early]);
  if (choices_[s].empty()) return play(s, a, d, tools, block);
  std::uint8_t& chosen = chosen_[s][std::size_t{a} * step.side[1].in_states + d];
  chosen = kNoEdge;
  bool plays = true;
  for (const Choice* choice : choices_[s])
    plays &= !choice->must || choice->offered[choice->of == Side::attacker ? a : d] == 0;
  double value = plays ? play(s, a, d, tools, block) : 0;
  bool known = plays;
  for (const Choice* choice : choices_[s]) {
    std::uint64_t offered = choice->offered[choice->of == Side::attacker ? a : d];
    if (choice->must && offered != 0) known = false;
    for (; offered != 0; offered &= offered - 1) {
      const std::uint8_t e = choice->edges[static_cast<std::size_t>(std::countr_zero(offered))];
      const double there = watched(step.edges[e]);
      if (known && !better(there, value, choice->side)) continue;
      value = there;
      chosen = e;
      known = true;
    }
  }
  return value;
}

double BestPlay::play(std::size_t s, std::uint32_t a, std::uint32_t d, Tools& tools,
                      Block* block) const {
  const Step& step = duel_.steps[s];
  const std::size_t columns = step.side[1].in_states;
  if (tools.quiet && !block) {
    const std::uint32_t to_a = state_of(step.side[0].next[a]),
                        to_d = state_of(step.side[1].next[d]);
    const std::uint8_t e = step.flow[step.side[0].stance[to_a]][step.side[1].stance[to_d]];
    if (e == kNoEdge) return 0;  // forces that cannot meet here
    return beyond(step.edges[e], to_a, to_d);
  }
  double sum = 0, leaves = 0;
  const auto visit = [&](std::uint32_t to_a, std::uint32_t to_d, double chance) {
    if (step.repeats && to_a >= step.side[0].out && to_d >= step.side[1].out) {
      if (to_a == a && to_d == d) return;
      if (block) block->watch(s, to_a, to_d);
      sum += chance * value_[s][std::size_t{to_a} * columns + to_d];
    } else {
      const std::uint8_t e = step.flow[step.side[0].stance[to_a]][step.side[1].stance[to_d]];
      if (e == kNoEdge) return;  // forces that cannot meet here
      const Edge& edge = step.edges[e];
      if (edge.step == kNoStep) {
        sum += chance * score_.of(edge.ending, edge.map[0][to_a], edge.map[1][to_d]);
      } else {
        const std::uint32_t next_a = state_of(edge.map[0][to_a]),
                            next_d = state_of(edge.map[1][to_d]);
        // Rounds without a change are divided out.
        if (edge.step == s && next_a == a && next_d == d) return;
        if (block) block->watch(edge.step, next_a, next_d);
        sum += chance * value(edge.step, next_a, next_d);
      }
    }
    leaves += chance;
  };
  tools.exchange.from(a, d);
  if (!tools.exchange.separate() || step.repeats) {
    tools.exchange.each(visit);
    return leaves > 0 ? sum / leaves : 0.0;
  }
  // The same, with what a state of the attacker's and an edge have in common looked up once.
  const NextLaw &law_a = tools.exchange.law(0), &law_d = tools.exchange.law(1);
  for (std::size_t i = 0; i < law_a.state.size(); ++i) {
    const std::uint32_t to_a = law_a.state[i];
    const auto& flow = step.flow[step.side[0].stance[to_a]];
    std::uint8_t last = kNoEdge;
    double far = 0, gone = 0;
    const double* row = nullptr;
    const std::uint32_t* map = nullptr;
    for (std::size_t j = 0; j < law_d.state.size(); ++j) {
      const std::uint32_t to_d = law_d.state[j];
      const std::uint8_t e = flow[step.side[1].stance[to_d]];
      if (e != last && e != kNoEdge) {
        const Edge& edge = step.edges[e];
        const std::uint32_t next_a = state_of(edge.map[0][to_a]);
        last = e;
        map = edge.map[1].data();
        // Those that may lead back are looked at one by one.
        const bool apart = edge.step != kNoStep && (edge.step != s || next_a != a) &&
                           !(block && block->has_attacker(edge.step, next_a));
        row = apart ? value_[edge.step].data() +
                          std::size_t{next_a} * duel_.steps[edge.step].side[1].in_states
                    : nullptr;
      }
      const double chance = law_a.chance[i] * law_d.chance[j];
      if (e == kNoEdge || !row) {
        visit(to_a, to_d, chance);
      } else {
        far += chance * row[state_of(map[to_d])];
        gone += chance;
      }
    }
    sum += far;
    leaves += gone;
  }
  return leaves > 0 ? sum / leaves : 0.0;
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

}  // namespace broadside
