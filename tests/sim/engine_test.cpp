#include "sim/engine.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "sim/exact.hpp"
#include "tests/sim/toy_duels.hpp"

using namespace broadside;

namespace {

/// One unit against one; the side's only force has it or has not.
Battle single_battle(double hits_a, double hits_d) {
  Battle battle;
  battle.duel = toy::single_units(hits_a, hits_d);
  battle.labels[0] = {{"cruiser", "Cruiser", 2, 1}};
  battle.labels[1] = {{"destroyer", "Destroyer", 1, 1}};
  for (auto& remains : battle.remains) remains = {{{0}, {0}}, {{1}, {0}}};
  battle.assumptions = {"nobody retreats"};
  return battle;
}

/// A random battle with too many tables to be solved in no time; every force is named by its
/// number.
Battle random_battle(std::uint64_t seed) {
  toy::RandomShape shape;
  shape.stalls = shape.repairs = true;
  Battle battle;
  battle.duel = toy::random_duel(seed, shape);
  for (std::size_t side = 0; side < 2; ++side) {
    battle.labels[side] = {
        {"strength", "Strength", 1, static_cast<int>(battle.duel.finals[side]) - 1}};
    for (std::uint32_t f = 0; f < battle.duel.finals[side]; ++f)
      battle.remains[side].push_back({{static_cast<std::uint8_t>(f)}, {0}});
  }
  return battle;
}

Report ask(const Battle& battle, const Options& options) {
  auto report = odds(battle, Scenario{}, options);
  REQUIRE(report);
  return std::move(report).value();
}

double total(const Report& report) {
  return report.chance(Outcome::attacker_win).p + report.chance(Outcome::draw).p +
         report.chance(Outcome::defender_win).p + report.chance(Outcome::stalemate).p +
         report.retreat().p;
}

}  // namespace

