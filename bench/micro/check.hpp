#pragma once
// Question: did the loop that was timed do what it should? A wrong result is reported instead of a
// time.

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include <benchmark/benchmark.h>

namespace broadside::bench {

/// Reports the problem, if there is one.
inline void check(benchmark::State& state, const std::optional<std::string>& problem) {
  if (problem) state.SkipWithError(problem->c_str());
}

/// `count` of `total` trials, each with this chance: within five standard errors?
inline void check_share(benchmark::State& state, std::uint64_t count, std::int64_t total,
                        double chance) {
  const double expected = static_cast<double>(total) * chance;
  if (std::abs(static_cast<double>(count) - expected) > 5 * std::sqrt(expected * (1 - chance)) + 5)
    state.SkipWithError("the share of hits is wrong");
}

}  // namespace broadside::bench
