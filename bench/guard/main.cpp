// The program that the instruction guard counts: does one thing so many times and prints nothing
// that matters.
//
//   broadside_guard KERNEL MATCHUP BATTLES     plays them with that kernel, on one thread
//   broadside_guard compile MATCHUP TIMES      makes the tables
//   broadside_guard exact MATCHUP TIMES        solves them
//   broadside_guard fits                       is this a build, and a machine, that the budgets are
//                                              for? exit 77 = no
//
// guard.sh runs a part twice with different numbers under valgrind; the difference of the totals
// belongs to the part alone.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "bench/check.hpp"
#include "bench/matchups.hpp"
#include "bench/play.hpp"
#include "core/kernel/kernel.hpp"
#include "sim/exact.hpp"
#include "stats/tally.hpp"

namespace {

using namespace broadside;

constexpr int kSkip = 77;

/// Instructions depend on the compiler, so the budgets are for one: g++ 12 for x86-64, optimised,
/// without checks.
int fits() {
#if !defined(NDEBUG) || !defined(__OPTIMIZE__)
  std::puts("skipped: not a release build");
  return kSkip;
#elif !defined(__x86_64__) || defined(__clang__) || !defined(__GNUC__) || __GNUC__ != 12
  std::puts("skipped: the budgets are for g++ 12 on x86-64");
  return kSkip;
#else
  if (bench::kernel_named("avx2")) return 0;
  std::puts("skipped: this machine has no AVX2");
  return kSkip;
#endif
}

int fail(const std::string& problem) {
  std::fprintf(stderr, "wrong: %s\n", problem.c_str());
  return 1;
}

int compile(const bench::Matchup& matchup, std::uint64_t times) {
  for (std::uint64_t i = 0; i < times; ++i)
    if (bench::prepare(matchup).duel.steps.empty()) return fail("no tables");
  return 0;
}

int solve(const bench::Matchup& matchup, std::uint64_t times) {
  const Battle battle = bench::prepare(matchup);
  for (std::uint64_t i = 0; i < times; ++i)
    if (const auto problem =
            bench::check_exact(outcome_totals(battle.duel, solve_exact(battle.duel).finals)))
      return fail(*problem);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view part = argc > 1 ? argv[1] : "";
  if (part == "fits") return fits();
  if (argc == 4) {
    const auto matchup = bench::fixed_matchup(argv[2]);
    const std::uint64_t times = std::strtoull(argv[3], nullptr, 10);
    if (const auto kernel = bench::kernel_named(part)) {
      const auto problem = bench::play(matchup, *kernel, times);
      return problem ? fail(*problem) : 0;
    }
    if (part == "compile") return compile(matchup, times);
    if (part == "exact") return solve(matchup, times);
  }
  std::fputs("usage: broadside_guard scalar|avx2|compile|exact MATCHUP TIMES\n", stderr);
  return 2;
}
