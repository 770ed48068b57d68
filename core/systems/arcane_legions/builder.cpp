#include "core/systems/arcane_legions/builder.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/arcane_legions/known_unit.hpp"

namespace broadside::arcane_legions {
namespace {

constexpr int kHundredths = 100;

using Groups = std::vector<FigureCount>;

int hit_points_of(const Groups& groups) {
  int sum = 0;
  for (const FigureCount& group : groups) sum += group.figure->hit_points * group.count;
  return sum;
}

std::optional<InputError> check_base(const Groups& groups, const std::string& where) {
  for (const FigureCount& group : groups)
    if (group.figure->circle == Circle::green && group.count > kArcaneOfAKind)
      return InputError{counted(group.count, group.figure->name) + " in one unit", where,
                        "at most three arcane figures of a kind"};
  if (const int hit_points = hit_points_of(groups); hit_points > kFormationHitPoints)
    return InputError{fmt::format("figures of {} on one base", counted(hit_points, "hit point")),
                      where, "a formation holds at most 12"};
  return std::nullopt;
}

/// That of its figures; mercenaries serve anyone.
Result<Faction> faction_of(const Groups& groups, const std::string& where) {
  std::optional<Faction> faction;
  for (const FigureCount& group : groups) {
    const Faction of = group.figure->faction;
    if (of == Faction::mercenary) continue;
    if (faction && *faction != of)
      return InputError{fmt::format("figures of {} and {} in one unit", name(*faction), name(of)),
                        where, "say whose unit it is, for example \"roman: ...\""};
    faction = of;
  }
  return faction.value_or(Faction::mercenary);
}

/// Front: the best colour of any figure; elsewhere the mean of grey 1, red 2 and blue 4, rounded
/// down.
std::array<Colour, 4> sides_of(const Groups& groups) {
  constexpr By<Colour, 3, int> kWorth{1, 2, 4};
  std::array<Colour, 4> sides{};
  for (std::size_t s = 0; s < sides.size(); ++s) {
    int sum = 0, figures = 0;
    Colour best{};
    for (const auto& [figure, count] : groups) {
      const Colour colour = figure->sides[s];
      sum += kWorth[colour] * count;
      figures += count;
      best = std::max(best, colour);
    }
    const int mean = sum / figures;
    sides[s] = s == 0 ? best : mean > 2 ? Colour::blue : mean > 1 ? Colour::red : Colour::grey;
  }
  return sides;
}

/// A slot for each figure, without icons.
std::optional<InputError> place(const Groups& groups, Faction faction, const std::string& where,
                                Unit& unit) {
  std::vector<std::string> names;
  for (const auto& [figure, count] : groups) {
    const int cost = figure->cost[faction];
    if (cost == kNotAllowed)
      return InputError{
          fmt::format("{} may not serve in a unit of {}", figure->name, title(faction)), where,
          fmt::format("its own faction is {}", name(figure->faction))};
    for (int i = 0; i < count; ++i) {
      FieldSlot slot;
      slot.hit_points = figure->hit_points;
      slot.circle = figure->circle;
      slot.label = add_label(unit, std::string(figure->key), std::string(figure->name), cost);
      unit.slots.push_back(std::move(slot));
    }
    names.push_back(count == 1 ? std::string(figure->name)
                               : fmt::format("{} {}", count, figure->name));
  }
  unit.name = joined(names);
  return std::nullopt;
}

bool brings(const Figure& figure, Ability ability) {
  const auto& shares = figure.figure_abilities;
  return std::any_of(shares.begin(), shares.end(), [&](const Share& share) {
    return share.hundredths > 0 && share.ability == ability;
  });
}

/// Icons and abilities for the slots and the unit, from the shares of its figures.
void add_icons(const Groups& groups, Unit& unit) {
  std::vector<const Figure*> standing;
  std::map<Ability, int> icons, weights;
  int attack = 0, ranged = 0, defence = 0;
  for (const auto& [figure, count] : groups) {
    standing.insert(standing.end(), static_cast<std::size_t>(count), figure);
    attack += figure->attack * count;
    ranged += figure->ranged * count;
    defence += figure->defence * count;
    for (const Share& share : figure->figure_abilities)
      if (share.hundredths > 0) icons[share.ability] += share.hundredths * count;
    for (const Share& share : figure->unit_abilities)
      if (share.hundredths > 0) weights[share.ability] += share.hundredths * count;
  }
  auto& slots = unit.slots;
  const auto n = slots.size();
  deal_over(n, attack / kHundredths, [&](std::size_t f) { ++slots[f].attack; });
  deal_over(n, ranged / kHundredths, [&](std::size_t f) { ++slots[f].ranged; });
  deal_over(n, defence / kHundredths, [&](std::size_t f) { ++slots[f].defence; });
  for (const auto& [ability, hundredths] : icons)
    deal_over(
        n, hundredths / kHundredths,
        [&, of = ability](std::size_t f) { return brings(*standing[f], of); },
        [&, of = ability](std::size_t f) { slots[f].abilities.push_back(of); });
  for (const auto& [ability, weight] : weights)
    if (weight >= hit_points_of(groups) * kHundredths) unit.abilities.set(index(ability));
}

Result<Groups> groups_of(const SideSpec& side, const std::string& where) {
  Groups groups;
  for (const UnitCount& unit : side.units) {
    if (unit.count == 0) continue;
    const Figure* figure = find_figure(unit.type);
    if (!figure) {
      std::vector<std::string_view> names;
      for (const Figure& known : figures()) names.push_back(known.key);
      std::string hint = nearest_hint(unit.type, names);
      if (from_id(unit.type, where))
        hint = fmt::format(R"(a whole unit is named alone: "unit": "{}")", unit.type);
      else if (hint.empty())
        hint = "see broadside list units --game arcane_legions";
      return InputError{"unknown figure " + quoted(unit.type), where, std::move(hint)};
    }
    groups.push_back({figure, unit.count});
  }
  if (groups.empty())
    return InputError{"a unit without figures", where,
                      "for example 5 heavy_legionary, titus_petronius"};
  return groups;
}

}  // namespace

Result<Draft> from_figures(const Groups& groups, std::optional<Faction> faction,
                           const std::string& where) {
  if (auto error = check_base(groups, where)) return *std::move(error);
  const Result<Faction> served = faction ? *faction : faction_of(groups, where);
  return served.and_then([&](Faction serves) -> Result<Draft> {
    Draft draft;
    Unit& unit = draft.made.unit;
    unit.faction = serves;
    draft.sides = sides_of(groups);
    if (auto error = place(groups, serves, where, unit)) return *std::move(error);
    add_icons(groups, unit);
    draft.made.notes.push_back(
        fmt::format("{}: a unit computed from its figures; no printed card was seen, and icons are "
                    "dealt over the figures in list order",
                    unit.name));
    draft.known = true;
    return draft;
  });
}

Result<Draft> from_counts(const SideSpec& side, const std::string& where) {
  return groups_of(side, where + ".units").and_then([&](const Groups& groups) -> Result<Draft> {
    const auto faction = find_faction(side.faction);
    if (!side.faction.empty() && !faction) return unknown_faction(side.faction, where + ".faction");
    return from_figures(groups, faction, where + ".units");
  });
}

}  // namespace broadside::arcane_legions
