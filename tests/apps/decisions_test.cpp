// compare, best, odds --vary, odds --need and completions, run as a player runs them.

#ifdef BROADSIDE_PROGRAM

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "tests/apps/program.hpp"

using broadside::test::broadside_run;
using broadside::test::contains;
using nlohmann::json;
using Words = std::vector<std::string>;

namespace {

json answer(Words words) {
  words.push_back("--json");
  const auto run = broadside_run(words);
  CAPTURE(run.out);
  REQUIRE(run.code == 0);
  CHECK(run.err.empty());
  return json::parse(run.out);
}

/// A file of its own, gone at the end.
class File {
 public:
  explicit File(const std::string& end)
      : path_((std::filesystem::temp_directory_path() /
               ("broadside-" + std::to_string(getpid()) + end))
                  .string()) {}
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  const std::string& path() const { return path_; }
  std::string text() const {
    std::ifstream in(path_);
    std::stringstream all;
    all << in.rdbuf();
    return all.str();
  }

 private:
  std::string path_;
};

std::string table(const Words& words) {
  const auto run = broadside_run(words, "", {"LC_ALL=C"});
  CHECK(run.code == 0);
  return run.out;
}

}  // namespace

TEST_CASE("best finds the true optimum of every small problem, ties included") {
  // The answers are those of tests/scripts/best_fleets.py, which shares nothing with the program.
  std::ifstream file(BROADSIDE_SOURCE_DIR "/tests/data/ti4/best.json");
  const json problems = json::parse(file);
  CHECK(problems.size() == 20);
  for (const json& problem : problems) {
    Words words = problem["arguments"].get<Words>();
    CAPTURE(problem.dump());
    words.insert(words.end(), {"--show", "100"});
    const json found = answer(words);
    CHECK(found["exhaustive"] == true);
    CHECK(found["examined"].get<int>() - found["refused"].get<int>() == problem["examined"]);
    CHECK(std::abs(found["fleets"][0]["value"].get<double>() - problem["value"].get<double>()) <
          1e-9);
    std::set<json> best, expected;
    for (std::size_t f = 0; f < found["tied"]; ++f) best.insert(found["fleets"][f]["bought"]);
    for (const json& fleet : problem["best"]) expected.insert(fleet);
    CHECK(best == expected);
    CHECK(found["tied"] == expected.size());
  }
}

TEST_CASE("best says how many fleets it looked at, and that there is nothing better") {
  const std::string text =
      table({"best", "--budget", "12", "--against", "2 dn, cv, 4 ff", "--details"});
  CAPTURE(text);
  CHECK(contains(text,
                 "Best: 8 fighters, 2 destroyers, 2 carriers for 12 of 12 resources: win 70.9 %"));
  CHECK(contains(text, "283 fleets looked at"));
  CHECK(contains(text, "nothing better"));
  CHECK(contains(text, "fleet supply: 5 (--fleet says otherwise)"));
  const std::string raced =
      table({"best", "--budget", "5", "--against", "2 cruiser", "--engine", "mc"});
  CHECK(contains(raced, "raced with the same dice"));
}

TEST_CASE("compare ranks fleets and says what is certain") {
  const json found = answer({"compare", "5 cruiser", "2 dn, 4 ff", "--against", "ws, 3 ff"});
  CHECK(found["method"] == "exact");
  CHECK(found["fleets"][0]["fleet"] == "2 dn, 4 ff");
  CHECK(found["pairs"][0]["verdict"] == "better");
  const json sampled = answer({"compare", "3 dn", "2 dn, 2 cr", "dn, 4 cr", "--against",
                               "2 dn, cv, 4 ff", "--engine", "mc", "--seed", "3"});
  CHECK(sampled["method"] == "monte_carlo");
  CHECK(sampled["gain"].get<double>() > 3);
  CHECK(sampled["pairs"].size() == 3);
  const std::string matrix =
      table({"compare", "2 dn, 2 ff", "5 cruiser", "--against", "3 cruiser", "--against", "2 dn"});
  CHECK(contains(matrix, "wins against  3 cruiser    2 dn"));
  CHECK(contains(matrix, "at worst"));
}

TEST_CASE("without an enemy every fleet attacks every one, itself too") {
  const json found = answer({"compare", "2 dn", "5 cr", "ws"});
  CHECK(found["defenders"] == json::array({"2 dn", "5 cr", "ws"}));
  REQUIRE(found["fleets"].size() == 3);
  CHECK(found["fleets"][0]["fleet"] == "5 cr");
  for (const auto& fleet : found["fleets"]) CHECK(fleet["against"].size() == 3);
  const json alone = answer({"compare", "5 cr", "--against", "2 dn"});
  CHECK(found["fleets"][0]["against"][0] == alone["fleets"][0]["against"][0]);
  CHECK(contains(found["assumptions"].back().get<std::string>(), "--against ENEMY"));
}

