#include "core/kernel.hpp"

#include <algorithm>

#include "core/alias.hpp"

namespace broadside {

namespace {

/// What a step needs beyond drawing a volley and following a transition. A battle pays only for
/// what it uses.
enum Feature : unsigned {
  kPlain = 0,
  kSpends = 1,    // throwing changes the thrower
  kLooks = 2,     // a row depends on a feature of the enemy's state
  kResponds = 4,  // a volley grows because of the enemy's volley
  kEarly = 8,     // some pairs of states leave without playing the step
};

unsigned features_of(const Step& step) noexcept {
  unsigned features = kPlain;
  for (const auto& side : step.side) {
    if (!side.outcome.empty()) features |= kSpends;
    if (!side.feature.empty()) features |= kLooks;
  }
  if (!step.response.empty()) features |= kResponds;
  if (!step.early.empty()) features |= kEarly;
  return features;
}

/// One side's tables as plain pointers, so that the loop below touches nothing else.
struct Tables {
  explicit Tables(const StepSide& side) noexcept
      : alias(side.alias.data()),
        refine(side.refine.data()),
        next(side.next.data()),
        outcome(side.outcome.data()),
        feature(side.feature.empty() ? nullptr : side.feature.data()),
        bits(side.column_bits),
        volleys(side.volleys),
        out(side.out),
        spends(!side.outcome.empty()) {}
  const std::uint32_t *alias, *refine, *next, *outcome, *feature;
  std::uint32_t bits, volleys, out;
  bool spends;
};

/// One exchange: both sides draw, then both take what the other threw.
template <unsigned kFeatures>
inline void exchange(const Step& step, const Tables& a, const Tables& d, Xoshiro& dice,
                     Cell& attacker, Cell& defender) noexcept {
  const std::uint64_t draw = dice();  // high half for the attacker, low half for the defender
  const auto more = [&dice] { return static_cast<std::uint32_t>(dice() >> 32); };
  std::uint32_t row_a = row_of(attacker), row_d = row_of(defender);
  if constexpr (kFeatures & kLooks) {
    if (d.feature) row_a += d.feature[state_of(defender)];
    if (a.feature) row_d += a.feature[state_of(attacker)];
  }
  row_a <<= a.bits;
  row_d <<= d.bits;
  std::uint32_t thrown_a = draw_alias(a.alias + row_a, a.refine + row_a, a.bits,
                                      static_cast<std::uint32_t>(draw >> 32), more);
  std::uint32_t thrown_d =
      draw_alias(d.alias + row_d, d.refine + row_d, d.bits, static_cast<std::uint32_t>(draw), more);
  std::uint32_t state_a = state_of(attacker), state_d = state_of(defender);
  if constexpr (kFeatures & kSpends) {
    if (a.spends) {
      const std::uint32_t both = a.outcome[row_a + thrown_a];
      thrown_a = both & 0xffff;
      state_a = both >> 16;
    }
    if (d.spends) {
      const std::uint32_t both = d.outcome[row_d + thrown_d];
      thrown_d = both & 0xffff;
      state_d = both >> 16;
    }
  }
  if constexpr (kFeatures & kResponds) {
    if (!step.response.empty()) {
      const std::uint32_t pair = thrown_a * a.volleys + thrown_d;
      thrown_a = step.response.volley[0][pair];
      thrown_d = step.response.volley[1][pair];
    }
  }
  attacker = a.next[state_a * a.volleys + thrown_d];
  defender = d.next[state_d * d.volleys + thrown_a];
}

}  // namespace

/// Carries a chunk's battles from step to step.
class ChunkPlayer {
 public:
  ChunkPlayer(const Duel& duel, std::vector<std::vector<Workspace::Pair>>& waiting,
              std::vector<std::uint32_t>& waiting_count, Counts& counts) noexcept
      : duel_(duel), waiting_(waiting), waiting_count_(waiting_count), counts_(counts) {}

  void play_lane(Xoshiro dice, std::uint32_t battles) noexcept {
    std::fill_n(waiting_[0].begin(), battles, Workspace::Pair{duel_.start[0], duel_.start[1]});
    waiting_count_[0] = battles;
    bool again = false;  // on another way round a loop
    for (std::size_t s = 0; s < duel_.steps.size();) {
      if (waiting_count_[s] > 0) {
        const std::uint16_t loop = duel_.steps[s].loop;
        if (loop == kNoStep || (loop == s && !again)) counts_.entered[s] += waiting_count_[s];
        play_step(s, dice);
        waiting_count_[s] = 0;
      }
      const std::size_t next = next_step(s);
      again = next <= s;
      s = next;
    }
  }

 private:
  /// The step after s; from the end of a loop back to its beginning while battles wait there.
  std::size_t next_step(std::size_t s) const noexcept {
    const std::uint16_t loop = duel_.steps[s].loop;
    const bool loop_ends =
        loop != kNoStep && (s + 1 == duel_.steps.size() || duel_.steps[s + 1].loop != loop);
    if (loop_ends)
      for (std::size_t back = loop; back <= s; ++back)
        if (waiting_count_[back] > 0) return back;
    return s + 1;
  }

  void play_step(std::size_t s, Xoshiro& dice) noexcept {
    switch (features_of(duel_.steps[s])) {
      case kPlain:
        return play_step_with<kPlain>(s, dice);
      case kSpends:
        return play_step_with<kSpends>(s, dice);
      case kLooks:
        return play_step_with<kLooks>(s, dice);
      case kResponds:
        return play_step_with<kResponds>(s, dice);
      case kEarly:
        return play_step_with<kEarly>(s, dice);
      default:
        return play_step_with<kSpends | kLooks | kResponds | kEarly>(s, dice);
    }
  }

