// Three ways to the same answer: the tables sampled, the tables solved, and somebody who rolls dice
// at a table. The dice roller (tests/naive) shares no code with the rules, so what all three agree
// on was understood twice.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <doctest/doctest.h>

#include "sim/engine.hpp"
#include "tests/naive/agreement.hpp"
#include "tests/naive/random_scenarios.hpp"
#include "tests/naive/ti4_roller.hpp"
#include "tests/sanitised.hpp"

namespace {

using namespace broadside;
using naive::fit_each_other;
using naive::fits;
using naive::kRoundingNoise;
using naive::kStandardErrors;
using naive::Squares;

constexpr std::uint64_t kScenarios = test::unless_sanitised(200, 30);
constexpr std::uint64_t kSampledBattles = 200'000;
constexpr std::uint64_t kNaiveBattles = 40'000;

/// What is left of a side: units and damaged units by type.
struct Force {
  naive::Counts left{}, damaged{};
  friend auto operator<=>(const Force&, const Force&) = default;
};

/// One answer to one scenario; shares of all battles.
struct Answer {
  ByOutcome<double> outcomes{};
  BySide<std::map<Force, double>> survivors;
  double battles = 0;  // 0 = solved
};

/// Sums over the rounds that the dice roller played, in space and on the ground.
struct Rounds {
  std::array<double, 2> sum{}, squares{};
};

/// Mean and variance of how many of each type are left.
struct Moments {
  std::array<double, naive::kTypes> mean{}, variance{};
};

void read_counts(const std::vector<UnitCount>& units, naive::Counts& counts) {
  for (const UnitCount& entry : units) {
    bool known = false;
    for (int t = 0; t < naive::kTypes; ++t)
      if (entry.type == naive::name(static_cast<naive::Type>(t))) {
        counts[static_cast<std::size_t>(t)] = entry.count;
        known = true;
      }
    CHECK_MESSAGE(known, "unit type in a survivor row: " << entry.type);
  }
}

Answer read(const Report& report) {
  Answer answer;
  answer.battles = report.method == Method::exact ? 0 : static_cast<double>(report.battles);
  for (const Outcome o : all_outcomes()) answer.outcomes[o] = report.odds[o].p;
  for (std::size_t s = 0; s < 2; ++s)
    for (const SurvivorRow& row : report.sides[s].survivors) {
      Force force;
      read_counts(row.units, force.left);
      read_counts(row.damaged, force.damaged);
      answer.survivors[s][force] += row.p;
    }
  return answer;
}

Answer roll_dice(const Scenario& scenario, std::uint32_t seed, Rounds& rounds) {
  const naive::Board board(scenario);
  boost::random::mt19937 dice(seed);
  Answer answer;
  answer.battles = static_cast<double>(kNaiveBattles);
  for (std::uint64_t i = 0; i < kNaiveBattles; ++i) {
    const naive::Played played = board.play(dice);
    answer.outcomes[static_cast<std::size_t>(played.outcome)] += 1;
    for (std::size_t s = 0; s < 2; ++s)
      answer.survivors[s][{played.left[s], played.damaged[s]}] += 1;
    for (std::size_t stage = 0; stage < 2; ++stage) {
      rounds.sum[stage] += played.rounds[stage];
      rounds.squares[stage] += played.rounds[stage] * played.rounds[stage];
    }
  }
  for (double& share : answer.outcomes) share /= answer.battles;
  for (auto& side : answer.survivors)
    for (auto& [force, share] : side) share /= answer.battles;
  return answer;
}

Moments moments(const std::map<Force, double>& forces) {
  Moments m;
  for (std::size_t t = 0; t < naive::kTypes; ++t) {
    for (const auto& [force, p] : forces) m.mean[t] += p * force.left[t];
    for (const auto& [force, p] : forces)
      m.variance[t] += p * (force.left[t] - m.mean[t]) * (force.left[t] - m.mean[t]);
  }
  return m;
}

double share_of(const std::map<Force, double>& forces, const Force& force) {
  const auto found = forces.find(force);
  return found == forces.end() ? 0 : found->second;
}

std::string text(const Force& force) {
  std::string words;
  for (std::size_t t = 0; t < naive::kTypes; ++t) {
    if (force.left[t] == 0) continue;
    words += (words.empty() ? "" : ", ") + std::to_string(force.left[t]) + " " +
             std::string(naive::name(static_cast<naive::Type>(t)));
    if (force.damaged[t] > 0) words += " (" + std::to_string(force.damaged[t]) + " damaged)";
  }
  return words.empty() ? "nothing" : words;
}

void check_sums(const Answer& answer) {
  double outcomes = 0;
  for (const double p : answer.outcomes) outcomes += p;
  CHECK(outcomes == doctest::Approx(1).epsilon(1e-9));
  for (const auto& side : answer.survivors) {
    double rows = 0;
    for (const auto& [force, p] : side) rows += p;
    CHECK(rows == doctest::Approx(1).epsilon(1e-9));
  }
}

/// A sample against the solved tables: outcomes, survivors, mean losses.
void check_sample(const std::string& who, const Answer& sample, const Answer& solved,
                  Squares& squares) {
  CAPTURE(who);
  for (const Outcome o : all_outcomes())
    CHECK_MESSAGE(fits(sample.outcomes[o], sample.battles, solved.outcomes[o], squares),
                  name(o) << ": " << sample.outcomes[o] << ", solved " << solved.outcomes[o]);
  for (const Side side : kSides) {
    const std::string whose = name(side);
    CAPTURE(whose);
    auto all = solved.survivors[side];
    for (const auto& [force, share] : sample.survivors[side]) all.try_emplace(force, 0.0);
    for (const auto& [force, p] : all) {
      const double share = share_of(sample.survivors[side], force);
      CHECK_MESSAGE(fits(share, sample.battles, p, squares),
                    text(force) << ": " << share << ", solved " << p);
    }
    const Moments seen = moments(sample.survivors[side]),
                  expected = moments(solved.survivors[side]);
    for (std::size_t t = 0; t < naive::kTypes; ++t) {
      const double error = std::sqrt(expected.variance[t] / sample.battles);
      if (expected.variance[t] < kRoundingNoise)
        CHECK(seen.mean[t] == doctest::Approx(expected.mean[t]));
      else if (expected.variance[t] * sample.battles >= 20)  // else the rows have said it
        CHECK_MESSAGE(std::abs(seen.mean[t] - expected.mean[t]) < kStandardErrors * error,
                      "mean number left of " << naive::name(static_cast<naive::Type>(t)) << ": "
                                             << seen.mean[t] << ", solved " << expected.mean[t]);
    }
  }
}

void check_samples(const Answer& one, const Answer& two, const Answer& solved) {
  for (const Outcome o : all_outcomes())
    CHECK(fit_each_other(one.outcomes[o], one.battles, two.outcomes[o], two.battles,
                         solved.outcomes[o]));
  for (std::size_t s = 0; s < 2; ++s)
    for (const auto& [force, p] : solved.survivors[s])
      CHECK_MESSAGE(fit_each_other(share_of(one.survivors[s], force), one.battles,
                                   share_of(two.survivors[s], force), two.battles, p),
                    text(force));
}

/// The report's own expected losses are those of its survivor rows.
void check_losses(const Scenario& scenario, const Report& report, const Answer& answer) {
  for (std::size_t s = 0; s < 2; ++s) {
    const Moments left = moments(answer.survivors[s]);
    naive::Counts start{};
    read_counts(scenario.sides[s].units, start);
    for (std::size_t t = 0; t < naive::kTypes; ++t) {
      double lost = 0;
      for (const auto& [type, mean] : report.sides[s].lost_units)
        if (type == naive::name(static_cast<naive::Type>(t))) lost = mean;
      CHECK(lost == doctest::Approx(start[t] - left.mean[t]).epsilon(1e-7));
    }
  }
}

/// Mean rounds of each stage; the solved tables give no variance, so it is the roller's own.
void check_rounds(const Rounds& rounds, const Report& solved) {
  constexpr std::array<const char*, 2> kStages = {"space combat", "ground combat"};
  const auto battles = static_cast<double>(kNaiveBattles);
  for (std::size_t stage = 0; stage < 2; ++stage) {
    double expected = 0;
    for (const StageReport& known : solved.stages)
      if (known.name == kStages[stage]) expected = known.mean_rounds;
    const double mean = rounds.sum[stage] / battles;
    const double variance = rounds.squares[stage] / battles - mean * mean;
    CHECK_MESSAGE(std::abs(mean - expected) <=
                      kStandardErrors * std::sqrt(std::max(variance, 20 / battles) / battles),
                  "rounds of " << kStages[stage] << ": " << mean << ", solved " << expected);
  }
}

}  // namespace

