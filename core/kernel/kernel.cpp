#include "core/kernel/kernel.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

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

/// Carries a chunk's battles from step to step.
class ChunkPlayer {
 public:
  ChunkPlayer(const Duel& duel, Workspace& room, Counts& counts, Kernel kernel) noexcept
      : duel_(duel), room_(room), counts_(counts), kernel_(kernel) {}

  void play(std::uint64_t seed, std::uint64_t chunk, std::uint32_t battles) noexcept {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      const Xoshiro::State state = lane_stream(seed, chunk, lane).state();
      for (std::size_t w = 0; w < state.size(); ++w) room_.lanes_.dice[w][lane] = state[w];
    }
    room_.waiting_[0].count = battles;
    bool again = false;  // on another way round a loop
    bool first = true;   // all battles of the first step begin alike
    for (std::size_t s = 0; s < duel_.steps.size();) {
      if (const std::uint32_t battles_here = room_.waiting_[s].count; battles_here > 0) {
        const std::uint16_t loop = duel_.steps[s].loop;
        if (loop == kNoStep || (loop == s && !again)) counts_.entered[s] += battles_here;
        play_step(s, waiting_for(s, first));
      }
      first = false;
      const std::size_t next = next_step(s);
      again = next <= s;
      s = next;
    }
    counts_.battles += battles;
  }

 private:
  /// The step after s; from the end of a loop back to its beginning while battles wait there.
  std::size_t next_step(std::size_t s) const noexcept {
    const std::uint16_t loop = duel_.steps[s].loop;
    const bool loop_ends =
        loop != kNoStep && (s + 1 == duel_.steps.size() || duel_.steps[s + 1].loop != loop);
    if (loop_ends)
      for (std::size_t back = loop; back <= s; ++back)
        if (room_.waiting_[back].count > 0) return back;
    return s + 1;
  }

  Waiting waiting_for(std::size_t s, bool at_start) noexcept {
    Workspace::Queue& queue = room_.waiting_[s];
    const Workspace::Queue& from = at_start ? room_.start_ : queue;
    const Waiting waiting{from.attacker.data(), from.defender.data(), 0, queue.count,
                          at_start ? 0u : ~0u};
    queue.count = 0;  // whoever leads here again waits for the next time
    return waiting;
  }

  void play_step(std::size_t s, Waiting waiting) noexcept {
    const StepTables& step = room_.tables_.step(s);
    Lanes& lanes = room_.lanes_;
    Left& left = room_.left_;
    play_straight(s, waiting);
    lanes.playing = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) take_next(lane, lanes, waiting);
    const Exits exits = exits_of(s);
    std::uint64_t& played = counts_.rounds[s];
    while (lanes.playing != 0) {
      const std::uint32_t rounds = std::min(waiting.left(), left.room()) / kLanes;
      if (lanes.playing == kAllLanes && rounds > 0) {
        play_full_rounds(step, rounds, lanes, waiting, left);
        played += std::uint64_t{rounds} * kLanes;
      } else {
        played += static_cast<unsigned>(std::popcount(lanes.playing));
        with_extras(step, [&]<unsigned kExtras>() {
          play_ragged_round<kExtras>(step, lanes, waiting, left);
        });
      }
      if (left.room() >= Left::kRoom / 2 && lanes.playing != 0) continue;
      room_.tables_.exits(s).tallies() ? tally_all(s) : leave_all(s, exits);
      left.count = 0;
    }
    if (room_.tables_.exits(s).tallies()) leave_tallied(s, exits);
  }

  /// A vector form takes a step that happens once and leads to one other step in one go.
  void play_straight(std::size_t s, Waiting& waiting) noexcept {
    const ExitTables& exits = room_.tables_.exits(s);
    const std::uint32_t rounds = waiting.left() / kLanes, battles = rounds * kLanes;
    if (kernel_ == Kernel::scalar || exits.onward == kNoStep || rounds == 0) return;
    Workspace::Queue& queue = room_.waiting_[exits.onward];
    if (waiting.mask == 0 && exits.fresh.attacker.alias) {
      static constexpr std::array<Cell, kLanes> kStart{};  // state 0, row 0
      Waiting all{kStart.data(), kStart.data(), 0, battles, 0};
      play_straight_rounds(exits.fresh, rounds, all, queue);
      waiting.next += battles;
    } else {
      play_straight_rounds(exits.straight, rounds, waiting, queue);
    }
    queue.count += battles;
    counts_.rounds[s] += battles;
    counts_.lengths[s][1] += battles;
  }

  void play_straight_rounds(const StepTables& step, std::uint32_t rounds, Waiting& waiting,
                            Workspace::Queue& queue) noexcept {
#if defined(__x86_64__)
    std::uint32_t* const attacker = queue.attacker.data() + queue.count;
    std::uint32_t* const defender = queue.defender.data() + queue.count;
    if (kernel_ == Kernel::avx512)
      play_straight_rounds_avx512(step, rounds, room_.lanes_, waiting, attacker, defender);
    else
      play_straight_rounds_avx2(step, rounds, room_.lanes_, waiting, attacker, defender);
#endif
  }

  void play_full_rounds(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                        Waiting& waiting, Left& left) const noexcept {
#if defined(__x86_64__)
    if (kernel_ == Kernel::avx512)
      return play_full_rounds_avx512(step, rounds, lanes, waiting, left);
    if (kernel_ == Kernel::avx2) return play_full_rounds_avx2(step, rounds, lanes, waiting, left);
#endif
    play_full_rounds_scalar(step, rounds, lanes, waiting, left);
  }

  /// An edge as plain pointers: where a battle is counted that ends there, or queued that goes on.
  struct Exit {
    BySide<const std::uint32_t*> map{};
    BySide<std::uint64_t*> finals{};
    Workspace::Queue* queue = nullptr;
  };
  using Exits = std::array<Exit, kStances * kStances>;  ///< by the stances of both sides

  Exit exit_of(std::size_t s, std::size_t e) noexcept {
    const Edge& edge = duel_.steps[s].edges[e];
    Exit exit;
    exit.map = room_.tables_.exits(s).map[e];
    if (edge.step == kNoStep) {
      for (std::size_t side = 0; side < 2; ++side)
        exit.finals[side] = counts_.finals[edge.ending][side].data();
    } else {
      exit.queue = &room_.waiting_[edge.step];
    }
    return exit;
  }

  Exits exits_of(std::size_t s) noexcept {
    const Step& step = duel_.steps[s];
    Exits exits;
    for (std::size_t a = 0; a < kStances; ++a)
      for (std::size_t d = 0; d < kStances; ++d)
        if (step.flow[a][d] < step.edges.size())
          exits[a * kStances + d] = exit_of(s, step.flow[a][d]);
    return exits;
  }

  const Exit& exit_for(const Exits& exits, std::size_t s, std::uint32_t attacker,
                       std::uint32_t defender) const noexcept {
    const auto& side = duel_.steps[s].side;
    return exits[side[0].stance[attacker] * std::size_t{kStances} + side[1].stance[defender]];
  }

  /// Counts or queues everything that has left step s.
  void leave_all(std::size_t s, const Exits& exits) noexcept {
    const Step& step = duel_.steps[s];
    const auto& state = room_.tables_.exits(s).state;
    auto& lengths = counts_.lengths[s];
    const Left& left = room_.left_;
    for (std::uint32_t i = 0; i < left.count; ++i) {
      std::uint32_t attacker = left.pair[i] & 0xffff, defender = left.pair[i] >> 16;
      ++lengths[left.length[i] & ~Left::kWasEarly];
      if (left.length[i] & Left::kWasEarly) [[unlikely]] {
        --counts_.rounds[s];  // it did not play the round in which it left
        const std::uint8_t edge =
            step.early[std::size_t{attacker} * step.side[1].in_states + defender];
        leave(exit_of(s, edge), attacker, defender);
        continue;
      }
      if (state[0]) {
        attacker = state[0][attacker];
        defender = state[1][defender];
      }
      leave(exit_for(exits, s, attacker, defender), attacker, defender);
    }
  }

  static void leave(const Exit& exit, std::uint32_t attacker, std::uint32_t defender) noexcept {
    const std::uint32_t to_a = exit.map[0][attacker], to_d = exit.map[1][defender];
    if (exit.queue) {
      exit.queue->attacker[exit.queue->count] = to_a;
      exit.queue->defender[exit.queue->count++] = to_d;
    } else {
      ++exit.finals[0][to_a];
      ++exit.finals[1][to_d];
    }
  }

  /// Tallies how everything ended that has left step s. Two tallies take turns, because adding one
  /// to a number that was just written has to wait for it.
  void tally_all(std::size_t s) noexcept {
    const Left& left = room_.left_;
    std::uint32_t* const tally = room_.tally_.data();
    BySide<std::array<std::uint32_t, kRoundBins>> lengths{};
    const auto add_all = [&](auto key_of, auto length_of) {
      for (std::uint32_t i = 0; i + 1 < left.count; i += 2) {
        ++tally[2 * key_of(i)];
        ++tally[2 * key_of(i + 1) + 1];
        ++lengths[0][length_of(i)];
        ++lengths[1][length_of(i + 1)];
      }
      if (left.count % 2 == 0) return;
      ++tally[2 * key_of(left.count - 1)];
      ++lengths[0][length_of(left.count - 1)];
    };
    if (room_.tables_.step(s).last) {
      add_all([&](std::uint32_t i) { return left.pair[i] & ((1u << kLengthShift) - 1); },
              [&](std::uint32_t i) { return left.pair[i] >> kLengthShift; });
    } else {
      add_all(
          [&, states = duel_.steps[s].side[0].out_states](std::uint32_t i) {
            return (left.pair[i] & 0xffff) + (left.pair[i] >> 16) * states;
          },
          [&](std::uint32_t i) { return left.length[i]; });
    }
    for (std::size_t n = 0; n < kRoundBins; ++n)
      counts_.lengths[s][n] += std::uint64_t{lengths[0][n]} + lengths[1][n];
  }

  /// Counts what was tallied.
  void leave_tallied(std::size_t s, const Exits& exits) noexcept {
    for (const auto& [key, attacker, defender] : room_.tables_.exits(s).ends) {
      std::uint32_t* const both = &room_.tally_[2 * std::size_t{key}];
      const std::uint32_t battles = both[0] + both[1];
      if (battles == 0) continue;
      both[0] = both[1] = 0;
      const Exit& exit = exit_for(exits, s, attacker, defender);
      exit.finals[0][exit.map[0][attacker]] += battles;
      exit.finals[1][exit.map[1][defender]] += battles;
    }
  }

  const Duel& duel_;
  Workspace& room_;
  Counts& counts_;
  Kernel kernel_;
};

std::span<const Kernel> available_kernels() noexcept {
  static constexpr std::array kAll{Kernel::scalar, Kernel::avx2, Kernel::avx512};
  std::size_t count = 1;
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
  count += avx2 + (avx2 && avx512);
#endif
  return std::span{kAll}.first(count);
}

std::string_view name(Kernel kernel) noexcept {
  constexpr std::array<std::string_view, 4> kNames{"automatic", "scalar", "avx2", "avx512"};
  return kNames[static_cast<std::size_t>(kernel)];
}

void play_tables(const Duel& duel, std::uint64_t seed, std::uint64_t chunk, std::uint32_t battles,
                 Workspace& workspace, Counts& counts, Kernel kernel) noexcept {
  assert(battles <= kChunkBattles);
  if (kernel == Kernel::automatic) kernel = available_kernels().back();
  ChunkPlayer{duel, workspace, counts, kernel}.play(seed, chunk, battles);
}

}  // namespace broadside
