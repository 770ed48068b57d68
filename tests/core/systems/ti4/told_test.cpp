// What players are told about a side, and what lists say about units: words that no number shows.

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

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
              "attacker cargo beyond the capacity left: fighters are removed first, then infantry, "
              "then mechs"));
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

TEST_CASE("told: what a replay says about losses, and rounds of each combat from the first on") {
  // Three war suns against a cruiser and two fighters: all of these are lost in the end.
  const auto story = ti4::game().replay(
      scenario("conquest", "3 war_sun, 4 infantry", "cruiser, 2 fighter, 2 infantry"), 1);
  REQUIRE(story);
  std::string all;
  for (const std::string& line : *story) all += line + "\n";
  INFO(all);
  const auto place = [&](const std::string& text) { return all.find(text); };
  CHECK(place("loses ") != std::string::npos);
  CHECK(place("1 Cruiser I") != std::string::npos);
  CHECK(place("defender has left: nothing") != std::string::npos);
  CHECK(place("space combat, round 1\n") != std::string::npos);
  std::size_t units = 0;
  for (const std::string& line : *story)
    if (line.find("defender loses ") != std::string::npos)
      units += line.find("Cruiser I") != std::string::npos;
  CHECK(units == 1);
  // Both combats count their rounds from one.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto two = ti4::game().replay(
        scenario("conquest", "3 cruiser, carrier, 4 infantry", "2 cruiser, 3 infantry"), seed);
    REQUIRE(two);
    int space = 0, ground = 0;
    for (const std::string& line : *two) {
      if (line.starts_with("space combat, round ")) CHECK(line.ends_with(std::to_string(++space)));
      if (line.starts_with("ground combat, round "))
        CHECK(line.ends_with(std::to_string(++ground)));
    }
    CHECK(space > 0);
  }
}

TEST_CASE("told: a unit is no effect of the system") {
  Scenario asked = scenario("space", "2 cruiser", "2 cruiser");
  asked.system_effects = {{"ral_nel_mech", {}, {}, {}}};
  const auto setup = ti4::set_up(asked);
  REQUIRE_FALSE(setup);
  CHECK(setup.error().where == "system.effects");
  asked.system_effects = {{"nebula", {}, {}, {}}};
  CHECK(ti4::set_up(asked));
}

TEST_CASE("told: what holds for both sides may stand in the system") {
  int system = 0, side = 0;
  for (const Listing& line : ti4::game().list_effects()) {
    const bool both =
        std::find(line.fields.begin(), line.fields.end(), "system.effects") != line.fields.end();
    CAPTURE(line.id);
    if (line.kind == "anomaly" || line.kind == "law") CHECK(both);
    if (line.kind == "action_card" || line.kind == "technology") CHECK_FALSE(both);
    (both ? system : side) += 1;
  }
  CHECK(system > 5);
  CHECK(side > 50);
}

TEST_CASE("told: a card for one roll of an ability is used up by the first") {
  // Strike Wing Ambuscade: three dice of the destroyer's barrage, then two of two dreadnoughts.
  const Scenario asked =
      scenario("conquest", "dd, 2 dn, 2 inf, +strike wing ambuscade", "ff, 2 inf");
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto story = ti4::game().replay(asked, seed);
    REQUIRE(story);
    const auto dice_after = [&](const std::string& step) {
      auto line = std::find(story->begin(), story->end(), step);
      REQUIRE(line != story->end());
      const std::string rolled = *++line;
      CAPTURE(rolled);
      const std::size_t first = rolled.find("): ") + 2, last = rolled.find(" - ");
      return std::count(rolled.begin() + static_cast<std::ptrdiff_t>(first),
                        rolled.begin() + static_cast<std::ptrdiff_t>(last), ' ');
    };
    CHECK(dice_after("anti-fighter barrage") == 3);
    CHECK(dice_after("bombardment") == 2);
  }
}

