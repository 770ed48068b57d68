#include "bench/generator.hpp"

#include <cstring>

#include "core/kernel/kernel.hpp"
#include "core/kernel/rng.hpp"

namespace broadside::bench {
namespace {

std::uint64_t make_scalar(std::uint64_t count) noexcept {
  Xoshiro dice = lane_stream(1, 0, 0);
  std::uint64_t sum = 0;
  for (; count > 0; --count) sum += dice();
  return sum;
}

#if defined(__x86_64__)
/// Four generators in one register, in the compiler's own words.
using Four __attribute__((vector_size(32))) = std::uint64_t;

__attribute__((target("avx2"))) std::uint64_t make_avx2(std::uint64_t count) noexcept {
  constexpr std::uint32_t kFour = 4;
  std::uint64_t words[4][kFour];
  for (std::uint32_t lane = 0; lane < kFour; ++lane)
    for (std::size_t w = 0; w < 4; ++w) words[w][lane] = lane_stream(1, 0, lane).state()[w];
  Four s[4], sum{};
  std::memcpy(s, words, sizeof s);
  for (count = (count + kFour - 1) / kFour; count > 0; --count) {
    const Four outer = s[0] + s[3], shifted = s[1] << 17;
    sum += (outer << 23 | outer >> 41) + s[0];
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = s[3] << 45 | s[3] >> 19;
  }
  return sum[0] + sum[1] + sum[2] + sum[3];
}
#endif

}  // namespace

std::uint64_t make_numbers(std::uint64_t count) noexcept {
#if defined(__x86_64__)
  if (available_kernels().back() != Kernel::scalar) return make_avx2(count);
#endif
  return make_scalar(count);
}

}  // namespace broadside::bench
