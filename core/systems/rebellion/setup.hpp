#pragma once
// Question: which combat does this scenario describe?

#include <array>
#include <string_view>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/rebellion/combatants.hpp"

namespace broadside::rebellion {

inline constexpr std::array<std::string_view, 3> kBattles{"combat", "space", "ground"};

Result<Setup> set_up(const Scenario& scenario);

}  // namespace broadside::rebellion
