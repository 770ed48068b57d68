#include "sim/other_game.hpp"

#include "sim/engine.hpp"

namespace broadside {

const Game* other_game_of(std::string_view fleet, const Game& asked) {
  const Game* found = nullptr;
  for (const Game* game : games()) {
    if (game->id() == asked.id() || !game->parse_side(fleet)) continue;
    if (found != nullptr) return nullptr;
    found = game;
  }
  return found;
}

}  // namespace broadside
