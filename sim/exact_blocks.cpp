// Steps whose states can lead to one another: the rounds of a battle at each pair of a block are
// the solution of a linear system.

#include <utility>

#include "sim/exact_solver.hpp"

namespace broadside {

ExactSolver::Place ExactSolver::next_place(std::size_t s, std::uint32_t attacker,
                                           std::uint32_t defender) const {
  const Step& step = duel_.steps[s];
  if (step.repeats && attacker >= step.side[0].out && defender >= step.side[1].out)
    return {s, attacker, defender};
  return along(step.edges[edge_after(step, attacker, defender)], attacker, defender);
}

ExactSolver::Place ExactSolver::along(const Edge& edge, std::uint32_t attacker,
                                      std::uint32_t defender) const {
  if (edge.step < loop_.first || edge.step >= loop_.last) return {kNoStep, 0, 0};
  return {edge.step, state_of(edge.map[0][attacker]), state_of(edge.map[1][defender])};
}

bool ExactSolver::may_stay(const LoopOrder& order, std::size_t side, std::size_t s,
                           std::uint32_t state, std::uint32_t part) const {
  const Step& step = duel_.steps[s];
  if (step.repeats && order.part_of(s, state) == part) return true;
  for (const Edge& edge : step.edges)
    if (edge.step >= loop_.first && edge.step < loop_.last && state < edge.map[side].size() &&
        order.part_of(edge.step, state_of(edge.map[side][state])) == part)
      return true;
  return false;
}

void ExactSolver::play_part(const LoopOrder& attackers, const LoopOrder& defenders,
                            std::uint32_t part_a) {
  const auto of_a = attackers.part(part_a);
  if (rows_.size() < of_a.size()) rows_.resize(of_a.size());
  for (std::size_t i = 0; i < of_a.size(); ++i)
    if (auto& spread = tools_of(of_a[i].step).spread) spread->begin(rows_[i], of_a[i].state);
  for (std::uint32_t d = defenders.parts(); d-- > 0;) play_block(attackers, defenders, part_a, d);
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    const std::size_t s = of_a[i].step;
    auto& spread = tools_of(s).spread;
    if (!spread) continue;
    if (loop_.single()) {
      push_row(*spread, rows_[i], parallel_, [&](std::uint32_t to) { return waiting_[s].row(to); });
      continue;
    }
    const StepSide& defender = duel_.steps[s].side[1];
    const std::size_t room = std::size_t{duel_.steps[s].side[0].out_states} * defender.out_states;
    if (moved_.size() < room) moved_.resize(room);  // all zero between pushes
    moved_to_.clear();
    push_row(*spread, rows_[i], Parallel{}, [&](std::uint32_t to) {
      moved_to_.push_back(to);
      return moved_.data() + std::size_t{to} * defender.out_states;
    });
    for (const std::uint32_t to : moved_to_)
      for (const auto& [first, last] : spread->columns())
        for (std::uint32_t d = first; d < last; ++d)
          if (const double mass =
                  std::exchange(moved_[std::size_t{to} * defender.out_states + d], 0.0);
              mass > 0)
            deliver(s, to, d, mass);
  }
}

