#include "apps/cli/outline.hpp"

#include <algorithm>
#include <set>

#include "apps/ask/listing.hpp"
#include "apps/cli/question.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

std::vector<std::string> sorted(const std::set<std::string>& words) {
  return {words.begin(), words.end()};
}

std::vector<std::string> game_words() {
  std::vector<std::string> words;
  for (const Game* game : games()) words.emplace_back(game->id());
  return words;
}

std::vector<std::string> battle_words() {
  std::set<std::string> words;
  for (const Game* game : games())
    for (const auto battle : game->battles()) words.emplace(battle);
  return sorted(words);
}

/// What the value of a declared field may begin with.
Candidates candidates(const Field& field) {
  switch (field.kind) {
    case FieldKind::word:
      return {Follows::word, {field.words.begin(), field.words.end()}};
    case FieldKind::types:
    case FieldKind::counts:
      return {Follows::unit, {}};
    case FieldKind::effects:
    case FieldKind::names:  // listed among the effects
      return {Follows::effect, {}};
    case FieldKind::text:
      return {field.name == "faction" ? Follows::faction : Follows::anything, {}};
    default:
      return {};
  }
}

bool typed_alone(const Game& game, const std::string& word) {
  if (word.empty() || word.find_first_of(" '\"") != std::string::npos) return false;
  const auto side = game.parse_side(word);
  return side && side.value().units.size() == 1;
}

}  // namespace

Candidates candidates(const OutlineCommand& command, const OutlineOption& option) {
  const std::string& name = option.names.front();
  const auto words = [](std::vector<std::string> list) {
    return Candidates{Follows::word, std::move(list)};
  };
  if (option.value.empty()) return {Follows::nothing, {}};
  if (option.value == "FILE") return {Follows::file, {}};
  if (option.value.starts_with("FLEET")) return {Follows::fleet, {}};
  if (name == "--game") return words(game_words());
  if (name == "--battle") return words(battle_words());
  if (name == "--engine") return words({"mc", "exact", "auto"});
  if (name == "--goal") return words({"win", "win-per-resource", "expected-net-resources", "keep"});
  if (name == "--faction") return {Follows::faction, {}};
  if (name == "--only" || name == "--never" || name == "--upgrades" || name == "--vary")
    return {Follows::unit, {}};
  if (const Field* field = field_of_option(name)) return candidates(*field);
  if (command.name == "list" && name == "kind") {
    const auto kinds = list_kinds();
    return words({kinds.begin(), kinds.end()});
  }
  if (command.name == "completions" && option.positional) return words({"bash", "zsh", "fish"});
  return {};
}

std::vector<std::string> unit_words() {
  std::set<std::string> words;
  for (const Game* game : games())
    for (const Listing& unit : game->list_units()) {
      std::vector<std::string> names = unit.aliases;
      names.insert(names.end(), {unit.id, unit.kind});
      for (const auto& name : names)
        if (typed_alone(*game, name)) words.insert(name);
    }
  return sorted(words);
}

std::vector<std::string> effect_words() {
  std::set<std::string> words;
  for (const Game* game : games())
    for (const Listing& effect : game->list_effects()) words.insert(effect.id);
  return sorted(words);
}

std::vector<std::string> faction_words() {
  std::set<std::string> words;
  for (const Game* game : games())
    for (const Listing& faction : game->list_factions()) words.insert(faction.id);
  return sorted(words);
}

}  // namespace broadside::cli
