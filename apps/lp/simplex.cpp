#include "apps/lp/game_solver.hpp"

namespace broadside {

GameSolver game_solver() { return solve_by_simplex; }

}  // namespace broadside
