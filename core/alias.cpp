#include "core/alias.hpp"

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

  auto& left = left_;
  auto &poor = poor_, &rich = rich_;
  left.assign(columns, 0.0);
  poor.clear();
  rich.clear();
  std::uint32_t likeliest = 0;
  for (std::uint32_t i = 0; i < columns; ++i) {
    if (i < chance.size()) left[i] = chance[i] / sum * static_cast<double>(columns);
    if (left[i] > left[likeliest]) likeliest = i;
    (left[i] < 1 ? poor : rich).push_back(i);
  }

  const auto per_column = static_cast<double>(std::uint64_t{1} << (32 - bits));
  const auto place = [&](std::uint32_t column, double share, std::uint32_t otherwise) {
    // share of the column in 2^-64 of the whole draw: 32 - bits bits in the entry, 32 more in
    // refine
    const double scaled = share * per_column;
    auto whole = static_cast<std::uint32_t>(scaled < per_column ? scaled : 0.0);
    double rest = scaled - whole;
    if (share >= 1) {  // the column keeps all of itself: then the other outcome is the same one
      whole = 0;
      rest = 0;
      otherwise = column;
    }
    alias[column] = otherwise << (32 - bits) | static_cast<std::uint32_t>(whole);
    refine[column] = static_cast<std::uint32_t>(rest * 0x1p32);
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
