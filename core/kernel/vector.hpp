#pragma once
// Question: how does a vector form of the kernel play rounds?
//
// Written once for all instruction sets. The file of a form (core/kernel/avx2.cpp) says first what
// its instructions are, then includes this: BROADSIDE_VECTOR and BROADSIDE_VECTOR_INLINE are
// functions that may use them, V is a register of kWidth 32-bit numbers, Mask says yes or no to
// each of them, Dice are kWidth generators. Everything is in a namespace without a name, so that
// each form has its own copy, compiled for its own instructions.

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "core/kernel/lanes.hpp"

namespace broadside {
namespace {

static_assert(kLanes == kWidth || kLanes == 2 * kWidth);

/// One side's throw: `at` is where each lane's row begins, `thrown` the column unless it is a tie.
struct Throw {
  V at, thrown;
  Mask tie;
};

/// kWidth lanes, `from` being the first. Between two rounds: Cells, or positions of ladders. In a
/// round, besides: who leaves before the exchange, and what both sides throw.
struct Group {
  std::size_t from;
  V attacker, defender, length;
  Dice dice;
  Mask skip;
  V random_a, random_d;
  Throw by_a, by_d;
};
BROADSIDE_VECTOR_INLINE Group load_group(const Lanes& lanes, std::size_t from) {
  Group group;
  group.from = from;
  group.attacker = load(&lanes.attacker[from]);
  group.defender = load(&lanes.defender[from]);
  group.length = load(&lanes.length[from]);
  group.dice = load_dice(lanes, from);
  return group;
}
BROADSIDE_VECTOR_INLINE void store_group(Lanes& lanes, const Group& group) {
  store(&lanes.attacker[group.from], group.attacker);
  store(&lanes.defender[group.from], group.defender);
  store(&lanes.length[group.from], group.length);
  store_dice(lanes, group.from, group.dice);
}

/// One side's tables with the numbers that every round needs in registers' shape.
template <class Alias, class Next>
struct Side {
  Alias alias;
  Next next;
  const std::uint32_t *thrown, *feature, *response;
  V place_mask, volleys, out;
  ShiftCount to_row, to_column;  ///< a row to where it begins, a draw or an entry to its column
};
BROADSIDE_VECTOR_INLINE void load_table(const std::uint32_t* from, const std::uint32_t*& table) {
  table = from;
}
template <class Alias, class Next>
BROADSIDE_VECTOR_INLINE Side<Alias, Next> side_of(const SideTables& tables) {
  Side<Alias, Next> side;
  load_table(tables.alias, side.alias);
  load_table(tables.next, side.next);
  side.thrown = tables.thrown;
  side.feature = tables.feature;
  side.response = tables.response;
  side.place_mask = all(alias_place_mask(tables.bits));
  side.volleys = all(tables.volleys);
  side.out = all(tables.out);
  side.to_row = shift_count(tables.bits);
  side.to_column = shift_count(32 - tables.bits);
  return side;
}

template <class Alias, class Next>
BROADSIDE_VECTOR_INLINE Throw throw_from(const Side<Alias, Next>& side, V row, V random) {
  const V at = shift_left(row, side.to_row);
  const V column = shift_right(random, side.to_column);
  const V place = both(random, side.place_mask);
  const V entry = look_up(side.alias, add(at, column));
  const V otherwise = shift_right(entry, side.to_column);
  const V threshold = both(entry, side.place_mask);
  return {at, pick(is_below(place, threshold), column, otherwise), is_equal(place, threshold)};
}

/// A group lane by lane.
struct Spread {
  std::uint32_t skip;
  alignas(64) std::array<std::uint32_t, kWidth> attacker, defender;
  alignas(64) std::array<std::uint32_t, kWidth> random_a, random_d, thrown_a, thrown_d;
};
/// Throws again as the scalar form does, which draws further bits for ties. Who skips the round keeps
/// its throw: nobody takes it, but it is looked up in the tables like the others.
template <unsigned kExtras>
__attribute__((noinline)) void throw_again(const StepTables& step, Lanes& lanes, std::size_t from,
                                           Spread& group) noexcept {
  for (std::size_t i = 0; i < kWidth; ++i) {
    if (group.skip >> i & 1) continue;
    const RowPair rows = rows_of<kExtras>(step, group.attacker[i], group.defender[i]);
    LaneDice more{lanes, from + i};
    group.thrown_a[i] = draw_row(step.attacker, rows.attacker, group.random_a[i], more);
    group.thrown_d[i] = draw_row(step.defender, rows.defender, group.random_d[i], more);
  }
}

/// All of them at once. A form that must be small (kFewForms) has no code for each set of extras but
/// one for all, which asks at every round what there is; nor any for battles that begin alike.
inline constexpr unsigned kEveryExtra = kSpends | kLooks | kResponds | kEarly;

/// Rounds of one step. kFresh: all battles that wait begin alike. Alias, Next: tables
/// in memory or in registers.
template <unsigned kExtras, bool kFresh, class Alias, class Next>
class Rounds {
  using Tables = Side<Alias, Next>;

