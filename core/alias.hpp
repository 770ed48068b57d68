#pragma once
// Question: how is one outcome drawn from a finite law with one 32-bit number?
//
// Walker's alias method with 2^k columns (Vose's construction). The draw's top k bits name the
// column and the other 32 - k bits are compared with the column's threshold. An entry is one 32-bit
// word: threshold above, the other outcome in the low k bits. Where draw and threshold are equal
// (once in 2^(32-k) draws) 32 further random bits decide, so every chance is met to about 2^-52:
// the resolution of the double it came from.

#include <cstdint>
#include <span>
#include <vector>

namespace broadside {

/// Fills rows; keeps its working space from one to the next.
class AliasBuilder {
 public:
  /// Fills one row of 2^bits columns. `chance` may be shorter than the row; it adds up to one.
  /// No column ever yields an outcome of chance zero.
  void fill(std::span<const double> chance, std::uint32_t bits, std::span<std::uint32_t> alias,
            std::span<std::uint32_t> refine);

 private:
  std::vector<double> left_;  ///< what is still to be placed, in units of one column
  std::vector<std::uint32_t> poor_, rich_;
};

inline void fill_alias_row(std::span<const double> chance, std::uint32_t bits,
                           std::span<std::uint32_t> alias, std::span<std::uint32_t> refine) {
  AliasBuilder{}.fill(chance, bits, alias, refine);
}

/// Draws from the row that begins at `alias`. `more()` supplies 32 further random bits on a tie.
template <class More>
inline std::uint32_t draw_alias(const std::uint32_t* alias, const std::uint32_t* refine,
                                std::uint32_t bits, std::uint32_t draw, More&& more) noexcept {
  // One shift puts the column above bit 32 and the place inside the column below it.
  const std::uint64_t shifted = std::uint64_t{draw} << bits;
  const auto column = static_cast<std::uint32_t>(shifted >> 32),
             place = static_cast<std::uint32_t>(shifted);
  const std::uint32_t entry = alias[column];
  const std::uint32_t columns = 1u << bits, otherwise = entry & (columns - 1);
  // The place has no low bits, so the entry, outcome and all, can stand for its threshold in both
  // comparisons.
  if (entry - place < columns) [[unlikely]]
    return more() < refine[column] ? column : otherwise;
  return entry < place ? otherwise : column;
}

}  // namespace broadside
