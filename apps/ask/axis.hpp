#pragma once
// Question: which number shall vary? "ff=0..8", "defender:ff=0..8".

#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/vary.hpp"

namespace broadside {

/// Reads the axes; an upgraded unit ("cr2=0..4") also upgrades the side. `where` is what they are
/// called where they were typed: "--vary", "vary".
Result<std::vector<Axis>> read_axes(const std::vector<std::string>& texts, std::string_view where,
                                    const Game& game, Scenario& scenario);

}  // namespace broadside
