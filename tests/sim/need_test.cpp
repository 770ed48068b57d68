#include "sim/need.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace broadside;

namespace {

NeedQuestion question(const std::string& attacker, const std::string& defender, double chance) {
  const Game& game = *find_game("ti4").value();
  NeedQuestion asked;
  asked.scenario.side(Side::attacker) = game.parse_side(attacker).value();
  asked.scenario.side(Side::defender) = game.parse_side(defender).value();
  asked.chance = chance;
  return asked;
}

Options solved() {
  Options options;
  options.method = Method::automatic;
  return options;
}

}  // namespace

TEST_CASE("the cheapest addition that is enough, and nothing cheaper is") {
  const auto answer = need(question("2 dn", "ws, 3 ff", 0.8), solved());
  REQUIRE(answer);
  REQUIRE_FALSE(answer.value().additions.empty());
  const double cost = answer.value().additions.front().cost;
  for (const Addition& one : answer.value().additions) {
    CHECK(one.cost == cost);
    CHECK(one.win.p >= 0.8);
  }
  CHECK(answer.value().looked_up_to == cost);
  // With less to spend nothing reaches it, and the nearest is told.
  auto less = question("2 dn", "ws, 3 ff", 0.8);
  less.budget = cost - 1;
  const auto short_of = need(less, solved());
  REQUIRE(short_of);
  CHECK(short_of.value().additions.empty());
  REQUIRE(short_of.value().nearest);
  CHECK(short_of.value().nearest->win.p < 0.8);
  CHECK(short_of.value().looked_up_to == cost - 1);
}

TEST_CASE("what is there may be enough") {
  const auto answer = need(question("3 dn", "destroyer", 0.5), solved());
  REQUIRE(answer);
  REQUIRE(answer.value().additions.size() == 1);
  CHECK(answer.value().additions.front().bought.empty());
  CHECK(answer.value().additions.front().cost == 0);
  CHECK(answer.value().examined == 1);
}

TEST_CASE("fleet supply and capacity bind additions too") {
  auto asked = question("2 cruiser", "3 cruiser", 0.7);
  asked.supply = 2;  // no further ship, and cruisers carry nothing
  asked.budget = 6;
  const auto bound = need(asked, solved());
  REQUIRE(bound);
  CHECK(bound.value().additions.empty());
  CHECK(bound.value().examined == 1);
  asked.supply = 1;
  CHECK_FALSE(need(asked, solved()));
}

TEST_CASE("sampled chances count by the lower end of their interval") {
  Options options;
  options.method = Method::monte_carlo;
  options.battles = 20'000;
  const auto answer = need(question("dn", "cruiser, destroyer", 0.9), options);
  REQUIRE(answer);
  CHECK_FALSE(answer.value().exact);
  for (const Addition& one : answer.value().additions) CHECK(one.win.low >= 0.9);
}

TEST_CASE("the defender asks as well, and needs no ships for a garrison") {
  NeedQuestion asked = question("dn, 2 inf", "inf", 0.7);
  asked.scenario.battle = "invasion";
  asked.side = Side::defender;
  const auto answer = need(asked, solved());
  REQUIRE(answer);
  REQUIRE_FALSE(answer.value().additions.empty());
  CHECK(answer.value().side == Side::defender);
  const Addition& first = answer.value().additions.front();
  CHECK(first.win.p >= 0.7);
  for (const UnitCount& unit : first.bought)
    CHECK((unit.type == "infantry" || unit.type == "mech" || unit.type == "pds"));
  Scenario with = asked.scenario;
  for (const UnitCount& unit : first.bought) with.side(Side::defender).units.push_back(unit);
  const auto report = odds(with, solved());
  REQUIRE(report);
  CHECK(first.win.p ==
        doctest::Approx(report.value().chance(Outcome::defender_win).p).epsilon(1e-12));
}

TEST_CASE("more additions than are looked at together") {
  auto asked = question("cruiser", "4 dn, 4 cruiser", 0.9999);
  asked.budget = 17;
  const auto answer = need(asked, solved());
  REQUIRE(answer);
  CHECK(answer->additions.empty());
  CHECK(answer->looked_up_to == 17);
  CHECK(answer->examined > 300);
  // Nothing is looked at twice: with less to spend there are fewer.
  asked.budget = 16;
  CHECK(need(asked, solved())->examined < answer->examined);
}
