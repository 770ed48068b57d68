// The scalar form of the kernel, which the vector forms must equal: every lane by itself.

#include <algorithm>
#include <bit>

#include "core/kernel/lanes.hpp"

namespace broadside {
namespace {

using Draws = std::array<std::uint64_t, kLanes>;

/// The next draw of every lane. Word by word, so that a compiler can take several lanes at a time.
inline void draw_all(Lanes& lanes, Draws& draws) noexcept {
  auto& s = lanes.dice;
  for (std::size_t j = 0; j < kLanes; ++j) {
    draws[j] = std::rotl(s[0][j] + s[3][j], 23) + s[0][j];
    const std::uint64_t shifted = s[1][j] << 17;
    s[2][j] ^= s[0][j];
    s[3][j] ^= s[1][j];
    s[1][j] ^= s[2][j];
    s[0][j] ^= s[3][j];
    s[2][j] ^= shifted;
    s[3][j] = std::rotl(s[3][j], 45);
  }
}

/// One exchange: both sides draw, then both take what the other threw. The high half of the draw is
/// for the attacker, the low half for the defender.
template <unsigned kExtras, class More>
inline void exchange(const StepTables& step, std::uint64_t draw, More&& more, Cell& attacker,
                     Cell& defender) noexcept {
  const SideTables &a = step.attacker, &d = step.defender;
  const RowPair rows = rows_of<kExtras>(step, attacker, defender);
  std::uint32_t thrown_a = draw_row(a, rows.attacker, static_cast<std::uint32_t>(draw >> 32), more);
  std::uint32_t thrown_d = draw_row(d, rows.defender, static_cast<std::uint32_t>(draw), more);
  if constexpr (kExtras & (kLadders | kLastLadders)) {
    attacker -= std::min(thrown_d, attacker & 0xffff);
    defender -= std::min(thrown_a, defender & 0xffff);
    return;
  }
  std::uint32_t state_a = state_of(attacker), state_d = state_of(defender);
  if constexpr (kExtras & kSpends) {
    if (a.thrown) {
      const std::uint32_t both = a.thrown[column_index(rows.attacker, a.bits, thrown_a)];
      thrown_a = both & 0xffff;
      state_a = both >> 16;
    }
    if (d.thrown) {
      const std::uint32_t both = d.thrown[column_index(rows.defender, d.bits, thrown_d)];
      thrown_d = both & 0xffff;
      state_d = both >> 16;
    }
  }
  if constexpr (kExtras & kResponds) {
    const std::uint32_t pair = thrown_a * a.volleys + thrown_d;
    thrown_a = a.response[pair];
    thrown_d = d.response[pair];
  }
  attacker = a.next[state_a * a.volleys + thrown_d];
  defender = d.next[state_d * d.volleys + thrown_a];
}

/// One round of one lane: plays an exchange, or finds that the battle leaves before it. Notes at
/// `left` number `at` how the battle stands. Returns 1 if it has left the step, otherwise 0.
template <unsigned kExtras>
inline std::uint32_t play_lane(const StepTables& step, std::uint64_t draw, std::size_t lane,
                               Lanes& lanes, Left& left, std::uint32_t at) noexcept {
  std::uint32_t attacker = lanes.attacker[lane], defender = lanes.defender[lane];
  std::uint32_t early = 0;
  if constexpr (kExtras & kEarly)
    early = step.early[state_of(attacker) * step.early_stride + state_of(defender)] != kNoEdge;
  if (early == 0) exchange<kExtras>(step, draw, LaneDice{lanes, lane}, attacker, defender);
  const std::uint32_t length = lanes.length[lane] + 1 - early;
  lanes.attacker[lane] = attacker;
  lanes.defender[lane] = defender;
  lanes.length[lane] = length;
  const std::uint32_t bin = std::min(length, kRoundBins - 1);
  if constexpr (kExtras == kLastLadders)
    left.pair[at] = last_key(attacker, defender, step.defender_keys, bin);
  else if constexpr (kExtras == kLadders)
    left.pair[at] = place_of(attacker) | place_of(defender) << 16;
  else
    left.pair[at] = state_of(attacker) | defender << 16;
  if constexpr (kExtras != kLastLadders) left.length[at] = bin | early * Left::kWasEarly;
  // A state below its limit makes a difference negative (both are below 2^17).
  const std::uint32_t out =
      (state_of(attacker) - step.attacker.out) | (state_of(defender) - step.defender.out);
  return out >> 31 | early;
}

template <unsigned kExtras>
void play_full_rounds(const StepTables& tables, std::uint32_t rounds, Lanes& lanes,
                      Waiting& waiting, Left& left) noexcept {
  const StepTables step = tables;  // a copy that no store below can change
  const Waiting from = waiting;
  std::uint32_t taken = 0;
  Draws draws;
  for (; rounds > 0; --rounds) {
    draw_all(lanes, draws);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::uint32_t leaves =
          play_lane<kExtras>(step, draws[lane], lane, lanes, left, left.count + taken);
      // Whether it leaves cannot be predicted, so there is no branch on it.
      const std::uint32_t keep = leaves - 1, next = (from.next + taken) & from.mask;
      lanes.attacker[lane] = (lanes.attacker[lane] & keep) | (from.attacker[next] & ~keep);
      lanes.defender[lane] = (lanes.defender[lane] & keep) | (from.defender[next] & ~keep);
      lanes.length[lane] &= keep;
      taken += leaves;
    }
  }
  waiting.next += taken;
  left.count += taken;
}

/// A lane with its state in registers.
struct LoneLane {
  LoneLane(Lanes& lanes, std::size_t lane) noexcept
      : dice(LaneDice{lanes, lane}.generator()),
        attacker(lanes.attacker[lane]),
        defender(lanes.defender[lane]),
        length(lanes.length[lane]) {}
  void put_back(Lanes& lanes, std::size_t lane) const noexcept {
    LaneDice{lanes, lane}.set(dice);
    lanes.attacker[lane] = attacker;
    lanes.defender[lane] = defender;
    lanes.length[lane] = length;
  }

