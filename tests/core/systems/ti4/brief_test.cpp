// What a short answer tells of a battle: what may surprise, and the choices that weigh most.

#include "core/systems/ti4/brief.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/ti4/setup.hpp"
#include "tests/core/systems/ti4/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::asking;
using Lines = std::vector<std::string>;

Lines notes(const Scenario& asked) { return ti4::set_up(asked).value().notes; }
Lines assumptions(const Scenario& asked) { return ti4::set_up(asked).value().assumptions; }
Lines brief(const Scenario& asked) { return ti4::set_up(asked).value().brief; }

TEST_CASE("brief: notes name what is above the capacity and what takes no part") {
  CHECK(notes(scenario("space", "2 dn, 2 ff", "ws, 3 ff")).empty());
  CHECK(notes(scenario("space", "2 dn, 4 ff", "ws, 3 ff")) ==
        Lines{"the attacker has 4 fighters to carry and a capacity of 2: what is above it after "
              "the space combat is removed, fighters first"});
  CHECK(notes(scenario("space", "cr2, 4 ff", "cr, pds")) ==
        Lines{"the attacker has 4 fighters to carry and a capacity of 1: what is above it after "
              "the space combat is removed, fighters first; after space cannons it may stay as far "
              "above it as it began, and one ship more that carries may take that away"});
  CHECK(notes(scenario("space", "dd", "cr, 5 ff, space_dock")) ==
        Lines{"the defender has 5 fighters to carry and a capacity of 0, and 3 fighters may stay "
              "with a space dock: what is above it after the space combat is removed, fighters "
              "first"});
  CHECK(notes(scenario("space", "2 dn", "cr, 2 inf, mech")) ==
        Lines{"the defender's 2 infantry, 1 mech: on the planet, not touched by the space combat"});
  CHECK(notes(scenario("ground", "2 inf, dn", "inf, pds")) ==
        Lines{"the attacker's 1 dreadnought: no part in this battle",
              "the defender's 1 PDS: no part in this battle"});
  CHECK(notes(scenario("space", "cr, +fire team, +sabotage", "cr")) ==
        Lines{"the attacker's Sabotage has no effect on odds",
              "the attacker's Fire Team has no effect in this battle, it is about the ground"});
}

TEST_CASE("brief: an effect with nothing to work on is told, and not as one that is used") {
  const Scenario bare = scenario("ground", "3 inf", "2 inf, +magen");
  CHECK(notes(bare) == Lines{"the defender's Magen Defense Grid \u03a9\u03a9 changes nothing: no "
                             "structure of its owner is on the planet"});
  CHECK(brief(bare).empty());
  CHECK(brief(scenario("space", "3 cr, +magen", "2 cr")).empty());
  CHECK(brief(scenario("invasion", "3 inf", "2 inf, pds, +magen")) ==
        Lines{"Magen Defense Grid \u03a9\u03a9 as usual"});
  CHECK(notes(scenario("ground", "ws, 3 inf", "2 inf, pds, +tech_magen_defense_grid")).back() ==
        "the defender's Magen Defense Grid changes nothing: a ship of the enemy breaks Planetary "
        "Shields");
}

TEST_CASE("brief: what finds no use in such a battle is told, and why") {
  struct Row {
    const char *battle, *attacker, *defender, *reason;  ///< no reason: it has a use
  };
  constexpr Row kRows[] = {
      {"ground", "2 inf, +direct hit", "inf, mech", "it reaches nobody on the ground"},
      {"invasion", "dn, inf, +direct hit", "inf, mech", "it reaches nobody on the ground"},
      {"conquest", "dn, inf, +direct hit", "cr, mech",
       "nothing that it reaches can sustain damage"},
      {"conquest", "dn, inf, +direct hit", "dn, mech", nullptr},
      {"space", "2 cr, +direct hit", "2 dn2", "nothing that it reaches can sustain damage"},
      {"ground", "bastion: 2 inf, +lyra keen", "inf", "no unit of the side carries a token"},
      {"ground", "bastion: 2 inf, +lyra keen, +galvanize@inf", "inf", nullptr},
      {"space", "3 cr, +relic_crown_of_thalnos", "cr", "one die that hits has no miss"},
      {"space", "3 cr, +relic_crown_of_thalnos@cr", "cr", nullptr},
      {"space", "ws, +relic_crown_of_thalnos", "cr", nullptr},
      {"invasion", "dn, inf, +ul the progenitor", "inf", "only the defender fires at a landing"},
      {"invasion", "dn, inf, +custodia vigilia", "inf", "only the defender fires at a landing"},
      {"invasion", "dn, inf", "inf, +custodia vigilia", nullptr},
      {"invasion", "dn, inf", "inf, +lightrail ordnance", "the side has no space dock"},
      {"invasion", "dn, inf", "inf, space dock, +lightrail ordnance", nullptr},
      {"invasion", "dn, inf", "inf, pds, +antimass deflectors", "the enemy fires no space cannon"},
      {"invasion", "dn, inf", "inf, pds, +maneuvering jets", "the enemy fires no space cannon"},
      {"invasion", "dn, inf, +maneuvering jets", "inf, pds", nullptr},
      {"invasion", "dn, 2 inf, +blitz", "inf", "no ship gains a bombardment by it"},
      {"invasion", "dn, cr, 2 inf, +blitz", "inf", nullptr},
      {"ground", "2 inf, +hero_shval", "inf", "a ground combat begins after the landing"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.attacker);
    CAPTURE(row.defender);
    std::string told;
    for (const std::string& line : notes(scenario(row.battle, row.attacker, row.defender)))
      told += line + "\n";
    CAPTURE(told);
    CHECK((told.find("changes nothing") != std::string::npos) == (row.reason != nullptr));
    if (row.reason) CHECK(told.find(row.reason) != std::string::npos);
  }
  // Nor is it among the assumptions as if it were used.
  const Scenario reaper =
      scenario("ground", "letnev: 3 inf, +letnev_mech x5", "3 inf", {"law_articles_of_war"});
  std::string assumed;
  for (const std::string& line : assumptions(reaper)) assumed += line + "\n";
  CAPTURE(assumed);
  CHECK(assumed.find("can be turned into mechs") == std::string::npos);
  CHECK(assumed.find("mechs have no text under Articles of War") != std::string::npos);
}

