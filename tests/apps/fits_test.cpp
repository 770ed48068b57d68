// Answers are short: what the README, the manuals and the help show fits a screen of 80 columns and
// 24 rows with the answer in its first line, and a narrow screen, a pipe and a plain locale too.

#ifdef BROADSIDE_PROGRAM

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "apps/report/layout.hpp"
#include "tests/apps/pages.hpp"
#include "tests/apps/program.hpp"

using namespace broadside::test;

namespace {

using Lines = std::vector<std::string>;

bool holds(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

/// The lines that a screen shows: without colours and carriage returns.
Lines shown(const std::string& out) {
  Lines lines;
  std::istringstream text(out);
  for (std::string line; std::getline(text, line);) {
    std::erase(line, '\r');
    for (auto at = line.find('\033'); at != std::string::npos; at = line.find('\033'))
      line.erase(at, line.find_first_of("mK", at) - at + 1);
    lines.push_back(line);
  }
  return lines;
}

int widest(const Lines& lines) {
  int most = 0;
  for (const std::string& line : lines) most = std::max(most, broadside::columns_of(line));
  return most;
}

/// Commands that answer a question in words. A list is paged, a replay is a story that ends with
/// the answer, a batch and the other forms are for programs, and bench measures for seconds.
bool answers_in_words(const std::string& command) {
  for (const char* other : {"broadside list", "broadside replay", "broadside batch",
                            "broadside bench", "--json", "--csv", "--markdown", "--help", "--link",
                            "--details", "--timing", "completions", " man", "--part"})
    if (holds(command, other)) return false;
  return command != "broadside";
}

/// The examples that a command's help ends with.
std::vector<std::string> examples_of_help(const std::string& command) {
  std::vector<std::string> found;
  for (const std::string& line : shown(broadside_run({command, "--help"}).out))
    if (line.starts_with("  broadside ")) found.push_back(line.substr(2));
  return found;
}

/// Everything that a reader is told to type and that answers in words.
std::vector<std::string> questions() {
  std::vector<std::string> all;
  for (const Page& page : pages())
    for (const std::string& command : commands(page)) all.push_back(command);
  for (const char* command : {"odds", "compare", "best"})
    for (const std::string& example : examples_of_help(command)) all.push_back(example);
  std::erase_if(all, [](const std::string& command) { return !answers_in_words(command); });
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

bool is_odds(const std::string& command) {
  return holds(command, "broadside odds") && !holds(command, "--vary") && !holds(command, "--need");
}

}  // namespace

TEST_CASE("every answer fits a screen, and a narrow one") {
  const PageFolder folder;
  const auto all = questions();
  CHECK(all.size() > 30);
  for (const std::string& question : all) {
    const std::string command = shortened(question);
    CAPTURE(command);
    for (const int columns : {80, 60}) {
      CAPTURE(columns);
      const auto run = terminal_shell_run(command, folder.path(), columns,
                                          {"LC_ALL=C.UTF-8", "TERM=xterm", "NO_COLOR="});
      CAPTURE(run.out);
      CHECK(run.code == 0);
      const Lines lines = shown(run.out);
      CHECK(widest(lines) <= columns);
      // One row is left for the prompt. A narrow screen needs more of them.
      CHECK(lines.size() <= (columns == 80 ? 23 : 30));
      if (is_odds(command) && columns == 80) CHECK(lines.size() <= 15);
    }
  }
}

TEST_CASE("the help of every command fits 80 columns") {
  for (const char* command : {"odds", "compare", "best", "matrix", "meta", "advise", "replay",
                              "ask", "batch", "list", "bench", "serve", "merge", "open"}) {
    CAPTURE(command);
    const auto help = broadside::test::broadside_run({command, "--help"});
    CHECK(help.code == 0);
    CHECK(widest(lines_of(help.out)) <= 80);
  }
}

TEST_CASE("every answer fits a pipe, in plain letters where the locale has no others") {
  const PageFolder folder;
  for (const std::string& question : questions()) {
    const std::string command = "LC_ALL=C " + shortened(question);
    CAPTURE(command);
    const auto run = shell_run(command, folder.path());
    CAPTURE(run.out);
    CHECK(run.code == 0);
    CHECK(widest(shown(run.out)) <= 80);
    CHECK(shown(run.out).size() <= 23);
    CHECK(std::all_of(run.out.begin(), run.out.end(),
                      [](char c) { return c == '\n' || (c >= ' ' && c < 0x7f); }));
  }
}

TEST_CASE("lists, stories and batches in plain letters where the locale has no others") {
  const PageFolder folder;
  for (const char* command : {"broadside list effects", "broadside list units",
                              "broadside replay \"2 dn, 4 ff\" \"ws, 3 ff\"",
                              "broadside batch scenarios.jsonl --battles 1k"}) {
    CAPTURE(command);
    const auto run = shell_run(std::string("LC_ALL=C ") + command, folder.path());
    CHECK(run.code == 0);
    if (std::string_view(command).starts_with("broadside list"))
      CHECK(widest(shown(run.out)) <= 80);
    CHECK(std::all_of(run.out.begin(), run.out.end(),
                      [](char c) { return c == '\n' || (c >= ' ' && c < 0x7f); }));
  }
}

TEST_CASE("answers name units as they are printed") {
  const PageFolder folder;
  for (const std::string& question : questions()) {
    for (const char* form : {"", " --details", " --csv", " --markdown"}) {
      if (holds(question, "--svg")) continue;
      const std::string command = shortened(question) + form;
      CAPTURE(command);
      const std::string out = shell_run(command, folder.path()).out;
      CAPTURE(out);
      for (const char* id : {"war_sun", "space_dock", "tie_fighter", "star_destroyer", "x_wing",
                             "heavy_legionary", "tech_", "ac_", "agent_", "_flagship"}) {
        const bool header = std::string(form) == " --csv" && holds(id, "war_sun");
        if (!header) CHECK_FALSE(holds(out, id));
      }
    }
  }
}

TEST_CASE("the chances of one line are of one kind: they add up to one after a single battle") {
  const auto run = broadside_run({"odds", "2 cr", "2 cr", "--battles", "1"});
  CHECK(run.code == 0);
  CHECK(shown(run.out)[0] ==
        "Space combat: attacker wins 44.3 %, draw 11.4 %, defender wins 44.3 %");
}

TEST_CASE("colour where it is asked for, and only there") {
  const std::vector<std::string> ask{"odds", "cruiser", "destroyer", "--battles", "1k"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), ask.begin(), ask.end());
    return more;
  };
  const auto painted = [](const Run& run) { return holds(run.out, "\033["); };
  CHECK_FALSE(painted(broadside_run(ask)));
  CHECK(painted(broadside_run(with({"--color", "always"}))));
  CHECK(painted(broadside_run(ask, "", {"CLICOLOR_FORCE=1"})));
  CHECK_FALSE(painted(broadside_run(ask, "", {"CLICOLOR_FORCE=0"})));
  CHECK_FALSE(painted(broadside_run(ask, "", {"CLICOLOR_FORCE=1", "NO_COLOR=1"})));
  CHECK(painted(broadside_run(with({"--color", "always"}), "", {"NO_COLOR=1"})));
  CHECK(painted(terminal_run(ask, {"TERM=xterm", "NO_COLOR="})));
  CHECK_FALSE(painted(terminal_run(with({"--color", "never"}), {"TERM=xterm", "NO_COLOR="})));
  CHECK_FALSE(painted(terminal_run(with({"--no-color"}), {"TERM=xterm", "NO_COLOR="})));
  const auto wrong = broadside_run(with({"--color", "sometimes"}));
  CHECK(wrong.code == 2);
  CHECK(holds(wrong.err, "always, auto or never"));
}

