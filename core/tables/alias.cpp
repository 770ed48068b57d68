#include "core/tables/alias.hpp"

#include <array>
#include <cassert>
#include <cmath>
#include <vector>

namespace broadside {

void AliasBuilder::fill(std::span<const double> chance, std::uint32_t bits,
                        std::span<std::uint32_t> alias, std::span<std::uint32_t> refine) {
  const std::size_t columns = std::size_t{1} << bits;
  assert(bits >= 1 && bits <= 16 && chance.size() <= columns && alias.size() == columns &&
         refine.size() == columns);
  double sum = 0;
  for (double p : chance) sum += p;
  assert(std::abs(sum - 1) < 1e-9);

  if (left_.size() < columns) {
    left_.resize(columns);
    poor_.resize(columns);
    rich_.resize(columns);
  }
  double* const left = left_.data();
  std::uint32_t *const poor = poor_.data(), *const rich = rich_.data();
  std::size_t poor_count = 0, rich_count = 0;
  std::uint32_t likeliest = 0;
  for (std::uint32_t i = 0; i < columns; ++i) {
    left[i] = i < chance.size() ? chance[i] / sum * static_cast<double>(columns) : 0;
    if (left[i] > left[likeliest]) likeliest = i;
    if (left[i] < 1)
      poor[poor_count++] = i;
    else
      rich[rich_count++] = i;
  }

  const auto per_column = static_cast<double>(std::uint64_t{1} << (32 - bits));
  const auto place = [&](std::uint32_t column, double share, std::uint32_t otherwise) {
    // share of the column in 2^-64 of the whole draw: 32 - bits bits in the entry, 32 more in
    // refine
    const double scaled = share * per_column;
    auto whole = static_cast<std::uint32_t>(scaled < per_column ? scaled : 0.0);
    double rest = scaled - whole;
    if (share >= 1) {  // the column keeps all of itself: then the other column is the same one
      whole = 0;
      rest = 0;
      otherwise = column;
    }
    alias[column] = otherwise << (32 - bits) | static_cast<std::uint32_t>(whole);
    refine[column] = static_cast<std::uint32_t>(rest * 0x1p32);
  };

  while (poor_count > 0 && rich_count > 0) {
    const std::uint32_t taker = poor[--poor_count], giver = rich[rich_count - 1];
    place(taker, left[taker], giver);
    left[giver] -= 1 - left[taker];
    if (left[giver] < 1) {
      --rich_count;
      poor[poor_count++] = giver;
    }
  }
  for (const std::uint32_t i : std::span{rich, rich_count}) place(i, 1, i);
  // Rounding can leave a column a hair below one. A column of chance zero must still never be
  // drawn.
  for (const std::uint32_t i : std::span{poor, poor_count}) {
    const bool possible = i < chance.size() && chance[i] > 0;
    place(i, possible ? 1 : 0, possible ? i : likeliest);
  }
}

}  // namespace broadside
