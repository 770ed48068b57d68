// 10^12 battles take months: their counts are shown to be right by starting where they would be.

#include <array>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include "core/kernel/kernel.hpp"
#include "sim/describe.hpp"
#include "sim/engine.hpp"
#include "sim/players.hpp"
#include "sim/stop.hpp"
#include "stats/interval.hpp"
#include "tests/sim/toy_duels.hpp"

using namespace broadside;

namespace {

/// All that is counted, changed one by one: x becomes change(x).
template <class Change>
void each_count(Counts& counts, const Change& change) {
  const auto all = [&](auto& list) {
    for (std::uint64_t& one : list) change(one);
  };
  change(counts.battles);
  change(counts.shared_rounds);
  for (auto& ending : counts.finals)
    for (auto& side : ending) all(side);
  for (SeenForces& forces : counts.seen) {
    SeenForces changed;
    for (SeenForces::Seen seen : forces.list()) {
      change(seen.count);
      changed.make_room(1);
      changed.add(seen.force, seen.count);
    }
    forces = changed;
  }
  all(counts.entered);
  all(counts.rounds);
  for (auto& lengths : counts.lengths) all(lengths);
  all(counts.incidents);
}

Battle battle_of(std::string game, std::string kind, const char* attacker, const char* defender) {
  Scenario scenario;
  scenario.game = std::move(game);
  if (!kind.empty()) scenario.battle = std::move(kind);
  if (scenario.game == "rebellion") scenario.readings["cinematic"] = true;  // played, not tabulated
  const Game& rules = **find_game(scenario.game);
  scenario.side(Side::attacker) = *rules.parse_side(attacker);
  scenario.side(Side::defender) = *rules.parse_side(defender);
  auto battle = ready(scenario);
  REQUIRE(battle);
  return *std::move(battle);
}

constexpr std::uint64_t kLastChunk = 1'000'000'000'000'000 / kChunkBattles;  // of all that may be

/// The counts of one chunk, begun at `start`.
Counts played_from(const Duel& duel, std::uint64_t start, Kernel kernel) {
  const PlainPlayer player{duel, 7, kernel};
  PlainPlayer::Worker worker{player};
  // What has been seen before is what will be seen: forces are not listed in every battle.
  if (!duel.lists_finals()) player.play(kLastChunk, kChunkBattles, worker);
  each_count(worker.counts, [&](std::uint64_t& count) { count = start; });
  player.play(kLastChunk, kChunkBattles, worker);
  return worker.counts;
}

void check_edges(const Duel& duel) {
  const PlainPlayer player{duel, 7, Kernel::scalar};
  PlainPlayer::Worker fresh{player};
  player.play(kLastChunk, kChunkBattles, fresh);
  // 32 bits, the battles of the longest question, what a double holds exactly, and the last sign.
  for (const std::uint64_t start :
       {(std::uint64_t{1} << 32) - 1000, std::uint64_t{1'000'000'000'000},
        (std::uint64_t{1} << 53) - 1000, (std::uint64_t{1} << 63) - 1000}) {
    CAPTURE(start);
    Counts expected = fresh.counts;
    each_count(expected, [&](std::uint64_t& count) { count += start; });
    for (const Kernel kernel : available_kernels()) {
      CAPTURE(name(kernel));
      CHECK(played_from(duel, start, kernel) == expected);
    }
    Counts sum{duel};  // of two threads
    if (!duel.lists_finals()) sum.make_room(kChunkBattles);
    Counts half = fresh.counts;
    each_count(half, [&](std::uint64_t& count) { count = start / 2; });
    sum += half;
    sum += half;
    each_count(half, [&](std::uint64_t& count) { count = start / 2 * 2; });
    CHECK(sum == half);
  }
}

}  // namespace

TEST_CASE("counts go on past 2^32, 10^12, 2^53 and 2^63 battles") {
  check_edges(battle_of("ti4", "", "ff", "ff").duel);
  check_edges(battle_of("ti4", "conquest", "2 cv, 2 inf, dn", "2 cr, inf, pds").duel);
  check_edges(battle_of("rebellion", "", "isd, 2 at-st", "corvette, 2 trooper").duel);
  toy::RandomShape shape;
  shape.looks = shape.stalls = true;
  check_edges(toy::random_duel(3, shape));
}

TEST_CASE("a report of 10^12 battles says what one of 10^6 says, more surely") {
  const Battle battle = battle_of("ti4", "", "2 cr", "3 ff");
  constexpr std::uint64_t kFew = 1'000'000, kMore = 1'000'000;
  const PlainPlayer player{battle.duel, 7, Kernel::scalar};
  PlainPlayer::Worker worker{player};
  StopRule rule;
  for (std::uint64_t chunk = 0; chunk < ChunkSizes{kFew}.chunks(); ++chunk)
    player.play(chunk, ChunkSizes{kFew}.battles_of(chunk), worker);
  Sample few{worker.counts}, many{worker.counts};
  each_count(many.counts, [&](std::uint64_t& count) { count *= kMore; });
  Report of_few, of_many;
  describe_sample(battle, few, rule, std::nullopt, of_few);
  describe_sample(battle, many, rule, std::nullopt, of_many);
  CHECK(of_many.battles == kFew * kMore);
  for (const Outcome outcome : all_outcomes()) {
    const Chance &a = of_few.chance(outcome), &b = of_many.chance(outcome);
    CHECK(a.p == doctest::Approx(b.p).epsilon(1e-15));
    CHECK(b.half_width() == doctest::Approx(a.half_width() / 1000).epsilon(1e-3));
  }
  CHECK(*of_few.mean_rounds == doctest::Approx(*of_many.mean_rounds).epsilon(1e-14));
  for (const Side side : kSides)
    CHECK(of_few.sides[side].lost_resources ==
          doctest::Approx(of_many.sides[side].lost_resources).epsilon(1e-13));
}

TEST_CASE("chunks of the most battles that may be asked for") {
  const ChunkSizes sizes{std::uint64_t{999'999'999'999'999}};
  CHECK(sizes.chunks() == 61'035'156'250);
  CHECK(sizes.battles_of(0) == kChunkBattles);
  CHECK(sizes.battles_of(61'035'156'249) == kChunkBattles - 1);
}
