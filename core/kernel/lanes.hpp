#pragma once
// Question: what do the forms of the kernel share, scalar and vector?
//
// A step is played by 16 lanes side by side, round by round. In each round every lane draws from
// its own generator, plays one exchange of its battle, and if that battle leaves the step, writes
// it down and takes the next one that waits; lane 0 first, then lane 1, and so on. That order is
// part of what a seed means, so every form counts the same. While at least as many battles wait as
// there are lanes no lane can run dry, and the rounds up to there can be played without looking:
// those are what a vector form plays. The ragged rest is always played in scalar code.

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/kernel/counts.hpp"
#include "core/kernel/ladder.hpp"
#include "core/kernel/rng.hpp"
#include "core/tables/alias.hpp"
#include "core/tables/duel.hpp"

namespace broadside {

/// What a step needs beyond drawing a volley and following a transition. A battle pays only for
/// what it uses: the kernel is instantiated for every set of extras.
enum Extra : unsigned {
  kPlain = 0,
  kSpends = 1,        // throwing changes the thrower
  kLooks = 2,         // a row depends on a feature of the enemy's state
  kResponds = 4,      // a volley grows because of the enemy's volley
  kEarly = 8,         // some pairs of states leave without playing the step
  kLadders = 16,      // none of these, and both sides are ladders
  kLastLadders = 32,  // besides, the battle is over after the step
};

/// One side's tables as plain pointers, so that the loops touch nothing else.
struct SideTables {
  const std::uint32_t *alias = nullptr, *refine = nullptr;  ///< by row; of a ladder: by rung
  const std::uint32_t *next = nullptr, *thrown = nullptr, *feature = nullptr;
  const std::uint32_t* response = nullptr;  ///< the volley that takes effect, by pair of volleys
  std::uint32_t bits = 1;                   ///< 2^bits columns in a row
  std::uint32_t volleys = 1;                ///< volleys of the enemy
  std::uint32_t out = 0;                    ///< states below this have left the step
};

/// The number of a column in StepSide::thrown.
constexpr std::uint32_t column_index(std::uint32_t row, std::uint32_t bits,
                                     std::uint32_t column) noexcept {
  return (row << bits) + column;
}

/// Tables of at most so many entries can be held in registers by a vector form: some forms hold the
/// small ones, some the larger ones too.
inline constexpr std::uint32_t kSmallTable = 16, kMediumTable = 64;

struct StepTables {
  SideTables attacker, defender;
  const std::uint8_t* early = nullptr;  ///< readable three bytes beyond its end
  std::uint32_t early_stride = 0;       ///< [attacker's state * stride + defender's]
  unsigned extras = kPlain;
  /// Entries of either side's table of throws, and of transitions where there are no ladders, some
  /// of them perhaps never used: kSmallTable or kMediumTable, or 0 where one of the two is larger.
  std::uint32_t alias_entries = 0, next_entries = 0;
  /// Both sides are ladders (core/kernel/ladder.hpp): positions instead of Cells
  bool ladder = false;
  bool last = false;                ///< ladders: after this step the battle is over
  std::uint32_t defender_keys = 0;  ///< last ladders: keys of the defender's places begin here
};

/// What the lanes hold between two rounds. Of a ladder, positions stand in place of Cells.
struct alignas(64) Lanes {
  std::array<std::array<std::uint64_t, kLanes>, 4> dice;  ///< xoshiro256++, word by word
  std::array<Cell, kLanes> attacker, defender;
  std::array<std::uint32_t, kLanes> length;  ///< rounds that the lane's battle has played
  std::uint32_t playing = 0;                 ///< bit j: lane j has a battle
};
inline constexpr std::uint32_t kAllLanes = (1u << kLanes) - 1;

/// Battles that wait for a step, first come, first served.
struct Waiting {
  const Cell *attacker = nullptr, *defender = nullptr;
  std::uint32_t next = 0, count = 0;
  /// 0 where all of them begin alike: then the first pairs stand for all
  std::uint32_t mask = ~0u;

  std::uint32_t left() const noexcept { return count - next; }
};

/// Battles that have left a step, in that order.
struct Left {
  static constexpr std::uint32_t kRoom = 2048;
  static constexpr std::uint32_t kWasEarly = 0x100;  ///< beside the length: left before playing
  /// The state, or the place on a ladder, of the attacker in the low half, the defender's in the
  /// high half. After the last ladders, where one side at most is left: the key of its place, and
  /// how many rounds it took.
  alignas(64) std::array<std::uint32_t, kRoom + kLanes> pair;
  alignas(64) std::array<std::uint32_t, kRoom + kLanes> length;  ///< rounds it took: its bin
  std::uint32_t count = 0;

