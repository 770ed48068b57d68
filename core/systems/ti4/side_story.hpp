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

/// Whether a unit of this group can be hit in the combats of such a battle.
bool takes_hits(const Group& group, BattleKind kind);
/// Whether it does anything in such a battle.
bool takes_part_somewhere(const Group& group, Side side, BattleKind kind);

}  // namespace broadside::ti4
