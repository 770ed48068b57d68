#pragma once
// Question: how good is it for a goal that a battle ended in a certain way?

#include <vector>

#include "core/game.hpp"
#include "sim/goal.hpp"
#include "sim/paired.hpp"
#include "sim/values.hpp"
#include "stats/tally.hpp"

namespace broadside {

/// The goal of one side in one battle: a number for every ending, plus one for every final force.
class GoalScore {
 public:
  GoalScore(const Goal& goal, const Battle& battle, Side mine);

  double of(const NamedEnd& end) const;                                     ///< of one battle
  double expected(const Finals<double>& finals) const;                      ///< of a solved battle
  Measure measure() const { return {by_ending_, by_force_, counts_, {}}; }  ///< for a backward pass
  /// What an ending is worth by itself, and what a final force of a side adds in it.
  double of_ending(std::size_t ending) const { return by_ending_[ending]; }
  double of_force(std::size_t ending, Side side, std::size_t force) const {
    return counts_[ending] ? by_force_[side][force] : 0.0;
  }
  double range() const noexcept { return high_ - low_; }  ///< how far two battles can differ

 private:
  std::vector<double> by_ending_;
  /// Added for a final force, by side; for a goal that only counts victories, in those only.
  BySide<std::vector<double>> by_force_;
  std::vector<bool> counts_;  ///< by ending: whether by_force_ counts there
  double low_ = 0, high_ = 0;
};

}  // namespace broadside
