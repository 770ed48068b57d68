#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/report/scenario_json.hpp"
#include "apps/report/value_json.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/homebrew.hpp"
#include "sim/engine.hpp"

using namespace broadside;

namespace {

constexpr const char* kFull =
    R"([{"id": "a", "name": "A", "faction": "sol", "type": "carrier", "level": 2, "cost": {"resources": 3.5, "produces": 2},
         "combat": {"hit_on": 9, "dice": 1}, "move": 2, "capacity": null, "component_limit": null, "sustain_damage": true,
         "anti_fighter_barrage": null, "bombardment": {"hit_on": 5, "dice": 0}, "space_cannon": {"hit_on": 6, "dice": 1, "range": 1},
         "planetary_shield": false, "is_ship": true, "is_ground_force": false, "is_structure": false,
         "special": ["direct_hit_immune", {"op": "fighter_allowance", "count": 3, "affects": "capacity"}],
         "upgrade_of": "carrier_1", "expansion": "base", "requires_technology": true},
        {"id": "b", "type": "fighter", "level": null, "cost": null}])";

/// A file of units.
Result<Rows> read_units(const std::string& text) {
  return read_rows(text, *find_field(ti4::fields(), Place::scenario, ti4::kHomebrew), "units");
}

/// The row of a record.
const Values& record(const Values& row, const char* name) { return row.get<Rows>(name)->front(); }

bool is_null(const Values& row, const char* name) { return row.get<std::monostate>(name); }

}  // namespace

TEST_CASE("homebrew units are read as they are written, from a list or an object") {
  const auto read = read_units(kFull);
  REQUIRE(read);
  REQUIRE(read.value().size() == 2);
  const Values& a = read.value().front();
  CHECK(a.text("id") == "a");
  CHECK(*a.get<int>("level") == 2);
  CHECK(*record(a, "cost").get<double>("resources") == 3.5);
  CHECK(*record(a, "cost").get<int>("produces") == 2);
  CHECK(is_null(a, "capacity"));
  CHECK(record(a, "combat") == Values{{"hit_on", 9}, {"dice", 1}});
  CHECK(is_null(a, "anti_fighter_barrage"));
  CHECK(record(a, "space_cannon") == Values{{"hit_on", 6}, {"dice", 1}, {"range", 1}});
  CHECK(*a.get<bool>("planetary_shield") == false);
  CHECK(*a.get<Rows>("special") ==
        Rows{{{"op", "direct_hit_immune"}}, {{"op", "fighter_allowance"}, {"count", 3}}});
  CHECK_FALSE(a.has("expansion"));
  const Values& b = read.value().back();
  CHECK(is_null(b, "level"));
  CHECK(is_null(b, "cost"));
  CHECK_FALSE(b.has("combat"));

  const auto wrapped = read_units(R"({"units": )" + std::string(kFull) + "}");
  REQUIRE(wrapped);
  CHECK(wrapped.value() == read.value());
}

TEST_CASE("homebrew units survive being written with their scenario and read") {
  Scenario scenario;
  scenario.side(Side::attacker).units = {{"carrier", 1}};
  scenario.side(Side::defender).units = {{"cruiser", 1}};
  scenario.game = "ti4";
  scenario.fields["homebrew"] = read_units(kFull).value();
  const auto read = read_scenario(write_scenario(scenario));
  REQUIRE(read);
  CHECK(read.value() == scenario);
}

