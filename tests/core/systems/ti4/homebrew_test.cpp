// Units of the players' own making: which card they replace, what they take over from it, and what
// is refused.

#include "core/systems/ti4/homebrew.hpp"

#include <algorithm>
#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/report/value_json.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/setup.hpp"
#include "tests/core/systems/ti4/asking.hpp"

using namespace broadside;
using namespace broadside::asking;

namespace {

Rows units(const std::string& text) {
  auto read = read_rows(text, *find_field(ti4::fields(), Place::scenario, ti4::kHomebrew), "units");
  if (!read) {
    FAIL_CHECK(read.error().message());
    return {};
  }
  return read.value();
}

Answer ask_with(const std::string& homebrew, std::string_view battle, std::string_view attacker,
                std::string_view defender) {
  Scenario asked = scenario(battle, attacker, defender);
  asked.fields["homebrew"] = units(homebrew);
  return ask(asked);
}

std::vector<std::string> said(const std::string& homebrew, std::string_view attacker,
                              std::string_view defender) {
  Scenario asked = scenario("space", attacker, defender);
  asked.fields["homebrew"] = units(homebrew);
  const auto setup = ti4::set_up(asked);
  REQUIRE(setup);
  return setup.value().assumptions;
}

constexpr const char* kCruiserLikeDreadnought =
    R"([{"id": "heavy_cruiser", "type": "cruiser", "cost": {"resources": 4}, "combat": {"hit_on": 5, "dice": 1}, "move": 1,
         "capacity": 1, "sustain_damage": true, "bombardment": {"hit_on": 5, "dice": 1}}])";

}  // namespace

TEST_CASE("homebrew: a cruiser with the dreadnought's numbers has the dreadnought's odds") {
  for (const std::string enemy : {"3 destroyer, 2 ff", "ws", "2 carrier, 4 ff"}) {
    CAPTURE(enemy);
    CHECK(odds_distance(ask_with(kCruiserLikeDreadnought, "space", "2 cruiser", enemy),
                        ask("space", "2 dreadnought", enemy)) < 1e-12);
  }
  CHECK(odds_distance(ask_with(kCruiserLikeDreadnought, "invasion", "2 cruiser, 2 inf", "3 inf"),
                      ask("invasion", "2 dreadnought, 2 inf", "3 inf")) < 1e-12);
}

TEST_CASE("homebrew: what is left out is as in the unit that it replaces") {
  const std::string better = R"([{"id": "dreadnought_1", "combat": {"hit_on": 3}}])";
  // One die, now on 3; it still sustains, and its bombardment is the printed one.
  const Answer answer = ask_with(better, "space", "dn", "cruiser");
  // Both hit on 3 (0.8) and 7 (0.4); the dreadnought needs two hits on it.
  const double hit = 0.8, hurt = 0.4, go_on = (1 - hit) * (1 - hurt), wounded = (1 - hit) * hurt;
  const Duelling after = duel(hit, hurt);
  CHECK(answer.win() == worked((hit + wounded * after.win) / (1 - go_on)));
  CHECK(answer.draw() == worked(wounded * after.draw / (1 - go_on)));
  CHECK(distance(ask_with(better, "invasion", "dn, 2 inf", "2 inf"),
                 ask("invasion", "dn, 2 inf", "2 inf")) < 1e-12);
  // The upgraded card is another card.
  CHECK(distance(ask_with(better, "space", "dn2", "2 cruiser"), ask("space", "dn2", "2 cruiser")) <
        1e-12);
}

TEST_CASE("homebrew: a flagship without a faction becomes possible") {
  Scenario asked = scenario("space", "flagship", "cruiser");
  CHECK(try_ask(asked).problem.find("needs a faction") != std::string::npos);
  asked.fields["homebrew"] =
      units(R"([{"id": "any_flagship", "type": "flagship", "combat": {"hit_on": 7, "dice": 1}}])");
  CHECK(odds_distance(ask(asked), ask("space", "cruiser", "cruiser")) < 1e-12);
}

