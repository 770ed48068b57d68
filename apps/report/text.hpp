#pragma once
// Question: what does a player want to read? The answer in the first line, then what it rests on.

#include <string>

#include "apps/report/layout.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/engine.hpp"

namespace broadside {

/// With `timing` the last line says where the time went.
std::string report_text(const Report& report, const TextStyle& style, bool timing = false);

/// "2 cruiser (1 damaged), 3 destroyer", or "nothing".
std::string force_text(const std::vector<UnitCount>& units, const std::vector<UnitCount>& damaged,
                       const GameWords& words);

/// The words of a game by its id.
GameWords words_of(const std::string& game);

}  // namespace broadside
