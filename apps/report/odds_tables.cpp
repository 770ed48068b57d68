#include "apps/report/odds_tables.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "apps/report/sheet.hpp"
#include "apps/report/short_text.hpp"
#include "apps/report/svg.hpp"
#include "apps/report/text.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

using Kind = Sheet::Kind;
constexpr std::size_t kMostSurvivors = 8;  ///< in a picture or a table for people

std::string words(Outcome outcome) {
  std::string text = name(outcome);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string sampled_words(const Report& report) {
  return fmt::format("{} battles, seed {}", grouped(report.battles), report.seed);
}

bool can_happen(const Report& report, Outcome outcome) {
  return report.chance(outcome).high > 0 || outcome == Outcome::attacker_win ||
         outcome == Outcome::draw || outcome == Outcome::defender_win;
}

/// A faction as it is printed.
std::string faction_name(const std::string& game_id, const std::string& id) {
  if (const auto game = find_game(game_id))
    for (const Listing& faction : game.value()->list_factions())
      if (faction.id == id) return faction.name;
  return id;
}

/// "A, B", or "none".
std::string together(const TakenReport& taken) {
  return taken.names.empty() ? "none" : joined(taken.names);
}

/// How each place ends, and which fall together. What was solved lists the same places in the same
/// order, but may know more ways in which they fall.
void place_rows(const Report& report, Sheet& sheet) {
  const PlacesReport& places = *report.places;
  const auto& solved = report.exact ? report.exact->places : std::nullopt;
  using Kept = Chance PlaceReport::*;
  constexpr std::pair<Outcome, Kept> kEnds[] = {
      {Outcome::attacker_win, &PlaceReport::attacker_win},
      {Outcome::draw, &PlaceReport::draw},
      {Outcome::defender_win, &PlaceReport::defender_win}};
  for (std::size_t p = 0; p < places.list.size(); ++p)
    for (const auto& [outcome, of] : kEnds) {
      const Chance& chance = places.list[p].*of;
      sheet.row({places.one + " " + places.list[p].name, name(outcome), chance.p, chance.low,
                 chance.high, solved ? Sheet::Cell{(solved->list[p].*of).p} : Sheet::Cell{}});
    }
  for (const TakenReport& taken : places.taken) {
    Sheet::Cell exactly;
    if (solved)
      for (const TakenReport& known : solved->taken)
        if (known.names == taken.names) exactly = known.chance.p;
    sheet.row(
        {"taken", together(taken), taken.chance.p, taken.chance.low, taken.chance.high, exactly});
  }
}

template <class Visit>
void each_outcome(const Report& report, Visit visit) {
  for (const Outcome outcome : all_outcomes())
    if (can_happen(report, outcome)) visit(outcome);
}

}  // namespace

std::string report_csv(const Report& report) {
  const GameWords words = words_of(report.game);
  Sheet sheet({{"", "table", Kind::words},
               {"", "row", Kind::words},
               {"", "value", Kind::number},
               {"", "low", Kind::number},
               {"", "high", Kind::number},
               {"", "exact", Kind::number}});
  using Cell = Sheet::Cell;
  const auto exactly_or_empty = [&](auto value) {
    return report.exact ? Cell{double{value(*report.exact)}} : Cell{};
  };
  each_outcome(report, [&](Outcome outcome) {
    const Chance& chance = report.chance(outcome);
    sheet.row({"outcome", name(outcome), chance.p, chance.low, chance.high,
               exactly_or_empty([&](const ExactOdds& exact) { return exact.p[outcome]; })});
  });
  if (report.places) place_rows(report, sheet);
  if (report.mean_rounds)
    sheet.row({"rounds",
               "mean",
               *report.mean_rounds,
               {},
               {},
               report.exact && report.exact->rounds ? Cell{*report.exact->rounds} : Cell{}});
  for (const Side side : kSides) {
    const auto& of = report.sides[side];
    const std::string who = name(side);
    sheet.row(
        {who + " loses",
         std::string(words.resources),
         of.lost_resources,
         {},
         {},
         exactly_or_empty([&](const ExactOdds& exact) { return exact.lost_resources[side]; })});
    for (std::size_t u = 0; u < of.lost_units.size(); ++u)
      sheet.row(
          {who + " loses",
           fmt::format("of {} {}", short_number(of.brought(u)),
                       words.of(of.units[u].type, static_cast<int>(std::ceil(of.brought(u))))),
           of.lost_units[u].second,
           {},
           {},
           {}});
    for (const auto& row : of.survivors)
      sheet.row({who + " left", force_text(row.units, row.damaged, words), row.p, {}, {}, {}});
    for (const auto& type : of.types)
      for (std::size_t n = 1; n < type.at_least.size(); ++n)
        sheet.row({who + " at least",
                   fmt::format("{} {}", n, words.of(type.type, static_cast<int>(n))),
                   type.at_least[n],
                   {},
                   {},
                   {}});
  }
  return sheet.csv();
}

