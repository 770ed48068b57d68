#include "sim/exact.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>

#include <doctest/doctest.h>

#include "sim/exact_parallel.hpp"
#include "sim/serial.hpp"
#include "stats/tally.hpp"
#include "tests/sim/toy_duels.hpp"

using namespace broadside;

namespace {

double chance(const Duel& duel, const ExactResult& result, Outcome outcome) {
  return outcome_totals(duel, result.finals)[outcome];
}

/// Carries the masses on, exchange by exchange, until less than 1e-13 is still fighting: slow, and
/// nothing to get wrong.
ExactResult iterate(const Duel& duel) {
  ExactResult result;
  result.finals.resize(duel.endings.size());
  for (auto& ending : result.finals)
    for (std::size_t side = 0; side < 2; ++side) ending[side].assign(duel.finals[side], 0.0);
  result.entered.assign(duel.steps.size(), 0.0);
  result.rounds.assign(duel.steps.size(), 0.0);
  using Place = std::tuple<std::size_t, Cell, Cell>;
  std::map<Place, double> fighting{{{0, duel.start[0], duel.start[1]}, 1.0}};
  result.entered[0] = 1;
  double left = 1;
  while (left > 1e-13) {
    std::map<Place, double> then;
    left = 0;
    for (const auto& [place, mass] : fighting) {
      const auto& [s, cell_a, cell_d] = place;
      const Step& step = duel.steps[s];
      const StepSide &a = step.side[0], &d = step.side[1];
      const auto leave = [&](std::uint8_t e, std::uint32_t state_a, std::uint32_t state_d,
                             double moved) {
        const Edge& edge = step.edges[e];
        const std::uint32_t out_a = edge.map[0][state_a], out_d = edge.map[1][state_d];
        if (edge.step == kNoStep) {
          result.finals[edge.ending][0][out_a] += moved;
          result.finals[edge.ending][1][out_d] += moved;
          return;
        }
        then[{edge.step, out_a, out_d}] += moved;
        // A loop is entered from outside, and once
        const std::uint16_t loop = duel.steps[edge.step].loop;
        if (loop == kNoStep || (loop == edge.step && step.loop != loop))
          result.entered[edge.step] += moved;
        left += moved;
      };
      const auto go = [&, s = s](Cell to_a, Cell to_d, double moved) {
        const std::uint32_t after_a = state_of(to_a), after_d = state_of(to_d);
        if (step.repeats && after_a >= a.out && after_d >= d.out) {
          then[{s, to_a, to_d}] += moved;
          left += moved;
        } else {
          leave(step.flow[a.stance[after_a]][d.stance[after_d]], after_a, after_d, moved);
        }
      };
      const std::uint32_t state_a = state_of(cell_a), state_d = state_of(cell_d);
      if (!step.early.empty())
        if (const auto early = step.early[std::size_t{state_a} * d.in_states + state_d];
            early != kNoEdge) {
          leave(early, state_a, state_d, mass);
          continue;
        }
      result.rounds[s] += mass;
      const std::uint32_t row_a = row_of(cell_a) + (d.feature.empty() ? 0 : d.feature[state_d]);
      const std::uint32_t row_d = row_of(cell_d) + (a.feature.empty() ? 0 : a.feature[state_a]);
      for (std::uint32_t i = 0; i < 1u << a.column_bits; ++i)
        for (std::uint32_t j = 0; j < 1u << d.column_bits; ++j) {
          const std::uint32_t at_a = row_a << a.column_bits | i, at_d = row_d << d.column_bits | j;
          const double moved = mass * a.chance[at_a] * d.chance[at_d];
          if (moved == 0) continue;
          std::uint32_t volley_a = i, volley_d = j, own_a = state_a, own_d = state_d;
          if (!a.thrown.empty()) volley_a = a.thrown[at_a] & 0xffff, own_a = a.thrown[at_a] >> 16;
          if (!d.thrown.empty()) volley_d = d.thrown[at_d] & 0xffff, own_d = d.thrown[at_d] >> 16;
          const std::uint32_t both = volley_a * a.volleys + volley_d;
          if (!step.response.empty())
            volley_a = step.response.volley[0][both], volley_d = step.response.volley[1][both];
          go(a.next[own_a * a.volleys + volley_d], d.next[own_d * d.volleys + volley_a], moved);
        }
    }
    fighting = std::move(then);
  }
  return result;
}

void check_same(const ExactResult& got, const ExactResult& expected, double tolerance) {
  REQUIRE(got.finals.size() == expected.finals.size());
  double worst = 0;
  const auto compare = [&](const std::vector<double>& a, const std::vector<double>& b) {
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  };
  for (std::size_t e = 0; e < got.finals.size(); ++e)
    for (std::size_t side = 0; side < 2; ++side)
      compare(got.finals[e][side], expected.finals[e][side]);
  compare(got.entered, expected.entered);
  CHECK(worst < tolerance);
  worst = 0;
  compare(got.rounds, expected.rounds);
  CHECK(worst < tolerance * 100);
}

/// Every combination of features in turn.
toy::RandomShape shape_of(std::uint64_t seed) {
  toy::RandomShape shape;
  shape.spends = seed & 1;
  shape.looks = seed & 2;
  shape.responds = seed & 4;
  shape.repairs = seed & 8;
  shape.stalls = seed & 16;
  shape.loops = seed & 32;
  return shape;
}

}  // namespace

