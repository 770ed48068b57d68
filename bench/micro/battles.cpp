// How fast are battles, chunk by chunk, and what do their tables cost?
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>
#include <boost/random/mersenne_twister.hpp>

#include "bench/check.hpp"
#include "bench/matchups.hpp"
#include "bench/micro/check.hpp"
#include "bench/naive.hpp"
#include "core/kernel/kernel.hpp"
#include "sim/exact.hpp"
#include "stats/tally.hpp"

namespace broadside::bench {
namespace {

Odds exact_odds(const Duel& duel) { return outcome_totals(duel, solve_exact(duel).finals); }

void chunk(benchmark::State& state, const Matchup& matchup) {
  const Battle battle = prepare(matchup);
  Workspace workspace{battle.duel};
  Counts counts{battle.duel};
  std::uint64_t number = 0;
  for (auto _ : state) play_chunk(battle.duel, 1, number++, kChunkBattles, workspace, counts);
  state.SetItemsProcessed(static_cast<std::int64_t>(counts.battles));
  check(state, check_sums(battle.duel, counts, number * kChunkBattles));
  if (!battle.duel.direct)
    check(state, check_odds(outcome_totals(battle.duel, counts.finals), exact_odds(battle.duel)));
}

void naive(benchmark::State& state, const Matchup& matchup) {
  constexpr std::uint64_t kBattles = 1000;
  NaiveBattle battle{matchup.scenario};
  boost::random::mt19937 dice;
  NaiveCounts counts;
  for (auto _ : state) counts += battle.play(kBattles, dice);
  state.SetItemsProcessed(static_cast<std::int64_t>(counts.battles()));
  check(state, check_odds(counts.by_outcome(), exact_odds(prepare(matchup).duel)));
}

void compile(benchmark::State& state, const Matchup& matchup) {
  Battle battle;
  for (auto _ : state) {
    battle = prepare(matchup);
    benchmark::DoNotOptimize(battle.duel.steps.data());
  }
  if (!battle.duel.direct) check(state, check_exact(exact_odds(battle.duel)));
}

void exact(benchmark::State& state, const Matchup& matchup) {
  const Battle battle = prepare(matchup);
  ExactResult result;
  for (auto _ : state) {
    result = solve_exact(battle.duel);
    benchmark::DoNotOptimize(result.finals.data());
  }
  check(state, check_exact(outcome_totals(battle.duel, result.finals)));
}

/// One benchmark of each kind for each of the fixed matchups.
const bool kRegistered = [] {
  using Body = void (*)(benchmark::State&, const Matchup&);
  const auto add = [](const char* what, Body body, const Matchup& matchup) {
    benchmark::RegisterBenchmark((std::string{what} + "/" + matchup.name).c_str(),
                                 [=](benchmark::State& state) { body(state, matchup); });
  };
  for (const Matchup& matchup : fixed_matchups()) {
    if (NaiveBattle::knows(matchup.scenario)) add("naive", naive, matchup);
    add("chunk", chunk, matchup);
    add("compile", compile, matchup);
    if (!prepare(matchup).duel.direct) add("exact", exact, matchup);
  }
  return true;
}();

}  // namespace
}  // namespace broadside::bench
