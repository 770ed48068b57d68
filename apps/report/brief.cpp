#include "apps/report/brief.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "apps/report/json_parts.hpp"
#include "apps/report/sheet.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

double chance_of(const Report& report, Outcome outcome) {
  return report.exact ? report.exact->p[outcome] : report.chance(outcome).p;
}
double retreat_of(const Report& report) {
  return chance_of(report, Outcome::attacker_retreats) +
         chance_of(report, Outcome::defender_retreats);
}

/// The farthest that any interval reaches from its value.
double within(const Report& report) {
  double far = report.exact ? report.exact->error_bound : 0;
  if (!report.exact)
    for (const Chance& chance : report.odds)
      far = std::max({far, chance.high - chance.p, chance.p - chance.low});
  return far;
}

const char* method_of(const Report& report) {
  return method_name(report.exact ? Method::exact : report.method);
}

std::optional<double> rounds_of(const Report& report) {
  return report.exact && report.exact->rounds ? report.exact->rounds : report.mean_rounds;
}

double lost_of(const Report& report, Side side) {
  const bool both = report.exact && report.method != Method::exact;
  return both ? report.exact->lost_resources[side] : report.sides[side].lost_resources;
}

constexpr std::size_t kBeforeNotes = 16;  ///< columns of numbers and of what they are about

Sheet answers() {
  using Kind = Sheet::Kind;
  std::vector<Sheet::Column> columns;
  for (const char* key : {"line", "id", "attacker", "defender", "battle", "method", "attacker_win",
                          "draw", "defender_win", "stalemate", "retreat", "undecided", "within",
                          "rounds", "attacker_lost", "defender_lost", "notes", "error"})
    columns.push_back({.key = key, .kind = Kind::number});
  return Sheet(std::move(columns));
}

}  // namespace

std::string write_brief(const Report& report, const std::vector<std::string>& notes) {
  Json json;
  json["battle"] = report.battle;
  json["method"] = method_of(report);
  json["attacker_win"] = chance_of(report, Outcome::attacker_win);
  json["draw"] = chance_of(report, Outcome::draw);
  json["defender_win"] = chance_of(report, Outcome::defender_win);
  for (const auto& [key, p] : {std::pair{"stalemate", chance_of(report, Outcome::stalemate)},
                               {"retreat", retreat_of(report)},
                               {"undecided", chance_of(report, Outcome::undecided)}})
    if (p > 0) json[key] = p;
  json["within"] = within(report);
  if (const auto rounds = rounds_of(report)) json["rounds"] = *rounds;
  for (const Side side : kSides) json["expected_losses"][name(side)] = lost_of(report, side);
  if (!notes.empty()) json["notes"] = notes;
  return json_line(json);
}

std::string answers_csv_head() { return answers().csv(); }

std::string answers_csv_row(const AnswerRow& row) {
  std::vector<Sheet::Cell> cells{static_cast<double>(row.line), row.id};
  const auto game = find_game(row.scenario ? row.scenario->game : "");
  for (const Side side : kSides)
    cells.push_back(row.scenario && game ? game.value()->write_side(row.scenario->side(side)) : "");
  if (const Report* report = row.report) {
    cells.insert(cells.end(), {report->battle, std::string(method_of(*report))});
    for (const Outcome outcome :
         {Outcome::attacker_win, Outcome::draw, Outcome::defender_win, Outcome::stalemate})
      cells.push_back(chance_of(*report, outcome));
    cells.insert(cells.end(),
                 {retreat_of(*report), chance_of(*report, Outcome::undecided), within(*report)});
    const auto rounds = rounds_of(*report);
    cells.push_back(rounds ? Sheet::Cell(*rounds) : Sheet::Cell());
    for (const Side side : kSides) cells.push_back(lost_of(*report, side));
  } else {
    cells.resize(kBeforeNotes);
  }
  cells.push_back(joined(row.notes, "; "));
  cells.push_back(row.error ? row.error->message() : "");
  Sheet sheet = answers();
  sheet.row(std::move(cells));
  const std::string text = sheet.csv();
  return text.substr(text.find('\n') + 1);
}

}  // namespace broadside
