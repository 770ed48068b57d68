#pragma once
// Question: what is assumed about a side, in the words that are printed with the answer?

#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/army.hpp"
#include "core/systems/ti4/battle.hpp"

namespace broadside::ti4 {

/// Orders of losses, sustains, retreats, units that take no part.
void tell_side(const SideSpec& spec, BattleKind kind, const Army& army,
               std::vector<std::string>& assumptions);

}  // namespace broadside::ti4
