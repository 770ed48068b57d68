#include "bench/bench.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/antithetic.hpp"
#include "bench/best_play.hpp"
#include "bench/check.hpp"
#include "bench/generator.hpp"
#include "bench/growth.hpp"
#include "bench/matchups.hpp"
#include "bench/measure.hpp"
#include "bench/naive.hpp"
#include "bench/play.hpp"
#include "bench/signature.hpp"
#include "sim/exact.hpp"
#include "sim/run.hpp"
#include "sim/run_each.hpp"
#include "stats/tally.hpp"

namespace broadside::bench {
namespace {

using Json = nlohmann::ordered_json;

/// One line of the first table; rates per second, times in seconds.
struct Row {
  Matchup matchup;
  bool has_naive = false;
  bool direct = false;  ///< played by its game, which has one kernel for it
  Contender naive, scalar, lanes;
  Contender tables;         ///< lanes without ladders
  Contender generator;      ///< 64-bit numbers and nothing else
  Contender one, parallel;  ///< lanes on one thread and on all, in long slices
  double draws = 0;         ///< 64-bit numbers that a battle takes: its rounds
  std::optional<double> scalar_instructions, lanes_instructions;  ///< per battle
  double compile = 0, exact = 0;

  double share() const { return lanes.best() * draws / generator.best(); }
};

/// One line of the second.
struct LargeRow {
  Matchup matchup;
  BySide<std::uint32_t> states{};  ///< of the step that has most
  double compile = 0, exact = 0, sampled = 0;
  std::uint64_t battles = 0;
};

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

/// The lanes whose instructions can be counted: valgrind knows AVX2 but not AVX-512.
Kernel counted_lanes() { return std::min(available_kernels().back(), Kernel::avx2); }

class Bench {
 public:
  explicit Bench(BenchOptions options) : options_(options) {
    if (options_.quick) options_.repetitions /= 3;
    options_.repetitions = std::max(kFewest, options_.repetitions);
    if (options_.threads <= 0) options_.threads = all_cores();
    // The signature counts as one; antithetic pairs ask for every fixed matchup.
    all_ = 1;
    if (!options_.signature_only)
      all_ += 2 * fixed_matchups().size() + largest_matchups().size() + kGrowthRows + kBestPlayRows;
  }

  /// Before each measurement: whether it is still wanted.
  bool go_on() {
    stopped_ = stopped_ || (options_.go_on && !options_.go_on(done_++, all_));
    return !stopped_;
  }
  bool stopped() const { return stopped_; }

