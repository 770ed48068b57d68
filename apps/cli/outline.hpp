#pragma once
// Question: which words may follow an option? Completions offer them.

#include <string>
#include <vector>

#include "apps/cli/app.hpp"

namespace broadside::cli {

/// What an option may be followed by.
enum class Follows { nothing, anything, file, fleet, unit, effect, faction, battle, word };
struct Candidates {
  Follows kind = Follows::anything;
  std::vector<std::string> words;  ///< where the kind is word
};
Candidates candidates(const OutlineCommand& command, const OutlineOption& option);

/// The names that may be typed in a game, short and printed ones, sorted, each once.
struct GameVocabulary {
  std::string game;  ///< empty: of all games together
  std::vector<std::string> units, effects, factions, battles;
};
/// Of all games together, then of each.
std::vector<GameVocabulary> vocabularies();

}  // namespace broadside::cli
