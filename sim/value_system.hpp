#pragma once
// Question: what are states worth that lead to one another?

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/sparse_system.hpp"
#include "sim/spread.hpp"

namespace broadside {

/// Values x = known + Q x of pairs that lead to one another, several of each pair at a time.
template <std::size_t kWidth>
class ValueSystem {
 public:
  using Lot = std::array<double, kWidth>;
  /// Systems up to this size are solved densely, as in VisitSystem.
  static constexpr std::size_t kDenseUnknowns = 128;

  void clear(std::size_t unknowns) {
    entries_.clear();
    exit_.assign(unknowns, 0.0);
    known_.assign(unknowns, Lot{});
  }
  /// The unknown leaves for good with this chance, to what is worth so much.
  void leave(std::size_t from, double chance, const double* worth) {
    exit_[from] += chance;
    for (std::size_t c = 0; c < kWidth; ++c) known_[from][c] += chance * worth[c];
  }
  /// What an unknown is worth each time, wherever it leads.
  void add(std::size_t from, const Lot& each) {
    for (std::size_t c = 0; c < kWidth; ++c) known_[from][c] += each[c];
  }
  void lead(std::size_t from, std::size_t to, double chance) {
    if (from != to) entries_.push_back({from, to, chance});
  }

  const std::vector<Lot>& solve() {
    if (exit_.size() <= kDenseUnknowns)
      eliminate();
    else
      eliminate_sparse();
    return known_;
  }

 private:
  struct Entry {
    std::size_t from, to;
    double chance;
  };

  /// Grassmann, Taksar, Heyman 1985, as in VisitSystem: sums of positive numbers only.
  void eliminate() {
    const std::size_t n = exit_.size();
    matrix_.assign(n * n, 0.0);
    for (const Entry& entry : entries_) matrix_[entry.from * n + entry.to] += entry.chance;
    leaves_.assign(n, 0.0);
    for (std::size_t k = n; k-- > 0;) {
      const double* const from_k = matrix_.data() + k * n;
      double leaves = exit_[k];
      for (std::size_t j = 0; j < k; ++j) leaves += from_k[j];
      leaves_[k] = leaves > 0 ? leaves : 1;  // nothing leads out: two forces that never meet
      for (std::size_t i = 0; i < k; ++i) {
        double* const from_i = matrix_.data() + i * n;
        if (from_i[k] <= 0) continue;
        const double share = from_i[k] / leaves_[k];
        add_scaled(from_i, from_k, i, share);
        add_scaled(from_i + i + 1, from_k + i + 1, k - i - 1, share);
        exit_[i] += share * exit_[k];
        for (std::size_t c = 0; c < kWidth; ++c) known_[i][c] += share * known_[k][c];
      }
    }
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t c = 0; c < kWidth; ++c) {
        for (std::size_t j = 0; j < k; ++j) known_[k][c] += matrix_[k * n + j] * known_[j][c];
        known_[k][c] /= leaves_[k];
      }
  }

  void eliminate_sparse() {
    const std::size_t size = exit_.size();
    std::vector<double> diagonal = exit_, sides(size * kWidth);
    std::vector<SparseEntry> matrix;
    for (const Entry& entry : entries_) {
      diagonal[entry.from] += entry.chance;
      matrix.push_back({static_cast<std::uint32_t>(entry.from),
                        static_cast<std::uint32_t>(entry.to), -entry.chance});
    }
    for (std::uint32_t u = 0; u < size; ++u)
      matrix.push_back({u, u, diagonal[u] > 0 ? diagonal[u] : 1.0});
    for (std::size_t u = 0; u < size; ++u)
      for (std::size_t c = 0; c < kWidth; ++c) sides[c * size + u] = known_[u][c];
    solve_sparse(size, matrix, sides);
    for (std::size_t u = 0; u < size; ++u)
      for (std::size_t c = 0; c < kWidth; ++c) known_[u][c] = sides[c * size + u];
  }

  std::vector<Entry> entries_;
  std::vector<double> exit_, matrix_, leaves_;
  std::vector<Lot> known_;
};

}  // namespace broadside