TEST_CASE("compare: enemies behind a word, and links") {
  const json asked = answer({"compare", "2 dn", "5 cr", "--against", "ws"});
  CHECK(answer({"compare", "2 dn", "5 cr", "vs", "ws"}) == asked);
  CHECK(answer({"compare", "2 dn vs ws", "5 cr vs ws"}) == asked);
  const std::string link = "#v=1&game=ti4&battle=space&a=2 dn&d=ws";
  const json linked = answer({"compare", link, "5 cr"});
  CHECK(linked["fleets"][1]["fleet"] == "2 dreadnought");
  CHECK(linked["fleets"][1]["win"] == asked["fleets"][1]["win"]);
  CHECK(linked["fleets"][0]["win"] == asked["fleets"][0]["win"]);
  CHECK(broadside_run({"compare", link, "#v=1&game=ti4&battle=ground&a=2 inf&d=inf"}).code == 2);
}

TEST_CASE("assumptions say for which fleet they hold") {
  const auto compared =
      broadside_run({"compare", "2 dn", "2 cruiser", "--against", "ws", "--json"});
  REQUIRE(compared.code == 0);
  std::string all;
  const auto report = json::parse(compared.out);
  for (const auto& line : report["assumptions"]) all += line.get<std::string>() + "\n";
  CHECK(contains(all, "attacker (2 dreadnoughts) losses: dreadnought\n"));
  CHECK(contains(all, "attacker (2 cruisers) losses: cruiser\n"));
  CHECK(contains(all, "defender losses: war sun\n"));
  const auto needed = broadside_run({"odds", "2 dn", "ws, 3 ff", "--need", "80%", "--details"});
  CHECK(contains(needed.out, "attacker losses: fighter, destroyer, dreadnought"));
  CHECK(contains(needed.out, "defender sustain: first"));
}

TEST_CASE("a sweep as table, CSV and picture") {
  const File svg(".svg");
  const Words words{"odds", "2 dn", "ws, 3 ff", "--vary", "ff=0..3", "--svg", svg.path()};
  const json found = answer(words);
  REQUIRE(found["points"].size() == 4);
  const json exact = answer({"odds", "2 dn, 3 ff", "ws, 3 ff", "--engine", "exact"});
  CHECK(found["points"][3]["attacker_win"]["p"] == exact["attacker_win"]["p"]);
  CHECK(contains(svg.text(), "number of fighters"));
  CHECK(contains(svg.text(), "<polyline"));
  Words csv = words;
  csv.push_back("--csv");
  CHECK(contains(table(csv), "attacker_fighter,attacker_win,draw,defender_win"));
  Words two = words;
  two.insert(two.end(), {"--vary", "defender:ff=1,3"});
  CHECK(answer(two)["points"].size() == 8);
  CHECK(contains(svg.text(), "number of defender's fighters"));
  CHECK(contains(table(two), "fighters down, defender's fighters across"));
}

TEST_CASE("what more is needed") {
  const json found = answer({"odds", "2 dn", "ws, 3 ff", "--need", "80%"});
  CHECK(found["reached"] == true);
  CHECK(found["additions"][0]["attacker_win"]["p"].get<double>() >= 0.8);
  CHECK(contains(table({"odds", "2 dn", "ws, 3 ff", "--need", "80%"}), "one is enough"));
  CHECK(answer({"odds", "2 dn", "ws, 3 ff", "--need", "80"}) == found);
  CHECK(contains(table({"odds", "5 dn", "dd", "--need", "0.5"}), "Nothing more is needed"));
}

TEST_CASE("best and what more is needed tell what may surprise") {
  const std::string idle = "Waylay changes nothing";
  const std::vector<Words> kAsked{{"odds", "2 cr, +waylay", "3 ff, cv", "--need", "60%"},
                                  {"best", "--budget", "4", "--only", "cruiser", "--against",
                                   "2 ff, cv", "--attacker-effects", "waylay"}};
  for (const Words& asked : kAsked) {
    CAPTURE(asked.front());
    CHECK(broadside_run(asked).out.find("Note: the attacker's " + idle) != std::string::npos);
    Words in_json = asked;
    in_json.push_back("--json");
    CHECK(json::parse(broadside_run(in_json).out)["notes"].dump().find(idle) != std::string::npos);
  }
}

