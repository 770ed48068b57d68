#include "sim/other_game.hpp"

#include <algorithm>

#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside {

const Game* other_game_of(std::string_view fleet, const Game& asked) {
  if (trimmed(fleet).empty()) return nullptr;  // a fleet without units, in some game
  const Game* found = nullptr;
  for (const Game* game : games()) {
    if (game->id() == asked.id() || !game->parse_side(fleet)) continue;
    if (found != nullptr) return nullptr;
    found = game;
  }
  return found;
}

std::optional<StrangeItem> strange_item(std::string_view fleet, const Game& asked) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  for (const std::string_view item : split(fleet, ',')) {
    // A bare number is a fleet in some game, and says nothing.
    if (std::none_of(item.begin(), item.end(), is_letter) || asked.parse_side(item)) continue;
    if (const Game* game = other_game_of(item, asked)) return StrangeItem{item, game};
  }
  return std::nullopt;
}

}  // namespace broadside
