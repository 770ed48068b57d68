#include "sim/shortcut.hpp"

#include "sim/engine.hpp"

namespace broadside {

Result<Scenario> scenario(std::string_view game, std::string_view attacker,
                          std::string_view defender) {
  const auto found = find_game(game);
  if (!found) return found.error();
  Scenario battle;
  battle.game = (*found)->id();
  for (const Side side : kSides) {
    auto fleet = (*found)->parse_side(side == Side::attacker ? attacker : defender);
    if (!fleet) return fleet.error();
    battle.side(side) = *std::move(fleet);
  }
  return battle;
}

}  // namespace broadside
