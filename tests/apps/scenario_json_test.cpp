#include "apps/report/scenario_json.hpp"

#include <random>
#include <string>

#include <doctest/doctest.h>

using namespace broadside;

namespace {

constexpr const char* kFull = R"({ "version": 1, "game": "ti4", "battle": "space",
  "attacker": { "faction": "letnev", "units": {"dreadnought": 2, "fighter": 4}, "upgrades": ["dreadnought"],
                "damaged": {"dreadnought": 1},
                "effects": ["tech_plasma_scoring", {"id": "morale_boost", "round": 2, "uses": 1, "target": "fighter"}],
                "without": ["ability_munitions_reserves"],
                "policy": {"losses": ["fighter", "dreadnought"], "sustain": "last", "retreat": {"round": 3}} },
  "defender": { "units": {"cruiser": 3, "pds": 1}, "policy": {"retreat": {"below": 0.4}} },
  "system":   { "effects": ["anomaly_nebula"] } })";

Scenario full() {
  Scenario scenario;
  scenario.game = "ti4";
  scenario.battle = "space";
  auto& attacker = scenario.side(Side::attacker);
  attacker.faction = "letnev";
  attacker.units = {{"dreadnought", 2}, {"fighter", 4}};
  attacker.upgrades = {"dreadnought"};
  attacker.damaged = {{"dreadnought", 1}};
  attacker.effects = {{"tech_plasma_scoring", {}, {}, {}}, {"morale_boost", 2, 1, "fighter"}};
  attacker.without = {"ability_munitions_reserves"};
  attacker.policy["losses"] = Names{"fighter", "dreadnought"};
  attacker.policy["sustain"] = "last";
  attacker.policy["retreat"] = RetreatTiming{3, {}};
  auto& defender = scenario.side(Side::defender);
  defender.units = {{"cruiser", 3}, {"pds", 1}};
  defender.policy["retreat"] = RetreatTiming{{}, 0.4};
  scenario.system_effects = {{"anomaly_nebula", {}, {}, {}}};
  return scenario;
}

/// A scenario whose attacker is this text.
std::string with_attacker(const std::string& attacker) {
  return R"({"version": 1, "attacker": )" + attacker +
         R"(, "defender": {"units": {"cruiser": 1}}})";
}

}  // namespace

TEST_CASE("a scenario is read as it is written") {
  const auto read = read_scenario(kFull);
  REQUIRE(read);
  CHECK(read.value() == full());
}

TEST_CASE("null stands for no faction and no retreat") {
  const auto empty = read_scenario(
      R"({"attacker": {"faction": null, "units": {"cruiser": 1}, "policy": {"retreat": null}},
          "defender": {"units": {"cruiser": 1}}})");
  REQUIRE(empty);
  CHECK(empty.value().side(Side::attacker).faction.empty());
  CHECK(empty.value().side(Side::attacker).policy.empty());
}

TEST_CASE("a scenario survives being written and read") {
  for (const Scenario& scenario :
       {full(), [] {
          Scenario plain;
          plain.game = "ti4";
          plain.side(Side::attacker).units = {{"cruiser", 1}};
          plain.side(Side::defender).units = {{"fighter", 0}, {"destroyer", kMostUnits}};
          return plain;
        }()}) {
    const std::string text = write_scenario(scenario);
    CAPTURE(text);
    CHECK(text.find('\n') == std::string::npos);
    const auto read = read_scenario(text);
    REQUIRE(read);
    CHECK(read.value() == scenario);
  }
}

TEST_CASE("version, game and battle have defaults; a byte order mark is no mistake") {
  const auto read = read_scenario("\xEF\xBB\xBF{\"attacker\": {\"units\": {}}, \"defender\": {}}");
  REQUIRE(read);
  CHECK(read.value().game == "ti4");
  CHECK(read.value().battle.empty());
}

TEST_CASE("a type that was typed twice is one field of the JSON") {
  Scenario scenario;
  scenario.side(Side::attacker).units = {{"fighter", 2}, {"cruiser", 1}, {"fighter", 3}};
  CHECK(
      write_scenario(scenario) ==
      R"({"version":1,"game":"ti4","attacker":{"units":{"fighter":5,"cruiser":1}},"defender":{"units":{}}})");
}

