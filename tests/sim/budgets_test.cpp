// No stage runs away: each has a budget counted in work, says so where a question is above it, and
// notices that nobody waits any more.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/kernel/counts.hpp"
#include "sim/alike.hpp"
#include "sim/best.hpp"
#include "sim/decide.hpp"
#include "sim/engine.hpp"
#include "sim/exact.hpp"
#include "sim/lengths.hpp"
#include "sim/matrix.hpp"
#include "sim/meta.hpp"
#include "sim/shortcut.hpp"
#include "sim/usual_battles.hpp"
#include "sim/vary.hpp"
#include "sim/watch.hpp"
#include "sim/work.hpp"
#include "stats/tally.hpp"
#include "tests/sim/toy_duels.hpp"

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

TEST_CASE("budgets: decisions of many battles in one table take no more than those of one") {
  const Game& game = *find_game("ti4").value();
  std::vector<SideSpec> fleets;
  for (const char* text : {"100 ff, 100 dn", "dn, ff", "2 dn, ff", "2 dn, 2 ff"})
    fleets.push_back(game.parse_side(text).value());
  std::vector<SideSpec> leaving = fleets;
  for (SideSpec& fleet : leaving) fleet.policy["retreat"] = RetreatTiming{{}, 0.4};
  const auto many = many_fleets({}, leaving, fleets);
  REQUIRE(many);
  const auto blocks = blocks_of(*many);
  REQUIRE(blocks.size() == 1);
  REQUIRE(blocks[0].shared);
  std::size_t answered = 0;
  const SharedQuestion question{
      [](const Battle& battle) {
        CHECK_FALSE(too_much_to_decide(battle.duel));
        return std::vector<Measure>{chance_of(battle.duel, Outcome::attacker_win)};
      },
      [&](const SharedCell& cell) {
        ++answered;
        if (cell.attacker == 0 || cell.defender == 0) return;
        const auto alone = ready(many->battle(cell.attacker, cell.defender));
        REQUIRE(alone);
        const auto solved = outcome_totals(alone->duel, solve_exact(alone->duel).finals);
        CHECK(cell.values[0] == doctest::Approx(solved[Outcome::attacker_win]).epsilon(1e-9));
      }};
  Options options;
  options.method = Method::automatic;
  options.threads = 1;
  const auto left = answer_shared(*many, blocks[0], question, options);
  CHECK(answered + left.size() == 16);
  CHECK(answered > 0);
  // The two largest against each other are asked for alone, and refused there.
  CHECK(std::count(left.begin(), left.end(), std::pair{0u, 0u}) == 1);
  MatrixQuestion all;
  all.attackers = {leaving[0], leaving[1]};
  all.defenders = {fleets[0], fleets[1]};
  const auto refused = matrix(all, options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().where == "attacker 1.policy.retreat");
}

TEST_CASE("budgets: a matrix that is stopped has no cells, wherever it was") {
  const Game& game = *find_game("ti4").value();
  MatrixQuestion question;
  for (const char* text : {"2 dn", "3 dn", "4 dn", "letnev: 2 dn"})
    question.attackers.push_back(game.parse_side(text).value());
  for (const char* text : {"2 cr", "3 cr"})
    question.defenders.push_back(game.parse_side(text).value());
  Options options;
  options.method = Method::automatic;
  options.threads = 1;
  int asked = 0, last = 0;
  options.stop = [&] { return ++asked >= last && last > 0; };
  REQUIRE(matrix(question, options));
  const int all = asked;
  CHECK(all > 8);
  for (last = 1; last <= all; ++last) {
    CAPTURE(last);
    asked = 0;
    const auto stopped = matrix(question, options);
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().problem == stopped_too_early().problem);
  }
}

TEST_CASE("budgets: best play that nobody waits for is not solved") {
  Scenario best = *scenario("ti4", "2 dn, 2 ff", "2 cr");
  best.side(Side::attacker).policy["play"] = std::string{"best"};
  best.side(Side::attacker).policy["goal"] = std::string{"win"};
  REQUIRE(ready(best));
  const auto stopped = ready(best, [] { return true; });
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().problem == stopped_too_early().problem);
}

TEST_CASE("budgets: to look for the ways through a stage is paid for, too") {
  // Both are hit for certain: one way through one round, after which nothing is left to play.
  const Duel sure = toy::single_units(1, 1);
  CHECK_FALSE(mean_longest_stage(sure, 0));
  CHECK(mean_longest_stage(sure, 1) == 1);
  const auto rounds = mean_longest_stage(toy::single_units(0.4, 0.2), 1000);
  REQUIRE(rounds);
  CHECK(*rounds == doctest::Approx(1 / 0.52).epsilon(1e-12));
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

TEST_CASE("budgets: battles of a decision share what it may cost, and none has too few to tell") {
  const Scenario small = *scenario("rebellion", "isd", "mon cal");
  const auto battle = ready(small);
  REQUIRE(battle);
  const Duel& duel = battle->duel;
  CHECK(battles_for(duel, small, 1, 1e15) == usual_battles(duel, 1));
  CHECK(battles_for(duel, small, 1, 0) == kLeastSample);
  const std::uint64_t some = battles_for(duel, small, 1, 1e7);
  CHECK(some > kLeastSample);
  CHECK(some < usual_battles(duel, 1));
  CHECK(static_cast<double>(some) * work_of_battle(duel, small, 1) < 1.01e7);
  Scenario large = small;
  for (const Side side : kSides) large.side(side).units.front().count = 100;
  CHECK(work_of_round(duel, large) > 5 * work_of_round(duel, small));

  WorkMeter meter(100);
  meter.spend(60);
  CHECK_FALSE(meter.over());
  CHECK(meter.left() == 40);
  meter.spend(1e300);
  CHECK(meter.over());
  CHECK(meter.left() == 0);
}

TEST_CASE("budgets: what many battles would take too long for is refused before it is begun") {
  Options options;
  options.method = Method::automatic;
  std::vector<int> numbers(100);
  for (int n = 0; n < 100; ++n) numbers[static_cast<std::size_t>(n)] = n;
  const std::vector<Axis> axes{{Side::attacker, "tie_fighter", numbers},
                               {Side::defender, "x_wing", numbers}};
  const auto points = sweep(*scenario("rebellion", "isd", "mon cal"), axes, options);
  REQUIRE_FALSE(points);
  CHECK(points.error().problem == "10000 points of such battles would take too long");

  MetaQuestion meta_question;
  meta_question.scenario.game = "ti4";
  meta_question.budget = 100;
  const auto many = meta(meta_question, options);
  REQUIRE_FALSE(many);
  CHECK(many.error().where == "budget");
  CHECK(many.error().hint.find("--time") != std::string::npos);
  meta_question.scenario.game = "rebellion";
  meta_question.budget = 3;
  CHECK_FALSE(meta(meta_question, options));

  MatrixQuestion cells;
  cells.attackers.assign(1600, find_game("ti4").value()->parse_side("cr").value());
  cells.defenders = cells.attackers;
  REQUIRE_FALSE(matrix(cells, options));
  CHECK(matrix(cells, options).error().where == "fleets");

  BestQuestion race;
  race.scenario.game = "rebellion";
  race.enemies = {find_game("rebellion").value()->parse_side("isd, 3 tie").value()};
  race.budget = 10;
  const auto raced = best(race, options);
  REQUIRE_FALSE(raced);
  CHECK(raced.error().problem.ends_with("fleets are too many to race"));
}
