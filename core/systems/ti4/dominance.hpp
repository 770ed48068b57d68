#pragma once
// Question: which choices need not be looked at, because another is at least as good for every goal
// in every situation?

#include <string>
#include <vector>

#include "core/systems/ti4/army.hpp"
#include "core/systems/ti4/plan.hpp"

namespace broadside::ti4 {

/// Fills in Army::free of the sides that play for a goal, once all effects are worked in
/// (RULES 9.50, 9.51).
void free_choices(BattleKind kind, BySide<Army>& armies, std::vector<std::string>& assumptions);

/// What was told of cards whose moment cannot be chosen after all.
void tell_fixed_moments(const BySide<Army>& armies, std::vector<std::string>& assumptions);

/// Does the enemy, who holds Direct Hit against the army, choose its moment there (RULES 9.52)?
bool frees_direct_hit(const Army& army, const Army& enemy, bool on_ground);

}  // namespace broadside::ti4
