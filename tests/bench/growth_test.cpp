// Exact answers of the measured battles: pruned within their bounds, the same on threads.
#include "bench/growth.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "bench/matchups.hpp"
#include "sim/exact.hpp"
#include "sim/exact_parallel.hpp"
#include "stats/tally.hpp"

using namespace broadside;

TEST_SUITE("bench") {
  TEST_CASE("every measured battle: pruned below 1e-8 is off by less than its bound") {
    for (const auto& list : {bench::fixed_matchups(), bench::largest_matchups()})
      for (const bench::Matchup& matchup : list) {
        CAPTURE(matchup.name);
        const Battle battle = bench::prepare(matchup);
        if (battle.duel.direct) continue;  // nothing to solve
        const ExactResult whole = solve_exact(battle.duel);
        CHECK(whole.left_out < 1e-20);
        const ExactResult pruned = solve_exact(battle.duel, {9e-9, {}});
        CHECK(pruned.left_out <= 9e-9);
        const auto truth = outcome_totals(battle.duel, whole.finals);
        const auto found = outcome_totals(battle.duel, pruned.finals);
        for (const Outcome o : all_outcomes()) {
          CHECK(truth[o] - found[o] >= -1e-13);
          CHECK(truth[o] - found[o] <= pruned.left_out + 1e-13);
        }
      }
  }

  TEST_CASE("the largest battle on threads: the same bits") {
    const Battle battle = bench::prepare(bench::largest_matchups()[5]);
    const ExactResult alone = solve_exact(battle.duel);
    for (const int threads : {2, 7}) {
      const ExactResult together = solve_exact(battle.duel, {0, solving_threads(threads)});
      CHECK(together.finals == alone.finals);
      CHECK(together.rounds == alone.rounds);
    }
  }

  TEST_CASE("growth: larger fleets, more states, every figure filled in") {
    const auto rows = bench::growth(0, 1);
    REQUIRE(rows.size() == 8);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK((i == 0 || rows[i].states > rows[i - 1].states));
      CHECK(rows[i].error_bound < 1e-8);
      CHECK(rows[i].memory > 0);
      CHECK(rows[i].table_bytes > 0);
    }
    CHECK(bench::growth_json(rows).size() == 8);
    CHECK(bench::growth_table(rows).find(rows[7].fleet) != std::string::npos);
  }
}
