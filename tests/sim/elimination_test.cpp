#include "sim/elimination.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace broadside;

namespace {

/// States that lead to a few others each and now and then end: equations of a battle that goes in
/// circles, with several right sides.
struct Equations {
  std::size_t size;
  std::vector<SparseEntry> entries;
  std::vector<double> sides;
};
Equations random_equations(std::size_t size, std::size_t reach, std::uint64_t seed) {
  std::mt19937_64 dice(seed);
  const auto unit = [&] { return static_cast<double>(dice() >> 11) * 0x1p-53; };
  Equations made{size, {}, {}};
  for (std::uint32_t row = 0; row < size; ++row) {
    double leaves = 1e-3 + 0.1 * unit();
    for (std::size_t i = 0; i < reach; ++i) {
      const auto column = static_cast<std::uint32_t>(dice() % size);
      if (column == row) continue;
      const double chance = unit();
      leaves += chance;
      made.entries.push_back({row, column, -chance});
    }
    made.entries.push_back({row, row, leaves});
  }
  for (std::size_t i = 0; i < 3 * size; ++i) made.sides.push_back(unit());
  return made;
}

}  // namespace

TEST_CASE("the page's elimination solves what the program's solver solves, to 1e-12") {
  for (const std::size_t size : {1, 2, 7, 40, 300})
    for (const std::size_t reach : {0, 1, 3, 8}) {
      const Equations asked = random_equations(size, reach, 100 * size + reach);
      auto expected = asked.sides, found = asked.sides;
      solve_sparse(size, asked.entries, expected);
      solve_by_elimination(size, asked.entries, found);
      for (std::size_t i = 0; i < found.size(); ++i)
        CHECK(found[i] == doctest::Approx(expected[i]).epsilon(1e-12));
    }
}

TEST_CASE("coefficients of one place are added up") {
  std::vector<double> side{1, 1};
  const std::vector<SparseEntry> entries{
      {0, 0, 1}, {1, 1, 2}, {0, 1, -0.25}, {0, 0, 1}, {0, 1, -0.25}};
  solve_by_elimination(2, entries, side);
  CHECK(side[1] == 0.5);
  CHECK(side[0] == 0.625);
}
