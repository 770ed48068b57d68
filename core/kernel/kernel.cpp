#include "core/kernel/kernel.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace broadside {

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
        play_ragged_round_scalar(step, lanes, waiting, left);
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
    [[maybe_unused]] std::uint32_t* const attacker = queue.attacker.data() + queue.count;
    [[maybe_unused]] std::uint32_t* const defender = queue.defender.data() + queue.count;
#if defined(__x86_64__)
    if (kernel_ == Kernel::avx512)
      play_straight_rounds_avx512(step, rounds, room_.lanes_, waiting, attacker, defender);
    else
      play_straight_rounds_avx2(step, rounds, room_.lanes_, waiting, attacker, defender);
#elif defined(__wasm__)
    play_straight_rounds_simd128(step, rounds, room_.lanes_, waiting, attacker, defender);
#endif
  }

  void play_full_rounds(const StepTables& step, std::uint32_t rounds, Lanes& lanes,
                        Waiting& waiting, Left& left) const noexcept {
#if defined(__x86_64__)
    if (kernel_ == Kernel::avx512)
      return play_full_rounds_avx512(step, rounds, lanes, waiting, left);
    if (kernel_ == Kernel::avx2) return play_full_rounds_avx2(step, rounds, lanes, waiting, left);
#elif defined(__wasm__)
    if (kernel_ == Kernel::simd128)
      return play_full_rounds_simd128(step, rounds, lanes, waiting, left);
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
    std::array<std::array<std::uint32_t, kRoundBins>, 2> lengths{};
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
#if defined(__x86_64__)
  static constexpr std::array kAll{Kernel::scalar, Kernel::avx2, Kernel::avx512};
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
  return std::span{kAll}.first(1 + avx2 + (avx2 && avx512));
#elif defined(__wasm__)
  static constexpr std::array kAll{Kernel::scalar, Kernel::simd128};
  return std::span{kAll}.first(1 + has_simd128());
#else
  static constexpr std::array kAll{Kernel::scalar};
  return kAll;
#endif
}

std::string_view name(Kernel kernel) noexcept {
  constexpr std::array<std::string_view, 5> kNames{"automatic", "scalar", "avx2", "avx512",
                                                   "simd128"};
  return kNames[static_cast<std::size_t>(kernel)];
}

void play_tables(const Duel& duel, std::uint64_t seed, std::uint64_t chunk, std::uint32_t battles,
                 Workspace& workspace, Counts& counts, Kernel kernel) noexcept {
  assert(battles <= kChunkBattles);
  if (kernel == Kernel::automatic) kernel = available_kernels().back();
  ChunkPlayer{duel, workspace, counts, kernel}.play(seed, chunk, battles);
}

}  // namespace broadside
