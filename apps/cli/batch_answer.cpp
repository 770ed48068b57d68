#include "apps/cli/batch_answer.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/ask/ask.hpp"
#include "apps/cli/batch_lines.hpp"
#include "apps/report/advise_report.hpp"
#include "apps/report/brief.hpp"
#include "apps/report/report_json.hpp"
#include "core/scenario/text.hpp"

namespace broadside::cli {
namespace {

/// An id as it stands in a table.
std::string plain_id(const std::string& json) {
  return json.starts_with('"') ? nlohmann::json::parse(json).get<std::string>() : json;
}

}  // namespace

LineAnswer answer_line(const BatchLine& line, const BatchAsked& asked) {
  // A blank line stays a blank line: then line n of the output always answers line n of the input.
  if (trimmed(line.text).empty()) return {asked.csv ? "" : "\n"};
  std::string id;
  std::optional<Scenario> scenario;
  std::vector<std::string> notes;
  const auto row = [&](const Report* report, const InputError* error) {
    return answers_csv_row(
        {line.number, plain_id(id), scenario ? &*scenario : nullptr, report, error, notes});
  };
  const auto refused = [&](InputError error) {
    constexpr std::string_view kOnlyLine = "line 1, ";  // of a text that is one line of many
    if (error.where.starts_with(kOnlyLine)) error.where.erase(0, kOnlyLine.size());
    if (asked.csv) return LineAnswer{row(nullptr, &error), true};
    error.where =
        fmt::format("line {}{}{}", line.number, error.where.empty() ? "" : ": ", error.where);
    return LineAnswer{with_id(write_error(error), id) + "\n", true};
  };
  if (line.text.size() > kLongestLine)
    return refused({"the line is too long", "", fmt::format("at most {} bytes", kLongestLine)});
  if (!line.head && asks_for_more(line.text)) {
    if (asked.csv || asked.brief) {
      id = id_of(line.text);
      return refused({"only odds fit a line of this form", "ask", "leave out --csv and --brief"});
    }
    auto more = ask(line.text, asked.options);
    return {std::move(more.json) + "\n", more.status != AnswerStatus::answered};
  }
  auto question = line.head ? line.head->read_row(line.text, asked.game, asked.options)
                            : read_line(line.text, asked.game, asked.options);
  id = question ? question->id : line.head ? line.head->id_of(line.text) : id_of(line.text);
  if (!question) return refused(question.error());
  scenario = std::move(question->scenario);
  notes = std::move(question->notes);
  add_tables(*scenario, asked.tables);
  // Many battles are to be answered fast: better choices are told where a line asks for them.
  auto full = full_odds(*scenario, question->options, question->advice.value_or(false));
  if (!full) return refused(full.error());
  Report& report = full->report;
  auto& told = report.assumptions;
  told.insert(told.end(), notes.begin(), notes.end());
  const bool wrong = report.disagreement.has_value();
  if (asked.csv) return {row(&report, nullptr), wrong};
  const auto in_full = [&] {
    return with_play(write_report(report, *scenario, question->options.precision), *full);
  };
  return {with_id(asked.brief ? write_brief(report, notes) : in_full(), id) + "\n", wrong};
}

}  // namespace broadside::cli
