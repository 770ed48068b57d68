#pragma once
// Question: what solves a sparse system where there is no room for a library that does?

#include <cstddef>
#include <span>

#include "sim/sparse_system.hpp"

namespace broadside {

/// As solve_sparse, which is this one in the page's modules: Eigen's solver would be a twentieth of
/// what a visitor loads. The same numbers to 1e-13 or so, slower on thousands of unknowns.
void solve_by_elimination(std::size_t size, std::span<const SparseEntry> entries,
                          std::span<double> sides);

}  // namespace broadside
