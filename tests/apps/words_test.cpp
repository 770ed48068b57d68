// Units are called as they are printed, one of them and many.

#include <string>

#include <doctest/doctest.h>

#include "apps/report/text.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

using namespace broadside;

TEST_CASE("plurals as English forms them") {
  CHECK(plural(1, "cruiser") == "cruiser");
  CHECK(plural(0, "cruiser") == "cruisers");
  CHECK(plural(2, "legionary") == "legionaries");
  CHECK(plural(2, "day") == "days");
  CHECK(plural(2, "sphinx") == "sphinxes");
  CHECK(plural(2, "infantry", "infantry") == "infantry");
}

TEST_CASE("every unit of every game has a printed name without underscores") {
  for (const Game* game : games())
    for (const Listing& unit : game->list_units())
      for (const int count : {1, 2}) {
        const auto side = game->parse_side(unit.id);
        if (!side || side->units.size() != 1) continue;
        const std::string word = game->words().of(side->units[0].type, count);
        CAPTURE(word);
        CHECK_FALSE(word.empty());
        CHECK(word.find('_') == std::string::npos);
      }
}

TEST_CASE("the words of the games") {
  const auto word = [](const char* game, const char* type, int count) {
    return words_of(game).of(type, count);
  };
  CHECK(word("ti4", "war_sun", 2) == "war suns");
  CHECK(word("ti4", "infantry", 3) == "infantry");
  CHECK(word("ti4", "mech", 2) == "mechs");
  CHECK(word("ti4", "pds", 1) == "PDS");
  CHECK(word("ti4", "space_dock", 1) == "space dock");
  CHECK(word("rebellion", "star_destroyer", 2) == "Star Destroyers");
  CHECK(word("rebellion", "x_wing", 2) == "X-wings");
  CHECK(word("rebellion", "death_star_under_construction", 2) == "Death Stars Under Construction");
  CHECK(word("risk", "army", 2) == "armies");
  CHECK(word("arcane_legions", "heavy_legionary", 5) == "Heavy Legionaries");
  CHECK(word("arcane_legions", "cursed_spearman", 2) == "Cursed Spearmen");
  CHECK(word("arcane_legions", "hoplite_with_javelins", 2) == "Hoplites with Javelins");
  CHECK(word("arcane_legions", "figure_2hp", 3) == "figures with 2 hit points");
}

TEST_CASE("a force in words") {
  const GameWords words = words_of("ti4");
  CHECK(force_text({{"war_sun", 1}, {"fighter", 2}}, {}, words) == "1 war sun, 2 fighters");
  CHECK(force_text({{"dreadnought", 2}}, {{"dreadnought", 2}}, words) == "2 damaged dreadnoughts");
  CHECK(force_text({{"dreadnought", 2}}, {{"dreadnought", 1}}, words) ==
        "2 dreadnoughts (1 damaged)");
  CHECK(force_text({{"dreadnought", 0}}, {}, words) == "nothing");
}
