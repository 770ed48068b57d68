#pragma once
// Question: which army does one side of a scenario describe?

#include <span>
#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/army.hpp"
#include "core/systems/ti4/effects/effect.hpp"

namespace broadside::ti4 {

/// The order in which reports list units.
std::span<const UnitType> types_as_listed();

/// What the side has. Effects come after this, then finish_army().
Problem read_army(const SideSpec& spec, BattleKind kind, std::vector<std::string>& assumptions,
                  Army& army);

/// Policies and checks that need to know every group of both sides.
Problem finish_army(const SideSpec& spec, BattleKind kind, const Army& enemy,
                    std::vector<std::string>& assumptions, Army& army);

}  // namespace broadside::ti4
