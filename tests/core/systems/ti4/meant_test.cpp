// The battle that was meant, and who stands on the planet meanwhile (RULES ti4 9.30, 9.31).
#include <doctest/doctest.h>

#include "sim/engine.hpp"
#include "tests/core/systems/ti4/asking.hpp"

namespace broadside::ti4 {
namespace {

std::string meant(const char* attacker, const char* defender) {
  const Game& ti4 = *find_game("ti4").value();
  Scenario one;
  one.side(Side::attacker) = ti4.parse_side(attacker).value();
  one.side(Side::defender) = ti4.parse_side(defender).value();
  return ti4.battle_of(one).battle;
}

}  // namespace

TEST_CASE("the battle that was meant follows from what stands on both sides") {
  CHECK(meant("carrier, 2 inf", "3 inf, pds") == "conquest");
  CHECK(meant("carrier, 2 inf", "pds") == "conquest");
  CHECK(meant("2 inf", "3 inf, pds") == "ground");
  CHECK(meant("inf", "pds") == "invasion");
  CHECK(meant("2 inf, mech", "space dock") == "invasion");
  CHECK(meant("2 dn", "2 cruiser, 3 inf") == "space");
  CHECK(meant("carrier, 2 inf", "cruiser") == "space");
  CHECK(meant("2 dn", "3 inf") == "invasion");
  CHECK(meant("2 dn", "2 pds") == "invasion");
  CHECK(meant("2 cr", "sd") == "invasion");
  CHECK(meant("2 dn", "cruiser, 2 pds") == "space");
  CHECK(meant("2 dn", "") == "space");
}

TEST_CASE(
    "ships against structures alone: why it is an invasion, and a space battle that was named") {
  const Game& ti4 = *find_game("ti4").value();
  Scenario one;
  one.side(Side::attacker) = ti4.parse_side("2 cr").value();
  one.side(Side::defender) = ti4.parse_side("2 pds").value();
  CHECK(ti4.battle_of(one).reason == "no ships to fight, nobody to land");
  const auto invasion = odds(one, {});
  REQUIRE(invasion);
  CHECK(invasion.value().exact->p[Outcome::draw] == doctest::Approx(1));
  one.battle = "space";
  const auto space = odds(one, {});
  REQUIRE(space);
  CHECK(space.value().exact->p[Outcome::attacker_win] == doctest::Approx(.75));
}

TEST_CASE("a fleet that is still to be bought for planets fights for the space first") {
  const Game& ti4 = *find_game("ti4").value();
  Scenario one;
  one.side(Side::defender) = ti4.parse_side("ws").value();
  Values planet;
  planet["troops"] = std::vector<UnitCount>{{"infantry", 1}};
  one.fields["planets"] = Rows{planet};
  CHECK(ti4.battle_of(one).battle == "conquest");
  one.side(Side::attacker) = ti4.parse_side("2 inf").value();
  CHECK(ti4.battle_of(one).battle == "invasion");
}

TEST_CASE("a ground combat that was named says what only an invasion has") {
  const auto reason = [](const char* attacker, const char* defender) {
    const Scenario one = asking::scenario("ground", attacker, defender);
    return find_game("ti4").value()->battle_of(one).reason;
  };
  CHECK(reason("2 inf", "2 inf") == "");
  CHECK(reason("carrier, 2 inf, +ac_fire_team", "2 inf, +tech_valkyrie_particle_weave") == "");
  CHECK(reason("2 dn, cruiser, 2 inf", "2 inf, pds, +ac_bunker") ==
        "without bombardment and landing, no part for: dreadnought, pds, Bunker; --battle invasion "
        "has them");
  CHECK(reason("2 inf, +tech_plasma_scoring, +tech_l4_disruptors", "inf") != "");
  // In an invasion they have their part, and nothing is said.
  Scenario invasion = asking::scenario("invasion", "2 dn, 2 inf", "2 inf, pds");
  CHECK(find_game("ti4").value()->battle_of(invasion).reason == "");
}

TEST_CASE("a battle that was chosen says what it leaves out, and who lands") {
  const auto reason = [](const char* attacker, const char* defender) {
    Scenario one = asking::scenario("", attacker, defender);
    return find_game("ti4").value()->battle_of(one).reason;
  };
  CHECK(reason("3 inf", "2 inf") == "no ships on either side");
  CHECK(reason("3 inf", "2 inf, pds") ==
        "no ships on either side; without bombardment and landing, no part for: pds; --battle "
        "invasion has them");
  CHECK(reason("2 inf", "xxcha: inf, mech").find("no part for: the space cannon of mechs;") !=
        std::string::npos);
  CHECK(reason("2 inf", "titans: inf, pds").find("the space cannon of PDS") != std::string::npos);
  CHECK(reason("xxcha: 2 inf, mech", "inf") == "no ships on either side");
  CHECK(reason("2 dn", "2 inf") == "no ships to fight, nobody to land");
  CHECK(reason("naalu: flagship, 3 ff", "2 inf") == "no ships to fight, fighters land");
  CHECK(reason("naalu: flagship", "2 inf") == "no ships to fight, nobody to land");
}

TEST_CASE("no assumption of a ground combat claims bombardment") {
  const auto report = odds(
      asking::scenario("ground", "l1z1x: 2 dn, 2 inf, +tech_plasma_scoring", "2 inf, +ac_bunker"),
      {});
  REQUIRE(report);
  int told = 0;
  for (const std::string& line : report.value().assumptions) {
    CAPTURE(line);
    CHECK(line.find("harrow") == std::string::npos);
    if (line.find("no effect in this battle, it is about bombardment and landing") !=
        std::string::npos)
      ++told;
  }
  CHECK(told == 2);
}

}  // namespace broadside::ti4
