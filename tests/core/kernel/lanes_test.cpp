// All forms of the kernel give the same counts: scalar or vector, through ladders or through tables
// of transitions, on any number of threads.
#include "core/kernel/lanes.hpp"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "bench/matchups.hpp"
#include "core/kernel/kernel.hpp"
#include "sim/decide.hpp"
#include "sim/engine.hpp"
#include "sim/run.hpp"
#include "tests/naive/random_scenarios.hpp"
#include "tests/sim/toy_duels.hpp"

using namespace broadside;

namespace {

/// Chunks of odd sizes: around multiples of the lanes, of the room for battles that left, and full.
const std::vector<std::uint32_t> kOddSizes{301,  511,  513,  1000,  1025,
                                           2047, 4099, 9999, 16383, kChunkBattles};

/// Plays chunks of these sizes with every kernel, with ladders and without, against the scalar
/// kernel without ladders.
void check_forms(const Duel& duel, std::initializer_list<std::uint64_t> seeds,
                 const std::vector<std::uint32_t>& sizes) {
  Workspace plain{duel, false}, with_ladders{duel, true};
  for (const std::uint64_t seed : seeds)
    for (const std::uint32_t battles : sizes) {
      CAPTURE(seed);
      CAPTURE(battles);
      Counts reference{duel};
      play_chunk(duel, seed, battles, battles, plain, reference, Kernel::scalar);
      REQUIRE(reference.battles == battles);
      for (const Kernel kernel : available_kernels())
        for (Workspace* workspace : {&plain, &with_ladders}) {
          CAPTURE(name(kernel));
          CAPTURE((workspace == &plain));
          Counts counts{duel};
          play_chunk(duel, seed, battles, battles, *workspace, counts, kernel);
          REQUIRE(counts == reference);
        }
    }
}

std::vector<std::uint32_t> up_to(std::uint32_t last) {
  std::vector<std::uint32_t> sizes(last + 1);
  for (std::uint32_t n = 0; n <= last; ++n) sizes[n] = n;
  return sizes;
}

Battle prepared(const Scenario& scenario) {
  auto battle = find_game("ti4").value()->prepare(scenario);
  REQUIRE_MESSAGE(bool{battle}, (battle ? "" : battle.error().message()));
  settle_decisions(battle.value().duel);
  return std::move(battle).value();
}

Scenario with_effect(const std::string& battle, const char* effect) {
  Scenario scenario;
  scenario.battle = battle;
  const Game& game = *find_game("ti4").value();
  scenario.sides = {game.parse_side("2 dn, cv, 4 ff, 2 ca, dd, 3 inf, mech").value(),
                    game.parse_side("dn, 3 ca, 2 ff, dd, cv, 3 inf, mech, 2 pds").value()};
  scenario.sides[0].effects.push_back({effect, {}, {}, {}});
  return scenario;
}

/// TI4 battles that use each feature of the tables, alone and together, and loops of several steps.
std::vector<Scenario> battles_with_effects() {
  std::vector<Scenario> all;
  for (const char* battle : {"ground", "invasion", "conquest"}) {
    all.push_back(with_effect(battle, "ability_indoctrination"));        // spends, looks
    all.push_back(with_effect(battle, "tech_valkyrie_particle_weave"));  // responds
    all.push_back(with_effect(battle, "agent_the_thundarian"));          // spends, responds
    all.push_back(with_effect(battle, "hero_lyra_keen"));                // a loop
  }
  for (const char* battle : {"space", "conquest"}) {
    all.push_back(with_effect(battle, "ac_morale_boost"));           // spends
    all.push_back(with_effect(battle, "tech_impulse_core"));         // spends, looks
    all.push_back(with_effect(battle, "ability_devotion"));          // spends, a loop
    all.push_back(with_effect(battle, "ac_reflective_shielding"));   // the same
    all.push_back(with_effect(battle, "ac_courageous_to_the_end"));  // the same
  }
  Scenario leaves = with_effect("space", "ac_morale_boost");  // early: a decision about both forces
  leaves.sides[0].policy["retreat"] = RetreatTiming{.round = {}, .below = 0.4};
  all.push_back(leaves);
  return all;
}

}  // namespace

