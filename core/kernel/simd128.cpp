// The vector form of the kernel for WebAssembly: 16 lanes as two groups of eight, each with its
// states in two registers a side. A module for browsers without vector instructions is made with
// the same file, which then says so.
#include <array>
#include <bit>
#include <cstdint>

#include "core/kernel/lanes.hpp"

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

#define BROADSIDE_VECTOR
#define BROADSIDE_VECTOR_LAMBDA __attribute__((always_inline))
#define BROADSIDE_VECTOR_INLINE BROADSIDE_VECTOR_LAMBDA inline

namespace broadside {
namespace {

/// Eight 32-bit numbers.
struct V {
  v128_t low, high;
};
constexpr std::size_t kWidth = 8, kHalf = 4;
using ShiftCount = std::uint32_t;

/// All bits of a number say yes, or none does.
struct Mask {
  v128_t low, high;
};
BROADSIDE_VECTOR_INLINE Mask operator|(Mask a, Mask b) {
  return {wasm_v128_or(a.low, b.low), wasm_v128_or(a.high, b.high)};
}
BROADSIDE_VECTOR_INLINE Mask nobody() {
  return {wasm_i32x4_const_splat(0), wasm_i32x4_const_splat(0)};
}
BROADSIDE_VECTOR_INLINE std::uint32_t bits_of(Mask mask) {
  return wasm_i32x4_bitmask(mask.low) | wasm_i32x4_bitmask(mask.high) << kHalf;
}
BROADSIDE_VECTOR_INLINE bool any_of(Mask mask) {
  return wasm_v128_any_true(wasm_v128_or(mask.low, mask.high));
}
BROADSIDE_VECTOR_INLINE V pick(Mask mask, V yes, V no) {
  return {wasm_v128_bitselect(yes.low, no.low, mask.low),
          wasm_v128_bitselect(yes.high, no.high, mask.high)};
}

BROADSIDE_VECTOR_INLINE V load(const std::uint32_t* from) {
  return {wasm_v128_load(from), wasm_v128_load(from + kHalf)};
}
BROADSIDE_VECTOR_INLINE void store(std::uint32_t* to, V value) {
  wasm_v128_store(to, value.low);
  wasm_v128_store(to + kHalf, value.high);
}
BROADSIDE_VECTOR_INLINE V all(std::uint32_t value) {
  return {wasm_u32x4_splat(value), wasm_u32x4_splat(value)};
}
BROADSIDE_VECTOR_INLINE V both(V a, V b) {
  return {wasm_v128_and(a.low, b.low), wasm_v128_and(a.high, b.high)};
}
BROADSIDE_VECTOR_INLINE V either(V a, V b) {
  return {wasm_v128_or(a.low, b.low), wasm_v128_or(a.high, b.high)};
}
BROADSIDE_VECTOR_INLINE V add(V a, V b) {
  return {wasm_i32x4_add(a.low, b.low), wasm_i32x4_add(a.high, b.high)};
}
BROADSIDE_VECTOR_INLINE V multiply(V a, V b) {
  return {wasm_i32x4_mul(a.low, b.low), wasm_i32x4_mul(a.high, b.high)};
}
BROADSIDE_VECTOR_INLINE V smaller(V a, V b) {
  return {wasm_u32x4_min(a.low, b.low), wasm_u32x4_min(a.high, b.high)};
}
BROADSIDE_VECTOR_INLINE ShiftCount shift_count(std::uint32_t bits) { return bits; }
BROADSIDE_VECTOR_INLINE V shift_left(V value, ShiftCount bits) {
  return {wasm_i32x4_shl(value.low, bits), wasm_i32x4_shl(value.high, bits)};
}
BROADSIDE_VECTOR_INLINE V shift_right(V value, ShiftCount bits) {
  return {wasm_u32x4_shr(value.low, bits), wasm_u32x4_shr(value.high, bits)};
}
template <unsigned kBits>
BROADSIDE_VECTOR_INLINE V shift_left(V value) {
  return shift_left(value, kBits);
}
template <unsigned kBits>
BROADSIDE_VECTOR_INLINE V shift_right(V value) {
  return shift_right(value, kBits);
}
/// For numbers below 2^31.
BROADSIDE_VECTOR_INLINE Mask is_below(V a, V b) {
  return {wasm_i32x4_lt(a.low, b.low), wasm_i32x4_lt(a.high, b.high)};
}
BROADSIDE_VECTOR_INLINE Mask is_equal(V a, V b) {
  return {wasm_i32x4_eq(a.low, b.low), wasm_i32x4_eq(a.high, b.high)};
}

// Numbers as two halves of 16 bits.
BROADSIDE_VECTOR_INLINE V smaller_halves(V a, V b) {
  return {wasm_u16x8_min(a.low, b.low), wasm_u16x8_min(a.high, b.high)};
}
BROADSIDE_VECTOR_INLINE V subtract_halves(V a, V b) {
  return {wasm_u16x8_sub_sat(a.low, b.low), wasm_u16x8_sub_sat(a.high, b.high)};
}
BROADSIDE_VECTOR_INLINE Mask low_half_is_zero(V value) {
  return is_equal(both(value, all(0xffff)), all(0));
}
/// The low halves of both, the second ones above.
BROADSIDE_VECTOR_INLINE v128_t join_halves(v128_t low, v128_t high) {
  return wasm_i16x8_shuffle(low, wasm_i32x4_shl(high, 16), 0, 9, 2, 11, 4, 13, 6, 15);
}
BROADSIDE_VECTOR_INLINE V join_halves(V low, V high) {
  return {join_halves(low.low, high.low), join_halves(low.high, high.high)};
}
/// place_of in the low or in the high half, by a choice of bytes: beyond 15 yields zero.
BROADSIDE_VECTOR_INLINE V choose_bytes(V positions, v128_t bytes) {
  return {wasm_i8x16_swizzle(positions.low, bytes), wasm_i8x16_swizzle(positions.high, bytes)};
}
BROADSIDE_VECTOR_INLINE V low_places(V positions) {
  return choose_bytes(positions,
                      wasm_u8x16_const(0, 2, 99, 99, 4, 6, 99, 99, 8, 10, 99, 99, 12, 14, 99, 99));
}
BROADSIDE_VECTOR_INLINE V high_places(V positions) {
  return choose_bytes(positions,
                      wasm_u8x16_const(99, 99, 0, 2, 99, 99, 4, 6, 99, 99, 8, 10, 99, 99, 12, 14));
}

/// For each mask of four lanes, byte by byte. pack: which lane comes to this place when the chosen
/// ones move to the front; spread: which of the next entries comes to this lane.
struct Moves {
  alignas(16) std::array<std::array<std::uint8_t, 16>, 16> pack{}, spread{};
};
constexpr Moves make_moves() {
  Moves moves;
  const auto put = [](auto& bytes, std::uint32_t place, std::uint32_t from) {
    for (std::uint32_t b = 0; b < 4; ++b)
      bytes[4 * place + b] = static_cast<std::uint8_t>(4 * from + b);
  };
  for (std::uint32_t mask = 0; mask < 16; ++mask) {
    std::uint32_t count = 0;
    for (std::uint32_t lane = 0; lane < kHalf; ++lane) {
      put(moves.spread[mask], lane, count);
      if (mask >> lane & 1) put(moves.pack[mask], count++, lane);
    }
  }
  return moves;
}
constexpr Moves kMoves = make_moves();

/// How many of the first four lanes.
BROADSIDE_VECTOR_INLINE std::uint32_t of_low(std::uint32_t bits) {
  return static_cast<std::uint32_t>(std::popcount(bits & 15));
}
BROADSIDE_VECTOR_INLINE v128_t move(v128_t value, const std::array<std::uint8_t, 16>& bytes) {
  return wasm_i8x16_swizzle(value, wasm_v128_load(bytes.data()));
}
/// The chosen lanes of both halves at their fronts: those of the second half belong behind the
/// first ones.
struct Packed {
  v128_t low, high;
  std::uint32_t of_low;
};
BROADSIDE_VECTOR_INLINE Packed to_front(V value, std::uint32_t bits) {
  return {move(value.low, kMoves.pack[bits & 15]), move(value.high, kMoves.pack[bits >> kHalf]),
          of_low(bits)};
}
BROADSIDE_VECTOR_INLINE void store(std::uint32_t* to, const Packed& packed) {
  wasm_v128_store(to, packed.low);
  wasm_v128_store(to + packed.of_low, packed.high);
}
/// The lanes of the mask take the next numbers that stand at `from`.
BROADSIDE_VECTOR_INLINE V take_next(V now, Mask mask, std::uint32_t bits,
                                    const std::uint32_t* from) {
  const V next{move(wasm_v128_load(from), kMoves.spread[bits & 15]),
               move(wasm_v128_load(from + of_low(bits)), kMoves.spread[bits >> kHalf])};
  return pick(mask, next, now);
}

/// The numbers at four addresses. An address of this machine is a 32-bit number, so the addresses
/// are made four at a time too.
BROADSIDE_VECTOR_INLINE v128_t load_four(v128_t addresses) {
  const auto first = static_cast<std::uint64_t>(wasm_i64x2_extract_lane(addresses, 0)),
             second = static_cast<std::uint64_t>(wasm_i64x2_extract_lane(addresses, 1));
  const auto at = [](std::uint64_t address) {
    return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(address));
  };
  v128_t numbers = wasm_v128_load32_zero(at(first));
  numbers = wasm_v128_load32_lane(at(first >> 32), numbers, 1);
  numbers = wasm_v128_load32_lane(at(second), numbers, 2);
  return wasm_v128_load32_lane(at(second >> 32), numbers, 3);
}
BROADSIDE_VECTOR_INLINE V load_all(const void* table, V offsets) {
  const V at = add(offsets, all(reinterpret_cast<std::uintptr_t>(table)));
  return {load_four(at.low), load_four(at.high)};
}
BROADSIDE_VECTOR_INLINE V look_up(const std::uint32_t* table, V index) {
  return load_all(table, shift_left<2>(index));
}
BROADSIDE_VECTOR_INLINE V look_up_bytes(const std::uint8_t* table, V index) {
  return load_all(table, index);
}

/// Whoever opens the page waits for every byte of this.
constexpr bool kFewForms = true;

/// Tables are not held in registers: there are few, and loads are cheap beside a choice among four.
constexpr std::uint32_t kMostInRegisters = 0;
template <std::uint32_t kEntries>
struct RegisterTable;

/// Two generators.
struct TwoDice {
  v128_t s0, s1, s2, s3;
};
template <unsigned kBits>
BROADSIDE_VECTOR_INLINE v128_t rotate(v128_t value) {
  return wasm_v128_or(wasm_i64x2_shl(value, kBits), wasm_u64x2_shr(value, 64 - kBits));
}
BROADSIDE_VECTOR_INLINE v128_t draw(TwoDice& s) {
  const v128_t result = wasm_i64x2_add(rotate<23>(wasm_i64x2_add(s.s0, s.s3)), s.s0);
  const v128_t shifted = wasm_i64x2_shl(s.s1, 17);
  s.s2 = wasm_v128_xor(s.s2, s.s0);
  s.s3 = wasm_v128_xor(s.s3, s.s1);
  s.s1 = wasm_v128_xor(s.s1, s.s2);
  s.s0 = wasm_v128_xor(s.s0, s.s3);
  s.s2 = wasm_v128_xor(s.s2, shifted);
  s.s3 = rotate<45>(s.s3);
  return result;
}

/// The eight generators of a group.
struct Dice {
  TwoDice first, second, third, fourth;
};
BROADSIDE_VECTOR_INLINE TwoDice load_two(const Lanes& lanes, std::size_t from) {
  return {wasm_v128_load(&lanes.dice[0][from]), wasm_v128_load(&lanes.dice[1][from]),
          wasm_v128_load(&lanes.dice[2][from]), wasm_v128_load(&lanes.dice[3][from])};
}
BROADSIDE_VECTOR_INLINE void store_two(Lanes& lanes, std::size_t from, const TwoDice& dice) {
  wasm_v128_store(&lanes.dice[0][from], dice.s0);
  wasm_v128_store(&lanes.dice[1][from], dice.s1);
  wasm_v128_store(&lanes.dice[2][from], dice.s2);
  wasm_v128_store(&lanes.dice[3][from], dice.s3);
}
BROADSIDE_VECTOR_INLINE Dice load_dice(const Lanes& lanes, std::size_t from) {
  return {load_two(lanes, from), load_two(lanes, from + 2), load_two(lanes, from + 4),
          load_two(lanes, from + 6)};
}
BROADSIDE_VECTOR_INLINE void store_dice(Lanes& lanes, std::size_t from, const Dice& dice) {
  store_two(lanes, from, dice.first);
  store_two(lanes, from + 2, dice.second);
  store_two(lanes, from + 4, dice.third);
  store_two(lanes, from + 6, dice.fourth);
}

/// The next draw of each: the high halves for the attacker, the low ones for the defender.
BROADSIDE_VECTOR_INLINE void draw(Dice& dice, V& high, V& low) {
  const v128_t first = draw(dice.first), second = draw(dice.second), third = draw(dice.third),
               fourth = draw(dice.fourth);
  high = {wasm_i32x4_shuffle(first, second, 1, 3, 5, 7),
          wasm_i32x4_shuffle(third, fourth, 1, 3, 5, 7)};
  low = {wasm_i32x4_shuffle(first, second, 0, 2, 4, 6),
         wasm_i32x4_shuffle(third, fourth, 0, 2, 4, 6)};
}

}  // namespace
}  // namespace broadside

#include "core/kernel/vector.hpp"

namespace broadside {

bool has_simd128() noexcept { return true; }

void play_full_rounds_simd128(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                              Waiting& waiting, Left& left) noexcept {
  play_full_rounds(step, rounds, lanes, waiting, left);
}

void play_straight_rounds_simd128(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                                  Waiting& waiting, std::uint32_t* attacker,
                                  std::uint32_t* defender) noexcept {
  play_straight(step, rounds, lanes, waiting, attacker, defender);
}

}  // namespace broadside

#elif defined(__wasm__)

namespace broadside {

bool has_simd128() noexcept { return false; }

// Nobody calls these.
void play_full_rounds_simd128(const StepTables&, std::uint32_t, Lanes&, Waiting&, Left&) noexcept {}
void play_straight_rounds_simd128(const StepTables&, std::uint32_t, Lanes&, Waiting&,
                                  std::uint32_t*, std::uint32_t*) noexcept {}

}  // namespace broadside

#endif
