#pragma once
// Question: how does a side play: what is given up first, who sustains, when does it leave, and for
// what goal?

#include <string>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/army.hpp"
#include "core/systems/ti4/effects/effect.hpp"

namespace broadside::ti4 {

/// RULES 9.6: does the side keep the ships that its troops need?
bool protects_capacity(const SideSpec& spec, Side side, BattleKind kind, const Army& army);

/// The policy of a side, once every group of both sides is known.
Problem read_policy(const SideSpec& spec, BattleKind kind, const Army& enemy,
                    std::vector<std::string>& assumptions, Army& army);

/// A type by its word in a scenario; `where` only goes into the error.
Result<UnitType> read_type(const std::string& word, const std::string& where);

}  // namespace broadside::ti4
