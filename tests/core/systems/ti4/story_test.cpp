// A battle told die by die: what is said about a roll is what lies on the table.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/ti4/game.hpp"
#include "tests/core/systems/ti4/asking.hpp"

using namespace broadside;
using namespace broadside::asking;

namespace {

std::vector<std::string> story(const Scenario& battle, std::uint64_t seed) {
  const auto told = ti4::game().replay(battle, seed);
  REQUIRE(told);
  return told.value();
}

}  // namespace

TEST_CASE("story: as many hits are told as dice are marked") {
  int rolls = 0, more = 0, infantry = 0;
  for (const Scenario& battle :
       {scenario("space", "2 dn, +reflective shielding", "2 dn"),
        scenario("space", "argent: 2 dd2, cr", "cv, 3 ff, 2 inf"),
        scenario("space", "3 dn, +direct hit", "mentak: fs, 2 cr"),
        scenario("ground", "sardakk: 2 mech", "letnev: mech, 3 inf, +non-euclidean shielding")})
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
      for (const std::string& line : story(battle, seed)) {
        CAPTURE(line);
        more += line.ends_with("in answer");
        infantry += line.ends_with("also on infantry");
        if (line.ends_with("also on infantry")) CHECK(line.find("Strike Wing") != line.npos);
        const auto end = line.find(" - ");
        if (line.find(" rolls ") == std::string::npos || end == std::string::npos) continue;
        const auto marked = std::count(line.begin(), line.end(), '*');
        CHECK(std::stoi(line.substr(end + 3)) == marked);
        ++rolls;
      }
  CHECK(rolls > 100);
  CHECK(more > 10);
  CHECK(infantry > 0);
}

TEST_CASE("story: what cards do in answer is told, and no step in which nothing happens") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto told = story(scenario("space", "2 dn, +reflective shielding", "2 dn"), seed);
    CHECK(std::find(told.begin(), told.end(), "reflective shielding") == told.end());
    for (std::size_t i = 1; i + 1 < told.size(); ++i)  // an empty line, then a heading
      if (told[i].empty()) CHECK_FALSE(told[i + 1].empty());
  }
}
