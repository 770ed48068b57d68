#pragma once
// Question: which of several places fall, as JSON?

#include "apps/report/json_parts.hpp"
#include "sim/engine.hpp"

namespace broadside {

/// Adds the places of a report under the game's word for them ("planets"), which fall together
/// ("taken"), the expected number and the ways to divide the force ("splits").
void add_places(const Report& report, Json& json);

}  // namespace broadside
