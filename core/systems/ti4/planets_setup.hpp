#pragma once
// Question: which battle for several planets did the player describe?

#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/planets.hpp"

namespace broadside::ti4 {

/// The columns of the field `planets`.
std::vector<Field> planet_columns();

/// "Mecatol: letnev: 3 inf, mech" as a row: the name is optional, and a faction is none.
Result<Values> read_planet(std::string_view text, const std::string& where);

struct PlanetsSetup {
  PlanetsRules rules;
  std::vector<std::string> assumptions;
};
Result<PlanetsSetup> set_up_planets(const Scenario& scenario);

}  // namespace broadside::ti4