TEST_CASE("homebrew: fighters of a dock are in its text") {
  const auto allowance = [](const std::string& homebrew) {
    const auto book = ti4::UnitBook::make(units(homebrew), "units");
    REQUIRE(book);
    return book.value()->unit_for("", ti4::UnitType::space_dock, 1)->fighter_allowance;
  };
  CHECK(allowance(R"([{"id": "dock", "type": "space_dock"}])") == 3);
  CHECK(allowance(R"([{"id": "dock", "type": "space_dock", "special": []}])") == 0);
}

TEST_CASE("homebrew: who fights on the ground") {
  // Nothing is printed for a flagship without a faction: by its type it is a ship and no ground
  // force.
  const std::string flagship =
      R"([{"id": "any_flagship", "type": "flagship", "combat": {"hit_on": 2, "dice": 3}}])";
  CHECK(odds_distance(ask_with(flagship, "invasion", "flagship, 2 infantry", "2 infantry"),
                      ask("invasion", "2 infantry", "2 infantry")) < 1e-12);
  // Who is told to be none takes no part, and who is told to be one does.
  const std::string idle = R"([{"id": "clerk", "type": "infantry", "is_ground_force": false}])";
  CHECK(odds_distance(ask_with(idle, "invasion", "2 mech", "2 infantry, mech"),
                      ask("invasion", "2 mech", "mech")) < 1e-12);
  const std::string guns =
      R"([{"id": "bunker", "type": "pds", "is_ground_force": true, "is_structure": false,
           "planetary_shield": false, "space_cannon": {"hit_on": 10, "dice": 0},
           "combat": {"hit_on": 8, "dice": 1}}])";
  CHECK(odds_distance(ask_with(guns, "ground", "2 infantry", "pds"),
                      ask("ground", "2 infantry", "infantry")) < 1e-12);
}

TEST_CASE("homebrew: as many hits as can be counted, cards that cancel some included") {
  // Six types that sustain two hits each, and destroyers: 6 x 100 x 3 + 100 hits.
  const auto problem = [](int mechs, int infantry, bool card) {
    std::string tough;
    for (const char* type : {"fighter", "cruiser", "carrier", "dreadnought", "war_sun", "flagship"})
      tough += std::string(tough.empty() ? "[" : ",") + R"({"id": "t_)" + type + R"(", "type": ")" +
               type + R"(", "sustain_damage": true})";
    Scenario asked = scenario("conquest", "ws", "infantry");
    SideSpec& side = asked.side(Side::attacker);
    side.units = {{"fighter", 100}, {"cruiser", 100},  {"carrier", 100},   {"dreadnought", 100},
                  {"war_sun", 100}, {"flagship", 100}, {"destroyer", 100}, {"mech", mechs}};
    if (infantry > 0) side.units.push_back({"infantry", infantry});
    side.effects.push_back({"tech_non_euclidean_shielding", {}, {}, {}});
    if (card) side.effects.push_back({"ac_shields_holding", {}, {}, {}});
    asked.fields["homebrew"] = units(tough + "]");
    const auto setup = ti4::set_up(asked);
    return setup ? std::string() : setup.error().problem;
  };
  CHECK(problem(49, 0, false) == "");  // 1900 + 3 x 49 = 2047
  CHECK(problem(49, 1, false) == "the units can take 2048 hits");
  CHECK(problem(48, 1, true) == "");
  CHECK(problem(48, 2, true) == "the units can take 2048 hits");
}

TEST_CASE("homebrew: which card is replaced") {
  const auto fielded = [](const std::string& homebrew, std::string_view faction, ti4::UnitType type,
                          int level) {
    const auto book = ti4::UnitBook::make(units(homebrew), "units");
    REQUIRE(book);
    const ti4::Unit* unit = book.value()->unit_for(faction, type, level);
    return unit ? std::string(unit->name) : "none";
  };
  using enum ti4::UnitType;
  // For everybody, also where a faction prints its own; not for neutral units.
  const std::string everybody = R"([{"id": "mine", "type": "dreadnought"}])";
  CHECK(fielded(everybody, "", dreadnought, 1) == "mine");
  CHECK(fielded(everybody, "sardakk", dreadnought, 1) == "mine");
  CHECK(fielded(everybody, "sardakk", dreadnought, 2) == "Exotrireme II");
  CHECK(fielded(everybody, "neutral", dreadnought, 1) == "Neutral Dreadnought");
  // For one faction, named as players name it.
  const std::string one =
      R"([{"id": "mine", "faction": "n'orr", "type": "dreadnought", "level": 2}])";
  CHECK(fielded(one, "sardakk", dreadnought, 2) == "mine");
  CHECK(fielded(one, "sardakk", dreadnought, 1) == "Exotrireme I");
  CHECK(fielded(one, "letnev", dreadnought, 2) == "Dreadnought II");
  // One card, wherever it is fielded.
  const std::string card = R"([{"id": "dreadnought_1", "name": "mine"}])";
  CHECK(fielded(card, "letnev", dreadnought, 1) == "mine");
  CHECK(fielded(card, "sardakk", dreadnought, 1) == "Exotrireme I");
  // A faction's own before everybody's.
  CHECK(fielded(
            R"([{"id": "a", "type": "cruiser"}, {"id": "b", "faction": "sol", "type": "cruiser"}])",
            "sol", cruiser, 1) == "b");
}

