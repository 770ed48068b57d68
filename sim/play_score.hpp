#pragma once
// Question: what is an ending worth to those who play for a goal? In the attacker's eyes: he wants
// it high, the defender low.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "stats/tally.hpp"

namespace broadside {

class PlayScore {
 public:
  /// The attacker's goal, or where only the defender plays for one, his with the other sign.
  explicit PlayScore(const Battle& battle);
  /// The same goal in a battle of the same sides.
  PlayScore(const PlayGoal& goal, Side mine, const Battle& battle);

  double of(std::size_t ending, std::uint32_t attacker, std::uint32_t defender) const {
    return by_ending_[ending] + by_force_[ending][0][attacker] + by_force_[ending][1][defender];
  }
  /// How far two endings can differ.
  double range() const noexcept { return range_; }
  /// +1 where values are the attacker's goal, -1 where they are the defender's with the other sign.
  double sign() const noexcept { return sign_; }
  double expected(const Finals<double>& finals) const;

 private:
  void fill(const PlayGoal& goal, Side mine, const Battle& battle);

  double sign_ = 1, range_ = 0;
  std::vector<double> by_ending_;
  std::vector<BySide<std::vector<double>>> by_force_;
};

}  // namespace broadside
