#pragma once
// Question: how fast is the engine on this machine, and does it still give the same answers?
// `broadside bench`.

#include <cstdint>
#include <functional>
#include <iosfwd>

namespace broadside::bench {

struct BenchOptions {
  bool json = false;            ///< one JSON object instead of tables
  bool signature_only = false;  ///< the signature and its checks alone: under a second
  bool quick = false;           ///< less of everything: for a first look, and for tests
  int repetitions = 51;         ///< slices of each kernel; at least 7 are taken
  /// Of one slice: short, to find the moments when the machine does nothing else
  double seconds = 0.002;
  int threads = 0;  ///< where all threads are measured; 0 = all cores
  /// Asked before each measurement, with how many are done of how many. No: what has been measured
  /// until then is written, and that is all.
  std::function<bool(std::uint64_t done, std::uint64_t all)> go_on{};
};

/// Writes the tables. Returns 0, or 1 when an answer was wrong: counts that do not add up, or a
/// result more than five standard errors from the exact one. (Another signature than the stored one
/// is told, not punished: the tests do that.)
int run_bench(const BenchOptions& options, std::ostream& out);

/// Many fleets at once and one by one (bench/many_fleets.cpp), how that grows, and whether both give
/// the same: otherwise 1. Of the options quick, json and go_on count.
int run_fleets_bench(const BenchOptions& options, std::ostream& out);

/// Whether this program was built with its benchmarks.
bool can_bench() noexcept;

}  // namespace broadside::bench
