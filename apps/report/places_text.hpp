#pragma once
// Question: which of several places fall, in lines for a player?

#include <string>

#include "apps/report/layout.hpp"
#include "sim/engine.hpp"

namespace broadside {

/// Each place with its chances and who is left there, then which fall together; nothing where there
/// are no places.
std::string places_text(const Report& report, const GameWords& words, const TextStyle& style);

/// The ways to divide the attacker's force, best first; nothing where there was no choice.
std::string splits_text(const Report& report, const GameWords& words);

}  // namespace broadside
