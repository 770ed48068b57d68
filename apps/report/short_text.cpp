#include "apps/report/short_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "apps/report/first_line.hpp"
#include "apps/report/headline.hpp"
#include "apps/report/odds_parts.hpp"
#include "apps/report/places_text.hpp"
#include "apps/report/text.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

constexpr int kMostLines = 15;
constexpr int kGap = 3;  ///< columns between the parts of the table of sides

int lines_in(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

/// Where all units are of one type and either all or none of them damaged: that type and whether.
/// Of two such forces that follow one another the second is told by its number alone.
std::optional<std::pair<std::string, bool>> one_kind(const SurvivorRow& row) {
  if (row.units.size() != 1) return std::nullopt;
  if (row.damaged.empty()) return std::pair{row.units[0].type, false};
  if (row.damaged[0].count != row.units[0].count) return std::nullopt;
  return std::pair{row.units[0].type, true};
}

/// "2 damaged cruisers (30 %), 1 (28 %)": the likeliest forces, as many as fit; the first
/// always.
std::string likeliest_left(const std::vector<SurvivorRow>& rows, const GameWords& words,
                           int columns) {
  std::string out;
  const SurvivorRow* before = nullptr;
  for (const SurvivorRow& row : rows) {
    if (row.units.empty()) continue;
    const auto kind = one_kind(row);
    const bool follows = before && kind && one_kind(*before) == kind;
    const std::string force =
        follows ? std::to_string(row.units[0].count) : force_text(row.units, row.damaged, words);
    const std::string_view between = !before ? "" : follows ? ", " : "; ";
    const std::string more =
        std::string(between) + force + kept_together(fmt::format(" ({})", rough_percent(row.p)));
    if (before && columns_of(out) + columns_of(more) > columns) break;
    out += more;
    before = &row;
  }
  return out;
}

/// One line of the table of sides.
struct SideLine {
  std::string who;    ///< "attacker 40 %"
  std::string left;   ///< what it has left, or "" where it never wins
  std::string loses;  ///< "7.1 of 10 resources", or "" where nothing has a price
};

/// Looked at before its end, a battle is told by what stands then, whoever has won.
bool tells_winners(const Report& report) {
  if (report.rounds_played > 0) return false;
  return !report.left_when_won[0].empty() || !report.left_when_won[1].empty();
}

BySide<SideLine> side_lines(const Report& report, int columns) {
  const GameWords words = words_of(report.game);
  BySide<SideLine> lines;
  for (const Side side : kSides) {
    const SideReport& of = report.sides[side];
    const Outcome wins = side == Side::attacker ? Outcome::attacker_win : Outcome::defender_win;
    const double chance = report.exact ? report.exact->p[wins] : report.chance(wins).p;
    lines[side].who = fmt::format("{} {}", name(side), rough_percent(chance));
    lines[side].left = likeliest_left(
        tells_winners(report) ? report.left_when_won[side] : of.survivors, words, columns);
    const double lost = report.exact ? report.exact->lost_resources[side] : of.lost_resources;
    // Beside a solved loss the number of units that came later may be a sampled one.
    if (const double all = std::max(of.worth(), lost); all > 0)
      lines[side].loses =
          fmt::format("{} of {} {}", fixed(lost, 1), short_number(all), words.resources);
  }
  return lines;
}

/// A row for each side, or where that does not fit a line or two for each.
std::string sides_table(const Report& report, const TextStyle& style) {
  const std::string head =
      tells_winners(report) ? "most likely left when it wins" : "most likely left";
  constexpr std::string_view kLosses = "expected losses";
  int who = 0, loses = columns_of(kLosses);
  for (const SideLine& line : side_lines(report, 0)) {
    who = std::max(who, columns_of(line.who));
    loses = std::max(loses, columns_of(line.loses));
  }
  const int room = style.width - 2 - who - kGap - 2 - loses;
  const auto lines = side_lines(report, std::max(room, style.width - 12));
  const auto narrow = side_lines(report, room);
  const auto fits = [&](const SideLine& line) { return columns_of(line.left) <= room; };
  const bool priced = !lines[0].loses.empty() || !lines[1].loses.empty();
  std::string out;
  if (columns_of(head) <= room && fits(narrow[0]) && fits(narrow[1])) {
    const int left =
        std::max({columns_of(head), columns_of(narrow[0].left), columns_of(narrow[1].left)});
    const auto row = [&](std::string_view a, std::string_view b, std::string_view c) {
      std::string text = "  " + pad_right(a, who + kGap) + pad_right(b, left + 2) + std::string(c);
      text.erase(text.find_last_not_of(' ') + 1);
      return text + "\n";
    };
    out += paint(row("", head, priced ? kLosses : ""), Ink::dim, style);
    for (const SideLine& line : narrow) out += row(line.who, plain_blanks(line.left), line.loses);
    return out;
  }
  for (const SideLine& line : lines) {
    out += "  " + line.who + (line.loses.empty() ? "" : ", expected losses " + line.loses) + "\n";
    if (!line.left.empty())
      out += wrap((tells_winners(report) ? "when it wins: " : "left: ") + line.left, style.width,
                  "    ", "      ");
  }
  return out;
}

std::string rounds_text(const Report& report) {
  const auto rounds = report.exact ? report.exact->rounds : report.mean_rounds;
  if (!rounds || *rounds <= 0) return "";
  return fmt::format("  {} {}s on average\n", fixed(*rounds, 1), words_of(report.game).round);
}

/// The choices that weigh most, and what else there is to ask for.
std::string assumed_text(const std::vector<std::string>& brief, std::string_view more,
                         const TextStyle& style) {
  const std::string all = brief.empty()
                              ? "--details for all tables and assumptions"
                              : "Assumed: " + joined(brief) + ". --details for all tables";
  const std::string lines = wrap(all + std::string(more), style.width, "", "  ");
  return paint(lines.substr(0, lines.size() - 1), Ink::dim, style) + "\n";
}

}  // namespace

