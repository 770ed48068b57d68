// The yardstick must be right before anything is compared with it.
#include "bench/naive.hpp"

#include <boost/random/mersenne_twister.hpp>
#include <doctest/doctest.h>

#include "bench/check.hpp"
#include "bench/matchups.hpp"
#include "sim/exact.hpp"
#include "stats/tally.hpp"

using namespace broadside;
using bench::Matchup;
using bench::NaiveBattle;

namespace {

void agrees_with_exact(const Matchup& matchup, std::uint64_t battles) {
  CAPTURE(matchup.name);
  CAPTURE(matchup.label);
  const Battle battle = bench::prepare(matchup);
  boost::random::mt19937 dice{20240607};
  const bench::NaiveCounts counts = NaiveBattle{matchup.scenario}.play(battles, dice);
  CHECK(counts.battles() == battles);
  const auto problem = bench::check_odds(
      counts.by_outcome(), outcome_totals(battle.duel, solve_exact(battle.duel).finals), 4.5);
  CHECK_MESSAGE(!problem, problem.value_or(""));
}

}  // namespace

TEST_SUITE("bench") {
  TEST_CASE("the naive kernel agrees with the exact solution") {
    int played = 0;
    for (const Matchup& matchup : bench::fixed_matchups()) {
      if (!NaiveBattle::knows(matchup.scenario)) continue;
      agrees_with_exact(matchup, 100'000);
      ++played;
    }
    CHECK(played == 4);
  }

  TEST_CASE("the naive kernel knows upgrades and damage") {
    Matchup matchup = bench::fixed_matchup("iii");
    matchup.scenario.sides[0].upgrades = {"dreadnought", "fighter"};
    matchup.scenario.sides[0].damaged = {{"dreadnought", 1}, {"war_sun", 1}};
    matchup.scenario.sides[1].upgrades = {"destroyer", "cruiser"};
    REQUIRE(NaiveBattle::knows(matchup.scenario));
    agrees_with_exact(matchup, 100'000);
  }

  TEST_CASE("the naive kernel says what it does not know") {
    for (const char* name : {"invasion", "conquest"})
      CHECK_FALSE(NaiveBattle::knows(bench::fixed_matchup(name).scenario));
    Scenario scenario = bench::fixed_matchup("ii").scenario;
    CHECK(NaiveBattle::knows(scenario));
    scenario.sides[1].policy["sustain"] = "last";
    CHECK_FALSE(NaiveBattle::knows(scenario));
    scenario.sides[1].policy = {};
    scenario.sides[1].units.push_back({"pds", 1});
    CHECK_FALSE(NaiveBattle::knows(scenario));
  }
}
