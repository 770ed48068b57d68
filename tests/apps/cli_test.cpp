// The built program, run as a player runs it: what it prints, where, and with which exit code.

#ifdef BROADSIDE_PROGRAM

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <stdlib.h>

#include "sim/engine.hpp"
#include "tests/apps/program.hpp"

using broadside::test::broadside_run;
using broadside::test::contains;
using broadside::test::lines_of;
using broadside::test::Run;
using broadside::test::shell_run;
using broadside::test::terminal_run;
using nlohmann::json;
using Words = std::vector<std::string>;

namespace {

/// A folder of its own for each case, gone at the end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "broadside-test-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path() const { return path_; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ + "/" + name, std::ios::binary) << text;
    return path_ + "/" + name;
  }

 private:
  std::string path_;
};

std::string scenario(int cruisers, int destroyers) {
  return R"({"version": 1, "game": "ti4", "battle": "space", "attacker": {"units": {"cruiser": )" +
         std::to_string(cruisers) + R"(}}, "defender": {"units": {"destroyer": )" +
         std::to_string(destroyers) + "}}}";
}

void check_odds(const json& exact, double win, double draw, double loss) {
  CHECK(std::abs(exact["attacker_win"].get<double>() - win) < 1e-12);
  CHECK(std::abs(exact["draw"].get<double>() - draw) < 1e-12);
  CHECK(std::abs(exact["defender_win"].get<double>() - loss) < 1e-12);
}

}  // namespace

TEST_CASE("odds answers in its first line and exits with 0") {
  const auto run =
      broadside_run({"odds", "2 dn, 4 ff", "ws, 3 ff", "--battles", "50k"}, "", {"LC_ALL=C"});
  CAPTURE(run.out);
  CHECK(run.code == 0);
  CHECK(run.err.empty());
  CHECK(run.out.starts_with("Space combat: attacker wins "));
  CHECK(contains(run.out, "(exact; 50,000 sampled battles agree)"));
  CHECK(contains(run.out, "expected losses"));
  CHECK(contains(run.out, "Assumed: "));
  CHECK(lines_of(run.out).size() <= 15);
  const auto all = broadside_run(
      {"odds", "2 dn, 4 ff", "ws, 3 ff", "--battles", "50k", "--details"}, "", {"LC_ALL=C"});
  CHECK(all.code == 0);
  CHECK(lines_of(all.out)[0] == lines_of(run.out)[0]);
  for (const char* part : {"50,000 battles, seed 1", "What the attacker has left of", "at least",
                           "Expected losses", "Assumptions"})
    CHECK(contains(all.out, part));
  for (const auto& text : {run.out, all.out})
    for (const auto& line : lines_of(text)) CHECK(line.size() <= 80);
}

TEST_CASE("a game's own words, plurals, and no word about what cannot happen") {
  const auto in_short = broadside_run({"odds", "6", "5", "--game", "risk"}, "", {"LC_ALL=C"});
  CHECK(contains(in_short.out, " of 6 armies\n"));
  const auto attack =
      broadside_run({"odds", "6", "5", "--game", "risk", "--details"}, "", {"LC_ALL=C"});
  REQUIRE(attack.code == 0);
  CHECK(attack.out.starts_with("Attack: attacker wins "));
  CHECK_FALSE(contains(attack.out, "draw"));
  CHECK_FALSE(contains(attack.out, "resources"));
  CHECK(contains(attack.out, "What the attacker has left of 6 armies"));
  CHECK(contains(attack.out, " 1 army\n"));
  const auto roll =
      broadside_run({"odds", "9", "1", "--game", "risk", "--battle", "roll", "--details"}, "",
                    {"LC_ALL=C.UTF-8"});
  REQUIRE(roll.code == 0);
  CHECK(contains(roll.out, "\u259a undecided"));
  const auto sweep = broadside_run({"odds", "6", "5", "--game", "risk", "--vary", "armies=2..10"},
                                   "", {"LC_ALL=C"});
  REQUIRE(sweep.code == 0);
  CHECK_FALSE(contains(sweep.out, "draw"));
  const auto ranking = broadside_run({"compare", "5", "6", "7", "--against", "5", "--game", "risk"},
                                     "", {"LC_ALL=C"});
  REQUIRE(ranking.code == 0);
  CHECK(contains(ranking.out, "armies"));
  CHECK_FALSE(contains(ranking.out, "fleet"));
}

