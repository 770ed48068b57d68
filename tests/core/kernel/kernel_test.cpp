#include "core/kernel/kernel.hpp"

#include <atomic>
#include <cstdlib>
#include <new>
#include <numeric>

#include <doctest/doctest.h>

#include "core/sanitised.hpp"
#include "core/tables/compile.hpp"
#include "sim/engine.hpp"
#include "tests/naive/arcane_roller.hpp"
#include "tests/naive/random_scenarios.hpp"
#include "tests/naive/rebellion_scenarios.hpp"

using namespace broadside;

namespace {
std::atomic<long> allocations{0};
}

// Every allocation of the test program is counted; the kernel must not add one.
void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  std::abort();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return operator new(size); }
// Not inlined: g++ 12 would see free() for what it knows to come from operator new.
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { operator delete(memory); }
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace {

Duel duel_for(const Scenario& scenario) {
  auto battle = find_game(scenario.game).value()->prepare(scenario);
  REQUIRE_MESSAGE(bool{battle}, (battle ? "" : battle.error().message()));
  return std::move(battle).value().duel;
}

/// A combat that no tables hold: tactic cards are in play, and the hands are drawn.
Scenario with_cards(Scenario combat) {
  combat.readings["cards"] = "true";
  return combat;
}

std::uint64_t total(const Counts& counts, std::size_t side) {
  std::uint64_t sum = 0;
  for (const auto& ending : counts.finals)
    sum = std::accumulate(ending[side].begin(), ending[side].end(), sum);
  return sum;
}

}  // namespace

static_assert(noexcept(play_chunk(std::declval<const Duel&>(), 0, 0, 0, std::declval<Workspace&>(),
                                  std::declval<Counts&>())));

TEST_SUITE("kernel") {
  TEST_CASE("the kernel does not allocate") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      CAPTURE(seed);
      for (const Scenario& scenario :
           {naive::random_standard_scenario(seed), naive::random_arcane_scenario(seed)}) {
        CAPTURE(scenario.game);
        const Duel duel = duel_for(scenario);
        Workspace workspace{duel};
        Counts counts{duel};
        const long before = allocations;
        play_chunk(duel, seed, 0, kChunkBattles, workspace, counts);
        CHECK(allocations == before);
      }
    }
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      CAPTURE(seed);
      const Duel duel = duel_for(with_cards(naive_rebellion::random_combat(seed)));
      REQUIRE(duel.direct);
      Workspace workspace{duel};
      Counts counts{duel};
      const long before = allocations;
      play_chunk(duel, seed, 0, kChunkBattles / 8, workspace, counts);
      CHECK(allocations == before);
    }
    {  // more final forces than are listed
      Scenario scenario;
      scenario.game = "rebellion";
      scenario.sides[0].units = {{"tie_fighter", 12}, {"assault_carrier", 3}, {"star_destroyer", 8},
                                 {"death_star", 2},   {"stormtrooper", 12},   {"at_st", 4},
                                 {"at_at", 3}};
      scenario.sides[1].units = {{"x_wing", 8}, {"mon_calamari_cruiser", 3}, {"rebel_trooper", 9}};
      const Duel duel = duel_for(scenario);
      REQUIRE(!duel.lists_finals());
      Workspace workspace{duel};
      Counts counts{duel};
      const long before = allocations;
      play_chunk(duel, 1, 0, kChunkBattles, workspace, counts);
      CHECK(allocations == before);
    }
    const long before = allocations;
    std::vector<int> memory(10);
    // The counter counts, unless a sanitiser has put functions of its own in place of ours.
    if (allocations == before)
      CHECK(kSanitised);
    else
      CHECK(allocations == before + 1);
  }

  TEST_CASE("no battle is lost or counted twice, for every size") {
    for (std::uint64_t seed : {3u, 5u, 8u, 13u, 21u, 34u}) {
      const bool direct = seed > 13;
      const Duel duel = duel_for(direct ? with_cards(naive_rebellion::random_combat(seed))
                                        : naive::random_standard_scenario(seed));
      REQUIRE(bool{duel.direct} == direct);
      Workspace workspace{duel};
      for (std::uint32_t battles = 0; battles <= 300; ++battles) {
        Counts counts{duel};
        play_chunk(duel, seed, battles, battles, workspace, counts);
        REQUIRE(counts.battles == battles);
        REQUIRE(total(counts, 0) == battles);
        REQUIRE(total(counts, 1) == battles);
        if (direct) continue;  // which theater is fought first is the game's own business
        REQUIRE(counts.entered[0] == battles);
        REQUIRE(std::accumulate(counts.lengths[0].begin(), counts.lengths[0].end(),
                                std::uint64_t{0}) == battles);
      }
    }
  }

  TEST_CASE("a lane's battles do not depend on how many follow them") {
    // The first battles of every lane are the same in a short and in a long chunk: a battle of one
    // step is played to its end before the lane takes the next one.
    Scenario scenario;
    scenario.sides[0].units = scenario.sides[1].units = {{"cruiser", 3}};
    const Duel duel = duel_for(scenario);
    REQUIRE(duel.steps.size() == 1);
    Workspace workspace{duel};
    Counts few{duel}, many{duel};
    play_chunk(duel, 1, 0, 160, workspace, few);
    play_chunk(duel, 1, 0, 1600, workspace, many);
    for (std::size_t e = 0; e < few.finals.size(); ++e)
      for (std::size_t f = 0; f < few.finals[e][0].size(); ++f)
        CHECK(few.finals[e][0][f] <= many.finals[e][0][f]);
  }
}
