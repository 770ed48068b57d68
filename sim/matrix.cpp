#include "sim/matrix.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/battle_lines.hpp"
#include "sim/exact.hpp"
#include "sim/lengths.hpp"
#include "sim/lock.hpp"
#include "sim/pieces.hpp"
#include "sim/run_each.hpp"
#include "stats/summary.hpp"

namespace broadside {
namespace {

constexpr double kRounding = 1e-14;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
/// Cells of a large block are worth all threads; small blocks are shared out instead.
constexpr std::size_t kLargeBlock = 4096;

/// Cells that are kept until all of them are known, 64 bytes each, and what else there is room for
/// beside them: the numbers of a block before they are in their places, and those of a pass.
constexpr std::size_t kMostCells = 2'500'000;
constexpr double kRoom = 225e6, kLeastPass = 40e6, kMostPass = 140e6;
/// From so many cells on blocks are smaller, since there is less room beside them.
constexpr std::size_t kManyCells = 1'000'000, kFewTogether = 512;

constexpr std::array<Outcome, 3> kDecided{Outcome::attacker_win, Outcome::draw,
                                          Outcome::defender_win};

/// The decided outcomes, what is lost by each side beyond what its fleet was worth, and rounds where
/// they are known.
std::vector<Measure> cell_measures(const Battle& battle) {
  const Duel& duel = battle.duel;
  std::vector<Measure> measures;
  for (const Outcome outcome : kDecided) measures.push_back(chance_of(duel, outcome));
  for (const Side side : kSides) {
    Measure& lost = measures.emplace_back();
    lost.by_force[side] = lost_by_force(battle.labels[side], battle.remains[side]);
  }
  if (auto rounds = rounds_of(duel))
    measures.push_back(*std::move(rounds));
  else
    measures.emplace_back().by_ending.assign(duel.endings.size(), kUnknown);
  return measures;
}

MatrixCell cell_of(const SharedCell& shared, const Options& options) {
  MatrixCell cell;
  const auto values = shared.values;
  cell.attacker_win = values[0];
  cell.draw = values[1];
  cell.defender_win = values[2];
  cell.lost = {shared.worth[0] + values[3], shared.worth[1] + values[4]};
  cell.rounds = values[5];
  if (std::isnan(cell.rounds))
    cell.rounds =
        mean_longest_stage(shared.duel, shared.start, options.exact_budget).value_or(kUnknown);
  // What rounding leaves of it where there is none is less than the smallest of those that are.
  const double other = 1 - cell.attacker_win - cell.draw - cell.defender_win;
  cell.other = other > kRounding ? other : 0;
  return cell;
}

MatrixCell cell_of(const Battle& battle, const ExactResult& exact, const Options& options) {
  MatrixCell cell;
  const auto outcomes = outcome_totals(battle.duel, exact.finals);
  cell.attacker_win = outcomes[Outcome::attacker_win];
  cell.draw = outcomes[Outcome::draw];
  cell.defender_win = outcomes[Outcome::defender_win];
  for (const Outcome outcome : all_outcomes())
    if (std::find(kDecided.begin(), kDecided.end(), outcome) == kDecided.end())
      cell.other += outcomes[outcome];
  const Summary summary = summarize(battle, exact.finals, 1.0, Side::attacker);
  cell.lost = {summary.own_lost, summary.enemy_lost};
  auto rounds = mean_rounds<double>(battle.duel, exact.rounds, 1.0);
  if (!rounds) rounds = mean_longest_stage(battle.duel, options.exact_budget);
  cell.rounds = rounds.value_or(kUnknown);
  return cell;
}

MatrixCell cell_of(const Report& report) {
  MatrixCell cell;
  const auto take = [&](Outcome outcome, double& to) {
    const Chance& chance = report.chance(outcome);
    to += chance.p;
    cell.error = std::max(cell.error, (chance.high - chance.low) / 2);
  };
  take(Outcome::attacker_win, cell.attacker_win);
  take(Outcome::draw, cell.draw);
  take(Outcome::defender_win, cell.defender_win);
  for (const Outcome outcome : all_outcomes())
    if (std::find(kDecided.begin(), kDecided.end(), outcome) == kDecided.end())
      take(outcome, cell.other);
  for (const Side side : kSides) cell.lost[side] = report.sides[side].lost_resources;
  cell.rounds = report.mean_rounds.value_or(kUnknown);
  return cell;
}

/// What is assumed, of a few battles: to look at all would take longer than to solve them.
std::optional<InputError> tell_assumptions(const MatrixQuestion& question, const StopQuery& stop,
                                           Matrix& matrix) {
  constexpr std::size_t kLookedAt = 16;
  const auto many = many_fleets(question.scenario, question.attackers, question.defenders);
  if (!many) return many.error();
  const auto &attackers = many->fleets[Side::attacker], &defenders = many->fleets[Side::defender];
  const std::size_t fights = std::min(kLookedAt, std::max(attackers.size(), defenders.size()));
  std::vector<Battle> battles;
  std::vector<FleetsBattle> told;
  battles.reserve(fights);
  for (std::size_t i = 0; i < fights; ++i) {
    const std::size_t a = i % attackers.size(), d = i % defenders.size();
    if (stop && stop()) return stopped_too_early();
    auto battle = ready(many->battle(a, d), stop);
    if (!battle) return at_fleets(battle.error(), a, d);
    told.push_back({battles.emplace_back(std::move(battle).value()), attackers[a], defenders[d]});
  }
  matrix.assumptions = lines_of(&Battle::assumptions, *many->game, told);
  matrix.notes = lines_of(&Battle::notes, *many->game, told);
  matrix.brief = brief_of_all(told);
  return std::nullopt;
}

}  // namespace

std::string_view cell_number_name(std::size_t number) {
  static constexpr std::array<std::string_view, kCellNumbers> kNames{
      "attacker_win",  "draw",          "defender_win", "other",
      "attacker_lost", "defender_lost", "rounds",       "error"};
  return kNames[number];
}

Result<MatrixCell> matrix_cell(const ManyFleets& many, std::size_t attacker, std::size_t defender,
                               const Options& options, double work) {
  const Scenario scenario = many.battle(attacker, defender);
  const auto battle = ready(scenario, options.stop);
  if (!battle) return at_fleets(battle.error(), attacker, defender);
  std::string why_not;
  const bool solves = solvable(battle->duel, options, &why_not);
  if (solves && options.method != Method::monte_carlo) {
    const ExactResult exact = solve_exact(battle->duel, {0, {}, options.stop});
    if (exact.stopped) return stopped_too_early();
    return cell_of(battle.value(), exact, options);
  }
  if (options.method == Method::exact)
    return InputError{"not every battle here can be solved exactly: " + why_not, "method",
                      "ask for engine mc, which samples them; auto does that by itself"};
  Options sampled = options;
  sampled.method = Method::monte_carlo;
  sampled.threads = 1;
  sampled.progress = {};
  if (as_usual(options)) sampled.battles = battles_for(battle->duel, scenario, options.seed, work);
  return odds(battle.value(), scenario, sampled).transform([](const Report& report) {
    return cell_of(report);
  });
}

struct MatrixWork::Inside {
  MatrixQuestion question;
  Options options;
  ManyFleets many;
  std::vector<MatrixBlock> blocks;
  std::size_t alone = 0;  ///< cells of blocks that are not shared

