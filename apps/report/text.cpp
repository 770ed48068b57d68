#include "apps/report/text.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "apps/report/first_line.hpp"
#include "apps/report/headline.hpp"
#include "apps/report/odds_parts.hpp"
#include "apps/report/places_text.hpp"
#include "apps/report/short_text.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

using Align = Table::Align;

constexpr int kSurvivorRows = 6;  ///< ways to come out that are told one by one
constexpr int kBarCells = 10;

/// Decimals of a percentage that show the margin's first two digits.
int decimals_for(double half_width) {
  if (!(half_width > 0)) return 6;
  return std::clamp(static_cast<int>(std::ceil(-std::log10(100 * half_width))) + 1, 1, 6);
}

/// "95 %", "99.9 %": as many decimals as it has.
std::string plain_percent(double chance) {
  std::string text = fixed(100 * chance, 6);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text + " %";
}

/// Six decimals, and never a 0 or a 100 that is not quite one.
std::string exact_percent(double chance) {
  const std::string text = percent(chance, 6);
  const bool rounded = text == percent(0, 6) || text == percent(1, 6);
  const std::string nearer = percent(chance);
  return rounded && (nearer.front() == '<' || nearer.front() == '>') ? nearer : text;
}

std::string odds_table(const Report& report, const std::vector<OddsPart>& parts) {
  const bool sampled = report.method != Method::exact;
  double widest = 0;
  for (const auto& part : parts) widest = std::max(widest, part.chance.half_width());
  const int decimals = decimals_for(sampled ? widest : 0);

  std::vector<Align> align{Align::left};
  std::vector<std::string> head{""};
  if (sampled) {
    align.insert(align.end(), 2, Align::right);
    head.insert(head.end(), {"sampled", plain_percent(report.confidence) + " interval"});
  }
  if (report.exact || !sampled) {
    align.push_back(Align::right);
    head.push_back("exact");
  }
  Table table(align);
  table.row(head);
  for (const auto& part : parts) {
    std::vector<std::string> row{part.words};
    if (sampled) {
      row.push_back(percent(part.chance.p, decimals));
      row.push_back(fixed(100 * part.chance.low, decimals) + " to " +
                    percent(part.chance.high, decimals));
    }
    if (report.exact || !sampled) row.push_back(exact_percent(part.best()));
    table.row(row);
  }
  return table.text();
}

/// What a side began with, by printed names so that a misread fleet shows: "4 Cruiser I".
std::string began_with(const SideReport& side, const GameWords& words) {
  std::vector<std::string> units;
  for (const auto& label : side.units)
    units.push_back(
        fmt::format("{} {}", label.start,
                    label.name == label.type ? words.of(label.type, label.start) : label.name));
  return units.empty() ? "nothing" : joined(units);
}

std::string survivors(Side which, const SideReport& side, const GameWords& words,
                      const TextStyle& style) {
  std::string out =
      wrap("What the " + std::string(name(which)) + " has left of " + began_with(side, words),
           style.width, "", "  ");
  const auto line = [&](double p, const std::string& text) {
    const std::string front = "  " + pad_left(cell_percent(p), 7) + "  " +
                              pad_right(bar_of(p, kBarCells, style), kBarCells) + " ";
    const std::string indent(static_cast<std::size_t>(columns_of(front)) + 1, ' ');
    return wrap(text, style.width, front + " ", indent);
  };
  int told = 0, others = 0;
  double others_p = 0, nothing = -1;
  for (const auto& row : side.survivors) {
    if (row.units.empty()) {
      nothing = row.p;
    } else if (told < kSurvivorRows) {
      out += line(row.p, force_text(row.units, row.damaged, words));
      ++told;
    } else {
      ++others;
      others_p += row.p;
    }
  }
  if (others > 0) out += line(others_p, counted(others, "rarer outcome"));
  if (nothing >= 0) out += line(nothing, "nothing");
  return out;
}

/// How many units are left, all types together: each number's chance and that of at least so many.
/// Many numbers are told in a few groups of neighbours.
std::string units_left(const SideReport& side, const TextStyle& style) {
  constexpr std::size_t kMostRows = 10;
  std::vector<double> chance;
  for (const auto& row : side.survivors) {
    std::size_t left = 0;
    for (const auto& unit : row.units) left += static_cast<std::size_t>(unit.count);
    if (left >= chance.size()) chance.resize(left + 1);
    chance[left] += row.p;
  }
  if (chance.size() < 3) return "";  // the lines above say it all
  const std::size_t each = (chance.size() - 1 + kMostRows - 1) / kMostRows;
  Table table({Align::right, Align::right, Align::right, Align::left});
  table.row({"units left", "chance", "at least", ""});
  double at_least = 0;
  for (std::size_t top = chance.size() - 1; top > 0; top -= std::min(top, each)) {
    const std::size_t low = top >= each ? top - each + 1 : 1;
    double p = 0;
    for (std::size_t n = low; n <= top; ++n) p += chance[n];
    at_least = std::min(1.0, at_least + p);
    table.row({low < top ? fmt::format("{}-{}", low, top) : std::to_string(top), cell_percent(p),
               cell_percent(at_least), bar_of(p, 2 * kBarCells, style)});
  }
  table.row({"none", cell_percent(chance[0]), "", bar_of(chance[0], 2 * kBarCells, style)});
  return table.text();
}

