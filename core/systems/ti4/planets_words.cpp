#include "core/systems/ti4/planets_words.hpp"

#include <algorithm>

#include "core/systems/ti4/side_reader.hpp"

namespace broadside::ti4 {

PlanetsWords::PlanetsWords(const PlanetsRules& rules) : rules_(rules) {
  for (const Side side : kSides)
    for (const UnitType type : types_as_listed()) {
      UnitLabel label;
      const auto add = [&](const Army& army, bool is_counted, bool ships, bool others) {
        for (const Group& group : army.groups) {
          if (group.type != type || !(group.is_ship ? ships : others)) continue;
          if (label.type.empty()) label = {std::string{name(type)}, group.name, group.cost, 0};
          if (is_counted) label.start += group.start;
        }
      };
      if (side == Side::attacker) {
        add(rules.attackers(), true, true, true);
      } else {
        if (const Army* ships = rules.ships(side)) add(*ships, true, true, false);
        for (const Planet& planet : rules.planets())
          if (!planet.is_empty()) add(planet.battle().army(side), true, false, true);
      }
      if (!label.type.empty()) labels_[side].push_back(std::move(label));
    }
}

std::size_t PlanetsWords::line(Side side, UnitType type) const {
  const auto at = std::find_if(labels_[side].begin(), labels_[side].end(),
                               [&](const UnitLabel& label) { return label.type == name(type); });
  return static_cast<std::size_t>(at - labels_[side].begin());
}

Remains PlanetsWords::nothing(Side side) const {
  return {std::vector<std::uint8_t>(labels_[side].size()),
          std::vector<std::uint8_t>(labels_[side].size())};
}

void PlanetsWords::add(Side side, const Army& army, const Force& force, Remains& sum) const {
  const auto more = [](std::uint8_t& to, int units) { to = static_cast<std::uint8_t>(to + units); };
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const int at = army.groups[g].placed_at;
    if (force.count(g) == 0 && (at < 0 || nth(force.placed, at) == 0)) continue;
    const std::size_t to = line(side, army.groups[g].type);
    more(sum.count[to], force.count(g));
    more(sum.damaged[to], force.damaged[g]);
    if (at < 0) continue;
    sum.placed.resize(labels_[side].size());
    more(sum.placed[to], nth(force.placed, at));
  }
}

const Army& PlanetsWords::army(Side side, std::size_t planet) const {
  return side == Side::attacker ? rules_.attackers() : rules_.planets()[planet].battle().army(side);
}

Remains PlanetsWords::remains(Side side, const PlanetsForce& force) const {
  Remains left = nothing(side);
  if (side == Side::attacker)
    add(side, rules_.attackers(), force.space, left);
  else if (const Army* ships = rules_.ships(side))
    add(side, *ships, force.space, left);
  for (std::size_t p = 0; p < rules_.planets().size(); ++p)
    if (side == Side::attacker || !rules_.planets()[p].is_empty())
      add(side, army(side, p), force.planet[p], left);
  return left;
}

std::vector<UnitCount> PlanetsWords::units(const GroupCounts& counts) const {
  std::vector<UnitCount> list;
  for (const UnitType type : types_as_listed()) {
    int sum = 0;
    for (std::size_t g = 0; g < rules_.attackers().groups.size(); ++g)
      if (rules_.attackers().groups[g].type == type) sum += counts[g];
    if (sum > 0) list.push_back({std::string{name(type)}, sum});
  }
  return list;
}

Places PlanetsWords::places(const BySide<std::vector<PlanetsForce>>& finals) const {
  Places places{"planet", "planets", "commit", {}, {}};
  const Force all = starting_force(rules_.attackers());
  const bool free = rules_.frees_split();  // then it depends on how the battle goes
  const Split split = free ? Split{} : rules_.splitter().of(all);
  for (std::size_t p = 0; p < rules_.planets().size(); ++p) {
    Places::Place& place = places.list.emplace_back();
    place.name = rules_.planets()[p].name;
    place.sent = units(split.commit[p]);
    for (const Side side : kSides) {
      place.labels[side] = labels_[side];
      const bool is_empty = side == Side::defender && rules_.planets()[p].is_empty();
      for (UnitLabel& label : place.labels[side]) {
        label.start = 0;
        for (const Group& group : is_empty ? std::vector<Group>{} : army(side, p).groups)
          if (side == Side::defender && !group.is_ship && name(group.type) == label.type)
            label.start += group.start;
      }
      for (const PlanetsForce& force : finals[side]) {
        Remains& left = place.remains[side].emplace_back(nothing(side));
        if (!is_empty) add(side, army(side, p), force.planet[p], left);
        if (side == Side::attacker) {  // they came after the start
          left.placed.resize(labels_[side].size());
          for (const UnitCount& unit : units(force.landed[p])) {
            std::uint8_t& came = left.placed[line(side, *unit_type(unit.type))];
            came = static_cast<std::uint8_t>(came + unit.count);
          }
        }
        place.held[side].push_back(rules_.holds(side, p, force));
      }
    }
  }
  if (free) return places;
  for (const SplitOdds& odds : rules_.splitter().all(all)) {
    Places::Split& told = places.splits.emplace_back();
    for (std::size_t p = 0; p < rules_.planets().size(); ++p)
      told.sent.push_back(units(odds.split.commit[p]));
    told.taken = odds.taken;
    told.expected = odds.expected;
  }
  return places;
}

}  // namespace broadside::ti4
