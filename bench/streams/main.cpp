// The random numbers that battles are played with, as raw bytes for a battery of tests:
//
//   broadside_streams VIEW [BYTES]       on standard output, endlessly unless BYTES is given

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "bench/streams/views.hpp"

int main(int count, char** words) {
  const auto view = count >= 2 ? broadside::streams::view_named(words[1]) : nullptr;
  if (!view) {
    std::fputs("usage: broadside_streams lane|lanes|chunks|seeds|low [BYTES]\n", stderr);
    return 2;
  }
  std::uint64_t left = count > 2 ? std::strtoull(words[2], nullptr, 10) / 8 : ~std::uint64_t{0};
  std::array<std::uint64_t, 8192> block;
  while (left > 0) {
    const std::size_t size = left < block.size() ? static_cast<std::size_t>(left) : block.size();
    for (std::size_t i = 0; i < size; ++i) block[i] = view->next();
    if (std::fwrite(block.data(), 8, size, stdout) != size) return 0;  // nobody reads any more
    left -= size;
  }
  return 0;
}