/// How many of a type can be left.
int most_of(const TypeTail& type) { return static_cast<int>(type.at_least.size()) - 1; }

/// "at least n of a type are left"; a long row is told at chosen counts.
std::string tails(const SideReport& side, const GameWords& words, const TextStyle& style) {
  std::size_t most = 0;
  int name_columns = columns_of("at least");
  for (const auto& type : side.types) {
    if (!type.at_least.empty()) most = std::max(most, type.at_least.size() - 1);
    name_columns = std::max(name_columns, columns_of(words.of(type.type, most_of(type))));
  }
  if (most == 0) return "";
  constexpr int kCell = 2 + 7;  // two blanks and "100.0 %"
  const auto room =
      static_cast<std::size_t>(std::clamp((style.width - 2 - name_columns) / kCell, 2, 10));
  std::vector<std::size_t> counts;
  if (most <= room) {
    for (std::size_t n = 1; n <= most; ++n) counts.push_back(n);
  } else {
    for (std::size_t k = 0; k < room; ++k) counts.push_back(1 + k * (most - 1) / (room - 1));
  }
  std::vector<Align> align(counts.size() + 1, Align::right);
  align[0] = Align::left;
  Table table(align);
  std::vector<std::string> head{"at least"};
  for (const auto n : counts) head.push_back(std::to_string(n));
  table.row(head);
  for (const auto& type : side.types) {
    if (type.at_least.size() < 2) continue;
    std::vector<std::string> row{words.of(type.type, most_of(type))};
    for (const auto n : counts) {
      if (n < type.at_least.size()) row.push_back(cell_percent(type.at_least[n]));
    }
    table.row(row);
  }
  return table.text();
}

std::string losses(const Report& report, const GameWords& words) {
  Table table({Align::left, Align::right, Align::right});
  table.row({"", "attacker", "defender"});
  std::vector<std::string> types;
  for (const auto& side : report.sides) {
    for (const auto& label : side.units) {
      if (std::find(types.begin(), types.end(), label.type) == types.end())
        types.push_back(label.type);
    }
  }
  const auto cell = [](double lost, double all) {
    return fixed(lost, 2) + " of " + short_number(all, 2);
  };
  for (const auto& type : types) {
    int most = 0;
    for (const auto& side : report.sides)
      for (const auto& label : side.units)
        if (label.type == type) most = std::max(most, label.start);
    std::vector<std::string> row{words.of(type, most)};
    for (const auto& side : report.sides) {
      const auto label = std::find_if(side.units.begin(), side.units.end(),
                                      [&](const UnitLabel& unit) { return unit.type == type; });
      const auto lost = std::find_if(side.lost_units.begin(), side.lost_units.end(),
                                     [&](const auto& unit) { return unit.first == type; });
      if (label == side.units.end()) {
        row.push_back("");
      } else {
        row.push_back(cell(lost == side.lost_units.end() ? 0 : lost->second,
                           side.brought(static_cast<std::size_t>(label - side.units.begin()))));
      }
    }
    table.row(row);
  }
  // Where all units are of one type and worth one the row above has said it.
  const auto is_plain = [](const SideReport& side) {
    return side.units.size() == 1 && side.units.front().resources == 1;
  };
  const bool repeats = types.size() == 1 && is_plain(report.sides[0]) && is_plain(report.sides[1]);
  std::vector<std::string> total{std::string(words.resources)};
  for (const auto& side : report.sides) {
    total.push_back(cell(side.lost_resources, side.worth()));
  }
  if (!repeats) table.row(total);
  return "Expected losses\n" + table.text();
}

/// How far battles come, a line a step, and how many rounds they fight there.
std::string way(const Report& report, const TextStyle& style) {
  constexpr int kNumbers = 27;  // columns of "  100.0 %  12.34 rounds" and what is before the name
  if (report.steps.size() < 2 && report.mean_rounds)
    return "Rounds: " + fixed(*report.mean_rounds, 2) + " on average\n";
  Table table({Align::left, Align::right, Align::left});
  for (const auto& step : report.steps) {
    table.row({cut_words(step.name, style.width - kNumbers, style), cell_percent(step.reached),
               step.mean_rounds > 0 ? fixed(step.mean_rounds, 2) + " rounds" : ""});
  }
  table.row({"attacker wins", cell_percent(report.chance(Outcome::attacker_win).p), ""});
  return "Step by step: how many battles come so far\n" + table.text();
}

std::string breakdown(const BreakdownReport& cut) {
  Table table({Align::left, Align::right});
  for (const auto& row : cut.rows) {
    if (row.chance.p <= 0) continue;  // what cannot be, or never was; JSON has its bounds
    std::string words;
    for (const auto& [key, value] : row.fields) {
      words += (words.empty() ? "" : ", ") + key + " ";
      if (const int* number = std::get_if<int>(&value))
        words += std::to_string(*number);
      else
        words += std::get<std::string>(value);
    }
    table.row({words, cell_percent(row.chance.p)});
  }
  return cut.title + "\n" + table.text();
}

