#include "apps/report/vary_report.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "apps/report/headline.hpp"
#include "apps/report/json_parts.hpp"
#include "apps/report/scenario_json.hpp"
#include "apps/report/sheet.hpp"
#include "apps/report/short_text.hpp"
#include "apps/report/svg.hpp"
#include "apps/report/text.hpp"

namespace broadside {
namespace {

using Kind = Sheet::Kind;

/// "cruisers", or "defender's cruisers".
std::string axis_name(const Axis& axis, const GameWords& words, int count = 2) {
  // A field is named like a unit type, with underscores, and is no thing of which there are many.
  const std::string what = words.of(axis.type, axis.is_field ? 1 : count);
  return (axis.side == Side::defender ? "defender's " : "") + what;
}
GameWords words_in(const Sweep& sweep) { return words_of(sweep.reports.front().game); }
std::string axis_name(const Sweep& sweep, std::size_t axis) {
  return axis_name(sweep.axes[axis], words_in(sweep));
}
std::string axis_key(const Axis& axis) { return std::string(name(axis.side)) + "_" + axis.type; }

double win_at(const Report& report) { return report.chance(Outcome::attacker_win).p; }

/// What a point answers: numbers of both sides, or who wins.
bool tells_numbers(const Sweep& sweep) { return broadside::tells_numbers(sweep.reports.front()); }

/// The numbers that are not zero everywhere, by place in numbers_of; all where none is.
std::vector<std::size_t> told_numbers(const Sweep& sweep) {
  std::vector<std::size_t> told, all;
  for (std::size_t n = 0; n < numbers_of(sweep.reports.front()).size(); ++n) {
    all.push_back(n);
    if (std::any_of(sweep.reports.begin(), sweep.reports.end(),
                    [&](const Report& report) { return numbers_of(report)[n].mean > 0; }))
      told.push_back(n);
  }
  return told.empty() ? all : told;
}
std::string number_title(const SideNumber& number) {
  return fmt::format("{} {}", name(number.side), number.key);
}

/// Every point with the numbers that an order comes to, on average.
Sheet numbers_sheet(const Sweep& sweep) {
  std::vector<Sheet::Column> columns;
  for (const Axis& axis : sweep.axes)
    columns.push_back({axis_name(axis, words_in(sweep)), axis_key(axis), Kind::count});
  const std::vector<std::size_t> told = told_numbers(sweep);
  const auto first = numbers_of(sweep.reports.front());
  for (const std::size_t n : told)
    columns.push_back({number_title(first[n]),
                       std::string(name(first[n].side)) + "_" + first[n].key, Kind::number});
  Sheet sheet(columns);
  for (std::size_t at = 0; at < sweep.reports.size(); ++at) {
    std::vector<Sheet::Cell> row{static_cast<double>(sweep.axes[0].values[at / sweep.columns()])};
    if (sweep.axes.size() > 1)
      row.push_back(static_cast<double>(sweep.axes[1].values[at % sweep.columns()]));
    const auto numbers = numbers_of(sweep.reports[at]);
    for (const std::size_t n : told) row.push_back(numbers[n].mean);
    sheet.row(row);
  }
  return sheet;
}

/// Every point with all its numbers.
Sheet points_sheet(const Sweep& sweep) {
  if (tells_numbers(sweep)) return numbers_sheet(sweep);
  std::vector<Sheet::Column> columns;
  for (const Axis& axis : sweep.axes)
    columns.push_back({axis_name(axis, words_in(sweep)), axis_key(axis), Kind::count});
  columns.insert(
      columns.end(),
      {{"attacker wins", "attacker_win", Kind::chance},
       {.title = "draw", .key = "draw", .kind = Kind::chance, .told_if_zero = false},
       {"defender wins", "defender_win", Kind::chance},
       {.title = "undecided", .key = "undecided", .kind = Kind::chance, .told_if_zero = false},
       {.title = "retreat", .key = "retreat", .kind = Kind::chance, .told_if_zero = false},
       {.title = "stalemate", .key = "stalemate", .kind = Kind::chance, .told_if_zero = false},
       {"attacker loses", "attacker_lost", Kind::number},
       {"defender loses", "defender_lost", Kind::number}});
  Sheet sheet(columns);
  for (std::size_t at = 0; at < sweep.reports.size(); ++at) {
    std::vector<Sheet::Cell> row{static_cast<double>(sweep.axes[0].values[at / sweep.columns()])};
    if (sweep.axes.size() > 1)
      row.push_back(static_cast<double>(sweep.axes[1].values[at % sweep.columns()]));
    const Report& report = sweep.reports[at];
    row.insert(row.end(),
               {win_at(report), report.chance(Outcome::draw).p,
                report.chance(Outcome::defender_win).p, report.chance(Outcome::undecided).p,
                report.retreat().p, report.chance(Outcome::stalemate).p,
                report.sides[0].lost_resources, report.sides[1].lost_resources});
    sheet.row(row);
  }
  return sheet;
}

/// The chance to win: rows for the first axis, columns for the second.
Sheet grid_sheet(const Sweep& sweep, const TextStyle* shaded) {
  const Axis &rows = sweep.axes[0], &columns = sweep.axes[1];
  std::vector<Sheet::Column> head{{axis_name(sweep, 0), axis_key(rows), Kind::count}};
  for (const int value : columns.values) {
    const std::string text = std::to_string(value);
    head.push_back({text, text, Kind::chance});
  }
  Sheet sheet(head);
  for (std::size_t r = 0; r < rows.values.size(); ++r) {
    std::vector<Sheet::Cell> row{static_cast<double>(rows.values[r])};
    for (std::size_t c = 0; c < columns.values.size(); ++c) {
      const double win = win_at(sweep.at(r, c));
      if (!shaded) {
        row.push_back(win);
        continue;
      }
      constexpr const char* kShades[] = {" ", "\u2591", "\u2592", "\u2593", "\u2588"};
      constexpr const char* kLetters[] = {" ", ".", "-", "+", "#"};
      const auto shade = static_cast<std::size_t>(std::min(4.0, win * 5));
      row.push_back((shaded->unicode ? kShades : kLetters)[shade] +
                    pad_left(fixed(100 * win, 0), 3));
    }
    sheet.row(row);
  }
  return sheet;
}

/// Where the chance passes one half: what a player looks for first.
std::string headline(const Sweep& sweep) {
  if (tells_numbers(sweep)) {
    std::string text;
    for (const std::size_t n : told_numbers(sweep)) {
      std::vector<double> means;
      for (const Report& report : sweep.reports) means.push_back(numbers_of(report)[n].mean);
      const auto [least, most] = std::minmax_element(means.begin(), means.end());
      text += fmt::format("{}{} {:.2f} to {:.2f}", text.empty() ? "" : ", ",
                          number_title(numbers_of(sweep.reports.front())[n]), *least, *most);
    }
    return text;
  }
  const auto [low, high] =
      std::minmax_element(sweep.reports.begin(), sweep.reports.end(),
                          [](const Report& a, const Report& b) { return win_at(a) < win_at(b); });
  std::string text = "Attacker wins " + percent(win_at(*low)) + " to " + percent(win_at(*high));
  if (sweep.axes.size() > 1) return text;
  const auto& values = sweep.axes[0].values;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const bool before = win_at(sweep.at(i - 1)) >= 0.5, after = win_at(sweep.at(i)) >= 0.5;
    if (before != after)
      return fmt::format("{}; {} 50 % from {} {} on", text, after ? "at least" : "below", values[i],
                         axis_name(sweep.axes[0], words_in(sweep), values[i]));
  }
  return text;
}

std::string basis(const Sweep& sweep) {
  const auto sampled = std::count_if(sweep.reports.begin(), sweep.reports.end(),
                                     [](const Report& r) { return r.method != Method::exact; });
  const Report& first = sweep.reports.front();
  std::string battle = first.battle_title;
  if (const std::string when = looked_at(first); !when.empty()) battle += " " + when;
  if (sampled == 0)
    return fmt::format("{}; {} points, solved exactly", battle, sweep.reports.size());
  double widest = 0;
  std::uint64_t battles = 0;
  for (const Report& report : sweep.reports) {
    widest = std::max(widest, report.chance(Outcome::attacker_win).half_width());
    battles = std::max(battles, report.battles);
  }
  return fmt::format("{}; {} points, {} of them sampled: up to {} battles each, seed {}, within {}",
                     battle, sweep.reports.size(), sampled, grouped(battles), first.seed,
                     margin_percent(widest));
}

/// The lines of all points, each once; those that do not hold at every point say so, and of very
/// many (a number in them differs from point to point) the first are told.
std::vector<std::string> lines_of_all(const Sweep& sweep, std::vector<std::string> Report::*of) {
  constexpr std::size_t kMostOfSome = 12;
  std::vector<std::string> lines;
  std::map<std::string_view, std::size_t> points;
  for (const Report& report : sweep.reports)
    for (const std::string& line : report.*of)
      if (++points[line] == 1) lines.push_back(line);
  std::size_t of_some = 0;
  std::erase_if(lines, [&](const std::string& line) {
    return points[line] < sweep.reports.size() && ++of_some > kMostOfSome;
  });
  for (std::string& line : lines)
    if (points[line] < sweep.reports.size()) line += " (at some points)";
  if (of_some > kMostOfSome)
    lines.push_back(fmt::format("and {} more (at some points)", of_some - kMostOfSome));
  return lines;
}

std::string chart(const Sweep& sweep, const TextStyle& style) {
  const auto& values = sweep.axes[0].values;
  std::size_t widest = 1;
  for (const int value : values) widest = std::max(widest, std::to_string(value).size());
  const int cells = std::min(style.width, 80) - 14 - static_cast<int>(widest);
  std::string out = "  " + axis_name(sweep, 0) + ", attacker wins\n";
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double win = win_at(sweep.at(i));
    out += "  " + pad_left(std::to_string(values[i]), static_cast<int>(widest)) +
           (style.unicode ? " \u2502" : " |") +
           paint(bar_of(win, cells, style), Ink::green, style) + " " + cell_percent(win) + "\n";
  }
  return out;
}

