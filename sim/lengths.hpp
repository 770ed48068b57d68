#pragma once
// Question: how many rounds does a battle last whose stages are fought in the same rounds, although
// its tables play one stage after the other? As many as the longest stage. The stages have nothing
// to do with one another, so the law of each length gives the law of the longest.

#include <optional>

#include "core/tables/duel.hpp"

namespace broadside {

/// The mean of the longest; nothing where working it out would take more than `budget`
/// multiply-adds.
std::optional<double> mean_longest_stage(const Duel& duel, double budget);
/// The same from other starting forces.
std::optional<double> mean_longest_stage(const Duel& duel, const BySide<Cell>& start,
                                         double budget);

}  // namespace broadside
