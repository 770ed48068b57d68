// The vector form of the kernel for AVX2: 16 lanes as two groups of eight, each with its states in
// one register a side. Compiled into every x86-64 build and called only where the processor has it.
#include "core/kernel/lanes.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#define BROADSIDE_VECTOR __attribute__((target("avx2,popcnt")))
#define BROADSIDE_VECTOR_LAMBDA __attribute__((target("avx2,popcnt"), always_inline))
#define BROADSIDE_VECTOR_INLINE BROADSIDE_VECTOR_LAMBDA inline

namespace broadside {
namespace {

using V = __m256i;  // eight 32-bit numbers, or four of 64 bits
constexpr std::size_t kWidth = 8;
using ShiftCount = __m128i;

/// The top bit of each number says yes or no.
struct Mask {
  V top;
};
BROADSIDE_VECTOR_INLINE Mask operator|(Mask a, Mask b) { return {_mm256_or_si256(a.top, b.top)}; }
BROADSIDE_VECTOR_INLINE Mask nobody() { return {_mm256_setzero_si256()}; }
BROADSIDE_VECTOR_INLINE std::uint32_t bits_of(Mask mask) {
  return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(mask.top)));
}
BROADSIDE_VECTOR_INLINE bool any_of(Mask mask) {
  const __m256 top = _mm256_castsi256_ps(mask.top);
  return !_mm256_testz_ps(top, top);  // looks at the top bits alone
}
BROADSIDE_VECTOR_INLINE V pick(Mask mask, V yes, V no) {
  return _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(no), _mm256_castsi256_ps(yes),
                                              _mm256_castsi256_ps(mask.top)));
}

BROADSIDE_VECTOR_INLINE V load(const void* from) {
  return _mm256_loadu_si256(static_cast<const V*>(from));
}
BROADSIDE_VECTOR_INLINE void store(void* to, V value) {
  _mm256_storeu_si256(static_cast<V*>(to), value);
}
BROADSIDE_VECTOR_INLINE V all(std::uint32_t value) {
  return _mm256_set1_epi32(static_cast<int>(value));
}
BROADSIDE_VECTOR_INLINE V both(V a, V b) { return _mm256_and_si256(a, b); }
BROADSIDE_VECTOR_INLINE V either(V a, V b) { return _mm256_or_si256(a, b); }
BROADSIDE_VECTOR_INLINE V add(V a, V b) { return _mm256_add_epi32(a, b); }
BROADSIDE_VECTOR_INLINE V multiply(V a, V b) { return _mm256_mullo_epi32(a, b); }
BROADSIDE_VECTOR_INLINE V smaller(V a, V b) { return _mm256_min_epu32(a, b); }
BROADSIDE_VECTOR_INLINE ShiftCount shift_count(std::uint32_t bits) {
  return _mm_cvtsi32_si128(static_cast<int>(bits));
}
BROADSIDE_VECTOR_INLINE V shift_left(V value, ShiftCount bits) {
  return _mm256_sll_epi32(value, bits);
}
BROADSIDE_VECTOR_INLINE V shift_right(V value, ShiftCount bits) {
  return _mm256_srl_epi32(value, bits);
}
template <int kBits>
BROADSIDE_VECTOR_INLINE V shift_left(V value) {
  return _mm256_slli_epi32(value, kBits);
}
template <int kBits>
BROADSIDE_VECTOR_INLINE V shift_right(V value) {
  return _mm256_srli_epi32(value, kBits);
}
/// For numbers below 2^31: the difference is negative where a < b.
BROADSIDE_VECTOR_INLINE Mask is_below(V a, V b) { return {_mm256_sub_epi32(a, b)}; }
BROADSIDE_VECTOR_INLINE Mask is_equal(V a, V b) { return {_mm256_cmpeq_epi32(a, b)}; }