TEST_CASE("told: The Cavalry is used on the cheapest ship that is there then") {
  // RULES 3.1.6; space cannons may have destroyed the cheapest before.
  const Scenario asked = scenario("space", "dd, cruiser, +the cavalry", "2 pds, cruiser");
  int on_destroyer = 0, on_cruiser = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto story = ti4::game().replay(asked, seed);
    REQUIRE(story);
    std::string all;
    for (const std::string& line : *story) all += line + "\n";
    INFO(all);
    const std::size_t used = all.find("\nThe Cavalry\n");
    if (used == std::string::npos) continue;  // nobody is left for it
    const bool lost = all.find("attacker loses 1 Destroyer I") < used;
    CHECK((all.find("Destroyer I (The Cavalry)") != std::string::npos) == !lost);
    CHECK((all.find("Cruiser I (The Cavalry)") != std::string::npos) == lost);
    (lost ? on_cruiser : on_destroyer) += 1;
  }
  CHECK(on_destroyer > 3);
  CHECK(on_cruiser > 3);
}

TEST_CASE("told: The Cavalry is used on a damaged ship where no other is there") {
  const Scenario asked = scenario("space", "dn (1 damaged), dd, +the cavalry", "2 pds, cruiser");
  int alone = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto story = ti4::game().replay(asked, seed);
    REQUIRE(story);
    std::string all;
    for (const std::string& line : *story) all += line + "\n";
    INFO(all);
    const std::size_t used = all.find("\nThe Cavalry\n");
    if (used == std::string::npos || all.find("attacker loses 1 Destroyer I") > used) continue;
    CHECK(all.find("Dreadnought I (The Cavalry)") != std::string::npos);
    ++alone;
  }
  CHECK(alone > 3);
}

TEST_CASE("told: how many units there may come to be") {
  const auto problem = [](Scenario asked, bool fighters_of_the_age) {
    if (fighters_of_the_age) asked.system_effects = {{"event_age_of_fighters", {}, {}, {}}};
    const auto setup = ti4::set_up(asked);
    return setup ? std::string() : setup.error().problem;
  };
  // Ships that bombard elsewhere are the same ships.
  CHECK(problem(scenario("invasion", "100 dn, inf, +bombards_elsewhere x90", "inf"), false) == "");
  // Two fighters for each use, whatever their printing.
  const Scenario many = scenario("space", "carrier, 100 ff, +brother milor x80", "cruiser");
  for (const bool age : {false, true})
    CHECK(problem(many, age) == "there may come to be 260 of fighter");
}

TEST_CASE("told: where nobody can win the attacker gives way") {  // RULES 3.6.8
  Scenario asked = without_dice();
  const auto ends = [](const Scenario& battle, const std::string& line) {
    const auto story = ti4::game().replay(battle, 1);
    REQUIRE(story);
    return std::find(story->begin(), story->end(), line) != story->end();
  };
  CHECK(ends(asked, "  attacker gives way: neither side can ever win"));
  CHECK(ends(asked, "the attacker retreats"));
  CHECK(ends(asked, "attacker has left: 1 our_flagship"));
  asked.side(Side::attacker)
      .effects.push_back({"hero_airo_shir_aur", {}, {}, {}});  // nobody retreats
  CHECK(ends(asked, "the defender wins"));
  CHECK(ends(asked, "attacker has left: nothing"));
  asked.side(Side::attacker).policy["retreat"] = RetreatTiming{1, {}};
  CHECK(tells(asked, "attacker retreat: not possible here"));
}

TEST_CASE("told: who leaves below a chance is not told as if he stayed") {
  Scenario asked = scenario("space", "2 cruiser", "2 cruiser");
  asked.side(Side::defender).policy["retreat"] = RetreatTiming{{}, 0.4};
  const auto story = ti4::game().replay(asked, 1);
  REQUIRE_FALSE(story);
  CHECK(story.error().where == "defender.policy.retreat");
  CHECK(story.error().hint.find("name a round") != std::string::npos);
}