/// Every so many-th value of an axis, the first and the last among them where that comes out even.
std::vector<std::size_t> every_nth(std::size_t count, std::size_t most) {
  const std::size_t step = (count + most - 1) / std::max<std::size_t>(most, 1);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < count; i += std::max<std::size_t>(step, 1)) kept.push_back(i);
  return kept;
}

/// The sweep with so many rows and columns at most.
Sweep thinned(const Sweep& sweep, std::size_t rows, std::size_t columns) {
  const auto down = every_nth(sweep.axes[0].values.size(), rows);
  const auto across = every_nth(sweep.columns(), columns);
  Sweep some;
  some.axes = sweep.axes;
  const auto keep = [](Axis& axis, const std::vector<std::size_t>& kept) {
    std::vector<int> values;
    for (const std::size_t i : kept) values.push_back(axis.values[i]);
    axis.values = values;
  };
  keep(some.axes[0], down);
  if (some.axes.size() > 1) keep(some.axes[1], across);
  for (const std::size_t r : down)
    for (const std::size_t c : across) some.reports.push_back(sweep.at(r, c));
  return some;
}

}  // namespace

std::string sweep_text(const Sweep& sweep, const TextStyle& style) {
  constexpr std::size_t kMostRows = 14;
  const auto most_columns = static_cast<std::size_t>(std::max(2, (style.width - 20) / 6));
  const Sweep told = style.details ? sweep : thinned(sweep, kMostRows, most_columns);
  const std::string head = wrap(headline(sweep), style.width, "", "  ");
  std::string out = paint(head.substr(0, head.size() - 1), Ink::bold, style) + "\n";
  out += wrap(basis(sweep) +
                  (told.reports.size() < sweep.reports.size() ? "; every few are shown" : ""),
              style.width) +
         "\n";
  if (tells_numbers(sweep))
    out += points_sheet(told).text(style);
  else if (sweep.axes.size() == 1)
    out += chart(told, style) + (style.details ? "\n" + points_sheet(sweep).text(style) : "");
  else
    out += wrap("attacker wins, in percent: " + axis_name(sweep, 0) + " down, " +
                    axis_name(sweep, 1) + " across",
                style.width, "  ", "  ") +
           grid_sheet(told, &style).text(style);
  return out + assumptions_part(lines_of_all(sweep, &Report::brief),
                                lines_of_all(sweep, &Report::assumptions), style);
}

