#include "sim/meta.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "apps/lp/game_solver.hpp"

using namespace broadside;

namespace {

PayoffTable random_table(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  PayoffTable table{rows, columns, {}};
  for (std::size_t i = 0; i < rows * columns; ++i)
    table.payoff.push_back(static_cast<double>(engine() % 2001) / 1000 - 1);
  return table;
}

/// What each player is sure of, worked out once more and in another order.
BySide<double> guarantees(const PayoffTable& table, const Mixes& mixes) {
  double least = 1e9, most = -1e9;
  for (std::size_t c = 0; c < table.columns; ++c) {
    double sum = 0;
    for (std::size_t r = table.rows; r-- > 0;) sum += mixes.rows[r] * table.at(r, c);
    least = std::min(least, sum);
  }
  for (std::size_t r = 0; r < table.rows; ++r) {
    double sum = 0;
    for (std::size_t c = table.columns; c-- > 0;) sum += mixes.columns[c] * table.at(r, c);
    most = std::max(most, sum);
  }
  return {least, most};
}

MetaQuestion for_budget(double budget) {
  MetaQuestion question;
  question.scenario.game = "ti4";
  question.budget = budget;
  return question;
}

Options exactly_solved() {
  Options options;
  options.method = Method::exact;
  return options;
}

/// What each fleet gets at the worst is the least of its row, and of its column turned round.
void check_worst(const MetaAnswer& answer) {
  const PayoffTable& table = answer.payoffs;
  for (std::size_t a = 0; a < table.rows; ++a) {
    double least = table.at(a, 0);
    for (std::size_t d = 1; d < table.columns; ++d) least = std::min(least, table.at(a, d));
    CHECK(answer.fleets[0][a].worst == least);
    CHECK(table.at(a, answer.fleets[0][a].worst_of) == least);
  }
  for (std::size_t d = 0; d < table.columns; ++d) {
    double most = table.at(0, d);
    for (std::size_t a = 1; a < table.rows; ++a) most = std::max(most, table.at(a, d));
    CHECK(answer.fleets[1][d].worst == -most);
    CHECK(table.at(answer.fleets[1][d].worst_of, d) == most);
  }
}

}  // namespace

TEST_CASE("equilibrium: paper, scissors, stone, and a stone that counts twice") {
  // Stone beats scissors twofold, so paper is what to take every other time.
  const PayoffTable table{3, 3, {0, -1, 1, 1, 0, -2, -1, 2, 0}};  // paper, scissors, stone
  const Equilibrium found = equilibrium(table);
  CHECK(std::abs(found.rows_get) < 1e-12);
  CHECK(std::abs(found.columns_hold) < 1e-12);
  CHECK(found.rows[0] == doctest::Approx(0.5));
  CHECK(found.rows[1] == doctest::Approx(0.25));
  CHECK(found.rows[2] == doctest::Approx(0.25));
}

TEST_CASE("equilibrium: a saddle is a pure choice") {
  const PayoffTable table{2, 3, {3, 1, 4, 0, -1, 5}};
  const Equilibrium found = equilibrium(table);
  CHECK(found.rows == std::vector<double>{1, 0});
  CHECK(found.columns == std::vector<double>{0, 1, 0});
  CHECK(found.rows_get == 1);
}

TEST_CASE("equilibrium: the certificate holds, whoever solves the programme") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const PayoffTable table = random_table(3 + seed % 50, 2 + seed * 7 % 60, seed);
    const Equilibrium plain = equilibrium(table), other = equilibrium(table, game_solver());
    for (const Equilibrium* found : {&plain, &other}) {
      double rows = 0, columns = 0;
      for (const double share : found->rows) {
        CHECK(share >= 0);
        rows += share;
      }
      for (const double share : found->columns) {
        CHECK(share >= 0);
        columns += share;
      }
      CHECK(std::abs(rows - 1) < 1e-12);
      CHECK(std::abs(columns - 1) < 1e-12);
      const auto sure = guarantees(table, *found);
      CHECK(std::abs(sure[0] - found->rows_get) < 1e-12);
      CHECK(std::abs(sure[1] - found->columns_hold) < 1e-12);
      CHECK(sure[1] - sure[0] < 1e-9);
      CHECK(sure[1] - sure[0] > -1e-12);
    }
    CHECK(std::abs(plain.rows_get - other.rows_get) < 1e-9);
  }
}

