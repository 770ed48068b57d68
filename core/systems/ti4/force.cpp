#include "core/systems/ti4/force.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace broadside::ti4 {

namespace {

template <class T>
std::size_t hash_words(const T& value) {
  std::array<std::uint64_t, sizeof(T) / 8> words{};
  static_assert(sizeof(words) == sizeof(T));
  std::memcpy(words.data(), &value, sizeof(T));
  std::uint64_t hash = 0;
  for (std::uint64_t word : words) hash = (std::rotl(hash, 23) ^ word) * 0x9E3779B97F4A7C15u;
  return static_cast<std::size_t>(hash ^ hash >> 29);
}

}  // namespace

std::size_t hash_value(const Force& force) { return hash_words(force); }
std::size_t hash_value(const UnitsLeft& units) { return hash_words(units); }

Force starting_force(const Army& army) {
  Force force;
  force.marks = army.marks;
  force.away = army.leaves_before_space;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    force.damaged[g] = static_cast<std::uint8_t>(army.groups[g].start_damaged);
    force.whole[g] = static_cast<std::uint8_t>(army.groups[g].start - army.groups[g].start_damaged);
  }
  return force;
}

void bring(const Army& army, Force& force, GroupAt group, int units) {
  force.place(group, units);
  if (const int at = army.groups[group].placed_at; at >= 0) {
    std::uint8_t& placed = nth(force.placed, at);
    // A side's forces are listed without regard to how much the other can cause.
    placed = static_cast<std::uint8_t>(std::min(placed + units, army.groups[group].most_placed));
  }
}

bool is_target(const Group& group, Targets targets) {
  switch (targets) {
    case Targets::ships:
      return group.is_ship;
    case Targets::non_fighters:
      return group.is_non_fighter_ship();
    case Targets::fighters:
      return group.is_ship && group.type == UnitType::fighter;
    case Targets::ground_forces:
      return (group.is_ground_force && !group.stays_aboard) || group.lands;
    case Targets::troops:
      return group.is_ground_force && !group.stays_aboard;
    case Targets::infantry:
      return group.type == UnitType::infantry && !group.stays_aboard;
  }
  return false;
}

int count(const Army& army, const Force& force, Targets targets) {
  const bool in_space =
      targets == Targets::ships || targets == Targets::non_fighters || targets == Targets::fighters;
  if (force.away && in_space) return 0;
  int sum = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const Group& group = army.groups[g];
    if (!is_target(group, targets)) continue;
    if (group.lands && !in_space && group.lands_while >= 0 && force.count(group.lands_while) == 0)
      continue;
    sum += force.count(g);
  }
  return sum;
}

int find_group(const Army& army, UnitType type) {
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (army.groups[g].type == type) return static_cast<int>(g);
  return -1;
}

Pmf<Force> each_may_fall(const Force& force, GroupAt g, double chance) {
  const auto fall = [&](int units, auto take) {
    return [=](const Force& now) {
      return binomial(units, chance).map([&](std::uint32_t dead) {
        Force after = now;
        take(after, static_cast<std::uint8_t>(dead));
        return after;
      });
    };
  };
  const auto lose = [](std::uint8_t& units, std::uint8_t dead) {
    units = static_cast<std::uint8_t>(units - dead);
  };
  return Pmf<Force>{force}
      .then(fall(force.whole[g], [=](Force& after, std::uint8_t n) { lose(after.whole[g], n); }))
      .then(fall(force.damaged[g] - force.fresh[g],
                 [=](Force& after, std::uint8_t n) { lose(after.damaged[g], n); }))
      .then(fall(force.fresh[g], [=](Force& after, std::uint8_t n) {
        lose(after.damaged[g], n);
        lose(after.fresh[g], n);
      }));
}

void repair_all(const Army& army, Force& force) {
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (army.groups[g].sustain_damage) {
      force.place(g, std::exchange(force.damaged[g], std::uint8_t{0}));
      force.fresh[g] = 0;
    }
}

int destroy(Force& force, GroupAt group, int units) {
  const int damaged = std::min<int>(force.damaged[group], units);
  const int whole = std::min<int>(force.whole[group], units - damaged);
  force.damaged[group] = static_cast<std::uint8_t>(force.damaged[group] - damaged);
  force.fresh[group] = std::min(force.fresh[group], force.damaged[group]);
  force.whole[group] = static_cast<std::uint8_t>(force.whole[group] - whole);
  return damaged + whole;
}

void pass(Force& force, GroupAt from, GroupAt to, int units) {
  const auto move = [&](auto part, int n) {
    (force.*part)[from] = static_cast<std::uint8_t>((force.*part)[from] - n);
    (force.*part)[to] = static_cast<std::uint8_t>((force.*part)[to] + n);
  };
  const int whole = std::min<int>(units, force.whole[from]);
  const int damaged = std::min<int>(units - whole, force.damaged[from]);
  move(&Force::whole, whole);
  move(&Force::damaged, damaged);
  move(&Force::fresh, std::min<int>(damaged, force.fresh[from]));
}

