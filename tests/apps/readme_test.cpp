// What the README and the manuals show is what the program does.

#ifdef BROADSIDE_PROGRAM

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/apps/pages.hpp"
#include "tests/apps/program.hpp"

using namespace broadside::test;

namespace {

namespace fs = std::filesystem;

/// Characters, not bytes: every byte of UTF-8 that does not continue another.
std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

/// The command is answered without a complaint.
void check_answer(const PageFolder& folder, const std::string& command) {
  CAPTURE(command);
  const auto run = shell_run(command, folder.path());
  CAPTURE(run.err);
  CHECK(run.code == 0);
  CHECK(run.err.empty());
  CHECK_FALSE(run.out.empty());
}

}  // namespace

TEST_CASE("the commands of the README and of the manuals work") {
  const PageFolder folder;
  for (const Page& page : pages()) {
    CAPTURE(page.name);
    const auto all = commands(page);
    CHECK(all.size() >= 3);
    for (const std::string& command : all)
      if (command != "broadside bench")  // measures for seconds
        check_answer(folder, shortened(command));
  }
}

TEST_CASE("the scenarios of the manuals are answered") {
  const PageFolder folder;
  int scenarios = 0;
  for (const Page& page : pages())
    for (const std::string& text : blocks(page, "json")) {
      if (text.find("\"version\"") == std::string::npos) continue;
      CAPTURE(page.name);
      CAPTURE(text);
      folder.write("shown.json", text);
      check_answer(folder, "broadside odds --scenario shown.json --battles 2k");
      ++scenarios;
    }
  CHECK(scenarios >= 3);
}

TEST_CASE("the answer that the README begins with is the program's") {
  const auto lines = page("README.md").lines;
  const std::string prompt = "$ ./broadside ";
  std::size_t at = 0;
  while (at < lines.size() && !lines[at].starts_with(prompt)) ++at;
  REQUIRE(at < lines.size());
  const auto run = shell_run("LC_ALL=C.UTF-8 broadside " + lines[at].substr(prompt.size()));
  std::istringstream out(run.out);
  int told = 0;
  for (std::string line; lines[++at] != "```"; ++told) {
    REQUIRE(std::getline(out, line));
    CHECK(line == lines[at]);
  }
  CHECK(told > 8);
  std::string more;
  CHECK_FALSE(std::getline(out, more));
}

TEST_CASE("the program that the README shows is the one that the test of the install builds") {
  const auto shown = blocks(page("README.md"), "cpp");
  REQUIRE(shown.size() == 1);
  std::string built;
  for (const std::string& line : page("tests/install/consumer/readme.cpp").lines)
    built += line + "\n";
  CHECK(shown[0] == built);
}

TEST_CASE("the README fits on a few screens, and all pages into 100 columns") {
  CHECK(page("README.md").lines.size() <= 130);
  for (const Page& page : pages())
    for (std::size_t i = 0; i < page.lines.size(); ++i)
      CHECK_MESSAGE(columns(page.lines[i]) <= 100, page.name << ":" << i + 1);
}

TEST_CASE("links of the README and of the manuals lead to files") {
  const std::regex link(R"(\]\(([^)#]+)|^\[[a-z0-9]+\]: (\S+))");
  for (const Page& page : pages()) {
    const fs::path folder = (fs::path(BROADSIDE_SOURCE_DIR) / page.name).parent_path();
    for (const std::string& line : page.lines)
      for (std::sregex_iterator it(line.begin(), line.end(), link), end; it != end; ++it) {
        const std::string to = (*it)[1].matched ? (*it)[1] : (*it)[2];
        CHECK_MESSAGE(fs::exists(folder / to), page.name << " links to " << to);
      }
  }
}

#endif  // BROADSIDE_PROGRAM
