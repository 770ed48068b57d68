#pragma once
// Question: what can be listed?

#include <string_view>
#include <vector>

namespace broadside::cli {

/// "units", "effects", "factions", "fields", and the groups of effects of all games.
std::vector<std::string_view> list_kinds();

}  // namespace broadside::cli
