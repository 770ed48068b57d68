#include "apps/report/matrix_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "apps/report/conditions.hpp"
#include "apps/report/json_parts.hpp"
#include "apps/report/scenario_json.hpp"
#include "apps/report/sheet.hpp"
#include "apps/report/short_text.hpp"
#include "apps/report/svg.hpp"
#include "apps/report/text.hpp"

namespace broadside {
namespace {

using Kind = Sheet::Kind;

constexpr std::size_t kShownRows = 14, kShownColumns = 6, kDrawn = 400;

std::array<double, kCellNumbers> numbers_of(const MatrixCell& cell) {
  return {cell.attacker_win,
          cell.draw,
          cell.defender_win,
          cell.other,
          cell.lost[Side::attacker],
          cell.lost[Side::defender],
          cell.rounds,
          cell.error};
}

/// A column for each of the first defenders.
Sheet wins_sheet(const Matrix& matrix, const FleetNames& names, std::size_t rows,
                 std::size_t columns) {
  std::vector<Sheet::Column> head{{"attacker wins, against", "attacker", Kind::words}};
  for (std::size_t d = 0; d < columns; ++d)
    head.push_back({names.defenders[d], names.defenders[d], Kind::chance});
  Sheet sheet(head);
  for (std::size_t a = 0; a < rows; ++a) {
    std::vector<Sheet::Cell> row{names.attackers[a]};
    for (std::size_t d = 0; d < columns; ++d) row.emplace_back(matrix.at(a, d).attacker_win);
    sheet.row(std::move(row));
  }
  return sheet;
}

std::string basis(const Matrix& matrix, const Scenario& scenario) {
  double error = 0;
  for (const MatrixCell& cell : matrix.cells) error = std::max(error, cell.error);
  std::string text = fmt::format("{}; {} x {} fleets, ", battle_in_words(scenario),
                                 grouped(matrix.attackers), grouped(matrix.defenders));
  text += error > 0 ? fmt::format("solved, or sampled to ±{} at most", margin_percent(error))
                    : std::string("all solved exactly");
  if (matrix.passes > 0)
    text += fmt::format(": {} cells in {} pass{}", grouped(matrix.cells.size() - matrix.one_by_one),
                        grouped(matrix.passes), matrix.passes == 1 ? "" : "es");
  if (matrix.one_by_one > 0)
    text +=
        fmt::format("{} {} one by one", matrix.passes > 0 ? "," : ":", grouped(matrix.one_by_one));
  return text + "." + conditions_in_words(scenario);
}

}  // namespace

Scenario told_scenario(const MatrixQuestion& question) {
  Scenario told = question.scenario;
  told.side(Side::attacker) = without_units(question.attackers);
  told.side(Side::defender) = without_units(question.defenders);
  return told;
}

std::string matrix_text(const Matrix& matrix, const FleetNames& names, const Scenario& scenario,
                        const TextStyle& style) {
  const std::size_t columns = style.details ? matrix.defenders
                                            : std::min(matrix.defenders, kShownColumns),
                    rows =
                        style.details ? matrix.attackers : std::min(matrix.attackers, kShownRows);
  std::string out = wrap(basis(matrix, scenario), style.width);
  out += "\n" + wins_sheet(matrix, names, rows, columns).text(style);
  if (rows < matrix.attackers || columns < matrix.defenders)
    out += wrap(
        fmt::format("The first {} x {}; --csv, --json and --svg have all of them.", rows, columns),
        style.width);
  out += notes_part(matrix.notes, style);
  return out + assumptions_part(matrix.brief, matrix.assumptions, style);
}

std::string matrix_csv(const Matrix& matrix, const FleetNames& names) {
  std::vector<Sheet::Column> head{{"attacker", "attacker", Kind::words},
                                  {"defender", "defender", Kind::words}};
  for (std::size_t n = 0; n < kCellNumbers; ++n)
    head.push_back(
        {std::string(cell_number_name(n)), std::string(cell_number_name(n)), Kind::number});
  Sheet sheet(head);
  for (std::size_t a = 0; a < matrix.attackers; ++a)
    for (std::size_t d = 0; d < matrix.defenders; ++d) {
      std::vector<Sheet::Cell> row{names.attackers[a], names.defenders[d]};
      for (const double number : numbers_of(matrix.at(a, d)))
        if (std::isnan(number))
          row.emplace_back();
        else
          row.emplace_back(number);
      sheet.row(std::move(row));
    }
  return sheet.csv();
}

std::string matrix_markdown(const Matrix& matrix, const FleetNames& names,
                            const Scenario& scenario) {
  return basis(matrix, scenario) + "\n\n" +
         wins_sheet(matrix, names, matrix.attackers, matrix.defenders).markdown();
}

std::string matrix_svg(const Matrix& matrix, const FleetNames& names, const Scenario& scenario) {
  const std::size_t rows = std::min(matrix.attackers, kDrawn),
                    columns = std::min(matrix.defenders, kDrawn);
  std::vector<std::vector<double>> shares(rows);
  for (std::size_t a = 0; a < rows; ++a)
    for (std::size_t d = 0; d < columns; ++d)
      shares[a].push_back(std::clamp(matrix.at(a, d).attacker_win, 0.0, 1.0));
  return svg_fleet_map(
      "Chance of the attacker to win", basis(matrix, scenario),
      {names.attackers.begin(), names.attackers.begin() + static_cast<std::ptrdiff_t>(rows)},
      {names.defenders.begin(), names.defenders.begin() + static_cast<std::ptrdiff_t>(columns)},
      shares);
}

std::string matrix_npy_head(const Matrix& matrix) {
  // https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html, version 1.0
  std::string head =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}, {}), }}",
                  matrix.attackers, matrix.defenders, kCellNumbers);
  constexpr std::size_t kBefore = 10, kAligned = 64;
  while ((kBefore + head.size() + 1) % kAligned != 0) head += ' ';
  head += '\n';
  std::string bytes = "\x93NUMPY\x01";
  bytes += '\0';
  bytes += static_cast<char>(head.size() & 0xff);
  bytes += static_cast<char>(head.size() >> 8);
  return bytes + head;
}

std::string_view matrix_npy_numbers(const Matrix& matrix) {
  return {reinterpret_cast<const char*>(matrix.cells.data()),
          matrix.cells.size() * sizeof(MatrixCell)};
}

std::string matrix_json(const Matrix& matrix, const FleetNames& names, const Scenario& scenario) {
  Json json;
  json["version"] = 1;
  json["game"] = scenario.game;
  json["battle"] = scenario.battle;
  json["attackers"] = names.attackers;
  json["defenders"] = names.defenders;
  for (std::size_t n = 0; n < kCellNumbers; ++n) json["layers"].push_back(cell_number_name(n));
  json["passes"] = matrix.passes;
  json["one_by_one"] = matrix.one_by_one;
  if (!matrix.notes.empty()) json["notes"] = matrix.notes;
  json["assumptions"] = matrix.assumptions;
  json["scenario"] = scenario_json(scenario);
  Json& cells = json["cells"] = Json::array();
  for (const MatrixCell& cell : matrix.cells) {
    Json& numbers = cells.emplace_back(Json::array());
    for (const double number : numbers_of(cell))
      numbers.push_back(std::isnan(number) ? Json() : Json(number));
  }
  return json_line(json);
}

}  // namespace broadside