void ExactSolver::play_block(const LoopOrder& attackers, const LoopOrder& defenders,
                             std::uint32_t part_a, std::uint32_t part_d) {
  // Unknowns are the pairs that mass can come to, found from those where it arrives.
  const auto of_a = attackers.part(part_a), of_d = defenders.part(part_d);
  numbers_.assign(of_a.size() * of_d.size(), LoopOrder::kNone);
  places_.clear();
  const auto reach = [&](Place at) {
    if (at.step == kNoStep || attackers.part_of(at.step, at.attacker) != part_a ||
        defenders.part_of(at.step, at.defender) != part_d)
      return LoopOrder::kNone;
    std::uint32_t& number = numbers_[attackers.place_of(at.step, at.attacker) * of_d.size() +
                                     defenders.place_of(at.step, at.defender)];
    if (number == LoopOrder::kNone) {
      number = static_cast<std::uint32_t>(places_.size());
      places_.push_back(at);
    }
    return number;
  };
  for (const auto& a : of_a)
    for (const auto& d : of_d)
      if (a.step == d.step)
        if (double& arrived = waiting_[a.step].at(a.state, d.state); arrived > 0) {
          if (leave_out(arrived))
            arrived = 0;
          else
            reach({a.step, a.state, d.state});
        }
  if (places_.empty()) return;

  system_.clear();
  for (std::uint32_t u = 0; u < places_.size(); ++u) {  // grows while it runs
    const Place from = places_[u];
    const Step& step = duel_.steps[from.step];
    double exit = 0;
    const auto lead = [&](Place to, double chance) {
      const std::uint32_t number = reach(to);
      if (number == u) return;
      if (number == LoopOrder::kNone)
        exit += chance;
      else
        system_.lead(u, number, chance);
    };
    const auto lead_after = [&](std::uint32_t a, std::uint32_t d, double chance) {
      lead(next_place(from.step, a, d), chance);
    };
    if (const std::uint8_t early = early_edge(step, from.attacker, from.defender);
        early != kNoEdge) {
      lead(along(step.edges[early], from.attacker, from.defender), 1);
    } else if (tools_of(from.step).spread) {
      const auto [law_a, law_d, laws] = laws_at(from, attackers, defenders);
      double same_a = 0, same_d = 0;
      for (const auto& d : laws->stays(*law_d)) same_d += d.chance;
      for (const auto& a : law_a->stays) {
        same_a += a.chance;
        for (const auto& d : laws->stays(*law_d)) lead_after(a.state, d.state, a.chance * d.chance);
      }
      exit += law_a->others * (same_d + law_d->others) + same_a * law_d->others;
    } else {
      tools_of(from.step).exchange->from(from.attacker, from.defender);
      tools_of(from.step).exchange->each(lead_after);
    }
    system_.add_unknown(exit);
  }

  visits_.clear();
  for (const Place& at : places_) visits_.push_back(waiting_[at.step].at(at.attacker, at.defender));
  system_.solve(visits_);
  for (std::size_t u = 0; u < places_.size(); ++u)
    if (visits_[u] >= kNegligible) push(places_[u], visits_[u], attackers, defenders);
}

ExactSolver::Laws ExactSolver::laws_at(const Place& at, const LoopOrder& attackers,
                                       const LoopOrder& defenders) {
  Spread& spread = *tools_of(at.step).spread;
  AttackerRow& row = row_at(at, attackers);
  const std::uint32_t part_a = attackers.part_of(at.step, at.attacker),
                      part_d = defenders.part_of(at.step, at.defender);
  const PointLaw& law_a = spread.attacker(row, at.defender, [&](std::uint32_t to) {
    return may_stay(attackers, 0, at.step, to, part_a);
  });
  const RunLaw& law_d = spread.defender(row, at.defender, [&](std::uint32_t to) {
    return may_stay(defenders, 1, at.step, to, part_d);
  });
  return {&law_a, &law_d, row.defenders};
}

void ExactSolver::push(const Place& at, double visits, const LoopOrder& attackers,
                       const LoopOrder& defenders) {
  const Step& step = duel_.steps[at.step];
  if (const std::uint8_t early = early_edge(step, at.attacker, at.defender); early != kNoEdge) {
    if (!loop_.single()) leave(step, early, at.attacker, at.defender, visits);
    return;
  }
  result_.rounds[at.step] += visits;
  if (!tools_of(at.step).spread) {
    tools_of(at.step).exchange->from(at.attacker, at.defender);
    tools_of(at.step).exchange->each([&](std::uint32_t a, std::uint32_t d, double chance) {
      deliver(at.step, a, d, visits * chance);
    });
    return;
  }
  const auto [law_a, law_d, laws] = laws_at(at, attackers, defenders);
  row_at(at, attackers).mass.emplace_back(at.defender, visits);
  for (const auto& point : law_a->stays) {
    const double mass = visits * point.chance;
    if (mass < kNegligible) continue;
    if (loop_.single()) {
      add_runs(waiting_[at.step].row(point.state), *law_d, mass, *laws);
      continue;
    }
    for (const RunLaw::Run& run : laws->runs(*law_d))
      for (std::uint32_t i = 0; i < run.size; ++i)
        if (const double chance = laws->chances(run)[i]; chance > 0)
          deliver(at.step, point.state, run.first + i, mass * chance);
  }
}

}  // namespace broadside
