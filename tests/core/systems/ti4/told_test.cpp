// What players are told about a side, and what lists say about units: words that no number shows.

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/systems/ti4/game.hpp"
#include "core/systems/ti4/links/planets.hpp"
#include "core/systems/ti4/setup.hpp"
#include "tests/core/systems/ti4/asking.hpp"

using namespace broadside;
using namespace broadside::asking;

namespace {

bool tells(const Scenario& asked, const std::string& text) {
  const auto setup = ti4::set_up(asked);
  REQUIRE(setup);
  return std::any_of(setup->assumptions.begin(), setup->assumptions.end(),
                     [&](const std::string& told) { return told.find(text) != std::string::npos; });
}

}  // namespace

TEST_CASE("told: when a side retreats, where it does") {
  Scenario asked = scenario("space", "2 cruiser", "2 cruiser");
  CHECK_FALSE(tells(asked, "announced in round"));
  asked.side(Side::attacker).policy["retreat"] = RetreatTiming{2, {}};
  CHECK(tells(asked, "attacker retreat: announced in round 2"));
  CHECK_FALSE(tells(asked, "defender retreat: announced"));
}

TEST_CASE("told: a fleet that begins above its capacity, and what is removed first") {
  const std::string above = "attacker begins with 6 to carry for a capacity of 4";
  CHECK(tells(scenario("space", "carrier, 6 fighter", "cruiser"), above));
  CHECK_FALSE(tells(scenario("space", "carrier, 4 fighter", "cruiser"), "to carry"));
  CHECK(tells(scenario("space", "carrier, 4 fighter", "cruiser"),
              "attacker cargo beyond the capacity left: fighters are removed first"));
  CHECK_FALSE(tells(scenario("space", "carrier", "cruiser"), "attacker cargo"));
}

TEST_CASE("told: an upgraded unit needs its upgrade, no other unit does") {
  std::size_t upgraded = 0;
  for (const auto& line : ti4::game().list_units()) {
    const bool second = line.id.ends_with("_2");
    CAPTURE(line.id);
    if (second) CHECK_FALSE(line.needs.empty());
    if (line.id.ends_with("_1")) CHECK(line.needs.empty());
    upgraded += second;
  }
  CHECK(upgraded > 5);
}

TEST_CASE("told: a planet by the first three letters of its name, and by no fewer") {
  CHECK(ti4::links::planet_named("Jord") == "Jord");
  CHECK(ti4::links::planet_named("jor") == "Jord");
  CHECK(ti4::links::planet_named("jo") == "");
}