TEST_CASE("a program with one wrong entry in its tables says so and fails") {
  const std::vector<std::string> ask{BROADSIDE_SPOILED, "odds", "2 dn, 4 ff", "ws, 3 ff"};
  const auto run = run_command(ask);
  CAPTURE(run.out);
  CHECK(run.code == 1);
  CHECK(holds(run.err, "the solved and the sampled battle disagree"));
  CHECK(holds(run.err, "standard errors apart"));
  CHECK(run.out.starts_with("WRONG: the solved and the sampled battle disagree"));
  CHECK(holds(run.out, "(exact, but 4.2 million sampled battles disagree)"));
  auto json = ask;
  json.push_back("--json");
  const auto as_json = run_command(json);
  CHECK(as_json.code == 1);
  CHECK(holds(as_json.out, "\"disagreement\":{"));
  const auto batch = run_command(
      {BROADSIDE_SPOILED, "batch", "-", "--engine", "mc"},
      R"({"attacker": {"units": {"cruiser": 2}}, "defender": {"units": {"cruiser": 2}}})"
      "\n");
  CHECK(batch.code == 1);
  CHECK(holds(batch.out, "\"disagreement\":{"));
  const auto sound = broadside_run({"odds", "2 dn, 4 ff", "ws, 3 ff"});
  CHECK(sound.code == 0);
  CHECK(sound.err.empty());
}

#endif  // BROADSIDE_PROGRAM