namespace {

/// All tables, for a wiki.
std::string markdown_tables(const Report& report) {
  const bool sampled = report.method != Method::exact;
  std::vector<Sheet::Column> columns{{"outcome", "", Kind::words}};
  if (report.exact) columns.push_back({"exact", "", Kind::chance});
  if (sampled) columns.push_back({"sampled", "", Kind::chance});
  if (sampled) columns.push_back({"interval", "", Kind::words});
  Sheet odds(columns);
  each_outcome(report, [&](Outcome outcome) {
    const Chance& chance = report.chance(outcome);
    std::vector<Sheet::Cell> row{words(outcome)};
    if (report.exact) row.push_back(report.exact->p[outcome]);
    if (sampled) row.push_back(chance.p);
    if (sampled) row.push_back(fixed(100 * chance.low, 3) + " to " + percent(chance.high, 3));
    odds.row(row);
  });
  std::string out = (sampled ? sampled_words(report) : "Solved exactly") + "\n\n" + odds.markdown();
  if (report.places) {
    Sheet places({{report.places->one, "", Kind::words},
                  {"taken", "", Kind::chance},
                  {"draw", "", Kind::chance},
                  {"held", "", Kind::chance}});
    for (const PlaceReport& place : report.places->list)
      places.row({place.name, place.attacker_win.p, place.draw.p, place.defender_win.p});
    Sheet taken({{"taken together", "", Kind::words}, {"chance", "", Kind::chance}});
    for (const TakenReport& row : report.places->taken) taken.row({together(row), row.chance.p});
    out += "\n" + places.markdown() + "\n" + taken.markdown();
  }
  for (const Side side : kSides) {
    const auto& of = report.sides[side];
    Sheet left(
        {{std::string(name(side)) + " has left", "", Kind::words}, {"chance", "", Kind::chance}});
    double others = 0;
    for (std::size_t i = 0; i < of.survivors.size(); ++i) {
      const auto& row = of.survivors[i];
      if (i < kMostSurvivors)
        left.row({force_text(row.units, row.damaged, words_of(report.game)), row.p});
      else
        others += row.p;
    }
    if (others > 0) left.row({"something else", others});
    out += "\n" + left.markdown();
  }
  return out;
}

}  // namespace

std::string report_markdown(const Report& report, bool details) {
  const std::string in_short = short_markdown(report);
  return details ? in_short + "\n" + markdown_tables(report) : in_short;
}

std::string report_svg(const Report& report, const std::string& title) {
  std::vector<SvgBars> groups(1);
  groups[0].heading = "outcome";
  each_outcome(report, [&](Outcome outcome) {
    const Chance& chance = report.chance(outcome);
    const int color = outcome == Outcome::attacker_win   ? 0
                      : outcome == Outcome::defender_win ? 2
                      : outcome == Outcome::undecided    ? 3
                                                         : 1;
    groups[0].bars.push_back(
        {words(outcome), chance.p, chance.low, chance.high, percent(chance.p), color});
  });
  if (report.places) {
    SvgBars group{report.places->many + " that are taken", {}};
    for (const PlaceReport& place : report.places->list)
      group.bars.push_back({place.name, place.attacker_win.p, place.attacker_win.low,
                            place.attacker_win.high, percent(place.attacker_win.p), 0});
    groups.push_back(group);
  }
  for (const Side side : kSides) {
    SvgBars group{"what the " + std::string(name(side)) + " has left", {}};
    const auto& survivors = report.sides[side].survivors;
    for (std::size_t i = 0; i < std::min(survivors.size(), kMostSurvivors); ++i)
      group.bars.push_back(
          {force_text(survivors[i].units, survivors[i].damaged, words_of(report.game)),
           survivors[i].p, 0, 0, percent(survivors[i].p), 3});
    groups.push_back(group);
  }
  return svg_bars(title, report.method == Method::exact ? "solved exactly" : sampled_words(report),
                  "chance", groups);
}

std::string battle_title(const Scenario& scenario, const std::vector<Axis>& axes) {
  const auto game = find_game(scenario.game);
  const auto fleet = [&](Side side) {
    SideSpec spec = scenario.side(side);
    std::string varied;
    for (const Axis& axis : axes) {
      if (axis.side != side) continue;
      set_count(spec, axis.type, 0);
      if (axis.is_field) spec.fields.erase(axis.type);
      varied += fmt::format("{}{}..{} {}", varied.empty() ? "" : ", ", axis.values.front(),
                            axis.values.back(),
                            words_of(scenario.game).of(axis.type, axis.is_field ? 1 : 2));
    }
    std::string text = game ? game.value()->brought_beside_units(spec) : "";
    if (!spec.units.empty()) text = force_text(spec.units, spec.damaged, words_of(scenario.game));
    if (!text.empty() && !varied.empty()) text += ", ";
    text += varied;
    if (text.empty()) text = name(side);
    return (spec.faction.empty() ? "" : faction_name(scenario.game, spec.faction) + ": ") + text;
  };
  return fleet(Side::attacker) + " against " + fleet(Side::defender);
}

}  // namespace broadside
