#pragma once
// Question: how does the engine reach Arcane Legions?

#include "core/game.hpp"

namespace broadside::arcane_legions {
const Game& game();
}
