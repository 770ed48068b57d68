// Questions about every fleet against every other: matrix, meta.

#include <utility>

#include "apps/ask/fleets.hpp"
#include "apps/ask/kinds.hpp"
#include "apps/ask/meta.hpp"
#include "apps/report/matrix_report.hpp"
#include "apps/report/meta_report.hpp"

namespace broadside {

Result<Told> tell_matrix(const Asked& asked) {
  auto attackers = read_fleets(asked, "attackers", Side::attacker);
  if (!attackers) return attackers.error();
  auto defenders = asked.own.contains("against") ? read_fleets(asked, "against", Side::defender)
                                                 : read_fleets(asked, "attackers", Side::defender);
  if (!defenders) return defenders.error();
  auto scenario = read_conditions(asked);
  if (!scenario) return scenario.error();
  MatrixQuestion question{*std::move(scenario), std::move(attackers->sides),
                          std::move(defenders->sides)};
  const auto game = find_game(question.scenario.game);
  if (!game) return game.error();
  question.scenario.game = game.value()->id();
  question.scenario = of_one_kind(question.scenario, question.attackers, question.defenders);
  const auto found = matrix(question, asked.options, [&](const MatrixProgress& far) {
    if (asked.watch) asked.watch(static_cast<double>(far.done), static_cast<double>(far.all));
  });
  if (!found) return found.error();
  const FleetNames names{attackers->names, defenders->names};
  Told told{.json = matrix_json(*found, names, told_scenario(question)),
            .shape = {found->attackers, found->defenders, kCellNumbers}};
  if (asked.picture) told.svg = matrix_svg(*found, names, told_scenario(question));
  for (const MatrixCell& cell : found->cells)
    told.numbers.insert(told.numbers.end(), {cell.attacker_win, cell.draw, cell.defender_win,
                                             cell.other, cell.lost[Side::attacker],
                                             cell.lost[Side::defender], cell.rounds, cell.error});
  return told;
}

Result<Told> tell_meta(const Asked& asked) {
  MetaQuestion question;
  auto scenario = read_conditions(asked);
  if (!scenario) return scenario.error();
  question.scenario = *std::move(scenario);
  const auto game = find_game(question.scenario.game);
  if (!game) return game.error();
  question.scenario.game = game.value()->id();
  if (question.scenario.battle.empty()) question.scenario.battle = game.value()->battles().front();
  MetaWords words;
  if (auto error = read_words(asked, words,
                              {{"budget", &MetaWords::budget},
                               {"payoff", &MetaWords::payoff},
                               {"faction", &MetaWords::faction},
                               {"supply", &MetaWords::supply},
                               {"show", &MetaWords::show}}))
    return *error;
  static constexpr MetaNames kNames{"budget",   "supply", "only", "never",
                                    "upgrades", "payoff", "show", "faction"};
  if (auto error = read_meta(words, **game, question, kNames)) return *error;
  if (asked.own.contains("beats")) {
    auto fleet = read_fleets_beside(asked, "beats", Side::defender);
    if (!fleet) return fleet.error();
    if (fleet->sides.size() != 1)
      return InputError{"several fleets", "beats", "what is to be beaten is one fleet"};
    question.beats = std::move(fleet->sides.front());
  }
  const auto found =
      meta(question, asked.options, solve_by_simplex, [&](const MatrixProgress& far) {
        if (asked.watch) asked.watch(static_cast<double>(far.done), static_cast<double>(far.all));
      });
  if (!found) return found.error();
  Told told{.json = meta_json(*found, question)};
  if (asked.picture) told.svg = meta_svg(*found, question);
  return told;
}

}  // namespace broadside
