#include "apps/report/fleet_names.hpp"

#include <doctest/doctest.h>

using namespace broadside;

TEST_CASE("fleets in tables are written in the short words that people type") {
  const auto written = [](const char* game, const std::vector<UnitCount>& units) {
    return ShortFleetNames(game).fleet(units);
  };
  CHECK(written("ti4", {{"war_sun", 1}, {"cruiser", 2}, {"fighter", 4}}) == "1 ws, 2 cr, 4 ff");
  // Nobody has to know that a mech is an mf to those who play by bot.
  CHECK(written("ti4", {{"infantry", 3}, {"mech", 1}, {"pds", 2}}) == "3 inf, 1 mech, 2 pds");
  CHECK(written("rebellion", {{"star_destroyer", 1}, {"tie_fighter", 2}}) == "1 isd, 2 tie");
  CHECK(written("rebellion", {{"shield_bunker", 1}}) == "1 bunker");
  // What has no short word is written in full, as many as there are.
  CHECK(written("arcane_legions", {{"centaur_archer", 2}}) == "2 Centaur Archers");
}
