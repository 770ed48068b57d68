// In place of the benchmarks where the program is built without them (BROADSIDE_BENCH=OFF).

#include "bench/bench.hpp"

#include "bench/play.hpp"

namespace broadside::bench {

bool can_bench() noexcept { return false; }

// Nobody gets here: `broadside bench` asks first.
int run_bench(const BenchOptions&, std::ostream&) { return 1; }
int run_fleets_bench(const BenchOptions&, std::ostream&) { return 1; }
std::optional<std::string> play(const Matchup&, Kernel, std::uint64_t) { return "not built"; }
std::optional<Kernel> kernel_named(std::string_view) { return {}; }
Matchup fixed_matchup(std::string_view) { return {}; }

}  // namespace broadside::bench
