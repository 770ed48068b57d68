#include "core/alias.hpp"

#include <array>
#include <cassert>
#include <cmath>
#include <vector>

namespace broadside {

void fill_alias_row(std::span<const double> chance, std::uint32_t bits,
                    std::span<std::uint32_t> alias, std::span<std::uint32_t> refine) {
  const std::size_t columns = std::size_t{1} << bits;
  assert(bits >= 1 && bits <= 16 && chance.size() <= columns && alias.size() == columns &&
         refine.size() == columns);
  double sum = 0;
  for (double p : chance) sum += p;
  assert(std::abs(sum - 1) < 1e-9);

  std::vector<double> left(columns, 0.0);  // what is still to be placed, in units of one column
  std::vector<std::uint32_t> poor, rich;
  std::uint32_t likeliest = 0;
  for (std::uint32_t i = 0; i < columns; ++i) {
    if (i < chance.size()) left[i] = chance[i] / sum * static_cast<double>(columns);
    if (left[i] > left[likeliest]) likeliest = i;
    (left[i] < 1 ? poor : rich).push_back(i);
  }

  const auto place = [&](std::uint32_t column, double share, std::uint32_t otherwise) {
    // share of the column in 2^-64 of the whole draw: 32 - bits bits in the entry, 32 more in
    // refine
    const double scaled = std::ldexp(share, static_cast<int>(32 - bits));
    double whole = std::floor(scaled);
    double rest = scaled - whole;
    if (share >= 1) {  // the column keeps all of itself: then the other outcome is the same one
      whole = 0;
      rest = 0;
      otherwise = column;
    }
    alias[column] = static_cast<std::uint32_t>(whole) << bits | otherwise;
    refine[column] = static_cast<std::uint32_t>(std::ldexp(rest, 32));
  };

  while (!poor.empty() && !rich.empty()) {
    const std::uint32_t taker = poor.back(), giver = rich.back();
    poor.pop_back();
    place(taker, left[taker], giver);
    left[giver] -= 1 - left[taker];
    if (left[giver] < 1) {
      rich.pop_back();
      poor.push_back(giver);
    }
  }
  for (std::uint32_t i : rich) place(i, 1, i);
  // Rounding can leave a column a hair below one. An outcome of chance zero must still never be
  // drawn.
  for (std::uint32_t i : poor) {
    const bool possible = i < chance.size() && chance[i] > 0;
    place(i, possible ? 1 : 0, possible ? i : likeliest);
  }
}

}  // namespace broadside
