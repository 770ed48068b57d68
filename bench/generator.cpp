#include "bench/generator.hpp"

#include "core/kernel.hpp"
#include "core/rng.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace broadside::bench {
namespace {

std::uint64_t make_scalar(std::uint64_t count) noexcept {
  Xoshiro dice = lane_stream(1, 0, 0);
  std::uint64_t sum = 0;
  for (; count > 0; --count) sum += dice();
  return sum;
}

#if defined(__x86_64__)
template <int kBits>
__attribute__((target("avx2"), always_inline)) inline __m256i rotate(__m256i value) {
  return _mm256_or_si256(_mm256_slli_epi64(value, kBits), _mm256_srli_epi64(value, 64 - kBits));
}

__attribute__((target("avx2"))) std::uint64_t make_avx2(std::uint64_t count) noexcept {
  alignas(32) std::uint64_t words[4][4];
  for (std::uint32_t lane = 0; lane < 4; ++lane)
    for (std::size_t w = 0; w < 4; ++w) words[w][lane] = lane_stream(1, 0, lane).state()[w];
  const auto load = [](const std::uint64_t* from) __attribute__((target("avx2"))) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
  };
  __m256i s0 = load(words[0]), s1 = load(words[1]), s2 = load(words[2]), s3 = load(words[3]);
  __m256i sum = _mm256_setzero_si256();
  for (count = (count + 3) / 4; count > 0; --count) {
    sum = _mm256_add_epi64(sum, _mm256_add_epi64(rotate<23>(_mm256_add_epi64(s0, s3)), s0));
    const __m256i shifted = _mm256_slli_epi64(s1, 17);
    s2 = _mm256_xor_si256(s2, s0);
    s3 = _mm256_xor_si256(s3, s1);
    s1 = _mm256_xor_si256(s1, s2);
    s0 = _mm256_xor_si256(s0, s3);
    s2 = _mm256_xor_si256(s2, shifted);
    s3 = rotate<45>(s3);
  }
  _mm256_store_si256(reinterpret_cast<__m256i*>(words[0]), sum);
  return words[0][0] + words[0][1] + words[0][2] + words[0][3];
}
#endif

}  // namespace

std::uint64_t make_numbers(std::uint64_t count) noexcept {
#if defined(__x86_64__)
  if (available_kernels().back() == Kernel::avx2) return make_avx2(count);
#endif
  return make_scalar(count);
}

}  // namespace broadside::bench
