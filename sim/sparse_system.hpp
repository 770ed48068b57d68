#pragma once
// Question: what solves a large system of linear equations most of whose coefficients are zero?

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace broadside {

struct SparseEntry {
  std::uint32_t row, column;
  double value;
};

/// A x = b for several b at once: `sides` holds them one after the other, `size` numbers each, and
/// then the solutions. Entries of one place are added up. The matrix must be a diagonally dominant
/// M-matrix (the chances with which a battle leaves states for others and for good): elimination is
/// then stable and needs no other care.
///
/// With Eigen, in a file of its own: its templates take longer to compile than both solvers.
void solve_sparse(std::size_t size, std::span<const SparseEntry> entries, std::span<double> sides);

}  // namespace broadside
