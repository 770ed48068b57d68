#include "stats/racing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "core/kernel/rng.hpp"

using namespace broadside;

namespace {

/// One battle of every candidate with common luck: candidate c wins with chance chances[c].
void add_battles(Race& race, const std::vector<double>& chances, int battles, Philox& dice) {
  std::vector<double> scores;
  for (int b = 0; b < battles; ++b) {
    const double u = (dice() + 0.5) / 4294967296.0;
    for (const std::size_t c : race.alive()) scores.push_back(u < chances[c] ? 1.0 : 0.0);
  }
  race.add(scores);
}

}  // namespace

TEST_CASE("a race ends with the best, and the others drop out by how far they are behind") {
  const std::vector<double> chances{0.30, 0.62, 0.60, 0.10, 0.55};
  Race race(chances.size(), 1, 0.95);
  Philox dice{1, 2};
  std::vector<std::size_t> before = race.alive();
  while (race.alive().size() > 1 && race.battles() < 1'000'000) {
    add_battles(race, chances, 512, dice);
    race.look();
    CHECK(std::includes(before.begin(), before.end(), race.alive().begin(), race.alive().end()));
    before = race.alive();
  }
  REQUIRE(race.alive() == std::vector<std::size_t>{1});
  CHECK(race.leader() == 0);
  CHECK(race.mean(0) == doctest::Approx(0.62).epsilon(0.05));
}

TEST_CASE("candidates that are equal stay, whatever the number of looks") {
  const std::vector<double> chances{0.4, 0.4, 0.2};
  Race race(chances.size(), 1, 0.95);
  Philox dice{3, 4};
  for (int look = 0; look < 100; ++look) {
    add_battles(race, chances, 200, dice);
    race.look();
  }
  CHECK(race.alive() == std::vector<std::size_t>{0, 1});
}

TEST_CASE("the best is given up as seldom as promised") {
  constexpr int kRuns = 300;
  const std::vector<double> chances{0.500, 0.505, 0.495, 0.48};
  int lost = 0;
  for (int run = 0; run < kRuns; ++run) {
    Race race(chances.size(), 1, 0.9);
    for (int look = 0; look < 12; ++look) {
      // Luck of their own: the hardest case.
      std::vector<double> scores;
      Philox dice{9, static_cast<std::uint64_t>(100 * run + look)};
      for (int b = 0; b < 300; ++b)
        for (const std::size_t c : race.alive())
          scores.push_back((dice() + 0.5) / 4294967296.0 < chances[c] ? 1.0 : 0.0);
      race.add(scores);
      race.look();
    }
    lost += std::find(race.alive().begin(), race.alive().end(), 1u) == race.alive().end();
  }
  CHECK(lost <= 0.1 * kRuns + 3 * std::sqrt(0.1 * 0.9 * kRuns));
}

TEST_CASE("scores of any range race alike") {
  const std::vector<double> chances{0.3, 0.7};
  Race small(2, 1, 0.95), large(2, 40, 0.95);
  Philox dice{5, 6};
  std::vector<double> scores, scaled;
  for (int b = 0; b < 400; ++b) {
    const double u = (dice() + 0.5) / 4294967296.0;
    for (const double chance : chances) scores.push_back(u < chance ? 1.0 : 0.0);
  }
  for (const double score : scores) scaled.push_back(40 * score - 20);
  small.add(scores);
  large.add(scaled);
  small.look();
  large.look();
  CHECK(small.alive() == large.alive());
  CHECK(small.alive() == std::vector<std::size_t>{1});
}

TEST_CASE("the bound of a race, worked out by hand") {
  // One of two always wins, the other never: no variance, so at the first look of a race at 0.95
  // it is given up when 1 > 7 * 2 * log(2 / (0.05 / 2)) / (3 (n - 1)): from the 22nd battle on.
  const double reach = 7 * 2 * std::log(80) / 3;
  const auto enough = static_cast<int>(std::floor(reach + 1)) + 1;
  CHECK(enough == 22);
  for (const int battles : {enough - 1, enough}) {
    CAPTURE(battles);
    Race race(2, 1, 0.95);
    for (int b = 0; b < battles; ++b) race.add(std::vector<double>{1, 0});
    race.look();
    CHECK(race.alive().size() == (battles == enough ? 1 : 2));
  }
}