std::string sweep_csv(const Sweep& sweep) { return points_sheet(sweep).csv(); }

std::string sweep_markdown(const Sweep& sweep) {
  std::string out = "**" + headline(sweep) + "** (" + basis(sweep) + ")\n\n";
  if (sweep.axes.size() == 1 || tells_numbers(sweep)) return out + points_sheet(sweep).markdown();
  return out + "Attacker wins: " + axis_name(sweep, 0) + " down, " + axis_name(sweep, 1) +
         " across\n\n" + grid_sheet(sweep, nullptr).markdown();
}

std::string sweep_svg(const Sweep& sweep, const std::string& title) {
  const auto count_of = [&](const Axis& axis) {
    return "number of " + axis_name(axis, words_in(sweep));
  };
  if (sweep.axes.size() == 1) {
    const auto curve = [&](const char* words, Outcome outcome, int color) {
      SvgCurve made{words, {}, color};
      for (const Report& report : sweep.reports) made.values.push_back(report.chance(outcome).p);
      return made;
    };
    return svg_curves(
        title, basis(sweep), count_of(sweep.axes[0]), "chance", sweep.axes[0].values,
        {curve("attacker wins", Outcome::attacker_win, 0), curve("draw", Outcome::draw, 1),
         curve("defender wins", Outcome::defender_win, 2)});
  }
  std::vector<std::vector<double>> values;
  for (std::size_t r = 0; r < sweep.axes[0].values.size(); ++r) {
    auto& row = values.emplace_back();
    for (std::size_t c = 0; c < sweep.columns(); ++c) row.push_back(win_at(sweep.at(r, c)));
  }
  return svg_heat_map(title, "chance of the attacker to win, in percent; " + basis(sweep),
                      count_of(sweep.axes[1]), count_of(sweep.axes[0]), sweep.axes[1].values,
                      sweep.axes[0].values, values);
}