TEST_CASE("told: hits that have come are taken, none are rolled for them") {  // RULES 9.54
  Scenario asked = scenario("space", "3 cruiser", "2 cruiser");
  asked.side(Side::attacker).fields["hits"] = 2;
  const auto story = ti4::game().replay(asked, 1);
  REQUIRE(story);
  const auto due = std::find(story->begin(), story->end(), "hits to be taken");
  REQUIRE(due != story->end());
  CHECK(*(due + 1) == "  attacker loses 2 Cruiser I");
}

TEST_CASE("told: dice are rolled again as often as the odds have it") {
  constexpr int kStories = 4000;
  struct Rolled {
    std::string_view battle, attacker, defender;
  };
  for (const auto& [battle, attacker, defender] : {
           Rolled{"space", "ws, +relic_crown_of_thalnos",
                  "3 cruiser"},  // three dice, where one hits
           Rolled{"space", "3 ff, cv, +relic_crown_of_thalnos@fighter", "cruiser, dd"},
           Rolled{"space", "2 cr, +law_crown_of_thalnos@cruiser, +war funding", "2 cr"},
           Rolled{"ground", "3 inf, +fire team", "3 inf"},
           Rolled{"space", "letnev: ws, +munitions reserves, +relic_crown_of_thalnos@war_sun",
                  "3 dn, +war funding"},
       }) {
    CAPTURE(attacker);
    const Scenario asked = scenario(battle, attacker, defender);
    int won = 0;
    for (int seed = 1; seed <= kStories; ++seed) {
      const auto story = ti4::game().replay(asked, static_cast<std::uint64_t>(seed));
      REQUIRE(story);
      won += std::find(story->begin(), story->end(), "the attacker wins") != story->end();
    }
    const double p = ask(asked).win();
    CHECK(std::abs(won - p * kStories) < 4 * std::sqrt(kStories * p * (1 - p)));
  }
}

TEST_CASE("told: an order of losses that was given for the ground, where there is a ground") {
  Scenario asked = scenario("invasion", "2 inf, mech", "2 inf");
  CHECK_FALSE(tells(asked, "losses on the ground"));
  asked.side(Side::attacker).policy["ground_losses"] = Names{"mech"};
  CHECK(tells(asked, "attacker losses on the ground: mech, infantry"));
  asked.battle = "space";
  asked.side(Side::attacker).units.push_back({"carrier", 1});
  asked.side(Side::defender).units.push_back({"cruiser", 1});
  CHECK_FALSE(tells(asked, "losses on the ground"));
}

TEST_CASE("told: the weakest are lost first, but for those that are kept") {  // RULES 9.55
  // A destroyer hits with 0.2, a cruiser with 0.4, a dreadnought with 0.6.
  Scenario asked = scenario("space", "dn, cruiser, destroyer", "2 cruiser");
  asked.side(Side::attacker).policy["losses"] = std::string("weakest");
  CHECK(tells(asked, "attacker losses: destroyer, cruiser, dreadnought"));
  asked.side(Side::attacker).policy["keep"] = Names{"destroyer"};
  CHECK(tells(asked, "attacker losses: cruiser, dreadnought, destroyer"));
}

TEST_CASE("told: a round that The Thundarian turns back is told as rolled again") {  // RULES 3.4.5
  const auto rounds = [](std::string_view attacker) {
    const auto story = ti4::game().replay(scenario("space", attacker, "3 cruiser"), 1);
    REQUIRE(story);
    return std::count(story->begin(), story->end(), "space combat round, rolled again");
  };
  CHECK(rounds("3 cruiser") == 0);
  CHECK(rounds("nomad: 3 cruiser, +agent_the_thundarian") == 1);
}

