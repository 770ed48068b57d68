#include "bench/growth.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/matchups.hpp"
#include "bench/measure.hpp"
#include "core/systems/ti4/game.hpp"
#include "sim/exact.hpp"
#include "sim/exact_parallel.hpp"

namespace broadside::bench {
namespace {

constexpr int kAttempts = 51;
constexpr double kPrune = 9e-9;  // the bound that is asked for is below 1e-8
constexpr std::array<std::pair<int, const char*>, 6> kLargest{
    {{2, "ws"}, {5, "dn"}, {8, "ca"}, {4, "cv"}, {8, "dd"}, {10, "ff"}}};

/// So many eighths of every kind of ship, rounded up.
std::string part_of_fleet(int eighths) {
  std::string fleet;
  for (const auto& [count, ship] : kLargest)
    fleet += fmt::format("{}{} {}", fleet.empty() ? "" : ", ",
                         (count * eighths + kGrowthRows - 1) / kGrowthRows, ship);
  return fleet;
}

std::uint64_t table_bytes(const Duel& duel) {
  std::uint64_t bytes = 0;
  for (const Step& step : duel.steps)
    for (const StepSide& side : step.side)
      bytes += (side.alias.size() + side.refine.size() + side.thrown.size() + side.next.size()) * 4;
  return bytes;
}

std::string seconds(double time) {
  return time < 1e-3 ? fmt::format("{:.1f} us", time * 1e6) : fmt::format("{:.2f} ms", time * 1e3);
}

}  // namespace

std::vector<GrowthRow> growth(double patience, int threads, const std::function<bool()>& go_on) {
  std::vector<GrowthRow> rows;
  const Parallel parallel = solving_threads(threads);
  for (int eighths = 1; eighths <= kGrowthRows && go_on(); ++eighths) {
    GrowthRow row;
    row.fleet = part_of_fleet(eighths);
    Matchup matchup = fixed_matchup("iv");
    for (SideSpec& side : matchup.scenario.sides) {
      auto spec = ti4::game().parse_side(row.fleet);
      side = std::move(spec).value();
    }
    Battle battle;
    row.compile = best_of(kAttempts, patience, [&] { battle = prepare(matchup); });
    const Duel& duel = battle.duel;
    row.states = duel.steps.back().side[0].in_states;
    row.table_bytes = table_bytes(duel);
    ExactResult solved;
    row.exact = best_of(kAttempts, patience, [&] { solved = solve_exact(duel); });
    row.memory = solved.memory;
    row.threads = best_of(kAttempts, patience, [&] { solved = solve_exact(duel, {0, parallel}); });
    row.pruned = best_of(kAttempts, patience, [&] { solved = solve_exact(duel, {kPrune, {}}); });
    row.error_bound = solved.left_out;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string growth_table(const std::vector<GrowthRow>& rows) {
  // Pruned: no chance is off by more than the bound that was asked for; how much, JSON says.
  std::string text =
      fmt::format("{:>6} {:>8} {:>8} {:>9} {:>9} {:>8} {:>8}  {}\n", "states", "tables", "compile",
                  "exact", "threads", "pruned", "memory", "fleet, mirrored");
  for (const GrowthRow& row : rows)
    text += fmt::format("{:>6} {:>5} KB {:>8} {:>9} {:>9} {:>8} {:>5} KB  {}\n", row.states,
                        (row.table_bytes + 1023) / 1024, seconds(row.compile), seconds(row.exact),
                        seconds(row.threads), seconds(row.pruned), (row.memory + 1023) / 1024,
                        row.fleet);
  return text;
}

nlohmann::ordered_json growth_json(const std::vector<GrowthRow>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const GrowthRow& row : rows)
    list.push_back({{"fleet", row.fleet},
                    {"states", row.states},
                    {"table_bytes", row.table_bytes},
                    {"compile_seconds", row.compile},
                    {"exact_seconds", row.exact},
                    {"exact_seconds_all_threads", row.threads},
                    {"pruned_seconds", row.pruned},
                    {"error_bound", row.error_bound},
                    {"memory_bytes", row.memory}});
  return list;
}

}  // namespace broadside::bench
