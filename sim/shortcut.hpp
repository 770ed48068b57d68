#pragma once
// Question: how is a battle written in one line?

#include <string_view>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside {

/// Two fleets as people type them: scenario("ti4", "2 dn, 4 ff", "ws, 3 ff"). Everything else of
/// the scenario is as usual and can be changed afterwards.
Result<Scenario> scenario(std::string_view game, std::string_view attacker,
                          std::string_view defender);

}  // namespace broadside
