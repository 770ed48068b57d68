#include "bench/tables.hpp"

#include <ostream>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace broadside::bench {
namespace {

using Json = nlohmann::ordered_json;

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

Json to_json(const Ratio& ratio) {
  return Json{{"best", ratio.best}, {"low", ratio.low}, {"high", ratio.high}};
}

}  // namespace

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

}  // namespace broadside::bench