TEST_CASE("whatever is wrong with a scenario is named, with its place and a hint") {
  struct Bad {
    std::string text, problem, where, hint;  // parts that must appear; where must match whole
  };
  const Bad kBad[] = {
      {"", "nothing to read", "line 1, column 1", "looks like"},
      {" \n ", "nothing to read", "line 1, column 1", "looks like"},
      {"[]", "is an object", "line 1, column 1", "looks like"},
      {"7", "is an object", "line 1, column 1", "looks like"},
      // JSON that is none
      {R"({"attacker": {"units": {"cruiser": 1})", "end of input", "line 1, column 38", "complete"},
      {"{\"version\": 1,\n \"attacker\": }", "not valid JSON", "line 2, column 14", "comma"},
      {"{'attacker': 1}", "not valid JSON", "line 1, column 2", "double quotes"},
      {"{\"version\": 1,}", "not valid JSON", "line 1, column 15", "comma"},
      {"{\"version\": 1} x", "not valid JSON", "line 1, column 16", ""},
      {"{\"version\": 01}", "not valid JSON", "line 1, column 14", ""},
      {"{\"version\": 1e999}", "not valid JSON", "line 1, column 17", ""},
      {"{\"a\": \"\xff\"}", "not valid JSON", "line 1, column 8", ""},
      {std::string(100'000, '['), "nested too deep", "", "looks like"},
      {R"({"version": 1, "version": 1})", "given twice", "version", "keep one"},
      {with_attacker(R"({"units": {"cruiser": 1, "fighter": 2, "cruiser": 3}})"),
       "'cruiser' is given twice", "attacker.units.cruiser", "keep one"},
      // fields
      {R"({"version": 2, "attacker": {}, "defender": {}})", "version 2", "version",
       "\"version\": 1"},
      {R"({"version": "1", "attacker": {}, "defender": {}})", "version \"1\"", "version",
       "\"version\": 1"},
      {R"({"version": 1.5, "attacker": {}, "defender": {}})", "version 1.5", "version",
       "\"version\": 1"},
      {R"({"version": 1, "defender": {}})", "no attacker", "attacker", "units"},
      {R"({"version": 1, "attacker": {}})", "no defender", "defender", "units"},
      {R"({"version": 1, "atacker": {}, "defender": {}})", "unknown field 'atacker'", "atacker",
       "'attacker'"},
      {R"({"game": 4, "attacker": {}, "defender": {}})", "wants a text", "game", "quotes"},
      {R"({"battle": "", "attacker": {}, "defender": {}})", "empty name", "battle", "leave"},
      {R"({"attacker": {}, "defender": {}, "system": {"efects": []}})", "'efects'", "system.efects",
       "'effects'"},
      {R"({"attacker": {}, "defender": {}, "system": []})", "wants an object", "system", "effects"},
      {with_attacker("[]"), "wants a fleet as text or an object, not an array", "attacker",
       "units"},
      {with_attacker("null"), "wants a fleet as text or an object, not null", "attacker", "units"},
      {with_attacker(R"({"unis": {}})"), "unknown field 'unis'", "attacker.unis", "'units'"},
      {with_attacker(R"({"units": "2 dn"})"), "not a string", "attacker.units", "{\"fighter\": 2"},
      {with_attacker(R"({"units": {"dreadnought": "2"}})"), "wants a number",
       "attacker.units.dreadnought", "0 to 100"},
      {with_attacker(R"({"units": {"dreadnought": -1}})"), "-1 is negative",
       "attacker.units.dreadnought", "0 to 100"},
      {with_attacker(R"({"units": {"dreadnought": 1.5}})"), "1.5 is not a whole",
       "attacker.units.dreadnought", "0 to 100"},
      {with_attacker(R"({"units": {"dreadnought": 101}})"), "101 is out of range",
       "attacker.units.dreadnought", "0 to 100"},
      {with_attacker(R"({"units": {"dreadnought": 18446744073709551615}})"), "out of range",
       "attacker.units.dreadnought", "0 to 100"},
      {with_attacker(R"({"units": {"dreadnought": -9223372036854775808}})"), "negative",
       "attacker.units.dreadnought", "0 to 100"},
      {with_attacker(R"({"units": {"dreadnought": 99999999999999999999}})"), "out of range",
       "attacker.units.dreadnought", "0 to 100"},
      {with_attacker(R"({"units": {"dreadnought": true}})"), "wants a number",
       "attacker.units.dreadnought", "0 to 100"},
      {with_attacker(R"({"upgrades": {"cruiser": 1}})"), "wants a list", "attacker.upgrades",
       "for example"},
      {with_attacker(R"({"upgrades": ["cruiser", 2]})"), "wants a text", "attacker.upgrades[1]",
       "quotes"},
      {with_attacker(R"({"effects": [["x"]]})"), "an effect is", "attacker.effects[0]",
       "for example"},
      {with_attacker(R"({"effects": ["x", {"round": 1}]})"), "without an id", "attacker.effects[1]",
       "\"id\""},
      {with_attacker(R"({"effects": [{"id": "x", "rond": 1}]})"), "'rond'",
       "attacker.effects[0].rond", "'round'"},
      {with_attacker(R"({"effects": [{"id": "x", "round": 0}]})"), "0 is out of range",
       "attacker.effects[0].round", "from 1"},
      {with_attacker(R"({"effects": [{"id": "x", "target": 3}]})"), "wants a text",
       "attacker.effects[0].target", "quotes"},
      {with_attacker(R"({"policy": {"sustain": "allways"}})"), "'allways'",
       "attacker.policy.sustain", "first, last or never"},
      {with_attacker(R"({"policy": {"losses": "fighter"}})"), "wants a list",
       "attacker.policy.losses", "for example"},
      {with_attacker(R"({"policy": {"retreat": 1}})"), "wants an object", "attacker.policy.retreat",
       "round"},
      {with_attacker(R"({"policy": {"retreat": {}}})"), "either", "attacker.policy.retreat",
       "round"},
      {with_attacker(R"({"policy": {"retreat": {"round": 1, "below": 0.5}}})"), "either",
       "attacker.policy.retreat", "round"},
      {with_attacker(R"({"policy": {"retreat": {"below": 40}}})"), "not a chance",
       "attacker.policy.retreat.below", "0.4"},
  };
  for (const auto& bad : kBad) {
    CAPTURE(bad.text.substr(0, 200));
    const auto read = read_scenario(bad.text);
    REQUIRE_FALSE(read);
    const InputError& error = read.error();
    CAPTURE(error.message());
    CHECK(error.problem.find(bad.problem) != std::string::npos);
    if (!bad.where.empty()) CHECK(error.where == bad.where);
    CHECK_FALSE(error.hint.empty());
    CHECK(error.hint.find(bad.hint) != std::string::npos);
  }
}

TEST_CASE("no beginning of a scenario is a scenario, and none crashes the reader") {
  const std::string text = kFull;
  for (std::size_t length = 0; length < text.size(); ++length) {
    CAPTURE(length);
    CHECK_FALSE(read_scenario(std::string_view(text).substr(0, length)));
  }
}

TEST_CASE("damaged text is read or refused with a reason, never worse") {
  std::mt19937 random(1);
  const std::string alphabet = "{}[],:\"\\0123456789-.eE truefalsn\n\xff\x80'u";
  const std::string whole = kFull;
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (int i = 0; i < 20'000; ++i) {
    std::string text = whole;
    for (std::size_t edits = 1 + below(4); edits > 0; --edits) {
      const std::size_t at = below(text.size()), length = 1 + below(8);
      if (below(3) == 0) {
        text.erase(at, length);
      } else if (below(2) == 0) {
        text.insert(at, text.substr(below(text.size()), length));
      } else {
        text[at] = alphabet[below(alphabet.size())];
      }
    }
    const auto read = read_scenario(text);
    if (read) continue;
    CAPTURE(text);
    REQUIRE_FALSE(read.error().problem.empty());
    REQUIRE_FALSE(read.error().where.empty());
    REQUIRE_FALSE(read.error().hint.empty());
  }
}

TEST_CASE("an object of very many fields is refused before it becomes slow") {
  std::string units;
  for (int i = 0; i < 50'000; ++i) units += (i ? ",\"u" : "\"u") + std::to_string(i) + "\":1";
  const auto read = read_scenario(with_attacker("{\"units\": {" + units + "}}"));
  REQUIRE_FALSE(read);
  CHECK(read.error().where == "attacker.units");
}
