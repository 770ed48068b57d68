#include "apps/ask/question.hpp"

#include <string>

#include <doctest/doctest.h>

#include "apps/report/scenario_json.hpp"
#include "core/game.hpp"

using namespace broadside;

namespace {

const Options kUsual{.method = Method::automatic};

std::string problem(const Result<Question>& question) {
  return question ? "" : question.error().problem + " in " + question.error().where;
}

std::vector<UnitCount> units(const Result<Question>& question, Side side) {
  REQUIRE(question);
  return question->scenario.side(side).units;
}

}  // namespace

TEST_CASE("sides as text and units by any name") {
  const auto text = read_question(
      R"({"attacker": "letnev: 2 dn2, 4 ff", "defender": {"units": {"ws": 1, "Fighters": 3}}})",
      kUsual);
  CHECK(units(text, Side::attacker) == std::vector<UnitCount>{{"dreadnought", 2}, {"fighter", 4}});
  CHECK(text->scenario.side(Side::attacker).faction == "letnev");
  CHECK(units(text, Side::defender) == std::vector<UnitCount>{{"war_sun", 1}, {"fighter", 3}});
  CHECK(text->options.method == Method::automatic);

  const auto levels = read_question(
      R"({"attacker": {"units": {"dn2": 2}, "damaged": {"dn": 1}, "policy": {"losses": ["ff", "dn"]}},
          "defender": {"units": {"Super Dreadnought": 1}}})",
      kUsual);
  CHECK(units(levels, Side::attacker) == std::vector<UnitCount>{{"dreadnought", 2}});
  const SideSpec& side = levels->scenario.side(Side::attacker);
  CHECK(side.upgrades == Names{"dreadnought"});
  CHECK(side.damaged == std::vector<UnitCount>{{"dreadnought", 1}});
  CHECK(side.policy.names("losses") == Names{"fighter", "dreadnought"});
  CHECK(levels->scenario.side(Side::defender).faction == "l1z1x");

  CHECK(problem(read_question(
            R"({"attacker": {"units": {"dn": 1, "dreadnought": 1}}, "defender": "ws"})", kUsual)) ==
        "'dn' and 'dreadnought' are the same unit in attacker.units");
  CHECK(problem(read_question(R"({"attacker": {"faction": "sol", "units": {"exotrireme": 1}},
                                  "defender": "ws"})",
                              kUsual))
            .find("attacker.units") != std::string::npos);
  const auto other = read_question(R"({"attacker": "2 x-wing", "defender": "ws"})", kUsual);
  REQUIRE_FALSE(other);
  CHECK(other.error().hint == R"(that is Star Wars: Rebellion: "game": "rebellion")");
}

TEST_CASE("every unit of every game is keyed by its own id") {
  for (const Game* game : games())
    for (const Listing& unit : game->list_units()) {
      CAPTURE(unit.id);
      const auto named = game->parse_side(unit.id);
      if (!named || named->units.empty()) continue;
      const std::string type = named->units.front().type;
      const auto read = read_question("{\"game\": \"" + std::string(game->id()) +
                                          "\", \"attacker\": {\"units\": {\"" + type +
                                          "\": 1}}, \"defender\": {\"units\": {}}}",
                                      kUsual);
      REQUIRE(read);
      CHECK(read->scenario.side(Side::attacker).units == std::vector<UnitCount>{{type, 1}});
    }
}

TEST_CASE("id and options of a question") {
  const auto question = read_question(
      R"({"id": "game 3", "ask": "odds", "attacker": "dn", "defender": "ws",
          "options": {"engine": "mc", "battles": 1000, "seed": "0x10", "confidence": "99%",
                      "threads": 2, "antithetic": true}})",
      kUsual);
  REQUIRE(question);
  CHECK(question->id == "\"game 3\"");
  CHECK(question->options.method == Method::monte_carlo);
  CHECK(question->options.battles == 1000);
  CHECK(question->options.seed == 16);
  CHECK(question->options.confidence == 0.99);
  CHECK(question->options.threads == 2);
  CHECK(question->options.antithetic);
  CHECK(with_id("{\"version\":1}", question->id) == R"({"id":"game 3","version":1})");
  CHECK(with_id("{\"version\":1}", "") == "{\"version\":1}");
  CHECK(id_of(R"({"id": 7, "attacker": 3})") == "7");
  CHECK(id_of("2 dn vs ws").empty());

  const auto with = [](const std::string& more) {
    return problem(read_question(R"({"attacker": "dn", "defender": "ws", )" + more + "}", kUsual));
  };
  CHECK(with(R"("id": [1])") == "wants a text or a whole number, not an array in id");
  CHECK(with(R"("ask": "fly")") == "'fly' cannot be asked here in ask");
  CHECK(with(R"("options": {"engine": "x"})") == "unknown engine 'x' in options.engine");
  CHECK(with(R"("options": {"battles": 1.5})") ==
        "not a whole number of battles in options.battles 1.5");
  CHECK(with(R"("options": {"speed": 1})").find("speed") != std::string::npos);
  CHECK(with(R"("options": 3)") == "wants an object, not a number in options");
}

