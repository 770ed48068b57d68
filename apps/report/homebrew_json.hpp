#pragma once
// Question: which units have the players made themselves?
// The fields are those of the games' unit tables, so that an entry can be copied and changed; null
// stands where a card prints nothing. Form and ranges are checked here, names by the game.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "apps/report/field_reader.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside {

/// A file of units: a list, or {"units": [...]}. Errors name the place as "units[2].combat.hit_on".
Result<std::vector<HomebrewUnit>> read_units(std::string_view text);

/// The list inside a larger text.
bool read_homebrew(FieldReader& reader, const nlohmann::ordered_json& list, const std::string& path,
                   std::vector<HomebrewUnit>& out);

nlohmann::ordered_json homebrew_json(std::span<const HomebrewUnit> units);

}  // namespace broadside
