#pragma once
// Question: who leaves which of several planets to defend another one?

#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/garrisons.hpp"

namespace broadside::ti4 {

/// RULES 9.42.4: Ghost Squad brings nobody who is not on another planet; they leave it. What became
/// of each, in words; the effects say how many came.
std::vector<std::string> shift_over(Scenario& scenario, std::vector<Garrison>& garrisons);

}  // namespace broadside::ti4