std::string notes_text(const std::vector<std::string>& notes, int lines, const TextStyle& style) {
  std::string out;
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const std::string note = wrap(notes[i] + ".", style.width, "Note: ", "  ");
    const bool last = i + 1 == notes.size();
    if (i > 0 && lines_in(out) + lines_in(note) + (last ? 0 : 1) > lines)
      return out + fmt::format("Note: {} more: --details\n",
                               counted(static_cast<long long>(notes.size() - i), "thing"));
    out += note;
  }
  return out;
}

std::string notes_part(const std::vector<std::string>& notes, const TextStyle& style) {
  constexpr int kLines = 6;
  if (!style.details) return notes_text(notes, kLines, style);
  return notes.empty() ? "" : "\nNotes\n" + bullets(notes, style);
}

std::string assumptions_part(const std::vector<std::string>& brief,
                             const std::vector<std::string>& assumptions, const TextStyle& style) {
  if (!style.details) return assumed_text(brief, ".", style);
  return assumptions.empty() ? "" : "\nAssumptions\n" + bullets(assumptions, style);
}

std::string short_text(const Report& report, const TextStyle& style) {
  std::string out = first_lines(report, style);
  if (tells_numbers(report)) out += numbers_table(report, style);
  // Where nobody could be defeated there is nothing to draw.
  if (tells_winner(report)) out += odds_bar(odds_parts(report), style);
  if (report.places) out += places_table(report, words_of(report.game), style);
  // The numbers say what is lost; the forces that are left are for --details.
  if (!tells_numbers(report)) out += sides_table(report, style) + rounds_text(report);
  const std::string assumed = assumed_text(report.brief, ", --link to share.", style);
  out += notes_text(report.notes, kMostLines - lines_in(out) - lines_in(assumed), style);
  return out + assumed;
}

std::string short_markdown(const Report& report) {
  constexpr TextStyle kChat{.unicode = true, .color = false, .width = 44};
  std::string out;
  if (const std::string wrong = alarm(report); !wrong.empty()) out = "**WRONG: " + wrong + "**\n";
  out += "**" + first_line(report) + "** " + certainty(report, kChat) + "\n";
  if (tells_winner(report))
    out += "`" + std::string(trimmed(odds_bar(odds_parts(report), kChat))) + "`\n";
  for (const SideLine& line : side_lines(report, 2 * kChat.width)) {
    out += "- " + line.who;
    if (!line.left.empty())
      out += (tells_winners(report) ? "; when it wins: " : "; left: ") + plain_blanks(line.left);
    if (!line.loses.empty()) out += "; expected losses " + line.loses;
    out += "\n";
  }
  if (const std::string rounds = rounds_text(report); !rounds.empty())
    out += "- " + std::string(trimmed(rounds)) + "\n";
  for (const std::string& note : report.notes) out += "- Note: " + note + "\n";
  if (!report.brief.empty()) out += "\n*Assumed: " + joined(report.brief) + ".*\n";
  return out;
}

}  // namespace broadside
