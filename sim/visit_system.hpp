#pragma once
// Question: how often is each of the states visited that lead to one another?

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/sparse_system.hpp"
#include "sim/spread.hpp"

namespace broadside {

/// The expected number of visits x = arrived + Q^T x of pairs that lead to one another.
class VisitSystem {
 public:
  /// Systems up to this size are solved densely: below it the bookkeeping of a sparse solver costs
  /// more.
  static constexpr std::size_t kDenseUnknowns = 128;

  void clear() {
    entries_.clear();
    exit_.clear();
  }
  /// The next unknown leaves all others for good with this chance.
  void add_unknown(double exit) { exit_.push_back(exit); }
  void lead(std::uint32_t from, std::uint32_t to, double chance) {
    entries_.push_back({from, to, chance});
  }

  /// Replaces what arrived at each unknown by how often it is visited.
  void solve(std::vector<double>& visits) {
    if (visits.size() <= kDenseUnknowns)
      eliminate(visits);
    else
      eliminate_sparse(visits);
  }

 private:
  struct Entry {
    std::uint32_t from, to;
    double chance;
  };

  /// Takes one unknown after the other out of the chain, its transitions going past it (Grassmann,
  /// Taksar, Heyman 1985). Only sums, products and quotients of positive numbers: no digits are
  /// lost.
  void eliminate(std::vector<double>& visits) {
    const std::size_t n = visits.size();
    matrix_.assign(n * n, 0.0);
    for (const Entry& entry : entries_) matrix_[entry.from * n + entry.to] += entry.chance;
    leaves_.assign(n, 0.0);
    for (std::size_t k = n; k-- > 0;) {
      const double* const from_k = matrix_.data() + k * n;
      double leaves = exit_[k];
      for (std::size_t j = 0; j < k; ++j) leaves += from_k[j];
      leaves_[k] = leaves;
      assert(leaves > 0);
      for (std::size_t j = 0; j < k; ++j) visits[j] += visits[k] / leaves * from_k[j];
      for (std::size_t i = 0; i < k; ++i) {
        double* const from_i = matrix_.data() + i * n;
        if (from_i[k] <= 0) continue;
        add_scaled(from_i, from_k, k, from_i[k] / leaves);
        exit_[i] += from_i[k] / leaves * exit_[k];
      }
    }
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < k; ++i) visits[k] += visits[i] * matrix_[i * n + k];
      visits[k] /= leaves_[k];
    }
  }

  /// No pair is stalled, so the battle leaves the block sooner or later.
  void eliminate_sparse(std::vector<double>& visits) const {
    std::vector<double> diagonal = exit_;
    std::vector<SparseEntry> matrix;
    for (const Entry& entry : entries_) {
      if (entry.from == entry.to) continue;
      diagonal[entry.from] += entry.chance;
      matrix.push_back({entry.to, entry.from, -entry.chance});
    }
    for (std::uint32_t u = 0; u < diagonal.size(); ++u) matrix.push_back({u, u, diagonal[u]});
    solve_sparse(visits.size(), matrix, visits);
  }

  std::vector<Entry> entries_;
  std::vector<double> exit_, matrix_, leaves_;
};

}  // namespace broadside
