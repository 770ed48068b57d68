#include "core/systems/arcane_legions/side_reader.hpp"

#include <algorithm>
#include <map>

#include "core/scenario/names.hpp"

namespace broadside::arcane_legions {
namespace {

constexpr int kHundredths = 100;
constexpr int kFormationHitPoints = 12;  // build rules of the facts
constexpr int kArcaneOfAKind = 3;

/// A unit while it is put together, with what the report must know.
struct Draft {
  Mustered made;
  std::optional<std::array<Colour, 4>> sides;  ///< front, right, back, left
  bool known = false;                          ///< brings its own abilities
};

struct Group {
  const Figure* figure;
  int count;
};

std::string plural(int count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::optional<InputError> refused(const AbilityInfo& ability, const std::string& where,
                                  const std::string& hint) {
  const std::string name{ability.name};
  if (ability.use == Use::name_only)
    return InputError{name + " is known by its name only: what it does is not", where, hint};
  if (ability.use == Use::amount_unknown)
    return InputError{name + " cannot be counted: " + std::string(ability.text), where, hint};
  return std::nullopt;
}

std::size_t add_label(Unit& unit, const std::string& type, const std::string& name, double cost) {
  for (std::size_t i = 0; i < unit.labels.size(); ++i)
    if (unit.labels[i].type == type) return i;
  unit.labels.push_back({type, name, cost, 0});
  return unit.labels.size() - 1;
}

/// The line of a figure that has no name.
std::size_t add_plain_label(Unit& unit, int hit_points) {
  return add_label(unit, "figure_" + std::to_string(hit_points) + "hp",
                   "figure with " + plural(hit_points, "hit point"), 0);
}

/// Icons of one kind, dealt one by one over the figures that bring some, in list order.
template <class Brings, class Give>
void deal_over(std::size_t figures, int icons, Brings brings, Give give) {
  for (std::size_t f = 0, idle = 0; icons > 0 && idle < figures; f = (f + 1) % figures)
    if (brings(f)) {
      give(f);
      --icons;
      idle = 0;
    } else {
      ++idle;
    }
}

/// Front: the best colour of any figure; elsewhere the mean of grey 1, red 2 and blue 4, rounded
/// down.
std::array<Colour, 4> sides_of(const std::vector<Group>& groups, int figures) {
  constexpr std::array kWorth{1, 2, 4};
  std::array<Colour, 4> sides{};
  for (std::size_t s = 0; s < sides.size(); ++s) {
    int sum = 0, best = 0;
    for (const Group& group : groups) {
      const auto colour = static_cast<std::size_t>(group.figure->sides[s]);
      sum += kWorth[colour] * group.count;
      best = std::max(best, static_cast<int>(colour));
    }
    const int mean = sum / figures;
    sides[s] = s == 0     ? static_cast<Colour>(best)
               : mean > 2 ? Colour::blue
               : mean > 1 ? Colour::red
                          : Colour::grey;
  }
  return sides;
}

/// The builder's rules: icons are the sum of the figures' shares, each colour alone, rounded down;
/// a unit ability is on the card when its weights come to the unit's hit points.
Result<Draft> from_figures(const std::vector<Group>& groups, std::optional<Faction> faction,
                           const std::string& where) {
  int hit_points = 0, figures = 0;
  for (const Group& group : groups) {
    hit_points += group.figure->hit_points * group.count;
    figures += group.count;
    if (group.figure->circle == Circle::green && group.count > kArcaneOfAKind)
      return InputError{plural(group.count, std::string(group.figure->name)) + " in one unit",
                        where, "at most three arcane figures of a kind"};
  }
  if (hit_points > kFormationHitPoints)
    return InputError{"figures of " + plural(hit_points, "hit point") + " on one base", where,
                      "a formation holds at most 12"};
  if (!faction) {  // that of its figures; mercenaries serve anyone
    for (const Group& group : groups) {
      const Faction of = group.figure->faction;
      if (of == Faction::mercenary) continue;
      if (faction && *faction != of)
        return InputError{"figures of " + std::string(name(*faction)) + " and " +
                              std::string(name(of)) + " in one unit",
                          where, "say whose unit it is, for example \"roman: ...\""};
      faction = of;
    }
    if (!faction) faction = Faction::mercenary;
  }

  Draft draft;
  Unit& unit = draft.made.unit;
  unit.faction = faction;
  draft.sides = sides_of(groups, figures);
  std::vector<const Figure*> standing;
  std::map<Ability, int> icons, weights;
  int attack = 0, ranged = 0, defence = 0;
  for (const Group& group : groups) {
    const Figure& figure = *group.figure;
    const int cost = figure.cost[static_cast<std::size_t>(*faction)];
    if (cost == kNotAllowed)
      return InputError{
          std::string(figure.name) + " may not serve in a unit of " + std::string(title(*faction)),
          where, "its own faction is " + std::string(name(figure.faction))};
    for (int i = 0; i < group.count; ++i) {
      FieldSlot slot;
      slot.hit_points = figure.hit_points;
      slot.circle = figure.circle;
      slot.label = add_label(unit, std::string(figure.key), std::string(figure.name), cost);
      unit.slots.push_back(std::move(slot));
      standing.push_back(&figure);
    }
    attack += figure.attack * group.count;
    ranged += figure.ranged * group.count;
    defence += figure.defence * group.count;
    for (const Share& share : figure.figure_abilities)
      if (share.hundredths > 0) icons[share.ability] += share.hundredths * group.count;
    for (const Share& share : figure.unit_abilities)
      if (share.hundredths > 0) weights[share.ability] += share.hundredths * group.count;
    unit.name += (unit.name.empty() ? "" : ", ") +
                 (group.count == 1 ? "" : std::to_string(group.count) + " ") +
                 std::string(figure.name);
  }
  const auto all = [](std::size_t) { return true; };
  const auto n = unit.slots.size();
  deal_over(n, attack / kHundredths, all, [&](std::size_t f) { ++unit.slots[f].attack; });
  deal_over(n, ranged / kHundredths, all, [&](std::size_t f) { ++unit.slots[f].ranged; });
  deal_over(n, defence / kHundredths, all, [&](std::size_t f) { ++unit.slots[f].defence; });
  for (const auto& [ability, hundredths] : icons)
    deal_over(
        n, hundredths / kHundredths,
        [&, of = ability](std::size_t f) {
          return std::any_of(
              standing[f]->figure_abilities.begin(), standing[f]->figure_abilities.end(),
              [&](const Share& share) { return share.hundredths > 0 && share.ability == of; });
        },
        [&, of = ability](std::size_t f) { unit.slots[f].abilities.push_back(of); });
  for (const auto& [ability, weight] : weights)
    if (weight >= hit_points * kHundredths) unit.abilities.set(index(ability));
  draft.made.notes.push_back(unit.name +
                             ": a unit computed from its figures; no printed card was seen, and "
                             "icons are dealt over the figures in list order");
  draft.known = true;
  return draft;
}

Result<Draft> from_counts(const SideSpec& side, const std::string& where) {
  std::vector<Group> groups;
  for (const UnitCount& unit : side.units) {
    if (unit.count == 0) continue;
    const Figure* figure = find_figure(unit.type);
    if (!figure) {
      std::vector<std::string_view> names;
      for (const Figure& known : figures()) names.push_back(known.key);
      return InputError{"unknown figure '" + unit.type + "'", where + ".units",
                        nearest_hint(unit.type, names)};
    }
    groups.push_back({figure, unit.count});
  }
  if (groups.empty())
    return InputError{"a unit without figures", where + ".units",
                      "for example 5 heavy_legionary, titus_petronius"};
  std::optional<Faction> faction;
  if (!side.faction.empty()) {
    faction = find_faction(side.faction);
    if (!faction)
      return InputError{"unknown faction '" + side.faction + "'", where + ".faction",
                        "egyptian, han, roman or mercenary"};
  }
  return from_figures(groups, faction, where + ".units");
}

Result<Draft> from_derived(const DerivedUnit& known, const std::string& where) {
  std::vector<Group> groups;
  for (const Part& part : known.parts)
    if (!part.figure.empty()) groups.push_back({find_figure(part.figure), part.count});
  auto draft = from_figures(groups, known.faction, where);
  if (!draft) return draft;
  Mustered& made = draft.value().made;
  made.unit.name = known.name;
  made.notes = {
      std::string(known.id) + ", " + std::string(known.name) +
      ": derived from its figures; no printed card was seen, and icons are dealt over the "
      "figures in list order"};
  return draft;
}

Draft from_example(const ExampleUnit& known) {
  Draft draft;
  Unit& unit = draft.made.unit;
  unit.name = known.id;
  draft.sides = known.sides;
  for (const ExampleSlot& at : known.slots) {
    FieldSlot slot{at.hit_points, at.attack, at.ranged, at.defence, at.circle, {}, 0, at.starts};
    if (at.ability) slot.abilities.push_back(*at.ability);
    slot.label = add_plain_label(unit, at.hit_points);
    unit.slots.push_back(std::move(slot));
  }
  for (const Ability ability : known.unit_abilities) unit.abilities.set(index(ability));
  draft.made.notes.push_back(std::string(known.id) +
                             ": an example unit, made up to exercise rules; no such card exists");
  draft.known = true;
  return draft;
}

/// One slot with all icons and nothing to lose.
Draft from_icons(std::string name, int attack, int ranged, int defence) {
  Draft draft;
  draft.made.unit.name = std::move(name);
  draft.made.unit.has_figures = false;
  draft.made.unit.slots.push_back({1, attack, ranged, defence, Circle::white, {}, 0, true});
  return draft;
}

Result<Draft> from_published(const PublishedUnit& known, const std::string& where) {
  const std::string told = std::string(known.id) + ", " + std::string(known.name) + ": ";
  if (!known.derived.empty())
    for (const DerivedUnit& derived : derived_units())
      if (derived.id == known.derived) {
        auto draft = from_derived(derived, where);
        if (draft)
          draft.value().made.notes = {told + "a published unit that is partly known, taken as " +
                                      std::string(derived.id) + ", derived from its figures"};
        return draft;
      }
  Draft draft = from_icons(std::string(known.name), known.attack, known.ranged, known.defence);
  for (const IconCount& icon : known.abilities)
    for (int i = 0; i < icon.icons; ++i) {
      if (info(icon.ability).of_unit)
        draft.made.unit.abilities.set(index(icon.ability));
      else
        draft.made.unit.slots[0].abilities.push_back(icon.ability);
    }
  draft.made.icons_only = true;
  draft.made.notes.push_back(told +
                             "a published unit of which only some icons are known; its figures are "
                             "not, so it loses none");
  return draft;
}

Result<Draft> from_id(const std::string& typed, const std::string& where) {
  const std::string wanted = fold_name(typed);
  for (const DerivedUnit& unit : derived_units())
    if (fold_name(unit.id) == wanted) return from_derived(unit, where);
  for (const ExampleUnit& unit : example_units())
    if (fold_name(unit.id) == wanted) return from_example(unit);
  for (const PublishedUnit& unit : published_units())
    if (fold_name(unit.id) == wanted) return from_published(unit, where);
  for (const std::string_view known : units_known_by_name())
    if (fold_name(known) == wanted)
      return InputError{std::string(known) + " is known by its name only", where,
                        "describe it: dice 9 red, 7 white, hp 1 1 1 1 1 2, side red"};
  if (const Figure* figure = find_figure(typed))
    return InputError{"'" + typed + "' is a figure, not a unit", where,
                      "count figures: {\"units\": {\"" + std::string(figure->key) + "\": 6}}"};
  std::vector<std::string_view> names;
  for (const DerivedUnit& unit : derived_units()) names.push_back(unit.id);
  for (const ExampleUnit& unit : example_units()) names.push_back(unit.id);
  for (const PublishedUnit& unit : published_units()) names.push_back(unit.id);
  std::string hint = nearest_hint(typed, names);
  if (hint.empty()) hint = "see broadside list units --game arcane_legions";
  return InputError{"unknown unit '" + typed + "'", where, hint};
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
  return InputError{"unknown ability '" + typed + "'", where, hint};
}

Result<Draft> from_slots(const SideSpec& side, const std::string& where) {
  Draft draft;
  Unit& unit = draft.made.unit;
  unit.name = "described unit";
  const std::vector<Slot> slots = slots_of(side);
  if (slots.size() > kMostSlots)
    return InputError{plural(static_cast<int>(slots.size()), "figure") + " on one base",
                      where + ".slots", "at most " + std::to_string(kMostSlots)};
  for (std::size_t s = 0; s < slots.size(); ++s) {
    const Slot& at = slots[s];
    const std::string here = where + ".slots[" + std::to_string(s) + "]";
    if (at.hit_points > kMostHitPoints)
      return InputError{plural(at.hit_points, "hit point") + " on one figure", here + ".hit_points",
                        "a figure has 1 to 4"};
    FieldSlot slot{at.hit_points, at.attack, at.ranged, at.defence, Circle::white, {}, 0, true};
    for (const std::string& typed : at.abilities) {
      if (const auto circle = circle_word(fold_name(typed))) {
        slot.circle = *circle;
        continue;
      }
      const AbilityInfo* ability = find_ability(typed);
      if (!ability) return unknown_ability(typed, here + ".abilities");
      if (ability->of_unit)
        return InputError{std::string(ability->name) + " belongs to a whole unit, not to a figure",
                          here + ".abilities", "put it in \"abilities\" of the side"};
      slot.abilities.push_back(ability->ability);
    }
    slot.label = add_plain_label(unit, at.hit_points);
    unit.slots.push_back(std::move(slot));
  }
  return draft;
}

/// The colour that faces the enemy: one that was named, or the front of a known unit.
std::optional<InputError> turn_side(const SideSpec& side, const std::string& where, Draft& draft) {
  constexpr std::array<std::string_view, 4> kPlaces{"front", "right", "back", "left"};
  Unit& unit = draft.made.unit;
  const std::string facing = facing_of(side);
  if (facing.empty()) {
    unit.facing = draft.sides ? draft.sides->front() : Colour::blue;
    draft.made.notes.push_back(
        "side in use: " + std::string(name(unit.facing)) +
        (draft.sides ? ", the unit's front" : ", as none was named: no penalty"));
    return std::nullopt;
  }
  if (const auto colour = find_colour(facing)) {
    unit.facing = *colour;
    draft.made.notes.push_back("side in use: " + std::string(name(unit.facing)));
    return std::nullopt;
  }
  for (std::size_t s = 0; s < kPlaces.size(); ++s)
    if (draft.sides && fold_name(facing) == kPlaces[s]) {
      unit.facing = (*draft.sides)[s];
      draft.made.notes.push_back("side in use: " + std::string(name(unit.facing)) +
                                 ", the unit's " + std::string(kPlaces[s]));
      return std::nullopt;
    }
  return InputError{
      "unknown side '" + facing + "'", where + ".side",
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
        draft.made.notes.push_back(std::string(ability->name) + " stands with the last figure");
      continue;
    }
    if (unit.has(ability->ability))
      return InputError{"the unit has " + std::string(ability->name) + " already", here,
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
      return InputError{"the unit has no " + std::string(ability->name), where + ".without",
                        "leave it out"};
    unit.abilities.reset(index(ability->ability));
    for (FieldSlot& slot : unit.slots) std::erase(slot.abilities, ability->ability);
    draft.made.notes.push_back("without " + std::string(ability->name));
  }
  return std::nullopt;
}

/// Nothing that the unit has may be unknown; what changes nothing is told.
std::optional<InputError> check_abilities(const std::string& where, Draft& draft) {
  std::string inert;
  for (const AbilityInfo& ability : abilities()) {
    if (!draft.made.unit.carries(ability.ability)) continue;
    const std::string hint =
        draft.known ? "fight without it: without " + std::string(ability.id) : "leave it out";
    if (auto error = refused(ability, where, hint)) return error;
    if (ability.use == Use::inert) inert += (inert.empty() ? "" : ", ") + std::string(ability.name);
  }
  if (!inert.empty()) draft.made.notes.push_back("without influence on these odds: " + inert);
  return std::nullopt;
}

std::optional<InputError> check_icons(const Unit& unit, const std::string& where) {
  int attack = 0, ranged = 0, defence = 0;
  for (const FieldSlot& slot : unit.slots) {
    attack += slot.attack;
    ranged += slot.ranged;
    defence += slot.defence;
  }
  if (std::max({attack, ranged, defence}) > kMostIcons)
    return InputError{plural(std::max({attack, ranged, defence}), "icon") + " of one colour", where,
                      "at most " + std::to_string(kMostIcons)};
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
    return InputError{"unknown faction '" + side.faction + "'", where + ".faction",
                      "egyptian, han, roman or mercenary"};
  if (!unit.empty()) return from_id(unit, where + ".unit");
  if (by_slots) return from_slots(side, where);
  if (!side.units.empty()) return from_counts(side, where);
  Draft draft = from_icons(plural(*dice, "die"), *dice, *dice, *dice);
  if (*dice != 1) draft.made.unit.name = std::to_string(*dice) + " dice";
  return draft;
}

}  // namespace

void deal(std::vector<Slot>& slots, int Slot::*colour, int icons) {
  deal_over(
      slots.size(), icons, [](std::size_t) { return true; },
      [&](std::size_t f) { ++(slots[f].*colour); });
}

Result<Mustered> muster(const SideSpec& side, const std::string& where) {
  auto made = draft_of(side, where);
  if (!made) return made.error();
  Draft& draft = made.value();
  Unit& unit = draft.made.unit;
  if (const auto faction = find_faction(side.faction)) {
    if (unit.faction && *unit.faction != *faction)
      return InputError{unit.name + " is a unit of " + std::string(title(*unit.faction)),
                        where + ".faction", "leave the faction out"};
    unit.faction = faction;
  }
  if (auto error = take_abilities(side, where, draft)) return *std::move(error);
  if (auto error = add_abilities(side, where, draft)) return *std::move(error);
  if (auto error = check_abilities(where, draft)) return *std::move(error);
  if (auto error = check_icons(unit, where)) return *std::move(error);
  if (auto error = turn_side(side, where, draft)) return *std::move(error);
  for (const FieldSlot& slot : unit.slots)
    if (slot.starts && unit.has_figures) ++unit.labels[slot.label].start;
  return std::move(draft.made);
}

}  // namespace broadside::arcane_legions
