#pragma once
// Question: how do the parts look that every JSON answer has?

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/scenario/scenario.hpp"
#include "sim/engine.hpp"
#include "stats/summary.hpp"

namespace broadside {

using Json = nlohmann::ordered_json;

/// On one line; doubles with the fewest digits that read back as the same number; bytes that are
/// not UTF-8 replaced.
std::string json_line(const Json& json);

Json chance_json(const Chance& chance);                  ///< {"p", "low", "high"}
Json counts_json(const std::vector<UnitCount>& counts);  ///< {"cruiser": 4}
/// {"win", "draw", "loss", "own_lost", "enemy_lost", "net", "worth", "win_per_resource"}
Json summary_json(const Summary& summary);
/// [{"units", "damaged", "p"}, ...]: ways in which a side comes out
Json survivors_json(const SideReport& side);
Json losses_json(const SideReport& side);  ///< {"resources", "units"}
const char* method_name(Method method);  ///< "exact" or "monte_carlo"

}  // namespace broadside
