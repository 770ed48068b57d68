#pragma once
// Question: would other choices than the usual ones have been worth it?

#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace broadside {

/// What a side gains that makes its free choices for a goal instead of as usual.
struct Better {
  Side side{};
  std::string goal;            ///< win or net
  double usual = 0, best = 0;  ///< of the goal
  std::string words;           ///< what it does otherwise: "give up carriers before cruisers"
  double gain() const { return best - usual; }
};

/// From a point of the chance to win, or half a resource, on; each side that plays as usual in
/// everything, at most once.
inline constexpr double kWorthPoints = 0.01, kWorthResources = 0.5;

/// What may be spent on it: counted, never timed, so that every machine says the same. Solving one
/// battle for one goal, in multiply-adds and bytes; making its tables, in units of TableLimits.
struct BetterBudget {
  double work = 2e6, memory = 16e6, tables = 5e4;
};
struct BetterChoices {
  std::vector<Better> list;
  double spent = 0;      ///< multiply-adds
  std::string left_out;  ///< why nothing was looked for, where it was not
};
BetterChoices better_choices(const Scenario& scenario, const BetterBudget& budget = {});

}  // namespace broadside
