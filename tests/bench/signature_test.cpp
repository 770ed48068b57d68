// The same answers on every machine and with every number of threads.
#include "bench/signature.hpp"

#include <sstream>

#include <doctest/doctest.h>

#include "bench/bench.hpp"
#include "bench/check.hpp"
#include "bench/matchups.hpp"
#include "sim/run.hpp"

using namespace broadside;

TEST_SUITE("bench") {
  TEST_CASE("the signature is the stored one, whatever the threads") {
    // Another value means that answers changed. Where that was the purpose, store the new one in
    // bench/signature.hpp and say why in the commit.
    for (const int threads : {1, 2, 7}) {
      CAPTURE(threads);
      CHECK(bench::to_text(bench::signature(threads)) == bench::to_text(bench::kSignature));
    }
  }

  TEST_CASE("no battle is lost or counted twice, for every size") {
    for (const bench::Matchup& matchup : bench::signature_matchups()) {
      const auto problem = bench::check_sums(matchup);
      CHECK_MESSAGE(!problem, problem.value_or(""));
    }
  }

  TEST_CASE("lost, doubled and shifted battles are noticed") {
    const Battle battle = bench::prepare(bench::fixed_matchup("conquest"));
    StopRule rule;
    rule.battles = 1001;
    const Counts good = run(battle.duel, 1, rule).counts;
    CHECK_FALSE(bench::check_sums(battle.duel, good, 1001));
    CHECK(bench::check_sums(battle.duel, good, 1000));
    Counts bad = good;
    ++bad.finals[0][1][0];
    CHECK(bench::check_sums(battle.duel, bad, 1001));
    bad = good;
    --bad.lengths[0][1];
    CHECK(bench::check_sums(battle.duel, bad, 1001));
    CHECK(bench::check_odds({520, 0, 480, 0, 0, 0}, {0.4, 0, 0.6, 0, 0, 0}));
    CHECK_FALSE(bench::check_odds({420, 0, 580, 0, 0, 0}, {0.4, 0, 0.6, 0, 0, 0}));
    CHECK(bench::check_odds({400, 1, 599, 0, 0, 0}, {0.4, 0, 0.6, 0, 0, 0}));
    CHECK(bench::check_exact({0.4, 0.1, 0.4, 0, 0, 0}));
  }

  TEST_CASE("every matchup is a battle that the rules allow") {
    for (const auto& list :
         {bench::fixed_matchups(), bench::largest_matchups(), bench::signature_matchups()})
      for (const bench::Matchup& matchup : list)
        CHECK_FALSE(bench::prepare(matchup).duel.steps.empty());
    CHECK(bench::largest_matchups().size() == 10);
  }

  TEST_CASE("bench --signature prints one line and succeeds") {
    bench::BenchOptions options;
    options.signature_only = true;
    std::ostringstream out;
    CHECK(bench::run_bench(options, out) == 0);
    CHECK(out.str() == "signature " + bench::to_text(bench::kSignature) + "\n");
  }
}
