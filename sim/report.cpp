#include "sim/report.hpp"

#include <algorithm>
#include <cstddef>

namespace broadside {

Chance Report::retreat() const {
  if (both_retreats) return *both_retreats;
  // At most one side can retreat, or the chances are exact: the other one adds nothing to the
  // width.
  const Chance &a = chance(Outcome::attacker_retreats), &d = chance(Outcome::defender_retreats);
  return {a.p + d.p, a.low + d.low, a.high + d.high};
}

namespace {

/// The number of the side in a row of an answer.
int number_of(const BreakdownRow& row, Side side) {
  for (const auto& [field, value] : row.fields)
    if (field == name(side)) return std::get<int>(value);
  return 0;
}

}  // namespace

double BreakdownReport::mean(Side side) const {
  double sum = 0;
  for (const BreakdownRow& row : rows) sum += row.chance.p * number_of(row, side);
  return sum;
}

std::vector<double> BreakdownReport::at_least(Side side) const {
  int most = 0;
  for (const BreakdownRow& row : rows) most = std::max(most, number_of(row, side));
  std::vector<double> tail(static_cast<std::size_t>(most) + 1);
  for (const BreakdownRow& row : rows)
    for (int n = 0; n <= number_of(row, side); ++n)
      tail[static_cast<std::size_t>(n)] += row.chance.p;
  for (double& p : tail) p = std::min(p, 1.0);  // a sum of many may round above one
  return tail;
}

}  // namespace broadside
