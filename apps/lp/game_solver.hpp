#pragma once
// Question: who solves the linear programme of a game? CLP of COIN-OR where it was built in, the
// simplex of sim/equilibrium elsewhere: in the static program, and on a machine without it.
// What either answers is checked against the whole table, and the gap is told.

#include "sim/equilibrium.hpp"

namespace broadside {

GameSolver game_solver();

}  // namespace broadside
