// Questions about many fleets: compare, best.

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/ask/fleets.hpp"
#include "apps/ask/goal.hpp"
#include "apps/ask/kinds.hpp"
#include "apps/ask/values.hpp"
#include "apps/report/best_report.hpp"
#include "apps/report/compare_report.hpp"
#include "sim/best.hpp"
#include "sim/compare.hpp"

namespace broadside {

Result<Told> tell_compare(const Asked& asked) {
  auto attackers = read_fleets(asked, "attackers", Side::attacker);
  if (!attackers) return attackers.error();
  // Without an enemy all of them meet all of them.
  auto defenders = asked.own.contains("against") ? read_fleets(asked, "against", Side::defender)
                                                 : read_fleets(asked, "attackers", Side::defender);
  if (!defenders) return defenders.error();
  const auto scenario = read_conditions(asked);
  if (!scenario) return scenario.error();
  const auto comparison = compare(*scenario, attackers->sides, defenders->sides, asked.options);
  if (!comparison) return comparison.error();
  const FleetNames names{attackers->names, defenders->names};
  Told told{.json = comparison_json(*comparison, names),
            .shape = {comparison->fleets.size(), defenders->sides.size(), 3}};
  if (asked.picture) told.svg = comparison_svg(*comparison, names);
  for (const ComparedFleet& fleet : comparison->fleets)
    for (const Summary& against : fleet.against)
      told.numbers.insert(told.numbers.end(), {against.win, against.draw, against.loss});
  return told;
}

Result<Told> tell_best(const Asked& asked) {
  BestQuestion question;
  auto scenario = read_conditions(asked);
  if (!scenario) return scenario.error();
  question.scenario = *std::move(scenario);
  const auto game = find_game(question.scenario.game);
  if (!game) return game.error();
  const auto side = read_whose(asked);
  if (!side) return side.error();
  question.side = *side;
  auto enemies = read_fleets(asked, "against", other(question.side));
  if (!enemies) return enemies.error();
  question.enemies = std::move(enemies->sides);
  if (asked.own.contains("have")) {
    auto have = read_fleets(asked, "have", question.side);
    if (!have) return have.error();
    if (have->sides.size() != 1)
      return InputError{"several fleets", "have", "what is there already is one fleet"};
    question.scenario.side(question.side) = std::move(have->sides.front());
  }
  BestWords words;
  if (auto error = read_words(asked, words,
                              {{"budget", &BestWords::budget},
                               {"goal", &BestWords::goal},
                               {"supply", &BestWords::supply},
                               {"show", &BestWords::show}}))
    return *error;
  if (asked.own.contains("mix")) {
    auto mix = read_texts(asked, "mix", R"("mix": [2, 1])");
    if (!mix) return mix.error();
    words.mix = *std::move(mix);
  }
  static constexpr BestNames kNames{"budget", "goal",     "supply", "only",
                                    "never",  "upgrades", "show",   "mix"};
  if (auto error = read_best(words, **game, question, kNames)) return *error;
  const auto progress = [&](const SearchProgress& far) {
    if (asked.watch) asked.watch(static_cast<double>(far.done), static_cast<double>(far.all));
  };
  const auto found = best(question, asked.options, progress);
  if (!found) return found.error();
  Told told{.json = best_json(*found, question)};
  if (asked.picture) told.svg = best_svg(*found, question);
  return told;
}

}  // namespace broadside
