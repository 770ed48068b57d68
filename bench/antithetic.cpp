#include "bench/antithetic.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/matchups.hpp"
#include "sim/exact.hpp"
#include "sim/run.hpp"
#include "stats/pairs.hpp"
#include "stats/tally.hpp"

namespace broadside::bench {

std::vector<AntitheticRow> antithetic(std::uint64_t battles, int threads,
                                      const std::function<bool()>& go_on) {
  constexpr auto kWin = Outcome::attacker_win;
  std::vector<AntitheticRow> rows;
  StopRule rule;
  rule.battles = battles;
  for (const Matchup& matchup : fixed_matchups()) {
    if (!go_on()) break;
    const Battle battle = prepare(matchup);
    if (battle.duel.direct) continue;
    const Sample sample = run_antithetic(battle.duel, 1, rule, threads);
    const PairCount count = pair_count(*sample.pairs, {kWin});
    AntitheticRow row;
    row.name = matchup.name;
    row.win = pair_interval(count, rule.confidence).p;
    row.exact = outcome_totals(battle.duel, solve_exact(battle.duel).finals)[kWin];
    row.ratio = variance_ratio(count);
    const double variance = row.exact * (1 - row.exact) / row.ratio / static_cast<double>(battles);
    row.off = variance > 0 ? (row.win - row.exact) / std::sqrt(variance) : 0;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string antithetic_table(const std::vector<AntitheticRow>& rows) {
  std::string text = fmt::format("{:<9} {:>10} {:>10} {:>16} {:>16}\n", "matchup", "pairs win",
                                 "exact", "standard errors", "less variance");
  for (const AntitheticRow& row : rows)
    text += fmt::format("{:<9} {:>8.3f} % {:>8.3f} % {:>+16.1f} {:>10.1f} times\n", row.name,
                        100 * row.win, 100 * row.exact, row.off, row.ratio);
  return text;
}

nlohmann::ordered_json antithetic_json(const std::vector<AntitheticRow>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const AntitheticRow& row : rows)
    list.push_back({{"name", row.name},
                    {"attacker_win", row.win},
                    {"exact", row.exact},
                    {"standard_errors", row.off},
                    {"variance_ratio", row.ratio}});
  return list;
}

}  // namespace broadside::bench
