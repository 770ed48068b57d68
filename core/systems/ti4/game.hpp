#pragma once
// Question: how does the engine reach Twilight Imperium 4?

#include "core/game.hpp"

namespace broadside::ti4 {
const Game& game();
}