TEST_CASE("homebrew: a card's text stays unless its specials are given anew") {
  // The flagship of Jol-Nar: natural 9 and 10 give two more hits.
  const auto with = [](const std::string& homebrew) {
    return ask_with(homebrew, "space", "jolnar: flagship", "3 cruiser");
  };
  const Answer printed = ask("space", "jolnar: flagship", "3 cruiser");
  CHECK(distance(with(R"([{"id": "jolnar_flagship"}])"), printed) < 1e-12);
  CHECK(distance(with(R"([{"id": "other_flagship", "faction": "jolnar", "type": "flagship"}])"),
                 printed) < 1e-12);
  CHECK(
      distance(
          with(
              R"([{"id": "jolnar_flagship", "special": [{"op": "extra_hits_on_natural", "min_natural": 9}]}])"),
          printed) < 1e-12);
  CHECK(with(R"([{"id": "jolnar_flagship", "special": []}])").win() < printed.win() - 0.05);
  // Winnu's has one die for each enemy ship; with a number of dice that text is gone.
  CHECK(
      odds_distance(
          ask_with(R"([{"id": "winnu_flagship", "combat": {"dice": 1}, "sustain_damage": false}])",
                   "space", "winnu: flagship", "3 cruiser"),
          ask("space", "cruiser", "3 cruiser")) < 1e-12);
}

TEST_CASE("homebrew: the printed table as homebrew changes nothing") {
  std::ifstream file(std::string(BROADSIDE_SOURCE_DIR) + "/tests/data/ti4/units.json");
  const auto table = nlohmann::ordered_json::parse(file);
  const std::string all = nlohmann::ordered_json{{"units", table["units"]}}.dump();
  REQUIRE(units(all).size() > 120);
  struct Battle {
    const char *kind, *attacker, *defender;
  };
  for (const auto& [kind, attacker, defender] :
       {Battle{"space", "letnev: 2 dn2, 4 ff, flagship", "winnu: flagship, 2 cruiser, pds2"},
        Battle{"conquest", "sardakk: dn2, carrier, 2 inf, 1 mech",
               "naaz rokha: cruiser, pds, 2 inf, mech"},
        Battle{"space", "mentak: 2 cruiser2, +the table's grace", "saar: 3 ff2, space dock"},
        Battle{"invasion", "sol: ws, 3 inf2", "titans: pds, mech, 2 inf"}}) {
    CAPTURE(attacker);
    CHECK(distance(ask_with(all, kind, attacker, defender), ask(kind, attacker, defender)) < 1e-12);
  }
}

TEST_CASE("homebrew: the assumptions name what is fielded, and only that") {
  const std::string homebrew =
      R"([{"id": "mine", "name": "My Dreadnought", "type": "dreadnought", "combat": {"hit_on": 4, "dice": 2}},
                                   {"id": "other", "type": "cruiser"}])";
  const auto lines = said(homebrew, "2 dn", "2 dd");
  const auto named = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
    return line.find("homebrew") != std::string::npos;
  });
  CHECK(named == 1);
  CHECK(lines.front() ==
        "attacker dreadnought: homebrew 'My Dreadnought' (cost 4, combat 4 (x2), move 1, capacity "
        "1, sustain damage, bombardment 5)");
}