TEST_CASE("every answer as Markdown and CSV, and as a picture") {
  const File svg("-any.svg");
  for (const Words& words : {Words{"odds", "2 dn", "ws", "--battles", "1000"},
                             {"odds", "2 dn", "ws", "--vary", "ff=0..2"},
                             {"odds", "2 dn", "ws", "--need", "60%"},
                             {"compare", "2 dn", "5 cr", "--against", "ws"},
                             {"best", "--budget", "4", "--against", "2 cr"}}) {
    CAPTURE(words.front());
    Words markdown = words, csv = words;
    markdown.insert(markdown.end(), {"--markdown", "--svg", svg.path()});
    csv.push_back("--csv");
    // A chat has no tables: odds has them only in its details.
    if (words == Words{"odds", "2 dn", "ws", "--battles", "1000"}) {
      CHECK(table(markdown).starts_with("**Space combat: attacker wins "));
      CHECK_FALSE(contains(table(markdown), "|---"));
      CHECK(table(markdown).size() < 2000);  // as long as a message may be
      markdown.push_back("--details");
    }
    CHECK(contains(table(markdown), "|---"));
    CHECK(svg.text().starts_with("<svg "));
    std::istringstream lines(table(csv));
    std::string line;
    std::getline(lines, line);
    const auto commas = std::count(line.begin(), line.end(), ',');
    CHECK(commas >= 2);
  }
}

TEST_CASE("chances add up to one where somebody may leave or rounds are counted") {
  const auto sum = [](const json& of) {
    return of["win"].get<double>() + of["draw"].get<double>() + of["loss"].get<double>() +
           of["other"].get<double>();
  };
  for (const Words& when : {Words{"--attacker-retreat", "1"}, Words{"--rounds", "1"}, Words{}}) {
    const auto with = [&](Words words) {
      words.insert(words.end(), when.begin(), when.end());
      return answer(words);
    };
    const json compared = with({"compare", "2 dn", "5 cr", "--against", "ws"});
    for (const json& fleet : compared["fleets"])
      CHECK(sum(fleet) == doctest::Approx(1).epsilon(1e-12));
    const json found = with({"best", "--budget", "4", "--against", "ws"});
    CHECK(sum(found["fleets"][0]) == doctest::Approx(1).epsilon(1e-12));
    const json varied = with({"odds", "2 dn", "ws", "--vary", "ff=0..1"});
    REQUIRE(varied["points"].size() == 2);
    for (const json& point : varied["points"]) {
      double whole = point.contains("undecided") ? point["undecided"]["p"].get<double>() : 0;
      for (const char* key : {"attacker_win", "draw", "defender_win", "retreat", "stalemate"})
        whole += point[key]["p"].get<double>();
      CHECK(whole == doctest::Approx(1).epsilon(1e-12));
    }
  }
}

TEST_CASE("compare: what may surprise about a fleet is told with its name") {
  const json told = answer({"compare", "2 dn, 4 ff", "5 cr", "--against", "ws"});
  REQUIRE(told["notes"].size() == 1);
  CHECK(contains(told["notes"][0].get<std::string>(),
                 "the attacker (2 dreadnoughts, 4 fighters) has 4 fighters to carry"));
  CHECK(contains(broadside_run({"compare", "2 dn, 4 ff", "5 cr", "--against", "ws"}).out,
                 "Note: the attacker (2 dreadnoughts, 4 fighters)"));
}

TEST_CASE("the battle that was meant is told with every answer") {
  const auto first_words = [](const Words& words) { return broadside_run(words).out; };
  CHECK(contains(first_words({"compare", "2 dn, inf", "5 cr", "--against", "ws, inf"}),
                 "Conquest against ws, inf"));
  CHECK(contains(first_words({"compare", "2 dn", "5 cr", "--against", "ws", "--rounds", "1"}),
                 "Space combat after 1 round against ws"));
  CHECK(contains(first_words({"best", "--budget", "4", "--against", "2 inf"}), "Conquest; "));
  CHECK(contains(first_words({"odds", "2 dn", "ws", "--need", "50%"}), "Space combat; "));
  CHECK(
      contains(first_words({"odds", "2 dn", "ws", "--vary", "ff=0..2"}), "Space combat; 3 points"));
  CHECK(contains(first_words({"matrix", "2 dn", "5 cr"}), "Space combat; 2 x 2 fleets"));
  CHECK(contains(first_words({"advise", "2 cr, 2 cv", "dn!, 2 ff", "--hits", "1"}),
                 "Space combat, 1 hit: "));
  CHECK(answer({"best", "--budget", "4", "--against", "2 inf"})["battle"] == "conquest");
  CHECK(answer({"odds", "2 dn", "ws", "--need", "50%"})["battle"] == "space");
  // And the limit that keeps more from being added.
  const std::string limited = first_words({"odds", "4 cr", "2 ws, 4 ff", "--need", "80%"});
  CHECK(contains(limited, "(fleet supply 5, "));
}

