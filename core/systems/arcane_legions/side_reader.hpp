#pragma once
// Question: which unit did the player put on the field?
// By its id, figure by figure, slot by slot, or just as dice. Checked once, here.

#include <string>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/arcane_legions/draft.hpp"
#include "core/systems/arcane_legions/fields.hpp"

namespace broadside::arcane_legions {

inline constexpr int kMostIcons = 40;  ///< of one colour

/// `where` is the side's place in the input.
Result<Mustered> muster(const SideSpec& side, const std::string& where);

/// Icons of one colour, dealt one by one over the figures in list order (the facts' spread rule).
void deal(std::vector<Slot>& slots, int Slot::*colour, int icons);

}  // namespace broadside::arcane_legions
