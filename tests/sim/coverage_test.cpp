// The stopping rule keeps its word: sampling that stops by looking at its own intervals still
// covers the exact chance as often as it says. Fixed seeds; the coverage is printed.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include <boost/random/binomial_distribution.hpp>
#include <doctest/doctest.h>

#include "core/kernel/rng.hpp"
#include "sim/engine.hpp"
#include "sim/exact.hpp"
#include "sim/serial.hpp"
#include "stats/interval.hpp"
#include "stats/tally.hpp"

using namespace broadside;

namespace {

constexpr int kRuns = 5000;
constexpr double kConfidence = 0.95;

void check_coverage(const std::string& what, int covered) {
  const double share = static_cast<double>(covered) / kRuns;
  MESSAGE(what << ": " << 100 * share << " % of " << kRuns << " runs cover the exact chance");
  CHECK(share >= kConfidence - 3 * std::sqrt(kConfidence * (1 - kConfidence) / kRuns));
}

bool covers(const Chance& chance, double truth) {
  return chance.low <= truth && truth <= chance.high;
}

}  // namespace

TEST_CASE("5,000 battles stopped by precision: the engine's intervals cover the exact chances") {
  Scenario scenario;
  scenario.side(Side::attacker).units = {{"cruiser", 1}};
  scenario.side(Side::defender).units = {{"destroyer", 1}};
  const auto battle = ready(scenario);
  REQUIRE(battle);
  const Duel& duel = battle.value().duel;
  const auto exact = outcome_totals(duel, solve_exact(duel).finals);
  StopRule rule;
  rule.precision = 0.01;
  rule.confidence = kConfidence;
  const AnytimeInterval interval = anytime_interval(rule);
  int win = 0, draw = 0, loss = 0;
  for (int run = 0; run < kRuns; ++run) {
    const Sample sample = run_serial(duel, static_cast<std::uint64_t>(run) + 1, rule);
    REQUIRE(sample.stopped_by == StoppedBy::precision);
    const auto totals = outcome_totals(duel, sample.counts.finals);
    const auto covered = [&](Outcome outcome) {
      const auto o = static_cast<std::size_t>(outcome);
      return covers(interval(totals[o], sample.counts.battles), exact[o]);
    };
    win += covered(Outcome::attacker_win);
    draw += covered(Outcome::draw);
    loss += covered(Outcome::defender_win);
  }
  check_coverage("attacker wins, within 1 %", win);
  check_coverage("draw, within 1 %", draw);
  check_coverage("defender wins, within 1 %", loss);
}

TEST_CASE("5,000 runs that end before they are precise, whenever they end") {
  // The rule looks on and on; a limit, a clock or a player ends it at the worst moment there is: the
  // first look at which the interval misses.
  for (const std::uint64_t limit : {std::uint64_t{64}, std::uint64_t{4096}}) {
    StopRule rule;
    rule.precision = 1e-5;
    rule.battles = limit * kChunkBattles;
    rule.confidence = kConfidence;
    const AnytimeInterval interval = anytime_interval(rule);
    for (const double truth : {0.5, 0.003}) {
      int covered = 0;
      for (int run = 0; run < kRuns; ++run) {
        Philox dice{12, static_cast<std::uint64_t>(run)};
        std::uint64_t wins = 0, chunks = 0;
        bool missed = false;
        while (chunks < limit && !missed) {
          const std::uint64_t look = std::min(limit, next_look(chunks));
          const auto more = static_cast<std::int64_t>((look - chunks) * kChunkBattles);
          wins += static_cast<std::uint64_t>(
              boost::random::binomial_distribution<std::int64_t, double>{more, truth}(dice));
          chunks = look;
          const auto battles = static_cast<double>(chunks * kChunkBattles);
          const double error = std::sqrt(truth * (1 - truth) / battles);
          // Nearer than two standard errors no sequence misses: the ends need not be looked for.
          if (std::abs(static_cast<double>(wins) / battles - truth) > 2 * error)
            missed = !covers(interval(wins, chunks * kChunkBattles), truth);
        }
        covered += !missed;
      }
      check_coverage("chance " + std::to_string(truth) + ", at all looks up to " +
                         std::to_string(limit) + " chunks",
                     covered);
    }
  }
}

TEST_CASE("5,000 runs to a tenth of a percent, at every look that the rule takes") {
  // The same rule on counts alone, so that millions of battles a run cost nothing.
  constexpr double kPrecision = 0.001;
  const AnytimeInterval interval{kConfidence, kPrecision};
  for (const double truth : {0.5, 0.02}) {
    int covered = 0;
    for (int run = 0; run < kRuns; ++run) {
      Philox dice{11, static_cast<std::uint64_t>(run)};
      std::uint64_t wins = 0, chunks = 0;
      Chance chance;
      do {
        const std::uint64_t look = next_look(chunks);
        const auto more = static_cast<std::int64_t>((look - chunks) * kChunkBattles);
        wins += static_cast<std::uint64_t>(
            boost::random::binomial_distribution<std::int64_t, double>{more, truth}(dice));
        chunks = look;
        chance = interval(wins, chunks * kChunkBattles);
      } while (chance.half_width() > kPrecision);
      covered += covers(chance, truth);
    }
    check_coverage("chance " + std::to_string(truth) + ", within 0.1 %", covered);
  }
}
