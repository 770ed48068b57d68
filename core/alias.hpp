#pragma once
// Question: how is one outcome drawn from a finite law with one 32-bit number?
//
// Walker's alias method with 2^k columns (Vose's construction). The draw's top k bits name the column and the other
// 32 - k bits are compared with the column's threshold. An entry is one 32-bit word: threshold above, the other
// outcome in the low k bits. Where draw and threshold are equal (once in 2^(32-k) draws) 32 further random bits decide,
// so every chance is met to about 2^-52: the resolution of the double it came from.

#include <cstdint>
#include <span>

namespace broadside {

/// Fills one row of 2^bits columns. `chance` may be shorter than the row; it adds up to one.
/// No column ever yields an outcome of chance zero.
void fill_alias_row(std::span<const double> chance, std::uint32_t bits, std::span<std::uint32_t> alias,
                    std::span<std::uint32_t> refine);

/// Draws from the row that begins at `alias`. `more()` supplies 32 further random bits on a tie.
template <class More>
inline std::uint32_t draw_alias(const std::uint32_t* alias, const std::uint32_t* refine, std::uint32_t bits,
                                std::uint32_t draw, More&& more) noexcept {
  const std::uint32_t column = draw >> (32 - bits);
  const std::uint32_t entry = alias[column];
  // Both sides of the comparison carry their low-order bits on top: no shift of the threshold is needed.
  const std::uint32_t place = draw << bits;
  const std::uint32_t threshold = entry & ~((1u << bits) - 1);
  const std::uint32_t otherwise = entry & ((1u << bits) - 1);
  if (place == threshold) [[unlikely]]
    return more() < refine[column] ? column : otherwise;
  return place < threshold ? column : otherwise;
}

}  // namespace broadside
