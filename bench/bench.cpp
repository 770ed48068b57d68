#include "bench/bench.hpp"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/best_play.hpp"
#include "bench/growth.hpp"
#include "bench/measurements.hpp"
#include "bench/signature.hpp"
#include "bench/tables.hpp"

namespace broadside::bench {
namespace {

using Json = nlohmann::ordered_json;

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

bool can_bench() noexcept { return true; }

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