TEST_CASE("homebrew: mistakes in names are named") {
  struct Bad {
    const char *text, *problem, *where, *hint;
  };
  for (const auto& [text, problem, where, hint] : {
           Bad{R"([{"id": "a", "type": "crusier"}])", "unknown unit type 'crusier'",
               "units[0].type", "did you mean 'cruiser'?"},
           Bad{R"([{"id": "a", "type": "cruiser", "level": 3}])", "level 3", "units[0].level",
               "1, or 2"},
           Bad{R"([{"id": "a"}])", "has no type", "units[0].type", "known: flagship"},
           Bad{R"([{"id": "cruiser_1", "type": "carrier"}])", "is the id of a cruiser",
               "units[0].type", "another id"},
           Bad{R"([{"id": "a", "type": "mech", "faction": "letnef"}])", "unknown faction 'letnef'",
               "units[0].faction", "'letnev'"},
           Bad{R"([{"id": "a", "type": "mech"}, {"id": "a", "type": "pds"}])", "stands twice",
               "units[1].id", "its own"},
           Bad{R"([{"id": "a", "type": "mech"}, {"id": "b", "type": "mech"}])",
               "would be the same mech", "units[1]", "keep one"},
           Bad{R"([{"id": "a", "type": "pds", "combat": {"dice": 1}}])", "no result that hits",
               "units[0].combat.hit_on", "1 to 10"},
           Bad{R"([{"id": "a", "type": "pds", "special": ["direct_hit_imune"]}])",
               "unknown special", "units[0].special[0].op", "direct_hit_immune"},
           Bad{R"([{"id": "a", "type": "pds", "special": ["fighter_allowance"]}])", "how many",
               "units[0].special[0].count", "count"},
           Bad{R"([{"id": "a", "type": "pds", "combat": {"hit_on": 5, "dice_rule": "all"}}])",
               "unknown rule", "units[0].combat.dice_rule", "dice"},
       }) {
    CAPTURE(text);
    const auto book = ti4::UnitBook::make(units(text), "units");
    REQUIRE_FALSE(book);
    CHECK(book.error().problem.find(problem) != std::string::npos);
    CHECK(book.error().where == where);
    CHECK(book.error().hint.find(hint) != std::string::npos);
  }
}

TEST_CASE("homebrew: a special that is given is the unit's") {
  // A bombarding cruiser gets through the shield of a PDS (RULES 4.1.3) by its special alone: it
  // hits on 5 or more, the PDS on 6 or more, then one duel of infantry.
  const std::string cruiser =
      R"([{"id": "breaker", "type": "cruiser", "bombardment": {"hit_on": 5, "dice": 1})";
  const double win = duel(0.3, 0.3).win;
  CHECK(ask_with(cruiser + R"(, "special": [{"op": "disable_planetary_shield"}]}])", "invasion",
                 "cruiser, inf", "inf, pds")
            .win() == worked(0.5 * (0.6 + 0.4 * win)));
  CHECK(ask_with(cruiser + "}]", "invasion", "cruiser, inf", "inf, pds").win() ==
        worked(0.5 * win));
}

TEST_CASE("homebrew: a rule of dice belongs to combat alone") {
  const auto refused = [](const char* text) {
    return !read_rows(text, *find_field(ti4::fields(), Place::scenario, ti4::kHomebrew), "units");
  };
  CHECK_FALSE(refused(R"([{"id": "a", "type": "cruiser", "combat": {"dice_rule": "x"}}])"));
  CHECK(refused(R"([{"id": "a", "type": "cruiser", "bombardment": {"dice_rule": "x"}}])"));
  CHECK(refused(R"([{"id": "a", "type": "cruiser", "space_cannon": {"dice_rule": "x"}}])"));
  CHECK_FALSE(refused(R"([{"id": "a", "type": "cruiser", "space_cannon": {"range": 1}}])"));
  CHECK(refused(R"([{"id": "a", "type": "cruiser", "bombardment": {"range": 1}}])"));
}

TEST_CASE("homebrew: a number of zero is printed, one that is not there is left out") {
  const std::string free_one =
      R"([{"id": "free", "name": "Free One", "type": "cruiser", "cost": {"resources": 0}}])";
  CHECK(said(free_one, "2 cruiser", "2 dd").front() ==
        "attacker cruiser: homebrew 'Free One' (cost 0, combat 7, move 2)");
}
