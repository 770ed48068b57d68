// Question: which games are there? A new game adds its header and one line. The first is the usual
// one, wherever a player names none.

#include <array>

#include "core/systems/arcane_legions/game.hpp"
#include "core/systems/rebellion/game.hpp"
#include "core/systems/risk/game.hpp"
#include "core/systems/ti4/game.hpp"
#include "sim/engine.hpp"

namespace broadside {

std::span<const Game* const> games() {
  static const std::array kGames{
      &ti4::game(),
      &rebellion::game(),
      &arcane_legions::game(),
      &risk::game(),
  };
  return kGames;
}

}  // namespace broadside
