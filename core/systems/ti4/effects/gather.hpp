#pragma once
// Question: which effects do the sides bring, and what do they change?

#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/effects/effect.hpp"

namespace broadside::ti4 {

/// Gathers the effects of both sides and of the system and works them in.
Problem work_in_effects(const Scenario& scenario, Builder& build);

}  // namespace broadside::ti4
