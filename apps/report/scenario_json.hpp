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

/// The form checked here: fields, kinds and ranges. Unit, effect and faction names are checked by
/// the game.
Result<Scenario> read_scenario(std::string_view text);

/// Fields in the order of the format's description; what is empty is left out.
nlohmann::ordered_json scenario_json(const Scenario& scenario);
std::string write_scenario(const Scenario& scenario);  ///< the same on one line

}  // namespace broadside