TEST_CASE("a cruiser against a destroyer: 8 to 2 to 3") {
  const Duel duel = toy::single_units(0.4, 0.2);
  const ExactResult result = solve_exact(duel);
  CHECK(std::abs(chance(duel, result, Outcome::attacker_win) - 8.0 / 13) < 1e-15);
  CHECK(std::abs(chance(duel, result, Outcome::draw) - 2.0 / 13) < 1e-15);
  CHECK(std::abs(chance(duel, result, Outcome::defender_win) - 3.0 / 13) < 1e-15);
  CHECK(chance(duel, result, Outcome::stalemate) == 0);
  CHECK(std::abs(result.rounds[0] - 1 / 0.52) < 1e-14);
  CHECK(result.entered[0] == 1);
  // One final force a side and ending: who won still has his unit.
  CHECK(std::abs(result.finals[0][0][1] - 8.0 / 13) < 1e-15);
  CHECK(result.finals[0][0][0] == 0);
}

TEST_CASE("hits so rare that one minus the chance of none has no digits left") {
  constexpr double kHits = 1e-15;
  const Duel duel = toy::single_units(2 * kHits, kHits);
  const ExactResult result = solve_exact(duel);
  CHECK(std::abs(chance(duel, result, Outcome::attacker_win) - 2.0 / 3) < 1e-12);
  CHECK(std::abs(chance(duel, result, Outcome::defender_win) - 1.0 / 3) < 1e-12);
  CHECK(result.rounds[0] * 3 * kHits == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("a repair makes a cycle") {
  // The defender's unit takes one hit, and is whole again after a round without a hit; the second
  // in a row kills.
  constexpr double kHit = 0.4, kRisk = 0.2, kSafe = 1 - kRisk;
  const Duel duel = toy::one_step(
      toy::repeating({{1 - kHit, kHit}}, {0, 0}, {{0, 0}, {1, 0}}, 1),
      toy::repeating({{1 - kRisk, kRisk}}, {0, 0, 0}, {{0, 0}, {2, 0}, {2, 1}}, 1, {0, 1, 1}));
  // Rounds begun whole and damaged: w = 1 + (1-h) s (w + m), m = h s w
  const double whole = 1 / (1 - (1 - kHit) * kSafe * (1 + kHit * kSafe)),
               damaged = kHit * kSafe * whole;
  const ExactResult result = solve_exact(duel);
  CHECK(result.rounds[0] == doctest::Approx(whole + damaged).epsilon(1e-13));
  CHECK(chance(duel, result, Outcome::attacker_win) ==
        doctest::Approx(damaged * kHit * kSafe).epsilon(1e-13));
  CHECK(chance(duel, result, Outcome::draw) ==
        doctest::Approx(damaged * kHit * kRisk).epsilon(1e-13));
  CHECK(chance(duel, result, Outcome::defender_win) ==
        doctest::Approx(kRisk * (whole + damaged * (1 - kHit))).epsilon(1e-13));
}

TEST_CASE("nobody can hit any more: a stalemate") {
  // Two units a side; the second one to go is harmless, and what is harmless cannot be hit by the
  // harmless.
  const std::vector<std::vector<double>> laws{{1.0}, {0.5, 0.5}};
  const std::vector<std::vector<std::uint32_t>> next{{0, 0}, {1, 0}, {2, 1}};
  const Duel duel = toy::one_step(toy::repeating(laws, {0, 0, 1}, next, 1),
                                  toy::repeating(laws, {0, 0, 1}, next, 1));
  // From two each, a round with a hit: both lose one (1/3, then stuck), or one side does. Then the
  // harmless side loses.
  const ExactResult result = solve_exact(duel);
  CHECK(chance(duel, result, Outcome::stalemate) == doctest::Approx(1.0 / 3).epsilon(1e-14));
  CHECK(chance(duel, result, Outcome::attacker_win) == doctest::Approx(1.0 / 3).epsilon(1e-14));
  CHECK(chance(duel, result, Outcome::draw) == 0);
  CHECK(result.rounds[0] == doctest::Approx(4.0 / 3 + 2.0 / 3 * 2).epsilon(1e-14));

  SUBCASE("from the start") {
    const Duel stuck = toy::one_step(toy::repeating({{1.0}}, {0, 0}, {{0, 0}, {1, 0}}, 1),
                                     toy::repeating({{1.0}}, {0, 0}, {{0, 0}, {1, 0}}, 1));
    const ExactResult nothing = solve_exact(stuck);
    CHECK(chance(stuck, nothing, Outcome::stalemate) == 1);
    CHECK(nothing.rounds[0] == 0);
  }
}

TEST_CASE("large blocks of repairs are solved sparsely and agree with iteration") {
  // Damage is a walk: a hit takes one level, two hits two, a round without a hit mends one.
  constexpr std::uint32_t kLevels = 14;
  std::vector<std::vector<std::uint32_t>> next{{0, 0, 0}};
  std::vector<std::uint32_t> component{0}, row{0};
  for (std::uint32_t s = 1; s <= kLevels; ++s) {
    next.push_back({std::min(s + 1, kLevels), s - 1, s >= 2 ? s - 2 : 0});
    component.push_back(1);
    row.push_back(0);
  }
  const Duel duel = toy::one_step(toy::repeating({{0.3, 0.4, 0.3}}, row, next, 1, component),
                                  toy::repeating({{0.25, 0.45, 0.3}}, row, next, 1, component));
  check_same(solve_exact(duel), iterate(duel), 1e-11);
  CHECK(exact_cost(duel) > 196.0 * 196);  // the linear system counts
}

TEST_CASE("every feature of the tables: solved equals iterated, and sampled agrees") {
  for (std::uint64_t seed = 1; seed <= 128; ++seed) {
    CAPTURE(seed);
    const Duel duel = toy::random_duel(seed, shape_of(seed));
    const ExactResult result = solve_exact(duel);
    check_same(result, iterate(duel), 1e-10);

    constexpr std::uint64_t kBattles = 20'000;
    StopRule rule;
    rule.battles = kBattles;
    const Counts counts = run_serial(duel, seed, rule).counts;
    const double n = static_cast<double>(kBattles);
    for (std::size_t e = 0; e < duel.endings.size(); ++e)
      for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t f = 0; f < duel.finals[side]; ++f) {
          const double p = result.finals[e][side][f];
          const double seen = static_cast<double>(counts.finals[e][side][f]);
          // half a battle for the discreteness of rare endings
          CHECK(std::abs(seen - n * p) <= 5 * std::sqrt(n * p * (1 - std::min(p, 1.0))) + 2);
        }
  }
}

TEST_CASE(
    "pruned: never above the truth, never off by more than is said, never more than allowed") {
  for (std::uint64_t seed = 1; seed <= 64; ++seed) {
    CAPTURE(seed);
    const Duel duel = toy::random_duel(seed, shape_of(seed));
    const ExactResult whole = solve_exact(duel);
    for (const double prune : {1e-12, 1e-6, 1e-3}) {
      CAPTURE(prune);
      const ExactResult pruned = solve_exact(duel, {prune, {}});
      CHECK(pruned.left_out <= prune);
      for (std::size_t side = 0; side < 2; ++side) {
        double missing = 0;
        for (std::size_t e = 0; e < duel.endings.size(); ++e)
          for (std::size_t f = 0; f < duel.finals[side]; ++f) {
            const double less = whole.finals[e][side][f] - pruned.finals[e][side][f];
            CHECK(less >= -1e-13);
            missing += less;
          }
        CHECK(missing <= pruned.left_out + 1e-12);
      }
    }
  }
}

TEST_CASE("work that is shared out in any order gives the same bits") {
  // Wide enough that a single attacker state is worth sharing out.
  constexpr std::uint32_t kStates = 400, kVolleys = 40;
  toy::Chooser choose{5};
  const auto side = [&] {
    std::vector<std::vector<double>> laws;
    std::vector<std::uint32_t> row;
    std::vector<std::vector<std::uint32_t>> next;
    for (std::uint32_t s = 0; s < kStates; ++s) {
      laws.push_back(choose.law(kVolleys));
      row.push_back(s);
      next.emplace_back();
      for (std::uint32_t v = 0; v < kVolleys; ++v) next.back().push_back(s > v ? s - v : 0);
    }
    return toy::repeating(laws, row, next, 1);
  };
  const Duel duel = toy::one_step(side(), side());
  const ExactResult alone = solve_exact(duel);
  std::size_t shared = 0;
  const Parallel backwards = [&](std::size_t count, const auto& work) {
    ++shared;
    for (std::size_t at = count; at-- > 0;) work(at, at + 1);
  };
  for (const Parallel& parallel : {backwards, solving_threads(2), solving_threads(7)}) {
    const ExactResult together = solve_exact(duel, {0, parallel});
    CHECK(together.finals == alone.finals);
    CHECK(together.rounds == alone.rounds);
    CHECK(together.entered == alone.entered);
    CHECK(together.left_out == alone.left_out);
  }
  CHECK(shared > 0);
  CHECK(alone.memory > std::size_t{kStates} * kStates * sizeof(double));  // laws come on top
  CHECK(static_cast<double>(alone.memory) <= exact_memory(duel));
}

TEST_CASE("pruned: no more than allowed, also where every pair is below what may be left out") {
  // One volley spreads the battle evenly over 8 x 8 pairs: each has less than 16 even shares of
  // what may be left out.
  constexpr std::uint32_t kStates = 8;
  const auto side = [] {
    std::vector<std::vector<std::uint32_t>> next;
    for (std::uint32_t s = 0; s < kStates; ++s) {
      next.emplace_back();
      for (std::uint32_t v = 0; v < kStates; ++v) next.back().push_back(s > v ? s - v : 0);
    }
    return toy::repeating({std::vector<double>(kStates, 1.0 / kStates)},
                          std::vector<std::uint32_t>(kStates, 0), next, 1);
  };
  const ExactResult pruned = solve_exact(toy::one_step(side(), side()), {0.1, {}});
  CHECK(pruned.left_out > 0.01);
  CHECK(pruned.left_out <= 0.1);
}

TEST_CASE("memory: the masses that wait before a step and come out of it") {
  // Sides that are not separate have no laws to keep: only pairs of states, a number each.
  Duel duel = toy::random_duel(3, {.responds = true});
  Step& once = duel.steps[0];
  for (std::uint32_t a = 0; a < once.side[1].volleys; ++a)
    for (std::uint32_t d = 0; d < once.side[0].volleys; ++d) {
      once.response.volley[0].push_back(a);
      once.response.volley[1].push_back(d);
    }
  const std::size_t before = std::size_t{3} * 3,
                    after = std::size_t{once.side[0].out_states} * once.side[1].out_states;
  const ExactResult exact = solve_exact(duel);
  REQUIRE(exact.rounds[1] > 0);
  CHECK(exact.memory == (before + after) * sizeof(double));
}

TEST_CASE("cost grows with the tables and leaves out what is never played") {
  const double small = exact_cost(toy::single_units(0.4, 0.2));
  // One state of two fights on either side, with two outcomes: a third of a term for each of two
  // states that they lead to, laws, the pair itself, and masses before and after.
  CHECK(small == doctest::Approx(1 * 2 * 2 / 3.0 + 8 * (2 + 2) + 30 + 8 * (1 + 2 * 2)));
  Duel duel = toy::single_units(0.4, 0.2);
  duel.steps.emplace_back();  // a step that no battle comes to has empty tables
  CHECK(exact_cost(duel) == small);
  // A pass back: the two outcomes of one side times those of the other, and the same values.
  CHECK(values_cost(duel) == doctest::Approx(2 * 2 + 8 * (1 + 2 * 2)));
}
