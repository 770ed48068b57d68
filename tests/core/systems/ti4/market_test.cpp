#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/systems/ti4/game.hpp"

using namespace broadside;

namespace {

Market market_of(const std::string& battle, Side side, const std::string& faction = "") {
  Scenario scenario;
  scenario.battle = battle;
  scenario.side(side).faction = faction;
  return ti4::game().market(scenario, side).value();
}

const Offer* sold(const Market& market, const std::string& type) {
  const auto at = std::find_if(market.offers.begin(), market.offers.end(),
                               [&](const Offer& offer) { return offer.type == type; });
  return at == market.offers.end() ? nullptr : &*at;
}

}  // namespace

TEST_CASE("a garrison stands on its planet: nobody carries it, and no ship is bought for it") {
  const Market planet = market_of("invasion", Side::defender);
  REQUIRE(sold(planet, "infantry"));
  CHECK(sold(planet, "infantry")->needs == 0);
  CHECK(sold(planet, "mech")->needs == 0);
  CHECK_FALSE(sold(planet, "cruiser"));
  CHECK_FALSE(planet.supply);
  // In a conquest there are ships above the planet: their fighters ride, the garrison does not.
  const Market system = market_of("conquest", Side::defender);
  CHECK(sold(system, "infantry")->needs == 0);
  CHECK(sold(system, "fighter")->needs == 1);
  CHECK(system.supply);
  const Market landing = market_of("conquest", Side::attacker);
  CHECK(sold(landing, "infantry")->needs == 1);
}

TEST_CASE(
    "PDS are bought for the defence of a planet only, at most two, and it is said at what price") {
  for (const char* battle : {"invasion", "conquest"}) {
    CAPTURE(battle);
    const Market planet = market_of(battle, Side::defender);
    REQUIRE(sold(planet, "pds"));
    CHECK(sold(planet, "pds")->price == 0);
    CHECK(sold(planet, "pds")->limit == 2);
    CHECK(std::any_of(planet.assumptions.begin(), planet.assumptions.end(), [](const auto& line) {
      return line.find("no printed price") != std::string::npos;
    }));
    CHECK_FALSE(sold(market_of(battle, Side::attacker), "pds"));
  }
  for (const char* battle : {"space", "ground"})
    for (const Side side : kSides) CHECK_FALSE(sold(market_of(battle, side), "pds"));
  // Hel-Titans are ground forces, too.
  CHECK(sold(market_of("ground", Side::defender, "titans"), "pds"));
  CHECK_FALSE(sold(market_of("ground", Side::attacker, "titans"), "pds"));
}
