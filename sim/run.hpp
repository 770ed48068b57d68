#pragma once
// Question: how do many battles come out, on all cores?
// The answer does not depend on the threads: a stream is named by (seed, chunk), and integer counts
// add up in any order.

#include <cstdint>

#include "sim/stop.hpp"

namespace broadside {

/// threads: 0 = all cores, 1 = this thread only. `progress` is called from the calling thread.
Sample run(const Duel& duel, std::uint64_t seed, const StopRule& rule, int threads = 0,
           const ProgressCallback& progress = {}, Kernel kernel = Kernel::automatic);

/// Antithetic pairs (core/kernel/coupled.hpp); the rule stops by an even number of battles or by
/// time.
Sample run_antithetic(const Duel& duel, std::uint64_t seed, const StopRule& rule, int threads = 0,
                      const ProgressCallback& progress = {});

}  // namespace broadside
