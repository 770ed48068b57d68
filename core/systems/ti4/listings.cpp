// What `broadside list` shows of units, effects and factions.
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "core/systems/ti4/effects/choices.hpp"
#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/side_reader.hpp"
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

using Words = std::vector<std::string_view>;

/// Declared fields that take the unit.
Words unit_fields(const Unit& unit) {
  Words fields{"units"};
  if (unit.sustain_damage) fields.push_back("damaged");
  if (std::any_of(all_units().begin(), all_units().end(),
                  [&](const Unit& other) { return other.upgrade_of == unit.id; }))
    fields.push_back("upgrades");
  return fields;
}

Words unit_battles(const Unit& unit) {
  if (unit.is_ground_force && !unit.is_ship) return {"ground", "invasion", "conquest"};
  return {"space", "invasion", "conquest"};
}

/// Where the effect can change something (missing_stage of effects/telling.cpp).
Words effect_battles(const EffectFact& effect) {
  if (effect.affects != "odds" && effect.affects != "retreat") return {};
  Words battles;
  if (effect.stage != "ground") battles.push_back("space");
  if (effect.stage != "space" && !needs_invasion(effect)) battles.push_back("ground");
  if (effect.stage != "space") battles.push_back("invasion");
  battles.push_back("conquest");
  return battles;
}

/// What holds for both sides stands in the system; a side may still be given it.
Words effect_fields(const EffectFact& effect) {
  if (effect.kind == "anomaly" || effect.kind == "law" || effect.kind == "event")
    return {"system.effects", "effects"};
  return {"effects"};
}

std::optional<Side> effect_side(const EffectFact& effect) {
  for (const Side side : kSides)
    if (effect.side == name(side)) return side;
  return std::nullopt;
}

/// What an effect cannot be given without.
struct EffectNeed {
  std::string_view id, path, value;
};
constexpr EffectNeed kNeeds[] = {
    {"rule_neutral_units", "faction", R"("neutral")"},
    {"pn_greyfire_mutagen", "enemy.faction", R"("yin")"},
    {"pn_raghs_call", "enemy.faction", R"("saar")"},
    {"ability_awaken", "faction", R"("titans")"},
    {"ac_reveal_prototype", "target", R"("cruiser")"},
};
std::vector<Need> needs_of(std::string_view id) {
  std::vector<Need> needs;
  for (const EffectNeed& need : kNeeds)
    if (need.id == id) needs.push_back({std::string(need.path), std::string(need.value)});
  return needs;
}

/// What may be said with an effect: what its rule asks for when it is worked into a conquest.
Words choices_of(const Effect& rule, std::string_view faction, std::optional<Side> side) {
  const Side mine = side.value_or(Side::attacker);
  BySide<Army> armies;
  std::vector<std::string> told;
  for (const Side each : kSides) {
    SideSpec spec;
    if (each == mine) spec.faction = faction;
    for (const Need& need : needs_of(rule.id))
      if (need.path == (each == mine ? "faction" : "enemy.faction"))
        spec.faction = need.value.substr(1, need.value.size() - 2);
    for (const UnitType type : {UnitType::dreadnought, UnitType::cruiser, UnitType::fighter,
                                UnitType::infantry, UnitType::carrier})
      spec.units.push_back({std::string(name(type)), 2});
    spec.upgrades = {std::string(name(UnitType::cruiser))};
    armies[each].side = each;
    if (read_army(spec, BattleKind::conquest, told, armies[each])) return {};
  }
  Builder build{BattleKind::conquest, armies, told};
  const EffectChoice choice{std::string(rule.id), {}, {}, {}};
  const Use use{mine, choice, rule.id};
  rule.apply(build, use);
  Words choices;
  for (const auto& [field, word] : {std::pair{kRoundField, "round"},
                                    {kUsesField, "uses"},
                                    {kTargetField, "target"},
                                    {kAtLeastField, "at_least"}})
    if (use.asked & field) choices.emplace_back(word);
  return choices;
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
    line.type = name(unit.type);
    line.pieces = std::max<int>(unit.component_limit, 0);
    line.fields = unit_fields(unit);
    line.battles = unit_battles(unit);
    if (unit.level == 2) line.needs = {{"upgrades", fmt::format(R"(["{}"])", line.type)}};
    list.push_back(std::move(line));
  }
  return list;
}

std::vector<Listing> list_effects() {
  std::vector<Listing> list;
  for (const auto& effect : all_effects()) {
    list.push_back({std::string(effect.id),
                    std::string(effect.name),
                    std::string(effect.kind),
                    std::string(effect.faction),
                    std::string(effect.expansion),
                    effect_place(effect),
                    effect_text(effect),
                    {},
                    std::string(group_of(effect.kind))});
    Listing& line = list.back();
    line.fields = effect_fields(effect);
    line.battles = effect_battles(effect);
    line.side = effect_side(effect);
    line.needs = needs_of(effect.id);
    const Effect* rule = find_inert(effect.id) ? nullptr : find_effect_rule(effect.id);
    const bool is_own = effect.kind != "promissory_note";
    if (rule) line.choices = choices_of(*rule, is_own ? effect.faction : "", line.side);
  }
  for (const Effect& input : input_effects()) {
    list.push_back({std::string(input.id),
                    spaced(input.id),
                    "input",
                    "",
                    "any",
                    std::string(input_place(input.id)),
                    std::string(input.choice),
                    {}});
    Listing& line = list.back();
    line.fields = {"effects"};
    if (input.id == "third_party_pds") {
      line.fields = {"system.effects", "effects"};
      line.side = Side::defender;
    }
    line.choices = choices_of(input, "", line.side);
  }
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
