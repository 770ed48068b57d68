// The same question through every door: C++, ask, the C library, a line of batch and the command
// line give the same bytes.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/ask/ask.hpp"
#include "apps/c/broadside.h"
#include "apps/report/report_json.hpp"
#include "apps/report/scenario_json.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"
#include "tests/apps/program.hpp"
#include "tests/naive/arcane_roller.hpp"
#include "tests/naive/random_scenarios.hpp"
#include "tests/naive/rebellion_scenarios.hpp"

using namespace broadside;
using test::broadside_run;
using json = nlohmann::ordered_json;

namespace {

struct Asked {
  Scenario scenario;
  Options options;
  std::string question;
};

/// All games and kinds of battle by turns; every third is sampled.
Asked random_question(std::uint64_t seed) {
  Asked asked;
  switch (seed % 5) {
    case 0:
      asked.scenario = naive_rebellion::random_combat(seed);
      break;
    case 1:
      asked.scenario = naive::random_arcane_scenario(seed);
      break;
    case 2:
      asked.scenario = naive::random_planets_scenario(seed);
      break;
    case 3:
      asked.scenario.game = "risk";
      asked.scenario.side(Side::attacker).units = {{"army", static_cast<int>(2 + seed % 17)}};
      asked.scenario.side(Side::defender).units = {{"army", static_cast<int>(1 + seed % 13)}};
      break;
    default:
      asked.scenario = naive::random_standard_scenario(seed);
  }
  asked.options.method = seed % 3 == 0 ? Method::monte_carlo : Method::automatic;
  asked.options.battles = 20'000;
  asked.options.seed = seed;
  json question = scenario_json(asked.scenario);
  question["options"] = {
      {"engine", seed % 3 == 0 ? "mc" : "auto"}, {"battles", 20'000}, {"seed", seed}};
  asked.question = question.dump();
  // As it is read: "true" of a test is true then.
  question.erase("options");
  asked.scenario = *read_scenario(question.dump());
  return asked;
}

struct CAnswer {
  int status;
  std::string json;
};
CAnswer by_c(const std::string& question) {
  broadside_answer* answer = nullptr;
  const int status = broadside_ask(question.data(), question.size(), nullptr, nullptr, &answer);
  CAnswer given{status, broadside_json(answer, nullptr)};
  broadside_free(answer);
  return given;
}

}  // namespace

TEST_CASE("300 random questions of all games have one answer, whichever door is taken") {
  std::string lines;
  std::vector<std::string> answers;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Asked asked = random_question(seed);
    CAPTURE(asked.question);
    const auto report = odds(asked.scenario, asked.options);
    const std::string expected =
        report ? write_report(*report, asked.scenario) : write_error(report.error());
    const Answer answer = ask(asked.question);
    CHECK(answer.json == expected);
    CHECK((answer.status == AnswerStatus::answered) == static_cast<bool>(report));
    const CAnswer given = by_c(asked.question);
    CHECK(given.json == expected);
    CHECK(given.status == static_cast<int>(answer.status));
    if (!report) continue;
    lines += asked.question + "\n";
    answers.push_back(expected);
  }
  REQUIRE(answers.size() > 280);
  const auto batch = broadside_run({"batch", "-"}, lines);
  CHECK(batch.code == 0);
  CHECK(batch.out == joined(answers, "\n") + "\n");
  // Starting the program takes its time: some of them.
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    const Asked asked = random_question(seed);
    CAPTURE(asked.question);
    const auto typed = broadside_run({"odds", "--scenario", "-", "--json"}, asked.question);
    CHECK(typed.out == ask(asked.question).json + "\n");
    CHECK(broadside_run({"ask", "-"}, asked.question).out == ask(asked.question).json + "\n");
  }
}