TEST_CASE("tables sampled, tables solved and dice rolled by hand agree on random fleets") {
  Squares by_kernel, by_hand;
  for (std::uint64_t seed = 1; seed <= kScenarios; ++seed) {
    const Scenario scenario = naive::random_standard_scenario(seed);
    const std::string what = naive::describe(scenario);
    CAPTURE(seed);
    CAPTURE(what);

    Options options;
    options.method = Method::exact;
    const auto solved = odds(scenario, options);
    options.method = Method::monte_carlo;
    options.battles = kSampledBattles;
    options.seed = seed;
    const auto sampled = odds(scenario, options);
    REQUIRE_MESSAGE(solved, solved.error().message());
    REQUIRE_MESSAGE(sampled, sampled.error().message());
    REQUIRE(solved.value().method == Method::exact);
    REQUIRE(sampled.value().battles == kSampledBattles);

    const Answer exact = read(solved.value()), kernel = read(sampled.value());
    Rounds rounds;
    const Answer dice = roll_dice(scenario, static_cast<std::uint32_t>(1000 + seed), rounds);
    for (const Answer* answer : {&exact, &kernel, &dice}) check_sums(*answer);
    check_sample("tables sampled", kernel, exact, by_kernel);
    check_sample("dice rolled", dice, exact, by_hand);
    check_samples(kernel, dice, exact);
    check_rounds(rounds, solved.value());
    check_losses(scenario, solved.value(), exact);
    check_losses(scenario, sampled.value(), kernel);
    for (const Outcome o : all_outcomes()) {
      REQUIRE(sampled.value().exact);
      CHECK(sampled.value().exact->p[o] == doctest::Approx(exact.outcomes[o]).epsilon(1e-9));
    }
  }

  // Squares of standard errors average one when nothing but chance is at work.
  for (const Squares* squares : {&by_kernel, &by_hand}) {
    INFO(squares->count << " comparisons, mean square " << squares->mean() << ", largest "
                        << squares->largest << " standard errors");
    CHECK(squares->count > 10 * static_cast<int>(kScenarios));
    CHECK(std::abs(squares->mean() - 1) < 6 * std::sqrt(2.0 / squares->count));
  }
}
