#include "apps/report/odds_parts.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace broadside {
namespace {

/// When an answer is told.
enum class Told { always, where_possible, where_seen };

struct OutcomeWords {
  Outcome outcome;
  const char* words;
  const char* glyph;
  char letter;
  Ink ink;
  Told told;
  /// Where the battle was looked at before its end.
  const char* so_far = nullptr;
};
constexpr OutcomeWords kOutcomeWords[] = {
    {Outcome::attacker_win, "attacker wins", "\u2588", '#', Ink::green, Told::always,
     "attacker has won"},
    {Outcome::attacker_retreats, "attacker retreats", "\u2593", '<', Ink::cyan, Told::where_seen},
    {Outcome::draw, "draw", "\u2592", '=', Ink::yellow, Told::where_possible},
    {Outcome::stalemate, "stalemate", "\u00b7", '.', Ink::magenta, Told::where_seen},
    {Outcome::undecided, "undecided", "\u259a", '?', Ink::cyan, Told::where_seen},
    {Outcome::defender_retreats, "defender retreats", "\u254c", '>', Ink::cyan, Told::where_seen},
    {Outcome::defender_win, "defender wins", "\u2591", '-', Ink::red, Told::always,
     "defender has won"},
};

bool is_told(const OddsPart& part, Told told) {
  if (told == Told::always || part.best() > 0) return true;
  return told == Told::where_possible && !part.exact && part.chance.high > 0;
}

std::string sign(const OddsPart& part, const TextStyle& style) {
  return style.unicode ? std::string(part.glyph) : std::string(1, part.letter);
}

/// Cells per part that add up to `cells` (largest remainders); whatever can happen gets a cell
/// while there is room.
std::vector<int> shares(const std::vector<OddsPart>& parts, int cells) {
  std::vector<int> count(parts.size());
  std::vector<std::pair<double, std::size_t>> rest;
  int given = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double share = parts[i].best() * cells;
    count[i] = static_cast<int>(share);
    if (count[i] == 0 && share > 0) count[i] = 1;
    given += count[i];
    rest.push_back({share - count[i], i});
  }
  std::sort(rest.begin(), rest.end(), std::greater<>{});
  for (std::size_t k = 0; given < cells && k < rest.size(); ++k, ++given) ++count[rest[k].second];
  while (given > cells) {
    --*std::max_element(count.begin(), count.end());
    --given;
  }
  return count;
}

}  // namespace

std::vector<OddsPart> odds_parts(const Report& report) {
  std::vector<OddsPart> parts;
  for (const OutcomeWords& kind : kOutcomeWords) {
    const char* words = report.rounds_played > 0 && kind.so_far ? kind.so_far : kind.words;
    OddsPart part{
        kind.outcome, words, kind.glyph, kind.letter, kind.ink, report.chance(kind.outcome), {}};
    if (report.exact) part.exact = report.exact->p[kind.outcome];
    if (is_told(part, kind.told)) parts.push_back(part);
  }
  return parts;
}

std::string odds_bar(const std::vector<OddsPart>& parts, const TextStyle& style) {
  const auto count = shares(parts, std::min(style.width, 80) - 4);
  std::string line = "  ";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::string piece;
    for (int cell = 0; cell < count[i]; ++cell) piece += sign(parts[i], style);
    line += paint(piece, parts[i].ink, style);
  }
  return line + "\n";
}

std::string odds_legend(const std::vector<OddsPart>& parts, const TextStyle& style) {
  // Laid out plain and coloured afterwards; it wraps by whole entries.
  std::string legend;
  int used = style.width;
  for (const auto& part : parts) {
    const int entry = 2 + 2 + columns_of(part.words);
    if (used + entry > style.width) {
      if (!legend.empty()) legend += "\n";
      used = 0;
    }
    legend += "  " + paint(sign(part, style), part.ink, style) + " " + part.words;
    used += entry;
  }
  return legend + "\n";
}

}  // namespace broadside
