#pragma once
// Question: what is a player told about who lands where, and what counts at which planet?

#include <optional>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/planets_setup.hpp"

namespace broadside::ti4 {

/// How the attacker is divided among the planets (RULES 9.40, 9.41); too many ways are refused.
std::optional<InputError> tell_split(PlanetsSetup& setup);

/// At which planets the listed effects count (RULES 9.42).
void tell_dealt(const Scenario& scenario, PlanetsSetup& setup);

}  // namespace broadside::ti4
