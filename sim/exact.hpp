#pragma once
// Question: what are the chances exactly?
//
// The tables of a battle are a Markov chain over pairs of states. Mass one starts at the starting
// pair and is pushed through the steps; a repeating step is solved from its strongest pair down to
// its weakest, rounds in which nothing changes being summed as a geometric series and cycles
// (repairs) by a linear system. "Exactly" means up to rounding: all terms are positive, so errors
// stay near 1e-14; masses below 1e-30 are dropped.

#include <cstddef>
#include <vector>

#include "core/tables/duel.hpp"
#include "sim/progress.hpp"
#include "sim/spread.hpp"  // Parallel
#include "stats/tally.hpp"

namespace broadside {

/// The same shape as Counts, in chances instead of battles.
struct ExactResult {
  Finals<double> finals;
  /// By step: chance that the battle comes to it (a loop: to its first step)
  std::vector<double> entered;
  std::vector<double> rounds;  ///< by step: expected number of times it is played
  double left_out = 0;         ///< chance that was not followed: no chance above is off by more
  std::size_t memory = 0;      ///< bytes of masses and laws at the most
  bool stopped = false;        ///< by request: nothing above can be used
};

struct ExactOptions {
  double prune = 0;   ///< how much chance may be left out in all; 0 = nothing that matters
  Parallel parallel;  ///< threads for one large battle; none = on the calling thread
  StopQuery stop{};   ///< leaves off once it says so; may be empty. Asked by the calling thread
};

/// About how many multiply-adds solve_exact would spend, from the sizes of the tables alone: every
/// pair of states counts as reached. A core does around 1e9 a second.
double exact_cost(const Duel& duel);

/// About how many terms one pass back over the battle would add (sim/values.hpp).
double values_cost(const Duel& duel);

/// About how many bytes solve_exact would take at most.
double exact_memory(const Duel& duel);

/// Solves the battle. The same result to the last bit with and without threads. Memory: two numbers
/// per pair of states of a step.
ExactResult solve_exact(const Duel& duel, const ExactOptions& options = {});

}  // namespace broadside