  template <unsigned kFeatures>
  void play_step_with(std::size_t s, Xoshiro& dice_in) noexcept {
    const Step& step = duel_.steps[s];
    const Tables a{step.side[0]}, d{step.side[1]};
    Workspace::Pair* const queue = waiting_[s].data();
    const std::uint32_t battles = waiting_count_[s];
    auto& lengths = counts_.lengths[s];
    const Exits exits = exits_of(step);
    // After a step that happens once every state has left it.
    const std::uint32_t out_a = step.repeats ? a.out : kMaxStates,
                        out_d = step.repeats ? d.out : kMaxStates;
    Xoshiro dice = dice_in;  // in registers for the loop
    std::uint64_t rounds = 0;
    for (std::uint32_t i = 0; i < battles; ++i) {
      Cell attacker = queue[i].attacker, defender = queue[i].defender;
      std::uint32_t length = 0;
      std::uint8_t early = kNoEdge;
      do {
        if constexpr (kFeatures & kEarly) {
          early = early_edge(step, attacker, defender);
          if (early != kNoEdge) break;
        }
        exchange<kFeatures>(step, a, d, dice, attacker, defender);
        ++length;
      } while (both_at_least(state_of(attacker), out_a, state_of(defender), out_d));
      rounds += length;
      ++lengths[std::min(length, kRoundBins - 1)];
      if (early != kNoEdge)
        leave(exit_of(step.edges[early]), state_of(attacker), state_of(defender));
      else if (kFeatures & kEarly)
        leave(exits, step, attacker, defender);
      else
        queue[i] = {
            attacker,
            defender};  // leaves below: two small loops keep more in registers than a large one
    }
    if (!(kFeatures & kEarly))
      for (std::uint32_t i = 0; i < battles; ++i)
        leave(exits, step, queue[i].attacker, queue[i].defender);
    counts_.rounds[s] += rounds;
    dice_in = dice;
  }

  /// One branch for both sides, since its outcome cannot be predicted: a state below its limit
  /// makes a difference negative (both are below 2^17).
  static bool both_at_least(std::uint32_t a, std::uint32_t limit_a, std::uint32_t d,
                            std::uint32_t limit_d) noexcept {
    return static_cast<std::int32_t>((a - limit_a) | (d - limit_d)) >= 0;
  }

  static std::uint8_t early_edge(const Step& step, Cell attacker, Cell defender) noexcept {
    return step.early.empty()
               ? kNoEdge
               : step.early[std::size_t{state_of(attacker)} * step.side[1].in_states +
                            state_of(defender)];
  }

  /// An edge as plain pointers: where a battle is counted that ends there, or queued that goes on.
  struct Exit {
    std::array<const std::uint32_t*, 2> map{};
    std::array<std::uint64_t*, 2> finals{};
    Workspace::Pair* queue = nullptr;
    std::uint32_t* waiting = nullptr;
  };
  using Exits = std::array<Exit, kStances * kStances>;  ///< by the stances of both sides

  Exit exit_of(const Edge& edge) noexcept {
    Exit exit;
    for (std::size_t side = 0; side < 2; ++side) {
      exit.map[side] = edge.map[side].data();
      if (edge.step == kNoStep) exit.finals[side] = counts_.finals[edge.ending][side].data();
    }
    if (edge.step != kNoStep) {
      exit.queue = waiting_[edge.step].data();
      exit.waiting = &waiting_count_[edge.step];
    }
    return exit;
  }

  Exits exits_of(const Step& step) noexcept {
    Exits exits;
    for (std::size_t a = 0; a < kStances; ++a)
      for (std::size_t d = 0; d < kStances; ++d)
        if (step.flow[a][d] < step.edges.size())
          exits[a * kStances + d] = exit_of(step.edges[step.flow[a][d]]);
    return exits;
  }

  static void leave(const Exits& exits, const Step& step, Cell attacker, Cell defender) noexcept {
    const std::uint32_t at_a = state_of(attacker), at_d = state_of(defender);
    leave(exits[step.side[0].stance[at_a] * std::size_t{kStances} + step.side[1].stance[at_d]],
          at_a, at_d);
  }

  static void leave(const Exit& exit, std::uint32_t attacker, std::uint32_t defender) noexcept {
    const std::uint32_t to_a = exit.map[0][attacker], to_d = exit.map[1][defender];
    if (exit.queue) {
      exit.queue[(*exit.waiting)++] = {to_a, to_d};
    } else {
      ++exit.finals[0][to_a];
      ++exit.finals[1][to_d];
    }
  }

  const Duel& duel_;
  std::vector<std::vector<Workspace::Pair>>& waiting_;
  std::vector<std::uint32_t>& waiting_count_;
  Counts& counts_;
};

void play_tables(const Duel& duel, std::uint64_t seed, std::uint64_t chunk, std::uint32_t battles,
                Workspace& workspace, Counts& counts) noexcept {
  ChunkPlayer player{duel, workspace.waiting_, workspace.waiting_count_, counts};
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t share = (battles + kLanes - 1 - lane) / kLanes;
    if (share > 0) player.play_lane(lane_stream(seed, chunk, lane), share);
  }
  counts.battles += battles;
}

}  // namespace broadside
