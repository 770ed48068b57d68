// The vector form of the kernel for AVX-512 (foundation, bytes and words): all 16 lanes in one
// register a side. Compiled into every x86-64 build and called only where the processor has it.
#include "core/kernel/lanes.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 takes the "undefined" registers of its own header for mistakes (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#define BROADSIDE_VECTOR __attribute__((target("avx512f,avx512bw,popcnt")))
#define BROADSIDE_VECTOR_LAMBDA __attribute__((target("avx512f,avx512bw,popcnt"), always_inline))
#define BROADSIDE_VECTOR_INLINE BROADSIDE_VECTOR_LAMBDA inline

namespace broadside {
namespace {

using V = __m512i;  // sixteen 32-bit numbers, or eight of 64 bits
constexpr std::size_t kWidth = 16;
using ShiftCount = __m128i;

struct Mask {
  __mmask16 bits;
};
BROADSIDE_VECTOR_INLINE Mask operator|(Mask a, Mask b) { return {_kor_mask16(a.bits, b.bits)}; }
BROADSIDE_VECTOR_INLINE Mask nobody() { return {0}; }
BROADSIDE_VECTOR_INLINE std::uint32_t bits_of(Mask mask) { return _cvtmask16_u32(mask.bits); }
BROADSIDE_VECTOR_INLINE bool any_of(Mask mask) { return bits_of(mask) != 0; }
BROADSIDE_VECTOR_INLINE V pick(Mask mask, V yes, V no) {
  return _mm512_mask_blend_epi32(mask.bits, no, yes);
}

BROADSIDE_VECTOR_INLINE V load(const void* from) { return _mm512_loadu_si512(from); }
BROADSIDE_VECTOR_INLINE void store(void* to, V value) { _mm512_storeu_si512(to, value); }
BROADSIDE_VECTOR_INLINE V all(std::uint32_t value) {
  return _mm512_set1_epi32(static_cast<int>(value));
}
BROADSIDE_VECTOR_INLINE V both(V a, V b) { return _mm512_and_si512(a, b); }
BROADSIDE_VECTOR_INLINE V either(V a, V b) { return _mm512_or_si512(a, b); }
BROADSIDE_VECTOR_INLINE V add(V a, V b) { return _mm512_add_epi32(a, b); }
BROADSIDE_VECTOR_INLINE V multiply(V a, V b) { return _mm512_mullo_epi32(a, b); }
BROADSIDE_VECTOR_INLINE V smaller(V a, V b) { return _mm512_min_epu32(a, b); }
BROADSIDE_VECTOR_INLINE ShiftCount shift_count(std::uint32_t bits) {
  return _mm_cvtsi32_si128(static_cast<int>(bits));
}
BROADSIDE_VECTOR_INLINE V shift_left(V value, ShiftCount bits) {
  return _mm512_sll_epi32(value, bits);
}
BROADSIDE_VECTOR_INLINE V shift_right(V value, ShiftCount bits) {
  return _mm512_srl_epi32(value, bits);
}
template <unsigned kBits>
BROADSIDE_VECTOR_INLINE V shift_left(V value) {
  return _mm512_slli_epi32(value, kBits);
}
template <unsigned kBits>
BROADSIDE_VECTOR_INLINE V shift_right(V value) {
  return _mm512_srli_epi32(value, kBits);
}
BROADSIDE_VECTOR_INLINE Mask is_below(V a, V b) { return {_mm512_cmplt_epu32_mask(a, b)}; }
BROADSIDE_VECTOR_INLINE Mask is_equal(V a, V b) { return {_mm512_cmpeq_epi32_mask(a, b)}; }

// Numbers as two halves of 16 bits.
BROADSIDE_VECTOR_INLINE V smaller_halves(V a, V b) { return _mm512_min_epu16(a, b); }
BROADSIDE_VECTOR_INLINE V subtract_halves(V a, V b) { return _mm512_subs_epu16(a, b); }
BROADSIDE_VECTOR_INLINE Mask low_half_is_zero(V value) {
  return {_mm512_testn_epi32_mask(value, all(0xffff))};
}
/// The low halves of both, the second ones above.
BROADSIDE_VECTOR_INLINE V join_halves(V low, V high) {
  return _mm512_mask_blend_epi16(0xAAAAAAAA, low, _mm512_slli_epi32(high, 16));
}
/// place_of in the low or in the high half, by a choice of bytes: 0x80 yields zero, others a byte
/// of the position.
BROADSIDE_VECTOR_INLINE V choose_bytes(V positions, std::uint32_t bytes) {
  const V in_lane = _mm512_set4_epi32(0x0c0c0c0c, 0x08080808, 0x04040404, 0);
  return _mm512_shuffle_epi8(positions, _mm512_or_si512(all(bytes), in_lane));
}
BROADSIDE_VECTOR_INLINE V low_places(V positions) { return choose_bytes(positions, 0x80800200u); }
BROADSIDE_VECTOR_INLINE V high_places(V positions) { return choose_bytes(positions, 0x02008080u); }

/// Compressed in a register: some processors take very long to compress into memory.
BROADSIDE_VECTOR_INLINE V to_front(V value, std::uint32_t bits) {
  return _mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), value);
}
/// The lanes of the mask take the next numbers that stand at `from`.
BROADSIDE_VECTOR_INLINE V take_next(V now, Mask mask, std::uint32_t, const std::uint32_t* from) {
  return _mm512_mask_expand_epi32(now, mask.bits, load(from));
}

