// What the README shows is what the program does.

#ifdef BROADSIDE_PROGRAM

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <stdlib.h>

#include "tests/apps/program.hpp"

using broadside::test::shell_run;

namespace {

std::vector<std::string> readme() {
  std::ifstream file(std::string(BROADSIDE_SOURCE_DIR) + "/README.md");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// Every command that the README tells a reader to type: in the tables of questions, and on lines
/// of their own.
std::vector<std::string> commands() {
  const std::regex quoted(R"(^\| .*\| `(broadside [^`]*)` \|$)"),
      indented(R"(^    (broadside .*)$)");
  std::vector<std::string> found;
  for (const std::string& line : readme()) {
    std::smatch match;
    if (std::regex_match(line, match, quoted) || std::regex_match(line, match, indented))
      found.push_back(match[1]);
  }
  return found;
}

}  // namespace

TEST_CASE("the commands of the README work") {
  std::string folder = (std::filesystem::temp_directory_path() / "broadside-test-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  std::ofstream(folder + "/scenarios.jsonl")
      << R"({"attacker": {"units": {"cruiser": 1}}, "defender": {"units": {"destroyer": 1}}})"
      << "\n";
  std::ofstream(folder + "/homebrew.json")
      << R"([{"id": "ours", "name": "Ours", "type": "flagship", "combat": {"hit_on": 5, "dice": 3}}])";
  const auto all = commands();
  CHECK(all.size() > 25);
  for (std::string line : all) {
    if (line == "broadside bench") continue;  // measures for seconds
    // Fewer battles, so that a sanitised build runs them too.
    if (line.find(" odds ") != std::string::npos && line.find("--need") == std::string::npos &&
        line.find("--vary") == std::string::npos && line.find("exact") == std::string::npos &&
        line.find("--precision") == std::string::npos)
      line += " --battles 2k";
    CAPTURE(line);
    const auto run = shell_run(line, folder);
    CAPTURE(run.err);
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    CHECK_FALSE(run.out.empty());
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("the answer that the README begins with is the program's") {
  const auto lines = readme();
  const std::string prompt = "$ ./broadside ";
  std::size_t at = 0;
  while (at < lines.size() && !lines[at].starts_with(prompt)) ++at;
  REQUIRE(at < lines.size());
  const auto run = shell_run("LC_ALL=C.UTF-8 broadside " + lines[at].substr(prompt.size()));
  std::istringstream out(run.out);
  int told = 0;
  for (std::string line; lines[++at] != "  …"; ++told) {
    REQUIRE(std::getline(out, line));
    CHECK(line == lines[at]);
  }
  CHECK(told > 8);
}

#endif  // BROADSIDE_PROGRAM