TEST_CASE("told: a text that Articles of War has taken away is not told as if it held") {
  Scenario asked = scenario("ground", "mentak: 2 mech", "2 mech");
  CHECK(tells(asked, "Moll Terminus"));
  asked.system_effects.push_back({"law_articles_of_war", {}, {}, {}});
  CHECK_FALSE(tells(asked, "Moll Terminus"));
}

TEST_CASE("told: Shields Holding is about the ground too in a Wild, Wild Galaxy") {
  Scenario asked = scenario("ground", "3 inf", "2 inf, +ac_shields_holding");
  CHECK(tells(asked, "it is about space"));
  asked.system_effects.push_back({"event_wild_wild_galaxy", {}, {}, {}});
  CHECK_FALSE(tells(asked, "it is about space"));
  CHECK(tells(asked, "from 2 hits on"));
}

TEST_CASE("told: the Dimensional Tear, where ships could leave it") {  // RULES 3.6.2
  const char* rift = "Dimensional Tear I: its system is a gravity rift";
  CHECK(tells(scenario("space", "2 cr", "vuilraith: cr, space dock"), rift));
  CHECK_FALSE(tells(scenario("invasion", "2 inf", "vuilraith: inf, space dock"), rift));
}

TEST_CASE("told: whose shield does not stop a bombardment") {  // RULES 8.11
  CHECK(tells(scenario("invasion", "titans: 2 dn, inf, +awaken", "3 inf"),
              "their own shield does not keep the attacker from bombarding"));
}

TEST_CASE("told: whom Lucky Shot and Swords to Plowshares reach") {
  CHECK(tells(scenario("space", "cr, +lucky shot", "dn!, cr"), "on a damaged one only where"));
  CHECK(tells(scenario("invasion", "dn, 4 inf", "4 inf", {"agenda_swords_to_plowshares"}),
              "the attacker's infantry are aboard"));
}

TEST_CASE("told: why a unit's text changes nothing") {
  CHECK(tells(scenario("ground", "2 inf", "firmament: inf, mech, +firmament_mech"),
              "list rule_coexistence"));
  CHECK(tells(scenario("ground", "2 inf", "empyrean: inf, mech, +empyrean_mech"),
              "leave the cancelled action card out"));
}

TEST_CASE("told: ships that Sleeper Cell cannot place, and guns that have no ships to shoot at") {
  const auto notes = [](const Scenario& asked, const std::string& text) {
    const auto setup = ti4::set_up(asked);
    REQUIRE(setup);
    return std::any_of(setup->notes.begin(), setup->notes.end(), [&](const std::string& told) {
      return told.find(text) != std::string::npos;
    });
  };
  CHECK(notes(scenario("space", "2 cr, +ipswitch", "yin: fs"), "places no flagship"));
  CHECK_FALSE(notes(scenario("space", "mentak: 2 cr, +ipswitch", "yin: fs"), "places no flagship"));
  CHECK(notes(scenario("invasion", "2 dn, 3 inf", "3 inf, +adjacent_pds"), "it is about space"));
  CHECK_FALSE(notes(scenario("space", "2 dn", "cr, +adjacent_pds"), "it is about space"));
}

TEST_CASE("told: an own ability that is not played because nobody listed it") {  // RULES 9.29
  const char* devotion = "Devotion: not used, since it was not listed";
  CHECK(tells(scenario("space", "yin: 2 cr, dd", "dn, 2 ff"), devotion));
  CHECK_FALSE(tells(scenario("space", "yin: 2 cr, dd, +devotion", "dn, 2 ff"), devotion));
  CHECK_FALSE(tells(scenario("ground", "yin: 2 inf", "2 inf"), devotion));
  CHECK_FALSE(tells(scenario("space", "mentak: 2 cr", "dn"), "was not listed"));  // Ambush is free
}

