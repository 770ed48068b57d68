#include "sim/equilibrium.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace broadside {
namespace {

/// Better by less than this is rounding.
constexpr double kBetter = 1e-12;
constexpr std::size_t kMostAnswers = 10'000;

/// What every row gets against a mix of columns.
std::vector<double> rows_against(const PayoffTable& table, const std::vector<double>& columns) {
  std::vector<double> gets(table.rows);
  for (std::size_t r = 0; r < table.rows; ++r)
    for (std::size_t c = 0; c < table.columns; ++c)
      if (columns[c] > 0) gets[r] += columns[c] * table.at(r, c);
  return gets;
}

std::vector<double> columns_against(const PayoffTable& table, const std::vector<double>& rows) {
  std::vector<double> gives(table.columns);
  for (std::size_t r = 0; r < table.rows; ++r)
    if (rows[r] > 0)
      for (std::size_t c = 0; c < table.columns; ++c) gives[c] += rows[r] * table.at(r, c);
  return gives;
}

/// Chances: nothing below zero, and one in all.
void normalize(std::vector<double>& mix) {
  double sum = 0;
  for (double& share : mix) sum += share = share > kBetter ? share : 0.0;
  for (double& share : mix) share /= sum;
}

template <class List>
std::size_t place_of_most(const List& list) {
  return static_cast<std::size_t>(std::max_element(list.begin(), list.end()) - list.begin());
}
template <class List>
std::size_t place_of_least(const List& list) {
  return static_cast<std::size_t>(std::min_element(list.begin(), list.end()) - list.begin());
}

bool add(std::vector<std::size_t>& chosen, std::size_t one) {
  if (std::find(chosen.begin(), chosen.end(), one) != chosen.end()) return false;
  chosen.push_back(one);
  return true;
}

}  // namespace

Mixes solve_by_simplex(const PayoffTable& table) {
  // With all payoffs above zero: the most of the sum of y with B y <= 1 for the columns; its dual is
  // the problem of the rows. Bland's rule: no cycle.
  const std::size_t m = table.rows, n = table.columns, width = n + m + 1;
  const double least = *std::min_element(table.payoff.begin(), table.payoff.end());
  std::vector<double> cells((m + 1) * width);
  const auto at = [&](std::size_t r, std::size_t c) -> double& { return cells[r * width + c]; };
  std::vector<std::size_t> basis(m);
  for (std::size_t r = 0; r < m; ++r) {
    for (std::size_t c = 0; c < n; ++c) at(r, c) = table.at(r, c) - least + 1;
    at(r, n + r) = at(r, width - 1) = 1;
    basis[r] = n + r;
  }
  for (std::size_t c = 0; c < n; ++c) at(m, c) = -1;
  for (;;) {
    std::size_t in = 0;
    while (in + 1 < width && at(m, in) >= -kBetter) ++in;
    if (in + 1 == width) break;
    std::size_t out = m;
    double tightest = std::numeric_limits<double>::infinity();
    for (std::size_t r = 0; r < m; ++r) {
      if (at(r, in) <= kBetter) continue;
      const double ratio = at(r, width - 1) / at(r, in);
      if (out == m || ratio < tightest - kBetter ||
          (ratio <= tightest + kBetter && basis[r] < basis[out])) {
        tightest = std::min(tightest, ratio);
        out = r;
      }
    }
    if (out == m) break;  // cannot be: the payoffs are above zero
    const double pivot = at(out, in);
    for (std::size_t c = 0; c < width; ++c) at(out, c) /= pivot;
    for (std::size_t r = 0; r <= m; ++r)
      if (const double factor = at(r, in); r != out && factor != 0)
        for (std::size_t c = 0; c < width; ++c) at(r, c) -= factor * at(out, c);
    basis[out] = in;
  }
  Mixes mixes{std::vector<double>(m), std::vector<double>(n)};
  for (std::size_t r = 0; r < m; ++r) {
    if (basis[r] < n) mixes.columns[basis[r]] = at(r, width - 1);
    mixes.rows[r] = at(m, n + r);
  }
  normalize(mixes.rows);
  normalize(mixes.columns);
  return mixes;
}

Equilibrium equilibrium(const PayoffTable& table, const GameSolver& solver) {
  // Each begins with the choice that loses least at the worst.
  std::vector<double> worst_row(table.rows, std::numeric_limits<double>::infinity()),
      worst_column(table.columns, -std::numeric_limits<double>::infinity());
  for (std::size_t r = 0; r < table.rows; ++r)
    for (std::size_t c = 0; c < table.columns; ++c) {
      worst_row[r] = std::min(worst_row[r], table.at(r, c));
      worst_column[c] = std::max(worst_column[c], table.at(r, c));
    }
  std::vector<std::size_t> rows{place_of_most(worst_row)}, columns{place_of_least(worst_column)};
  Equilibrium found;
  for (std::size_t answers = 0; answers < kMostAnswers; ++answers) {
    PayoffTable small{rows.size(), columns.size(), {}};
    for (const std::size_t r : rows)
      for (const std::size_t c : columns) small.payoff.push_back(table.at(r, c));
    const Mixes mixes = solver(small);
    found.rows.assign(table.rows, 0.0);
    found.columns.assign(table.columns, 0.0);
    for (std::size_t r = 0; r < rows.size(); ++r) found.rows[rows[r]] = mixes.rows[r];
    for (std::size_t c = 0; c < columns.size(); ++c) found.columns[columns[c]] = mixes.columns[c];
    const auto gets = rows_against(table, found.columns);
    const auto gives = columns_against(table, found.rows);
    const std::size_t best_row = place_of_most(gets), best_column = place_of_least(gives);
    found.columns_hold = gets[best_row];
    found.rows_get = gives[best_column];
    if (found.gap() <= kBetter) break;
    const bool more_rows = add(rows, best_row), more_columns = add(columns, best_column);
    if (!more_rows && !more_columns) break;  // as near as rounding lets them come
  }
  return found;
}

}  // namespace broadside
