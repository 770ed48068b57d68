// Questions about one battle: odds, vary, need, replay.

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/ask/axis.hpp"
#include "apps/ask/fleets.hpp"
#include "apps/ask/kinds.hpp"
#include "apps/ask/values.hpp"
#include "apps/report/advise_report.hpp"
#include "apps/report/json_parts.hpp"
#include "apps/report/need_report.hpp"
#include "apps/report/odds_tables.hpp"
#include "apps/report/report_json.hpp"
#include "apps/report/scenario_json.hpp"
#include "apps/report/strict_json.hpp"
#include "apps/report/vary_report.hpp"
#include "core/scenario/text.hpp"
#include "sim/choices.hpp"
#include "sim/full_odds.hpp"
#include "sim/need.hpp"
#include "sim/vary.hpp"

namespace broadside {
namespace {

/// Chances of the attacker, of neither side and of the defender.
void add_cell(Told& told, const Report& report) {
  const double win = report.chance(Outcome::attacker_win).p;
  const double loss = report.chance(Outcome::defender_win).p;
  told.numbers.insert(told.numbers.end(), {win, std::max(0.0, 1 - win - loss), loss});
}

}  // namespace

Result<Told> tell_odds(const Asked& asked) {
  const auto scenario = scenario_of(asked.scenario);
  if (!scenario) return scenario.error();
  const auto full = full_odds(*scenario, asked.options, asked.advice);
  if (!full) return full.error();
  const Report& report = full->report;
  Told told{.json = with_play(write_report(report, *scenario, asked.options.precision), *full),
            .shape = {1, 1, 3}};
  if (asked.picture) told.svg = report_svg(report, battle_title(*scenario));
  add_cell(told, report);
  return told;
}

Result<Told> tell_vary(const Asked& asked) {
  auto scenario = scenario_of(asked.scenario);
  if (!scenario) return scenario.error();
  const auto texts = read_texts(asked, "vary", R"("vary": ["ff=0..8"])");
  if (!texts) return texts.error();
  const auto game = find_game(scenario->game);
  if (!game) return game.error();
  const auto axes = read_axes(*texts, "vary", **game, *scenario);
  if (!axes) return axes.error();
  const auto swept = sweep(*scenario, *axes, asked.options);
  if (!swept) return swept.error();
  Told told{.json = sweep_json(*swept, *scenario),
            .shape = {swept->axes.front().values.size(), swept->columns(), 3}};
  if (asked.picture) told.svg = sweep_svg(*swept, battle_title(*scenario, swept->axes));
  for (const Report& report : swept->reports) add_cell(told, report);
  return told;
}

Result<Told> tell_need(const Asked& asked) {
  auto scenario = scenario_of(asked.scenario);
  if (!scenario) return scenario.error();
  NeedQuestion question{.scenario = *std::move(scenario)};
  const auto chance = read_text(asked, "need", R"("need": 0.8)");
  if (!chance) return chance.error();
  const auto wanted = read_chance("need", *chance);
  if (!wanted) return wanted.error();
  question.chance = *wanted;
  const auto side = read_whose(asked);
  if (!side) return side.error();
  question.side = *side;
  if (auto wrong = read_supply(asked, question.supply, question.any_supply)) return *wrong;
  const auto needed = need(question, asked.options, [&](std::size_t looked_at) {
    if (asked.watch) asked.watch(static_cast<double>(looked_at), 0);
  });
  if (!needed) return needed.error();
  Told told{.json = need_json(*needed, question.scenario)};
  if (asked.picture) told.svg = need_svg(*needed, battle_title(question.scenario));
  return told;
}

Result<Told> tell_replay(const Asked& asked) {
  const auto scenario = scenario_of(asked.scenario);
  if (!scenario) return scenario.error();
  const auto game = find_game(scenario->game);
  if (!game) return game.error();
  const auto chosen = choose(**game, *scenario);
  if (!chosen) return chosen.error();
  const auto lines = (*game)->replay(chosen->scenario, asked.options.seed);
  if (!lines) return lines.error();
  return Told{.json = write_replay(*lines, *scenario, asked.options.seed)};
}

}  // namespace broadside