  static constexpr bool kLast = kExtras == kLastLadders;
  static constexpr bool kLadder = kExtras == kLadders || kLast;

 public:
  BROADSIDE_VECTOR_INLINE Rounds(const StepTables& step, Lanes& lanes, const Waiting& waiting,
                                 std::uint32_t* pairs, std::uint32_t* lengths)
      : step_(step),
        lanes_(lanes),
        pairs_(pairs),
        lengths_(lengths),
        a_(side_of<Alias, Next>(step.attacker)),
        d_(side_of<Alias, Next>(step.defender)),
        early_stride_(all(step.early_stride)),
        defender_keys_(all(step.defender_keys)),
        mask_(waiting.mask),
        attackers_(waiting.attacker + (waiting.next & waiting.mask)),
        defenders_(waiting.defender + (waiting.next & waiting.mask)),
        start_a_(load(waiting.attacker)),
        start_d_(load(waiting.defender)) {}

  /// One round. Several groups take turns stage by stage, so that one computes while another waits
  /// for its tables. (They are named one by one: of an array the compiler would keep a copy in
  /// memory.)
  template <class... Groups>
  BROADSIDE_VECTOR_INLINE void play(Groups&... group) {
    exchange(group...);
    (leave(group), ...);
  }

  /// One round of a step that happens once: the lanes take the next battles and write what comes of
  /// them.
  template <class... Groups>
  BROADSIDE_VECTOR_INLINE void play_straight(std::uint32_t* attacker, std::uint32_t* defender,
                                             Groups&... group) {
    (take(group), ...);
    exchange(group...);
    (store(attacker + taken_ + group.from, group.attacker), ...);
    (store(defender + taken_ + group.from, group.defender), ...);
    taken_ += kLanes;
  }

  std::uint32_t taken() const { return taken_; }

 private:
  template <class... Groups>
  BROADSIDE_VECTOR_INLINE void exchange(Groups&... group) {
    (begin(group), ...);
    (draw_both(group), ...);
    (throw_both(group), ...);
    if (any_of((group.by_a.tie | ...) | (group.by_d.tie | ...))) [[unlikely]]
      (settle_ties(group), ...);
    (follow(group), ...);
  }

  BROADSIDE_VECTOR_INLINE void take(Group& group) const {
    group.attacker = kFresh ? start_a_ : load(attackers_ + next(group.from));
    group.defender = kFresh ? start_d_ : load(defenders_ + next(group.from));
  }
  /// Where among those that wait the next ones stand.
  BROADSIDE_VECTOR_INLINE std::size_t next(std::size_t from) const {
    const std::size_t next = taken_ + from;
    return kFewForms ? next & mask_ : next;
  }

  BROADSIDE_VECTOR_INLINE static V low_half(V value) { return both(value, all(0xffff)); }
  BROADSIDE_VECTOR_INLINE static V times(V first, V second, V and_more) {
    return add(multiply(first, second), and_more);
  }

