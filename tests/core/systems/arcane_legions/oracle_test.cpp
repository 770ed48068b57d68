// Sampled, solved and rolled die by die by an independent table: the same odds.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "sim/engine.hpp"
#include "tests/naive/arcane_roller.hpp"

using namespace broadside;

namespace {

constexpr double kStandardErrors = 4.5;

/// Counts of a rare event are not normal: two of them more or less prove nothing.
void agree(double counted, double p, double trials) {
  const double error = std::sqrt(std::max(p * (1 - p), 0.0) * trials);
  CHECK(std::abs(counted - p * trials) <= kStandardErrors * error + 2);
}

/// By number of figures left.
std::vector<double> figures_left(const SideReport& side, std::size_t most) {
  std::vector<double> p(most + 1);
  for (const SurvivorRow& row : side.survivors) {
    std::size_t count = 0;
    for (const UnitCount& unit : row.units) count += static_cast<std::size_t>(unit.count);
    p[count] += row.p;
  }
  return p;
}

void compare(std::uint64_t seed, int rolled_battles) {
  const Scenario scenario = naive::random_arcane_scenario(seed);
  CAPTURE(seed);
  CAPTURE(scenario.battle);
  Options options;
  options.method = Method::monte_carlo;
  options.battles = 100'000;
  options.seed = seed;
  options.threads = 1;
  const auto sampled = odds(scenario, options);
  REQUIRE_MESSAGE(bool{sampled}, (sampled ? "" : sampled.error().message()));
  options.method = Method::exact;
  options.exact_budget = 1e10;
  const auto solved = odds(scenario, options);
  REQUIRE_MESSAGE(bool{solved}, (solved ? "" : solved.error().message()));

  const naive::ArcaneTable table{scenario};
  boost::random::mt19937 dice(static_cast<std::uint32_t>(seed));
  ByOutcome<double> outcomes{};
  std::array<std::vector<double>, 2> left;
  for (std::size_t s = 0; s < 2; ++s)
    left[s].resize(scenario.sides[s].fields.get<Rows>("slots")->size() + 1);
  for (int i = 0; i < rolled_battles; ++i) {
    const auto result = table.play(dice);
    ++outcomes[static_cast<std::size_t>(result.outcome)];
    for (std::size_t s = 0; s < 2; ++s) ++left[s][static_cast<std::size_t>(result.figures[s])];
  }
  for (const Outcome o : all_outcomes()) {
    CAPTURE(name(o));
    const double p = solved.value().odds[o].p;
    agree(outcomes[o], p, rolled_battles);
    agree(sampled.value().odds[o].p * 100'000, p, 100'000);
  }
  for (std::size_t s = 0; s < 2; ++s) {
    const std::size_t most = scenario.sides[s].fields.get<Rows>("slots")->size();
    const auto exact = figures_left(solved.value().sides[s], most);
    const auto sample = figures_left(sampled.value().sides[s], most);
    for (std::size_t n = 0; n <= most; ++n) {
      CAPTURE(s);
      CAPTURE(n);
      agree(left[s][n], exact[n], rolled_battles);
      agree(sample[n] * 100'000, exact[n], 100'000);
    }
  }
}

}  // namespace

TEST_SUITE("arcane legions, oracle") {
  TEST_CASE("200 random battles: sampled, solved and rolled") {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) compare(seed, 6'000);
  }
  TEST_CASE("at least 100 of them are duels and volleys") {
    int duels = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      const std::string battle = naive::random_arcane_scenario(seed).battle;
      duels += battle == "duel" || battle == "volley";
    }
    CHECK(duels >= 100);
  }
}
