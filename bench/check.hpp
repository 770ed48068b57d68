#pragma once
// Question: is what was just timed also right? Every benchmark asks before its figure is printed.
// Each function returns what is wrong, or nothing.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "bench/matchups.hpp"
#include "core/kernel/kernel.hpp"
#include "core/tables/duel.hpp"
#include "core/tables/ending.hpp"

namespace broadside::bench {

using Odds = ByOutcome<double>;        ///< chances by Outcome
using Won = ByOutcome<std::uint64_t>;  ///< battles by Outcome

/// Are the counts within so many standard errors of the exact chances?
std::optional<std::string> check_odds(const Won& won, const Odds& exact,
                                      double standard_errors = 5);

/// Do the exact chances add up to one?
std::optional<std::string> check_exact(const Odds& exact);

/// Are there as many endings as battles, on both sides and in every step?
std::optional<std::string> check_sums(const Duel& duel, const Counts& counts,
                                      std::uint64_t battles);

/// The same after playing every size from 0 to 300, and odd chunks, with every kernel; and do all
/// kernels count the same? (A kernel that lost one to three battles a chunk once passed every power
/// of two.)
std::optional<std::string> check_sums(const Matchup& matchup);

}  // namespace broadside::bench
