#pragma once
// Question: what does a game know: units, effects, factions, fields? Which of it was asked for?

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/game.hpp"
#include "core/scenario/result.hpp"

namespace broadside {

struct ListQuestion {
  std::string kind;  ///< one of list_kinds(); "unit" is units
  std::string faction, expansion;
  std::string search;  ///< words that it must mention; "" = all
};

struct Listed {
  std::string kind;
  std::vector<Listing> items;
  std::vector<std::string> names;  ///< of all before the search, for "did you mean"
  bool none_at_all = false;        ///< the game has nothing of the kind
};

/// "units", "effects", "factions", "fields", and the groups of effects of all games.
std::vector<std::string_view> list_kinds();

/// Everything of a kind.
std::vector<Listing> list_of(const Game& game, std::string_view kind);

/// What was asked for; `names` are what the parts of the question are called where it was typed.
struct ListNames {
  std::string_view kind = "list", faction = "--faction", expansion = "--expansion";
};
Result<Listed> listed(const ListQuestion& question, const Game& game, const ListNames& names = {});

nlohmann::ordered_json listing_item_json(const Listing& item);
std::string listing_json(const Listed& listed, const Game& game);

}  // namespace broadside
