#include "sim/sparse_system.hpp"

#if defined(__wasm__)

#include "sim/elimination.hpp"

namespace broadside {

void solve_sparse(std::size_t size, std::span<const SparseEntry> entries, std::span<double> sides) {
  solve_by_elimination(size, entries, sides);
}

}  // namespace broadside

#else

#include <cassert>

#include <Eigen/SparseLU>

namespace broadside {

void solve_sparse(std::size_t size, std::span<const SparseEntry> entries, std::span<double> sides) {
  const auto rows = static_cast<Eigen::Index>(size);
  std::vector<Eigen::Triplet<double>> triplets;
  triplets.reserve(entries.size());
  for (const SparseEntry& entry : entries)
    triplets.emplace_back(static_cast<int>(entry.row), static_cast<int>(entry.column), entry.value);
  Eigen::SparseMatrix<double> matrix(rows, rows);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> elimination(matrix);
  assert(elimination.info() == Eigen::Success);
  for (std::size_t first = 0; first < sides.size(); first += size) {
    Eigen::Map<Eigen::VectorXd> side(sides.data() + first, rows);
    side = elimination.solve(Eigen::VectorXd(side));
  }
}

}  // namespace broadside

#endif
