#pragma once
// Question: how much memory do battles take that are kept until all of them have been made?

#include "core/game.hpp"

namespace broadside {

/// About how many bytes a battle keeps: its tables and the forces that can be left. What takes no
/// more than a few of them (names, words) is left out.
double table_bytes(const Battle& battle);

}  // namespace broadside