  /// What is left for the numbers of a pass, with all cells and those of the largest block at hand.
  double bytes_of_pass() const {
    constexpr double kEachNumber = sizeof(double), kMeasuresOfCell = 6;
    std::size_t largest = 0;
    for (const MatrixBlock& block : blocks) largest = std::max(largest, block.cells());
    const double all = static_cast<double>(question.attackers.size() * question.defenders.size());
    const double room =
        kRoom - all * sizeof(MatrixCell) -
        static_cast<double>(largest) * (sizeof(MatrixCell) + kMeasuresOfCell * kEachNumber);
    return std::clamp(room, kLeastPass, kMostPass);
  }
};

Result<MatrixWork> MatrixWork::plan(MatrixQuestion question, Options options) {
  if (auto error = check(options)) return *std::move(error);
  if (question.attackers.empty() || question.defenders.empty())
    return InputError{"there is nothing to compare", "", "at least one fleet on each side"};
  const std::size_t cells = question.attackers.size() * question.defenders.size();
  if (cells > kMostCells)
    return InputError{
        fmt::format("{} x {} fleets are too many to keep all that is asked of them",
                    question.attackers.size(), question.defenders.size()),
        "fleets",
        fmt::format("at most {} cells: fewer types (--only), a smaller budget or fleet "
                    "supply, or some of the fleets at a time",
                    kMostCells)};
  auto many = many_fleets(question.scenario, question.attackers, question.defenders);
  if (!many) return many.error();
  auto inside = std::make_shared<Inside>(
      Inside{std::move(question), std::move(options), std::move(many).value(), {}});
  const bool samples = inside->options.method == Method::monte_carlo;
  const std::size_t together = cells > kManyCells ? kFewTogether : kMostTogether;
  for (FleetBlock& block : blocks_of(inside->many, together)) {
    block.shared = block.shared && !samples;
    inside->blocks.push_back({std::move(block)});
    if (const MatrixBlock& added = inside->blocks.back(); !added.shared)
      inside->alone += added.cells();
  }
  return MatrixWork{std::move(inside)};
}

const std::vector<MatrixBlock>& MatrixWork::blocks() const noexcept { return inside_->blocks; }

Result<std::vector<MatrixCell>> MatrixWork::solve(std::size_t number, int threads) const {
  const MatrixBlock& block = inside_->blocks[number];
  std::vector<MatrixCell> cells(block.cells());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> left;
  // By place in the question: the place in the block.
  std::vector<std::uint32_t> row(inside_->question.attackers.size()),
      column(inside_->question.defenders.size());
  for (std::uint32_t a = 0; a < block.attackers.size(); ++a) row[block.attackers[a]] = a;
  for (std::uint32_t d = 0; d < block.defenders.size(); ++d) column[block.defenders[d]] = d;
  const auto at = [&](std::uint32_t a, std::uint32_t d) -> MatrixCell& {
    return cells[std::size_t{row[a]} * block.defenders.size() + column[d]];
  };
  if (block.shared) {
    Options options = inside_->options;
    options.threads = threads;
    const SharedQuestion asked{
        cell_measures,
        [&](const SharedCell& cell) { at(cell.attacker, cell.defender) = cell_of(cell, options); },
        inside_->bytes_of_pass()};
    left = answer_shared(inside_->many, block, asked, options);
  } else {
    for (const std::uint32_t a : block.attackers)
      for (const std::uint32_t d : block.defenders) left.emplace_back(a, d);
  }
  // Battles that are sampled share what one decision may cost, though never less than tells something.
  const double work =
      kMostWork / static_cast<double>(std::max<std::size_t>(
                      block.shared ? left.size() * inside_->blocks.size() : inside_->alone, 1));
  Mutex noting;
  std::optional<InputError> problem;
  std::size_t problem_at = left.size();  // the first in order, whoever finds it
  const auto stopped = [&] { return inside_->options.stop && inside_->options.stop(); };
  run_each(left.size(), threads, [&](std::size_t i) {
    if (stopped()) return;
    const auto [a, d] = left[i];
    auto cell = matrix_cell(inside_->many, a, d, inside_->options, work);
    if (cell) {
      at(a, d) = cell.value();
      return;
    }
    const Lock lock(noting);
    if (i < problem_at) problem = cell.error();
    problem_at = std::min(problem_at, i);
  });
  if (stopped()) return stopped_too_early();  // some cells have not been looked at
  if (problem) return *std::move(problem);
  return cells;
}

Result<Matrix> matrix(const MatrixQuestion& question, const Options& options,
                      const std::function<void(const MatrixProgress&)>& progress, Pieces* pieces) {
  const auto work = MatrixWork::plan(question, options);
  if (!work) return work.error();
  const auto& blocks = work->blocks();
  Matrix matrix{question.attackers.size(), question.defenders.size(), {}, 0, 0};
  const std::size_t all = matrix.attackers * matrix.defenders;
  if (pieces) pieces->begin(blocks.size());
  const bool in_part = pieces && !pieces->all_known();
  if (!in_part) matrix.cells.resize(all);
  std::vector<std::optional<InputError>> problems(blocks.size());
  std::atomic<std::size_t> done = 0;
  const auto stopped = [&] { return options.stop && options.stop(); };
  const auto solve = [&](std::size_t b, int threads) {
    const MatrixBlock& block = blocks[b];
    const auto cells = piece_of<std::vector<MatrixCell>>(pieces, b, options.stop,
                                                         [&] { return work->solve(b, threads); });
    done += block.cells();
    if (!cells) problems[b] = cells.error();
    if (!cells || !cells.value()) return;
    const std::vector<MatrixCell>& solved = **cells;
    if (solved.size() != block.cells()) {
      problems[b] = InputError{"a piece of the matrix is that of another one", "", ""};
      return;
    }
    for (std::size_t a = 0; a < block.attackers.size(); ++a)
      for (std::size_t d = 0; d < block.defenders.size(); ++d)
        matrix.cells[block.attackers[a] * matrix.defenders + block.defenders[d]] =
            solved[a * block.defenders.size() + d];
  };
  const auto tell = [&](std::size_t) {
    if (progress) progress({done, all});
  };
  std::vector<std::size_t> small;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    matrix.passes += blocks[b].shared;
    if (!blocks[b].shared) matrix.one_by_one += blocks[b].cells();
    if (blocks[b].cells() < kLargeBlock) {
      small.push_back(b);
      continue;
    }
    solve(b, options.threads);
    tell(b);
  }
  run_each(
      small.size(), options.threads, [&](std::size_t i) { solve(small[i], 1); }, tell);
  for (auto& problem : problems)
    if (problem) return *std::move(problem);
  if (stopped()) return stopped_too_early();
  if (in_part) return only_a_part();
  if (auto problem = tell_assumptions(question, options.stop, matrix)) return *std::move(problem);
  return matrix;
}

}  // namespace broadside
