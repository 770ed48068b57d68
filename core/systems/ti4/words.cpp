#include "core/systems/ti4/words.hpp"

#include <algorithm>
#include <string>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/scenario/tokens.hpp"
#include "core/systems/ti4/effect_names.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/units.hpp"

namespace broadside::ti4 {
namespace {

// The type itself first: hints offer it before its short forms. Plurals are understood without
// being listed (core/scenario/notation). The short code that is written comes first; others are
// those that players use online.
constexpr Word kWords[] = {
    {"flagship", "flagship"},
    {"fs", "flagship"},
    {"flag", "flagship"},
    {"flag_ship", "flagship"},
    {"war_sun", "war_sun"},
    {"ws", "war_sun"},
    {"warsun", "war_sun"},
    {"sun", "war_sun"},
    {"dreadnought", "dreadnought"},
    {"dn", "dreadnought"},
    {"dread", "dreadnought"},
    {"dreadnaught", "dreadnought"},
    {"dred", "dreadnought"},
    {"drd", "dreadnought"},
    {"cruiser", "cruiser"},
    {"cr", "cruiser"},
    {"ca", "cruiser"},
    {"cru", "cruiser"},
    {"carrier", "carrier"},
    {"cv", "carrier"},
    {"car", "carrier"},
    {"carr", "carrier"},
    {"destroyer", "destroyer"},
    {"dd", "destroyer"},
    {"des", "destroyer"},
    {"dest", "destroyer"},
    {"fighter", "fighter"},
    {"ff", "fighter"},
    {"ftr", "fighter"},
    {"fig", "fighter"},
    {"infantry", "infantry"},
    {"inf", "infantry"},
    {"gf", "infantry"},
    {"dude", "infantry"},
    {"troop", "infantry"},
    {"trooper", "infantry"},
    {"ground_force", "infantry"},
    {"mech", "mech"},
    {"mf", "mech"},
    {"pds", "pds"},
    {"pd", "pds"},
    {"planetary_defense_system", "pds"},
    {"planetary_defence_system", "pds"},
    {"space_dock", "space_dock"},
    {"sd", "space_dock"},
    {"spacedock", "space_dock"},
    {"dock", "space_dock"},
};

Result<std::string> faction_id(std::string_view typed, std::string_view where) {
  return find_faction(typed, where).transform([](const Faction* faction) {
    return std::string(faction->id);
  });
}

/// The ways to type a printed name: with and without "The", with and without parts that are no
/// words ("ZS Thunderbolt M2"). Its level is read behind it, like any other.
std::vector<std::string> printed_spellings(std::string_view printed) {
  const std::string plain = plain_text(printed);
  std::string all, words;
  for (const std::string_view part : split(plain, ' ')) {
    const bool is_level = part == "I" || part == "II" || part == "V1" || part == "V2";
    const bool is_sign = part.find_first_of("[\xCE") != std::string_view::npos;
    if (is_level || is_sign) continue;
    all += (all.empty() ? "" : " ") + std::string(part);
    if (part.find_first_of("0123456789") == std::string_view::npos)
      words += (words.empty() ? "" : " ") + std::string(part);
  }
  std::vector<std::string> spellings;
  for (const std::string& name : {all, words})
    for (const std::string& way : {name, name.starts_with("The ") ? name.substr(4) : name})
      if (const std::string key = name_key(way);
          !key.empty() && !is_digit(key.front()) &&
          std::find(spellings.begin(), spellings.end(), key) == spellings.end())
        spellings.push_back(key);
  return spellings;
}

/// What players type, then the printed names of factions' own units.
std::span<const Word> all_words() {
  using Printed = std::pair<std::string, const Unit*>;
  static const std::vector<Printed> kPrinted = [] {
    std::vector<Printed> names;
    for (const Unit& unit : all_units()) {
      // Only what a faction fields by itself: no unit of a breakthrough, no other face of a card.
      const Unit* fielded = unit_for(unit.faction, unit.type, unit.level == 2 ? 2 : 1);
      if (unit.faction == "generic" || !fielded || fielded->level != unit.level ||
          fielded->face != unit.face)
        continue;
      for (std::string& spelling : printed_spellings(unit.name))
        names.emplace_back(std::move(spelling), &unit);
    }
    return names;
  }();
  static const std::vector<Word> kAll = [] {
    std::vector<Word> words(std::begin(kWords), std::end(kWords));
    for (const auto& [alias, unit] : kPrinted)
      if (std::none_of(words.begin(), words.end(),
                       [&spelt = alias](const Word& word) { return word.alias == spelt; }))
        words.push_back({alias, name(unit->type), unit->faction});
    return words;
  }();
  return kAll;
}

}  // namespace

std::span<const Word> short_words() { return kWords; }

std::vector<std::string_view> type_names() {
  std::vector<std::string_view> names;
  for (int t = 0; t < kUnitTypes; ++t) names.push_back(name(static_cast<UnitType>(t)));
  return names;
}

void add_word(std::string& text, std::string_view word) {
  if (!text.empty()) text += ", ";
  text += word;
}

const Vocabulary& vocabulary() {
  static const Vocabulary kVocabulary{all_words(), true, "2 dn, 4 ff", faction_id, naming_of};
  return kVocabulary;
}

Result<SideSpec> parse_side(std::string_view text) {
  // A side may have nothing but the planet's own space cannon, which is listed as an effect.
  if (text.find_first_not_of(' ') == std::string_view::npos) return SideSpec{};
  return parse_fleet(text, vocabulary());
}

GameWords game_words() {
  static constexpr GameWords::Noun kNouns[] = {
      {"infantry", "infantry", "infantry"}, {"mech", "mech", "mechs"}, {"pds", "PDS", "PDS"}};
  return {.nouns = kNouns};
}

std::string printed(UnitType type, int count) { return game_words().of(name(type), count); }

std::string printed_effect(std::string_view id) {
  if (const EffectFact* fact = find_effect(id)) return std::string(fact->name);
  if (const Unit* unit = find_unit(id)) return std::string(unit->name);
  return std::string(id);
}

std::string told_unused(Side side, std::string_view id) {
  return std::string{name(side)} + " " + printed_effect(id) + ": not used, since it was not listed";
}

std::optional<UnitType> type_named(std::string_view typed) {
  const auto side = parse_side(typed);
  if (!side || side.value().units.size() != 1) return std::nullopt;
  const SideSpec& named = side.value();
  if (named.units.front().count != 1 || !named.upgrades.empty() || !named.damaged.empty())
    return std::nullopt;
  return unit_type(named.units.front().type);
}

}  // namespace broadside::ti4
