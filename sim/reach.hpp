#pragma once
// Question: how often does a battle come to a pair of forces before a step? Chances are pushed
// forward through steps, edges and loops, as sim/best_play pulls values back.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/tables/duel.hpp"
#include "sim/loop_order.hpp"

namespace broadside {

class Reach {
 public:
  /// Of a duel whose choices are settled (Step::early).
  explicit Reach(const Duel& duel);

  /// How many times a battle comes there, on average; rounds that change nothing count once.
  double times(std::size_t step, std::uint32_t attacker, std::uint32_t defender) const {
    return times_[step][std::size_t{attacker} * duel_.steps[step].side[1].in_states + defender];
  }

 private:
  struct Tools;
  struct Pair {
    std::size_t step;
    std::uint32_t attacker, defender;
  };
  void push_all(Loop loop, std::vector<Tools>& tools);
  void push(const Pair& from, Tools& tools);
  void arrive(const Edge& edge, std::uint32_t a, std::uint32_t d, double mass);
  double& due(const Pair& at) {
    return due_[at.step]
               [std::size_t{at.attacker} * duel_.steps[at.step].side[1].in_states + at.defender];
  }

  const Duel& duel_;
  std::vector<std::vector<double>> times_, due_;  ///< by step and pair; due: not yet pushed on
};

/// By step and state of a side: how many hits it can still take one after the other, as far as the
/// tables tell: the longest way down through forces that begin a round. 0 outside rounds.
std::vector<std::vector<int>> hits_left(const Duel& duel, std::size_t side);

}  // namespace broadside
