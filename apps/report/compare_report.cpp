#include "apps/report/compare_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "apps/report/json_parts.hpp"
#include "apps/report/sheet.hpp"
#include "apps/report/short_text.hpp"
#include "apps/report/svg.hpp"
#include "apps/report/text.hpp"

namespace broadside {
namespace {

using Kind = Sheet::Kind;

/// Best first. With several defenders the chances are means over them, and the worst is told too.
Sheet ranking_sheet(const Comparison& comparison, const FleetNames& names) {
  const bool several = names.defenders.size() > 1, sampled = comparison.method != Method::exact;
  std::vector<Sheet::Column> columns{
      {"", "rank", Kind::count},
      {std::string(words_of(comparison.game).fleet), "fleet", Kind::words},
      {"wins", "win", Kind::chance}};
  if (sampled && !several) columns.push_back({"interval %", "win_interval", Kind::words});
  if (several) columns.push_back({"at worst", "win_worst", Kind::chance});
  columns.insert(columns.end(),
                 {{.title = "draw", .key = "draw", .kind = Kind::chance, .told_if_zero = false},
                  {.title = "neither", .key = "other", .kind = Kind::chance, .told_if_zero = false},
                  {"loses", "own_lost", Kind::number, true, false},
                  {"kills", "enemy_lost", Kind::number, true, false},
                  {.title = "cost", .key = "cost", .kind = Kind::count, .told_if_zero = false},
                  {"win/res", "win_per_resource", Kind::chance, true, false}});
  Sheet sheet(columns);
  double rank = 0;
  for (const std::size_t f : comparison.ranking) {
    const ComparedFleet& fleet = comparison.fleets[f];
    std::vector<Sheet::Cell> row{++rank, names.attackers[f], fleet.mean.win};
    if (sampled && !several)
      row.push_back(fixed(100 * fleet.win[0].low, 2) + "-" + fixed(100 * fleet.win[0].high, 2));
    if (several) row.push_back(fleet.worst);
    row.insert(row.end(), {fleet.mean.draw, fleet.mean.other(), fleet.mean.own_lost,
                           fleet.mean.enemy_lost, fleet.mean.worth, fleet.mean.win_per_resource()});
    sheet.row(row);
  }
  return sheet;
}

/// A row for each fleet, a column for each defender.
Sheet matrix_sheet(const Comparison& comparison, const FleetNames& names) {
  std::vector<Sheet::Column> columns{{"wins against", "fleet", Kind::words}};
  for (const auto& defender : names.defenders)
    columns.push_back({defender, defender, Kind::chance});
  Sheet sheet(columns);
  for (const std::size_t f : comparison.ranking) {
    std::vector<Sheet::Cell> row{names.attackers[f]};
    for (const Chance& win : comparison.fleets[f].win) row.push_back(win.p);
    sheet.row(row);
  }
  return sheet;
}

std::string difference_words(const Difference& difference, bool sampled) {
  const std::string sign = difference.value > 0 ? "+" : "";
  std::string words = sign + fixed(100 * difference.value, 2);
  if (sampled)
    words += " (" + fixed(100 * difference.low, 2) + " to " + fixed(100 * difference.high, 2) + ")";
  return words;
}

/// Each pair once, the higher ranked fleet first.
Sheet pairs_sheet(const Comparison& comparison, const FleetNames& names) {
  const bool sampled = comparison.method != Method::exact;
  Sheet sheet({{std::string(words_of(comparison.game).fleet), "first", Kind::words},
               {"is", "verdict", Kind::words},
               {"than", "second", Kind::words},
               {"by percentage points", "difference", Kind::words}});
  for (std::size_t i = 0; i < comparison.ranking.size(); ++i)
    for (std::size_t j = i + 1; j < comparison.ranking.size(); ++j) {
      const std::size_t a = comparison.ranking[i], b = comparison.ranking[j];
      const Difference& difference = comparison.difference(a, b);
      sheet.row({names.attackers[a], std::string(name(difference.verdict())), names.attackers[b],
                 difference_words(difference, sampled)});
    }
  return sheet;
}

std::string basis(const Comparison& comparison) {
  if (comparison.method == Method::exact) return "solved exactly; differences are exact";
  std::string text = fmt::format(
      "{} battles each with the same dice, seed {}; all statements together hold at {:.0f} % "
      "although sampling stopped by looking at them. Dice of their own would have taken about "
      "{:.1f} times as many battles.",
      grouped(comparison.battles), comparison.seed, 100 * comparison.confidence, comparison.gain);
  if (!comparison.exact_skipped.empty()) text += " Not solved: " + comparison.exact_skipped + ".";
  return text;
}

std::string headline(const Comparison& comparison, const FleetNames& names) {
  const std::size_t first = comparison.ranking[0];
  std::string line = names.attackers[first] + " wins " + percent(comparison.fleets[first].mean.win);
  if (comparison.ranking.size() == 1) return line;
  const std::size_t second = comparison.ranking[1];
  switch (comparison.difference(first, second).verdict()) {
    case Verdict::better:
      return "Best: " + line;
    case Verdict::equal:
      return "Best: " + line + ", and so does " + names.attackers[second];
    default:
      return "Ahead, but not certainly the best: " + line;
  }
}

/// "Space combat against ws, 3 ff"
std::string against(const Comparison& comparison, const FleetNames& names) {
  std::string text = comparison.battle_words;
  for (const auto& defender : names.defenders)
    text += (&defender == &names.defenders.front() ? " against " : " and ") + defender;
  return text;
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const FleetNames& names,
                            const TextStyle& style) {
  const std::string head = wrap(headline(comparison, names), style.width, "", "  ");
  std::string out = paint(head.substr(0, head.size() - 1), Ink::bold, style) + "\n";
  out += wrap(against(comparison, names) + "; " + basis(comparison), style.width, "", "  ");
  if (!style.details) {
    constexpr std::size_t kMostFleets = 10, kMostWithMatrix = 6;  // fit a screen
    out += "\n" + ranking_sheet(comparison, names).text(style, kMostFleets);
    if (names.defenders.size() > 1 && names.defenders.size() <= kMostWithMatrix &&
        names.attackers.size() <= kMostWithMatrix)
      out += "\n" + matrix_sheet(comparison, names).text(style);
    out += notes_part(comparison.notes, style);
    return out + assumptions_part(comparison.brief, comparison.assumptions, style);
  }
  out += "\n" + ranking_sheet(comparison, names).text(style) + "\n";
  int widest = 0;
  for (const auto& fleet : names.attackers) widest = std::max(widest, columns_of(fleet));
  const int room = std::clamp(style.width - widest - 14, 10, 40);
  for (const std::size_t f : comparison.ranking) {
    const Summary& mean = comparison.fleets[f].mean;
    out += "  " + pad_right(names.attackers[f], widest) + "  " +
           paint(bar_of(mean.win, room, style), Ink::green, style) + " " + percent(mean.win) + "\n";
  }
  if (names.defenders.size() > 1) out += "\n" + matrix_sheet(comparison, names).text(style);
  if (names.attackers.size() > 1) out += "\n" + pairs_sheet(comparison, names).text(style);
  out += notes_part(comparison.notes, style);
  return out + assumptions_part(comparison.brief, comparison.assumptions, style);
}

std::string comparison_csv(const Comparison& comparison, const FleetNames& names) {
  Sheet sheet({{"", "rank", Kind::count},
               {"", "fleet", Kind::words},
               {"", "defender", Kind::words},
               {"", "win", Kind::chance},
               {"", "win_low", Kind::chance},
               {"", "win_high", Kind::chance},
               {"", "draw", Kind::chance},
               {"", "loss", Kind::chance},
               {"", "other", Kind::chance},
               {"", "own_lost", Kind::number},
               {"", "enemy_lost", Kind::number},
               {"", "cost", Kind::number},
               {"", "win_per_resource", Kind::number}});
  double rank = 0;
  for (const std::size_t f : comparison.ranking) {
    const ComparedFleet& fleet = comparison.fleets[f];
    ++rank;
    for (std::size_t d = 0; d < fleet.against.size(); ++d) {
      const Summary& one = fleet.against[d];
      sheet.row({rank, names.attackers[f], names.defenders[d], one.win, fleet.win[d].low,
                 fleet.win[d].high, one.draw, one.loss, one.other(), one.own_lost, one.enemy_lost,
                 one.worth, one.win_per_resource()});
    }
  }
  return sheet.csv();
}

std::string comparison_markdown(const Comparison& comparison, const FleetNames& names) {
  std::string out = "**" + headline(comparison, names) + "** " + against(comparison, names) + "; " +
                    basis(comparison) + "\n\n" + ranking_sheet(comparison, names).markdown();
  if (names.defenders.size() > 1) out += "\n" + matrix_sheet(comparison, names).markdown();
  if (names.attackers.size() > 1) out += "\n" + pairs_sheet(comparison, names).markdown();
  return out;
}

std::string comparison_svg(const Comparison& comparison, const FleetNames& names) {
  std::vector<SvgBars> groups;
  for (std::size_t d = 0; d < names.defenders.size(); ++d) {
    SvgBars& group = groups.emplace_back();
    if (names.defenders.size() > 1) group.heading = "against " + names.defenders[d];
    for (const std::size_t f : comparison.ranking) {
      const Chance& win = comparison.fleets[f].win[d];
      group.bars.push_back({names.attackers[f], win.p, win.low, win.high, percent(win.p), 3});
    }
  }
  return svg_bars(headline(comparison, names), against(comparison, names), "chance to win", groups);
}

std::string comparison_json(const Comparison& comparison, const FleetNames& names) {
  Json json;
  json["version"] = 1;
  json["game"] = comparison.game;
  json["battle"] = comparison.battle;
  json["method"] = method_name(comparison.method);
  json["confidence"] = comparison.confidence;
  if (comparison.method == Method::monte_carlo) {
    json["seed"] = comparison.seed;
    json["battles"] = comparison.battles;
    json["gain"] = comparison.gain;
  }
  if (!comparison.exact_skipped.empty()) json["exact_skipped"] = comparison.exact_skipped;
  json["defenders"] = names.defenders;
  Json& fleets = json["fleets"] = Json::array();
  for (const std::size_t f : comparison.ranking) {
    const ComparedFleet& fleet = comparison.fleets[f];
    Json& item = fleets.emplace_back(Json::object());
    item["fleet"] = names.attackers[f];
    item.update(summary_json(fleet.mean));
    item["worst"] = fleet.worst;
    for (const Chance& win : fleet.win) item["against"].push_back(chance_json(win));
  }
  Json& pairs = json["pairs"] = Json::array();
  for (std::size_t i = 0; i < comparison.ranking.size(); ++i)
    for (std::size_t j = i + 1; j < comparison.ranking.size(); ++j) {
      const std::size_t a = comparison.ranking[i], b = comparison.ranking[j];
      const Difference& one = comparison.difference(a, b);
      Json& item = pairs.emplace_back(Json::object());
      item["first"] = names.attackers[a];
      item["second"] = names.attackers[b];
      item["verdict"] = name(one.verdict());
      item["difference"] = one.value;
      item["low"] = one.low;
      item["high"] = one.high;
    }
  if (!comparison.notes.empty()) json["notes"] = comparison.notes;
  json["assumptions"] = comparison.assumptions;
  return json_line(json);
}

}  // namespace broadside