TEST_CASE("sampled, with the exact answer beside it") {
  const Battle battle = single_battle(0.4, 0.2);
  Options options;
  options.battles = 100'000;
  const Report report = ask(battle, options);
  CHECK(report.method == Method::monte_carlo);
  CHECK(report.battles == 100'000);
  CHECK_FALSE(report.sequential);
  CHECK(report.game == "ti4");
  CHECK(report.assumptions == battle.assumptions);
  REQUIRE(report.exact);
  CHECK(report.exact_skipped.empty());
  CHECK(std::abs(report.exact->p[0] - 8.0 / 13) < 1e-14);
  CHECK(std::abs(report.exact->rounds.value() - 1 / 0.52) < 1e-13);
  CHECK(total(report) == doctest::Approx(1).epsilon(1e-14));
  for (const Outcome o : all_outcomes()) {
    CAPTURE(name(o));
    CHECK(report.odds[o].low <= report.exact->p[o]);
    CHECK(report.exact->p[o] <= report.odds[o].high);
  }
  // What the tables rule out is not "0 of 100,000" but zero.
  CHECK(report.chance(Outcome::stalemate).high == 0);
  CHECK(report.retreat().high == 0);
  CHECK(report.mean_rounds.value() == doctest::Approx(1 / 0.52).epsilon(0.02));
  REQUIRE(report.stages.size() == 1);
  CHECK(report.stages[0].reached == 1);
  // The cruiser is lost in 5 of 13 battles and worth 2.
  CHECK(report.sides[0].lost_resources == doctest::Approx(10.0 / 13).epsilon(0.05));
  CHECK(report.sides[1].survivors[0].units.empty());
}

TEST_CASE("solved only") {
  Options options;
  options.method = Method::exact;
  const Report report = ask(single_battle(0.4, 0.2), options);
  CHECK(report.method == Method::exact);
  CHECK(report.battles == 0);
  for (const Chance& chance : report.odds) {
    CHECK(chance.low == chance.p);
    CHECK(chance.high == chance.p);
  }
  CHECK(std::abs(report.chance(Outcome::attacker_win).p - 8.0 / 13) < 1e-14);
  CHECK(std::abs(report.mean_rounds.value() - 1 / 0.52) < 1e-13);
  CHECK(std::abs(report.sides[0].lost_resources - 10.0 / 13) < 1e-14);
  CHECK(report.sides[0].types[0].at_least[1] == doctest::Approx(8.0 / 13));
  CHECK(report.sides[0].survivors[0].p == doctest::Approx(8.0 / 13));
  // Whoever wins has its one unit left, and every battle comes to the one step.
  for (const auto& left : report.left_when_won) {
    REQUIRE(left.size() == 1);
    CHECK(left[0].p == doctest::Approx(1));
  }
  CHECK(report.left_when_won[0][0].units == std::vector<UnitCount>{{"cruiser", 1}});
  REQUIRE(report.steps.size() == 1);
  CHECK(report.steps[0].name == "combat round");
  CHECK(report.steps[0].reached == doctest::Approx(1));
  CHECK(report.steps[0].mean_rounds == doctest::Approx(1 / 0.52));
}

TEST_CASE("a budget that is too small is said, not passed over") {
  Options options;
  options.exact_budget = 10;
  options.battles = 1000;
  const Battle battle = single_battle(0.4, 0.2);
  Report report = ask(battle, options);
  CHECK_FALSE(report.exact);
  CHECK(report.exact_skipped.find("budget") != std::string::npos);
  options.method = Method::automatic;
  report = ask(battle, options);
  CHECK(report.method == Method::monte_carlo);
  CHECK(report.battles == 1000);
  options.method = Method::exact;
  const auto refused = odds(battle, Scenario{}, options);
  REQUIRE_FALSE(refused);
  CHECK_FALSE(refused.error().hint.empty());
  options.method = Method::automatic;
  options.exact_budget = 1e6;
  CHECK(ask(battle, options).method == Method::exact);
}

TEST_CASE(
    "reports of random battles: parts fit together, sampled fits solved, threads do not show") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const Battle battle = random_battle(seed);
    Options options;
    options.seed = seed;
    options.battles = 50'000;
    options.confidence = 0.99999;
    options.threads = 1;
    const Report sampled = ask(battle, options);
    options.threads = 3;
    const Report again = ask(battle, options);
    options.method = Method::exact;
    const Report solved = ask(battle, options);
    CHECK(total(sampled) == doctest::Approx(1).epsilon(1e-12));
    CHECK(total(solved) == doctest::Approx(1).epsilon(1e-12));
    for (const Outcome o : all_outcomes()) {
      CHECK(sampled.odds[o].low <= solved.odds[o].p + 1e-15);
      CHECK(solved.odds[o].p <= sampled.odds[o].high + 1e-15);
      CHECK(sampled.odds[o].p == again.odds[o].p);
    }
    CHECK(sampled.mean_rounds == again.mean_rounds);
    CHECK(sampled.mean_rounds.value() == doctest::Approx(solved.mean_rounds.value()).epsilon(0.1));
    for (std::size_t side = 0; side < 2; ++side)
      for (const Report* report : {&sampled, &solved}) {
        double sum = 0, before = 1;
        for (const SurvivorRow& row : report->sides[side].survivors) {
          sum += row.p;
          CHECK(row.p <= before);
          before = row.p;
        }
        CHECK(sum == doctest::Approx(1).epsilon(1e-12));
        CHECK(report->sides[side].types[0].at_least[0] == doctest::Approx(1).epsilon(1e-12));
      }
  }
}

