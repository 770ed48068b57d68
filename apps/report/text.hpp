#pragma once
// Question: what does a player want to read? The answer in a few lines (short_text.hpp), or with
// `style.details` everything that the report knows: what the answer rests on, then table by table.

#include <string>

#include "apps/report/layout.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/engine.hpp"

namespace broadside {

/// With `timing` the last line says where the time went.
std::string report_text(const Report& report, const TextStyle& style, bool timing = false);

/// "2 cruisers (1 damaged), 3 destroyers", or "nothing".
std::string force_text(const std::vector<UnitCount>& units, const std::vector<UnitCount>& damaged,
                       const GameWords& words);

/// The words of a game by its id.
GameWords words_of(const std::string& game);

}  // namespace broadside