TEST_SUITE("lanes") {
  TEST_CASE("tables with every set of extras") {
    unsigned seen = 0;
    for (unsigned set = 0; set < 64; ++set) {
      toy::RandomShape shape;
      shape.spends = set & 1;
      shape.looks = set & 2;
      shape.responds = set & 4;
      shape.repairs = set & 8;
      shape.stalls = set & 16;
      shape.loops = set & 32;
      for (const std::uint64_t seed : {1u, 2u, 3u}) {
        CAPTURE(set);
        CAPTURE(seed);
        const Duel duel = toy::random_duel(seed, shape);
        const KernelTables tables{duel, true};
        seen |= 1u << tables.step(1).extras;
        check_forms(duel, {seed}, kOddSizes);
        check_forms(duel, {seed}, {0, 1, 15, 16, 17, 31, 32, 33, 48, 100});
      }
    }
    CHECK(seen == 0xffff);  // all sixteen
  }

  TEST_CASE("every number of battles from 0 to 300") {
    toy::RandomShape all;
    all.spends = all.looks = all.responds = all.repairs = all.stalls = all.loops = true;
    check_forms(toy::random_duel(5, all), {1, 2}, up_to(300));
    check_forms(toy::random_duel(5, {}), {1, 2}, up_to(300));
    for (const bench::Matchup& matchup : bench::fixed_matchups()) {
      CAPTURE(matchup.name);
      check_forms(bench::prepare(matchup).duel, {7}, up_to(300));
    }
  }

  TEST_CASE("the fixed matchups, the largest fleets, and what a signature covers") {
    for (const auto& list : {bench::signature_matchups(), bench::largest_matchups()})
      for (const bench::Matchup& matchup : list) {
        CAPTURE(matchup.label);
        check_forms(bench::prepare(matchup).duel, {1}, kOddSizes);
      }
  }

  TEST_CASE("TI4 battles of all kinds, with effects and with retreats") {
    unsigned seen = 0;
    bool loops = false;
    for (const Scenario& scenario : battles_with_effects()) {
      CAPTURE(scenario.battle);
      if (!scenario.sides[0].effects.empty()) CAPTURE(scenario.sides[0].effects[0].id);
      const Battle battle = prepared(scenario);
      const KernelTables tables{battle.duel, true};
      for (std::size_t s = 0; s < battle.duel.steps.size(); ++s) {
        seen |= tables.step(s).extras;
        loops = loops || battle.duel.steps[s].loop != kNoStep;
      }
      check_forms(battle.duel, {1}, {33, 1000, 9999, kChunkBattles});
    }
    CHECK(seen == (kSpends | kLooks | kResponds | kEarly));
    CHECK(loops);
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      CAPTURE(seed);
      check_forms(prepared(naive::random_standard_scenario(seed)).duel, {seed}, {77, 5001});
    }
  }

  TEST_CASE("the same counts with every kernel on 1, 2 and 7 threads") {
    StopRule rule;
    rule.battles = 9 * kChunkBattles + 4711;
    for (const char* which : {"ii", "iv", "conquest"}) {
      CAPTURE(which);
      const Battle battle = bench::prepare(bench::fixed_matchup(which));
      const Counts reference = run(battle.duel, 3, rule, 1, {}, Kernel::scalar).counts;
      for (const Kernel kernel : available_kernels())
        for (const int threads : {1, 2, 7}) {
          CAPTURE(name(kernel));
          CAPTURE(threads);
          CHECK(run(battle.duel, 3, rule, threads, {}, kernel).counts == reference);
        }
    }
  }

  TEST_CASE("ties are broken alike") {
    // With 2^16 columns a place has 16 bits, so one throw in 65,536 meets its threshold.
    std::vector<double> law(40'000);
    double sum = 0;
    for (std::size_t i = 0; i < law.size(); ++i)
      sum += law[i] = i == 0 ? 40'000.0 : 1.0 + static_cast<double>(i % 7);
    for (double& p : law) p /= sum;
    std::vector<std::vector<std::uint32_t>> next(9, std::vector<std::uint32_t>(law.size()));
    for (std::uint32_t s = 0; s < next.size(); ++s)
      for (std::uint32_t v = 0; v < law.size(); ++v) next[s][v] = s - (v > 0 && s > 0 ? 1 : 0);
    const std::vector<std::uint32_t> row(9, 0);
    const Duel duel =
        toy::one_step(toy::repeating({law}, row, next, 1), toy::repeating({law}, row, next, 1));
    check_forms(duel, {1, 2, 3, 4, 5, 6, 7, 8}, {kChunkBattles});
    // Beside a tie other battles leave before the round: what they would throw is looked up too.
    Duel leaving = duel;
    leaving.steps[0].early.assign(next.size() * next.size(), kNoEdge);
    for (std::size_t pair = 0; pair < leaving.steps[0].early.size(); pair += 3)
      leaving.steps[0].early[pair] = 0;
    check_forms(leaving, {1, 2, 3, 4, 5, 6, 7, 8}, {kChunkBattles});
    // Ties did happen: deciding them the other way round gives other counts.
    Duel without = duel;
    for (StepSide& side : without.steps[0].side)
      for (std::size_t c = 0; c < law.size(); ++c)  // the columns beyond can never be drawn
        side.refine[c] = side.refine[c] < 1u << 31 ? ~0u : 0;
    Workspace one{duel}, two{without};
    Counts counts{duel}, other{duel};
    for (std::uint64_t chunk = 0; chunk < 8; ++chunk) {
      play_chunk(duel, 1, chunk, kChunkBattles, one, counts);
      play_chunk(without, 1, chunk, kChunkBattles, two, other);
    }
    CHECK_FALSE(counts == other);
  }

  TEST_CASE("ladders are found where losses are in one order, and nowhere else") {
    const auto has_ladder = [](const Duel& duel) {
      const KernelTables tables{duel, true};
      for (std::size_t s = 0; s < duel.steps.size(); ++s)
        if (tables.step(s).ladder) return true;
      return false;
    };
    for (const char* which : {"i", "ii", "iii", "iv", "invasion", "conquest"}) {
      CAPTURE(which);
      CHECK(has_ladder(bench::prepare(bench::fixed_matchup(which)).duel));
    }
    toy::RandomShape repairs;
    repairs.repairs = true;
    CHECK_FALSE(has_ladder(toy::random_duel(1, repairs)));
  }
}
