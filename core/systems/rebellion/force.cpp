#include "core/systems/rebellion/force.hpp"

#include <tuple>

namespace broadside::rebellion {
namespace {

auto tied(const Force& f) {
  return std::tie(f.troop[0].count, f.troop[1].count, f.excess[0].on, f.excess[1].on, f.away,
                  f.retreated, f.won_before, f.spared, f.plans);
}

}  // namespace

std::size_t hash_value(const Force& force) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto mix = [&hash](const void* bytes, std::size_t size) {
    const auto* at = static_cast<const unsigned char*>(bytes);
    for (; size >= 8; size -= 8, at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, 8);
      hash = (hash ^ word) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 29;
    }
    for (; size > 0; --size, ++at) hash = (hash ^ *at) * 0x100000001b3;
  };
  mix(force.troop[0].count.data(), kCells);
  mix(force.troop[1].count.data(), kCells);
  mix(force.away.data(), kGroups);
  for (const Excess& excess : force.excess) mix(excess.on.data(), 2);
  const std::array<unsigned char, 4> flags{force.retreated, force.won_before, force.spared,
                                           static_cast<unsigned char>(force.plans)};
  mix(flags.data(), flags.size());
  return static_cast<std::size_t>(hash);
}

bool operator<(const Force& a, const Force& b) noexcept { return tied(a) < tied(b); }

Force starting_force(const Army& army) {
  Force force;
  for (std::size_t g = 0; g < army.group_count; ++g) {
    const Group& group = army.groups[g];
    const Theater theater = group.unit->theater;
    int unhurt = group.start;
    const Front& front = army.front[theater];
    for (std::size_t damage = 1; damage < group.hurt.size(); ++damage)
      if (const int units = std::min<int>(group.hurt[damage], unhurt); units > 0) {
        put(front, force.in(theater), front.after[group.fresh][damage], units);
        unhurt -= units;
      }
    if (unhurt > 0) put(front, force.in(theater), group.fresh, unhurt);
  }
  return force;
}

int bound_damage(const Troop& troop, Mask cells, const Excess& excess) noexcept {
  int damage = 0;
  for (const Excess::Bound& each : excess.bound)
    if (troop.any(cells & bit(each.cell))) damage += each.beyond;
  return damage;
}

void destroy_station(const Army& army, Force& force) noexcept {
  const Front& front = army.front[Theater::space];
  Troop& troop = force.in(Theater::space);
  if (force.in(Theater::ground).any(army.front[Theater::ground].of(UnitId::shield_bunker))) return;
  const Mask finished = troop.occupied & front.death_stars, any = troop.occupied & front.stations;
  if (any) remove_one(front, troop, lowest(finished ? finished : any));
}

bool free_to_retreat(const Army& army, const Force& force, bool without_transport) noexcept {
  if (!army.has_leader || army.held || force.retreated) return false;
  // A Death Star, finished or not, keeps the Imperial units where they are.
  if (force.in(Theater::space).any(army.front[0].stations)) return false;
  for (Theater theater : kBothTheaters) {
    const Troop& troop = force.in(theater);
    const Front& front = army.front[theater];
    for (Mask left = troop.occupied; left; left &= left - 1) {
      const Unit& unit = *army.groups[front.group[lowest(left)]].unit;
      // What needs room needs a ship that moves by itself, so without such a ship nobody goes.
      if (!unit.immobile && (!unit.needs_transport || without_transport)) return true;
    }
  }
  return false;
}

void retreat(const Army& army, Force& force, int enemy_presence, bool without_transport) noexcept {
  force.won_before = static_cast<std::uint8_t>(presence(force) & ~enemy_presence);
  force.retreated = true;
  int room = 0;
  Troop& space = force.in(Theater::space);
  const Front& front = army.front[Theater::space];
  for (Mask left = space.occupied; left; left &= left - 1) {
    const std::size_t cell = lowest(left);
    const Group& group = army.groups[front.group[cell]];
    if (group.unit->needs_transport || group.unit->immobile) continue;
    room += group.unit->transport_capacity * space.count[cell];
    force.away[front.group[cell]] =
        static_cast<std::uint8_t>(force.away[front.group[cell]] + space.count[cell]);
    remove_all(front, space, bit(cell));
  }
  // Then what finds room: the most worth first, of one type the least damaged first.
  for (int worth = static_cast<int>(army.group_count) - 1; worth >= 0; --worth)
    for (std::size_t g = 0; g < army.group_count; ++g) {
      const Group& group = army.groups[g];
      if (group.worth != worth || !group.unit->needs_transport) continue;
      const Front& where = army.front[group.unit->theater];
      Troop& troop = force.in(group.unit->theater);
      for (std::size_t damage = 0; damage < group.health; ++damage) {
        const std::size_t cell = where.after[group.fresh][damage];
        while (troop.count[cell] > 0 && (room > 0 || without_transport)) {
          remove_one(where, troop, cell);
          ++force.away[g];
          --room;
        }
      }
    }
}

void mend(const Army& army, Force& force, Theater theater) noexcept {
  force.excess[theater] = {};
  if (theater == Theater::ground) force.spared = false;
  const Front& front = army.front[theater];
  Troop& troop = force.in(theater);
  for (Mask left = troop.occupied & (front.damaged | front.doomed); left; left &= left - 1) {
    const std::size_t cell = lowest(left);
    const int units = troop.count[cell];
    const std::size_t fresh = army.groups[front.group[cell]].fresh;
    remove_all(front, troop, bit(cell));
    put(front, troop, fresh, units);
  }
}

Force after_combat(const Army& army, Force force) noexcept {
  for (Theater theater : kBothTheaters) mend(army, force, theater);
  for (std::size_t g = 0; g < army.group_count; ++g)
    if (force.away[g] > 0) {
      const Theater theater = army.groups[g].unit->theater;
      put(army.front[theater], force.in(theater), army.groups[g].fresh, force.away[g]);
      force.away[g] = 0;
    }
  force.retreated = false;
  force.won_before = 0;
  force.plans = Force::Plans::open;
  return force;
}

int survivors(const Army& army, const Force& force, std::size_t group) noexcept {
  const Unit& unit = *army.groups[group].unit;
  return force.away[group] +
         force.in(unit.theater).number(army.front[unit.theater].of(unit.number));
}

}  // namespace broadside::rebellion
