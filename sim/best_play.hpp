#pragma once
// Question: how should every free choice be made for a goal: which hits fall on whom, when to leave,
// when to play a card?
//
// Values are pulled back from the endings through steps, edges and loops. Where a player chooses
// (Duel::choices) the best of his edges counts: the attacker wants the value high, the defender low.
// Forces only weaken, so one sweep in the order of their components settles everything but repairs.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "sim/loop_order.hpp"
#include "sim/play_score.hpp"
#include "sim/progress.hpp"

namespace broadside {

class BestPlay {
 public:
  /// Solves at once; the duel must outlive it. Edges that Step::early has already are taken.
  BestPlay(const Duel& duel, const PlayScore& score);

  /// In the attacker's eyes, before a step.
  double value(std::size_t step, std::uint32_t attacker, std::uint32_t defender) const {
    return value_[step][std::size_t{attacker} * duel_.steps[step].side[1].in_states + defender];
  }
  double start_value() const {
    return value(0, state_of(duel_.start[0]), state_of(duel_.start[1]));
  }
  /// What an edge is worth that is taken before the step.
  double beyond(const Edge& edge, std::uint32_t attacker, std::uint32_t defender) const;
  /// Writes the choices into Step::early of the same duel.
  void settle(Duel& duel) const;

  /// About how many multiply-adds and bytes solving takes.
  static double cost(const Duel& duel);
  static double memory(const Duel& duel);

 private:
  struct Tools;
  struct Block;
  void solve_loop(Loop loop, std::vector<Tools>& tools);
  std::vector<std::uint32_t> ranks_of(Loop loop) const;
  bool settle_row(std::size_t s, std::uint32_t a);
  void settle_pair(std::size_t s, std::uint32_t a, std::uint32_t d, Tools& tools);
  void settle_block(Block& block, std::span<const LoopOrder::State> of_a, std::uint32_t part_a,
                    std::uint32_t part_d, std::vector<Tools>& tools);
  double sweep(Block& block, std::vector<Tools>& tools);
  void solve_chosen(Block& block, std::vector<Tools>& tools);
  double evaluate(std::size_t s, std::uint32_t a, std::uint32_t d, Tools& tools, Block* block);
  double play(std::size_t s, std::uint32_t a, std::uint32_t d, Tools& tools, Block* block) const;
  bool better(double a, double b, Side side) const {
    return side == Side::attacker ? a > b + margin_ : a < b - margin_;
  }

  const Duel& duel_;
  const PlayScore& score_;
  double margin_;                                    ///< values that differ by less are the same
  std::vector<std::vector<const Choice*>> choices_;  ///< by step
  std::vector<std::vector<double>> value_;           ///< by step and pair
  std::vector<std::vector<std::uint8_t>> chosen_;    ///< by step with choices and pair: the edge
};

/// Who leaves below a chance leaves by the chances of the battle that is played out for the goal:
/// writes that into Step::early, where a BestPlay of the same duel finds it, and takes the decisions
/// away. The duel has no cuts.
void settle_departures(Duel& duel, const PlayScore& score);

/// The hint of an error that says that best play would take too long.
inline constexpr const char* kTooLargeHint = "fewer units, or the odds of usual play";

/// Makes all choices of a battle that is played for a goal, and says what should be known of them.
/// Nothing where there are none; an error where solving is above the budget, or once `stop` says so
/// before a solution is begun.
Result<std::vector<std::string>> play_best(Battle& battle, double budget, double memory,
                                           const StopQuery& stop = {});

}  // namespace broadside
