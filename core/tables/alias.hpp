#pragma once
// Question: how is one column drawn from a finite law with one 32-bit number?
//
// Walker's alias method with 2^k columns (Vose's construction). The draw's top k bits name the
// column and the other 32 - k bits, its place in the column, are compared with the column's
// threshold. An entry is one 32-bit word of the same shape as the draw: the other column in the
// top k bits, the threshold below. Where place and threshold are equal (once in 2^(32-k) draws) 32
// further random bits decide, so every chance is met to about 2^-52: the resolution of the double
// it came from.

#include <cstdint>
#include <span>
#include <vector>

namespace broadside {

/// Fills rows; keeps its working space from one to the next.
class AliasBuilder {
 public:
  /// Fills one row of 2^bits columns. `chance` may be shorter than the row; it adds up to one.
  /// No column ever yields a column of chance zero.
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

/// The bits of a draw, or of an entry, below the column.
constexpr std::uint32_t alias_place_mask(std::uint32_t bits) noexcept { return ~0u >> bits; }

/// Draws from the row that begins at `alias`. `more()` supplies 32 further random bits on a tie.
template <class More>
inline std::uint32_t draw_alias(const std::uint32_t* alias, const std::uint32_t* refine,
                                std::uint32_t bits, std::uint32_t draw, More&& more) noexcept {
  const std::uint32_t mask = alias_place_mask(bits);
  const std::uint32_t column = draw >> (32 - bits), place = draw & mask;
  const std::uint32_t entry = alias[column];
  const std::uint32_t otherwise = entry >> (32 - bits), threshold = entry & mask;
  if (place == threshold) [[unlikely]]
    return more() < refine[column] ? column : otherwise;
  // Without a branch, since nobody can predict it: both are below 2^31, so the top bit of the
  // difference says which is smaller.
  const auto below = static_cast<std::uint32_t>(static_cast<std::int32_t>(place - threshold) >> 31);
  return otherwise ^ ((column ^ otherwise) & below);
}

}  // namespace broadside
