#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/ask/ask.hpp"
#include "tests/apps/program.hpp"

using namespace broadside;
using nlohmann::json;

namespace {

json answered(const std::string& beside) {
  const Answer answer =
      ask(R"({"attacker": "2 cr, 2 cv, 4 ff", "defender": "dn, cv, 2 cr, 3 ff")" + beside + "}");
  REQUIRE(answer.status == AnswerStatus::answered);
  return json::parse(answer.json);
}

}  // namespace

TEST_CASE("odds tells better choices as JSON where that is asked for") {
  const json report = answered(R"(, "options": {"advice": true})");
  REQUIRE(report.contains("advice"));
  const json& first = report["advice"][0];
  CHECK(first["side"] == "attacker");
  CHECK(first["goal"] == "win");
  CHECK(first["words"] == "give up carriers before cruisers");
  CHECK(first["usual"].get<double>() == doctest::Approx(0.277006318688).epsilon(1e-9));
  CHECK(first["best"].get<double>() == doctest::Approx(0.330927245873).epsilon(1e-9));
  CHECK(first["text"] == "Better: give up carriers before cruisers: 33.1 % (+5.4)");
  json silent = answered("");
  CHECK_FALSE(silent.contains("advice"));
  json same = report;
  same.erase("advice");
  CHECK(same == silent);  // nothing else of the answer changes
  const Answer wrong = ask(R"({"attacker": "cr", "defender": "cr", "options": {"advice": 1}})");
  CHECK(wrong.status == AnswerStatus::bad_input);
}

TEST_CASE("odds tells the policy of a side that plays best") {
  const Answer answer = ask(
      R"({"attacker": {"units": {"cruiser": 2, "carrier": 2, "fighter": 4}, "policy": {"play": "best"}},
          "defender": "dn, cv, 2 cr, 3 ff"})");
  REQUIRE(answer.status == AnswerStatus::answered);
  const json report = json::parse(answer.json);
  CHECK_FALSE(report.contains("advice"));
  REQUIRE(report["policy"].size() == 1);
  CHECK(report["policy"][0]["side"] == "attacker");
  CHECK(report["policy"][0]["sentences"][0] == "Give up fighters, then carriers, then cruisers");
}

TEST_CASE("odds on a screen ends with what would be better; --no-advice does not") {
  const std::vector<std::string> question{"odds", "2 cr, 2 cv, 4 ff", "dn, cv, 2 cr, 3 ff",
                                          "--exact"};
  const auto usual = test::broadside_run(question);
  CHECK(usual.code == 0);
  CHECK(usual.out.find("\nBetter: give up carriers before cruisers: 33.1 % (+5.4).\n") !=
        std::string::npos);
  CHECK(usual.out.find(
            "\nBetter for the defender: give up carriers before cruisers: 72.9 % (+2.0).\n") !=
        std::string::npos);
  auto silenced = question;
  silenced.push_back("--no-advice");
  CHECK(test::broadside_run(silenced).out.find("Better") == std::string::npos);
  auto timed = question;
  timed.push_back("--timing");
  CHECK(test::broadside_run(timed).out.find("Advice: ") != std::string::npos);
}