BROADSIDE_VECTOR_INLINE V look_up(const std::uint32_t* table, V index) {
  return _mm512_i32gather_epi32(index, table, 4);
}
BROADSIDE_VECTOR_INLINE V look_up_bytes(const std::uint8_t* table, V index) {
  return _mm512_i32gather_epi32(index, table, 1);
}

constexpr bool kFewForms = false;

/// Tables in registers.
constexpr std::uint32_t kMostInRegisters = kMediumTable;
template <std::uint32_t kEntries>
struct RegisterTable;
template <>
struct RegisterTable<kWidth> {
  V entries;
};
template <>
struct RegisterTable<4 * kWidth> {
  V first, second, third, fourth;
};
BROADSIDE_VECTOR_INLINE void load_table(const std::uint32_t* from, RegisterTable<kWidth>& table) {
  table = {load(from)};
}
BROADSIDE_VECTOR_INLINE void load_table(const std::uint32_t* from,
                                        RegisterTable<4 * kWidth>& table) {
  table = {load(from), load(from + kWidth), load(from + 2 * kWidth), load(from + 3 * kWidth)};
}
BROADSIDE_VECTOR_INLINE V look_up(const RegisterTable<kWidth>& table, V index) {
  return _mm512_permutexvar_epi32(index, table.entries);
}
BROADSIDE_VECTOR_INLINE V look_up(const RegisterTable<4 * kWidth>& table, V index) {
  return _mm512_mask_blend_epi32(_mm512_test_epi32_mask(index, all(2 * kWidth)),
                                 _mm512_permutex2var_epi32(table.first, index, table.second),
                                 _mm512_permutex2var_epi32(table.third, index, table.fourth));
}

/// Eight generators.
struct EightDice {
  V s0, s1, s2, s3;
};
BROADSIDE_VECTOR_INLINE V draw(EightDice& s) {
  const V result = _mm512_add_epi64(_mm512_rol_epi64(_mm512_add_epi64(s.s0, s.s3), 23), s.s0);
  const V shifted = _mm512_slli_epi64(s.s1, 17);
  s.s2 = _mm512_xor_si512(s.s2, s.s0);
  s.s3 = _mm512_xor_si512(s.s3, s.s1);
  s.s1 = _mm512_xor_si512(s.s1, s.s2);
  s.s0 = _mm512_xor_si512(s.s0, s.s3);
  s.s2 = _mm512_xor_si512(s.s2, shifted);
  s.s3 = _mm512_rol_epi64(s.s3, 45);
  return result;
}

struct Dice {
  EightDice first, second;
};
BROADSIDE_VECTOR_INLINE EightDice load_eight(const Lanes& lanes, std::size_t from) {
  return {load(&lanes.dice[0][from]), load(&lanes.dice[1][from]), load(&lanes.dice[2][from]),
          load(&lanes.dice[3][from])};
}
BROADSIDE_VECTOR_INLINE void store_eight(Lanes& lanes, std::size_t from, const EightDice& dice) {
  store(&lanes.dice[0][from], dice.s0);
  store(&lanes.dice[1][from], dice.s1);
  store(&lanes.dice[2][from], dice.s2);
  store(&lanes.dice[3][from], dice.s3);
}
BROADSIDE_VECTOR_INLINE Dice load_dice(const Lanes& lanes, std::size_t from) {
  return {load_eight(lanes, from), load_eight(lanes, from + 8)};
}
BROADSIDE_VECTOR_INLINE void store_dice(Lanes& lanes, std::size_t from, const Dice& dice) {
  store_eight(lanes, from, dice.first);
  store_eight(lanes, from + 8, dice.second);
}
/// The next draw of each: the high halves for the attacker, the low ones for the defender.
BROADSIDE_VECTOR_INLINE void draw(Dice& dice, V& high, V& low) {
  const V first = draw(dice.first), second = draw(dice.second);
  const V odd = _mm512_set_epi32(31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
  const V even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
  high = _mm512_permutex2var_epi32(first, odd, second);
  low = _mm512_permutex2var_epi32(first, even, second);
}

}  // namespace
}  // namespace broadside

#include "core/kernel/vector.hpp"

namespace broadside {

void play_full_rounds_avx512(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                             Waiting& waiting, Left& left) noexcept {
  play_full_rounds(step, rounds, lanes, waiting, left);
}

void play_straight_rounds_avx512(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                                 Waiting& waiting, std::uint32_t* attacker,
                                 std::uint32_t* defender) noexcept {
  play_straight(step, rounds, lanes, waiting, attacker, defender);
}

}  // namespace broadside

#endif
