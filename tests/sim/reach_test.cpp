#include "sim/reach.hpp"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "tests/sim/toy_duels.hpp"

using namespace broadside;

TEST_CASE("hits that a force can still take, one after the other") {
  // Strength s falls by what hits it: s hits, whatever more can come at once.
  constexpr std::uint32_t kStates = 5;
  std::vector<std::vector<std::uint32_t>> next;
  for (std::uint32_t s = 0; s < kStates; ++s)
    next.push_back({s, s > 0 ? s - 1 : 0, s > 1 ? s - 2 : 0});
  const auto side = [&] {
    return toy::repeating({{0.5, 0.3, 0.2}}, std::vector<std::uint32_t>(kStates, 0), next, 1);
  };
  const Duel duel = toy::one_step(side(), side());
  for (const std::size_t me : {0, 1})
    CHECK(hits_left(duel, me)[0] == std::vector<int>{0, 1, 2, 3, 4});
}
