#include "apps/report/report_json.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/report/scenario_json.hpp"
#include "tests/apps/made_report.hpp"

using namespace broadside;
using Json = nlohmann::ordered_json;

namespace {

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> list;
  for (const auto& [key, value] : object.items()) list.push_back(key);
  return list;
}

}  // namespace

TEST_CASE("the report's JSON has the fields of the format, in its order") {
  const auto text = write_report(test::made_report(), test::made_scenario());
  CHECK(text.find('\n') == std::string::npos);
  const Json json = Json::parse(text);
  CHECK(keys(json) == std::vector<std::string>{"version",
                                               "game",
                                               "battle",
                                               "method",
                                               "seed",
                                               "battles",
                                               "confidence",
                                               "sequential",
                                               "attacker_win",
                                               "draw",
                                               "defender_win",
                                               "stalemate",
                                               "retreat",
                                               "exact",
                                               "rounds",
                                               "survivors",
                                               "expected_losses", "worth",
                                               "assumptions",
                                               "at_least",
                                               "stages",
                                               "scenario"});
  CHECK(json["version"] == 1);
  CHECK(json["method"] == "monte_carlo");
  CHECK(json["seed"] == 7);
  CHECK(json["battles"] == 1'000'000);
  CHECK(json["attacker_win"].dump() == R"({"p":0.6153,"low":0.6148,"high":0.6158})");
  CHECK(json["stalemate"].dump() == R"({"p":0.0,"low":0.0,"high":0.0})");
  CHECK(keys(json["retreat"]) == std::vector<std::string>{"p", "low", "high", "by"});
  CHECK(json["retreat"]["by"].dump() == R"({"attacker":0.0,"defender":0.02})");
  CHECK(json["rounds"].dump() == R"({"mean":1.92})");
  CHECK(json["survivors"]["attacker"][0].dump() ==
        R"({"units":{"dreadnought":2,"fighter":1},"damaged":{"dreadnought":1},"p":0.5})");
  CHECK(json["survivors"]["attacker"][1].dump() == R"({"units":{},"p":0.3})");
  CHECK(json["expected_losses"]["attacker"].dump() ==
        R"({"resources":3.1,"units":{"dreadnought":0.8,"fighter":3.5}})");
  CHECK(json["at_least"]["defender"].dump() == R"({"cruiser":[1.0,0.25,0.0,0.0]})");
  CHECK(json["stages"].dump() == R"([{"name":"space combat","reached":1.0,"mean_rounds":1.92}])");
}

TEST_CASE("numbers of the report read back as the same numbers") {
  const auto report = test::made_report();
  const Json json = Json::parse(write_report(report, test::made_scenario()));
  CHECK(json["exact"]["attacker_win"].get<double>() == 8.0 / 13);
  CHECK(json["exact"]["draw"].get<double>() == 2.0 / 13);
  CHECK(json["exact"]["rounds"].get<double>() == report.exact->rounds);
}

TEST_CASE("the question can be asked again from its own answer") {
  auto scenario = test::made_scenario();
  const Json json = Json::parse(write_report(test::made_report(), scenario));
  const auto again = read_scenario(json["scenario"].dump());
  REQUIRE(again);
  scenario.game = "ti4";  // which, like the battle, was only meant before
  scenario.battle = "space";
  CHECK(again.value() == scenario);
}

TEST_CASE("fields that are there only when they say something") {
  auto report = test::made_report();
  report.exact.reset();
  report.exact_skipped = "too large";
  report.method = Method::exact;
  const Json json = Json::parse(write_report(report, test::made_scenario(), 0.001));
  CHECK_FALSE(json.contains("exact"));
  CHECK(json["exact_skipped"] == "too large");
  CHECK(json["method"] == "exact");
  CHECK(json["precision"] == 0.001);
}

TEST_CASE("errors are JSON too, whatever bytes they quote") {
  CHECK(write_error({"unknown unit 'x'", "2 x", "did you mean 'y'?"}) ==
        R"({"error":{"problem":"unknown unit 'x'","where":"2 x","hint":"did you mean 'y'?"}})");
  const Json json = Json::parse(write_error({"bad \xff byte", "", ""}));
  CHECK(json["error"]["where"] == "");
}
