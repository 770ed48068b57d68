#pragma once
// Question: how does a battle look as JSON (scenario, version 1), and is this text such a battle?
// Reading is strict: whatever is unknown, doubled or of the wrong kind is an error that names its
// place. Nothing throws, so that a browser build can share it.

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside {

/// The form checked here: fields, kinds and ranges. A side may be a fleet as text, and units may be
/// keyed by any name that the game's notation knows; effects and factions are checked by the game.
Result<Scenario> read_scenario(std::string_view text);
/// The same for a text that has been taken apart.
Result<Scenario> scenario_of(const nlohmann::ordered_json& tree);

/// Fields in the order of the format's description; what is empty is left out.
nlohmann::ordered_json scenario_json(const Scenario& scenario);
std::string write_scenario(const Scenario& scenario);  ///< the same on one line

}  // namespace broadside
