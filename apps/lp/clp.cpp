#include <algorithm>
#include <vector>

#include <coin/ClpSimplex.hpp>

#include "apps/lp/game_solver.hpp"

namespace broadside {
namespace {

/// With all payoffs above zero: the most of the sum of y with B y <= 1 and y >= 0; the prices of its
/// rows are the mix of the rows.
Mixes solve_by_clp(const PayoffTable& table) {
  const double least = *std::min_element(table.payoff.begin(), table.payoff.end());
  const int rows = static_cast<int>(table.rows), columns = static_cast<int>(table.columns);
  std::vector<CoinBigIndex> starts;
  std::vector<int> places;
  std::vector<double> entries;
  for (std::size_t c = 0; c < table.columns; ++c) {
    starts.push_back(static_cast<CoinBigIndex>(entries.size()));
    for (std::size_t r = 0; r < table.rows; ++r) {
      places.push_back(static_cast<int>(r));
      entries.push_back(table.at(r, c) - least + 1);
    }
  }
  starts.push_back(static_cast<CoinBigIndex>(entries.size()));
  const std::vector<double> zero(table.columns, 0.0), endless(table.columns, COIN_DBL_MAX),
      each(table.columns, 1.0), none(table.rows, -COIN_DBL_MAX), one(table.rows, 1.0);
  ClpSimplex model;
  model.setLogLevel(0);
  model.loadProblem(columns, rows, starts.data(), places.data(), entries.data(), zero.data(),
                    endless.data(), each.data(), none.data(), one.data());
  model.setOptimizationDirection(-1);
  model.setPrimalTolerance(1e-10);
  model.setDualTolerance(1e-10);
  model.primal();
  const auto shares = [](const double* from, std::size_t count) {
    std::vector<double> mix(count);
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += mix[i] = std::max(0.0, std::abs(from[i]));
    for (double& share : mix) share /= sum;
    return mix;
  };
  return {shares(model.dualRowSolution(), table.rows),
          shares(model.primalColumnSolution(), table.columns)};
}

}  // namespace

GameSolver game_solver() { return solve_by_clp; }

}  // namespace broadside