TEST_CASE("questions about many fleets are those of the command line") {
  struct Same {
    const char* question;
    std::vector<std::string> typed;
  };
  const std::array<Same, 8> all{{
      {R"({"ask":"compare","attackers":["2 dn, 4 ff","5 cruiser"],"against":"ws, 3 ff"})",
       {"compare", "2 dn, 4 ff", "5 cruiser", "--against", "ws, 3 ff", "--json"}},
      {R"({"ask":"matrix","attackers":["2 dn","5 cruiser"],"against":["ws","4 dd"]})",
       {"matrix", "2 dn", "5 cruiser", "--against", "ws", "--against", "4 dd", "--json"}},
      {R"({"ask":"best","budget":6,"against":["2 cruiser"],"show":3,"never":["destroyer"]})",
       {"best", "--budget", "6", "--against", "2 cruiser", "--show", "3", "--never", "destroyer",
        "--json"}},
      {R"({"ask":"vary","attacker":"2 dn","defender":"ws","vary":["ff=0..3","defender:ff=0..2"]})",
       {"odds", "2 dn", "ws", "--vary", "ff=0..3", "--vary", "defender:ff=0..2", "--json"}},
      {R"({"ask":"need","attacker":"2 dn","defender":"ws, 3 ff","need":0.8})",
       {"odds", "2 dn", "ws, 3 ff", "--need", "80%", "--json"}},
      {R"({"ask":"need","attacker":"2 dn","defender":"ws, 3 ff","need":0.8,"for":"defender"})",
       {"odds", "2 dn", "ws, 3 ff", "--need", "80%", "--for", "defender", "--json"}},
      {R"({"ask":"best","budget":4,"against":"dn, inf","battle":"invasion","for":"defender",
           "have":"inf","upgrades":["pds"]})",
       {"best", "--budget", "4", "--against", "dn, inf", "--battle", "invasion", "--for",
        "defender", "--have", "inf", "--upgrades", "pds", "--json"}},
      {R"({"ask":"replay","attacker":"2 dn","defender":"ws","options":{"seed":7}})",
       {"replay", "2 dn", "ws", "--seed", "7", "--json"}},
  }};
  std::string lines, answers;
  for (const Same& same : all) {
    CAPTURE(same.question);
    const Answer answer = ask(same.question);
    CHECK(answer.status == AnswerStatus::answered);
    CHECK(broadside_run(same.typed).out == answer.json + "\n");
    CHECK(by_c(same.question).json == answer.json);
    std::string line = same.question;  // some are written on two
    std::replace(line.begin(), line.end(), '\n', ' ');
    lines += line + "\n";
    answers += answer.json + "\n";
  }
  CHECK(broadside_run({"batch", "-"}, lines).out == answers);
}

TEST_CASE("what cannot be asked is refused with what would have worked") {
  struct Wrong {
    const char *question, *problem, *where, *hint;
  };
  for (const Wrong& wrong : {
           Wrong{R"({"ask":"odd","attacker":"dn","defender":"dn"})", "cannot be asked", "ask",
                 "odds"},
           Wrong{R"({"ask":"odds","attacker":"dn"})", "there is no defender", "defender", "add"},
           Wrong{R"({"attacker":"2 crusier","defender":"dn"})", "crusier", "attacker", "cruiser"},
           Wrong{R"({"game":"rebellion","attacker":{"units":{"zzz":1}},"defender":"x-wing"})",
                 "zzz", "attacker", "list units"},
           Wrong{R"({"game":"arcane_legions","attacker":{"units":{"D-1R22-S":2}},
                     "defender":"dice 2"})",
                 "D-1R22-S", "attacker.units", R"("unit": "D-1R22-S")"},
           Wrong{R"({"game":"arcane_legions","attacker":{"units":{"zzzz":2}},"defender":"dice 2"})",
                 "zzzz", "attacker.units", "list units"},
           Wrong{R"({"ask":"compare","attackers":["dn","2 crusier"],"against":"dn"})", "crusier",
                 "attackers[1]", "cruiser"},
           Wrong{R"({"ask":"compare","against":"dn"})", "there is no 'attackers'", "attackers",
                 "2 dn"},
           Wrong{R"({"ask":"best","against":"dn"})", "budget", "budget", "12"},
           Wrong{R"({"ask":"best","budget":6,"against":"dn","goal":"wn"})", "goal", "goal", "win"},
           Wrong{R"({"ask":"vary","attacker":"dn","defender":"dn"})", "there is no 'vary'", "vary",
                 "ff=0..8"},
           Wrong{R"({"ask":"need","attacker":"dn","defender":"dn","need":2000})", "not a chance",
                 "need", "80%"},
           Wrong{R"({"ask":"list","list":"unit","attacker":"dn"})", "unknown field", "attacker",
                 "game"},
           Wrong{R"({"ask":"list","list":"ships"})", "ships", "list", "units"},
           Wrong{R"({"ask":"schema","game":"chess"})", "chess", "game", ""},
           Wrong{R"({"attacker":"dn","defender":"dn","picture":"png"})", "picture", "picture",
                 "svg"},
           Wrong{R"({"attacker":"dn","defender":"dn","options":{"battle":5}})", "battle", "options",
                 "battles"},
           Wrong{R"({"ask":"need","attacker":"dn","defender":"dn","need":0.5,"for":"me"})",
                 "not a side", "for", "attacker or defender"},
           Wrong{R"({"ask":"best","budget":4,"against":"dn","for":7})", "not a side", "for",
                 "attacker or defender"},
           Wrong{R"({"attacker":"dn","defender":"dn","for":"defender"})", "unknown field", "for",
                 "best"},
           Wrong{R"({"attacker":"dn","defender":"dn","batle":"space"})", "batle", "batle",
                 "battle"},
           Wrong{R"({"attacker":{"units":{"dn":1},"polcy":{}},"defender":"dn"})", "polcy",
                 "attacker.polcy", ""},
           Wrong{R"({"attacker":{"units":{"dn":1},"policy":{"sustian":"first"}},"defender":"dn"})",
                 "sustian", "attacker.policy.sustian", "sustain"},
           Wrong{R"({"attacker":"dn","defender":"dn","system":{"effect":[]}})", "effect",
                 "system.effect", "effects"},
           Wrong{R"({"ask":"best","budget":6,"against":"dn","budgt":6})", "budgt", "budgt",
                 "budget"},
           Wrong{R"({"attacker":"dn","defender":"dn","options":{"engine":"exat"}})", "exat",
                 "options.engine", "exact"},
           Wrong{R"({"attacker":"dn","defender":"dn","options":{"precision":0.1}})", "may mean",
                 "options.precision", "%"},
           Wrong{R"({"attacker":"dn","defender":"dn","options":{"threads":-1}})", "threads",
                 "options.threads", "0"},
           Wrong{R"({"attacker":"dn","defender":"dn","options":[]})", "object", "options",
                 "engine"},
           Wrong{R"({"ask":"vary","attacker":"dn","defender":"dn","vary":[]})", "nothing varies",
                 "vary", "ff=0..8"},
           Wrong{R"({"ask":"compare","attackers":"dn","against":"dn","attacker":"dd"})",
                 "said twice", "attacker", "attackers"},
           Wrong{R"({"ask":"compare","attackers":"dn","defender":"dd"})", "said twice", "defender",
                 "attackers"},
           Wrong{R"({"ask":"matrix","attackers":"dn","against":"dn","attacker":{"faction":"sol"}})",
                 "said twice", "attacker", "attackers"},
           Wrong{R"({"ask":"best","budget":3,"against":"dd","defender":"ws"})", "said twice",
                 "defender", "against"},
           Wrong{R"({"ask":"best","budget":3,"against":"dd","have":"dn","attacker":"cr"})",
                 "said twice", "attacker", "have"},
           Wrong{R"({"ask":"meta","budget":2,"faction":"sol","attacker":{"faction":"mentak"}})",
                 "two factions", "faction", "each"},
           Wrong{R"({"ask":"meta","budget":2,"attacker":"2 dn"})", "it starts with none",
                 "attacker.units", "faction"},
           Wrong{R"({"ask":"schema","gmae":"ti4"})", "unknown field", "gmae", "game"},
           Wrong{R"({"ask":"list","list":"units","picture":"svg"})", "no picture", "picture",
                 "leave"},
           Wrong{R"({})", "there is no attacker", "attacker", ""},
           Wrong{R"([1])", "object", "", "attacker"},
           Wrong{"", "", "", ""},
       }) {
    CAPTURE(wrong.question);
    const Answer answer = ask(wrong.question);
    CHECK(answer.status == AnswerStatus::bad_input);
    const json error = json::parse(answer.json)["error"];
    CAPTURE(answer.json);
    CHECK(error["problem"].get<std::string>().find(wrong.problem) != std::string::npos);
    CHECK(error["where"].get<std::string>().find(wrong.where) != std::string::npos);
    CHECK(error["hint"].get<std::string>().find(wrong.hint) != std::string::npos);
    CHECK(broadside_run({"ask", "-"}, wrong.question).code == 2);
  }
}