/// What was played, times a battle: what never was is left out.
std::string played(const std::vector<IncidentReport>& incidents) {
  Table table({Align::left, Align::right, Align::right});
  table.row({"", "attacker", "defender"});
  std::vector<std::string> names;
  for (const auto& incident : incidents)
    if (incident.mean > 0 && std::find(names.begin(), names.end(), incident.name) == names.end())
      names.push_back(incident.name);
  for (const auto& what : names) {
    BySide<std::string> cell;
    for (const auto& incident : incidents)
      if (incident.name == what) cell[incident.side] = fixed(incident.mean, 2);
    table.row({what, cell[0], cell[1]});
  }
  return names.empty() ? "" : "Played in a battle, on average\n" + table.text();
}

std::string basis(const Report& report) {
  const auto pruned = [&]() -> std::string {
    if (!report.exact || report.exact->error_bound <= 0) return "";
    return fmt::format("; pruned: no exact chance is off by more than {:.1e}",
                       report.exact->error_bound);
  };
  if (report.method == Method::exact) return "solved from the tables, not sampled" + pruned();
  std::string text = fmt::format("{} {}, seed {}", grouped(report.battles),
                                 report.battles == 1 ? "battle" : "battles", report.seed);
  if (report.variance_ratio)
    text +=
        fmt::format(" in antithetic pairs (variance {:.1f} times less)", *report.variance_ratio);
  if (report.stopped_by == StoppedBy::request) {
    text += ", stopped on request";
  } else if (report.sequential && report.stopped_by == StoppedBy::precision) {
    text += ", stopped at the precision asked for (the intervals allow for that)";
  } else if (report.sequential) {
    text += ", stopped before the precision asked for was reached";
  }
  if (!report.exact_skipped.empty()) text += "; no exact answer: " + report.exact_skipped;
  return text + pruned();
}

std::string details_text(const Report& report, const TextStyle& style) {
  const auto parts = odds_parts(report);
  const GameWords words = words_of(report.game);
  std::string out = first_lines(report, style);
  const std::string rests_on = wrap(basis(report), style.width);
  out += paint(rests_on.substr(0, rests_on.size() - 1), Ink::dim, style) + "\n";
  if (tells_numbers(report)) out += "\n" + numbers_table(report, style);
  // Where nobody could be defeated there is nothing to draw.
  if (tells_winner(report)) {
    out += "\n" + odds_bar(parts, style) + odds_legend(parts, style);
    out += "\n" + odds_table(report, parts);
  }
  if (report.places) out += "\n" + places_text(report, words, style);
  if (!report.splits.empty()) out += "\n" + splits_text(report, words, style);
  for (const Side side : kSides) {
    const auto& of = report.sides[side];
    out +=
        "\n" + survivors(side, of, words, style) + units_left(of, style) + tails(of, words, style);
  }
  out += "\n" + losses(report, words);
  out += "\n" + way(report, style);
  for (const auto& cut : report.breakdowns) out += "\n" + breakdown(cut);
  if (const std::string cards = played(report.incidents); !cards.empty()) out += "\n" + cards;
  if (!report.notes.empty()) out += "\nNotes\n" + bullets(report.notes, style);
  if (!report.assumptions.empty()) out += "\nAssumptions\n" + bullets(report.assumptions, style);
  return out;
}

std::string timing_text(const Timing& timing, const TextStyle& style) {
  return wrap(
      fmt::format("Time: parse {:.2f} ms, compile {:.2f} ms, exact {:.2f} ms, sampling {:.2f} ms, "
                  "report {:.2f} ms",
                  timing.parse * 1e3, timing.compile * 1e3, timing.exact * 1e3,
                  timing.sampling * 1e3, timing.report * 1e3),
      style.width);
}

}  // namespace

GameWords words_of(const std::string& game) {
  const auto known = find_game(game);
  return known ? known.value()->words() : GameWords{};
}

std::string force_text(const std::vector<UnitCount>& units, const std::vector<UnitCount>& damaged,
                       const GameWords& words) {
  std::string out;
  for (const auto& [type, count] : units) {
    if (count == 0) continue;
    const auto hurt =
        std::find_if(damaged.begin(), damaged.end(), [&](const auto& d) { return d.type == type; });
    const int broken = hurt == damaged.end() ? 0 : hurt->count;
    out += fmt::format("{}{} {}{}", out.empty() ? "" : ", ", count,
                       broken >= count ? "damaged " : "", words.of(type, count));
    if (broken > 0 && broken < count) out += fmt::format(" ({} damaged)", broken);
  }
  return out.empty() ? "nothing" : out;
}

std::string report_text(const Report& report, const TextStyle& style, bool timing) {
  std::string out = style.details ? details_text(report, style) : short_text(report, style);
  if (timing) out += timing_text(report.timing, style);
  return out;
}

}  // namespace broadside