  BROADSIDE_VECTOR_INLINE void begin(Group& group) const {
    group.skip = nobody();
    if constexpr (kExtras & kEarly) {
      if (kFewForms && !step_.early) return;
      const V pair = times(low_half(group.attacker), early_stride_, low_half(group.defender));
      group.skip = is_below(both(look_up_bytes(step_.early, pair), all(0xff)), all(kNoEdge));
    }
  }

  BROADSIDE_VECTOR_INLINE static void draw_both(Group& group) {
    draw(group.dice, group.random_a, group.random_d);
  }

  BROADSIDE_VECTOR_INLINE void throw_both(Group& group) const {
    group.by_a = throw_from(a_, row_of_attacker(group), group.random_a);
    group.by_d = throw_from(d_, row_of_defender(group), group.random_d);
  }

  /// Rare: once in 2^(31 - bits) throws.
  BROADSIDE_VECTOR_INLINE void settle_ties(Group& group) {
    Spread spread;
    spread.skip = bits_of(group.skip);
    store(spread.attacker.data(), group.attacker);
    store(spread.defender.data(), group.defender);
    store(spread.random_a.data(), group.random_a);
    store(spread.random_d.data(), group.random_d);
    store(spread.thrown_a.data(), group.by_a.thrown);
    store(spread.thrown_d.data(), group.by_d.thrown);
    store_dice(lanes_, group.from, group.dice);
    throw_again<kExtras>(step_, lanes_, group.from, spread);
    group.dice = load_dice(lanes_, group.from);
    group.by_a.thrown = load(spread.thrown_a.data());
    group.by_d.thrown = load(spread.thrown_d.data());
  }

  BROADSIDE_VECTOR_INLINE V row_of_attacker(const Group& group) const {
    V row = row_of(group.attacker);
    if constexpr (kExtras & kLooks)
      if (d_.feature) row = add(row, look_up(d_.feature, low_half(group.defender)));
    return row;
  }
  BROADSIDE_VECTOR_INLINE V row_of_defender(const Group& group) const {
    V row = row_of(group.defender);
    if constexpr (kExtras & kLooks)
      if (a_.feature) row = add(row, look_up(a_.feature, low_half(group.attacker)));
    return row;
  }
  BROADSIDE_VECTOR_INLINE static V row_of(V cell) {
    const V high_half = shift_right<16>(cell);
    // Of a ladder: the smaller one of position and cap; nothing is in the upper half of that.
    return kLadder ? smaller_halves(cell, high_half) : high_half;
  }

  /// Both sides take what the other threw.
  BROADSIDE_VECTOR_INLINE void follow(Group& group) const {
    V thrown_a = group.by_a.thrown, thrown_d = group.by_d.thrown;
    V attacker, defender;
    if constexpr (kLadder) {
      // Subtraction of 16-bit numbers that stops at zero; the caps in the high halves stay.
      attacker = subtract_halves(group.attacker, thrown_d);
      defender = subtract_halves(group.defender, thrown_a);
    } else {
      V state_a = low_half(group.attacker), state_d = low_half(group.defender);
      if constexpr (kExtras & kSpends) {
        if (a_.thrown) spend(a_, group.by_a, thrown_a, state_a);
        if (d_.thrown) spend(d_, group.by_d, thrown_d, state_d);
      }
      if constexpr (kExtras & kResponds) {
        if (!kFewForms || a_.response) {
          const V pair = times(thrown_a, a_.volleys, thrown_d);
          thrown_a = look_up(a_.response, pair);
          thrown_d = look_up(d_.response, pair);
        }
      }
      attacker = look_up(a_.next, times(state_a, a_.volleys, thrown_d));
      defender = look_up(d_.next, times(state_d, d_.volleys, thrown_a));
    }
    V rounds = all(1);
    if constexpr (kExtras & kEarly) {
      attacker = pick(group.skip, group.attacker, attacker);
      defender = pick(group.skip, group.defender, defender);
      rounds = pick(group.skip, all(0), rounds);
    }
    group.attacker = attacker;
    group.defender = defender;
    group.length = add(group.length, rounds);
  }

