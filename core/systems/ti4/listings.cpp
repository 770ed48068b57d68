// What `broadside list` shows of units, effects and factions.
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/units.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

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
  return roll.dice > 1 ? fmt::format("{} {} (x{})", name, roll.hit_on, roll.dice)
                       : fmt::format("{} {}", name, roll.hit_on);
}

/// A printed number, or nothing where the unit has none.
std::string value_text(std::string_view name, int value) {
  return value < 0 ? "" : fmt::format("{} {}", name, value);
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

/// The same for what a scenario says about the rest of the map.
std::string_view input_place(std::string_view id) {
  if (id == "adjacent_pds") return "space, either side, space cannon offense";
  if (id == "third_party_pds") return "space, defender or system, space cannon offense";
  if (id == "bombards_elsewhere") return "ground, attacker, bombardment";
  return "either side";
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
  if (const Inert* inert = find_inert(effect.id))
    add(text, "[no effect on odds: " + std::string(inert->reason) + "]", " ");
  else if (const Effect* rule = find_effect_rule(effect.id); rule && !rule->choice.empty())
    add(text, "[by default: " + std::string(rule->choice) + "]", " ");
  else if (!rule)
    add(text, "[not supported]", " ");
  return text;
}

/// The list of its own that an effect stands in.
std::string_view group_of(std::string_view kind) {
  if (kind == "agent" || kind == "commander" || kind == "hero") return kEffectGroups[0];
  return kind.ends_with("card") ? kEffectGroups[1] : "";
}

}  // namespace

std::string unit_text(const Unit& unit) {
  std::string text;
  add(text, value_text("cost", static_cast<int>(std::lround(unit.resources))));
  if (unit.produces > 1) text += fmt::format(" for {}", unit.produces);
  add(text, roll_text("combat", unit.combat));
  if (!unit.dice_rule.empty())
    add(text, fmt::format("combat {} (dice: {})", unit.combat.hit_on, spaced(unit.dice_rule)));
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
    for (const auto& word : short_words())
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
                    {},
                    std::string(group_of(effect.kind))});
  for (const Effect& input : input_effects())
    list.push_back({std::string(input.id),
                    spaced(input.id),
                    "input",
                    "",
                    "any",
                    std::string(input_place(input.id)),
                    std::string(input.choice),
                    {}});
  return list;
}

std::vector<Listing> list_factions() {
  std::vector<Listing> list;
  for (const auto& faction : all_factions()) {
    std::string units;
    for (const auto& unit : all_units())
      if (unit.faction == faction.id) add(units, std::string(unit.name));
    std::string abilities;
    for (const auto& effect : all_effects())
      if (effect.faction == faction.id && effect.kind == "faction_ability" &&
          effect.superseded_by.empty())
        add(abilities, std::string(effect.name));
    Listing line{std::string(faction.id),
                 std::string(faction.name),
                 "faction",
                 std::string(faction.id),
                 std::string(faction.expansion),
                 "",
                 "own units: " + units + (abilities.empty() ? "" : "; abilities: " + abilities),
                 {}};
    line.aliases.assign(faction.aliases.begin(), faction.aliases.end());
    list.push_back(std::move(line));
  }
  return list;
}

}  // namespace broadside::ti4
