// Several places in one battle, as a player asks about them and reads the answer.

#ifdef BROADSIDE_PROGRAM

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/report/link.hpp"
#include "apps/report/scenario_json.hpp"
#include "tests/apps/program.hpp"

using broadside::test::broadside_run;
using broadside::test::contains;
using broadside::test::Run;
using nlohmann::json;
using Words = std::vector<std::string>;

namespace {

Words asked(Words more) {
  Words words{"odds", "--battle", "invasion", "--engine", "exact"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("planets are typed one by one, and each has its line in the answer") {
  const Run run = broadside_run(
      asked({"2 dn, 4 inf", "--planet", "2 inf, pds", "--planet", "Mecatol: inf", "--details"}));
  CHECK(run.code == 0);
  INFO(run.out);
  CHECK(run.out.starts_with("Invasion: attacker takes all 57.7 %, 1.54 of 2 planets on average"));
  for (const char* words : {"Planets: ", "planet 1", "Mecatol", "Taken together", "none",
                            "planet 1, Mecatol", "Losses by planet", "Splits"})
    CHECK(contains(run.out, words));
}

TEST_CASE("four planets, and planets with long names, fit 80 columns") {
  const std::string story = "A planet whose name tells the whole story of whoever lived there, ";
  for (const Words& planets :
       {Words{"2 inf, pds", "B: inf", "C: 3 inf", "D: inf"},
        Words{story + "first: 2 inf", story + "then: inf", std::string(90, 'x') + ": inf"}})
    for (const bool details : {false, true}) {
      Words words{"4 ws, 3 cv, 6 inf"};
      for (const std::string& planet : planets) words.insert(words.end(), {"--planet", planet});
      if (details) words.push_back("--details");
      const Run run = broadside_run(asked(words), "", {"LC_ALL=C"});
      REQUIRE(run.code == 0);
      for (const std::string& line : broadside::test::lines_of(run.out)) {
        CAPTURE(line);
        CHECK(line.size() <= 80);
      }
    }
}

TEST_CASE("names that would steer the reader's terminal are refused, typed or in a link") {
  const Run typed = broadside_run(asked({"2 dn, 4 inf", "--planet", "A\x1b[31m: inf"}));
  CHECK(typed.code == 2);
  CHECK(typed.out.empty());
  CHECK(contains(typed.err, "name holds signs that cannot be printed"));
  CHECK(contains(typed.err, "planets[0].name"));
  const Run link = broadside_run(
      {"open",
       "#v=1&game=ti4&battle=invasion&a=1%20dreadnought,%204%20infantry&d=&planets=defender:"
       "%28units:%28infantry:2%29%29,name:%1B[2JX%3Bdefender:%28units:%28infantry:1%29%29,name:B"});
  CHECK(link.code == 2);
  CHECK_FALSE(contains(link.out + link.err, "\x1b"));
}

TEST_CASE("every row of the CSV of planets has as many cells as its head") {
  const Run run =
      broadside_run(asked({"2 dn, 3 inf", "--planet", "A: inf", "--planet", "B: inf", "--csv"}));
  REQUIRE(run.code == 0);
  int places = 0;
  for (const std::string& line : broadside::test::lines_of(run.out)) {
    CAPTURE(line);
    if (contains(line, "\"")) continue;  // a cell with commas
    CHECK(std::count(line.begin(), line.end(), ',') == 5);
    if (!line.starts_with("planet ") && !line.starts_with("taken,")) continue;
    ++places;
    CHECK_FALSE(line.ends_with(","));  // solved, so the last cell says it
  }
  CHECK(places >= 6 + 3);
}

TEST_CASE("the JSON of planets: each, together, the expected number, and the way back") {
  const Run run =
      broadside_run(asked({"2 dn, 3 inf", "--planet", "A: inf", "--planet", "B: 2 inf, pds",
                           "--commit", "inf", "--commit", "2 inf", "--json"}));
  REQUIRE(run.code == 0);
  const json report = json::parse(run.out);
  REQUIRE(report["planets"].size() == 2);
  CHECK(report["planets"][0]["name"] == "A");
  CHECK(report["planets"][0]["commit"] == json{{"infantry", 1}});
  double sum = 0, expected = 0, all = 0;
  for (const auto& row : report["taken"]) {
    sum += row["p"].get<double>();
    if (row["planets"].size() == 2) all = row["p"];
  }
  for (const auto& planet : report["planets"])
    expected += planet["attacker_win"]["p"].get<double>();
  CHECK(std::abs(sum - 1) < 1e-9);
  CHECK(std::abs(all - report["attacker_win"]["p"].get<double>()) < 1e-9);
  CHECK(std::abs(expected - report["expected_planets"].get<double>()) < 1e-9);
  CHECK_FALSE(report.value("splits", json::array()).size() > 1);

  // The scenario of the answer asks the same again, and so does a link.
  const auto scenario = broadside::read_scenario(report["scenario"].dump());
  REQUIRE(scenario);
  const Run again = broadside_run({"odds", "--scenario", "-", "--engine", "exact", "--json"},
                                  report["scenario"].dump());
  CHECK(again.out == run.out);
  const auto link = broadside::write_link(scenario.value());
  REQUIRE(link);
  const auto read = broadside::read_link(link.value());
  REQUIRE(read);
  CHECK(read.value().notes.empty());
  CHECK(read.value().scenario == scenario.value());
}

TEST_CASE("planets that cannot be are refused: exit 2") {
  const auto refused = [](const Words& words, const char* part) {
    const Run run = broadside_run(words);
    INFO(run.err);
    CHECK(run.code == 2);
    CHECK(contains(run.err, part));
  };
  refused(asked({"2 inf", "--planet", "A: inf", "--commit", "inf", "--commit", "inf"}),
          "--commit is given 2 times for 1 of --planet");
  refused(asked({"2 inf", "--planet", "A: inf", "--commit", "3 inf"}), "but the attacker has 2");
  refused(asked({"2 inf", "2 inf", "--planet", "A: inf"}),
          "infantry stands both in defender.units and in planets");
  refused(asked({"2 inf", "--planet", "A: infx"}), "infx");
  refused({"odds", "--battle", "space", "2 dn", "cr", "--planet", "A: inf"},
          "planets has no meaning in this battle");
  refused({"odds", "--game", "risk", "3 army", "2 army", "--planet", "A: inf"},
          "does not know --planet");
  const Run unknown =
      broadside_run({"odds", "--scenario", "-"},
                    R"({"battle": "invasion", "attacker": {"units": {"infantry": 2}},
          "planets": [{"nam": "A", "defender": {"units": {"infantry": 1}}}]})");
  CHECK(unknown.code == 2);
  CHECK(contains(unknown.err, "nam"));
  const Run nobody =
      broadside_run({"odds", "--scenario", "-"}, R"({"attacker": {"units": {"infantry": 2}}})");
  CHECK(nobody.code == 2);
  CHECK(contains(nobody.err, "there is no defender"));
}

TEST_CASE("units of planets have any name that can be typed") {
  const auto odds_of = [](const std::string& infantry, const std::string& dreadnought) {
    const Run run = broadside_run({"odds", "--scenario", "-", "--engine", "exact", "--json"},
                                  R"({"battle": "invasion", "attacker": "2 dn, 4 inf", "planets": [
          {"name": "A", "defender": {"units": {")" +
                                      infantry + R"(": 2}},
           "commit": {")" + infantry + R"(": 3}, "bombard": {")" +
                                      dreadnought + R"(": 2}},
          {"name": "B", "defender": {"units": {")" +
                                      infantry + R"(": 1}},
           "commit": {")" + infantry + R"(": 1}}]})");
    CAPTURE(run.err);
    REQUIRE(run.code == 0);
    return json::parse(run.out)["taken"];
  };
  CHECK(odds_of("inf", "dn") == odds_of("infantry", "dreadnought"));
}

TEST_CASE("what lands is not said to take no part") {
  const auto told = [](const char* fleet) {
    const Run run = broadside_run({"odds", "--battle", "invasion", fleet, "2 inf"});
    CHECK(run.code == 0);
    return run.out;
  };
  CHECK_FALSE(contains(told("naalu: flagship, 3 ff"), "no part"));  // she lets them land
  CHECK(contains(told("naalu: flagship, inf"), "1 flagship: no part in this battle"));
}

TEST_CASE("a side without units may be an empty text") {
  const auto answer = [](const std::string& side) {
    const Run run =
        broadside_run({"odds", "--scenario", "-", "--engine", "exact", "--json"},
                      R"({"battle": "invasion", "attacker": "inf", "defender": )" + side + "}");
    return std::pair{run.code, run.out};
  };
  CHECK(answer(R"("")") == answer("{}"));
}

#endif  // BROADSIDE_PROGRAM
