#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <vector>

#include "core/systems/rebellion/army.hpp"

namespace broadside::rebellion {

void build_front(Army& army, Theater theater, Targets enemy_targets, Overkill enemy_overkill) {
  struct Cell {
    std::size_t group;
    int damage;
  };
  Front& front = army.front[theater];
  front = {};
  front.piles_on_weakest = enemy_overkill == Overkill::weakest;
  std::vector<Cell> cells;
  for (std::size_t g = 0; g < army.group_count; ++g)
    if (army.groups[g].unit->theater == theater)
      for (int damage = 0; damage <= army.groups[g].health; ++damage) cells.push_back({g, damage});
  const auto key = [&](const Cell& cell) {
    const Group& group = army.groups[cell.group];
    const int remaining = group.health - cell.damage;
    // Targets first, then what cannot be a target, then the doomed, the least worth first.
    const int kind = group.health == 0 ? 1 : remaining == 0 ? 2 : 0;
    if (kind != 0) return std::tuple{kind, int{group.worth}, 0, 0, 0};
    const int listed = static_cast<int>(cell.group);
    const Dice dice = group.unit->attack;
    switch (enemy_targets) {
      case Targets::big_guns_first:
        // A red die counts as one and a half: it hurts capital ships and walkers (RULES 9.1).
        return std::tuple{kind, -(3 * dice.red + 2 * dice.black + 2 * dice.green), -int{dice.red},
                          remaining, listed};
      case Targets::most_dangerous_first:
        return std::tuple{kind, -group.dice(), remaining, listed, 0};
      default:
        return std::tuple{kind, remaining, -group.dice(), listed, 0};
    }
  };
  std::stable_sort(cells.begin(), cells.end(),
                   [&](const Cell& a, const Cell& b) { return key(a) < key(b); });
  front.cells = cells.size();
  const auto cell_of = [&](std::size_t group, int damage) {
    for (std::size_t c = 0; c < cells.size(); ++c)
      if (cells[c].group == group && cells[c].damage == damage) return static_cast<std::uint8_t>(c);
    return kNoCell;
  };
  for (std::size_t c = 0; c < cells.size(); ++c) {
    Group& group = army.groups[cells[c].group];
    const Unit& unit = *group.unit;
    const int damage = cells[c].damage, remaining = group.health - damage;
    front.group[c] = static_cast<std::uint8_t>(cells[c].group);
    front.damage[c] = static_cast<std::uint8_t>(damage);
    front.remaining[c] = static_cast<std::uint8_t>(remaining);
    front.healed[c] = damage > 0 ? cell_of(cells[c].group, damage - 1) : kNoCell;
    for (int k = 0; k <= remaining; ++k)
      front.after[c][static_cast<std::size_t>(k)] = cell_of(cells[c].group, damage + k);
    front.attack[c] = sum_of(unit.attack);
    front.dice[c] = static_cast<std::uint8_t>(group.dice());
    if (damage == 0) group.fresh = static_cast<std::uint8_t>(c);
    const Mask here = bit(c);
    const std::size_t color = at(group.color);
    if (group.health > 0 && remaining > 0) {
      front.damageable |= here;
      front.color[color] |= here;
      front.left[static_cast<std::size_t>(remaining)] |= here;
      if (damage > 0) front.damaged |= here;
    }
    if (group.health > 0 && remaining == 0) {
      front.doomed |= here;
      front.doomed_color[color] |= here;
    }
    front.of_unit[unit.number] |= here;
    if (unit.unit_class == Class::fighter) front.fighters |= here;
    if (unit.unit_class == Class::capital) front.capitals |= here;
    if (unit.unit_class == Class::station) front.stations |= here;
    if (unit.is_structure()) front.structures |= here;
    if (unit.has(Trait::alone_retreats_or_dies)) front.transports |= here;
    if (unit.has(Trait::destroyed_when_last_ship)) front.fragile_stations |= here;
    if (unit.theater == Theater::ground && unit.tier == Tier::triangle) front.triangles |= here;
    if (unit.number == UnitId::at_at || unit.number == UnitId::at_st) front.walkers |= here;
    if (unit.number == UnitId::nebulon_b_frigate) front.frigates |= here;
    if (unit.number == UnitId::death_star) front.death_stars |= here;
  }
}

void rank(Army& army) {
  std::array<std::size_t, kGroups> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(army.group_count);
  std::sort(order.begin(), end, [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t g) {
      const Group& group = army.groups[g];
      return std::tuple{group.dice(), int{group.health}, static_cast<int>(group.unit->tier), g};
    };
    return key(a) < key(b);
  });
  for (std::size_t i = 0; i < army.group_count; ++i)
    army.groups[order[i]].worth = static_cast<std::uint8_t>(i);
}

}  // namespace broadside::rebellion