  BROADSIDE_VECTOR_INLINE static void spend(const Tables& side, const Throw& by, V& thrown,
                                            V& state) {
    const V both = look_up(side.thrown, add(by.at, thrown));
    thrown = low_half(both);
    state = shift_right<16>(both);
  }

  /// Writes down the battles that leave and takes the next ones in their place.
  BROADSIDE_VECTOR_INLINE void leave(Group& group) {
    const Mask leaves = who_leaves(group);
    const std::uint32_t bits = bits_of(leaves);
    write_down(group, bits);
    refill(group, leaves, bits);
    taken_ += static_cast<std::uint32_t>(std::popcount(bits));
  }

  /// The lanes whose battle leaves the step.
  BROADSIDE_VECTOR_INLINE Mask who_leaves(const Group& group) const {
    if constexpr (kLadder)
      return low_half_is_zero(smaller_halves(group.attacker, group.defender));
    else
      return group.skip | is_below(low_half(group.attacker), a_.out) |
             is_below(low_half(group.defender), d_.out);
  }

  /// Moves the battles that leave to the front and writes them after those that left before; what
  /// stands behind them is overwritten by the next.
  BROADSIDE_VECTOR_INLINE void write_down(const Group& group, std::uint32_t bits) {
    V length = smaller(group.length, all(kRoundBins - 1));
    if constexpr (kLast) {
      const V key =
          pick(low_half_is_zero(group.attacker), add(low_places(group.defender), defender_keys_),
               low_places(group.attacker));
      store(pairs_ + taken_, to_front(either(key, shift_left<kLengthShift>(length)), bits));
      return;
    }
    V pair;
    if constexpr (kLadder)
      pair = either(low_places(group.attacker), high_places(group.defender));
    else
      pair = join_halves(group.attacker, group.defender);
    if constexpr (kExtras & kEarly)
      length = pick(group.skip, either(length, all(Left::kWasEarly)), length);
    store(pairs_ + taken_, to_front(pair, bits));
    store(lengths_ + taken_, to_front(length, bits));
  }

  BROADSIDE_VECTOR_INLINE void refill(Group& group, Mask leaves, std::uint32_t bits) const {
    if constexpr (kFresh) {
      group.attacker = pick(leaves, start_a_, group.attacker);
      group.defender = pick(leaves, start_d_, group.defender);
    } else {
      group.attacker = take_next(group.attacker, leaves, bits, attackers_ + next(0));
      group.defender = take_next(group.defender, leaves, bits, defenders_ + next(0));
    }
    group.length = pick(leaves, all(0), group.length);
  }