std::string sweep_json(const Sweep& sweep, const Scenario& scenario) {
  Json json;
  json["version"] = 1;
  json["game"] = sweep.reports.front().game;
  json["battle"] = sweep.reports.front().battle;
  Json& axes = json["axes"] = Json::array();
  for (const Axis& axis : sweep.axes) {
    Json& item = axes.emplace_back(Json::object());
    item["side"] = name(axis.side);
    item["type"] = axis.type;
    item["values"] = axis.values;
  }
  Json& points = json["points"] = Json::array();
  for (std::size_t at = 0; at < sweep.reports.size(); ++at) {
    const Report& report = sweep.reports[at];
    Json& item = points.emplace_back(Json::object());
    item["at"].push_back(sweep.axes[0].values[at / sweep.columns()]);
    if (sweep.axes.size() > 1) item["at"].push_back(sweep.axes[1].values[at % sweep.columns()]);
    item["method"] = method_name(report.method);
    item["battles"] = report.battles;
    item["attacker_win"] = chance_json(report.chance(Outcome::attacker_win));
    item["draw"] = chance_json(report.chance(Outcome::draw));
    item["defender_win"] = chance_json(report.chance(Outcome::defender_win));
    if (report.rounds_played > 0 || report.chance(Outcome::undecided).high > 0)
      item["undecided"] = chance_json(report.chance(Outcome::undecided));
    item["stalemate"] = chance_json(report.chance(Outcome::stalemate));
    item["retreat"] = chance_json(report.retreat());
    for (const SideNumber& number : numbers_of(report)) {
      Json& told = item["numbers"][number.key][name(number.side)];
      told["mean"] = number.mean;
      told["at_least"] = number.at_least;
    }
    item["expected_losses"]["attacker"] = report.sides[0].lost_resources;
    item["expected_losses"]["defender"] = report.sides[1].lost_resources;
  }
  json["seed"] = sweep.reports.front().seed;
  json["assumptions"] = lines_of_all(sweep, &Report::assumptions);
  if (const auto notes = lines_of_all(sweep, &Report::notes); !notes.empty()) json["notes"] = notes;
  json["scenario"] = scenario_json(scenario);
  return json_line(json);
}

}  // namespace broadside
