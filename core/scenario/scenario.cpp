#include "core/scenario/scenario.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "core/scenario/members.hpp"

namespace broadside {
namespace {

// The fields of a side that have members, by their names.
struct Counts {
  std::string_view name;
  std::vector<UnitCount> SideSpec::*list;
};
struct Lists {
  std::string_view name;
  std::vector<std::string> SideSpec::*list;
};
constexpr std::string_view kFaction = "faction", kEffects = "effects";
constexpr std::array<Counts, 2> kCounts{
    {{"units", &SideSpec::units}, {"damaged", &SideSpec::damaged}}};
constexpr std::array<Lists, 2> kLists{
    {{"upgrades", &SideSpec::upgrades}, {"without", &SideSpec::without}}};

void add_names(const Values& values, Place place, std::vector<GivenField>& list) {
  for (const auto& [name, value] : values) list.push_back({place, name});
}

template <class T>
std::optional<Value> unless_empty(const T& held) {
  if (held.empty()) return std::nullopt;
  return held;
}

std::optional<Value> held(const Values& values, std::string_view name) {
  const Value* value = values.find(name);
  return value ? std::optional(*value) : std::nullopt;
}

/// Into a member, whose kind is checked by whoever brings the value.
template <class T>
void put(T& member, Value value) {
  if (T* fits = std::get_if<T>(&value)) member = std::move(*fits);
}

}  // namespace

int rounds_asked(const Scenario& scenario) {
  const int* rounds = scenario.fields.get<int>(kRounds);
  return rounds ? *rounds : 0;
}

bool has_member(Place place, std::string_view name) {
  const auto is_named = [&](const auto& known) { return known.name == name; };
  if (place == Place::system) return name == kEffects;
  return place == Place::side && (name == kFaction || name == kEffects ||
                                  std::any_of(kCounts.begin(), kCounts.end(), is_named) ||
                                  std::any_of(kLists.begin(), kLists.end(), is_named));
}

std::vector<GivenField> given_fields(const SideSpec& side) {
  std::vector<GivenField> list;
  const auto add = [&](std::string_view name, bool is_given) {
    if (is_given) list.push_back({Place::side, std::string(name)});
  };
  add(kFaction, !side.faction.empty());
  for (const auto& [name, member] : kCounts) add(name, !(side.*member).empty());
  for (const auto& [name, member] : kLists) add(name, !(side.*member).empty());
  add(kEffects, !side.effects.empty());
  add_names(side.fields, Place::side, list);
  add_names(side.policy, Place::policy, list);
  return list;
}

std::vector<GivenField> given_fields(const Scenario& scenario) {
  std::vector<GivenField> list;
  if (!scenario.system_effects.empty()) list.push_back({Place::system, std::string(kEffects)});
  add_names(scenario.readings, Place::readings, list);
  add_names(scenario.fields, Place::scenario, list);
  return list;
}

std::optional<Value> given(const SideSpec& side, Place place, std::string_view name) {
  if (place == Place::policy) return held(side.policy, name);
  if (name == kFaction) return unless_empty(side.faction);
  if (name == kEffects) return unless_empty(side.effects);
  for (const auto& [known, member] : kCounts)
    if (name == known) return unless_empty(side.*member);
  for (const auto& [known, member] : kLists)
    if (name == known) return unless_empty(side.*member);
  return held(side.fields, name);
}

std::optional<Value> given(const Scenario& scenario, Place place, std::string_view name) {
  if (place == Place::system && name == kEffects) return unless_empty(scenario.system_effects);
  return held(place == Place::readings ? scenario.readings : scenario.fields, name);
}

void give(SideSpec& side, Place place, std::string_view name, Value value) {
  if (place == Place::policy) {
    side.policy[name] = std::move(value);
    return;
  }
  if (name == kFaction) return put(side.faction, std::move(value));
  if (name == kEffects) return put(side.effects, std::move(value));
  for (const auto& [known, member] : kCounts)
    if (name == known) return put(side.*member, std::move(value));
  for (const auto& [known, member] : kLists)
    if (name == known) return put(side.*member, std::move(value));
  side.fields[name] = std::move(value);
}

void give(Scenario& scenario, Place place, std::string_view name, Value value) {
  if (place == Place::system && name == kEffects)
    return put(scenario.system_effects, std::move(value));
  (place == Place::readings ? scenario.readings : scenario.fields)[name] = std::move(value);
}

// Members are known by one name each, so only the other fields can stand under a name that is
// written differently.
void take_back(SideSpec& side, Place place, std::string_view name) {
  (place == Place::policy ? side.policy : side.fields).erase(name);
}
void take_back(Scenario& scenario, Place place, std::string_view name) {
  (place == Place::readings ? scenario.readings : scenario.fields).erase(name);
}

std::string field_path(Place place, std::string_view field, std::optional<Side> side) {
  const std::string who = side ? std::string(name(*side)) + "." : "";
  switch (place) {
    case Place::policy:
      return who + "policy." + std::string(field);
    case Place::readings:
      return "rules." + std::string(field);
    case Place::system:
      return "system." + std::string(field);
    case Place::side:
    case Place::scenario:
      break;
  }
  return who + std::string(field);
}

SideSpec with_most_units(std::span<const SideSpec> sides) {
  SideSpec most = sides.front();
  most.units.clear();
  most.damaged.clear();
  for (const SideSpec& side : sides) {
    std::vector<UnitCount> own;  // a type may stand there twice
    const auto in = [](std::vector<UnitCount>& list, const std::string& type) -> int& {
      for (UnitCount& unit : list)
        if (unit.type == type) return unit.count;
      return list.emplace_back(UnitCount{type, 0}).count;
    };
    for (const UnitCount& unit : side.units) in(own, unit.type) += unit.count;
    for (const UnitCount& unit : own) {
      int& count = in(most.units, unit.type);
      count = std::max(count, unit.count);
    }
  }
  return most;
}

}  // namespace broadside
