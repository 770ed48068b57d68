#pragma once
// Question: how do many battles come out, one chunk after the other?
// For small runs and for builds without threads. The same counts as run(): streams are named by
// chunk.

#include <cstdint>

#include "sim/stop.hpp"

namespace broadside {

Sample run_serial(const Duel& duel, std::uint64_t seed, const StopRule& rule,
                  const ProgressCallback& progress = {}, Kernel kernel = Kernel::automatic);

/// Antithetic pairs (core/kernel/coupled.hpp); the rule stops by an even number of battles or by
/// time.
Sample run_antithetic_serial(const Duel& duel, std::uint64_t seed, const StopRule& rule,
                             const ProgressCallback& progress = {});

}  // namespace broadside