TEST_CASE("whatever is wrong with a homebrew unit is named, with its place and a hint") {
  struct Bad {
    std::string unit, problem, where, hint;
  };
  for (const Bad& bad : {
           Bad{R"(7)", "is an object", "units[1]", "looks like"},
           Bad{R"({"type": "cruiser"})", "without an id", "units[1].id", "my_cruiser"},
           Bad{R"({"id": ""})", "empty name", "units[1].id", ""},
           Bad{R"({"id": 3})", "wants a text", "units[1].id", "quotes"},
           Bad{R"({"id": "a", "combt": {}})", "unknown field 'combt'", "units[1].combt",
               "did you mean 'combat'?"},
           Bad{R"({"id": "a", "combat": 5})", "wants an object", "units[1].combat", "hit_on, dice"},
           Bad{R"({"id": "a", "combat": {"hit_on": 0}})", "out of range", "units[1].combat.hit_on",
               "from 1 to 10"},
           Bad{R"({"id": "a", "combat": {"hit_on": 11}})", "out of range", "units[1].combat.hit_on",
               "from 1 to 10"},
           Bad{R"({"id": "a", "combat": {"hit_on": "5"}})", "wants a number",
               "units[1].combat.hit_on", "whole number"},
           Bad{R"({"id": "a", "combat": {"hit_on": 5, "dice": 21}})", "out of range",
               "units[1].combat.dice", "from 0 to 20"},
           Bad{R"({"id": "a", "combat": {"hit_on": 5, "dice": -1}})", "negative",
               "units[1].combat.dice", "from 0 to 20"},
           Bad{R"({"id": "a", "combat": {"hit_on": 5, "range": 1}})", "unknown field 'range'",
               "units[1].combat.range", ""},
           Bad{R"({"id": "a", "space_cannon": {"hit_on": 5, "range": 2}})", "out of range",
               "units[1].space_cannon.range", "from 0 to 1"},
           Bad{R"({"id": "a", "capacity": -1})", "negative", "units[1].capacity", "from 0"},
           Bad{R"({"id": "a", "move": 1.5})", "not a whole number", "units[1].move", ""},
           Bad{R"({"id": "a", "level": 4})", "out of range", "units[1].level", "from 1 to 3"},
           Bad{R"({"id": "a", "sustain_damage": 1})", "wants true or false",
               "units[1].sustain_damage", "true or false"},
           Bad{R"({"id": "a", "cost": 4})", "wants an object", "units[1].cost", "resources"},
           Bad{R"({"id": "a", "cost": {"resources": -4}})", "out of range",
               "units[1].cost.resources", "0 to"},
           Bad{R"({"id": "a", "cost": {"produces": 0}})", "out of range", "units[1].cost.produces",
               "from 1"},
           Bad{R"({"id": "a", "special": "direct_hit_immune"})", "wants a list", "units[1].special",
               "direct_hit_immune"},
           Bad{R"({"id": "a", "special": [4]})", "a special is", "units[1].special[0]", ""},
           Bad{R"({"id": "a", "special": [{"count": 3}]})", "without its name",
               "units[1].special[0].op", ""},
           Bad{R"({"id": "a", "special": [{"op": "x", "count": -3}]})", "negative",
               "units[1].special[0].count", ""},
           Bad{R"({"id": "a", "expansion": 4})", "wants a text", "units[1].expansion",
               "leave it out"},
           Bad{R"({"id": "a", "id": "b"})", "given twice", "[1].id", ""},
       }) {
    CAPTURE(bad.unit);
    const auto read = read_units(R"([{"id": "ok", "type": "cruiser"}, )" + bad.unit + "]");
    REQUIRE_FALSE(read);
    CHECK(read.error().problem.find(bad.problem) != std::string::npos);
    CHECK(read.error().where == bad.where);
    CHECK(read.error().hint.find(bad.hint) != std::string::npos);
  }
  using Texts = std::pair<std::string, std::string>;
  for (const auto& [text, where] :
       {Texts{R"({"unit": []})", "unit"}, Texts{R"({})", "units"},
        Texts{R"({"units": {}})", "units"}, Texts{"[", "line 1, column 2"}}) {
    CAPTURE(text);
    const auto read = read_units(text);
    REQUIRE_FALSE(read);
    CHECK(read.error().where == where);
  }
  const auto inside = read_scenario(
      R"({"attacker": {}, "defender": {}, "homebrew": [{"id": "a", "combat": {"hit_on": 12}}]})");
  REQUIRE_FALSE(inside);
  CHECK(inside.error().where == "homebrew[0].combat.hit_on");
}

TEST_CASE("a homebrew name is one line that can be printed") {
  Scenario scenario;
  scenario.game = "ti4";
  scenario.battle = "space";
  scenario.side(Side::attacker).units = {{"cruiser", 1}};
  scenario.side(Side::defender).units = {{"cruiser", 1}};
  for (const char* name : {"Raider\x1b[2J", "Raider\nWins 100 %", "Raider\xc2\x9b"}) {
    CAPTURE(name);
    scenario.fields[ti4::kHomebrew] = Rows{Values{{"id", std::string{"raider"}},
                                                  {"name", std::string{name}},
                                                  {"type", std::string{"cruiser"}}}};
    const auto checked = find_game("ti4").value()->checked(scenario);
    REQUIRE_FALSE(checked);
    CHECK(checked.error().problem == "name holds signs that cannot be printed");
  }
}
