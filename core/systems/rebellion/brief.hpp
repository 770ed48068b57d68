#pragma once
// Question: what of all that was assumed about a combat must a player hear in a short answer?

#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/systems/rebellion/combatants.hpp"

namespace broadside::rebellion {

/// The choices that were made where the player said nothing and that move the odds most.
std::vector<std::string> brief_of(const Scenario& scenario, const Setup& setup);

/// Choices and readings that the player gave and that have no part in this combat.
std::vector<std::string> idle_choices(const Scenario& scenario, const Setup& setup);

}  // namespace broadside::rebellion