Force end_shapes(const Army& army, Force force) {
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (const int before = army.groups[g].shape_of;
        before >= 0 && !army.groups[g].for_good && force.count(g) > 0)
      pass(force, g, before, force.count(g));
  return force;
}

int capacity(const Army& army, const Force& force) {
  int sum = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    sum += army.groups[g].capacity * force.count(g);
  return sum;
}

TroopRoom::TroopRoom(const Army& army, const Force& force)
    : is_protected_(army.protects_capacity &&
                    (army.free.room_mark < 0 || force.mark(army.free.room_mark) > 0)) {
  if (!is_protected_) return;
  int troops = 0, riders = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (army.groups[g].is_cargo())
      (army.groups[g].needs_capacity() ? troops : riders) += force.count(g);
  // Who rides free needs a ship with capacity.
  spare_ = capacity(army, force) - std::max(troops, std::min(riders, 1));
}

int load(const Army& army, const Force& force, bool sheltered) {
  int fighters = 0, troops = 0, shelter = 0, riders = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const Group& group = army.groups[g];
    if (group.needs_capacity() && !group.is_cargo()) fighters += force.count(g);
    if (group.needs_capacity() && group.is_cargo() && army.troops_are_cargo)
      troops += force.count(g);
    if (group.rides_free() && army.troops_are_cargo) riders += force.count(g);
    shelter += group.shelters * force.count(g);
  }
  // They ride free only with ships that have a capacity value (Aerie Sentinel).
  if (riders > 0 && capacity(army, force) == 0) troops += riders;
  return std::max(0, fighters - (sheltered ? shelter : 0)) + troops;
}

namespace {

/// Fighters that no dock shelters.
int unsheltered_fighters(const Army& army, const Force& force, bool sheltered) {
  int unsheltered = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const Group& group = army.groups[g];
    if (group.needs_capacity() && !group.is_cargo()) unsheltered += force.count(g);
    if (sheltered) unsheltered -= group.shelters * force.count(g);
  }
  return unsheltered;
}

/// Is it among what goes where ships have too little room?
bool may_be_left(const Army& army, const Group& group, int room) {
  return (group.needs_capacity() || (group.rides_free() && room == 0)) && !group.on_planet &&
         !(group.is_cargo() && !army.troops_are_cargo);
}

}  // namespace

GroupMask excess_groups(const Army& army, const Force& force, int spare, bool sheltered) {
  const int room = capacity(army, force);
  GroupMask groups = 0;
  if (load(army, force, sheltered) <= room + spare) return groups;
  const bool fighters = unsheltered_fighters(army, force, sheltered) > 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (force.count(g) > 0 && may_be_left(army, army.groups[g], room) &&
        (fighters || army.groups[g].is_cargo()))
      groups = static_cast<GroupMask>(groups | 1u << g);
  return groups;
}

Force enforce_capacity(const Army& army, Force force, int spare, bool sheltered) {
  const int room = capacity(army, force);
  int excess = load(army, force, sheltered) - room - spare;
  if (excess <= 0) return force;
  const int unsheltered = unsheltered_fighters(army, force, sheltered);
  for (const UnitType type : army.excess_order) {
    // Fighters that a dock shelters take no room, so they need not go.
    int fighters_to_go = std::min(excess, std::max(0, unsheltered));
    if (type == UnitType::fighter) excess -= fighters_to_go;
    for (std::size_t g = 0; g < army.groups.size(); ++g) {
      const Group& group = army.groups[g];
      if (group.type != type || !may_be_left(army, group, room)) continue;
      int& to_go = type == UnitType::fighter ? fighters_to_go : excess;
      to_go -= destroy(force, g, to_go);
    }
  }
  return force;
}

Force clear_space(const Army& army, Force force) {
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (army.groups[g].is_ship || (army.groups[g].is_cargo() && army.troops_are_cargo))
      force.whole[g] = force.damaged[g] = 0;
  return force;
}

Force after_retreat(const Army& army, const Force& force) {
  const Force left = enforce_capacity(army, end_shapes(army, force), 0, false);
  bool anything_moves = false;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    anything_moves |= army.groups[g].is_ship && army.groups[g].moves_alone && left.count(g) > 0;
  return anything_moves ? left : clear_space(army, left);
}

bool leaves_at_once(const Army& army, const Force& force) {
  const int ships = count(army, force, Targets::ships);
  return ships <= army.leave_at_once &&
         count(army, after_retreat(army, force), Targets::ships) == ships &&
         std::all_of(army.left_at_once.begin(), army.left_at_once.end(),
                     [&](const auto& groups) { return force.count(groups.second) == 0; });
}

}  // namespace broadside::ti4
