#pragma once
// Question: how do laws of volleys become rows of a table?

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "core/tables/alias.hpp"
#include "core/tables/compile/draft.hpp"
#include "core/tables/duel.hpp"

namespace broadside::detail {

inline std::uint32_t bits_for(std::size_t columns) {
  std::uint32_t bits = 1;
  while ((std::size_t{1} << bits) < columns) ++bits;
  return bits;
}

/// Volleys that do the same to every state of the enemy are one volley: hits beyond what he can
/// lose merge.
inline List<std::uint32_t> merge_columns(const NextTable& next, std::size_t columns, bool keep_all,
                                         std::size_t& kept, Memory memory) {
  List<std::uint32_t> to(columns, memory);
  List<std::size_t> keep(memory);
  for (std::size_t c = 0; c < columns; ++c) {
    std::size_t same = keep.size();
    for (std::size_t k = keep.size(); k-- > 0 && !keep_all;) {
      std::size_t row = 0;
      while (row < next.rows() && next[row][c] == next[row][keep[k]]) ++row;
      if (row == next.rows()) {
        same = k;
        break;
      }
    }
    if (same == keep.size()) keep.push_back(c);
    to[c] = static_cast<std::uint32_t>(same);
  }
  kept = keep.size();
  return to;
}

/// A row of a side that throwing changes: (volley and own force after throwing, chance), each once.
using SpentRow = std::vector<std::pair<std::uint32_t, double>>;

/// Volleys that are one to the enemy are one here too, so a row is no wider than what it can lead
/// to. One row for each law.
template <class Force>
std::vector<SpentRow> spent_rows(const SideDraft<Force>& draft,
                                 std::span<const std::uint32_t> volley_to) {
  std::vector<SpentRow> rows(draft.law_ends.size() - 1);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    SpentRow& row = rows[r];
    for (const auto& thrown : draft.law(r))
      row.emplace_back(volley_to[thrown.volley] | thrown.mid << 16, thrown.chance);
    std::stable_sort(row.begin(), row.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < row.size(); ++i)
      if (kept > 0 && row[kept - 1].first == row[i].first)
        row[kept - 1].second += row[i].second;
      else
        row[kept++] = row[i];
    row.resize(kept);
  }
  return rows;
}

/// Finds blocks of rows that are equal bit by bit, so that each is stored once.
class RowBlocks {
 public:
  RowBlocks(StepSide& out, std::size_t block, Memory memory)
      : out_(out), block_(block), places_(memory), first_row_(memory), hashes_(memory) {}

  /// The first row of the block, appended where it is new. `thrown` may be empty.
  std::uint32_t add(std::span<const double> chance, std::span<const std::uint32_t> thrown,
                    std::uint32_t rows) {
    if (places_.size() < 2 * (first_row_.size() + 1)) grow();
    const std::uint64_t hash = hash_block(chance, thrown);
    const std::size_t mask = places_.size() - 1;
    std::size_t at = hash & mask;
    while (places_[at] != kFree &&
           !(hashes_[places_[at]] == hash && equal(places_[at], chance, thrown)))
      at = (at + 1) & mask;
    if (places_[at] != kFree) return first_row_[places_[at]];
    places_[at] = static_cast<std::uint32_t>(first_row_.size());
    first_row_.push_back(out_.rows);
    hashes_.push_back(hash);
    out_.chance.insert(out_.chance.end(), chance.begin(), chance.end());
    out_.thrown.insert(out_.thrown.end(), thrown.begin(), thrown.end());
    out_.rows += rows;
    return first_row_.back();
  }

 private:
  static constexpr std::uint32_t kFree = ~0u;
  static std::uint64_t hash_block(std::span<const double> chance,
                                  std::span<const std::uint32_t> thrown) {
    std::uint64_t hash = 0;
    for (const double p : chance) hash = chain_hash(hash, std::bit_cast<std::uint64_t>(p));
    for (const std::uint32_t both : thrown) hash = chain_hash(hash, both);
    return hash ^ hash >> 29;
  }
  bool equal(std::size_t b, std::span<const double> chance,
             std::span<const std::uint32_t> thrown) const {
    return std::memcmp(out_.chance.data() + b * block_, chance.data(), block_ * sizeof(double)) ==
               0 &&
           (thrown.empty() ||
            std::equal(thrown.begin(), thrown.end(),
                       out_.thrown.begin() + static_cast<std::ptrdiff_t>(b * block_)));
  }
  void grow() {
    places_.assign(std::max<std::size_t>(16, 2 * places_.size()), kFree);
    for (std::uint32_t b = 0; b < hashes_.size(); ++b) {
      std::size_t at = hashes_[b] & (places_.size() - 1);
      while (places_[at] != kFree) at = (at + 1) & (places_.size() - 1);
      places_[at] = b;
    }
  }
  StepSide& out_;
  std::size_t block_;
  List<std::uint32_t> places_, first_row_;
  List<std::uint64_t> hashes_;
};

/// Fills one side's tables of one step; rows that are equal are stored once.
template <class Force>
void write_rows(const SideDraft<Force>& draft, std::span<const std::uint32_t> volley_to,
                std::size_t volley_count, std::uint32_t features, StepSide& out,
                List<std::uint32_t>& row_of_in) {
  std::size_t widest = draft.spends ? 1 : volley_count;
  std::vector<SpentRow> spent;
  if (draft.spends) spent = spent_rows(draft, volley_to);
  for (const SpentRow& row : spent) widest = std::max(widest, row.size());
  out.column_bits = bits_for(widest);
  const std::size_t columns = std::size_t{1} << out.column_bits;

  const std::size_t blocks = (draft.law_ends.size() - 1) / features;
  List<std::uint32_t> row_of_block(blocks, draft.memory);
  List<double> block(features * columns, draft.memory);
  List<std::uint32_t> thrown(draft.spends ? features * columns : 0, draft.memory);
  RowBlocks known{out, block.size(), draft.memory};
  for (std::size_t b = 0; b < blocks; ++b) {
    std::fill(block.begin(), block.end(), 0.0);
    std::fill(thrown.begin(), thrown.end(), 0u);
    for (std::uint32_t f = 0; f < features; ++f) {
      std::size_t column = f * columns;
      if (draft.spends)
        for (const auto& [volley_and_own, chance] : spent[b * features + f]) {
          block[column] = chance;
          thrown[column++] = volley_and_own;
        }
      else
        for (const auto& one : draft.law(b * features + f))
          block[column + volley_to[one.volley]] += one.chance;
    }
    row_of_block[b] = known.add(block, thrown, features);
  }
  row_of_in.assign(draft.in.size(), 0);  // a force that has left the fight throws nothing
  for (std::size_t i = 0; i < draft.block_of.size(); ++i)
    if (draft.block_of[i] != draft.kNoThrow) row_of_in[i] = row_of_block[draft.block_of[i]];
  if (out.rows == 0) {  // nobody ever throws here: one row that yields volley 0
    out.rows = 1;
    out.chance.assign(columns, 0.0);
    out.chance[0] = 1;
  }
  out.alias.resize(out.chance.size());
  out.refine.resize(out.chance.size());
  AliasBuilder alias;
  for (std::uint32_t r = 0; r < out.rows; ++r)
    alias.fill(std::span{out.chance}.subspan(r * columns, columns), out.column_bits,
               std::span{out.alias}.subspan(r * columns, columns),
               std::span{out.refine}.subspan(r * columns, columns));
}

}  // namespace broadside::detail
