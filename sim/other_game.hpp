#pragma once
// Question: a fleet is none of the game's that was asked; whose is it?

#include <optional>
#include <string_view>

#include "core/game.hpp"

namespace broadside {

/// The one other game that reads this fleet; nullptr where none or more than one does.
const Game* other_game_of(std::string_view fleet, const Game& asked);

/// The first item between commas that the game does not read and one other game does.
struct StrangeItem {
  std::string_view item;
  const Game* game = nullptr;
};
std::optional<StrangeItem> strange_item(std::string_view fleet, const Game& asked);

}  // namespace broadside
