#include "core/systems/ti4/words.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/units.hpp"

namespace broadside::ti4 {
namespace {

// The type itself first: hints offer it before its short forms. Plurals are understood without
// being listed (core/notation). The two-letter codes are those that players use online.
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
    {"ca", "cruiser"},
    {"cr", "cruiser"},
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
    {"gf", "infantry"},
    {"inf", "infantry"},
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
  const auto faction = find_faction(typed, where);
  if (!faction) return faction.error();
  return std::string(faction.value()->id);
}

constexpr Vocabulary kVocabulary{kWords, true, "2 dn, 4 ff", faction_id};

/// Adds one part of a list: "cost 4, combat 5".
void add(std::string& list, const std::string& part, std::string_view separator = ", ") {
  if (part.empty()) return;
  if (!list.empty()) list += separator;
  list += part;
}

std::string spaced(std::string_view text) {
  std::string words(text);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

/// "bombardment 5 (x3)", or nothing where the unit does not have the roll.
std::string roll_text(std::string_view name, Dice roll) {
  if (!roll) return "";
  return std::string(name) + " " + std::to_string(roll.hit_on) +
         (roll.dice > 1 ? " (x" + std::to_string(roll.dice) + ")" : "");
}

/// A printed number, or nothing where the unit has none.
std::string value_text(std::string_view name, int value) {
  return value < 0 ? "" : std::string(name) + " " + std::to_string(value);
}

std::string unit_text(const Unit& unit) {
  std::string text;
  add(text, value_text("cost", static_cast<int>(std::lround(unit.resources))));
  if (unit.produces > 1) text += " for " + std::to_string(unit.produces);
  add(text, roll_text("combat", unit.combat));
  if (!unit.dice_rule.empty())
    add(text,
        "combat " + std::to_string(unit.combat.hit_on) + " (dice: " + spaced(unit.dice_rule) + ")");
  add(text, value_text("move", unit.move));
  add(text, value_text("capacity", unit.capacity));
  if (unit.sustain_damage) add(text, "sustain damage");
  add(text, roll_text("anti-fighter barrage", unit.anti_fighter_barrage));
  add(text, roll_text("bombardment", unit.bombardment));
  add(text, roll_text("space cannon", unit.space_cannon));
  if (unit.planetary_shield) add(text, "planetary shield");
  std::string specials;
  for (const auto& special : unit.special) add(specials, std::string(special.text), " ");
  add(text, specials, " - ");
  return text.empty() ? "does not fight" : text;
}

std::string unit_place(const Unit& unit) {
  std::string place;
  if (unit.is_ship) add(place, "space");
  if (unit.is_ground_force) add(place, "ground");
  if (unit.is_structure) add(place, "structure");
  return place;
}

/// "space, attacker, start of combat"
std::string effect_place(const EffectFact& effect) {
  std::string place = effect.stage == "both" ? "space and ground" : std::string(effect.stage);
  add(place, effect.side == "either" ? "either side" : std::string(effect.side));
  add(place, effect.timing == "afb" ? "anti-fighter barrage" : spaced(effect.timing));
  return place;
}

std::string effect_text(const EffectFact& effect) {
  std::string terms;
  if (!effect.cost.empty()) add(terms, "cost: " + std::string(effect.cost), "; ");
  add(terms, std::string(effect.limit), "; ");
  if (!effect.superseded_by.empty())
    add(terms, "replaced by " + std::string(effect.superseded_by), "; ");
  if (!effect.replaced_in.empty())
    add(terms, "replaced in " + std::string(effect.replaced_in), "; ");
  if (effect.optional_module) add(terms, "optional module", "; ");
  if (effect.scenario) add(terms, "scenario only", "; ");
  std::string text(effect.text);
  if (!terms.empty()) text += " [" + terms + "]";
  add(text, std::string(effect.note), " ");
  return text;
}

}  // namespace

const Vocabulary& vocabulary() { return kVocabulary; }

Result<SideSpec> parse_side(std::string_view text) { return parse_fleet(text, kVocabulary); }

std::vector<Listing> list_units() {
  std::vector<Listing> list;
  for (const auto& unit : all_units()) {
    Listing line{std::string(unit.id),
                 std::string(unit.name),
                 std::string(name(unit.type)),
                 std::string(unit.faction),
                 std::string(unit.expansion),
                 unit_place(unit),
                 unit_text(unit),
                 {}};
    for (const auto& word : kWords)
      if (word.type == name(unit.type) && word.alias != word.type)
        line.aliases.emplace_back(word.alias);
    list.push_back(std::move(line));
  }
  return list;
}

std::vector<Listing> list_effects() {
  std::vector<Listing> list;
  for (const auto& effect : all_effects())
    list.push_back({std::string(effect.id),
                    std::string(effect.name),
                    std::string(effect.kind),
                    std::string(effect.faction),
                    std::string(effect.expansion),
                    effect_place(effect),
                    effect_text(effect),
                    {}});
  return list;
}

std::vector<Listing> list_factions() {
  std::vector<Listing> list;
  for (const auto& faction : all_factions()) {
    std::string units;
    for (const auto& unit : all_units())
      if (unit.faction == faction.id) add(units, std::string(unit.name));
    Listing line{std::string(faction.id),
                 std::string(faction.name),
                 "faction",
                 std::string(faction.id),
                 std::string(faction.expansion),
                 "",
                 "own units: " + units,
                 {}};
    line.aliases.assign(faction.aliases.begin(), faction.aliases.end());
    list.push_back(std::move(line));
  }
  return list;
}

}  // namespace broadside::ti4
