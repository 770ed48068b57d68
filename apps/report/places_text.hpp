#pragma once
// Question: which of several places fall, in lines for a player?

#include <string>

#include "apps/report/layout.hpp"
#include "sim/engine.hpp"

namespace broadside {

// Of a report that has places.

/// "attacker takes all 57.7 %, 1.54 of 2 planets on average"
std::string places_headline(const Report& report);

/// Each place with its chances and what is sent there.
std::string places_table(const Report& report, const GameWords& words, const TextStyle& style);

/// The same with who is left there, then which fall together.
std::string places_text(const Report& report, const GameWords& words, const TextStyle& style);

/// The ways to divide the attacker's force, best first; nothing where there was no choice.
std::string splits_text(const Report& report, const GameWords& words, const TextStyle& style);

}  // namespace broadside
