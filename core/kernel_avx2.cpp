// The vector form of the kernel for AVX2: 16 lanes as two groups of eight, each with its states in
// one register a side. Compiled into every x86-64 build and called only where the processor has it.
#include "core/lanes.hpp"

#if defined(__x86_64__)

#include <bit>
#include <type_traits>

#include <immintrin.h>

#define BROADSIDE_AVX2 __attribute__((target("avx2,popcnt")))
#define BROADSIDE_AVX2_INLINE __attribute__((target("avx2,popcnt"), always_inline)) inline

namespace broadside {
namespace {

using V = __m256i;  // eight 32-bit numbers, or four of 64 bits
constexpr std::size_t kWidth = 8;
static_assert(kLanes == 2 * kWidth);

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

BROADSIDE_AVX2_INLINE V move_of(const std::uint64_t& bytes) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&bytes)));
}
BROADSIDE_AVX2_INLINE V load(const void* from) {
  return _mm256_loadu_si256(static_cast<const V*>(from));
}
BROADSIDE_AVX2_INLINE void store(void* to, V value) {
  _mm256_storeu_si256(static_cast<V*>(to), value);
}
BROADSIDE_AVX2_INLINE V all(std::uint32_t value) {
  return _mm256_set1_epi32(static_cast<int>(value));
}
/// The entries whose numbers are the two halves of `indices`.
BROADSIDE_AVX2_INLINE __m128i load_two(const std::uint32_t* table, std::uint64_t indices) {
  const __m128i first =
      _mm_cvtsi32_si128(static_cast<int>(table[static_cast<std::uint32_t>(indices)]));
  return _mm_insert_epi32(first, static_cast<int>(table[indices >> 32]), 1);
}
/// Eight loads: faster than the gather instruction on the processors that were measured, and not
/// slower on others (bench/RESULTS.md).
BROADSIDE_AVX2_INLINE V look_up(const std::uint32_t* table, V index) {
  const __m128i low = _mm256_castsi256_si128(index), high = _mm256_extracti128_si256(index, 1);
  const auto i01 = static_cast<std::uint64_t>(_mm_cvtsi128_si64(low)),
             i23 = static_cast<std::uint64_t>(_mm_extract_epi64(low, 1)),
             i45 = static_cast<std::uint64_t>(_mm_cvtsi128_si64(high)),
             i67 = static_cast<std::uint64_t>(_mm_extract_epi64(high, 1));
  return _mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_unpacklo_epi64(load_two(table, i01), load_two(table, i23))),
      _mm_unpacklo_epi64(load_two(table, i45), load_two(table, i67)), 1);
}
/// By the top bit of each number of `choose`: `yes` where it is set.
BROADSIDE_AVX2_INLINE V pick(V choose, V yes, V no) {
  return _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(no), _mm256_castsi256_ps(yes),
                                              _mm256_castsi256_ps(choose)));
}
BROADSIDE_AVX2_INLINE std::uint32_t top_bits(V value) {
  return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(value)));
}

/// A table of kSmall entries in registers.
struct SmallTable {
  V low, high;
};
BROADSIDE_AVX2_INLINE SmallTable small_table(const std::uint32_t* table) {
  return {load(table), load(table + kWidth)};
}
BROADSIDE_AVX2_INLINE V look_up(const SmallTable& table, V index) {
  static_assert(kSmall == 16);  // bit 3 of an index says in which half
  return pick(_mm256_slli_epi32(index, 28), _mm256_permutevar8x32_epi32(table.high, index),
              _mm256_permutevar8x32_epi32(table.low, index));
}

