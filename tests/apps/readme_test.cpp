// What the README and the manuals show is what the program does.

#ifdef BROADSIDE_PROGRAM

#include <algorithm>
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

namespace fs = std::filesystem;

/// A page for readers, by line.
struct Page {
  std::string name;
  std::vector<std::string> lines;
};

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

Page page(const std::string& name) {
  return {name, lines_of(fs::path(BROADSIDE_SOURCE_DIR) / name)};
}

/// The README, the manual of the commands, and one manual for each game.
std::vector<Page> pages() {
  std::vector<Page> all{page("README.md"), page("apps/README.md")};
  for (const auto& game : fs::directory_iterator(fs::path(BROADSIDE_SOURCE_DIR) / "core/systems"))
    all.push_back(page("core/systems/" + game.path().filename().string() + "/README.md"));
  return all;
}

/// Every command that a page tells a reader to type: in the tables of questions, and on lines of
/// their own, where a backslash joins the next line.
std::vector<std::string> commands(const Page& page) {
  const std::regex quoted(R"(^\| .*\| `(broadside [^`]*)` \|$)"),
      indented(R"(^    (broadside .*)$)");
  std::vector<std::string> found;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    std::string line = page.lines[i];
    while (line.ends_with("\\") && i + 1 < page.lines.size()) {
      line.pop_back();
      line += page.lines[++i];
    }
    std::smatch match;
    if (std::regex_match(line, match, quoted) || std::regex_match(line, match, indented))
      found.push_back(match[1]);
  }
  return found;
}

/// The texts of a page between ``` and ```, by the language that they name.
std::vector<std::string> blocks(const Page& page, const std::string& language) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    if (!page.lines[i].starts_with("```")) continue;
    const bool wanted = page.lines[i] == "```" + language;
    std::string text;
    while (++i < page.lines.size() && page.lines[i] != "```") text += page.lines[i] + "\n";
    if (wanted) found.push_back(text);
  }
  return found;
}

/// Characters, not bytes: every byte of UTF-8 that does not continue another.
std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

/// Fewer battles, so that a sanitised build runs them too.
std::string shortened(const std::string& command) {
  const auto has = [&](const char* word) { return command.find(word) != std::string::npos; };
  const bool sampled =
      has(" odds ") && !has("--need") && !has("--vary") && !has("exact") && !has("--precision");
  return command + (sampled ? " --battles 2k" : "");
}

/// A folder with the files that the pages speak of.
class Folder {
 public:
  Folder() : path_((fs::temp_directory_path() / "broadside-test-XXXXXX").string()) {
    REQUIRE(mkdtemp(path_.data()) != nullptr);
    write("scenarios.jsonl",
          R"({"attacker": {"units": {"cruiser": 1}}, "defender": {"units": {"destroyer": 1}}})"
          "\n");
  }
  ~Folder() { fs::remove_all(path_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ + "/" + name) << text;
  }
  void check_answer(const std::string& command) const {
    CAPTURE(command);
    const auto run = shell_run(command, path_);
    CAPTURE(run.err);
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    CHECK_FALSE(run.out.empty());
  }

 private:
  std::string path_;
};

}  // namespace

TEST_CASE("the commands of the README and of the manuals work") {
  const Folder folder;
  for (const Page& page : pages())
    for (const std::string& text : blocks(page, "json"))
      if (text.starts_with("[")) folder.write("homebrew.json", text);
  for (const Page& page : pages()) {
    CAPTURE(page.name);
    const auto all = commands(page);
    CHECK(all.size() >= 3);
    for (const std::string& command : all)
      if (command != "broadside bench")  // measures for seconds
        folder.check_answer(shortened(command));
  }
}

TEST_CASE("the scenarios of the manuals are answered") {
  const Folder folder;
  int scenarios = 0;
  for (const Page& page : pages())
    for (const std::string& text : blocks(page, "json")) {
      if (text.find("\"version\"") == std::string::npos) continue;
      CAPTURE(page.name);
      CAPTURE(text);
      folder.write("shown.json", text);
      folder.check_answer("broadside odds --scenario shown.json --battles 2k");
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
  for (std::string line; lines[++at] != "  …"; ++told) {
    REQUIRE(std::getline(out, line));
    CHECK(line == lines[at]);
  }
  CHECK(told > 8);
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
