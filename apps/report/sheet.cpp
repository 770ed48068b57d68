#include "apps/report/sheet.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/scenario/text.hpp"

namespace broadside {
namespace {

/// A bar in a cell would end it.
std::string in_markdown(std::string text) {
  for (auto at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
    text.insert(at, "\\");
  return text;
}

/// Whether a spreadsheet would work out what a cell says: it begins as a formula does and is no
/// number.
bool is_formula(const std::string& text) {
  if (text.empty() || std::string_view("=+-@").find(text[0]) == std::string_view::npos)
    return false;
  return text.size() == 1 || text.find_first_not_of("0123456789.", 1) != std::string::npos;
}

/// RFC 4180: quotes around whatever holds a separator, quotes inside doubled. Nothing in a cell may
/// steer a terminal, and no formula be worked out: behind an apostrophe it is a text.
std::string in_csv(const std::string& words) {
  std::string text = printable(words);
  if (is_formula(text)) text.insert(0, "'");
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  for (auto at = text.find('"'); at != std::string::npos; at = text.find('"', at + 2))
    text.insert(at, "\"");
  return '"' + text + '"';
}

constexpr int kUncut = 1000;
constexpr int kFewestColumns = 8;  ///< words are not cut further

int widest_line(std::string_view text) {
  int widest = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    widest = std::max(widest, columns_of(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return widest;
}

}  // namespace

std::string Sheet::shown(std::size_t column, const Cell& cell) const {
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  const auto* value = std::get_if<double>(&cell);
  if (!value) return "";
  switch (columns_[column].kind) {
    case Kind::chance:
      return percent(*value);
    case Kind::number:
      return fixed(*value, 2);
    case Kind::count:
    case Kind::words:
      break;
  }
  return fmt::format("{}", *value);
}

bool Sheet::is_zero(std::size_t column) const {
  return std::all_of(rows_.begin(), rows_.end(), [&](const auto& cells) {
    const auto* value = std::get_if<double>(&cells[column]);
    return value && *value == 0;
  });
}

std::string Sheet::text(const TextStyle& style, std::size_t most_rows) const {
  if (rows_.size() > most_rows) {
    Sheet first = *this;
    first.rows_.resize(most_rows);
    return first.text(style) + fmt::format("  {} {} more: --details\n",
                                           style.unicode ? "\u2026" : "...",
                                           rows_.size() - most_rows);
  }
  std::vector<std::size_t> shown_columns;
  for (std::size_t c = 0; c < columns_.size(); ++c)
    if (columns_[c].told_if_zero || !is_zero(c)) shown_columns.push_back(c);
  int words = kUncut;
  bool fold = false;
  for (;;) {
    const std::string text = text_of(shown_columns, words, fold, style);
    const int widest = widest_line(text);
    if (widest <= style.width) return text;
    if (words <= kFewestColumns)
      return shown_columns.size() > 2 ? in_blocks(shown_columns, style) : text;
    const auto spare = std::find_if(shown_columns.rbegin(), shown_columns.rend(),
                                    [&](std::size_t c) { return columns_[c].spare; });
    if (spare != shown_columns.rend())
      shown_columns.erase(std::next(spare).base());
    else if (!fold && widest_words(shown_columns, words) == 0)
      fold = true;  // nothing but its headings makes a sheet of numbers wide
    else
      words = std::max(kFewestColumns, widest_title(shown_columns, words) - 1);
  }
}

int Sheet::widest_title(const std::vector<std::size_t>& columns, int most) const {
  int widest = widest_words(columns, most);
  for (const std::size_t c : columns)
    widest = std::max(widest, std::min(most, columns_of(columns_[c].title)));
  return widest;
}

std::string Sheet::in_blocks(const std::vector<std::size_t>& columns,
                             const TextStyle& style) const {
  constexpr int kWords = 2 * kFewestColumns;  // there is room again
  std::string out;
  for (std::size_t next = 1; next < columns.size();) {
    std::vector<std::size_t> block{columns.front()};
    std::string text;
    while (next < columns.size()) {
      block.push_back(columns[next]);
      std::string wider = text_of(block, kWords, false, style);
      if (block.size() > 2 && widest_line(wider) > style.width) break;
      text = std::move(wider);
      ++next;
    }
    out += (out.empty() ? "" : "\n") + text;
  }
  return out;
}

int Sheet::widest_words(const std::vector<std::size_t>& columns, int most) const {
  int widest = 0;
  for (const auto& cells : rows_)
    for (const std::size_t c : columns)
      if (const auto* words = std::get_if<std::string>(&cells[c]))
        widest = std::max(widest, std::min(most, columns_of(*words)));
  return widest;
}

std::string Sheet::text_of(const std::vector<std::size_t>& columns, int most_words, bool fold,
                           const TextStyle& style) const {
  std::vector<Table::Align> align;
  std::vector<std::vector<std::string_view>> heads;
  std::size_t lines = 1;  // of the headings, which stand on the first row
  for (const std::size_t c : columns) {
    const bool left = columns_[c].kind == Kind::words;
    align.push_back(left ? Table::Align::left : Table::Align::right);
    const std::string& title = columns_[c].title;
    const auto words = fold ? split(title, ' ') : std::vector<std::string_view>{title};
    heads.push_back(words);
    lines = std::max(lines, words.size());
  }
  Table table(align);
  for (std::size_t line = 0; line < lines; ++line) {
    std::vector<std::string> row;
    for (const auto& head : heads) {
      const std::size_t above = lines - head.size();
      row.push_back(line < above ? "" : cut_words(head[line - above], most_words, style));
    }
    table.row(row);
  }
  for (const auto& cells : rows_) {
    std::vector<std::vector<std::string>> told;  // by column, line by line
    std::size_t most_lines = 1;
    for (const std::size_t c : columns) {
      told.push_back(lines_of(c, cells[c], most_words, style));
      most_lines = std::max(most_lines, told.back().size());
    }
    for (std::size_t line = 0; line < most_lines; ++line) {
      std::vector<std::string> row;
      for (const auto& cell : told) row.push_back(line < cell.size() ? cell[line] : "");
      table.row(row);
    }
  }
  return table.text();
}

std::vector<std::string> Sheet::lines_of(std::size_t column, const Cell& cell, int most,
                                         const TextStyle& style) const {
  const std::string whole = shown(column, cell), cut = cut_words(whole, most, style);
  const auto looks_alike = [&](const std::vector<Cell>& cells) {
    const std::string other = shown(column, cells[column]);
    return other != whole && cut_words(other, most, style) == cut;
  };
  if (cut == whole || std::none_of(rows_.begin(), rows_.end(), looks_alike)) return {cut};
  std::vector<std::string> lines;
  const std::string wrapped = wrap(whole, most);
  for (const std::string_view line : split(wrapped, '\n'))
    if (!line.empty()) lines.push_back(cut_words(line, most, style));
  return lines;
}

std::string Sheet::markdown() const {
  std::vector<std::string> head, rule;
  for (const Column& column : columns_) {
    head.push_back(in_markdown(column.title));
    rule.push_back(column.kind == Kind::words ? "---" : "---:");
  }
  std::string out = fmt::format("| {} |\n|{}|\n", joined(head, " | "), joined(rule, "|"));
  for (const auto& cells : rows_) {
    std::vector<std::string> row;
    for (std::size_t c = 0; c < cells.size(); ++c) row.push_back(in_markdown(shown(c, cells[c])));
    out += fmt::format("| {} |\n", joined(row, " | "));
  }
  return out;
}

void Sheet::row(std::vector<Cell> cells) {
  cells.resize(columns_.size());  // what a row does not say is an empty cell, not a missing one
  rows_.push_back(std::move(cells));
}

std::string Sheet::csv() const {
  std::vector<std::string> head;
  for (const Column& column : columns_) head.push_back(in_csv(column.key));
  std::string out = joined(head, ",") + "\n";
  for (const auto& cells : rows_) {
    std::vector<std::string> row;
    for (const Cell& cell : cells) {
      const auto* value = std::get_if<double>(&cell);
      const auto* words = std::get_if<std::string>(&cell);
      row.push_back(value ? fmt::format("{}", *value) : words ? in_csv(*words) : "");
    }
    out += joined(row, ",") + "\n";
  }
  return out;
}

}  // namespace broadside
