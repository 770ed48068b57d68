#include "apps/report/layout.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace broadside {

std::string paint(std::string_view text, Ink ink, const TextStyle& style) {
  if (!style.color || ink == Ink::plain || text.empty()) return std::string(text);
  constexpr const char* kCodes[] = {"0", "1", "2", "32", "33", "31", "36", "35"};
  return fmt::format("\033[{}m{}\033[0m", kCodes[static_cast<int>(ink)], text);
}

std::string in_ascii(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kLetters[] = {
      {"\u03a9", "Omega"}, {"\u2126", "Omega"}, {"\u2019", "'"}, {"\u2018", "'"},
      {"\u201c", "\""},    {"\u201d", "\""},    {"\u2013", "-"}, {"\u2014", "--"},
      {"\u2026", "..."},   {"\u00b1", "+/-"},   {"\u00d7", "x"}};
  std::string out;
  while (!text.empty()) {
    const auto known = std::find_if(std::begin(kLetters), std::end(kLetters),
                                    [&](const auto& one) { return text.starts_with(one.first); });
    std::size_t bytes = 1;
    if (known != std::end(kLetters)) {
      bytes = known->first.size();
      out += known->second;
    } else if (static_cast<unsigned char>(text[0]) < 0x80) {
      out += text[0];
    } else {
      while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80)
        ++bytes;
      out += '?';
    }
    text.remove_prefix(bytes);
  }
  return out;
}

int columns_of(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string pad_left(std::string_view text, int columns) {
  return std::string(static_cast<std::size_t>(std::max(0, columns - columns_of(text))), ' ') +
         std::string(text);
}

std::string pad_right(std::string_view text, int columns) {
  return std::string(text) +
         std::string(static_cast<std::size_t>(std::max(0, columns - columns_of(text))), ' ');
}

namespace {

constexpr std::string_view kNoBreak = "\u00a0";

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (auto at = text.find(from); at != std::string_view::npos; at = text.find(from)) {
    out += text.substr(0, at);
    out += to;
    text.remove_prefix(at + from.size());
  }
  return out += text;
}

/// Where a line may break after the first word: not between a count and its unit ("2 cruiser"), nor
/// before a percent sign.
std::size_t end_of_piece(std::string_view text) {
  const auto word = std::min(text.find(' '), text.size());
  const bool count = text.substr(0, word).find_first_not_of("0123456789") == std::string_view::npos;
  if (!count && !text.substr(word).starts_with(" %")) return word;
  return std::min(text.find(' ', word + 1), text.size());
}

std::string_view first_columns(std::string_view text, int columns) {
  std::size_t bytes = 0;
  for (; bytes < text.size(); ++bytes)
    if ((static_cast<unsigned char>(text[bytes]) & 0xC0) != 0x80 && columns-- == 0) break;
  return text.substr(0, bytes);
}

}  // namespace

std::string kept_together(std::string_view text) { return replaced(text, " ", kNoBreak); }
std::string plain_blanks(std::string_view text) { return replaced(text, kNoBreak, " "); }

std::string wrap(std::string_view text, int width, std::string_view first, std::string_view rest) {
  std::string out(first);
  int used = columns_of(first);
  bool fresh = true;  // nothing but the beginning on this line yet
  while (!text.empty()) {
    const auto begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    auto word = text.substr(0, end_of_piece(text));
    if (!fresh && used + 1 + columns_of(word) > width) {
      out += "\n";
      out += rest;
      used = columns_of(rest);
      fresh = true;
    }
    if (fresh && width > used) word = first_columns(word, width - used);  // longer than a line
    text.remove_prefix(word.size());
    if (!fresh) {
      out += ' ';
      ++used;
    }
    out += word;
    used += columns_of(word);
    fresh = false;
  }
  return plain_blanks(out) + "\n";
}

std::string cut_words(std::string_view text, int columns, const TextStyle& style) {
  if (columns_of(text) <= columns) return std::string(text);
  const std::string_view mark = style.unicode ? "\u2026" : "...";
  std::string kept;
  int used = columns_of(mark);
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80 && ++used > columns) break;
    kept += c;
  }
  while (!kept.empty() && kept.back() == ' ') kept.pop_back();
  return kept + std::string(mark);
}