  std::uint32_t room() const noexcept { return kRoom - count; }
};

/// How a battle is noted that is over after ladders: the place of the side that is left (of the
/// defender if none is), with the length above it.
inline constexpr std::uint32_t kLengthShift = 20;
constexpr std::uint32_t last_key(Position attacker, Position defender, std::uint32_t defender_keys,
                                 std::uint32_t length) noexcept {
  // Who is left cannot be predicted, so there is no branch on it.
  const std::uint32_t gone = (attacker & 0xffff) == 0 ? ~0u : 0;
  const std::uint32_t key =
      (place_of(attacker) & ~gone) | ((place_of(defender) + defender_keys) & gone);
  return key | length << kLengthShift;
}

/// Plays `rounds` rounds of a step while all lanes have a battle and enough battles wait to refill
/// every lane after every round; there is room for all of them in `left`.
void play_full_rounds_scalar(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                             Waiting& waiting, Left& left) noexcept;
void play_full_rounds_avx2(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                           Waiting& waiting, Left& left) noexcept;
void play_full_rounds_avx512(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                             Waiting& waiting, Left& left) noexcept;
void play_full_rounds_simd128(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                              Waiting& waiting, Left& left) noexcept;

/// One round in which some lanes may have no battle; only the scalar form plays those.
void play_ragged_round_scalar(const StepTables& step, Lanes& lanes, Waiting& waiting,
                              Left& left) noexcept;

/// Plays `rounds` rounds of a step that happens once, after which every battle goes to the same
/// step: each lane plays a battle a round, and what comes of it is written after what waits there.
void play_straight_rounds_avx2(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                               Waiting& waiting, std::uint32_t* attacker,
                               std::uint32_t* defender) noexcept;
void play_straight_rounds_avx512(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                                 Waiting& waiting, std::uint32_t* attacker,
                                 std::uint32_t* defender) noexcept;
void play_straight_rounds_simd128(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                                  Waiting& waiting, std::uint32_t* attacker,
                                  std::uint32_t* defender) noexcept;

/// Whether this WebAssembly module has vector instructions: there is one with and one without.
bool has_simd128() noexcept;

/// A lane takes the battle that waits longest, or has none.
inline void take_next(std::size_t lane, Lanes& lanes, Waiting& waiting) noexcept {
  if (waiting.left() == 0) {
    lanes.playing &= ~(1u << lane);
    return;
  }
  const std::uint32_t next = waiting.next++ & waiting.mask;
  lanes.attacker[lane] = waiting.attacker[next];
  lanes.defender[lane] = waiting.defender[next];
  lanes.length[lane] = 0;
  lanes.playing |= 1u << lane;
}

/// The generator of one lane; its state stays in the arrays of Lanes. Called, it draws the further
/// bits that a tie needs.
class LaneDice {
 public:
  LaneDice(Lanes& lanes, std::size_t lane) noexcept : words_(lanes.dice), lane_(lane) {}
  Xoshiro generator() const noexcept {
    return Xoshiro{{words_[0][lane_], words_[1][lane_], words_[2][lane_], words_[3][lane_]}};
  }
  void set(const Xoshiro& dice) noexcept {
    for (std::size_t w = 0; w < 4; ++w) words_[w][lane_] = dice.state()[w];
  }
  std::uint32_t operator()() noexcept {
    Xoshiro dice = generator();
    const std::uint64_t draw = dice();
    set(dice);
    return static_cast<std::uint32_t>(draw >> 32);
  }

 private:
  decltype(Lanes::dice)& words_;
  std::size_t lane_;
};

/// From which rows both sides throw.
struct RowPair {
  std::uint32_t attacker, defender;
};
template <unsigned kExtras>
inline RowPair rows_of(const StepTables& step, Cell attacker, Cell defender) noexcept {
  if constexpr (kExtras & (kLadders | kLastLadders)) {
    const auto rung = [](Position at) { return std::min(at & 0xffff, at >> 16); };
    return {rung(attacker), rung(defender)};
  } else {
    RowPair rows{row_of(attacker), row_of(defender)};
    if constexpr (kExtras & kLooks) {
      const std::uint32_t *of_d = step.defender.feature, *of_a = step.attacker.feature;
      if (of_d) rows.attacker += of_d[state_of(defender)];
      if (of_a) rows.defender += of_a[state_of(attacker)];
    }
    return rows;
  }
}

/// What a side throws from a row; `more()` supplies further bits for a tie.
template <class More>
inline std::uint32_t draw_row(const SideTables& side, std::uint32_t row, std::uint32_t random,
                              More&& more) noexcept {
  const std::uint32_t at = row << side.bits;
  return draw_alias(side.alias + at, side.refine + at, side.bits, random, more);
}

}  // namespace broadside