TEST_CASE("stopping by precision gives intervals that bear looking at") {
  Options options;
  options.precision = 0.004;
  const Report report = ask(single_battle(0.4, 0.2), options);
  CHECK(report.sequential);
  CHECK(report.stopped_by == StoppedBy::precision);
  for (const Outcome o : all_outcomes()) {
    CHECK(report.odds[o].half_width() <= 0.004);
    CHECK(report.odds[o].low <= report.exact->p[o]);
    CHECK(report.exact->p[o] <= report.odds[o].high);
  }
  // wider than the interval that does not bear it
  CHECK(report.odds[0].half_width() >
        1.3 * wilson_interval(static_cast<std::uint64_t>(
                                  std::llround(report.odds[0].p * double(report.battles))),
                              report.battles, 0.95)
                  .half_width());

  options.max_battles = 20'000;
  options.precision = 1e-5;
  CHECK(ask(single_battle(0.4, 0.2), options).battles == 20'000);
}

TEST_CASE("retreats of both sides are one chance") {
  Battle battle = single_battle(0.4, 0.2);
  battle.duel.endings[1].outcome = Outcome::attacker_retreats;  // in place of the draw
  battle.duel.endings[2].outcome = Outcome::defender_retreats;
  Options options;
  options.battles = 10'000;
  const Report report = ask(battle, options);
  const Chance retreat = report.retreat();
  const double p =
      report.chance(Outcome::attacker_retreats).p + report.chance(Outcome::defender_retreats).p;
  CHECK(retreat.p == doctest::Approx(p));
  CHECK(retreat.low < 5.0 / 13);
  CHECK(retreat.high > 5.0 / 13);
  // one interval, not the sum of two
  CHECK(retreat.half_width() < report.chance(Outcome::attacker_retreats).half_width() +
                                   report.chance(Outcome::defender_retreats).half_width());
  options.method = Method::exact;
  CHECK(ask(battle, options).retreat().high == doctest::Approx(5.0 / 13).epsilon(1e-14));
}

TEST_CASE("options that make no sense are refused with a hint") {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  std::vector<Options> wrong;
  const auto with = [&](auto set) {
    wrong.emplace_back();
    set(wrong.back());
  };
  for (const double confidence : {0.0, 1.0, -0.5, 1.5, 95.0, nan})
    with([&](Options& o) { o.confidence = confidence; });
  for (const double precision : {0.0, -0.1, 0.5, 7.0, 1e-12, nan, infinity})
    with([&](Options& o) { o.precision = precision; });
  for (const double seconds : {0.0, -1.0, nan, infinity})
    with([&](Options& o) { o.seconds = seconds; });
  for (const int threads : {-1, 100'000}) with([&](Options& o) { o.threads = threads; });
  for (const std::uint64_t battles : {std::uint64_t{0}, ~std::uint64_t{0}}) {
    with([&](Options& o) { o.battles = battles; });
    with([&](Options& o) { o.max_battles = battles; });
  }
  for (const double budget : {-1.0, nan}) with([&](Options& o) { o.exact_budget = budget; });
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    CAPTURE(i);
    const auto report = odds(single_battle(0.4, 0.2), Scenario{}, wrong[i]);
    REQUIRE_FALSE(report);
    CHECK_FALSE(report.error().problem.empty());
    CHECK_FALSE(report.error().where.empty());
    CHECK_FALSE(report.error().hint.empty());
  }
}

TEST_CASE("games are found by id, however it is written") {
  REQUIRE_FALSE(games().empty());
  for (const Game* game : games()) {
    REQUIRE(find_game(game->id()));
    CHECK(find_game(game->id()).value() == game);
    CHECK(find_game(game->title()).value() == game);
    CHECK_FALSE(game->battles().empty());
  }
  CHECK(find_game("TI4").value()->id() == "ti4");
  const auto unknown = find_game("tl4");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().hint.find("ti4") != std::string::npos);
  Scenario scenario;
  scenario.game = "chess";
  CHECK_FALSE(odds(scenario, Options{}));
}

TEST_CASE("an answer from which nothing was asked to be left out claims no error") {
  // Three lives against an enemy who hits once in 1e16 rounds and falls every other one: that two
  // lives go has a chance of about 1e-32, which nobody follows.
  Battle battle = single_battle(0.5, 1e-16);
  battle.duel =
      toy::one_step(toy::repeating({{0.5, 0.5}}, {0, 0, 0, 0}, {{0, 0}, {1, 0}, {2, 1}, {3, 2}}, 1),
                    toy::repeating({{1 - 1e-16, 1e-16}}, {0, 0}, {{0, 0}, {1, 0}}, 1));
  battle.labels[0][0] = {"cruiser", "Cruiser", 2, 3};
  battle.remains[0] = {{{0}, {0}}, {{1}, {0}}, {{2}, {0}}, {{3}, {0}}};
  REQUIRE(solve_exact(battle.duel).left_out > 0);
  Options options;
  options.method = Method::exact;
  const Report report = ask(battle, options);
  REQUIRE(report.exact);
  CHECK(report.exact->error_bound == 0);
}