std::string bullets(const std::vector<std::string>& lines, const TextStyle& style) {
  std::string out;
  for (const auto& line : lines)
    out += wrap(line, style.width, style.unicode ? "  \u2022 " : "  - ", "    ");
  return out;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

std::string round_number(std::uint64_t number) {
  constexpr std::pair<double, const char*> kUnits[] = {
      {1e15, "quadrillion"}, {1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}};
  for (const auto& [size, word] : kUnits) {
    const double count = static_cast<double>(number) / size;
    if (count < 1) continue;
    const std::string tenths = fixed(count, 1);
    return (tenths.ends_with(".0") ? tenths.substr(0, tenths.size() - 2) : tenths) + " " + word;
  }
  return grouped(number);
}

std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  // What rounds to nothing has no sign.
  if (text.starts_with('-') && text.find_first_of("123456789") == std::string::npos)
    text.erase(0, 1);
  return text;
}

std::string short_number(double value, int decimals) {
  std::string number = fixed(value, decimals);
  constexpr double kRounding = 1e-9;  // of an average that is whole
  if (std::abs(value - std::round(value)) < kRounding) return fixed(value, 0);
  for (; decimals > 1 && number.ends_with('0'); --decimals) number.pop_back();
  return number;
}

std::string percent(double chance, int decimals) { return fixed(100 * chance, decimals) + " %"; }

namespace {

/// How far a chance is below one. Sums of chances end a few roundings below it.
double below_one(double chance) {
  constexpr double kRounding = 1e-13;
  return 1 - chance < kRounding ? 0 : 1 - chance;
}

}  // namespace

std::string percent(double chance) {
  const double away = std::min(chance, below_one(chance));  // from the nearer end
  if (!(away > 0) || away >= 0.0995e-2) return percent(chance, 1);
  constexpr int kMostDecimals = 6;
  const double nearest = std::pow(10.0, -kMostDecimals) / 100;
  if (away < nearest) return chance < 0.5 ? "<0.000001 %" : ">99.999999 %";
  const int decimals =
      std::min(kMostDecimals, static_cast<int>(std::ceil(-std::log10(100 * away))));
  return percent(chance, std::max(1, decimals));
}

std::string cell_percent(double chance) {
  if (chance > 0 && chance < 0.0005) return "<0.1 %";
  if (below_one(chance) > 0 && chance >= 0.9995) return ">99.9 %";
  return percent(chance, 1);
}

std::string rough_percent(double chance) {
  if (chance > 0 && chance < 0.005) return "<1 %";
  if (below_one(chance) > 0 && chance >= 0.995) return ">99 %";
  return percent(chance, 0);
}

std::string margin_percent(double half_width) {
  const double value = 100 * half_width;
  if (!(value > 0)) return "0 %";
  const int power = static_cast<int>(std::floor(std::log10(value)));
  const double unit = std::pow(10.0, power);
  const double up = std::ceil(value / unit * (1 - 1e-12)) * unit;
  // 0.96 rounds up to 1, which has one decimal fewer than 0.9.
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(up) + 1e-9)));
  return fixed(up, decimals) + " %";
}

std::string bar_of(double share, int cells, const TextStyle& style) {
  constexpr const char* kEighths[] = {"",       "\u258f", "\u258e", "\u258d",
                                      "\u258c", "\u258b", "\u258a", "\u2589"};
  const int parts = style.unicode ? 8 : 1;
  int filled = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * cells * parts));
  if (filled == 0 && share > 0 && style.unicode) filled = 1;
  std::string out;
  for (int cell = 0; cell < filled / parts; ++cell) out += style.unicode ? "\u2588" : "#";
  return out + (style.unicode ? kEighths[filled % parts] : "");
}

std::string Table::text(std::string_view indent) const {
  std::vector<int> widths(align_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], columns_of(row[c]));
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line(indent);
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c > 0) line += "  ";
      line +=
          align_[c] == Align::right ? pad_left(row[c], widths[c]) : pad_right(row[c], widths[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace broadside