TEST_CASE("bad questions: exit 2, the problem and a hint") {
  struct Case {
    Words words;
    const char *problem, *hint;
  };
  for (const auto& [words, problem, hint] : {
           Case{{"compare", "ws"}, "nothing to compare", "broadside compare"},
           {{"compare", "ws", "2 crusier"}, "unknown unit 'crusier'", "cruiser"},
           {{"compare", "ws", "2 dn", "--json", "--csv"}, "exclude one another", "one of them"},
           {{"best", "--against", "ws"}, "no budget", "--budget 12"},
           {{"best", "--budget", "12"}, "no enemy", "--against"},
           {{"best", "--budget", "lots", "--against", "ws"}, "not a number", "12"},
           {{"best", "--budget", "-3", "--against", "ws"}, "not a number", "12"},
           {{"best", "--budget", "4", "--against", "ws", "--goal", "wim"}, "unknown goal", "win"},
           {{"best", "--budget", "4", "--against", "ws", "--only", "pds"}, "cannot be bought", ""},
           {{"best", "--budget", "4", "--against", "ws", "--mix", "1,1"}, "2 weights", "--against"},
           {{"best", "--budget", "40", "--against", "ws", "--engine", "mc"}, "too many", "--only"},
           {{"best", "--budget", "4", "--against", "ws", "--precision", "1%"},
            "precision",
            "--time"},
           {{"odds", "2 dn", "ws", "--vary", "ff"}, "nothing says how far", "ff=0..8"},
           {{"odds", "2 dn", "ws", "--vary", "fff=0..2"}, "unknown unit", "ff"},
           {{"odds", "2 dn", "ws", "--vary", "ff=3..1"}, "ends before", "0..8"},
           {{"odds", "2 dn", "ws", "--vary", "foe:ff=0..1"}, "unknown side", "defender"},
           {{"odds", "2 dn", "ws", "--vary", "dn=0..1"}, "", "from 1 on"},
           {{"odds", "2 dn", "ws", "--vary", "ff=0..1", "--vary", "ff=0..1"}, "same number", ""},
           {{"odds", "2 dn", "ws", "--vary", "ff=0..1", "--need", "50%"}, "together", "one"},
           {{"odds", "2 dn", "ws", "--need", "180%"}, "not a chance", "80%"},
           {{"odds", "2 dn", "ws", "--fleet", "3"}, "without --need", "--need"},
           {{"odds", "6 dn", "ws", "--need", "99%"},
            "more than the 5 that there may be",
            "at most 5"},
           {{"odds", "3 dn", "ws", "--need", "99%", "--fleet", "2"}, "more than 2", "--fleet 3"},
           {{"meta", "--budget", "2", "--faction", "sol", "--attacker-faction", "mentak"},
            "two factions",
            "for each"},
           {{"matrix", "2 cr", "2 dd", "--faction", "mentak"}, "without --budget", "budget"},
           {{"matrix", "2 cr", "2 dd", "--only", "ff"}, "without --budget", "budget"},
           {{"compare", "2 cr", "2 dd", "--against", "ws", "--against", "ws"}, "named twice", ""},
           {{"advise", "2 cr", "dn", "--hits", "1", "--attacker-retreat", "1", "--may-retreat"},
            "said twice",
            "--attacker-retreat"},
           {{"odds", "3 cr, +morale boost", "2 cr", "--attacker-effects", "morale boost"},
            "twice",
            ""},
           {{"odds", "2 dn", "ws", "--defender-aboard", "3 inf"}, "aboard of 0", "at most"},
           {{"odds", "2 dn", "ws", "--defender-aboard", "ws"}, "no ground force", "infantry"},
           {{"completions", "tcsh"}, "unknown shell", "bash"},
       }) {
    const auto run = broadside_run(words);
    CAPTURE(problem);
    CAPTURE(run.out);
    CAPTURE(run.err);
    CHECK(run.code == 2);
    const std::string said = run.out + run.err;
    CHECK(contains(said, problem));
    CHECK(contains(said, hint));
  }
  CHECK(broadside_run({"odds", "dn", "dd", "--battles", "1k", "--svg", "/no/such/folder/x.svg"})
            .code == 1);
}

TEST_CASE("completions know commands, options, units and effects") {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    CAPTURE(shell);
    const std::string script = table({"completions", shell});
    for (const char* word :
         {"compare", "best", "dreadnought", "ff", "tech_plasma_scoring", "letnev"})
      CHECK(contains(script, word));
    CHECK(contains(script, shell == "fish" ? "-l precision" : "--precision"));
  }
}

#endif
