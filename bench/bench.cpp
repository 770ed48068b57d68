#include "bench/bench.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <tbb/info.h>

#include "bench/check.hpp"
#include "bench/growth.hpp"
#include "bench/matchups.hpp"
#include "bench/measure.hpp"
#include "bench/naive.hpp"
#include "bench/signature.hpp"
#include "sim/exact.hpp"
#include "sim/run.hpp"
#include "stats/tally.hpp"

namespace broadside::bench {
namespace {

using Json = nlohmann::ordered_json;

/// One line of the first table; rates in battles per second, times in seconds.
struct Row {
  Matchup matchup;
  bool has_naive = false;
  Contender naive, scalar, parallel;
  double compile = 0, exact = 0;
};

/// One line of the second.
struct LargeRow {
  Matchup matchup;
  std::array<std::uint32_t, 2> states{};  ///< of the step that has most
  double compile = 0, exact = 0, sampled = 0;
  std::uint64_t battles = 0;
};

class Bench {
 public:
  explicit Bench(BenchOptions options) : options_(options) {
    if (options_.quick) options_.repetitions /= 3;
    options_.repetitions = std::max(7, options_.repetitions);
    if (options_.threads <= 0) options_.threads = tbb::info::default_concurrency();
  }

  Row measure(const Matchup& matchup) {
    Row row{.matchup = matchup,
            .has_naive = NaiveBattle::knows(matchup.scenario),
            .naive = {},
            .scalar = {},
            .parallel = {}};
    Battle battle;
    row.compile = best_of(options_.repetitions, patience(), [&] { battle = prepare(matchup); });
    const Duel& duel = battle.duel;
    ExactResult solved;
    row.exact = best_of(options_.repetitions, patience(), [&] { solved = solve_exact(duel); });
    const Odds odds = outcome_totals(duel, solved.finals);
    expect(matchup, "exact", check_exact(odds));

    NaiveCounts naive_counts;
    boost::random::mt19937 dice;
    std::optional<NaiveBattle> naive;
    if (row.has_naive) naive.emplace(matchup.scenario);
    Contender plays_naive{
        [&](std::uint64_t battles) { naive_counts += naive->play(battles, dice); }};

    Counts counts{duel}, parallel_counts{duel};
    Workspace workspace{duel};
    std::uint64_t chunk = 0, seed = 1;
    Contender plays_scalar{[&](std::uint64_t battles) {
      for (; battles > kChunkBattles; battles -= kChunkBattles)
        play_chunk(duel, 0, chunk++, kChunkBattles, workspace, counts);
      play_chunk(duel, 0, chunk++, static_cast<std::uint32_t>(battles), workspace, counts);
    }};
    Contender plays_parallel{[&](std::uint64_t battles) {
      StopRule rule;
      rule.battles = battles;
      parallel_counts += run(duel, seed++, rule, options_.threads).counts;
    }};

    // Worker threads need longer slices, or waking them up is what gets measured.
    std::vector<Contender> alone;
    if (row.has_naive) alone.push_back(plays_naive);
    alone.push_back(plays_scalar);
    race(alone, options_.repetitions, options_.seconds);
    race(std::span{&plays_parallel, 1}, options_.repetitions, 4 * options_.seconds);

    if (row.has_naive) row.naive = alone.front();
    row.scalar = alone.back();
    row.parallel = plays_parallel;
    row.naive.play = row.scalar.play = row.parallel.play = nullptr;  // what they refer to ends here

    if (row.has_naive) expect(matchup, "naive kernel", check_odds(naive_counts.by_outcome(), odds));
    expect(matchup, "scalar kernel", check_odds(outcome_totals(duel, counts.finals), odds));
    expect(matchup, "scalar kernel", check_sums(duel, counts, counts.battles));
    expect(matchup, "all threads", check_odds(outcome_totals(duel, parallel_counts.finals), odds));
    expect(matchup, "all threads", check_sums(duel, parallel_counts, parallel_counts.battles));
    return row;
  }