  Xoshiro dice;
  Position attacker, defender;
  std::uint32_t length;
};

/// The same where all battles begin alike and are over after the step. Then nobody can tell which
/// lane took which of them, nor in what order they left, so the lanes need not take turns. Two at a
/// time: one computes while the other waits for its tables.
void play_full_rounds_alike(const StepTables& tables, std::uint32_t rounds, Lanes& lanes,
                            Waiting& waiting, Left& left) noexcept {
  const StepTables step = tables;
  const Position start_a = waiting.attacker[0], start_d = waiting.defender[0];
  std::uint32_t count = left.count;
  const auto play_round = [&](LoneLane & lane) __attribute__((always_inline)) {
    const auto more = [&lane] { return static_cast<std::uint32_t>(lane.dice() >> 32); };
    const std::uint64_t draw = lane.dice();
    exchange<kLastLadders>(step, draw, more, lane.attacker, lane.defender);
    ++lane.length;
    left.pair[count] = last_key(lane.attacker, lane.defender, step.defender_keys,
                                std::min(lane.length, kRoundBins - 1));
    // Whether it is over cannot be predicted, so there is no branch on it.
    const std::uint32_t over =
        (((lane.attacker & 0xffff) - 1) | ((lane.defender & 0xffff) - 1)) >> 31;
    const std::uint32_t keep = over - 1;
    count += over;
    lane.attacker = start_a ^ ((lane.attacker ^ start_a) & keep);
    lane.defender = start_d ^ ((lane.defender ^ start_d) & keep);
    lane.length &= keep;
  };
  for (std::size_t lane = 0; lane < kLanes; lane += 2) {
    LoneLane first{lanes, lane}, second{lanes, lane + 1};
    for (std::uint32_t round = 0; round < rounds; ++round) {
      play_round(first);
      play_round(second);
    }
    first.put_back(lanes, lane);
    second.put_back(lanes, lane + 1);
  }
  waiting.next += count - left.count;
  left.count = count;
}

/// One round in which some lanes may have no battle. They draw nevertheless: a lane's generator
/// moves once a round whatever happens.
template <unsigned kExtras>
void play_ragged_round(const StepTables& step, Lanes& lanes, Waiting& waiting,
                       Left& left) noexcept {
  Draws draws;
  draw_all(lanes, draws);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if (!(lanes.playing >> lane & 1)) continue;
    if (!play_lane<kExtras>(step, draws[lane], lane, lanes, left, left.count)) continue;
    ++left.count;
    take_next(lane, lanes, waiting);
  }
}

/// Calls body.operator()<extras>() for the extras of a step.
template <unsigned kExtras = 0, class Body>
inline void with_extras(const StepTables& step, Body&& body) noexcept {
  if (step.last) return body.template operator()<kLastLadders>();
  if (step.ladder) return body.template operator()<kLadders>();
  if constexpr (kExtras < kLadders) {
    if (step.extras == kExtras) return body.template operator()<kExtras>();
    with_extras<kExtras + 1>(step, body);
  }
}

}  // namespace

void play_full_rounds_scalar(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                             Waiting& waiting, Left& left) noexcept {
  if (step.last && waiting.mask == 0)
    return play_full_rounds_alike(step, rounds, lanes, waiting, left);
  with_extras(step, [&]<unsigned kExtras>() {
    play_full_rounds<kExtras>(step, rounds, lanes, waiting, left);
  });
}

void play_ragged_round_scalar(const StepTables& step, Lanes& lanes, Waiting& waiting,
                              Left& left) noexcept {
  with_extras(step,
              [&]<unsigned kExtras>() { play_ragged_round<kExtras>(step, lanes, waiting, left); });
}

}  // namespace broadside
