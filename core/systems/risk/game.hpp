#pragma once
// Question: what does the engine know about Risk?

#include "core/game.hpp"

namespace broadside::risk {

const Game& game();

}  // namespace broadside::risk
