#include "apps/report/retreat_headline.hpp"

#include <doctest/doctest.h>

#include "apps/report/layout.hpp"
#include "tests/apps/made_report.hpp"

using namespace broadside;

TEST_CASE("where a side leaves the first line says so first") {
  Report report = test::made_report();
  const auto chances = [&](ByOutcome<double> p) {
    for (const Outcome outcome : all_outcomes())
      report.odds[outcome] = {p[outcome], p[outcome], p[outcome]};
    report.exact.reset();
  };
  // By Outcome: attacker wins, draw, defender wins, stalemate, the two retreats, undecided.
  chances({0.097, 0.001, 0.02, 0, 0.882, 0, 0});
  CHECK(plain_blanks(retreat_headline(report)) ==
        "attacker retreats 88.2 %, wins 9.7 %, draw 0.1 %, defender wins 2.0 %");
  chances({0.25, 0, 0.05, 0.1, 0, 0.6, 0});
  CHECK(plain_blanks(retreat_headline(report)) ==
        "defender retreats 60.0 %, wins 5.0 %, stalemate 10.0 %, attacker wins 25.0 %");
  chances({0.1, 0.2, 0, 0, 0.3, 0.4, 0});
  CHECK(plain_blanks(retreat_headline(report)) ==
        "defender retreats 40.0 %, wins 0.0 %, draw 20.0 %, attacker retreats 30.0 %, wins 10.0 %");
  chances({0.6, 0.1, 0.3, 0, 0, 0, 0});
  CHECK(plain_blanks(retreat_headline(report)) == "");
}

TEST_CASE("a retreat that was never sampled is told by its exact chance") {
  Report report = test::made_report();
  report.odds[Outcome::defender_retreats] = {};
  CHECK(plain_blanks(retreat_headline(report)) ==
        "defender retreats 2.0 %, wins 21.1 %, draw 15.4 %, attacker wins 61.5 %");
}
