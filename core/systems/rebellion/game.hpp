#pragma once
// Question: where is Star Wars: Rebellion? Its combat behind the interface that every game has.

#include "core/game.hpp"

namespace broadside::rebellion {
const Game& game();
}
