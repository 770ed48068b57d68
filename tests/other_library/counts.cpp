// Question: what does this build count? Printed in full, so that two builds can be compared: the
// signature of the benchmark, then one of each of many random Rebellion combats, in which equal
// volleys come about in more orders than anywhere else.

#include <cstdio>

#include "bench/matchups.hpp"
#include "bench/signature.hpp"
#include "tests/naive/rebellion_scenarios.hpp"

int main() {
  using namespace broadside;
  std::printf("signature %s\n", bench::to_text(bench::signature()).c_str());
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const bench::Matchup combat{"random", "", naive_rebellion::random_combat(seed)};
    const std::string counts =
        bench::to_text(bench::signature_of(bench::prepare(combat), seed, 20'000));
    std::printf("combat %d %s: %s\n", static_cast<int>(seed), counts.c_str(),
                naive_rebellion::describe(combat.scenario).c_str());
  }
}