TEST_CASE("told: what weighs in an invasion and a conquest, in a few words") {
  const auto says = [](const Scenario& asked, const char* words) {
    const auto battle = find_game("ti4").value()->prepare(asked);
    REQUIRE(battle);
    return std::any_of(battle->brief.begin(), battle->brief.end(), [&](const std::string& line) {
      return line.find(words) != std::string::npos;
    });
  };
  CHECK(says(scenario("space", "letnev: dn, +munitions reserves", "letnev: dn"),
             "the defender's Munitions Reserves is not used"));
  const char* shield = "Planetary Shield stops the bombardment before the landing";  // RULES 4.1.3
  CHECK(says(scenario("invasion", "2 dn, 2 inf", "3 inf, pds"), shield));
  CHECK_FALSE(says(scenario("invasion", "2 dn, 2 inf", "3 inf"), shield));
  CHECK_FALSE(says(scenario("invasion", "ws, 2 inf", "3 inf, pds"), shield));
  CHECK_FALSE(says(scenario("invasion", "cr, 2 inf", "3 inf, pds"), shield));
  CHECK_FALSE(says(scenario("space", "2 dn", "cr, pds"), shield));
  const auto letnev =
      find_game("ti4").value()->prepare(scenario("space", "letnev: dn", "letnev: dn"));
  REQUIRE(letnev);  // once for both sides
  CHECK(std::count(letnev->brief.begin(), letnev->brief.end(), "Munitions Reserves is not used") ==
        1);
  const char* nobody = "nobody has ground forces in the end is a draw";  // RULES 4.4.7
  CHECK(says(scenario("conquest", "cr2, inf", "cr"), nobody));
  CHECK_FALSE(says(scenario("conquest", "cr2, inf", "cr, inf"), nobody));
  Scenario leaves = scenario("conquest", "cr2, inf", "cr");
  leaves.side(Side::attacker).policy["retreat"] = RetreatTiming{1, {}};
  CHECK_FALSE(says(leaves, nobody));
  // More names than are shown: the printing of the last is told all the same.
  CHECK(says(scenario("space", "2 dn, +supercharge, +morale boost, +war funding, 3 ff, cv",
                      "argent: dn, dd, 2 ff"),
             "is the printing played"));
}

TEST_CASE("told: Indoctrination makes no mech where mechs have no text") {  // RULES 7.10
  Scenario asked = scenario("ground", "yin: 2 inf, +yin_mech, +indoctrination", "3 inf");
  CHECK(tells(asked, "Indoctrination (target mech)"));
  asked.system_effects.push_back({"law_articles_of_war", {}, {}, {}});
  CHECK(tells(asked, "attacker Indoctrination: "));
  CHECK_FALSE(tells(asked, "target mech)"));
}

TEST_CASE("told: effects that find nothing to work on") {
  const auto idle = [](const char* attacker, const char* defender, const char* words) {
    const auto setup = ti4::set_up(scenario("space", attacker, defender));
    REQUIRE(setup);
    return std::any_of(setup->notes.begin(), setup->notes.end(), [&](const std::string& told) {
      return told.find(words) != std::string::npos;
    });
  };
  CHECK(idle("2 cr, +graviton laser system", "3 ff, cv", "Graviton Laser System changes nothing"));
  CHECK_FALSE(idle("2 cr, pds, +graviton laser system", "3 ff, cv", "changes nothing"));
  CHECK_FALSE(idle("2 cr, +graviton laser system, +adjacent_pds", "3 ff, cv", "changes nothing"));
  CHECK(idle("2 cr, +waylay", "3 ff, cv", "Waylay changes nothing"));
  CHECK_FALSE(idle("dd, +waylay", "3 ff, cv", "changes nothing"));
  for (const char* card : {"direct hit", "emergency repairs", "duranium", "non-euclidean"}) {
    CAPTURE(card);
    CHECK(idle(("2 cr, +" + std::string(card)).c_str(), "2 cr", "can sustain damage"));
    CHECK_FALSE(idle(("2 dn, +" + std::string(card)).c_str(), "2 dn", "changes nothing"));
  }
}
