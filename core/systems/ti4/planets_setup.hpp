#pragma once
// Question: which battle for several planets did the player describe?

#include <string>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/planets.hpp"

namespace broadside::ti4 {

struct PlanetsSetup {
  PlanetsRules rules;
  std::vector<std::string> assumptions;
  std::vector<std::string> notes, brief;  ///< Battle::notes, Battle::brief
};
Result<PlanetsSetup> set_up_planets(const Scenario& scenario);

}  // namespace broadside::ti4
