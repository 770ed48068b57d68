#pragma once
// Question: what does a side play for, and which of its choices are then made from case to case?

#include <optional>
#include <string>
#include <vector>

#include "core/systems/arcane_legions/battle.hpp"

namespace broadside::arcane_legions {

/// RULES 8.17 to 8.22: fills in goals and what is free; an error names what cannot be played for.
/// What a side's policy says it does in any case.
std::optional<InputError> read_play(const Scenario& scenario, BattleKind kind, const Course& course,
                                    const Readings& readings, BySide<Unit>& units);

/// RULES 8.18: the policies that a side with play `named` leaves open, as far as they matter here.
std::vector<OpenChoice> named_choices(const Scenario& scenario, BattleKind kind,
                                      const Course& course, const BySide<Unit>& units);

/// What a report must say about it.
std::vector<std::string> told_play(const SideSpec& spec, const BySide<Unit>& units, Side side);

}  // namespace broadside::arcane_legions
