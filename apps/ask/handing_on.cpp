// Questions about how a battle is written: read (a text that somebody pasted), link (to hand it on).

#include <nlohmann/json.hpp>

#include "apps/ask/fleets.hpp"
#include "apps/ask/kinds.hpp"
#include "apps/ask/question.hpp"
#include "apps/ask/typed.hpp"
#include "apps/report/json_parts.hpp"
#include "apps/report/scenario_json.hpp"
#include "apps/report/share.hpp"
#include "apps/report/strict_json.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

/// The game that the question names; empty where the text decides.
Result<std::string> named_game(const Asked& asked) {
  for (const auto& [key, value] : asked.scenario.items())
    if (key != "game" && key != "version")
      return InputError{"unknown field " + in_quotes(key), key, R"(known: "text", "game")"};
  const auto named = asked.scenario.find("game");
  if (named == asked.scenario.end()) return std::string();
  if (!named->is_string())
    return InputError{"a game is named by a text", "game", R"(for example "game": "ti4")"};
  return named->get<std::string>();
}

/// Whether a text is one fleet and not a battle.
bool is_one_fleet(std::string_view text) {
  const auto sides = split_sides(text);
  return sides && !sides.value() && !text.starts_with('{') && !text.starts_with('[') &&
         !is_battle(text);
}

Json fleets_json(const Game& game, const Scenario& scenario) {
  Json fleets;
  for (const Side side : kSides) fleets[name(side)] = game.write_side(scenario.side(side));
  return fleets;
}

Result<Told> tell_fleet(std::string_view text, std::string_view game) {
  const std::vector<std::string> fleets{std::string(text)};
  const auto meant = meant_game(game, fleets);
  if (!meant) return meant.error();
  const auto fleet = read_fleet(text, Side::attacker, *meant->game);
  if (!fleet) return fleet.error();
  // What a side looks like is what it looks like in a battle.
  Scenario alone;
  alone.game = meant->game->id();
  alone.side(Side::attacker) = fleet->side;
  Json json;
  json["version"] = 1;
  json["game"] = alone.game;
  json["side"] = scenario_json(alone).value(name(Side::attacker), Json::object());
  json["fleet"] = meant->game->write_side(fleet->side);
  json["notes"] = fleet->notes;
  if (!meant->note.empty()) json["notes"].push_back(meant->note);
  return Told{.json = json_line(json)};
}

}  // namespace

Result<Told> tell_read(const Asked& asked) {
  const auto game = named_game(asked);
  if (!game) return game.error();
  const auto given = read_text(asked, "text", R"("text": "2 dn, 4 ff vs ws, 3 ff")");
  if (!given) return given.error();
  const std::string_view text = trimmed(*given);
  if (text.empty())
    return InputError{"there is nothing to read", "text", R"("text": "2 dn, 4 ff vs ws, 3 ff")"};
  if (is_one_fleet(text)) return tell_fleet(text, *game);
  auto question = read_line(text, *game, asked.options);
  if (!question) return question.error();
  Scenario& scenario = question->scenario;
  const auto of = find_game(scenario.game);
  if (!of) return of.error();
  scenario.game = (*of)->id();
  const MeantBattle meant = (*of)->battle_of(scenario);
  scenario.battle = meant.battle;
  Json json;
  json["version"] = 1;
  json["game"] = scenario.game;
  json["scenario"] = scenario_json(scenario);
  json["fleets"] = fleets_json(**of, scenario);
  if (!meant.reason.empty()) json["battle_reason"] = meant.reason;
  json["notes"] = question->notes;
  return Told{.json = json_line(json)};
}

Result<Told> tell_link(const Asked& asked) {
  const auto scenario = scenario_of(asked.scenario);
  if (!scenario) return scenario.error();
  const auto game = find_game(scenario->game);
  if (!game) return game.error();
  const auto shared = share(*scenario);
  if (!shared) return shared.error();
  Json json;
  json["version"] = 1;
  json["game"] = (*game)->id();
  json["link"] = shared->link;
  json["others"] = shared->others;
  json["notes"] = shared->notes;
  json["fleets"] = fleets_json(**game, *scenario);
  return Told{.json = json_line(json)};
}

}  // namespace broadside