TEST_CASE("a refusal keeps the id, and whoever asks in JSON is refused in JSON") {
  for (const char* question :
       {R"({"attacker":"2 dn","defender":"wx","id":7})",
        R"({"ask":"odd","attacker":"2 dn","defender":"ws","id":7})",
        R"({"ask":"list","list":"units","picture":"svg","id":7})",
        R"({"attacker":"2 dn","defender":"ws","options":{"seed":-1},"id":7})"}) {
    CAPTURE(question);
    const json answer = json::parse(ask(question).json);
    CHECK(answer["id"] == 7);
    CHECK(answer.contains("error"));
  }
  CHECK_FALSE(json::parse(ask("{").json).contains("id"));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"ask", "--foo"}, {"ask", "-", "-"}, {"ask", "/no/such/file"}}) {
    const auto run = broadside_run(words);
    CHECK(run.code == 2);
    CHECK(run.err.empty());
    CHECK(json::parse(run.out)["error"]["problem"] != "");
  }
}

TEST_CASE("an id and a picture come back") {
  const json answer =
      json::parse(ask(R"({"id":"game 3","attacker":"dn","defender":"dn","picture":"svg"})").json);
  CHECK(answer["id"] == "game 3");
  CHECK(answer["svg"].get<std::string>().starts_with("<svg"));
}

TEST_CASE("a long question can be stopped: the answer is what is known") {
  int calls = 0;
  const Answer answer = ask(R"({"attacker":"30 ff, 9 dn","defender":"30 ff, 9 dn",
      "options":{"engine":"mc","battles":10000000000000}})",
                            [&](double, double planned) {
                              CHECK(planned == 1e13);
                              return ++calls < 2;
                            });
  CHECK(calls >= 2);
  CHECK(answer.status == AnswerStatus::answered);
  const json report = json::parse(answer.json);
  CHECK(report["stopped_by"] == "request");
  CHECK(report["battles"] > 0);
}
