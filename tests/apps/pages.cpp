#include "tests/apps/pages.hpp"

#ifdef BROADSIDE_PROGRAM

#include <filesystem>
#include <fstream>
#include <regex>
#include <stdexcept>

#include <stdlib.h>

namespace broadside::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

}  // namespace

Page page(const std::string& name) {
  return {name, lines_of(fs::path(BROADSIDE_SOURCE_DIR) / name)};
}

std::vector<Page> pages() {
  std::vector<Page> all{page("README.md"), page("apps/README.md"), page("apps/parts/README.md")};
  for (const auto& game : fs::directory_iterator(fs::path(BROADSIDE_SOURCE_DIR) / "core/systems"))
    all.push_back(page("core/systems/" + game.path().filename().string() + "/README.md"));
  return all;
}

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

std::string shortened(const std::string& command) {
  const auto has = [&](const char* word) { return command.find(word) != std::string::npos; };
  const bool sampled =
      has(" odds ") && !has("--need") && !has("--vary") && !has("exact") && !has("--precision");
  return command + (sampled ? " --battles 2k" : "");
}

PageFolder::PageFolder() : path_((fs::temp_directory_path() / "broadside-test-XXXXXX").string()) {
  if (!mkdtemp(path_.data())) throw std::runtime_error("no folder for the files of a test");
  write("scenarios.jsonl",
        R"({"attacker": {"units": {"cruiser": 1}}, "defender": {"units": {"destroyer": 1}}})"
        "\n");
  for (const Page& page : pages())
    for (const std::string& text : blocks(page, "json"))
      if (text.starts_with("[")) write("homebrew.json", text);
}

PageFolder::~PageFolder() { fs::remove_all(path_); }

void PageFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path_ + "/" + name) << text;
}

}  // namespace broadside::test

#endif  // BROADSIDE_PROGRAM
