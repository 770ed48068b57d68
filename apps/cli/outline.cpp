#include "apps/cli/outline.hpp"

#include <cctype>
#include <set>
#include <utility>

#include "apps/ask/listing.hpp"
#include "apps/cli/field_options.hpp"
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

/// A printed name as one word of a list, in small letters with underscores. Nothing where a shell would trip
/// over it.
std::string as_word(std::string_view printed) {
  std::string word;
  for (const char c : printed) {
    if (c == ' ')
      word += '_';
    else if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_')
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else
      return "";
  }
  return word;
}

/// A printed name without the number of its upgrade: "Cruiser II" is a "Cruiser".
std::string_view without_numeral(std::string_view printed) {
  for (const std::string_view numeral : {" II", " I"})
    if (printed.ends_with(numeral)) return printed.substr(0, printed.size() - numeral.size());
  return printed;
}

bool typed_alone(const Game& game, const std::string& word) {
  if (word.empty() || word.find_first_of(" '\"") != std::string::npos) return false;
  const auto side = game.parse_side(word);
  return side && side.value().units.size() == 1;
}

struct Vocabulary {
  std::set<std::string> units, effects, factions, battles;

  void add(const Game& game) {
    for (const Listing& unit : game.list_units()) {
      std::vector<std::string> names = unit.aliases;
      names.insert(names.end(),
                   {unit.id, unit.kind, as_word(unit.name), as_word(without_numeral(unit.name)),
                    as_word(game.words().of(unit.kind, 1))});
      for (const auto& name : names)
        if (typed_alone(game, name)) units.insert(name);
    }
    for (const Listing& effect : game.list_effects()) {
      effects.insert(effect.id);
      const std::string printed = as_word(effect.name);
      if (!printed.empty() && game.read_effect(printed, "")) effects.insert(printed);
    }
    for (const Listing& faction : game.list_factions()) factions.insert(faction.id);
    for (const auto battle : game.battles()) battles.emplace(battle);
  }
  GameVocabulary sorted_words(std::string game) const {
    return {std::move(game), sorted(units), sorted(effects), sorted(factions), sorted(battles)};
  }
};

}  // namespace

Candidates candidates(const OutlineCommand& command, const OutlineOption& option) {
  const std::string& name = option.names.front();
  const auto words = [](std::vector<std::string> list) {
    return Candidates{Follows::word, std::move(list)};
  };
  if (option.value.empty()) return {Follows::nothing, {}};
  if (option.value == "FILE" || option.value == "DIR") return {Follows::file, {}};
  if (option.value.starts_with("FLEET")) return {Follows::fleet, {}};
  if (name == "--game") return words(game_words());
  if (name == "--battle") return {Follows::battle, {}};
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

std::vector<GameVocabulary> vocabularies() {
  Vocabulary together;
  std::vector<GameVocabulary> list(1);
  for (const Game* game : games()) {
    Vocabulary own;
    own.add(*game);
    together.add(*game);
    list.push_back(own.sorted_words(std::string(game->id())));
  }
  list.front() = together.sorted_words("");
  return list;
}

}  // namespace broadside::cli