  Row measure(const Matchup& matchup) {
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
    Contender plays_naive{
        [&](std::uint64_t battles) { naive_counts += naive->play(battles, dice); }};

    const Kernel fastest = available_kernels().back();
    ChunkPlays scalar{duel, Kernel::scalar, true}, lanes{duel, fastest, true},
        tables{duel, fastest, false};
    std::uint64_t sum = 0;
    Contender makes_numbers{[&](std::uint64_t count) { sum += make_numbers(count); }};
    std::vector<Contender> alone{scalar.contender(), lanes.contender(), tables.contender(),
                                 makes_numbers};
    if (row.has_naive) alone.push_back(plays_naive);
    race(alone, options_.repetitions, options_.seconds);
    if (sum == 0) problems_.push_back("the bare generator makes nothing but zeros");

    // Worker threads need longer slices, or waking them up is what gets measured.
    Counts threads_counts{duel};
    std::uint64_t seed = 1;
    const auto plays_on = [&](int threads) {
      return Contender{[&, threads](std::uint64_t battles) {
        StopRule rule;
        rule.battles = battles;
        threads_counts += run(duel, seed++, rule, threads).counts;
      }};
    };
    std::array<Contender, 2> on_threads{plays_on(1), plays_on(options_.threads)};
    // Threads take whole chunks: a slice has several for each, however long a chunk takes.
    const std::uint64_t few_chunks = (options_.quick && row.direct ? 1U : 4U) *
                                     static_cast<std::uint64_t>(options_.threads) * kChunkBattles;
    int turns = row.direct ? kFewest : options_.repetitions;
    if (options_.quick) turns = row.direct ? kFewestTurns : kFewest;
    race(on_threads, turns, 8 * options_.seconds, few_chunks);

    row.scalar = alone[0];
    row.lanes = alone[1];
    row.tables = alone[2];
    row.generator = alone[3];
    if (row.has_naive) row.naive = alone[4];
    row.one = on_threads[0];
    row.parallel = on_threads[1];
    for (Contender* each : {&row.naive, &row.scalar, &row.lanes, &row.tables, &row.generator,
                            &row.one, &row.parallel})
      each->play = nullptr;  // what they refer to ends here

    std::uint64_t rounds = 0;
    for (const std::uint64_t of_step : lanes.counts.rounds) rounds += of_step;
    row.draws = static_cast<double>(rounds) / static_cast<double>(lanes.counts.battles);
    if (!options_.quick) {
      row.scalar_instructions = instructions_per_battle(matchup, Kernel::scalar);
      row.lanes_instructions = instructions_per_battle(matchup, counted_lanes());
    }

    if (row.has_naive)
      expect(matchup, "naive kernel", check_odds(naive_counts.by_outcome(), *odds));
    const auto expect_counts = [&](const char* who, const Counts& counts) {
      if (odds) expect(matchup, who, check_odds(outcome_totals(duel, counts.finals), *odds));
      expect(matchup, who, check_sums(duel, counts, counts.battles));
    };
    expect_counts("scalar kernel", scalar.counts);
    expect_counts("lanes", lanes.counts);
    expect_counts("lanes without ladders", tables.counts);
    expect_counts("all threads", threads_counts);
    return row;
  }

