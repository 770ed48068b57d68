// Battles thrown with the same or with opposite luck: each follows the right law, together they say
// more.
#include "core/kernel/coupled.hpp"

#include <array>
#include <cmath>
#include <cstdint>

#include <doctest/doctest.h>

#include "bench/check.hpp"
#include "bench/matchups.hpp"
#include "sim/engine.hpp"
#include "sim/exact.hpp"
#include "sim/run.hpp"
#include "stats/pairs.hpp"
#include "stats/tally.hpp"
#include "tests/sim/toy_duels.hpp"

using namespace broadside;

namespace {

constexpr Outcome kWin = Outcome::attacker_win;

StopRule by_battles(std::uint64_t battles) {
  StopRule rule;
  rule.battles = battles;
  return rule;
}

/// Within 4.5 standard errors of the exact chances, by the variance of pairs.
void check_unbiased(const Duel& duel, std::uint64_t battles) {
  const auto exact = outcome_totals(duel, solve_exact(duel).finals);
  const Sample sample = run_antithetic(duel, 11, by_battles(battles), 2);
  REQUIRE(sample.pairs);
  for (const Outcome o : all_outcomes()) {
    CAPTURE(name(o));
    const PairCount count = pair_count(*sample.pairs, {o});
    CHECK(count.pairs == battles / 2);
    const double n = static_cast<double>(count.pairs);
    const double mean = (static_cast<double>(count.both) + static_cast<double>(count.one) / 2) / n;
    const double variance =
        (static_cast<double>(count.both) + static_cast<double>(count.one) / 4) / n - mean * mean;
    CHECK(std::abs(mean - exact[o]) <= 4.5 * std::sqrt(variance / n) + 3 / n);
  }
  const auto problem = bench::check_sums(duel, sample.counts, battles);
  CHECK_MESSAGE(!problem, problem.value_or(""));
}

}  // namespace

TEST_SUITE("coupled") {
  TEST_CASE("antithetic pairs are unbiased on every fixed matchup") {
    for (const bench::Matchup& matchup : bench::signature_matchups()) {
      CAPTURE(matchup.name);
      const Battle battle = bench::prepare(matchup);
      if (!battle.duel.direct) check_unbiased(battle.duel, 100'000);
    }
  }

  TEST_CASE("antithetic pairs are unbiased whatever the tables can do") {
    for (unsigned set = 0; set < 64; ++set) {
      CAPTURE(set);
      toy::RandomShape shape;
      shape.spends = set & 1;
      shape.looks = set & 2;
      shape.responds = set & 4;
      shape.repairs = set & 8;
      shape.stalls = set & 16;
      shape.loops = set & 32;
      const Duel duel = toy::random_duel(set + 1, shape);
      const auto exact = outcome_totals(duel, solve_exact(duel).finals);
      const Sample sample = run_antithetic(duel, set, by_battles(20'000), 1);
      for (const Outcome o : all_outcomes()) {
        CAPTURE(name(o));
        // A sample of pairs is never worse than one of half as many battles.
        const double error = std::sqrt(std::max(0.0, exact[o] * (1 - exact[o]) / 10'000));
        const auto totals = outcome_totals(duel, sample.counts.finals);
        CHECK(std::abs(static_cast<double>(totals[o]) / 20'000 - exact[o]) <= 4.5 * error + 3e-4);
      }
    }
  }

  TEST_CASE("the variance of pairs is at least 2.5 times less on ii to iv") {
    for (const char* which : {"ii", "iii", "iv"}) {
      CAPTURE(which);
      const Battle battle = bench::prepare(bench::fixed_matchup(which));
      const Sample sample = run_antithetic(battle.duel, 5, by_battles(200'000), 2);
      CHECK(variance_ratio(pair_count(*sample.pairs, {kWin})) > 2.5);
    }
  }

  TEST_CASE("the intervals of pairs cover as stated") {
    // 1,000 samples of 500 pairs; the share that covers is known to about 0.7 %.
    for (const char* which : {"i", "ii", "iii"}) {
      CAPTURE(which);
      const Battle battle = bench::prepare(bench::fixed_matchup(which));
      const CoupledTables tables{battle.duel};
      const auto exact = outcome_totals(battle.duel, solve_exact(battle.duel).finals);
      Counts counts{battle.duel};
      int covered = 0;
      constexpr int kSamples = 1000;
      for (std::uint64_t chunk = 0; chunk < kSamples; ++chunk) {
        JointCounts pairs{};
        play_antithetic(tables, 3, chunk, 1000, counts, pairs);
        const Chance chance = pair_interval(pair_count(pairs, {kWin}), 0.9);
        covered += chance.low <= exact[kWin] && exact[kWin] <= chance.high;
      }
      const double error = std::sqrt(kSamples * 0.9 * 0.1);
      CHECK(covered > kSamples * 0.9 - 4.5 * error);
      CHECK(covered < kSamples * 0.9 + 4.5 * error);
    }
  }

  TEST_CASE("an interval of pairs that all agree is not a point") {
    const Chance never = pair_interval({0, 0, 100}, 0.95);
    CHECK(never.p == 0);
    CHECK(never.high > 0.01);
    const Chance halves = pair_interval({0, 100, 100}, 0.95);
    CHECK(halves.p == 0.5);
    CHECK(halves.low < 0.5);
    CHECK(halves.high > 0.5);
    CHECK(pair_interval({0, 0, 0}, 0.95).high == 1);
  }

  TEST_CASE("where nothing varies, pairs are worth as much as single battles") {
    CHECK(variance_ratio({0, 0, 0}) == 1);
    CHECK(variance_ratio({100, 0, 100}) == 1);
    CHECK(variance_ratio({0, 0, 100}) == 1);
    // Every other pair whole, every other lost: a share of one half that varies by 1/4, where two
    // battles of their own would vary by 1/8.
    CHECK(variance_ratio({50, 0, 100}) == doctest::Approx(0.5).epsilon(1e-14));
  }

  TEST_CASE("pairs count the same on any number of threads") {
    const Battle battle = bench::prepare(bench::fixed_matchup("conquest"));
    const auto rule = by_battles(3 * kChunkBattles + 1002);
    const Sample one = run_antithetic(battle.duel, 4, rule, 1);
    for (const int threads : {2, 7}) {
      const Sample many = run_antithetic(battle.duel, 4, rule, threads);
      CHECK(many.counts == one.counts);
      CHECK(*many.pairs == *one.pairs);
    }
  }
}
