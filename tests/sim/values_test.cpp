#include "sim/values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "sim/engine.hpp"
#include "sim/exact.hpp"
#include "sim/exact_parallel.hpp"
#include "tests/naive/random_scenarios.hpp"
#include "tests/naive/rebellion_scenarios.hpp"
#include "tests/sim/toy_duels.hpp"

using namespace broadside;

namespace {

/// All that is asked of a battle: every outcome, something about what is left of both sides in some
/// endings, and its rounds.
std::vector<Measure> all_measures(const Duel& duel) {
  std::vector<Measure> measures;
  for (const Outcome outcome : {Outcome::attacker_win, Outcome::draw, Outcome::defender_win,
                                Outcome::stalemate, Outcome::attacker_retreats})
    measures.push_back(chance_of(duel, outcome));
  for (std::size_t side = 0; side < 2; ++side) {
    Measure& left = measures.emplace_back();
    left.by_force[side].resize(duel.finals[side]);
    for (std::size_t f = 0; f < duel.finals[side]; ++f)
      left.by_force[side][f] = static_cast<double>((f * 7 + side) % 11) - 3;
    if (side == 1)
      for (std::size_t e = 0; e < duel.endings.size(); ++e) left.forces_count.push_back(e % 2 == 0);
  }
  measures.emplace_back();
  for (const Step& step : duel.steps) measures.back().each_time.push_back(step.is_round ? 1 : 0);
  return measures;
}

/// The same from masses that were pushed forward.
double pushed(const ExactResult& exact, const Measure& measure) {
  double sum = 0;
  for (std::size_t e = 0; e < exact.finals.size(); ++e) {
    if (!measure.by_ending.empty())
      for (const double mass : exact.finals[e][0]) sum += mass * measure.by_ending[e];
    if (!measure.forces_count.empty() && !measure.forces_count[e]) continue;
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t f = 0; f < measure.by_force[side].size(); ++f)
        sum += exact.finals[e][side][f] * measure.by_force[side][f];
  }
  for (std::size_t s = 0; s < measure.each_time.size(); ++s)
    sum += exact.rounds[s] * measure.each_time[s];
  return sum;
}

/// The largest difference between both solvers, relative where numbers are large.
double difference(const Duel& duel) {
  const std::vector<Measure> measures = all_measures(duel);
  const ExactResult exact = solve_exact(duel);
  const BattleValues values{duel, measures};
  double worst = 0;
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const double forward = pushed(exact, measures[m]);
    const double backward = values.from(duel.start[0], duel.start[1], m);
    worst = std::max(worst, std::abs(forward - backward) / std::max(1.0, std::abs(forward)));
  }
  CHECK(static_cast<double>(values.memory()) == values_memory(duel, measures.size()));
  return worst;
}

}  // namespace

TEST_CASE("values: a cruiser against a destroyer, 8 to 2 to 3") {
  const Duel duel = toy::single_units(0.4, 0.2);
  const std::vector<Measure> measures = all_measures(duel);
  const BattleValues values{duel, measures};
  CHECK(std::abs(values.from(duel.start[0], duel.start[1], 0) - 8.0 / 13) < 1e-15);
  CHECK(std::abs(values.from(duel.start[0], duel.start[1], 2) - 3.0 / 13) < 1e-15);
  CHECK(std::abs(values.from(duel.start[0], duel.start[1], 7) - 1 / 0.52) < 1e-14);
}

TEST_CASE("values: hits so rare that one minus the chance of none has no digits left") {
  const Duel duel = toy::single_units(2e-15, 1e-15);
  const std::vector<Measure> win{chance_of(duel, Outcome::attacker_win)};
  CHECK(std::abs(BattleValues{duel, win}.from(duel.start[0], duel.start[1], 0) - 2.0 / 3) < 1e-12);
}

TEST_CASE("values: every feature of the tables, pulled back equals pushed forward") {
  for (std::uint64_t seed = 1; seed <= 512; ++seed) {
    CAPTURE(seed);
    toy::RandomShape shape;
    shape.spends = seed & 1;
    shape.looks = seed & 2;
    shape.responds = seed & 4;
    shape.repairs = seed & 8;
    shape.stalls = seed & 16;
    shape.loops = seed & 32;
    CHECK(difference(toy::random_duel(seed, shape)) < 1e-12);
  }
}

TEST_CASE("values: large blocks of repairs are solved sparsely") {
  constexpr std::uint32_t kLevels = 14;
  std::vector<std::vector<std::uint32_t>> next{{0, 0, 0}};
  std::vector<std::uint32_t> component{0}, row{0};
  for (std::uint32_t s = 1; s <= kLevels; ++s) {
    next.push_back({std::min(s + 1, kLevels), s - 1, s >= 2 ? s - 2 : 0});
    component.push_back(1);
    row.push_back(0);
  }
  CHECK(difference(toy::one_step(toy::repeating({{0.3, 0.4, 0.3}}, row, next, 1, component),
                                 toy::repeating({{0.25, 0.45, 0.3}}, row, next, 1, component))) <
        1e-12);
}

TEST_CASE("values: random battles of the games, pulled back equals pushed forward") {
  Options options;
  options.exact_budget = 2e6;  // small ones: hundreds of them
  const auto check = [&](const Scenario& scenario) {
    const auto battle = ready(scenario);
    if (!battle || !solvable(battle.value().duel, options)) return 0;
    CHECK(difference(battle.value().duel) < 1e-12);
    return 1;
  };
  int checked = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(naive::describe(naive::random_standard_scenario(seed)));
    checked += check(naive::random_standard_scenario(seed));
  }
  CHECK(checked > 150);
  checked = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(naive_rebellion::describe(naive_rebellion::random_combat(seed)));
    checked += check(naive_rebellion::random_combat(seed));
  }
  CHECK(checked > 20);
}

TEST_CASE("values: threads change no bit") {
  Scenario scenario;
  scenario.game = "ti4";
  scenario.side(Side::attacker).units = {{"dreadnought", 3}, {"cruiser", 4}, {"fighter", 8}};
  scenario.side(Side::defender).units = {{"war_sun", 2}, {"destroyer", 5}, {"fighter", 8}};
  const auto battle = ready(scenario);
  REQUIRE(battle);
  const Duel& duel = battle.value().duel;
  const std::vector<Measure> measures = all_measures(duel);
  const BattleValues alone{duel, measures};
  const Parallel backwards = [](std::size_t count, const auto& work) {
    for (std::size_t at = count; at-- > 0;) work(at, at + 1);
  };
  for (const Parallel& parallel : {backwards, solving_threads(2)}) {
    const BattleValues together{duel, measures, {{}, parallel}};
    for (std::uint32_t a = 0; a < duel.steps[0].side[0].in_states; ++a)
      for (std::uint32_t d = 0; d < duel.steps[0].side[1].in_states; ++d)
        for (std::size_t m = 0; m < measures.size(); ++m)
          REQUIRE(together.at(0, a, d, m) == alone.at(0, a, d, m));
  }
}