/// Four generators.
struct Dice {
  V s0, s1, s2, s3;
};
template <int kBits>
BROADSIDE_AVX2_INLINE V rotate(V value) {
  return _mm256_or_si256(_mm256_slli_epi64(value, kBits), _mm256_srli_epi64(value, 64 - kBits));
}
BROADSIDE_AVX2_INLINE V draw(Dice& s) {
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

/// The eight generators of a group, in the order in which `split` brings their halves back to lanes
/// 0 to 7: the first four are those of lanes 0, 1, 4, 5.
struct GroupDice {
  Dice first, second;
};
BROADSIDE_AVX2_INLINE V low_pairs(V a, V b) { return _mm256_permute2x128_si256(a, b, 0x20); }
BROADSIDE_AVX2_INLINE V high_pairs(V a, V b) { return _mm256_permute2x128_si256(a, b, 0x31); }

BROADSIDE_AVX2_INLINE void load_word(const std::uint64_t* from, V& first, V& second) {
  const V low = load(from), high = load(from + 4);
  first = low_pairs(low, high);
  second = high_pairs(low, high);
}
BROADSIDE_AVX2_INLINE void store_word(std::uint64_t* to, V first, V second) {
  store(to, low_pairs(first, second));
  store(to + 4, high_pairs(first, second));
}
BROADSIDE_AVX2_INLINE GroupDice load_dice(const Lanes& lanes, std::size_t from) {
  GroupDice dice;
  load_word(&lanes.dice[0][from], dice.first.s0, dice.second.s0);
  load_word(&lanes.dice[1][from], dice.first.s1, dice.second.s1);
  load_word(&lanes.dice[2][from], dice.first.s2, dice.second.s2);
  load_word(&lanes.dice[3][from], dice.first.s3, dice.second.s3);
  return dice;
}
BROADSIDE_AVX2_INLINE void store_dice(Lanes& lanes, std::size_t from, const GroupDice& dice) {
  store_word(&lanes.dice[0][from], dice.first.s0, dice.second.s0);
  store_word(&lanes.dice[1][from], dice.first.s1, dice.second.s1);
  store_word(&lanes.dice[2][from], dice.first.s2, dice.second.s2);
  store_word(&lanes.dice[3][from], dice.first.s3, dice.second.s3);
}

/// A group between two rounds: Cells, or positions of ladders.
struct Group {
  V attacker, defender, length;
  GroupDice dice;
};
BROADSIDE_AVX2_INLINE Group load_group(const Lanes& lanes, std::size_t from) {
  return {load(&lanes.attacker[from]), load(&lanes.defender[from]), load(&lanes.length[from]),
          load_dice(lanes, from)};
}
BROADSIDE_AVX2_INLINE void store_group(Lanes& lanes, std::size_t from, const Group& group) {
  store(&lanes.attacker[from], group.attacker);
  store(&lanes.defender[from], group.defender);
  store(&lanes.length[from], group.length);
  store_dice(lanes, from, group.dice);
}

/// One side's tables with the numbers that every round needs in registers' shape.
template <class Table>
struct Side {
  Table alias, next;
  const std::uint32_t *outcome, *feature, *response;
  V place_mask, volleys, out;
  __m128i to_row,
      to_column;  ///< shifts: a row to where it begins, a draw or an entry to its column
};
template <class Table>
BROADSIDE_AVX2_INLINE Table table_as(const std::uint32_t* table) {
  if constexpr (std::is_same_v<Table, SmallTable>)
    return small_table(table);
  else
    return table;
}
template <class Table>
BROADSIDE_AVX2_INLINE Side<Table> side_of(const SideTables& tables, bool ladder) {
  return {table_as<Table>(tables.alias),
          table_as<Table>(ladder ? tables.alias : tables.next),
          tables.outcome,
          tables.feature,
          tables.response,
          all(alias_place_mask(tables.bits)),
          all(tables.volleys),
          all(tables.out),
          _mm_cvtsi32_si128(static_cast<int>(tables.bits)),
          _mm_cvtsi32_si128(static_cast<int>(32 - tables.bits))};
}

/// One side's throw: `at` is where each lane's row begins, `thrown` the outcome unless it is a tie.
struct Throw {
  V at, column, otherwise, thrown, tie;
};
template <class Table>
BROADSIDE_AVX2_INLINE Throw throw_from(const Side<Table>& side, V row, V random) {
  const V at = _mm256_sll_epi32(row, side.to_row);
  const V column = _mm256_srl_epi32(random, side.to_column);
  const V place = _mm256_and_si256(random, side.place_mask);
  const V entry = look_up(side.alias, _mm256_add_epi32(at, column));
  const V otherwise = _mm256_srl_epi32(entry, side.to_column);
  const V threshold = _mm256_and_si256(entry, side.place_mask);
  // Both are below 2^31, so the difference is negative where the place is below the threshold.
  return {at, column, otherwise, pick(_mm256_sub_epi32(place, threshold), column, otherwise),
          _mm256_cmpeq_epi32(place, threshold)};
}

/// What is needed to decide the ties of one side of a group one by one.
struct Ties {
  explicit Ties(const std::uint32_t* refinements) : refine(refinements) {}
  const std::uint32_t* refine;
  std::uint32_t mask = 0;
  alignas(32) std::array<std::uint32_t, kWidth> at, column, otherwise, thrown;

  void decide(std::size_t i, LaneDice more) noexcept {
    if (mask >> i & 1) thrown[i] = more() < refine[at[i] + column[i]] ? column[i] : otherwise[i];
  }
};
BROADSIDE_AVX2_INLINE void save(const Throw& from, Ties& to) {
  to.mask = top_bits(from.tie);
  store(to.at.data(), from.at);
  store(to.column.data(), from.column);
  store(to.otherwise.data(), from.otherwise);
  store(to.thrown.data(), from.thrown);
}
/// As the scalar form does it: the attacker's draw first.
__attribute__((noinline)) void decide_ties(Ties& attacker, Ties& defender, Lanes& lanes,
                                           std::size_t from) noexcept {
  for (std::size_t i = 0; i < kWidth; ++i) {
    attacker.decide(i, LaneDice{lanes, from + i});
    defender.decide(i, LaneDice{lanes, from + i});
  }
}
/// Rounds of one step. kFresh: all battles that wait begin alike. kInRegisters: small tables.
template <unsigned kFeatures, bool kFresh, bool kInRegisters>
class Rounds {
  using Table = std::conditional_t<kInRegisters, SmallTable, const std::uint32_t*>;
  static constexpr bool kLast = kFeatures == kLastLadders;
  static constexpr bool kLadder = kFeatures == kLadders || kLast;

  /// What happens to a group in a round.
  struct Turn {
    V skip;  ///< all ones in the lanes whose battle leaves before the exchange
    V random_a, random_d;
    Throw by_a, by_d;
    BROADSIDE_AVX2_INLINE V tie() const { return _mm256_or_si256(by_a.tie, by_d.tie); }
  };
  struct Turns {
    Turn low, high;
  };

 public:
  BROADSIDE_AVX2_INLINE Rounds(const StepTables& step, Lanes& lanes, const Waiting& waiting,
                               std::uint32_t* pairs, std::uint32_t* lengths)
      : step_(step),
        lanes_(lanes),
        pairs_(pairs),
        lengths_(lengths),
        a_(side_of<Table>(step.attacker, kLadder)),
        d_(side_of<Table>(step.defender, kLadder)),
        early_stride_(all(step.early_stride)),
        defender_keys_(all(step.defender_keys)),
        attackers_(waiting.attacker + (waiting.next & waiting.mask)),
        defenders_(waiting.defender + (waiting.next & waiting.mask)),
        start_a_(load(waiting.attacker)),
        start_d_(load(waiting.defender)) {}

  /// One round. The groups take turns stage by stage, so that one computes while the other waits
  /// for its tables. (Written out twice: of arrays the compiler would keep a copy in memory.)
  BROADSIDE_AVX2_INLINE void play(Group& low, Group& high) {
    const Turns turns = exchange(low, high);
    leave(low, turns.low);
    leave(high, turns.high);
  }

  /// One round of a step that happens once: the lanes take the next battles and write what comes of
  /// them.
  BROADSIDE_AVX2_INLINE void play_straight(Group& low, Group& high, std::uint32_t* attacker,
                                           std::uint32_t* defender) {
    take(low, 0);
    take(high, kWidth);
    exchange(low, high);
    store(attacker + taken_, low.attacker);
    store(defender + taken_, low.defender);
    store(attacker + taken_ + kWidth, high.attacker);
    store(defender + taken_ + kWidth, high.defender);
    taken_ += kLanes;
  }

  std::uint32_t taken() const { return taken_; }

 private:
  BROADSIDE_AVX2_INLINE Turns exchange(Group& low, Group& high) {
    Turn by_low = begin(low), by_high = begin(high);
    draw_both(low, by_low);
    draw_both(high, by_high);
    throw_both(low, by_low);
    throw_both(high, by_high);
    const V tie = _mm256_or_si256(by_low.tie(), by_high.tie());
    if (!_mm256_testz_si256(tie, tie)) [[unlikely]] {
      settle_ties(low, by_low, 0);
      settle_ties(high, by_high, kWidth);
    }
    follow(low, by_low);
    follow(high, by_high);
    return {by_low, by_high};
  }

  BROADSIDE_AVX2_INLINE void take(Group& group, std::size_t from) const {
    group.attacker = kFresh ? start_a_ : load(attackers_ + taken_ + from);
    group.defender = kFresh ? start_d_ : load(defenders_ + taken_ + from);
  }

  BROADSIDE_AVX2_INLINE static V low_half(V value) { return _mm256_and_si256(value, all(0xffff)); }

  /// All ones in the lanes whose pair of states leaves before the exchange.
  BROADSIDE_AVX2_INLINE V leaves_early(const Group& group) const {
    const V index = _mm256_add_epi32(_mm256_mullo_epi32(low_half(group.attacker), early_stride_),
                                     low_half(group.defender));
    const V edge = _mm256_and_si256(
        _mm256_i32gather_epi32(reinterpret_cast<const int*>(step_.early), index, 1), all(0xff));
    return _mm256_cmpgt_epi32(all(kNoEdge), edge);
  }

  BROADSIDE_AVX2_INLINE Turn begin(const Group& group) const {
    Turn turn;
    turn.skip = _mm256_setzero_si256();
    if constexpr (kFeatures & kEarly) turn.skip = leaves_early(group);
    return turn;
  }

  BROADSIDE_AVX2_INLINE static void draw_both(Group& group, Turn& turn) {
    const __m256 first = _mm256_castsi256_ps(draw(group.dice.first)),
                 second = _mm256_castsi256_ps(draw(group.dice.second));
    turn.random_a = _mm256_castps_si256(_mm256_shuffle_ps(first, second, _MM_SHUFFLE(3, 1, 3, 1)));
    turn.random_d = _mm256_castps_si256(_mm256_shuffle_ps(first, second, _MM_SHUFFLE(2, 0, 2, 0)));
  }

  BROADSIDE_AVX2_INLINE void throw_both(const Group& group, Turn& turn) const {
    turn.by_a = throw_from(a_, row_of_attacker(group), turn.random_a);
    turn.by_d = throw_from(d_, row_of_defender(group), turn.random_d);
    if constexpr (kFeatures & kEarly) {
      turn.by_a.tie = _mm256_andnot_si256(turn.skip, turn.by_a.tie);
      turn.by_d.tie = _mm256_andnot_si256(turn.skip, turn.by_d.tie);
    }
  }

  /// Rare: once in 2^(31 - bits) throws. Lane by lane as in the scalar form.
  BROADSIDE_AVX2_INLINE void settle_ties(Group& group, Turn& turn, std::size_t from) {
    Ties a{step_.attacker.refine}, d{step_.defender.refine};
    save(turn.by_a, a);
    save(turn.by_d, d);
    store_dice(lanes_, from, group.dice);
    decide_ties(a, d, lanes_, from);
    group.dice = load_dice(lanes_, from);
    turn.by_a.thrown = load(a.thrown.data());
    turn.by_d.thrown = load(d.thrown.data());
  }

  BROADSIDE_AVX2_INLINE V row_of_attacker(const Group& group) const {
    V row = row_of(group.attacker);
    if constexpr (kFeatures & kLooks)
      if (d_.feature) row = _mm256_add_epi32(row, look_up(d_.feature, low_half(group.defender)));
    return row;
  }
  BROADSIDE_AVX2_INLINE V row_of_defender(const Group& group) const {
    V row = row_of(group.defender);
    if constexpr (kFeatures & kLooks)
      if (a_.feature) row = _mm256_add_epi32(row, look_up(a_.feature, low_half(group.attacker)));
    return row;
  }
  BROADSIDE_AVX2_INLINE static V row_of(V cell) {
    const V high_half = _mm256_srli_epi32(cell, 16);
    // Of a ladder: the smaller one of position and cap; nothing is in the upper half of that.
    return kLadder ? _mm256_min_epu16(cell, high_half) : high_half;
  }

  /// Both sides take what the other threw.
  BROADSIDE_AVX2_INLINE void follow(Group& group, const Turn& turn) const {
    V thrown_a = turn.by_a.thrown, thrown_d = turn.by_d.thrown;
    V attacker, defender;
    if constexpr (kLadder) {
      // Subtraction of 16-bit numbers that stops at zero; the caps in the high halves stay.
      attacker = _mm256_subs_epu16(group.attacker, thrown_d);
      defender = _mm256_subs_epu16(group.defender, thrown_a);
    } else {
      V state_a = low_half(group.attacker), state_d = low_half(group.defender);
      if constexpr (kFeatures & kSpends) {
        if (a_.outcome) spend(a_, turn.by_a, thrown_a, state_a);
        if (d_.outcome) spend(d_, turn.by_d, thrown_d, state_d);
      }
      if constexpr (kFeatures & kResponds) {
        const V pair = _mm256_add_epi32(_mm256_mullo_epi32(thrown_a, a_.volleys), thrown_d);
        thrown_a = look_up(a_.response, pair);
        thrown_d = look_up(d_.response, pair);
      }
      attacker =
          look_up(a_.next, _mm256_add_epi32(_mm256_mullo_epi32(state_a, a_.volleys), thrown_d));
      defender =
          look_up(d_.next, _mm256_add_epi32(_mm256_mullo_epi32(state_d, d_.volleys), thrown_a));
    }
    if constexpr (kFeatures & kEarly) {
      attacker = pick(turn.skip, group.attacker, attacker);
      defender = pick(turn.skip, group.defender, defender);
    }
    group.attacker = attacker;
    group.defender = defender;
    // A mask is minus one where it is set: those that skip the round do not count it.
    group.length = _mm256_add_epi32(group.length, _mm256_add_epi32(all(1), turn.skip));
  }

  BROADSIDE_AVX2_INLINE static void spend(const Side<Table>& side, const Throw& by, V& thrown,
                                          V& state) {
    const V both = look_up(side.outcome, _mm256_add_epi32(by.at, thrown));
    thrown = low_half(both);
    state = _mm256_srli_epi32(both, 16);
  }

  /// Writes down the battles that leave and takes the next ones in their place.
  BROADSIDE_AVX2_INLINE void leave(Group& group, const Turn& turn) {
    const V leaves = who_leaves(group, turn.skip);
    const std::uint32_t mask = top_bits(leaves);
    write_down(group, turn.skip, mask);
    refill(group, leaves, mask);
    taken_ += static_cast<std::uint32_t>(std::popcount(mask));
  }

  /// The top bit is set in the lanes whose battle leaves the step.
  BROADSIDE_AVX2_INLINE V who_leaves(const Group& group, V skip) const {
    if constexpr (kLadder) {
      return nothing_left(_mm256_min_epu16(group.attacker, group.defender));
    } else {
      // A state below its limit makes a difference negative.
      return _mm256_or_si256(skip,
                             _mm256_or_si256(_mm256_sub_epi32(low_half(group.attacker), a_.out),
                                             _mm256_sub_epi32(low_half(group.defender), d_.out)));
    }
  }

  /// Moves the battles that leave to the front and writes them after those that left before; what
  /// stands behind them is overwritten by the next.
  BROADSIDE_AVX2_INLINE void write_down(const Group& group, V skip, std::uint32_t mask) {
    const V pack = move_of(kMoves.pack[mask]);
    V length = _mm256_min_epu32(group.length, all(kRoundBins - 1));
    if constexpr (kLast) {
      const V key = pick(nothing_left(group.attacker),
                         _mm256_add_epi32(places(group.defender, 0x80800200u), defender_keys_),
                         places(group.attacker, 0x80800200u));
      length = _mm256_slli_epi32(length, kLengthShift);
      store(pairs_ + taken_, _mm256_permutevar8x32_epi32(_mm256_or_si256(key, length), pack));
      return;
    }
    V pair;
    if constexpr (kLadder)
      pair =
          _mm256_or_si256(places(group.attacker, 0x80800200u), places(group.defender, 0x02008080u));
    else
      pair = _mm256_blend_epi16(group.attacker, _mm256_slli_epi32(group.defender, 16), 0xAA);
    if constexpr (kFeatures & kEarly)
      length = _mm256_or_si256(length, _mm256_and_si256(skip, all(Left::kWasEarly)));
    store(pairs_ + taken_, _mm256_permutevar8x32_epi32(pair, pack));
    store(lengths_ + taken_, _mm256_permutevar8x32_epi32(length, pack));
  }

  /// place_of for eight positions, by a choice of bytes: 0x80 yields zero, others a byte of the
  /// position.
  BROADSIDE_AVX2_INLINE static V places(V positions, std::uint32_t bytes) {
    const V in_lane = _mm256_set_epi32(0x0c0c0c0c, 0x08080808, 0x04040404, 0, 0x0c0c0c0c,
                                       0x08080808, 0x04040404, 0);
    return _mm256_shuffle_epi8(positions, _mm256_or_si256(all(bytes), in_lane));
  }
  /// The top bit is set where the lower half is zero.
  BROADSIDE_AVX2_INLINE static V nothing_left(V positions) {
    return _mm256_slli_epi32(_mm256_cmpeq_epi16(positions, _mm256_setzero_si256()), 16);
  }

  BROADSIDE_AVX2_INLINE void refill(Group& group, V leaves, std::uint32_t mask) const {
    V attacker = start_a_, defender = start_d_;
    if constexpr (!kFresh) {
      const V spread = move_of(kMoves.spread[mask]);
      attacker = _mm256_permutevar8x32_epi32(load(attackers_ + taken_), spread);
      defender = _mm256_permutevar8x32_epi32(load(defenders_ + taken_), spread);
    }
    group.attacker = pick(leaves, attacker, group.attacker);
    group.defender = pick(leaves, defender, group.defender);
    group.length = pick(leaves, _mm256_setzero_si256(), group.length);
  }

  const StepTables& step_;
  Lanes& lanes_;
  std::uint32_t *const pairs_, *const lengths_;
  const Side<Table> a_, d_;
  const V early_stride_, defender_keys_;
  const std::uint32_t *const attackers_, *const defenders_;
  const V start_a_, start_d_;
  std::uint32_t taken_ = 0;  ///< battles that have left, and that were taken in their place
};

template <unsigned kFeatures, bool kFresh, bool kInRegisters>
BROADSIDE_AVX2 void play_rounds(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                                Waiting& waiting, Left& left) noexcept {
  Rounds<kFeatures, kFresh, kInRegisters> player{
      step, lanes, waiting, left.pair.data() + left.count, left.length.data() + left.count};
  Group low = load_group(lanes, 0), high = load_group(lanes, kWidth);
  for (; rounds > 0; --rounds) player.play(low, high);
  store_group(lanes, 0, low);
  store_group(lanes, kWidth, high);
  waiting.next += player.taken();
  left.count += player.taken();
}

template <unsigned kFeatures, bool kFresh, bool kInRegisters>
BROADSIDE_AVX2 void play_straight_rounds(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                                         Waiting& waiting, std::uint32_t* attacker,
                                         std::uint32_t* defender) noexcept {
  Rounds<kFeatures, kFresh, kInRegisters> player{step, lanes, waiting, nullptr, nullptr};
  Group low = load_group(lanes, 0), high = load_group(lanes, kWidth);
  for (; rounds > 0; --rounds) player.play_straight(low, high, attacker, defender);
  store_dice(lanes, 0, low.dice);
  store_dice(lanes, kWidth, high.dice);
  waiting.next += player.taken();
}

/// Calls body.operator()<features, fresh>() for a step and what waits for it.
template <unsigned kFeatures, class Body>
void with_fresh(const Waiting& waiting, Body&& body) noexcept {
  waiting.mask == 0 ? body.template operator()<kFeatures, true>()
                    : body.template operator()<kFeatures, false>();
}
template <unsigned kFeatures = 0, class Body>
void with_form(const StepTables& step, const Waiting& waiting, Body&& body) noexcept {
  if (step.last) return with_fresh<kLastLadders>(waiting, body);
  if (step.ladder) return with_fresh<kLadders>(waiting, body);
  if constexpr (kFeatures < kLadders) {
    if (step.features == kFeatures) return with_fresh<kFeatures>(waiting, body);
    with_form<kFeatures + 1>(step, waiting, body);
  }
}

}  // namespace

void play_full_rounds_avx2(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                           Waiting& waiting, Left& left) noexcept {
  with_form(step, waiting, [&]<unsigned kFeatures, bool kFresh>() {
    if constexpr (kFeatures & (kLadders | kLastLadders))
      if (step.small)
        return play_rounds<kFeatures, kFresh, true>(step, rounds, lanes, waiting, left);
    play_rounds<kFeatures, kFresh, false>(step, rounds, lanes, waiting, left);
  });
}

void play_straight_rounds_avx2(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                               Waiting& waiting, std::uint32_t* attacker,
                               std::uint32_t* defender) noexcept {
  if (step.small)
    return play_straight_rounds<kPlain, true, true>(step, rounds, lanes, waiting, attacker,
                                                    defender);
  with_form(step, waiting, [&]<unsigned kFeatures, bool kFresh>() {
    if constexpr (!(kFeatures & (kEarly | kLadders | kLastLadders)))
      play_straight_rounds<kFeatures, kFresh, false>(step, rounds, lanes, waiting, attacker,
                                                     defender);
  });
}

}  // namespace broadside

#endif
