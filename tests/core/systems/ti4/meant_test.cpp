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
  CHECK(meant("2 dn", "2 cruiser, 3 inf") == "space");
  CHECK(meant("carrier, 2 inf", "cruiser") == "space");
  CHECK(meant("2 dn", "3 inf") == "invasion");
  CHECK(meant("2 dn", "2 pds") == "space");
}

}  // namespace broadside::ti4
