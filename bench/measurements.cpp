#include "bench/measurements.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <boost/random/mersenne_twister.hpp>
#include <fmt/format.h>

#include "bench/generator.hpp"
#include "bench/best_play.hpp"
#include "bench/growth.hpp"
#include "bench/naive.hpp"
#include "bench/play.hpp"
#include "bench/signature.hpp"
#include "sim/exact.hpp"
#include "sim/run.hpp"
#include "sim/run_each.hpp"
#include "stats/tally.hpp"

namespace broadside::bench {
namespace {

/// One form of the kernel, chunk after chunk on this thread.
struct ChunkPlays {
  ChunkPlays(const Duel& what, Kernel form, bool ladders)
      : duel(what), kernel(form), workspace(what, ladders), counts(what) {}

  Contender contender() {
    return {[this](std::uint64_t battles) {
      for (; battles > kChunkBattles; battles -= kChunkBattles)
        play_chunk(duel, 0, chunk++, kChunkBattles, workspace, counts, kernel);
      play_chunk(duel, 0, chunk++, static_cast<std::uint32_t>(battles), workspace, counts, kernel);
    }};
  }

  const Duel& duel;
  Kernel kernel;
  Workspace workspace;
  Counts counts;
  std::uint64_t chunk = 0;
};

constexpr int kFewest = 7;       ///< slices of each contender
constexpr int kFewestTurns = 3;  ///< of battles without tables on threads: a third for each spread

}  // namespace

Kernel counted_lanes() { return std::min(available_kernels().back(), Kernel::avx2); }

Bench::Bench(BenchOptions options) : options_(options) {
  if (options_.quick) options_.repetitions /= 3;
  options_.repetitions = std::max(kFewest, options_.repetitions);
  if (options_.threads <= 0) options_.threads = all_cores();
  // The signature counts as one; antithetic pairs ask for every fixed matchup.
  all_ = 1;
  if (!options_.signature_only)
    all_ += 2 * fixed_matchups().size() + largest_matchups().size() + kGrowthRows +
            kBestPlayRows;
}

bool Bench::go_on() {
  stopped_ = stopped_ || (options_.go_on && !options_.go_on(done_++, all_));
  return !stopped_;
}

void Bench::expect(const Matchup& matchup, const char* who,
                   const std::optional<std::string>& problem) {
  if (problem) problems_.push_back(fmt::format("{}, {}: {}", matchup.name, who, *problem));
}

void Bench::expect_counts(const Matchup& matchup, const char* who, const Duel& duel,
                          const Counts& counts, const std::optional<Odds>& odds) {
  if (odds) expect(matchup, who, check_odds(outcome_totals(duel, counts.finals), *odds));
  expect(matchup, who, check_sums(duel, counts, counts.battles));
}

/// One thread against all. Worker threads need longer slices, or waking them up is what gets
/// measured.
Counts Bench::race_threads(const Duel& duel, Row& row) {
  Counts counts{duel};
  std::uint64_t seed = 1;
  const auto plays_on = [&](int threads) {
    return Contender{[&, threads](std::uint64_t battles) {
      StopRule rule;
      rule.battles = battles;
      counts += run(duel, seed++, rule, threads).counts;
    }};
  };
  std::array<Contender, 2> contenders{plays_on(1), plays_on(options_.threads)};
  // Threads take whole chunks: a slice has several for each, however long a chunk takes.
  const std::uint64_t few_chunks = (options_.quick && row.direct ? 1U : 4U) *
                                   static_cast<std::uint64_t>(options_.threads) * kChunkBattles;
  int turns = row.direct ? kFewest : options_.repetitions;
  if (options_.quick) turns = row.direct ? kFewestTurns : kFewest;
  race(contenders, turns, 8 * options_.seconds, few_chunks);
  row.one = contenders[0];
  row.parallel = contenders[1];
  return counts;
}

Row Bench::measure(const Matchup& matchup) {
  Row row;
  row.matchup = matchup;
  row.has_naive = NaiveBattle::knows(matchup.scenario);
  Battle battle;
  row.compile = best_of(options_.repetitions, patience(), [&] { battle = prepare(matchup); });
  const Duel& duel = battle.duel;
  row.direct = duel.direct != nullptr;
  std::optional<Odds> odds;  // none for a battle that no tables hold
  if (!duel.direct) {
    ExactResult solved;
    row.exact = best_of(options_.repetitions, patience(), [&] { solved = solve_exact(duel); });
    odds = outcome_totals(duel, solved.finals);
    expect(matchup, "exact", check_exact(*odds));
  }

  NaiveCounts naive_counts;
  boost::random::mt19937 dice;
  std::optional<NaiveBattle> naive;
  if (row.has_naive) naive.emplace(matchup.scenario);
  const Kernel fastest = available_kernels().back();
  ChunkPlays scalar{duel, Kernel::scalar, true}, lanes{duel, fastest, true},
      tables{duel, fastest, false};
  std::uint64_t sum = 0;
  std::vector<Contender> alone{scalar.contender(), lanes.contender(), tables.contender(),
                               Contender{[&](std::uint64_t count) { sum += make_numbers(count); }}};
  if (row.has_naive)
    alone.push_back({[&](std::uint64_t battles) { naive_counts += naive->play(battles, dice); }});
  race(alone, options_.repetitions, options_.seconds);
  if (sum == 0) problems_.push_back("the bare generator makes nothing but zeros");
  const Counts threads_counts = race_threads(duel, row);

  row.scalar = alone[0];
  row.lanes = alone[1];
  row.tables = alone[2];
  row.generator = alone[3];
  if (row.has_naive) row.naive = alone[4];
  for (Contender* each :
       {&row.naive, &row.scalar, &row.lanes, &row.tables, &row.generator, &row.one, &row.parallel})
    each->play = nullptr;  // what they refer to ends here

  std::uint64_t rounds = 0;
  for (const std::uint64_t of_step : lanes.counts.rounds) rounds += of_step;
  row.draws = static_cast<double>(rounds) / static_cast<double>(lanes.counts.battles);
  if (!options_.quick) {
    row.scalar_instructions = instructions_per_battle(matchup, Kernel::scalar);
    row.lanes_instructions = instructions_per_battle(matchup, counted_lanes());
  }

  if (row.has_naive) expect(matchup, "naive kernel", check_odds(naive_counts.by_outcome(), *odds));
  expect_counts(matchup, "scalar kernel", duel, scalar.counts, odds);
  expect_counts(matchup, "lanes", duel, lanes.counts, odds);
  expect_counts(matchup, "lanes without ladders", duel, tables.counts, odds);
  expect_counts(matchup, "all threads", duel, threads_counts, odds);
  return row;
}

std::vector<AntitheticRow> Bench::measure_antithetic() {
  const auto rows = antithetic(options_.quick ? 400'000 : 4'000'000, options_.threads,
                               [this] { return go_on(); });
  for (const AntitheticRow& row : rows)
    if (!(std::abs(row.off) <= 5))
      problems_.push_back(fmt::format("{}, antithetic pairs: {:+.1f} standard errors from exact",
                                      row.name, row.off));
  return rows;
}

LargeRow Bench::measure_large(const Matchup& matchup) {
  LargeRow row{.matchup = matchup};
  row.battles = options_.quick ? 1'000'000 : 10'000'000;
  Battle battle;
  row.compile = best_of(3, patience(), [&] { battle = prepare(matchup); });
  for (const Step& step : battle.duel.steps)
    for (std::size_t s = 0; s < 2; ++s)
      row.states[s] = std::max(row.states[s], step.side[s].in_states);
  ExactResult solved;
  row.exact = best_of(3, patience(), [&] { solved = solve_exact(battle.duel); });
  const Odds odds = outcome_totals(battle.duel, solved.finals);
  expect(matchup, "exact", check_exact(odds));
  StopRule rule;
  rule.battles = row.battles;
  std::optional<Sample> sample;
  row.sampled = seconds_of([&] { sample.emplace(run(battle.duel, 1, rule, options_.threads)); });
  expect(matchup, "all threads",
         check_odds(outcome_totals(battle.duel, sample->counts.finals), odds));
  expect(matchup, "all threads", check_sums(battle.duel, sample->counts, row.battles));
  return row;
}

void Bench::check_all_sums() {
  for (const Matchup& matchup : signature_matchups())
    expect(matchup, "scalar kernel", check_sums(matchup));
}

}  // namespace broadside::bench
