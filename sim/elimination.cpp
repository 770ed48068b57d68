#include "sim/elimination.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace broadside {
namespace {

struct Term {
  std::uint32_t column;
  double value;
};
using Row = std::vector<Term>;  // by column

/// Gauss, unknown by unknown; no pivoting for size, since the diagonal of an M-matrix dominates.
class Elimination {
 public:
  Elimination(std::size_t size, std::span<const SparseEntry> entries, std::span<double> sides)
      : size_(size), sides_(sides), rows_(size), holders_(size), gone_(size) {
    // Each row by column, without sorting: the entries, column by column, are dealt to the rows.
    std::vector<std::vector<SparseEntry>> columns(size);
    for (const SparseEntry& entry : entries) columns[entry.column].push_back(entry);
    for (const auto& column : columns)
      for (const SparseEntry& entry : column) add(entry);
  }

  void solve() {
    std::vector<std::uint32_t> order;
    for (std::size_t left = size_; left > 0; --left) {
      const std::uint32_t unknown = cheapest();
      order.push_back(unknown);
      take_out(unknown);
    }
    for (std::size_t at = size_; at-- > 0;) put_back(order[at]);
  }

 private:
  void add(const SparseEntry& entry) {
    Row& row = rows_[entry.row];
    if (!row.empty() && row.back().column == entry.column) {
      row.back().value += entry.value;
      return;
    }
    row.push_back({entry.column, entry.value});
    holders_[entry.column].push_back(entry.row);
  }

  /// The unknown that the fewest others are joined by (Markowitz 1957), so that rows stay short.
  std::uint32_t cheapest() const {
    std::uint32_t best = 0;
    std::size_t least = ~std::size_t{0};
    for (std::uint32_t u = 0; u < size_; ++u) {
      if (gone_[u]) continue;
      const std::size_t cost = (rows_[u].size() - 1) * (holders_[u].size() - 1);
      if (cost < least) {
        least = cost;
        best = u;
      }
    }
    return best;
  }

  /// Takes the unknown out of the equations of all others. Its own keeps what puts it back.
  void take_out(std::uint32_t unknown) {
    gone_[unknown] = true;
    const Row& pivot = rows_[unknown];
    const double diagonal = at(pivot, unknown);
    for (const std::uint32_t other : holders_[unknown]) {
      if (other == unknown) continue;
      const double share = at(rows_[other], unknown) / diagonal;
      subtract(other, pivot, share, unknown);
      for (std::size_t first = 0; first < sides_.size(); first += size_)
        sides_[first + other] -= share * sides_[first + unknown];
    }
    for (const Term& term : pivot)
      if (term.column != unknown) std::erase(holders_[term.column], unknown);
  }

  static double at(const Row& row, std::uint32_t column) {
    for (const Term& term : row)
      if (term.column == column) return term.value;
    return 0;
  }

  /// The other row without the unknown.
  void subtract(std::uint32_t other, const Row& pivot, double share, std::uint32_t unknown) {
    const Row& old = rows_[other];
    fresh_.clear();
    std::size_t mine = 0;
    for (const Term& term : pivot) {
      for (; mine < old.size() && old[mine].column < term.column; ++mine)
        fresh_.push_back(old[mine]);
      const bool is_here = mine < old.size() && old[mine].column == term.column;
      const double before = is_here ? old[mine++].value : 0;
      if (term.column == unknown) continue;
      if (!is_here) holders_[term.column].push_back(other);
      fresh_.push_back({term.column, before - share * term.value});
    }
    fresh_.insert(fresh_.end(), old.begin() + static_cast<std::ptrdiff_t>(mine), old.end());
    rows_[other].swap(fresh_);
  }

  /// The unknown's value, all that were taken out later being known.
  void put_back(std::uint32_t unknown) {
    const Row& row = rows_[unknown];
    const double diagonal = at(row, unknown);
    for (std::size_t first = 0; first < sides_.size(); first += size_) {
      double value = sides_[first + unknown];
      for (const Term& term : row)
        if (term.column != unknown) value -= term.value * sides_[first + term.column];
      sides_[first + unknown] = value / diagonal;
    }
  }

  std::size_t size_;
  std::span<double> sides_;
  std::vector<Row> rows_;
  std::vector<std::vector<std::uint32_t>> holders_;  ///< by column: the rows that have it
  std::vector<bool> gone_;
  Row fresh_;
};

}  // namespace

void solve_by_elimination(std::size_t size, std::span<const SparseEntry> entries,
                          std::span<double> sides) {
  Elimination(size, entries, sides).solve();
}

}  // namespace broadside
