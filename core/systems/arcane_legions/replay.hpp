#pragma once
// Question: how could one battle go, order by order, with the dice?

#include <cstdint>
#include <string>
#include <vector>

#include "core/systems/arcane_legions/setup.hpp"

namespace broadside::arcane_legions {
std::vector<std::string> tell_battle(const Setup& setup, std::uint64_t seed);

/// The dice of a single order after all changes: "attacker rolls 9 dice: 7 + 2 tough".
std::vector<std::string> told_dice(const Rules& rules);
}  // namespace broadside::arcane_legions