TEST_CASE("a line: JSON, two fleets, a link") {
  const auto json = read_line(R"({"attacker": "2 dn", "defender": "ws"})", "", kUsual);
  for (const char* line : {"2 dn vs ws",
                           "\xEF\xBB\xBF"
                           "2 dn vs ws\r",
                           "#v=1&game=ti4&a=2 dn&d=ws"}) {
    const auto read = read_line(line, "", kUsual);
    REQUIRE(read);
    CHECK(read->scenario == json->scenario);
    CHECK(read->notes.empty());
  }
  const auto other = read_line("2 x-wing vs isd", "", kUsual);
  REQUIRE(other);
  CHECK(other->scenario.game == "rebellion");
  CHECK(other->notes.size() == 1);
  CHECK(read_line("6 vs 5", "risk", kUsual)->scenario.game == "risk");
  CHECK(problem(read_line("2 dn", "", kUsual)) == "neither JSON nor two fleets in 2 dn");
}

TEST_CASE("rows of a table") {
  const auto read = [](const std::string& head, const std::string& row) {
    const auto named = TableHead::of(head);
    REQUIRE(named);
    return named->read_row(row, "", kUsual);
  };
  const auto plain = read("attacker,defender", "\"2 dn, 4 ff\",ws");
  CHECK(units(plain, Side::attacker) == std::vector<UnitCount>{{"dreadnought", 2}, {"fighter", 4}});
  CHECK(plain->scenario == read("Defender;Attacker\r", "ws;2 dn, 4 ff\r")->scenario);
  CHECK(plain->scenario == read("attacker\tdefender", "2 dn, 4 ff\tws")->scenario);
  const auto more = read("id,attacker,defender,battle,attacker.losses,attacker.retreat",
                         "a \"\"b,\"3 cr, dn\",2 dn,space,\"dn, cr\",2");
  REQUIRE(more);
  CHECK(more->scenario.battle == "space");
  CHECK(more->scenario.side(Side::attacker).policy.names("losses") ==
        Names{"dreadnought", "cruiser"});
  CHECK(more->id == R"("a \"\"b")");
  CHECK(read("id,attacker,defender", "\"a \"\"b\",dn,ws")->id == R"("a \"b")");

  CHECK(problem(read("attacker,attacker,defender", "2 dn,cr,ws"))
            .starts_with("the column 'attacker' stands twice"));
  CHECK_FALSE(TableHead::of("2 dn vs ws"));
  CHECK_FALSE(TableHead::of(R"({"attacker": "2 dn", "defender": "ws"})"));
  CHECK(problem(read("attacker,defender", "2 dn, 4 ff,ws")).starts_with("3 cells in a table of 2"));
  CHECK(problem(read("attacker,defender", "\"2 dn,ws")).starts_with("a quotation mark is not"));
  CHECK(problem(read("attacker,defender,atacker.losses", "2 dn,ws,ff")).find("atacker.losses") !=
        std::string::npos);
  CHECK(units(read("attacker,defender", "2 dn"), Side::defender).empty());  // the game refuses it

  // Columns add to what the fleet says, or are refused.
  const auto both = read("attacker,defender,attacker.effects,attacker.upgrades",
                         "\"2 dn2, cr, +morale\",ws,plasma,cr");
  REQUIRE(both);
  CHECK(both->scenario.side(Side::attacker).effects.size() == 2);
  CHECK(both->scenario.side(Side::attacker).upgrades == Names{"dreadnought", "cruiser"});
  CHECK(problem(read("attacker,defender,attacker.faction", "letnev: 2 dn,ws,sol")) ==
        "two values of faction for one side: 'letnev' and 'sol' in attacker.faction sol");
  CHECK(problem(read("attacker,defender,defender.units", "2 dn,ws,cr")) ==
        "units is given twice in defender.units cr");
}
