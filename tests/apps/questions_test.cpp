// Questions as players type them (tests/data/questions.jsonl): each gives the answer of the same
// question written out in full. And inputs that are wrong or odd (odd_inputs.jsonl): each is
// understood, or refused with what was read, where, and what would have worked.

#ifdef BROADSIDE_PROGRAM

#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/apps/program.hpp"

using broadside::test::contains;
using broadside::test::Run;
using nlohmann::json;

namespace {

std::vector<json> entries(const std::string& file) {
  std::ifstream in(std::string(BROADSIDE_SOURCE_DIR "/tests/data/") + file);
  std::vector<json> list;
  for (std::string line; std::getline(in, line);) list.push_back(json::parse(line));
  return list;
}

/// A line as it is typed behind "broadside", or a whole one that names the program itself.
Run typed(const std::string& line) {
  const std::string whole = contains(line, "broadside ") ? line : "broadside " + line;
  const std::string program = BROADSIDE_PROGRAM;
  return broadside::test::run_command(
      {"bash", "-c", "PATH='" + program.substr(0, program.rfind('/')) + "':\"$PATH\"; " + whole});
}

/// Whether the command answers with JSON when it is asked to, and not anyway.
bool takes_json(const std::string& line) {
  for (const char* other : {"list", "help", "version", "bench", "batch", "printf"})
    if (line.starts_with(other)) return false;
  return !contains(line, "--json");
}

/// The answer without the words in which it was asked: all numbers, which the seed makes repeatable.
std::vector<json> numbers(const std::string& out) {
  std::vector<json> answers;
  std::size_t begin = 0;
  for (auto end = out.find('\n'); end != std::string::npos; end = out.find('\n', begin)) {
    json answer = json::parse(out.substr(begin, end - begin), nullptr, false);
    begin = end + 1;
    if (!answer.is_object()) return {json(out)};
    for (const char* words : {"scenario", "assumptions", "battle_reason", "defenders"})
      answer.erase(words);
    for (const char* list : {"fleets", "pairs"})
      if (answer.contains(list))
        for (json& item : answer[list])
          for (const char* words : {"fleet", "first", "second"}) item.erase(words);
    answers.push_back(std::move(answer));
  }
  return answers;
}

void check_same(const std::string& line, const std::string& same_as) {
  const std::string json_too = takes_json(line) ? " --json" : "";
  const Run run = typed(line + json_too), same = typed(same_as + json_too);
  CAPTURE(run.out.substr(0, 300));
  CAPTURE(run.err);
  CHECK(run.code == 0);
  CHECK(same.code == 0);
  CHECK(numbers(run.out) == numbers(same.out));
}

}  // namespace

TEST_CASE("questions as players type them") {
  const auto questions = entries("questions.jsonl");
  CHECK(questions.size() >= 69);
  for (const json& question : questions) {
    const auto line = question["typed"].get<std::string>();
    CAPTURE(line);
    if (question.contains("same_as")) {
      check_same(line, question["same_as"].get<std::string>());
      continue;
    }
    const Run run = typed(line);
    CHECK(run.code == question["exit"].get<int>());
    CHECK(contains(run.out, question["says"].get<std::string>()));
  }
}

TEST_CASE("wrong and odd inputs are understood, or refused with what, where and a hint") {
  const auto inputs = entries("odd_inputs.jsonl");
  CHECK(inputs.size() >= 120);
  for (const json& input : inputs) {
    const auto line = input["typed"].get<std::string>();
    CAPTURE(line);
    if (input.contains("same_as")) {
      check_same(line, input["same_as"].get<std::string>());
      continue;
    }
    const Run run = typed(line);
    CAPTURE(run.err);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(contains(run.err, "broadside: " + input["problem"].get<std::string>()));
    if (input.contains("where"))
      CHECK(contains(run.err, "\n  where: " + input["where"].get<std::string>()));
    CHECK(contains(run.err, "\n  hint: "));
    CHECK(contains(run.err, input["hint"].get<std::string>()));
  }
}

#endif
