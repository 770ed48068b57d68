#pragma once
// Question: would other choices than the usual ones have been worth it?

#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace broadside {

/// What a side gains that makes its free choices for a goal instead of as usual.
struct Better {
  Side side{};
  std::string goal;                ///< win or net
  double usual = 0, best = 0;      ///< of the goal
  std::vector<std::string> order;  ///< what goes first, in words, while the enemy is unhurt
  std::string text() const;        ///< "Better: lose fighter, then lose carrier: 33.1 % (+5.4)"
};

/// From a point of the chance to win, or half a resource, on; each side that plays as usual in
/// everything, at most once. Nothing for battles that would take long: see kBetterBudget.
inline constexpr double kWorthPoints = 0.01, kWorthResources = 0.5;
inline constexpr double kBetterBudget = 2e7;  ///< multiply-adds for one solution, some 20 ms
std::vector<Better> better_choices(const Scenario& scenario);

}  // namespace broadside
