#pragma once
// Question: which mix of choices cannot be beaten in a game of two players, what one wins being what
// the other loses?

#include <cstddef>
#include <functional>
#include <vector>

namespace broadside {

/// What the player of the rows gets, [row * columns + column].
struct PayoffTable {
  std::size_t rows = 0, columns = 0;
  std::vector<double> payoff;
  double at(std::size_t row, std::size_t column) const { return payoff[row * columns + column]; }
};

/// How often each player takes each of his choices.
struct Mixes {
  std::vector<double> rows, columns;
};

/// Solves a game of some dozen choices; what it answers is checked (Equilibrium::gap).
using GameSolver = std::function<Mixes(const PayoffTable&)>;

/// By the simplex method on a plain tableau. A game needs no first phase: nobody choosing anything is
/// where it starts.
Mixes solve_by_simplex(const PayoffTable& table);

struct Equilibrium : Mixes {
  // What each player is sure of with his mix, whatever the other does: worked out from the whole
  // table, not taken from the solver. No mix of the rows gets more than columns_hold.
  double rows_get = 0, columns_hold = 0;
  double gap() const noexcept { return columns_hold - rows_get; }  ///< 0 but for rounding
};

/// Only choices that answer something are ever given to the solver (McMahan, Gordon, Blum 2003): it
/// sees a few dozen of thousands. Deterministic in the table and the solver.
Equilibrium equilibrium(const PayoffTable& table, const GameSolver& solver = solve_by_simplex);

}  // namespace broadside