// Numbers as two halves of 16 bits.
BROADSIDE_VECTOR_INLINE V smaller_halves(V a, V b) { return _mm256_min_epu16(a, b); }
BROADSIDE_VECTOR_INLINE V subtract_halves(V a, V b) { return _mm256_subs_epu16(a, b); }
BROADSIDE_VECTOR_INLINE Mask low_half_is_zero(V value) {
  return {_mm256_slli_epi32(_mm256_cmpeq_epi16(value, _mm256_setzero_si256()), 16)};
}
/// The low halves of both, the second ones above.
BROADSIDE_VECTOR_INLINE V join_halves(V low, V high) {
  return _mm256_blend_epi16(low, _mm256_slli_epi32(high, 16), 0xAA);
}
/// place_of in the low or in the high half, by a choice of bytes: 0x80 yields zero, others a byte
/// of the position.
BROADSIDE_VECTOR_INLINE V choose_bytes(V positions, std::uint32_t bytes) {
  const V in_lane = _mm256_set_epi32(0x0c0c0c0c, 0x08080808, 0x04040404, 0, 0x0c0c0c0c, 0x08080808,
                                     0x04040404, 0);
  return _mm256_shuffle_epi8(positions, _mm256_or_si256(all(bytes), in_lane));
}
BROADSIDE_VECTOR_INLINE V low_places(V positions) { return choose_bytes(positions, 0x80800200u); }
BROADSIDE_VECTOR_INLINE V high_places(V positions) { return choose_bytes(positions, 0x02008080u); }

/// For each mask of eight lanes, one byte a place. pack: which lane comes to this place when the
/// chosen ones move to the front; spread: which of the next entries comes to this lane.
struct Moves {
  std::array<std::uint64_t, 256> pack{}, spread{};
};
constexpr Moves make_moves() {
  Moves moves;
  for (std::uint32_t mask = 0; mask < 256; ++mask) {
    std::uint32_t count = 0;
    for (std::uint32_t lane = 0; lane < kWidth; ++lane) {
      moves.spread[mask] |= std::uint64_t{count} << 8 * lane;
      if (!(mask >> lane & 1)) continue;
      moves.pack[mask] |= std::uint64_t{lane} << 8 * count;
      ++count;
    }
  }
  return moves;
}
alignas(64) constexpr Moves kMoves = make_moves();

BROADSIDE_VECTOR_INLINE V move_of(const std::uint64_t& bytes) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&bytes)));
}
BROADSIDE_VECTOR_INLINE V to_front(V value, std::uint32_t bits) {
  return _mm256_permutevar8x32_epi32(value, move_of(kMoves.pack[bits]));
}
/// The lanes of the mask take the next numbers that stand at `from`.
BROADSIDE_VECTOR_INLINE V take_next(V now, Mask mask, std::uint32_t bits,
                                    const std::uint32_t* from) {
  return pick(mask, _mm256_permutevar8x32_epi32(load(from), move_of(kMoves.spread[bits])), now);
}

/// The entries whose numbers are the two halves of `indices`.
BROADSIDE_VECTOR_INLINE __m128i load_two(const std::uint32_t* table, std::uint64_t indices) {
  const __m128i first =
      _mm_cvtsi32_si128(static_cast<int>(table[static_cast<std::uint32_t>(indices)]));
  return _mm_insert_epi32(first, static_cast<int>(table[indices >> 32]), 1);
}
/// Eight loads: faster than the gather instruction on the processors that were measured, and not
/// slower on others (bench/RESULTS.md).
BROADSIDE_VECTOR_INLINE V look_up(const std::uint32_t* table, V index) {
  const __m128i low = _mm256_castsi256_si128(index), high = _mm256_extracti128_si256(index, 1);
  const auto i01 = static_cast<std::uint64_t>(_mm_cvtsi128_si64(low)),
             i23 = static_cast<std::uint64_t>(_mm_extract_epi64(low, 1)),
             i45 = static_cast<std::uint64_t>(_mm_cvtsi128_si64(high)),
             i67 = static_cast<std::uint64_t>(_mm_extract_epi64(high, 1));
  return _mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_unpacklo_epi64(load_two(table, i01), load_two(table, i23))),
      _mm_unpacklo_epi64(load_two(table, i45), load_two(table, i67)), 1);
}
BROADSIDE_VECTOR_INLINE V look_up_bytes(const std::uint8_t* table, V index) {
  return _mm256_i32gather_epi32(reinterpret_cast<const int*>(table), index, 1);
}

constexpr bool kFewForms = false;

/// Tables in registers.
constexpr std::uint32_t kMostInRegisters = kSmallTable;
template <std::uint32_t kEntries>
struct RegisterTable {
  static_assert(kEntries == 2 * kWidth);
  V low, high;
};
template <std::uint32_t kEntries>
BROADSIDE_VECTOR_INLINE void load_table(const std::uint32_t* from, RegisterTable<kEntries>& table) {
  table = {load(from), load(from + kWidth)};
}
template <std::uint32_t kEntries>
BROADSIDE_VECTOR_INLINE V look_up(const RegisterTable<kEntries>& table, V index) {
  // Bit 3 of an index says in which half.
  return pick({_mm256_slli_epi32(index, 28)}, _mm256_permutevar8x32_epi32(table.high, index),
              _mm256_permutevar8x32_epi32(table.low, index));
}