  const StepTables& step_;
  Lanes& lanes_;
  std::uint32_t *const pairs_, *const lengths_;
  const Tables a_, d_;
  const V early_stride_, defender_keys_;
  const std::uint32_t mask_;
  const std::uint32_t *const attackers_, *const defenders_;
  const V start_a_, start_d_;
  std::uint32_t taken_ = 0;  ///< battles that have left, and that were taken in their place
};

/// All lanes as groups that `body` gets one by one, then back to where they were.
template <class Body>
BROADSIDE_VECTOR_INLINE void with_groups(Lanes& lanes, const Body& body) {
  if constexpr (kLanes == kWidth) {
    Group group = load_group(lanes, 0);
    body(group);
    store_group(lanes, group);
  } else {
    Group low = load_group(lanes, 0), high = load_group(lanes, kWidth);
    body(low, high);
    store_group(lanes, low);
    store_group(lanes, high);
  }
}

template <unsigned kExtras, bool kFresh, class Alias, class Next>
BROADSIDE_VECTOR void play_rounds(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                                  Waiting& waiting, Left& left) noexcept {
  Rounds<kExtras, kFresh, Alias, Next> player{step, lanes, waiting, left.pair.data() + left.count,
                                              left.length.data() + left.count};
  with_groups(lanes, [&](auto&... group) BROADSIDE_VECTOR_LAMBDA {
    for (; rounds > 0; --rounds) player.play(group...);
  });
  waiting.next += player.taken();
  left.count += player.taken();
}

template <unsigned kExtras, bool kFresh, class Alias, class Next>
BROADSIDE_VECTOR void play_straight_rounds(const StepTables& step, std::uint32_t rounds,
                                           Lanes& lanes, Waiting& waiting, std::uint32_t* attacker,
                                           std::uint32_t* defender) noexcept {
  Rounds<kExtras, kFresh, Alias, Next> player{step, lanes, waiting, nullptr, nullptr};
  with_groups(lanes, [&](auto&... group) BROADSIDE_VECTOR_LAMBDA {
    for (; rounds > 0; --rounds) player.play_straight(attacker, defender, group...);
  });
  waiting.next += player.taken();
}

/// Calls body.operator()<extras, fresh>() for a step and what waits for it.
template <unsigned kExtras, class Body>
void with_fresh(const Waiting& waiting, Body&& body) noexcept {
  if constexpr (!kFewForms)
    if (waiting.mask == 0) return body.template operator()<kExtras, true>();
  body.template operator()<kExtras, false>();
}
template <unsigned kExtras = 0, class Body>
void with_form(const StepTables& step, const Waiting& waiting, Body&& body) noexcept {
  if (step.last) return with_fresh<kLastLadders>(waiting, body);
  if (step.ladder) return with_fresh<kLadders>(waiting, body);
  if constexpr (kFewForms) {
    step.extras == kPlain ? with_fresh<kPlain>(waiting, body)
                          : with_fresh<kEveryExtra>(waiting, body);
  } else if constexpr (kExtras < kLadders) {
    if (step.extras == kExtras) return with_fresh<kExtras>(waiting, body);
    with_form<kExtras + 1>(step, waiting, body);
  }
}

/// Calls body.operator()<table>() with how tables of so many entries are looked up.
template <class Body>
void with_table(std::uint32_t entries, Body&& body) noexcept {
  if constexpr (kMostInRegisters >= kSmallTable)
    if (entries == kSmallTable) return body.template operator()<RegisterTable<kSmallTable>>();
  if constexpr (kMostInRegisters >= kMediumTable)
    if (entries == kMediumTable) return body.template operator()<RegisterTable<kMediumTable>>();
  body.template operator()<const std::uint32_t*>();
}
/// Calls body.operator()<extras, fresh, alias, next>() for a step and what waits for it. Only
/// tables of steps without extras may be in registers.
template <class Body>
void with_tables(const StepTables& step, const Waiting& waiting, Body&& body) noexcept {
  using InMemory = const std::uint32_t*;
  with_form(step, waiting, [&]<unsigned kExtras, bool kFresh>() {
    if constexpr (kExtras == kPlain)
      with_table(step.alias_entries, [&]<class Alias>() {
        with_table(step.next_entries,
                   [&]<class Next>() { body.template operator()<kExtras, kFresh, Alias, Next>(); });
      });
    else if constexpr (kExtras & (kLadders | kLastLadders))
      with_table(step.alias_entries, [&]<class Alias>() {
        body.template operator()<kExtras, kFresh, Alias, InMemory>();
      });
    else
      body.template operator()<kExtras, kFresh, InMemory, InMemory>();
  });
}

void play_full_rounds(const StepTables& step, std::uint32_t rounds, Lanes& lanes, Waiting& waiting,
                      Left& left) noexcept {
  with_tables(step, waiting, [&]<unsigned kExtras, bool kFresh, class Alias, class Next>() {
    play_rounds<kExtras, kFresh, Alias, Next>(step, rounds, lanes, waiting, left);
  });
}

void play_straight(const StepTables& step, std::uint32_t rounds, Lanes& lanes, Waiting& waiting,
                   std::uint32_t* attacker, std::uint32_t* defender) noexcept {
  with_tables(step, waiting, [&]<unsigned kExtras, bool kFresh, class Alias, class Next>() {
    if constexpr (!(kExtras & (kLadders | kLastLadders)) && (kFewForms || !(kExtras & kEarly)))
      play_straight_rounds<kExtras, kFresh, Alias, Next>(step, rounds, lanes, waiting, attacker,
                                                         defender);
  });
}

}  // namespace
}  // namespace broadside
