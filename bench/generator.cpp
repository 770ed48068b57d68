#include "bench/generator.hpp"

#include <cstring>
#include <numeric>

#include "core/kernel.hpp"
#include "core/rng.hpp"

namespace broadside::bench {
namespace {

std::uint64_t make_scalar(std::uint64_t count) noexcept {
  Xoshiro dice = lane_stream(1, 0, 0);
  std::uint64_t sum = 0;
  for (; count > 0; --count) sum += dice();
  return sum;
}

#if defined(__x86_64__)
using Words = std::uint64_t[4][8];

/// Written with the compiler's own vectors: eight generators in one register or in two.
using Eight __attribute__((vector_size(64))) = std::uint64_t;

__attribute__((always_inline)) inline void rotate(Eight& value, int bits) {
  value = value << bits | value >> (64 - bits);
}

__attribute__((always_inline)) inline std::uint64_t make_eight(std::uint64_t count) {
  alignas(64) Words words;
  for (std::uint32_t lane = 0; lane < 8; ++lane)
    for (std::size_t w = 0; w < 4; ++w) words[w][lane] = lane_stream(1, 0, lane).state()[w];
  Eight s[4], sum{};
  std::memcpy(s, words, sizeof s);
  for (count = (count + 7) / 8; count > 0; --count) {
    Eight result = s[0] + s[3];
    rotate(result, 23);
    sum += result + s[0];
    const Eight shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    rotate(s[3], 45);
  }
  std::memcpy(words, &sum, sizeof sum);
  return std::accumulate(words[0], words[0] + 8, std::uint64_t{0});
}

__attribute__((target("avx2"))) std::uint64_t make_avx2(std::uint64_t count) noexcept {
  return make_eight(count);
}
__attribute__((target("avx512f"))) std::uint64_t make_avx512(std::uint64_t count) noexcept {
  return make_eight(count);
}
#endif

}  // namespace

std::uint64_t make_numbers(std::uint64_t count) noexcept {
#if defined(__x86_64__)
  if (available_kernels().back() == Kernel::avx512) return make_avx512(count);
  if (available_kernels().back() == Kernel::avx2) return make_avx2(count);
#endif
  return make_scalar(count);
}

}  // namespace broadside::bench