TEST_CASE("brief: a ship whose text decides on the ground takes part") {
  const auto idle = [](std::string_view battle, std::string_view attacker) {
    return !notes(scenario(battle, attacker, "3 inf, 2 mech")).empty();
  };
  CHECK_FALSE(idle("invasion", "naaz: flagship, 2 inf, 2 mech"));
  CHECK(idle("invasion", "naaz: flagship, 2 inf"));
  CHECK_FALSE(idle("invasion", "naalu: flagship, 2 ff, 2 inf"));
  CHECK(idle("invasion", "naalu: flagship, 2 inf"));
  CHECK_FALSE(idle("invasion", "empyrean: flagship, 2 inf, mech, +empyrean_flagship x2"));
  CHECK(idle("invasion", "empyrean: flagship, 2 inf, mech"));
  // The Eidolon does not flip there.
  for (const std::string& line : assumptions(scenario("invasion", "naaz: dn, 2 mech", "2 inf"))) {
    CAPTURE(line);
    CHECK(line.find("flip") == std::string::npos);
  }
}

TEST_CASE("brief: orders about what is not there are told, not passed over") {
  const auto ordered = [](const char* fleet, const char* field, Value value) {
    Scenario asked = scenario("space", "2 cr", fleet);
    asked.side(Side::defender).policy[field] = std::move(value);
    return notes(asked);
  };
  CHECK(ordered("2 dn", "losses", Names{"dreadnought"}).empty());
  CHECK(ordered("2 dn", "losses", Names{"fighter", "dreadnought", "cruiser"}) ==
        Lines{"the defender has no fighters and no cruisers, though its orders name them"});
  CHECK(ordered("2 dn", "keep", Names{"war_sun"}) ==
        Lines{"the defender has no war suns, though its orders name them"});
  CHECK(ordered("2 dd", "sustain", std::string{"last"}) ==
        Lines{"nothing of the defender can sustain damage: to sustain last changes nothing"});
  CHECK(ordered("2 dd", "sustain", std::string{"auto"}).empty());
  CHECK(ordered("dn, dd", "sustain", std::string{"last"}).empty());
}

TEST_CASE("brief: the choices that weigh most, and none that the player made") {
  CHECK(brief(scenario("space", "2 cr", "2 dd")).empty());  // nothing to choose
  CHECK(brief(scenario("space", "2 dn, 2 ff", "ws, 3 ff")) ==
        Lines{"fighters are lost first", "damage is sustained first"});
  CHECK(brief(scenario("space", "cr, cv", "dd, 2 ff, cv")) ==
        Lines{"the attacker loses cruisers first, the defender fighters"});
  Scenario told = scenario("space", "2 dn, 2 ff", "2 cr");
  told.side(Side::attacker).policy["losses"] = Names{"dreadnought"};
  told.side(Side::attacker).policy["sustain"] = std::string{"last"};
  CHECK(brief(told).empty());
  Scenario half = scenario("space", "2 dn, 2 ff", "ws, 3 ff");
  half.side(Side::attacker).policy["losses"] = Names{"dreadnought", "fighter"};
  CHECK(brief(half) == Lines{"the defender loses fighters first", "damage is sustained first"});
  Scenario one = scenario("space", "2 dn", "dn");
  one.side(Side::attacker).policy["sustain"] = std::string{"never"};
  CHECK(brief(one) == Lines{"the defender sustains damage first"});
  CHECK(brief(scenario("space", "2 cr, +munitions reserves, +morale boost", "2 cr")) ==
        Lines{"Munitions Reserves, Morale Boost as usual"});
  CHECK(brief(scenario("space", "2 cr, +plasma scoring, +morale boost", "2 cr")) ==
        Lines{"Morale Boost as usual"});  // the other one has no dice
  CHECK(brief(scenario("space", "2 cr, +morale boost@2", "2 cr")).empty());
}

}  // namespace
