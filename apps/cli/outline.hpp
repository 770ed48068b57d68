#pragma once
// Question: which words may follow an option? Completions offer them.

#include <string>
#include <vector>

#include "apps/cli/app.hpp"

namespace broadside::cli {

/// What an option may be followed by.
enum class Follows { nothing, anything, file, fleet, unit, effect, faction, word };
struct Candidates {
  Follows kind = Follows::anything;
  std::vector<std::string> words;  ///< where the kind is word
};
Candidates candidates(const OutlineCommand& command, const OutlineOption& option);

// The names of all games that an answer may be typed with, sorted, each once.
std::vector<std::string> unit_words();
std::vector<std::string> effect_words();
std::vector<std::string> faction_words();

}  // namespace broadside::cli