TEST_CASE("meta: the unbeaten fleets without technologies") {
  struct Known {
    double budget;
    const char* fleet;
  };
  std::vector<Known> known{
      {6, "4 dd, cr"}, {8, "4 dd, dn"}, {10, "3 dd, cr, cv, 4 ff"}, {12, "2 dd, 2 cv, 8 ff"}};
  if (std::getenv("BROADSIDE_LONG")) {
    known.push_back({16, "2 dd, cv, 2 dn, 6 ff"});
    known.push_back({20, "4 dd, ws, 6 ff"});
  }
  for (const auto& [budget, fleet] : known) {
    CAPTURE(budget);
    const auto answer = meta(for_budget(budget), exactly_solved());
    REQUIRE(answer);
    CHECK(answer->pure);
    CHECK(answer->mirrored);
    CHECK(answer->gap < 1e-9);
    CHECK(answer->one_by_one == 0);
    CHECK(answer->passes > 0);
    auto units = find_game("ti4").value()->parse_side(fleet).value().units;
    auto bought = answer->fleets[0][answer->in_mix[0].front()].bought;
    const auto by_type = [](const UnitCount& a, const UnitCount& b) { return a.type < b.type; };
    std::sort(units.begin(), units.end(), by_type);
    std::sort(bought.begin(), bought.end(), by_type);
    CHECK(bought == units);
    check_worst(*answer);
    // Nothing beats it.
    CHECK(std::abs(answer->fleets[0][answer->in_mix[0].front()].worst) < 1e-12);
  }
}

TEST_CASE("meta: payoffs are those of single battles, and replies too") {
  MetaQuestion question = for_budget(4);
  question.scenario.battle = "conquest";
  question.payoff = Payoff::planet;
  question.beats = find_game("ti4").value()->parse_side("pds, inf").value();
  const auto answer = meta(question, exactly_solved());
  REQUIRE(answer);
  CHECK(answer->gap < 1e-9);
  check_worst(*answer);
  CHECK(!answer->mirrored);
  CHECK(answer->attacker_gets >= 0);
  CHECK(answer->attacker_gets <= 1);
  REQUIRE(!answer->replies.empty());
  for (const std::size_t at : {std::size_t{0}, answer->replies.size() - 1}) {
    Scenario one = question.scenario;
    one.side(Side::attacker).units = answer->fleets[0][answer->replies[at].fleet].bought;
    one.side(Side::defender) = *question.beats;
    const auto report = odds(one, exactly_solved());
    REQUIRE(report);
    CHECK(std::abs(report->chance(Outcome::attacker_win).p - answer->replies[at].payoff) < 1e-12);
  }
  question.payoff = Payoff::net;
  const auto net = meta(question, exactly_solved());
  REQUIRE(net);
  check_worst(*net);
  const std::size_t d = answer->fleets[1].size() / 2, a = answer->fleets[0].size() / 2;
  Scenario one = question.scenario;
  one.side(Side::attacker).units = net->fleets[0][a].bought;
  one.side(Side::defender).units = net->fleets[1][d].bought;
  const auto report = odds(one, exactly_solved());
  REQUIRE(report);
  CHECK(std::abs(report->exact->lost_resources[Side::defender] -
                 report->exact->lost_resources[Side::attacker] - net->payoffs.at(a, d)) < 1e-12);
}

TEST_CASE("meta: what cannot be asked is refused") {
  MetaQuestion question = for_budget(4);
  question.payoff = Payoff::planet;
  CHECK(meta(question, exactly_solved()).error().where == "payoff");
  CHECK(meta(question, exactly_solved()).error().hint ==
        "win or net, or a battle for a planet: --battle invasion or --battle conquest");
  question.scenario.game = "risk";
  question.scenario.battle = "roll";
  CHECK(meta(question, exactly_solved()).error().problem == "nobody takes a planet in this battle");
  CHECK(meta(question, exactly_solved()).error().hint == "win or net");
  CHECK(meta(for_budget(0.1), exactly_solved()).error().where == "budget");
  CHECK(meta(for_budget(-1), exactly_solved()).error().where == "budget");
}

TEST_CASE("meta: the shares of a mix add up to one, whoever is in it") {
  for (const double budget : {1, 2, 3, 4, 5}) {
    CAPTURE(budget);
    const auto answer = meta(for_budget(budget), exactly_solved());
    REQUIRE(answer);
    check_worst(*answer);
    for (const Side side : kSides) {
      double shares = 0;
      for (const MetaFleet& fleet : answer->fleets[side]) shares += fleet.share;
      CHECK(shares == doctest::Approx(1).epsilon(1e-9));
    }
  }
}

TEST_CASE("meta: what one fleet gets against the only enemy is its worst") {
  MetaQuestion question = for_budget(1);
  question.only = {"destroyer"};
  question.scenario.side(Side::attacker).faction = "sardakk";  // hits on one face more
  const auto answer = meta(question, exactly_solved());
  REQUIRE(answer);
  REQUIRE(answer->fleets[1].size() == 1);
  check_worst(*answer);
  CHECK(answer->fleets[0][0].worst > 0);
}

TEST_CASE("meta: a small budget is one, though nothing can be bought for it") {
  // The cheapest ship that needs no carrier costs 1.
  for (const double budget : {0.0, 0.5, 0.9}) {
    CAPTURE(budget);
    const auto answer = meta(for_budget(budget), exactly_solved());
    REQUIRE_FALSE(answer);
    CHECK(answer.error().problem == "no fleet fits these limits");
  }
  CHECK(meta(for_budget(-0.5), exactly_solved()).error().problem == "not a budget");
}
