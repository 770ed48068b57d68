#include "core/systems/arcane_legions/side_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/arcane_legions/builder.hpp"
#include "core/systems/arcane_legions/known_unit.hpp"

namespace broadside::arcane_legions {
namespace {

std::optional<InputError> refused(const AbilityInfo& ability, const std::string& where,
                                  const std::string& hint) {
  if (ability.use == Use::name_only)
    return InputError{
        fmt::format("{} is known by its name only: what it does is not", ability.name), where,
        hint};
  if (ability.use == Use::amount_unknown)
    return InputError{fmt::format("{} cannot be counted: {}", ability.name, ability.text), where,
                      hint};
  return std::nullopt;
}

std::optional<Circle> circle_word(const std::string& word) {
  if (word == "elite") return Circle::red;
  if (word == "arcane") return Circle::green;
  if (word == "commander") return Circle::yellow;
  return std::nullopt;
}

InputError unknown_ability(const std::string& typed, const std::string& where) {
  std::vector<std::string_view> names;
  for (const AbilityInfo& ability : abilities()) names.push_back(ability.name);
  for (const std::string_view type : type_names()) names.push_back(type);
  std::string hint = nearest_hint(typed, names);
  if (hint.empty()) hint = "see broadside list effects --game arcane_legions";
  return InputError{"unknown ability " + quoted(typed), where, hint};
}

Result<Draft> from_slots(const SideSpec& side, const std::string& where) {
  Draft draft;
  Unit& unit = draft.made.unit;
  unit.name = "described unit";
  const std::vector<Slot> slots = slots_of(side);
  if (slots.size() > kMostSlots)
    return InputError{fmt::format("{} figures on one base", slots.size()), where + ".slots",
                      fmt::format("at most {}", kMostSlots)};
  for (std::size_t s = 0; s < slots.size(); ++s) {
    const Slot& at = slots[s];
    const std::string here = fmt::format("{}.slots[{}]", where, s);
    FieldSlot slot{at.hit_points, at.attack, at.ranged, at.defence, Circle::white, {}, 0, true};
    for (const std::string& typed : at.abilities) {
      if (const auto circle = circle_word(fold_name(typed))) {
        slot.circle = *circle;
        continue;
      }
      const AbilityInfo* ability = find_ability(typed);
      if (!ability) return unknown_ability(typed, here + ".abilities");
      if (ability->of_unit)
        return InputError{fmt::format("{} belongs to a whole unit, not to a figure", ability->name),
                          here + ".abilities", "put it in \"abilities\" of the side"};
      slot.abilities.push_back(ability->ability);
    }
    slot.label = add_plain_label(unit, at.hit_points);
    unit.slots.push_back(std::move(slot));
  }
  return draft;
}

/// The colour that faces the enemy: one that was named, or the front of a known unit.
std::optional<InputError> turn_unit(const SideSpec& side, const std::string& where, Draft& draft) {
  constexpr std::array<std::string_view, 4> kPlaces{"front", "right", "back", "left"};
  Unit& unit = draft.made.unit;
  const std::string typed = facing_of(side);
  if (typed.empty()) {
    unit.facing = draft.sides ? draft.sides->front() : Colour::blue;
    draft.made.notes.push_back(
        fmt::format("side in use: {}, {}", name(unit.facing),
                    draft.sides ? "the unit's front" : "as none was named: no penalty"));
    return std::nullopt;
  }
  if (const auto colour = find_colour(typed)) {
    unit.facing = *colour;
    draft.made.notes.push_back(fmt::format("side in use: {}", name(unit.facing)));
    return std::nullopt;
  }
  for (std::size_t s = 0; s < kPlaces.size(); ++s)
    if (draft.sides && fold_name(typed) == kPlaces[s]) {
      unit.facing = (*draft.sides)[s];
      draft.made.notes.push_back(
          fmt::format("side in use: {}, the unit's {}", name(unit.facing), kPlaces[s]));
      return std::nullopt;
    }
  return InputError{
      "unknown side " + quoted(typed), where + ".side",
      draft.sides ? "grey, red or blue; or front, right, back or left" : "grey, red or blue"};
}

std::optional<InputError> add_abilities(const SideSpec& side, const std::string& where,
                                        Draft& draft) {
  Unit& unit = draft.made.unit;
  for (const std::string& typed : side.fields.names("abilities")) {
    const std::string here = where + ".abilities";
    const auto types = type_names();
    if (const auto type = std::find(types.begin(), types.end(), fold_name(typed));
        type != types.end()) {
      unit.types.set(static_cast<std::size_t>(type - types.begin()));
      continue;
    }
    const AbilityInfo* ability = find_ability(typed);
    if (!ability) return unknown_ability(typed, here);
    if (auto error = refused(*ability, here, "leave it out")) return error;
    if (!ability->of_unit) {  // an icon needs a figure: the last one is lost last
      unit.slots.back().abilities.push_back(ability->ability);
      if (unit.has_figures)
        draft.made.notes.push_back(fmt::format("{} stands with the last figure", ability->name));
      continue;
    }
    if (unit.has(ability->ability))
      return InputError{fmt::format("the unit has {} already", ability->name), here,
                        "unit abilities count once"};
    unit.abilities.set(index(ability->ability));
  }
  return std::nullopt;
}

std::optional<InputError> take_abilities(const SideSpec& side, const std::string& where,
                                         Draft& draft) {
  Unit& unit = draft.made.unit;
  for (const std::string& typed : side.without) {
    const AbilityInfo* ability = find_ability(typed);
    if (!ability) return unknown_ability(typed, where + ".without");
    if (!unit.carries(ability->ability))
      return InputError{fmt::format("the unit has no {}", ability->name), where + ".without",
                        "leave it out"};
    unit.abilities.reset(index(ability->ability));
    for (FieldSlot& slot : unit.slots) std::erase(slot.abilities, ability->ability);
    draft.made.notes.push_back(fmt::format("without {}", ability->name));
  }
  return std::nullopt;
}

/// Nothing that the unit has may be unknown; what changes nothing is told.
std::optional<InputError> check_abilities(const std::string& where, Draft& draft) {
  std::vector<std::string_view> inert;
  for (const AbilityInfo& ability : abilities()) {
    if (!draft.made.unit.carries(ability.ability)) continue;
    const std::string hint =
        draft.known ? fmt::format("fight without it: without {}", ability.id) : "leave it out";
    if (auto error = refused(ability, where, hint)) return error;
    if (ability.use == Use::inert) inert.push_back(ability.name);
  }
  if (!inert.empty())
    draft.made.notes.push_back("without influence on these odds: " + joined(inert));
  return std::nullopt;
}

std::optional<InputError> check_icons(const Unit& unit, const std::string& where) {
  int attack = 0, ranged = 0, defence = 0;
  for (const FieldSlot& slot : unit.slots) {
    attack += slot.attack;
    ranged += slot.ranged;
    defence += slot.defence;
  }
  if (const int most = std::max({attack, ranged, defence}); most > kMostIcons)
    return InputError{counted(most, "icon") + " of one colour", where,
                      fmt::format("at most {}", kMostIcons)};
  return std::nullopt;
}

Result<Draft> draft_of(const SideSpec& side, const std::string& where) {
  const std::string unit = unit_of(side);
  const auto dice = dice_of(side);
  const bool by_slots = side.fields.has("slots");
  const int forms = !unit.empty() + by_slots + !side.units.empty() + dice.has_value();
  if (forms != 1)
    return InputError{forms == 0 ? "no unit" : "a unit described in more than one way", where,
                      "a unit, units (figures), slots or dice: one of them"};
  if (!side.faction.empty() && side.units.empty() && !find_faction(side.faction))
    return unknown_faction(side.faction, where + ".faction");
  if (!unit.empty()) return from_id(unit, where + ".unit");
  if (by_slots) return from_slots(side, where);
  if (!side.units.empty()) return from_counts(side, where);
  return from_icons(counted(*dice, "die", "dice"), *dice, *dice, *dice);
}

}  // namespace

void deal(std::vector<Slot>& slots, int Slot::*colour, int icons) {
  deal_over(slots.size(), icons, [&](std::size_t f) { ++(slots[f].*colour); });
}

Result<Mustered> muster(const SideSpec& side, const std::string& where) {
  auto made = draft_of(side, where);
  if (!made) return made.error();
  Draft& draft = made.value();
  Unit& unit = draft.made.unit;
  if (const auto faction = find_faction(side.faction)) {
    if (unit.faction && *unit.faction != *faction)
      return InputError{fmt::format("{} is a unit of {}", unit.name, title(*unit.faction)),
                        where + ".faction", "leave the faction out"};
    unit.faction = faction;
  }
  if (auto error = take_abilities(side, where, draft)) return *std::move(error);
  if (auto error = add_abilities(side, where, draft)) return *std::move(error);
  if (auto error = check_abilities(where, draft)) return *std::move(error);
  if (auto error = check_icons(unit, where)) return *std::move(error);
  if (auto error = turn_unit(side, where, draft)) return *std::move(error);
  for (const FieldSlot& slot : unit.slots)
    if (slot.starts && unit.has_figures) ++unit.labels[slot.label].start;
  return std::move(draft.made);
}

}  // namespace broadside::arcane_legions
