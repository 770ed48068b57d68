#include "sim/exact.hpp"

#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "sim/exact_solver.hpp"

namespace broadside {

ExactSolver::ExactSolver(const Duel& duel, const ExactOptions& options)
    : duel_(duel), parallel_(options.parallel), stop_(options.stop), waiting_(duel.steps.size()) {
  result_.finals.resize(duel.endings.size());
  for (auto& ending : result_.finals)
    for (std::size_t side = 0; side < 2; ++side) ending[side].assign(duel.finals[side], 0.0);
  result_.entered.assign(duel.steps.size(), 0.0);
  result_.rounds.assign(duel.steps.size(), 0.0);
  if (options.prune > 0) share_out(options.prune);
}

ExactResult ExactSolver::solve() && {
  enter(0, duel_.start[0], duel_.start[1], 1.0);
  for (std::size_t s = 0; s < duel_.steps.size();) {
    const Loop loop = loop_at(duel_, s);
    bool reached = false;
    for (std::size_t t = loop.first; t < loop.last; ++t) reached |= !waiting_[t].empty();
    if (reached && loop.single() && !duel_.steps[s].repeats)
      play_once(s);
    else if (reached)
      play_until_left(loop);
    note_memory();
    if (result_.stopped) break;
    for (std::size_t t = loop.first; t < loop.last; ++t) waiting_[t] = {};
    tools_.clear();
    s = loop.last;
  }
  return std::move(result_);
}

void ExactSolver::share_out(double allowed) {
  constexpr double kGenerous = 16;
  double pairs = 1, terms = 1;
  for (const Step& step : duel_.steps) {
    const StepSide &a = step.side[0], &d = step.side[1];
    pairs += double(a.in_states) * d.in_states;
    terms += double(a.in_states) * d.rows * a.volleys;
  }
  allowed_ = allowed;
  least_pair_ = std::max(kNegligible, kGenerous * allowed / pairs);
  least_term_ = std::max(kNegligible, kGenerous * allowed / terms);
}

void ExactSolver::note_memory() {
  std::size_t bytes = 0;
  for (const PairMass& masses : waiting_) bytes += masses.bytes();
  for (const StepTools& tools : tools_)
    if (tools.spread) bytes += tools.spread->bytes();
  result_.memory = std::max(result_.memory, bytes);
}

void ExactSolver::play_once(std::size_t s) {
  const Step& step = duel_.steps[s];
  const StepSide &attacker = step.side[0], &defender = step.side[1];
  StepTools& tools = tools_.emplace_back(step);
  PairMass after{attacker.out_states, defender.out_states};
  const auto moves = [](std::uint32_t) { return false; };
  AttackerRow row;
  for (std::uint32_t a = 0; a < attacker.in_states; ++a) {
    if (asked_to_stop()) return;
    if (tools.spread) {
      tools.spread->trim();
      tools.spread->begin(row, a);
    }
    for (std::uint32_t d = 0; d < defender.in_states; ++d) {
      const double mass = waiting_[s].at(a, d);
      if (mass == 0 || leave_out(mass)) continue;
      if (const std::uint8_t early = early_edge(step, a, d); early != kNoEdge) {
        leave(step, early, a, d, mass);
        continue;
      }
      result_.rounds[s] += mass;
      if (tools.spread) {
        tools.spread->attacker(row, d, moves);
        tools.spread->defender(row, d, moves);
        row.mass.emplace_back(d, mass);
      } else {
        tools.exchange->from(a, d);
        tools.exchange->each([&](std::uint32_t to_a, std::uint32_t to_d, double chance) {
          after.at(to_a, to_d) += mass * chance;
        });
      }
    }
    if (tools.spread)
      push_row(*tools.spread, row, parallel_, [&](std::uint32_t to) { return after.row(to); });
  }
  for (std::uint32_t a = 0; a < attacker.out_states; ++a)
    for (std::uint32_t d = 0; d < defender.out_states; ++d)
      if (const double mass = after.at(a, d); mass > 0)
        leave(step, edge_after(step, a, d), a, d, mass);
  result_.memory = std::max(result_.memory, waiting_[s].bytes() + after.bytes());
}

void ExactSolver::play_until_left(Loop loop) {
  loop_ = loop;
  for (std::size_t s = loop.first; s < loop.last; ++s) {
    tools_.emplace_back(duel_.steps[s]);
    make_room(s);
  }
  const LoopOrder attackers{duel_, 0, loop}, defenders{duel_, 1, loop};
  const bool simple = loop.single() && attackers.all_single() && defenders.all_single();
  for (std::uint32_t a = attackers.parts(); a-- > 0;) {
    if (asked_to_stop()) return;
    for (StepTools& tools : tools_)
      if (tools.spread) tools.spread->trim();
    if (!simple)
      play_part(attackers, defenders, a);
    else if (tools_[0].spread)
      play_row(attackers.part(a)[0].state, defenders);
    else
      for (std::uint32_t d = defenders.parts(); d-- > 0;)
        play_pair(attackers.part(a)[0].state, defenders.part(d)[0].state);
  }
  if (loop.single()) leave_single(loop.first);
  loop_ = {0, 0};
}

void ExactSolver::play_row(std::uint32_t a, const LoopOrder& defenders) {
  const std::size_t s = loop_.first;
  const Step& step = duel_.steps[s];
  Spread& spread = *tools_[0].spread;
  double* const row = waiting_[s].row(a);
  spread.begin(row_, a);
  const auto stays_a = [a](std::uint32_t to) { return to == a; };
  for (std::uint32_t part = defenders.parts(); part-- > 0;) {
    const std::uint32_t d = defenders.part(part)[0].state;
    const double arrived = row[d];
    if (arrived == 0 || early_edge(step, a, d) != kNoEdge || leave_out(arrived)) continue;
    const PointLaw& law_a = spread.attacker(row_, d, stays_a);
    const RunLaw& law_d = spread.defender(row_, d, [d](std::uint32_t to) { return to == d; });
    double same_a = 0, same_d = 0;
    for (const auto& point : law_a.stays) same_a += point.chance;
    for (const auto& point : row_.defenders->stays(law_d)) same_d += point.chance;
    // A sum of what does change, never one minus what does not: that would lose all digits where
    // a change is rare.
    const double change = law_a.others * (same_d + law_d.others) + same_a * law_d.others;
    assert(change > 0);  // otherwise the pair is stalled and leaves early
    const double rounds = arrived / change;
    result_.rounds[s] += rounds;
    row_.mass.emplace_back(d, rounds);
    if (rounds * same_a >= kNegligible) add_runs(row, law_d, rounds * same_a, *row_.defenders);
  }
  push_row(spread, row_, parallel_, [&](std::uint32_t to) { return waiting_[s].row(to); });
}

void ExactSolver::play_pair(std::uint32_t a, std::uint32_t d) {
  const std::size_t s = loop_.first;
  const double arrived = waiting_[s].at(a, d);
  if (arrived == 0 || early_edge(duel_.steps[s], a, d) != kNoEdge || leave_out(arrived)) return;
  Exchange& exchange = *tools_[0].exchange;
  exchange.from(a, d);
  double change = 0;
  exchange.each([&](std::uint32_t to_a, std::uint32_t to_d, double chance) {
    if (to_a != a || to_d != d) change += chance;
  });
  assert(change > 0);  // otherwise the pair is stalled and leaves early
  const double rounds = arrived / change;
  result_.rounds[s] += rounds;
  exchange.each(
      [rounds, &masses = waiting_[s]](std::uint32_t to_a, std::uint32_t to_d, double chance) {
        masses.at(to_a, to_d) += rounds * chance;
      });
}

void ExactSolver::leave_single(std::size_t s) {
  const Step& step = duel_.steps[s];
  const StepSide &attacker = step.side[0], &defender = step.side[1];
  for (std::uint32_t a = 0; a < attacker.out_states; ++a)
    for (std::uint32_t d = 0; d < defender.out_states; ++d) {
      const bool fights = a >= attacker.out && d >= defender.out;
      if (fights && step.early.empty()) break;  // and so does the rest of the row
      const std::size_t e = fights ? early_edge(step, a, d) : edge_after(step, a, d);
      if (fights && e == kNoEdge) continue;
      if (const double mass = waiting_[s].at(a, d); mass > 0) leave(step, e, a, d, mass);
    }
}

ExactResult solve_exact(const Duel& duel, const ExactOptions& options) {
  ExactResult result = ExactSolver{duel, options}.solve();
#ifndef NDEBUG
  for (std::size_t side = 0; side < 2 && !result.stopped; ++side) {
    double total = 0;
    for (const auto& ending : result.finals)
      for (const double mass : ending[side]) total += mass;
    assert(std::abs(total + result.left_out - 1) < 1e-9);
  }
#endif
  return result;
}

}  // namespace broadside
