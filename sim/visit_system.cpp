#include "sim/visit_system.hpp"

#include <Eigen/SparseLU>

namespace broadside {

/// The matrix is a column diagonally dominant M-matrix (no pair is stalled, so the battle leaves
/// the block sooner or later): elimination is stable and needs no other care.
void VisitSystem::solve_sparse(std::vector<double>& visits) const {
  const auto size = static_cast<Eigen::Index>(visits.size());
  std::vector<double> diagonal = exit_;
  std::vector<Eigen::Triplet<double>> triplets;
  for (const Entry& entry : entries_) {
    if (entry.from == entry.to) continue;
    diagonal[entry.from] += entry.chance;
    triplets.emplace_back(static_cast<int>(entry.to), static_cast<int>(entry.from), -entry.chance);
  }
  for (std::size_t u = 0; u < diagonal.size(); ++u)
    triplets.emplace_back(static_cast<int>(u), static_cast<int>(u), diagonal[u]);
  Eigen::SparseMatrix<double> matrix(size, size);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> elimination(matrix);
  assert(elimination.info() == Eigen::Success);
  Eigen::Map<Eigen::VectorXd> x(visits.data(), size);
  x = elimination.solve(Eigen::VectorXd(x));
}

}  // namespace broadside
