#include "bench/best_play.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/measure.hpp"
#include "core/scenario/play_goal.hpp"
#include "core/systems/ti4/game.hpp"
#include "sim/best_play.hpp"

namespace broadside::bench {
namespace {

constexpr int kTries = 11;
/// 7, 11 and 14 ships, growing to 20; those of 14 with a war sun and a flagship, the last of which
/// repairs itself, so that forces come back.
constexpr std::array<std::pair<int, const char*>, 6> kFleets{
    {{7, "dn, 2 ca, cv, 3 ff"},
     {11, "2 dn, 2 ca, cv, 2 dd, 4 ff"},
     {14, "sol: fs, ws, 2 dn, 3 ca, cv, 2 dd, 4 ff"},
     {17, "sol: fs, ws, 3 dn, 3 ca, 2 cv, 2 dd, 5 ff"},
     {20, "sol: fs, ws, 4 dn, 4 ca, 2 cv, 2 dd, 6 ff"},
     {14, "letnev: fs, ws, 2 dn, 3 ca, cv, 2 dd, 4 ff"}}};

Battle prepared(const char* fleet, bool both) {
  Scenario scenario;
  scenario.battle = "space";
  for (const Side side : kSides) {
    scenario.side(side) = ti4::game().parse_side(fleet).value();
    if (side == Side::attacker || both) scenario.side(side).policy[kPlay] = std::string("best");
  }
  scenario.side(Side::attacker).policy[kGoal] = std::string("net");
  TableLimits limits;
  limits.work = 1e9;  // what is measured may be more than a player would wait for
  return ti4::game().prepare(scenario, limits).value();
}

double solved_in(const Battle& battle, double patience) {
  const PlayScore score{battle};
  double value = 0;
  return best_of(kTries, patience, [&] { value += BestPlay{battle.duel, score}.start_value(); });
}

std::string milliseconds(double time) { return fmt::format("{:.2f} ms", time * 1e3); }

}  // namespace

std::vector<BestPlayRow> best_play_times(double patience, const std::function<bool()>& go_on) {
  std::vector<BestPlayRow> rows;
  for (const auto& [ships, fleet] : kFleets) {
    if (!go_on()) break;
    BestPlayRow row{fleet, ships};
    const Battle one = prepared(fleet, false);
    Battle both;
    row.compile = best_of(kTries, patience, [&] { both = prepared(fleet, true); });
    for (const Step& step : one.duel.steps)
      row.states = std::max(row.states, step.side[0].in_states);
    row.one = solved_in(one, patience);
    row.both = solved_in(both, patience);
    row.memory = static_cast<std::uint64_t>(BestPlay::memory(both.duel));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string best_play_table(const std::vector<BestPlayRow>& rows) {
  std::string text = fmt::format("{:<46} {:>7} {:>10} {:>10} {:>10} {:>9}\n", "fleet, mirrored",
                                 "states", "tables", "one side", "both", "memory");
  for (const BestPlayRow& row : rows)
    text += fmt::format("{:<46} {:>7} {:>10} {:>10} {:>10} {:>6} kB\n", row.fleet, row.states,
                        milliseconds(row.compile), milliseconds(row.one), milliseconds(row.both),
                        row.memory / 1024);
  return text;
}

nlohmann::ordered_json best_play_json(const std::vector<BestPlayRow>& rows) {
  auto list = nlohmann::ordered_json::array();
  for (const BestPlayRow& row : rows)
    list.push_back({{"fleet", row.fleet},
                    {"ships", row.ships},
                    {"states", row.states},
                    {"compile_seconds", row.compile},
                    {"one_side_seconds", row.one},
                    {"both_seconds", row.both},
                    {"memory_bytes", row.memory}});
  return list;
}

}  // namespace broadside::bench