TEST_CASE("odds as JSON carries the exact answer") {
  const auto run = broadside_run({"odds", "cruiser", "destroyer", "--json", "--battles", "1e5"});
  REQUIRE(run.code == 0);
  const auto report = json::parse(run.out);
  check_odds(report["exact"], 8.0 / 13, 2.0 / 13, 3.0 / 13);
  CHECK(report["battles"] == 100'000);
  CHECK(report["attacker_win"]["low"].get<double>() < 8.0 / 13);
  CHECK(report["attacker_win"]["high"].get<double>() > 8.0 / 13);
  const double sum = report["attacker_win"]["p"].get<double>() + report["draw"]["p"].get<double>() +
                     report["defender_win"]["p"].get<double>() +
                     report["stalemate"]["p"].get<double>() + report["retreat"]["p"].get<double>();
  CHECK(std::abs(sum - 1) < 1e-12);
}

TEST_CASE("the same seed gives the same bytes on any number of threads") {
  for (const Words& how : {Words{"--battles", "200001"}, Words{"--precision", "0.4%"}}) {
    std::string first;
    for (const char* threads : {"1", "2", "7"}) {
      Words words{"odds",   "2 dn, cv, 4 ff", "2 dn, cv, 4 ff", "--json",
                  "--seed", "12345",          "--threads",      threads};
      words.insert(words.end(), how.begin(), how.end());
      const auto run = broadside_run(words);
      REQUIRE(run.code == 0);
      if (first.empty()) first = run.out;
      CHECK(run.out == first);
    }
    const auto other = broadside_run(
        {"odds", "2 dn, cv, 4 ff", "2 dn, cv, 4 ff", "--json", "--seed", "12346", how[0], how[1]});
    CHECK(other.out != first);
  }
}

TEST_CASE("an answer can be repeated from its own output") {
  const Folder folder;
  const auto first = broadside_run({"odds", "2 cr2, dn!", "3 dd, ws", "--attacker-losses", "dn, cr",
                                    "--defender-sustain", "last", "--defender-retreat", "2",
                                    "--seed", "5", "--battles", "30k", "--json"});
  CAPTURE(first.out);
  REQUIRE(first.code == 0);
  const auto report = json::parse(first.out);
  CHECK(report["scenario"]["attacker"]["policy"]["losses"] == json({"dreadnought", "cruiser"}));
  CHECK(report["scenario"]["defender"]["policy"]["retreat"]["round"] == 2);
  CHECK(report["retreat"]["by"]["defender"].get<double>() > 0);
  const auto file = folder.write("again.json", report["scenario"].dump());
  const auto again =
      broadside_run({"odds", "--scenario", file, "--seed", "5", "--battles", "30k", "--json"});
  CHECK(json::parse(again.out) == report);
  const auto piped =
      broadside_run({"odds", "--scenario", "-", "--seed", "5", "--battles", "30k", "--json"},
                    report["scenario"].dump(2));
  CHECK(piped.out == again.out);
}

TEST_CASE("the engines: sampled, exact, and whichever fits") {
  const auto exact = broadside_run({"odds", "cruiser", "destroyer", "--engine", "exact", "--json"});
  REQUIRE(exact.code == 0);
  const auto report = json::parse(exact.out);
  CHECK(report["method"] == "exact");
  CHECK(report["attacker_win"]["low"] == report["attacker_win"]["high"]);
  CHECK(broadside_run({"odds", "cruiser", "destroyer", "--engine", "auto", "--json"}).out ==
        exact.out);
  const auto sampled =
      broadside_run({"odds", "cruiser", "destroyer", "--engine", "mc", "--json", "--battles", "1"});
  CHECK(json::parse(sampled.out)["method"] == "monte_carlo");
}

TEST_CASE("--prune says how far off the answer may be, and the interval contains it") {
  const Words question{"odds", "2 dn, 4 ca, 6 ff", "ws, 3 dn, 4 ff", "--engine", "exact", "--json"};
  Words loose = question;
  loose.insert(loose.end(), {"--prune", "1e-6"});
  const auto whole = json::parse(broadside_run(question).out);
  const auto pruned = json::parse(broadside_run(loose).out);
  CHECK_FALSE(whole["exact"].contains("error_bound"));
  CHECK(pruned["prune"] == 1e-6);
  const double bound = pruned["exact"]["error_bound"].get<double>();
  CHECK(bound > 0);
  CHECK(bound <= 1e-6);
  const double truth = whole["attacker_win"]["p"].get<double>();
  CHECK(pruned["attacker_win"]["low"].get<double>() <= truth + 1e-14);
  CHECK(pruned["attacker_win"]["high"].get<double>() >= truth - 1e-14);
  *std::find(loose.begin(), loose.end(), "--json") = "--details";
  CHECK(broadside_run(loose).out.find("no exact chance is off by more than") != std::string::npos);
}

TEST_CASE("sampling stops by precision and by time") {
  const auto precise =
      broadside_run({"odds", "cruiser", "destroyer", "--precision", "0.5%", "--json"});
  REQUIRE(precise.code == 0);
  const auto report = json::parse(precise.out);
  CHECK(report["sequential"] == true);
  CHECK(report["attacker_win"]["high"].get<double>() -
            report["attacker_win"]["low"].get<double>() <=
        0.01);
  const auto limited = broadside_run(
      {"odds", "cruiser", "destroyer", "--precision", "0.001%", "--battles", "20000", "--json"});
  CHECK(json::parse(limited.out)["battles"] == 20'000);
  CHECK(broadside_run({"odds", "cruiser", "destroyer", "--time", "20ms"}).code == 0);
}

TEST_CASE("numbers as people write them") {
  for (const auto& [text, battles] : {std::pair{"4096", 4096},
                                      {"2k", 2000},
                                      {"1e4", 10000},
                                      {"0.01M", 10000},
                                      {"10,000", 10000},
                                      {"10_000", 10000}}) {
    CAPTURE(text);
    const auto run = broadside_run({"odds", "cruiser", "destroyer", "--json", "--battles", text});
    REQUIRE(run.code == 0);
    CHECK(json::parse(run.out)["battles"] == battles);
  }
  const auto wide = broadside_run(
      {"odds", "cruiser", "destroyer", "--json", "--battles", "1k", "--confidence", "99%"});
  CHECK(json::parse(wide.out)["confidence"] == 0.99);
  for (const char* text : {"0.99", "99"})
    CHECK(broadside_run(
              {"odds", "cruiser", "destroyer", "--json", "--battles", "1k", "--confidence", text})
              .out == wide.out);
}

TEST_CASE("a precision that was not reached is told") {
  const auto run =
      broadside_run({"odds", "--game", "rebellion", "isd, leader vader", "mon cal, leader han",
                     "--precision", "0.5%", "--battles", "100"});
  CHECK(run.code == 0);
  CHECK(contains(run.out, "stopped after 100 battles, before the precision"));
}

TEST_CASE("a precision without a percent sign is taken where it can mean one thing only") {
  const auto asked = [](const char* text) {
    return broadside_run({"odds", "cruiser", "destroyer", "--json", "--precision", text});
  };
  CHECK(asked("0.005").out == asked("0.5%").out);
  CHECK(asked("1").out == asked("1%").out);
  for (const char* text : {"0.1", "0.01", "0.4"}) {
    CAPTURE(text);
    CHECK(asked(text).code == 2);
  }
  const auto both = broadside_run({"odds", "cruiser", "destroyer", "--precision", "0.1"});
  CHECK(contains(both.err, "0.1 may mean 0.1 % or 10 %"));
  CHECK(contains(both.err, "0.1% or 10%"));
}

TEST_CASE("bad input: exit 2, the problem, and a hint that helps") {
  const Folder folder;
  const auto file = [&](const std::string& name, const std::string& text) {
    return folder.write(name, text);
  };
  const std::string good = R"("defender": {"units": {"cruiser": 1}})";
  const std::vector<Words> kBad{
      {"odds", "2 crusier, 3 ff", "dd"},                 // unknown unit
      {"odds", "-2 cruiser", "dd"},                      // negative count
      {"odds", "9999 ff", "dd"},                         // absurd count
      {"odds", "99999999999999999999 ff", "dd"},         // no number of the machine
      {"odds", "", "dd"},                                // empty fleet
      {"odds", " , ", "dd"},                             // the same in disguise
      {"odds", "3 inf", "dd"},                           // ground forces only, in space
      {"odds", "flagship", "dd"},                        // whose?
      {"odds", "2.5 cruiser", "dd"},                     // half a unit
      {"odds", "dd!", "cruiser"},                        // cannot be damaged
      {"odds", "ws2", "cruiser"},                        // no such upgrade
      {"odds", "cruiser"},                               // no defender
      {"odds", "2", "dn,", "4", "ff"},                   // quotes forgotten
      {"odds"},                                          // nothing
      {"odds", "cruiser", "dd", "--battle", "spce"},     // unknown battle
      {"odds", "cruiser", "dd", "--battle", "ground"},   // nobody to fight there
      {"odds", "cruiser", "dd", "--game", "chess"},      // unknown game
      {"odds", "cruiser", "dd", "--batles", "10"},       // unknown option
      {"odds", "cruiser", "dd", "--swap=maybe"},         // neither yes nor no
      {"odds", "cruiser", "dd", "--battles", "ten"},     // no number
      {"odds", "cruiser", "dd", "--battles", "0"},       //
      {"odds", "cruiser", "dd", "--battles", "-5"},      //
      {"odds", "cruiser", "dd", "--battles", "1.5"},     //
      {"odds", "cruiser", "dd", "--battles", "1e99"},    //
      {"odds", "cruiser", "dd", "--precision", "70%"},   //
      {"odds", "cruiser", "dd", "--precision", "0"},     //
      {"odds", "cruiser", "dd", "--prune", "2%"},        //
      {"odds", "cruiser", "dd", "--prune", "-1e-9"},     //
      {"odds", "cruiser", "dd", "--prune", "little"},    //
      {"odds", "cruiser", "dd", "--precision", "0,1%"},  // would be 1 % if the comma were dropped
      {"odds", "cruiser", "dd", "--time", "soon"},       //
      {"odds", "cruiser", "dd", "--precision", "0.1"},   // 0.1% or 10%
      {"odds", "cruiser", "dd", "--confidence", "100"},  // nothing is that sure
      {"odds", "cruiser", "dd", "--confidence", "5"},    //
      {"odds", "cruiser", "dd", "--seed", "-1"},         //
      {"odds", "cruiser", "dd", "--seed", "1", "--seed", "2"},
      {"odds", "cruiser", "dd", "--seed"},                   // value forgotten
      {"odds", "cruiser", "dd", "--threads", "many"},        //
      {"odds", "cruiser", "dd", "--engine", "exat"},         //
      {"odds", "cruiser", "dd", "--attacker-losses", "xx"},  //
      {"odds", "cruiser", "dd", "--attacker-sustain", "always"},
      {"odds", "cruiser", "dd", "--attacker-retreat", "0"},
      {"odds", "cruiser", "dd", "--attacker-faction", "klingons"},
      {"odds", "cruiser", "dd", "--attacker-effects", "warp drive"},
      {"odds", "cruiser", "dd", "--attacker-effects", "@2"},
      {"odds", "cruiser", "dd", "--system-effects", "black hole sun"},
      {"odds", "--scenario", folder.path() + "/missing.json"},
      {"odds", "--scenario", folder.path()},  // a folder
      {"odds", "--scenario", file("empty.json", "")},
      {"odds", "--scenario", file("cut.json", R"({"version": 1, "attacker": {"uni)")},
      {"odds", "--scenario", file("field.json", R"({"atacker": {}, )" + good + "}")},
      {"odds", "--scenario",
       file("type.json", R"({"attacker": {"units": {"cruiser": "2"}}, )" + good + "}")},
      {"odds", "--scenario",
       file("unit.json", R"({"attacker": {"units": {"crusier": 2}}, )" + good + "}")},
      {"odds", "--scenario",
       file("twice.json", R"({"attacker": {}, "attacker": {}, )" + good + "}")},
      {"odds", "--scenario",
       file("version.json", R"({"version": 9, "attacker": {}, )" + good + "}")},
      {"odds", "--scenario", file("no_side.json", "{" + good + "}")},
      {"odds", "--scenario", file("no_units.json", R"({"attacker": {}, )" + good + "}")},
      {"odds", "--scenario",
       file("damaged.json",
            R"({"attacker": {"units": {"dreadnought": 1}, "damaged": {"dreadnought": 2}}, )" +
                good + "}")},
      {"odds", "--scenario", file("good.json", scenario(1, 1)), "cruiser",
       "dd"},  // twice the question
      {"odds", "--scenario", file("good.json", scenario(1, 1)), "--battle", "space"},
      {"replay", "crusier", "dd"},
      {"replay", "cruiser", "dd", "--seed", "x"},
      {"list", "unts"},
      {"list", "units", "--game", "chess"},
      {"list", "effects", "--faction", "klingons"},
      {"list", "--faction", "letnev"},
      {"batch", folder.path() + "/missing.jsonl"},
      {"batch", folder.path()},
      {"batch", "-", "--battles", "ten"},
      {"ods", "cruiser", "dd"},
      {"ods", "--help"},
      {"odds", "cruiser", "dd", "--seed", ""},  // a script's variable that is not set
      {"odds", "cruiser", "dd", "--battle", " "},
      {"odds", "cruiser", "dd", "--attacker-losses", "cruiser,,dn"},
      {"odds", "cruiser", "dd", "--attacker-losses", "1 cruiser"},  // a type, not a number of them
      {"odds", "cruiser", "dd", "--attacker-losses", "cruiser2"},
      {"odds", "dn", "dd", "--attacker-losses", "dn!"},
      {"odds", "dn", "dd", "--vary", "ff=1,,3"},
      {"odds", "dn!!", "dd"},
      {"odds", "dn'", "dd"},
      {"odds", "cruiser", "dd", "--svg", "-"},
      {"odds", "cruiser", "dd", "--need", "80%", "--fleet", "2.5"},
      {"odds", "cruiser", "dd", "--attacker-policy", "sustain=never"},
      {"odds", "cruiser", "dd", "--attacker-retreat", "40"},
      {"odds", "cruiser", "dd", "--system-effects", "nebula, nebula"},
      {"odds", "cruiser", "dd, +nebula", "--system-effects", "nebula"},
      {"odds", "dice 4", "dice 3", "--game", "arcane_legions", "--rules", "foo=1"},
      // what another game reads
      {"odds", "6", "5", "--game", "risk", "--system-effects", "nebula"},
      {"odds", "6", "5", "--game", "risk", "--attacker-sustain", "last"},
      {"odds", "6", "5", "--game", "risk", "--defender-policy", "stop=2"},
      {"odds", "6", "5", "--game", "risk", "--battle", "roll", "--attacker-policy", "stop=2"},
      {"odds", "1", "5", "--game", "risk"},
      {"odds", "isd", "mc", "--game", "rebellion", "--system-effects", "nebula"},
      {"odds", "isd", "mc", "--game", "rebellion", "--units",
       file("mine.json", R"([{"id": "mine", "type": "cruiser"}])")},
      {"odds", "isd", "mc", "--game", "rebellion", "--attacker-sustain", "last"},
      {"odds", "isd", "mc", "--game", "rebellion", "--attacker-protect-capacity"},
      {"odds", "isd", "mc", "--game", "rebellion", "--battle", "siege"},
      {"odds", "dice 4", "dice 3", "--game", "arcane_legions", "--system-effects", "nebula"},
      {"odds", "dice 4", "dice 3", "--game", "arcane_legions", "--units", file("mine.json", "[]")},
      {"odds", "dice 4", "dice 3", "--game", "arcane_legions", "--defender-hand", ""},
      {"odds", "cruiser", "dd", "--attacker-hand", "ambush"},
      {"odds", "cruiser", "dd", "--rules", "cards=off"},
      {"odds", "3 inf", "inf", "--battle", "ground", "--attacker-retreat", "1"},
      {"odds", "isd", "mc", "--game", "rebellion", "--rules", "cards, cards=off"},
      {"odds", "--scenario",
       file("homebrew.json",
            R"({"game": "rebellion", "homebrew": [], "attacker": {}, )" + good + "}")},
      {"odds", "--scenario",
       file("hand.json", R"({"attacker": {"hand": [], "units": {"cruiser": 2}}, )" + good + "}")},
      {"odds", "--scenario", file("zero.json", std::string("{\0}", 3))},
      {"odds", "--scenario",
       file("half.json", R"({"attacker": {"units": {"cruiser": 2.5}}, )" + good + "}")},
      {"odds", "--scenario",
       file("upgrades.json",
            R"({"attacker": {"units": {"cruiser": 2}, "upgrades": ["cruiser", "cruiser"]}, )" +
                good + "}")},
      {"bench", "fast"},
  };
  for (const Words& words : kBad) {
    std::string line;
    for (const auto& word : words) line += " '" + word + "'";
    CAPTURE(line);
    const auto run = broadside_run(words);
    CAPTURE(run.err);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(run.err.starts_with("broadside: "));
    CHECK(contains(run.err, "\n  hint: "));

    Words with_json = words;
    with_json.push_back("--json");
    // An option whose value was forgotten would take it as its value.
    if (words.back() == "--seed") with_json = {"odds", "--json", "cruiser", "dd", "--seed"};
    const auto as_json = broadside_run(with_json);
    CAPTURE(as_json.out);
    CHECK(as_json.code == 2);
    CHECK(as_json.err.empty());
    const auto error = json::parse(as_json.out, nullptr, false);
    REQUIRE(error.is_object());
    CHECK_FALSE(error["error"]["problem"].get<std::string>().empty());
    CHECK_FALSE(error["error"]["hint"].get<std::string>().empty());
    CHECK(error["error"].contains("where"));
  }
}

TEST_CASE("hints name what would have worked") {
  CHECK(contains(broadside_run({"odds", "2 crusier", "dd"}).err, "cruiser"));
  CHECK(contains(broadside_run({"odds", "a", "b", "--batles", "3"}).err, "'--battles'"));
  CHECK(contains(broadside_run({"ods"}).err, "'odds'"));
  CHECK(contains(broadside_run({"list", "unts"}).err, "'units'"));
  CHECK(contains(broadside_run({"odds", "2", "dn,", "4", "ff"}).err, "quotes"));
  CHECK(contains(broadside_run({"odds", "dn", "dn, xx"}).err, "where: defender: dn, xx"));
  CHECK(contains(broadside_run({"odds", "dn", "dd", "--attacker-policy", "sustain=never"}).err,
                 "--attacker-sustain"));
  CHECK(contains(broadside_run({"odds", "dn", "dd", "--attacker-retreat", "40"}).err, "40%"));
  // Nothing a file says may steer the terminal.
  CHECK_FALSE(contains(broadside_run({"odds", "\033[31mred", "dd"}).err, "\033"));
}

TEST_CASE("no command: the help, and exit 2") {
  const auto run = broadside_run({});
  CHECK(run.code == 2);
  CHECK(run.out.empty());
  CHECK(contains(run.err, "odds"));
}

TEST_CASE("--version and --help answer") {
  const auto version = broadside_run({"--version"});
  CHECK(version.code == 0);
  CHECK(version.out == "broadside " BROADSIDE_VERSION "\n");
  const auto help = broadside_run({"--help"});
  CHECK(help.code == 0);
  for (const std::string command :
       {"odds", "compare", "best", "batch", "replay", "list", "bench", "completions"}) {
    CAPTURE(command);
    CHECK(contains(help.out, command));
  }
}

TEST_CASE("-h: one screen, which is also told before anything is built, with examples that work") {
  const auto usage = broadside_run({"-h"});
  CHECK(usage.code == 0);
  std::ifstream file(std::string(BROADSIDE_SOURCE_DIR) + "/apps/cli/usage.txt");
  CHECK(usage.out == std::string(std::istreambuf_iterator<char>(file), {}));
  CHECK(broadside_run({}).err == usage.out);
  const auto lines = lines_of(usage.out);
  CHECK(lines.size() < 24);
  for (const auto& line : lines) CHECK(line.size() <= 80);
  for (const broadside::Game* game : broadside::games())
    CHECK(contains(usage.out, std::string(game->id())));
  int examples = 0;
  for (std::string line : lines_of(usage.out.substr(usage.out.find("Examples:\n") + 10))) {
    if (line.empty()) break;
    line = line.substr(0, line.find("  ", 2));  // what it shows stands behind it
    CAPTURE(line);
    const auto run = shell_run(line + " --battles 2k");
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    ++examples;
  }
  CHECK(examples == 4);
  const auto help = broadside_run({"--help"});
  CHECK(contains(help.out, "How to write a fleet"));
  CHECK(contains(help.out, "The kinds of battle"));
}

TEST_CASE("every help ends with examples, and the examples work") {
  const Folder folder;
  std::string many;
  for (int i = 1; i <= 120; ++i) many += scenario(1 + i % 3, 1 + i % 5) + "\n";
  folder.write("scenarios.jsonl", many);
  folder.write("battles.csv", "attacker,defender\n\"2 dn, 4 ff\",ws\n3 cr,2 dn\n");
  for (const Words& words : {Words{"--help"},
                             {"odds", "--help"},
                             {"open", "--help"},
                             {"compare", "--help"},
                             {"best", "--help"},
                             {"matrix", "--help"},
                             {"meta", "--help"},
                             {"completions", "--help"},
                             {"batch", "--help"},
                             {"merge", "--help"},
                             {"replay", "--help"},
                             {"list", "--help"},
                             {"bench", "--help"}}) {
    const auto help = broadside_run(words);
    CHECK(help.code == 0);
    const auto at = help.out.find("Examples:\n");
    REQUIRE(at != std::string::npos);
    const auto lines = lines_of(help.out.substr(at + 10));
    CHECK_FALSE(lines.empty());
    for (std::string line : lines) {
      if (contains(line, "bench --quick")) continue;  // works, but measures for seconds
      // Fewer battles, so that a sanitised build runs them too; the rest as printed.
      const bool plays = contains(line, "broadside odds \"") || contains(line, "--battle ") ||
                         contains(line, "broadside batch");
      if (plays && !contains(line, "--precision"))
        line.insert(line.find(" >") < line.size() ? line.find(" >") : line.size(), " --battles 2k");
      CAPTURE(line);
      const auto run = shell_run(line, folder.path());
      CAPTURE(run.err);
      CHECK(run.code == 0);
      CHECK(run.err.empty());
    }
  }
  for (const std::string command : {"odds", "compare", "best"})
    for (const auto& line : lines_of(broadside_run({command, "--help"}).out)) {
      CAPTURE(line);
      CHECK(line.size() <= 80);
    }
}

TEST_CASE("batch answers every line in order, bad ones too") {
  const Folder folder;
  std::string input;
  for (int i = 1; i <= 1000; ++i) {
    input +=
        i == 500
            ? R"({"attacker": {"units": {"crusier": 1}}, "defender": {"units": {"cruiser": 1}}})"
        : i == 700 ? "{\"attacker\": "
                   : scenario(1 + i % 5, 1 + i % 7);
    if (i < 1000) input += '\n';  // the last line may lack its end
  }
  const auto file = folder.write("many.jsonl", input);
  const auto run =
      broadside_run({"batch", file, "--engine", "mc", "--battles", "2000", "--seed", "3"});
  CHECK(run.code == 1);
  CHECK(run.err.empty());
  const auto lines = lines_of(run.out);
  REQUIRE(lines.size() == 1000);
  for (int i = 1; i <= 1000; ++i) {
    CAPTURE(i);
    const auto answer = json::parse(lines[static_cast<std::size_t>(i - 1)]);
    if (i == 500 || i == 700) {
      CHECK(answer["error"]["where"].get<std::string>().starts_with("line " + std::to_string(i) +
                                                                    ": "));
      CHECK_FALSE(answer["error"]["hint"].get<std::string>().empty());
    } else {
      CHECK(answer["scenario"]["attacker"]["units"]["cruiser"] == 1 + i % 5);
      CHECK(answer["scenario"]["defender"]["units"]["destroyer"] == 1 + i % 7);
    }
  }
  // Threads change nothing, and a line's answer is that of odds.
  CHECK(broadside_run(
            {"batch", "-", "--engine", "mc", "--battles", "2000", "--seed", "3", "--threads", "1"},
            input)
            .out == run.out);
  const auto odds = broadside_run(
      {"odds", "--scenario", "-", "--battles", "2000", "--seed", "3", "--json"}, scenario(2, 2));
  CHECK(odds.out == lines[0] + "\n");
}

TEST_CASE("batch names the line and the column of a syntax error") {
  const auto run = broadside_run({"batch", "-", "--engine", "exact"}, scenario(1, 1) + "\n{\n");
  CHECK(run.code == 1);
  const auto error = json::parse(lines_of(run.out).at(1));
  CHECK(error["error"]["where"] == "line 2: column 2");
}

TEST_CASE("a whole number is one however JSON writes it, and a battle however it is spelt") {
  const std::string text =
      R"({"version": 1.0, "battle": "Space", "attacker": {"units": {"cruiser": 1.0}},)"
      R"( "defender": {"units": {"destroyer": 1e0}}})";
  const auto run = broadside_run({"odds", "--scenario", "-", "--json", "--engine", "exact"}, text);
  REQUIRE(run.code == 0);
  const auto report = json::parse(run.out);
  CHECK(std::abs(report["exact"]["attacker_win"].get<double>() - 8.0 / 13) < 1e-12);
  CHECK(report["battle"] == "space");
  CHECK(report["scenario"]["battle"] == "space");
}

TEST_CASE("chances next to nothing are not told as nothing") {
  const auto run =
      broadside_run({"odds", "2 ff", "2 ws", "--engine", "exact", "--details"}, "", {"LC_ALL=C"});
  CHECK(contains(run.out, ": attacker wins <0.000001 %"));
  CHECK(contains(run.out, "attacker wins  <0.000001 %"));
  // Sampled, nobody ever saw it; solved, it can happen.
  const auto sampled = broadside_run({"odds", "2 ff", "2 ws", "--battles", "10"}, "", {"LC_ALL=C"});
  CHECK(contains(sampled.out, "draw 0.00001 %"));
}

TEST_CASE("batch: blank lines stay blank, nothing in gives nothing out") {
  const auto run = broadside_run({"batch", "-", "--engine", "exact"},
                                 scenario(1, 1) + "\r\n\n  \n" + scenario(2, 1) + "\n");
  CHECK(run.code == 0);
  const auto lines = lines_of(run.out);
  REQUIRE(lines.size() == 4);
  CHECK(lines[1].empty());
  CHECK(lines[2].empty());
  check_odds(json::parse(lines[0])["exact"], 8.0 / 13, 2.0 / 13, 3.0 / 13);
  const auto nothing = broadside_run({"batch", "-"}, "");
  CHECK(nothing.code == 0);
  CHECK(nothing.out.empty());
}

TEST_CASE("batch answers a line before the next one is written") {
  // A program that talks to us line by line would otherwise wait for ever.
  const Folder folder;
  folder.write("one.jsonl", scenario(1, 1) + "\n");
  for (const char* threads : {"1", "2"}) {
    const auto run = shell_run(
        std::string("mkfifo in out 2>/dev/null; broadside batch - --battles 40000 --threads ") +
            threads +
            " < in > out & "
            "exec 3> in 4< out; for i in 1 2 3; do cat one.jsonl >&3; timeout 60 head -n 1 <&4 | "
            "cut -c 1-12; done; exec 3>&-; wait",
        folder.path());
    CHECK(run.out == "{\"version\":1\n{\"version\":1\n{\"version\":1\n");
  }
}

TEST_CASE("quiet when the reader of a pipe goes away") {
  const Folder folder;
  std::string many;
  for (int i = 0; i < 3000; ++i) many += scenario(3, 3) + "\n";
  folder.write("many.jsonl", many);
  for (const std::string command : {"batch many.jsonl --engine exact", "list effects",
                                    "odds cruiser dd --battles 1k", "--help"}) {
    CAPTURE(command);
    const auto run =
        shell_run("{ broadside " + command + "; echo \"exit $?\" >&2; } | true", folder.path());
    CHECK(run.err == "exit 0\n");
  }
  const auto some = shell_run(
      "{ broadside batch many.jsonl --engine exact; echo \"exit $?\" >&2; } | head -n 2 | wc -l",
      folder.path());
  CHECK(contains(some.out, "2"));
  CHECK(some.err == "exit 0\n");
}

TEST_CASE("an answer that cannot be written is a failure") {
  if (!std::filesystem::exists("/dev/full")) return;
  const auto run = shell_run("broadside odds cruiser dd --battles 1k > /dev/full");
  CHECK(run.code == 1);
  CHECK(contains(run.err, "cannot write the answer"));
}

TEST_CASE("colour only on a terminal and never with NO_COLOR; Unicode by the locale") {
  const Words words{"odds", "cruiser", "dd", "--battles", "1k"};
  const auto with = [&](const char* flag) {
    Words more = words;
    more.push_back(flag);
    return more;
  };
  const std::vector<std::string> color{"TERM=xterm", "NO_COLOR=", "LC_ALL=C.UTF-8"};
  CHECK(contains(terminal_run(words, color).out, "\033["));
  CHECK_FALSE(contains(broadside_run(words, "", color).out, "\033["));
  CHECK_FALSE(contains(terminal_run(words, {"TERM=xterm", "NO_COLOR=1"}).out, "\033["));
  CHECK_FALSE(contains(terminal_run(words, {"TERM=dumb", "NO_COLOR="}).out, "\033["));
  CHECK_FALSE(contains(terminal_run(with("--no-color"), color).out, "\033["));

  CHECK(contains(broadside_run(words, "", {"LC_ALL=C.UTF-8"}).out, "\u2588"));
  CHECK(contains(broadside_run(words, "", {"LC_ALL=C"}).out, "  ###"));
  CHECK(contains(broadside_run(with("--ascii"), "", {"LC_ALL=C.UTF-8"}).out, "  ###"));
}

TEST_CASE("replay tells a battle, the same from the same seed") {
  const auto run = broadside_run({"replay", "2 dn, 4 ff", "ws, 3 ff", "--seed", "7"});
  CHECK(run.code == 0);
  CHECK(lines_of(run.out).size() > 3);
  CHECK(broadside_run({"replay", "2 dn, 4 ff", "ws, 3 ff", "--seed", "7"}).out == run.out);
  CHECK(broadside_run({"replay", "2 dn, 4 ff", "ws, 3 ff", "--seed", "8"}).out != run.out);
  const auto told =
      json::parse(broadside_run({"replay", "2 dn, 4 ff", "ws, 3 ff", "--seed", "7", "--json"}).out);
  CHECK(told["seed"] == 7);
  CHECK(told["lines"].size() == lines_of(run.out).size());
  CHECK(told["scenario"]["attacker"]["units"]["fighter"] == 4);
}

TEST_CASE("replay tells every hit, what no ship carries any more, and who leaves") {
  const auto told = [](const Words& words) {
    Words all{"replay"};
    all.insert(all.end(), words.begin(), words.end());
    return broadside_run(all).out;
  };
  // 5 hits: the dreadnought sustains the first and is lost to the last.
  CHECK(contains(told({"3 dd, dn", "cv2, 6 ff2, ws", "--seed", "6"}),
                 "attacker sustains damage on 1 Dreadnought I; loses 3 Destroyer I, 1 Dreadnought "
                 "I\n"));
  const auto cannon = told({"cv, 4 ff", "dd, 3 pds", "--attacker-losses", "cv", "--seed", "2"});
  CHECK(contains(cannon, "attacker loses 1 Carrier I\n"));
  CHECK(contains(cannon, "attacker has no room for the rest and loses 4 Fighter I\n"));
  const auto left = told({"--battle", "conquest", "dn, cv, 3 inf", "2 cr, inf, pds",
                          "--defender-retreat", "1", "--seed", "2"});
  CHECK(contains(left, "defender leaves with its ships\n"));
  CHECK(contains(left, "defender afterwards loses 1 PDS I (the planet is taken)\n"));
  CHECK(contains(told({"2 dd, +the cavalry", "cr, dd", "--seed", "3"}),
                 "attacker afterwards turns back 1 Destroyer I (The Cavalry)\n"));
  for (const auto& line :
       lines_of(terminal_run({"replay", "3 dd, dn", "cv2, 6 ff2, ws", "--seed", "6"}).out))
    CHECK(line.size() <= 81);  // and the carriage return
}

TEST_CASE("bench --fleets: many fleets at once are many times one by one, and the same") {
  const auto run = broadside_run({"bench", "--fleets", "--quick", "--json"});
  CHECK(run.code == 0);
  const auto rows = json::parse(run.out)["fleets"];
  REQUIRE(rows.size() == 2);
  for (const auto& row : rows) {
    CHECK(row["largest_difference"] < 1e-12);
    CHECK(row["one_by_one_answered"] > 100);
    CHECK(row["one_by_one_seconds"] > row["at_once_seconds"]);
  }
}

TEST_CASE("bench prints the same signature whatever the threads") {
  const auto run = broadside_run({"bench", "--signature", "--threads", "1"});
  CAPTURE(run.out);
  CHECK(run.code == 0);
  CHECK(contains(run.out, "signature"));
  CHECK(broadside_run({"bench", "--signature", "--threads", "2"}).out == run.out);
  CHECK(broadside_run({"bench", "--threads", "some"}).code == 2);
}

TEST_CASE(
    "--units: homebrew for odds, replay and batch, and repeated from the answer's own output") {
  const Folder folder;
  const auto file = folder.write(
      "units.json",
      R"([{"id": "mine", "name": "Fat Cruiser", "type": "cruiser", "combat": {"hit_on": 1}}])");
  const Words question{"odds",  "cruiser", "destroyer", "--engine",
                       "exact", "--json",  "--units",   file};
  const auto run = broadside_run(question);
  CAPTURE(run.out);
  REQUIRE(run.code == 0);
  const auto report = json::parse(run.out);
  check_odds(report["exact"], 0.8, 0.2, 0);  // always hits; the destroyer hits on 9
  CHECK(contains(report["assumptions"][0],
                 "attacker cruiser: homebrew 'Fat Cruiser' (cost 2, combat 1,"));

  const auto again = folder.write("again.json", report["scenario"].dump());
  CHECK(broadside_run({"odds", "--scenario", again, "--engine", "exact", "--json"}).out == run.out);
  CHECK(broadside_run({"odds", "--scenario", again, "--units", file, "--engine", "exact", "--json"})
            .out == run.out);
  const auto batch =
      broadside_run({"batch", "-", "--units", file, "--engine", "exact"}, scenario(1, 1) + "\n");
  CHECK(batch.code == 0);
  check_odds(json::parse(batch.out)["exact"], 0.8, 0.2, 0);
  CHECK(broadside_run({"replay", "cruiser", "destroyer", "--units", file}).code == 0);

  const auto wrong = folder.write("wrong.json", R"({"units": [{"id": "mine", "type": "cruser"}]})");
  const auto form =
      folder.write("form.json", R"([{"id": "mine", "type": "cruiser", "combat": {"hit_on": 0}}])");
  for (const Words& words :
       {Words{"odds", "cruiser", "dd", "--json"}, Words{"replay", "cruiser", "dd", "--json"},
        Words{"batch", "-", "--json"}}) {
    const auto ask = [&](const std::string& path) {
      Words all = words;
      all.insert(all.end(), {"--units", path});
      return broadside_run(all);
    };
    CAPTURE(words.front());
    const auto name = ask(wrong);
    CHECK(name.code == 2);
    CHECK(contains(name.out, wrong + ": units[0].type"));
    CHECK(contains(name.out, "did you mean 'cruiser'?"));
    const auto range = ask(form);
    CHECK(range.code == 2);
    CHECK(contains(range.out, form + ": units[0].combat.hit_on"));
    CHECK(ask(folder.path() + "/none.json").code == 2);
  }
  CHECK(broadside_run({"odds", "--scenario", "-", "--units", "-"}).code == 2);
}

TEST_CASE("effects and factions as players type them, on the command line and in the fleet") {
  const auto exact = [](Words words) {
    words.insert(words.begin(), "odds");
    words.insert(words.end(), {"--engine", "exact", "--json"});
    const auto run = broadside_run(words);
    CAPTURE(run.out);
    REQUIRE(run.code == 0);
    return json::parse(run.out)["exact"];
  };
  const auto plain = exact(
      {"letnev: 2 dn2, 4 ff, +plasma scoring, +morale boost@2", "n'orr: 3 cruiser, pds, +dh x2"});
  CHECK(exact({"2 dn2, 4 ff", "3 cruiser, pds", "--attacker-faction", "Barony",
               "--attacker-effects", "plasma,morale boost@2", "--defender-faction", "sardakk norr",
               "--defender-effects", "direct hit*2"}) == plain);
  CHECK(exact({"the barony of letnev: 2 dn ii, 4 fighters +plasma", "norr: 3 cr, 1 pds",
               "--attacker-effects", "+Morale Boost @2", "--defender-effects", "Direct Hit x2"}) ==
        plain);
  CHECK(
      exact({"letnev 2 upgraded dreadnoughts and four fighters with plasma scoring, morale boost@2",
             "(n'orr) three cruisers, a pds, direct hit x2,"}) == plain);
  // The newest printing wherever it is named.
  CHECK(exact({"dn, 2 inf, +x-89 bacterial weapon", "3 inf", "--battle", "invasion"}) ==
        exact({"dn, 2 inf", "3 inf", "--battle", "invasion", "--attacker-effects",
               "x-89 bacterial weapon"}));

  struct Bad {
    Words words;
    const char *problem, *hint;
  };
  for (const auto& [words, problem, hint] : {
           Bad{{"dn", "dd", "--attacker-effects", "plazma"},
               "unknown effect 'plazma'",
               "did you mean 'Plasma'?"},
           Bad{{"dn, +moral boost", "dd"},
               "unknown effect 'moral boost'",
               "did you mean 'Morale Boost'?"},
           Bad{{"dn", "dd", "--attacker-effects", "shielding"},
               "may be several effects",
               "Non-Euclidean Shielding"},
           Bad{{"dn", "dd", "--attacker-faction", "letnef"},
               "unknown faction 'letnef'",
               "did you mean 'letnev'?"},
           Bad{{"2 isd, tie", "dd"}, "unknown unit 'isd'", "--game rebellion"},
           Bad{{"dn", "dd", "--attacker-retreat", "soon"}, "not a plan to retreat", "40%"},
       }) {
    Words all = words;
    all.insert(all.begin(), "odds");
    const auto run = broadside_run(all);
    CAPTURE(run.err);
    CHECK(run.code == 2);
    CHECK(contains(run.err, problem));
    CHECK(contains(run.err, hint));
  }
}

TEST_CASE("list searches by words, faction and expansion, however they are written") {
  const auto ids = [](Words words) {
    const std::string kind = words.front();
    words.insert(words.begin(), "list");
    words.emplace_back("--json");
    const auto run = broadside_run(words);
    CAPTURE(run.out);
    REQUIRE(run.code == 0);
    std::vector<std::string> found;
    const auto tree = json::parse(run.out);
    for (const auto& item : tree[kind]) found.push_back(item["id"]);
    return found;
  };
  for (const std::string kind : {"units", "effects", "factions"}) {
    CAPTURE(kind);
    CHECK(ids({kind, "--faction", "jol nar"}) == ids({kind, "--faction", "jolnar"}));
    CHECK(ids({kind, "--faction", "Universities"}) == ids({kind, "--faction", "jolnar"}));
    CHECK_FALSE(ids({kind, "--faction", "jolnar"}).empty());
    CHECK(ids({kind, "--expansion", "Prophecy of Kings"}) == ids({kind, "--expansion", "pok"}));
    CHECK(ids({kind, "--expansion", "Thunder's Edge"}).size() > 5);
  }
  CHECK(ids({"effects", "--expansion", "codex"}).size() >
        ids({"effects", "--expansion", "codex 1"}).size());
  CHECK(ids({"effects", "morale", "boost"}).front() == "ac_morale_boost");
  CHECK(ids({"effects", "magen grid"}) == ids({"effects", "magen"}));
  CHECK(ids({"factions", "norr"}) == std::vector<std::string>{"sardakk"});
  CHECK(ids({"effects", "input", "adjacent"}) == std::vector<std::string>{"adjacent_pds"});
  CHECK(ids({"effects", "third_party_pds"}) == std::vector<std::string>{"third_party_pds"});
}

TEST_CASE("list shows the leaders and cards of a game, or what it has instead") {
  const auto list = [](const std::string& kind, const std::string& game) {
    const auto run = broadside_run({"list", kind, "--game", game, "--json"});
    CHECK(run.code == 0);
    return json::parse(run.out)[kind];
  };
  const auto leaders = list("leaders", "rebellion");
  CHECK(leaders.size() == 33);
  for (const auto& leader : leaders) CHECK(leader["kind"] == "leader");
  const auto cards = list("cards", "rebellion");
  CHECK(cards.size() == 19 + 32 + 13);  // tactic, advanced tactic and action cards
  CHECK(list("leaders", "ti4").size() + list("cards", "ti4").size() <
        list("effects", "ti4").size());
  const auto none = broadside_run({"list", "leaders", "--game", "arcane_legions"});
  CHECK(none.code == 0);
  CHECK(contains(none.out, "no leaders"));
  CHECK(contains(none.out, "units"));
}

TEST_CASE("list fields tells what each game reads, and its declarations as JSON") {
  for (const std::string game : {"ti4", "rebellion", "arcane_legions"}) {
    CAPTURE(game);
    const auto run = broadside_run({"list", "fields", "--game", game, "--json"});
    REQUIRE(run.code == 0);
    const auto tree = json::parse(run.out);
    CHECK(tree["game"] == game);
    for (const auto& field : tree["fields"]) {
      CHECK_FALSE(field["text"].get<std::string>().empty());
      CHECK(field.contains("place"));
      // An order of types may have names too.
      CHECK((field["kind"] == "word" || field["name"] == "losses") == field.contains("words"));
      CHECK((field["kind"] == "table") == field.contains("columns"));
    }
  }
  const auto some = json::parse(broadside_run({"list", "fields", "retreat", "--json"}).out);
  REQUIRE(some["fields"].size() == 1);
  CHECK(some["fields"][0]["battles"] == json({"space", "conquest"}));
  CHECK(contains(broadside_run({"list", "fields", "--game", "rebellion"}).out,
                 "--attacker-policy targets="));
}

TEST_CASE("list finds units and effects, and fits a terminal") {
  const auto units = broadside_run({"list", "units"});
  CHECK(units.code == 0);
  CHECK(contains(units.out, "dreadnought"));
  const auto some = broadside_run({"list", "units", "sustain"});
  CHECK(some.out.size() < units.out.size());
  CHECK(broadside_run({"list", "units", "--search", "SUSTAIN"}).out == some.out);
  const auto none = broadside_run({"list", "units", "xyzzy"});
  CHECK(none.code == 0);
  CHECK(contains(none.out, "xyzzy"));

  const auto all = json::parse(broadside_run({"list", "units", "--json"}).out);
  CHECK(all["game"] == "ti4");
  CHECK(all["units"].size() > 10);
  CHECK_FALSE(all["units"][0]["id"].get<std::string>().empty());

  for (const std::string kind : {"units", "effects", "factions", "leaders", "cards", "fields"}) {
    CAPTURE(kind);
    const auto run = terminal_run({"list", kind}, {"TERM=xterm"});
    CHECK(run.code == 0);
    for (const auto& line : lines_of(run.out)) {
      CAPTURE(line);
      const auto columns = std::count_if(line.begin(), line.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80 && c != '\r';
      });
      CHECK(columns <= 80);
    }
  }
}

#endif
