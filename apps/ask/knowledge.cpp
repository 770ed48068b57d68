// Questions about the games themselves: list, schema.

#include <nlohmann/json.hpp>

#include "apps/ask/fleets.hpp"
#include "apps/ask/kinds.hpp"
#include "apps/ask/listing.hpp"
#include "apps/report/json_parts.hpp"
#include "apps/report/value_json.hpp"
#include "core/scenario/notation.hpp"

namespace broadside {
namespace {

/// The game that the question names; the usual one where it names none.
Result<const Game*> game_of(const Asked& asked) {
  const auto named = asked.scenario.find("game");
  if (named != asked.scenario.end() && !named->is_string())
    return InputError{"a game is named by a text", "game", R"(for example "game": "ti4")"};
  for (const auto& [key, value] : asked.scenario.items())
    if (key != "game" && key != "version")
      return InputError{"unknown field '" + key + "'", key,
                        R"(known: "game", and of a list "list", "search", "faction", "expansion")"};
  return find_game(named == asked.scenario.end() ? "" : named->get<std::string>());
}

Json game_json(const Game& game) {
  Json json;
  json["id"] = game.id();
  json["title"] = game.title();
  const GameWords words = game.words();
  json["words"] = {{"fleet", words.fleet}, {"resources", words.resources}, {"round", words.round}};
  auto& battles = json["battles"] = Json::array();
  for (const auto battle : game.battles())
    battles.push_back(
        {{"id", battle}, {"title", game.battle_title(battle)}, {"text", game.battle_text(battle)}});
  json["most_units"] = kMostUnits;
  json["effect_groups"] = game.effect_groups();
  json["fields"] = fields_json(game.fields());
  for (const std::string_view kind : {"factions", "units", "effects"}) {
    auto& list = json[std::string(kind)] = Json::array();
    for (const Listing& item : list_of(game, kind)) list.push_back(listing_item_json(item));
  }
  auto& nouns = json["words"]["units"] = Json::object();  // one of a type, and many
  for (const Listing& unit : list_of(game, "units"))
    nouns[unit.type] = {words.of(unit.type, 1), words.of(unit.type, 2)};
  return json;
}

}  // namespace

Result<Told> tell_list(const Asked& asked) {
  const auto game = game_of(asked);
  if (!game) return game.error();
  ListQuestion question;
  const auto kind = read_text(asked, "list", R"("list": "units")");
  if (!kind) return kind.error();
  question.kind = *kind;
  for (auto& [field, held] : {std::pair{"search", &question.search},
                              {"faction", &question.faction},
                              {"expansion", &question.expansion}}) {
    if (!asked.own.contains(field)) continue;
    auto text = read_text(asked, field, "a text");
    if (!text) return text.error();
    *held = *std::move(text);
  }
  const auto list = listed(question, **game, {"list", "faction", "expansion"});
  if (!list) return list.error();
  return Told{.json = listing_json(*list, **game)};
}

Result<Told> tell_schema(const Asked& asked) {
  Json json;
  json["version"] = 1;
  auto& asks = json["asks"] = Json::array();
  for (const AskKind& kind : ask_kinds())
    asks.push_back({{"ask", kind.name},
                    {"text", kind.text},
                    {"battle", kind.has_battle},
                    {"fields", ask_fields_json(kind.fields)},
                    {"options", kind.options}});
  json["options"] = ask_fields_json(option_fields());
#ifndef BROADSIDE_SMALL
  json["pictures"] = {"svg"};
#endif
  auto& list = json["games"] = Json::array();
  const auto game = game_of(asked);
  if (!game) return game.error();
  if (asked.scenario.contains("game")) {
    list.push_back(game_json(**game));
  } else {
    for (const Game* game : games()) list.push_back(game_json(*game));
  }
  return Told{.json = json_line(json)};
}

}  // namespace broadside