  std::vector<AntitheticRow> measure_antithetic() {
    const auto rows = antithetic(options_.quick ? 400'000 : 4'000'000, options_.threads,
                                 [this] { return go_on(); });
    for (const AntitheticRow& row : rows)
      if (!(std::abs(row.off) <= 5))
        problems_.push_back(fmt::format("{}, antithetic pairs: {:+.1f} standard errors from exact",
                                        row.name, row.off));
    return rows;
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
  std::uint64_t done_ = 0, all_ = 0;  ///< measurements
  bool stopped_ = false;
  std::vector<std::string> problems_;
};

std::string duration(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.2f} ms", seconds * 1e3);
  return fmt::format("{:.2f} s", seconds);
}

std::string millions(double rate) { return fmt::format("{:.2f}", rate / 1e6); }

std::string or_dash(std::optional<double> value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "-";
}

/// A row that ends with a label, which goes on under itself where 100 columns do not hold it.
std::string with_label(const std::string& row, std::string_view label) {
  constexpr std::size_t kColumns = 100;
  const std::size_t room = kColumns - row.size() - 2;
  std::string text = row + "  ";
  while (label.size() > room) {
    const std::size_t blank = label.rfind(' ', room);
    if (blank == std::string_view::npos) break;
    text.append(label.substr(0, blank)) += "\n" + std::string(row.size() + 2, ' ');
    label.remove_prefix(blank + 1);
  }
  return text.append(label) + "\n";
}

/// What most people want to know.
void write_sentence(std::ostream& out, const Row& row, const BenchOptions& options) {
  out << fmt::format("This machine: {:.3g} million battles a second on one core",
                     row.lanes.best() / 1e6);
  if (options.threads > 1)
    out << fmt::format(", {:.3g} million on {} threads", row.parallel.best() / 1e6,
                       options.threads);
  out << fmt::format(" (matchup {}).\n\n", row.matchup.name);
}

void write_speed_heading(std::ostream& out, const BenchOptions& options) {
  out << fmt::format(
      "Million battles per second: best of {} slices of {:.0f} ms, the kernels taking turns on "
      "one\n"
      "thread. Naive: one Boost mt19937 draw per die. Lanes: the fastest kernel of this machine,\n"
      "{}. To naive: scalar, then lanes; spread: lanes from every third slice alone.\n\n"
      "{:<9} {:>7} {:>7} {:>7} {:>13} {:>15} {:>11} {:>8}\n",
      options.repetitions, options.seconds * 1e3, name(available_kernels().back()), "matchup",
      "naive", "scalar", "lanes", "to naive", "spread",
      fmt::format("{} thread{}", options.threads, options.threads == 1 ? "" : "s"), "scaling");
}

void write_speed(std::ostream& out, const Row& row) {
  std::string naive = "-", best = "-", spread = "-";
  if (row.has_naive) {
    const Ratio faster = ratio(row.lanes, row.naive);
    naive = millions(row.naive.best());
    best = fmt::format("{:.1f} / {:.1f}", ratio(row.scalar, row.naive).best, faster.best);
    spread = fmt::format("{:.1f} to {:.1f}", faster.low, faster.high);
  }
  out << fmt::format("{:<9} {:>7} {:>7} {:>7} {:>13} {:>15} {:>11} {:>8.2f}\n", row.matchup.name,
                     naive, millions(row.scalar.best()),
                     row.direct ? "-" : millions(row.lanes.best()), best, spread,
                     millions(row.parallel.best()), row.parallel.best() / row.one.best())
      << std::flush;
}

void write_work(std::ostream& out, const std::vector<Row>& rows) {
  out << fmt::format(
      "\nTables: lanes that do without ladders, to lanes. Share: of the rate of the bare "
      "generator\n"
      "(AVX2 if there is) that the lanes' draws are. Instructions: of a battle, scalar / {}.\n\n"
      "{:<9} {:>7} {:>6} {:>14} {:>10} {:>10}  {}\n",
      name(counted_lanes()), "matchup", "tables", "share", "instructions", "compile", "exact",
      "battle");
  for (const Row& row : rows)
    out << with_label(
        fmt::format(
            "{:<9} {:>7} {:>6} {:>14} {:>10} {:>10}", row.matchup.name,
            row.direct ? "-" : fmt::format("{:.0f} %", 100 * row.tables.best() / row.lanes.best()),
            row.direct ? "-" : fmt::format("{:.0f} %", 100 * row.share()),
            or_dash(row.scalar_instructions, 0) + " / " + or_dash(row.lanes_instructions, 0),
            duration(row.compile), row.exact > 0 ? duration(row.exact) : "-"),
        row.matchup.label);
}

void write_large_heading(std::ostream& out, std::uint64_t battles, int threads) {
  out << fmt::format(
      "\nThe largest fleets: exact, and {} million battles on {} thread{}.\n\n{:>2} {:>13} {:>10} "
      "{:>10} {:>10}  {}\n",
      battles / 1'000'000, threads, threads == 1 ? "" : "s", "", "states", "compile", "exact",
      "sampled", "battle");
}

void write_large_row(std::ostream& out, const LargeRow& row) {
  out << with_label(fmt::format("{:>2} {:>13} {:>10} {:>10} {:>10}", row.matchup.name,
                                fmt::format("{} x {}", row.states[0], row.states[1]),
                                duration(row.compile), duration(row.exact), duration(row.sampled)),
                    row.matchup.label)
      << std::flush;
}

Json to_json(const Ratio& ratio) {
  return Json{{"best", ratio.best}, {"low", ratio.low}, {"high", ratio.high}};
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
  speeds["lanes"] = rates(row.lanes);
  speeds["lanes_without_ladders"] = rates(row.tables);
  speeds["one_thread"] = rates(row.one);
  speeds["all_threads"] = rates(row.parallel);
  if (row.has_naive) {
    json["scalar_to_naive"] = to_json(ratio(row.scalar, row.naive));
    json["lanes_to_naive"] = to_json(ratio(row.lanes, row.naive));
  }
  json["tables_to_ladders"] = to_json(ratio(row.tables, row.lanes));
  json["draws_per_battle"] = row.draws;
  json["generator_bytes_per_second"] = 8 * row.generator.best();
  json["share_of_generator"] = row.share();
  json["scaling"] = to_json(ratio(row.parallel, row.one));
  if (row.scalar_instructions) json["scalar_instructions"] = *row.scalar_instructions;
  if (row.lanes_instructions) json["lanes_instructions"] = *row.lanes_instructions;
  json["compile_seconds"] = row.compile;
  if (row.exact > 0) json["exact_seconds"] = row.exact;
  return json;
}

Json to_json(const LargeRow& row) {
  return Json{{"name", row.matchup.name},      {"battle", row.matchup.label},
              {"states", row.states},          {"compile_seconds", row.compile},
              {"exact_seconds", row.exact},    {"battles", row.battles},
              {"sampled_seconds", row.sampled}};
}

/// Everything but the signature, as far as it is wanted; a table whose first row is missing is left
/// out.
void write_measurements(Bench& bench, std::ostream& out, Json& json) {
  const BenchOptions& options = bench.options();
  const bool text = !options.json;
  std::vector<Row> rows;
  for (const Matchup& matchup : fixed_matchups()) {
    if (!bench.go_on()) break;
    const Row& row = rows.emplace_back(bench.measure(matchup));
    if (text && rows.size() == 1) {
      write_sentence(out, row, options);
      write_speed_heading(out, options);
    }
    if (text) write_speed(out, row);
    json["matchups"].push_back(to_json(row));
  }
  if (text && !rows.empty()) write_work(out, rows);
  for (const Matchup& matchup : largest_matchups()) {
    if (!bench.go_on()) break;
    const LargeRow row = bench.measure_large(matchup);
    if (text && matchup.name == "1") write_large_heading(out, row.battles, options.threads);
    if (text) write_large_row(out, row);
    json["largest"].push_back(to_json(row));
  }
  const auto grown =
      growth(options.quick ? 0.02 : 0.1, options.threads, [&bench] { return bench.go_on(); });
  if (text && !grown.empty())
    out << "\nGrowth with the fleet, single answers:\n\n"
        << growth_table(grown) << '\n'
        << std::flush;
  if (!grown.empty()) json["growth"] = growth_json(grown);
  const auto best = best_play_times(options.quick ? 0.02 : 0.1, [&bench] { return bench.go_on(); });
  if (text && !best.empty())
    out << "\nBest play for the resources, pruned:\n\n"
        << best_play_table(best) << '\n'
        << std::flush;
  if (!best.empty()) json["best_play"] = best_play_json(best);
  const auto pairs = bench.measure_antithetic();
  if (text && !pairs.empty())
    out << "Antithetic pairs, the attacker wins:\n\n"
        << antithetic_table(pairs) << '\n'
        << std::flush;
  if (!pairs.empty()) json["antithetic"] = antithetic_json(pairs);
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
            {"kernel", name(available_kernels().back())},
            {"instructions_kernel", name(counted_lanes())},
            {"threads", options.threads},
            {"repetitions", options.repetitions},
            {"slice_seconds", options.seconds}};

  if (!options.signature_only) write_measurements(bench, out, json);
  std::optional<std::uint64_t> found;  // last: the sentence is what most people wait for
  if (bench.go_on()) {
    bench.check_all_sums();
    found = signature(options.threads);
    json["signature"] = to_text(*found);
    json["stored_signature"] = to_text(kSignature);
  }
  if (bench.stopped()) json["stopped"] = true;
  json["problems"] = bench.problems();
  if (text) {
    if (found) write_signature(out, *found);
    for (const std::string& problem : bench.problems()) out << "wrong: " << problem << '\n';
  } else {
    out << json.dump(2) << '\n';
  }
  out.flush();
  return bench.problems().empty() ? 0 : 1;
}

}  // namespace broadside::bench
