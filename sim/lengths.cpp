#include "sim/lengths.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/tables/index.hpp"
#include "sim/exchange.hpp"

namespace broadside {
namespace {

/// Entries that the chain of a stage may have: 16 bytes each, so those of two stages take less than
/// the solver may (Options::exact_memory), which works when they are gone.
constexpr std::size_t kMostMoves = 4'000'000;
/// A stage that goes on less likely than this is over: less than the rounding of the mean.
constexpr double kOver = 1e-17;

/// Where a battle waits: a step and a state of each side.
struct WaitingPlace {
  std::uint64_t step, attacker, defender;
  std::uint64_t key() const { return step << 32 | attacker << 16 | defender; }
  static WaitingPlace of(std::uint64_t key) {
    return {key >> 32, key >> 16 & 0xffff, key & 0xffff};
  }
};

/// One stage as a Markov chain over places, from the first place that battles come to it at.
class StageChain {
 public:
  StageChain(const Duel& duel, WaitingPlace start)
      : duel_(duel), stage_(duel.steps[start.step].stage) {
    places_.add(start.key());
  }

  /// Follows every way through the stage, each for one multiply-add of those that are left; false
  /// where there are too many.
  bool explore(double& left) {
    std::vector<std::optional<Exchange>> exchanges(duel_.steps.size());
    for (std::uint32_t at = 0; at < places_.size(); ++at) {  // grows while it runs
      const WaitingPlace from = WaitingPlace::of(places_.list()[at]);
      const Step& step = duel_.steps[from.step];
      first_.push_back(moves_.size());
      begins_round_.push_back(step.is_round);
      const auto a = static_cast<std::uint32_t>(from.attacker),
                 d = static_cast<std::uint32_t>(from.defender);
      if (const std::uint8_t early = early_edge(step, a, d); early != kNoEdge) {
        begins_round_.back() = false;
        follow(step.edges[early], a, d, 1);
        continue;
      }
      auto& exchange = exchanges[from.step];
      if (!exchange) exchange.emplace(step);
      exchange->from(a, d);
      exchange->each([&](std::uint32_t to_a, std::uint32_t to_d, double chance) {
        --left;
        if (moves_.size() > kMostMoves) return;  // given up below
        if (step.repeats && to_a >= step.side[0].out && to_d >= step.side[1].out)
          move({from.step, to_a, to_d}, chance);
        else
          follow(step.edges[step.flow[step.side[0].stance[to_a]][step.side[1].stance[to_d]]], to_a,
                 to_d, chance);
      });
      if (moves_.size() > kMostMoves || left < 0) return false;
    }
    first_.push_back(moves_.size());
    now_.assign(places_.size(), 0.0);
    now_[0] = 1;
    within_.assign(places_.size(), 0.0);
    settle();
    return true;
  }

  /// Chance that another round begins.
  double goes_on() const { return goes_on_; }
  std::size_t cost() const { return moves_.size(); }

  /// Plays a round of it.
  void play_round() {
    next_.assign(places_.size(), 0.0);
    for (std::size_t at = 0; at < now_.size(); ++at) push(at, now_[at], next_);
    std::swap(now_, next_);
    settle();
  }

  /// Where battles come to the next stage: any such place, since all stages are independent.
  const std::optional<WaitingPlace>& after() const { return after_; }

 private:
  struct Move {
    std::uint32_t to;
    double chance;
  };

  void move(WaitingPlace to, double chance) { moves_.push_back({places_.add(to.key()), chance}); }
  void follow(const Edge& edge, std::uint32_t a, std::uint32_t d, double chance) {
    if (edge.step == kNoStep) return;
    const WaitingPlace to{edge.step, state_of(edge.map[0][a]), state_of(edge.map[1][d])};
    if (duel_.steps[edge.step].stage == stage_)
      move(to, chance);
    else if (!after_)
      after_ = to;
  }
  void push(std::size_t at, double mass, std::vector<double>& to) const {
    if (mass < kNegligible) return;
    for (std::size_t m = first_[at]; m < first_[at + 1]; ++m)
      to[moves_[m].to] += mass * moves_[m].chance;
  }

  /// Plays on until all that is left waits for a round.
  void settle() {
    for (bool waits = false; !waits;) {
      waits = true;
      for (std::size_t at = 0; at < now_.size(); ++at) {
        if (begins_round_[at] || now_[at] <= 0) continue;
        waits = false;
        within_[at] = std::exchange(now_[at], 0.0);
      }
      for (std::size_t at = 0; at < within_.size(); ++at)
        push(at, std::exchange(within_[at], 0.0), now_);
    }
    goes_on_ = 0;
    for (const double mass : now_) goes_on_ += mass;
  }

  const Duel& duel_;
  const std::string& stage_;
  Index<std::uint64_t> places_;
  std::vector<std::size_t> first_;  ///< by place: its moves
  std::vector<Move> moves_;
  std::vector<bool> begins_round_;
  std::vector<double> now_, next_, within_;
  double goes_on_ = 0;
  std::optional<WaitingPlace> after_;
};

}  // namespace

std::optional<double> mean_longest_stage(const Duel& duel, double budget) {
  return mean_longest_stage(duel, duel.start, budget);
}

std::optional<double> mean_longest_stage(const Duel& duel, const BySide<Cell>& forces,
                                         double budget) {
  double left = budget;
  std::vector<StageChain> stages;
  std::optional<WaitingPlace> start = WaitingPlace{0, state_of(forces[0]), state_of(forces[1])};
  while (start) {
    StageChain& stage = stages.emplace_back(duel, *start);
    if (!stage.explore(left)) return std::nullopt;
    start = stage.after();
  }
  double mean = 0;
  for (bool over = false; !over;) {
    // Round n + 1 is fought unless every stage is over after n.
    double fought = 0, none = 1;
    over = true;
    for (StageChain& stage : stages) {
      fought += none * stage.goes_on();
      none *= 1 - stage.goes_on();
      if (stage.goes_on() < kOver) continue;
      over = false;
      stage.play_round();
      left -= static_cast<double>(stage.cost());
    }
    mean += fought;
    if (left < 0) return std::nullopt;
  }
  return mean;
}

}  // namespace broadside