  LargeRow measure_large(const Matchup& matchup) {
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

  void check_all_sums() {
    for (const Matchup& matchup : signature_matchups())
      expect(matchup, "scalar kernel", check_sums(matchup));
  }

  const BenchOptions& options() const { return options_; }
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  double patience() const { return options_.quick ? 0.02 : 0.1; }

  void expect(const Matchup& matchup, const char* who, const std::optional<std::string>& problem) {
    if (problem) problems_.push_back(fmt::format("{}, {}: {}", matchup.name, who, *problem));
  }

  BenchOptions options_;
  std::vector<std::string> problems_;
};

std::string duration(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.2f} ms", seconds * 1e3);
  return fmt::format("{:.2f} s", seconds);
}

std::string millions(double rate) { return fmt::format("{:.2f}", rate / 1e6); }

void write_heading(std::ostream& out, const BenchOptions& options) {
  out << fmt::format(
      "Million battles per second: best of {} slices of {:.0f} ms, the kernels taking turns. "
      "Spread: the ratio from every third\n"
      "slice alone. Naive: one Boost mt19937 draw per die, on one thread as the scalar kernel.\n\n"
      "{:<9} {:>8} {:>8} {:>7} {:>14} {:>11} {:>8} {:>10} {:>10}  {}\n",
      options.repetitions, options.seconds * 1e3, "matchup", "naive", "scalar", "ratio", "spread",
      fmt::format("{} thread{}", options.threads, options.threads == 1 ? "" : "s"), "scaling",
      "compile", "exact", "battle");
}

void write_row(std::ostream& out, const Row& row) {
  std::string naive = "-", best = "-", spread = "-";
  if (row.has_naive) {
    const Ratio faster = ratio(row.scalar, row.naive);
    naive = millions(row.naive.best());
    best = fmt::format("{:.2f}", faster.best);
    spread = fmt::format("{:.2f} to {:.2f}", faster.low, faster.high);
  }
  out << fmt::format("{:<9} {:>8} {:>8} {:>7} {:>14} {:>11} {:>8.2f} {:>10} {:>10}  {}\n",
                     row.matchup.name, naive, millions(row.scalar.best()), best, spread,
                     millions(row.parallel.best()), row.parallel.best() / row.scalar.best(),
                     duration(row.compile), duration(row.exact), row.matchup.label)
      << std::flush;
}

void write_large_heading(std::ostream& out, std::uint64_t battles, int threads) {
  out << fmt::format(
      "\nThe largest fleets: exact, and {} million battles on {} thread{}.\n\n{:>2} {:>13} {:>10} "
      "{:>10} {:>10}  {}\n",
      battles / 1'000'000, threads, threads == 1 ? "" : "s", "", "states", "compile", "exact",
      "sampled", "battle");
}

void write_large_row(std::ostream& out, const LargeRow& row) {
  out << fmt::format("{:>2} {:>13} {:>10} {:>10} {:>10}  {}\n", row.matchup.name,
                     fmt::format("{} x {}", row.states[0], row.states[1]), duration(row.compile),
                     duration(row.exact), duration(row.sampled), row.matchup.label)
      << std::flush;
}

Json to_json(const Row& row) {
  const auto rates = [](const Contender& contender) {
    return Json{{"best", contender.best()}, {"median", contender.median()}};
  };
  Json json{{"name", row.matchup.name},
            {"battle", row.matchup.label},
            {"battles_per_second", Json::object()}};
  Json& speeds = json["battles_per_second"];
  if (row.has_naive) speeds["naive"] = rates(row.naive);
  speeds["scalar"] = rates(row.scalar);
  speeds["all_threads"] = rates(row.parallel);
  if (row.has_naive) {
    const Ratio faster = ratio(row.scalar, row.naive);
    json["scalar_to_naive"] =
        Json{{"best", faster.best}, {"low", faster.low}, {"high", faster.high}};
  }
  json["scaling"] = row.parallel.best() / row.scalar.best();
  json["compile_seconds"] = row.compile;
  json["exact_seconds"] = row.exact;
  return json;
}

Json to_json(const LargeRow& row) {
  return Json{{"name", row.matchup.name},      {"battle", row.matchup.label},
              {"states", row.states},          {"compile_seconds", row.compile},
              {"exact_seconds", row.exact},    {"battles", row.battles},
              {"sampled_seconds", row.sampled}};
}

void write_signature(std::ostream& out, std::uint64_t found) {
  out << "signature " << to_text(found);
  if (found != kSignature) out << " - not the stored " << to_text(kSignature);
  out << '\n';
}

}  // namespace

int run_bench(const BenchOptions& wanted, std::ostream& out) {
  Bench bench{wanted};
  const BenchOptions& options = bench.options();
  const bool text = !options.json;
  Json json{{"version", 1},
            {"threads", options.threads},
            {"repetitions", options.repetitions},
            {"slice_seconds", options.seconds}};

  bench.check_all_sums();
  const std::uint64_t found = signature(options.threads);
  if (!options.signature_only) {
    if (text) write_heading(out, options);
    for (const Matchup& matchup : fixed_matchups()) {
      const Row row = bench.measure(matchup);
      if (text) write_row(out, row);
      json["matchups"].push_back(to_json(row));
    }
    for (const Matchup& matchup : largest_matchups()) {
      const LargeRow row = bench.measure_large(matchup);
      if (text && matchup.name == "1") write_large_heading(out, row.battles, options.threads);
      if (text) write_large_row(out, row);
      json["largest"].push_back(to_json(row));
    }
    const auto grown = growth(options.quick ? 0.02 : 0.1, options.threads);
    if (text) out << "\nGrowth with the fleet, single answers:\n\n" << growth_table(grown) << '\n';
    json["growth"] = growth_json(grown);
  }
  json["signature"] = to_text(found);
  json["stored_signature"] = to_text(kSignature);
  json["problems"] = bench.problems();
  if (text) {
    write_signature(out, found);
    for (const std::string& problem : bench.problems()) out << "wrong: " << problem << '\n';
  } else {
    out << json.dump(2) << '\n';
  }
  out.flush();
  return bench.problems().empty() ? 0 : 1;
}

}  // namespace broadside::bench