/// Four generators.
struct FourDice {
  V s0, s1, s2, s3;
};
template <int kBits>
BROADSIDE_VECTOR_INLINE V rotate(V value) {
  return _mm256_or_si256(_mm256_slli_epi64(value, kBits), _mm256_srli_epi64(value, 64 - kBits));
}
BROADSIDE_VECTOR_INLINE V draw(FourDice& s) {
  const V result = _mm256_add_epi64(rotate<23>(_mm256_add_epi64(s.s0, s.s3)), s.s0);
  const V shifted = _mm256_slli_epi64(s.s1, 17);
  s.s2 = _mm256_xor_si256(s.s2, s.s0);
  s.s3 = _mm256_xor_si256(s.s3, s.s1);
  s.s1 = _mm256_xor_si256(s.s1, s.s2);
  s.s0 = _mm256_xor_si256(s.s0, s.s3);
  s.s2 = _mm256_xor_si256(s.s2, shifted);
  s.s3 = rotate<45>(s.s3);
  return result;
}

/// The eight generators of a group, in the order in which `draw` brings their halves back to lanes
/// 0 to 7: the first four are those of lanes 0, 1, 4, 5.
struct Dice {
  FourDice first, second;
};
BROADSIDE_VECTOR_INLINE V low_pairs(V a, V b) { return _mm256_permute2x128_si256(a, b, 0x20); }
BROADSIDE_VECTOR_INLINE V high_pairs(V a, V b) { return _mm256_permute2x128_si256(a, b, 0x31); }

BROADSIDE_VECTOR_INLINE void load_word(const std::uint64_t* from, V& first, V& second) {
  const V low = load(from), high = load(from + 4);
  first = low_pairs(low, high);
  second = high_pairs(low, high);
}
BROADSIDE_VECTOR_INLINE void store_word(std::uint64_t* to, V first, V second) {
  store(to, low_pairs(first, second));
  store(to + 4, high_pairs(first, second));
}
BROADSIDE_VECTOR_INLINE Dice load_dice(const Lanes& lanes, std::size_t from) {
  Dice dice;
  load_word(&lanes.dice[0][from], dice.first.s0, dice.second.s0);
  load_word(&lanes.dice[1][from], dice.first.s1, dice.second.s1);
  load_word(&lanes.dice[2][from], dice.first.s2, dice.second.s2);
  load_word(&lanes.dice[3][from], dice.first.s3, dice.second.s3);
  return dice;
}
BROADSIDE_VECTOR_INLINE void store_dice(Lanes& lanes, std::size_t from, const Dice& dice) {
  store_word(&lanes.dice[0][from], dice.first.s0, dice.second.s0);
  store_word(&lanes.dice[1][from], dice.first.s1, dice.second.s1);
  store_word(&lanes.dice[2][from], dice.first.s2, dice.second.s2);
  store_word(&lanes.dice[3][from], dice.first.s3, dice.second.s3);
}

/// The next draw of each: the high halves for the attacker, the low ones for the defender.
BROADSIDE_VECTOR_INLINE void draw(Dice& dice, V& high, V& low) {
  const __m256 first = _mm256_castsi256_ps(draw(dice.first)),
               second = _mm256_castsi256_ps(draw(dice.second));
  high = _mm256_castps_si256(_mm256_shuffle_ps(first, second, _MM_SHUFFLE(3, 1, 3, 1)));
  low = _mm256_castps_si256(_mm256_shuffle_ps(first, second, _MM_SHUFFLE(2, 0, 2, 0)));
}

}  // namespace
}  // namespace broadside

#include "core/kernel/vector.hpp"

namespace broadside {

void play_full_rounds_avx2(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                           Waiting& waiting, Left& left) noexcept {
  play_full_rounds(step, rounds, lanes, waiting, left);
}

void play_straight_rounds_avx2(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                               Waiting& waiting, std::uint32_t* attacker,
                               std::uint32_t* defender) noexcept {
  play_straight(step, rounds, lanes, waiting, attacker, defender);
}

}  // namespace broadside

#endif
