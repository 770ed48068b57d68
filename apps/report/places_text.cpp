#include "apps/report/places_text.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "apps/report/sheet.hpp"
#include "apps/report/text.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

using Align = Table::Align;

using Kind = Sheet::Kind;

constexpr int kPercentColumns = 2 + 7;  ///< two blanks and "100.0 %"
constexpr std::size_t kSplitRows = 20;  ///< ways to divide a force that are told one by one

/// Units that a side loses at one place, on average, by type.
std::string lost_text(const SideReport& side, const GameWords& words) {
  std::string text;
  for (const auto& [type, lost] : side.lost_units)
    if (lost > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", fixed(lost, 2), words.of(type, 2));
  return text.empty() ? "nothing" : text;
}

}  // namespace

std::string places_headline(const Report& report) {
  const PlacesReport& places = *report.surest_places();
  const double all = report.exact ? report.exact->p[Outcome::attacker_win]
                                  : report.chance(Outcome::attacker_win).p;
  return fmt::format("{}, {}", kept_together("attacker takes all " + percent(all)),
                     kept_together(fmt::format(
                         "{} of {} {} on average", fixed(places.expected, 2), places.list.size(),
                         places.list.size() == 1 ? places.one : places.many)));
}

std::string places_table(const Report& report, const GameWords& words, const TextStyle& style) {
  const PlacesReport& places = *report.surest_places();
  // Who is sent where may hang on how the battle goes: then there is nothing to say beforehand.
  const bool sent = std::any_of(places.list.begin(), places.list.end(),
                                [](const PlaceReport& place) { return !place.sent.empty(); });
  Sheet sheet({{"", "", Kind::words},
               {"taken", "", Kind::chance},
               {"draw", "", Kind::chance},
               {"held", "", Kind::chance},
               {sent ? places.sent : "", "", Kind::words}});
  for (const PlaceReport& place : places.list)
    sheet.row({place.name, cell_percent(place.attacker_win.p), cell_percent(place.draw.p),
               cell_percent(place.defender_win.p), sent ? force_text(place.sent, {}, words) : ""});
  return sheet.text(style);
}

std::string places_text(const Report& report, const GameWords& words, const TextStyle& style) {
  const PlacesReport& places = *report.surest_places();
  std::string title = places.many;
  title[0] = static_cast<char>(title[0] - 'a' + 'A');
  std::string out = fmt::format("{}: {} of {} fall on average\n", title, fixed(places.expected, 2),
                                places.list.size()) +
                    places_table(report, words, style);
  Table together({Align::left, Align::right});
  for (const TakenReport& row : places.taken) {
    const int room = style.width - 2 - kPercentColumns;
    const std::string names = wrap(row.names.empty() ? "none" : joined(row.names), room);
    const auto lines = split(std::string_view(names).substr(0, names.size() - 1), '\n');
    for (std::size_t i = 0; i < lines.size(); ++i)
      together.row({cut_words(lines[i], room, style),
                    i + 1 == lines.size() ? cell_percent(row.chance.p) : ""});
  }
  out += "\nTaken together\n" + together.text();
  std::vector<std::string> lines;
  for (const PlaceReport& place : places.list) {
    std::string line = place.name + ":";
    for (const Side side : kSides) {
      const SideReport& of = place.sides[side];
      line += fmt::format(" {} loses {}", name(side), lost_text(of, words));
      const auto left = std::find_if(of.survivors.begin(), of.survivors.end(),
                                     [](const SurvivorRow& row) { return !row.units.empty(); });
      if (left != of.survivors.end())
        line += fmt::format(" and most often keeps {} ({})",
                            force_text(left->units, left->damaged, words), percent(left->p));
      line += side == Side::attacker ? ";" : "";
    }
    lines.push_back(line);
  }
  return out + "\nLosses by " + places.one + "\n" + bullets(lines, style);
}

std::string splits_text(const Report& report, const GameWords& words, const TextStyle& style) {
  if (!report.places || report.splits.empty()) return "";
  std::vector<Sheet::Column> columns{{"", "", Kind::count}};
  for (const PlaceReport& place : report.places->list) {
    columns.push_back({place.name, "", Kind::words});
    columns.push_back({"taken", "", Kind::chance});
  }
  columns.push_back({report.places->many, "", Kind::number});
  Sheet sheet(columns);
  for (std::size_t s = 0; s < std::min(report.splits.size(), kSplitRows); ++s) {
    const Places::Split& split = report.splits[s];
    std::vector<Sheet::Cell> row{static_cast<double>(s + 1)};
    for (std::size_t p = 0; p < split.sent.size(); ++p) {
      row.emplace_back(force_text(split.sent[p], {}, words));
      row.emplace_back(cell_percent(split.taken[p]));
    }
    row.emplace_back(fixed(split.expected, 4));
    sheet.row(std::move(row));
  }
  std::string out = "Splits, once all have arrived\n" + sheet.text(style);
  if (report.splits.size() > kSplitRows)
    out += fmt::format("  and {} more\n", report.splits.size() - kSplitRows);
  return out;
}

}  // namespace broadside
