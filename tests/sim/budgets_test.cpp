// No stage runs away: each has a budget counted in work, says so where a question is above it, and
// notices that nobody waits any more.

#include <string>

#include <doctest/doctest.h>

#include "core/kernel/counts.hpp"
#include "sim/decide.hpp"
#include "sim/engine.hpp"
#include "sim/exact.hpp"
#include "sim/shortcut.hpp"
#include "sim/usual_battles.hpp"
#include "sim/watch.hpp"

using namespace broadside;

namespace {

const std::string kHuge = "letnev: 100 ff2, 100 dd2, 100 cr2, 100 cv2, 100 dn2, 100 ws, 1 fs";

Result<Battle> prepared(const Scenario& scenario, const TableLimits& limits) {
  return find_game(scenario.game).value()->prepare(scenario, limits);
}

}  // namespace

TEST_CASE("budgets: tables that would be too large are refused, the same everywhere") {
  const auto huge = ready(*scenario("ti4", kHuge, kHuge));
  REQUIRE_FALSE(huge);
  CHECK(huge.error().problem == "the battle has too many possible forces for tables");
  CHECK(huge.error().hint.find("fewer units") != std::string::npos);
  // As many as both boxes hold are far below.
  const std::string box = "letnev: 8 dd2, 8 cr2, 4 cv2, 5 dn2, 2 ws, fs, 10 ff2";
  CHECK(ready(*scenario("ti4", box, box)));

  const Scenario small = *scenario("ti4", "2 dn, 4 ff", "ws, 3 ff");
  TableLimits limits;
  CHECK(prepared(small, limits));
  limits.work = 100;
  REQUIRE_FALSE(prepared(small, limits));
  CHECK(prepared(small, limits).error().problem ==
        "the battle has too many possible forces for tables");
}

TEST_CASE("budgets: whoever no longer waits is noticed while tables are made") {
  TableLimits limits;
  int asked = 0;
  limits.stop = [&] { return ++asked >= 3; };
  const auto stopped = prepared(*scenario("ti4", kHuge, kHuge), limits);
  REQUIRE_FALSE(stopped);
  CHECK(asked == 3);
  CHECK(stopped.error().problem == stopped_too_early().problem);
}

TEST_CASE(
    "budgets: a solver that is stopped leaves off, and what was asked of it is not answered") {
  const auto battle = ready(*scenario("ti4", "5 dn2, 10 ff", "5 dn2, 10 ff"));
  REQUIRE(battle);
  ExactOptions how;
  int asked = 0;
  how.stop = [&] { return ++asked > 2; };
  CHECK(solve_exact(battle->duel, how).stopped);
  CHECK(asked == 3);
  CHECK_FALSE(solve_exact(battle->duel).stopped);

  Options options;
  options.stop = [] { return true; };
  const Scenario question = *scenario("ti4", "2 dn", "ws");
  options.method = Method::exact;
  CHECK_FALSE(odds(*battle, question, options));
  options.method = Method::monte_carlo;
  options.battles = 1'000'000'000;
  const auto sampled = odds(*battle, question, options);
  REQUIRE(sampled);
  CHECK_FALSE(sampled->exact);
  CHECK(sampled->exact_skipped == "stopped before it was solved");
  CHECK(sampled->battles > 0);
}

TEST_CASE("budgets: stages before the first battle tell what they do") {
  std::string told;
  bool stop = false;
  const ProgressCallback progress = [&](const Progress& far) { told = far.stage; };
  const StopQuery asked = [&] { return stop; };
  const StopQuery query = watched(progress, asked, "making the tables");
  while (told.empty()) CHECK_FALSE(query());
  CHECK(told == "making the tables");
  stop = true;
  CHECK(query());
  CHECK_FALSE(watched({}, {}, "solving"));
}

TEST_CASE("budgets: decisions that would take too long are refused with what would work") {
  Scenario leaves = *scenario("ti4", "100 ff, 100 dn", "100 ff, 100 dn");
  leaves.side(Side::attacker).policy["retreat"] = RetreatTiming{{}, 0.4};
  const auto refused = ready(leaves);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().where == "attacker.policy.retreat");
  CHECK(refused.error().hint.find("a round to leave in") != std::string::npos);
  leaves.side(Side::attacker).policy["retreat"] = RetreatTiming{2, {}};
  CHECK(ready(leaves));
  Scenario small = *scenario("ti4", "2 dn, 4 ff", "ws, 3 ff");
  small.side(Side::attacker).policy["retreat"] = RetreatTiming{{}, 0.4};
  CHECK(ready(small));
}

TEST_CASE("budgets: battles that take long are played less often where nobody says how often") {
  const auto count = [](const char* game, const char* attacker, const char* defender) {
    const auto battle = ready(*scenario(game, attacker, defender));
    REQUIRE(battle);
    return usual_battles(battle->duel, 1);
  };
  CHECK(count("ti4", "2 dn, 4 ff", "ws, 3 ff") == kUsualBattles);
  CHECK(count("rebellion", "isd, 2 tie", "mon cal, x-wing") == kUsualWithoutTables);
  const std::uint64_t few = count("rebellion", "100 isd, 100 tie", "100 mon cal, 100 x-wing");
  CHECK(few % kChunkBattles == 0);
  CHECK(few >= kChunkBattles);
  CHECK(few <= 4 * kChunkBattles);  // some 119 rounds each
}

TEST_CASE("budgets: exactly as much as is allowed is done") {
  TableLimits limits;
  limits.work = 10;
  TableWork work{limits};
  CHECK(work.spend(4));
  CHECK(work.spend(6));
  CHECK_FALSE(work.spend(1));

  // A solver that has just enough memory lacks something else.
  const Game& game = *find_game("ti4").value();
  Scenario scenario;
  scenario.side(Side::attacker) = game.parse_side("3 cruiser").value();
  scenario.side(Side::defender) = game.parse_side("2 dn").value();
  const auto battle = ready(scenario);
  REQUIRE(battle);
  const Duel& duel = battle->duel;
  Options options;
  options.exact_memory = exact_memory(duel);
  options.exact_budget = exact_cost(duel);
  CHECK(solvable(duel, options));
  options.exact_budget /= 2;
  std::string why_not;
  CHECK_FALSE(solvable(duel, options, &why_not));
  CHECK(why_not.find("multiply-adds") != std::string::npos);
  options.exact_memory /= 2;
  CHECK_FALSE(solvable(duel, options, &why_not));
  CHECK(why_not.find("bytes") != std::string::npos);
}
