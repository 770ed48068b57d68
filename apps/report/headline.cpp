#include "apps/report/headline.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "apps/report/text.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

/// "Hits scored" within a line.
std::string in_a_line(std::string title) {
  if (!title.empty() && title[0] >= 'A' && title[0] <= 'Z')
    title[0] = static_cast<char>(title[0] - 'A' + 'a');
  return title;
}

/// Those that can be more than zero; all of them where none can.
std::vector<SideNumber> told_numbers(const Report& report) {
  const std::vector<SideNumber> all = numbers_of(report);
  std::vector<SideNumber> told = all;
  std::erase_if(told, [](const SideNumber& number) { return number.at_least.size() < 2; });
  return told.empty() ? all : told;
}

}  // namespace

std::vector<SideNumber> numbers_of(const Report& report) {
  std::vector<SideNumber> all;
  for (const Side side : kSides)
    for (const BreakdownReport& cut : report.surest_breakdowns())
      if (cut.is_answer)
        all.push_back({side, cut.name, in_a_line(cut.title), cut.mean(side), cut.at_least(side)});
  return all;
}

std::string looked_at(const Report& report) {
  if (report.rounds_played == 0) return "";
  return "after " + counted(report.rounds_played, words_of(report.game).round);
}

bool tells_numbers(const Report& report) {
  return std::any_of(report.breakdowns.begin(), report.breakdowns.end(),
                     [](const BreakdownReport& cut) { return cut.is_answer; });
}

bool tells_winner(const Report& report) {
  constexpr double kSure = 1 - 1e-12;
  const double open =
      report.exact ? report.exact->p[Outcome::undecided] : report.chance(Outcome::undecided).p;
  return !tells_numbers(report) || open < kSure;
}

std::string numbers_headline(const Report& report) {
  std::string line;
  const SideNumber* before = nullptr;
  const auto numbers = told_numbers(report);
  for (const SideNumber& number : numbers) {
    if (!before || before->side != number.side)
      line += fmt::format("{}{}", before ? "; " : "", name(number.side));
    else
      line += ",";
    line += fmt::format(" {} {:.2f}", number.words, number.mean);
    before = &number;
  }
  return line;
}

std::string numbers_table(const Report& report, const TextStyle& style) {
  using Align = Table::Align;
  constexpr int kCell = 2 + 7;  // two blanks and "100.0 %"
  const auto numbers = told_numbers(report);
  std::size_t most = 1;
  int widest = columns_of("at least");
  const auto label = [](const SideNumber& number) {
    return fmt::format("{}'s {}", name(number.side), number.words);
  };
  for (const SideNumber& number : numbers) {
    most = std::max(most, number.at_least.size() - 1);
    widest = std::max(widest, columns_of(label(number)));
  }
  const auto room =
      static_cast<std::size_t>(std::clamp((style.width - 2 - widest - kCell) / kCell, 2, 12));
  // A long row is told at chosen numbers.
  std::vector<std::size_t> columns;
  for (std::size_t k = 0; k < std::min(most, room); ++k)
    columns.push_back(most <= room ? k + 1 : 1 + k * (most - 1) / (room - 1));
  std::vector<Align> align(columns.size() + 2, Align::right);
  align[0] = Align::left;
  Table table(align);
  std::vector<std::string> head{"at least", "mean"};
  for (const std::size_t n : columns) head.push_back(std::to_string(n));
  table.row(head);
  for (const SideNumber& number : numbers) {
    std::vector<std::string> row{label(number), fixed(number.mean, 2)};
    for (const std::size_t n : columns)
      if (n < number.at_least.size()) row.push_back(cell_percent(number.at_least[n]));
    table.row(row);
  }
  return bullets(report.opening, style) + table.text();
}

}  // namespace broadside
