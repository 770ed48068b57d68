#include "core/systems/ti4/force.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace broadside::ti4 {

std::size_t hash_value(const Force& force) {
  std::array<std::uint64_t, sizeof(Force) / 8> words{};
  static_assert(sizeof(words) == sizeof(Force));
  std::memcpy(words.data(), &force, sizeof(Force));
  std::uint64_t hash = 0;
  for (std::uint64_t word : words) hash = (std::rotl(hash, 23) ^ word) * 0x9E3779B97F4A7C15u;
  return static_cast<std::size_t>(hash ^ hash >> 29);
}

Force starting_force(const Army& army) {
  Force force;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    force.damaged[g] = static_cast<std::uint8_t>(army.groups[g].start_damaged);
    force.whole[g] = static_cast<std::uint8_t>(army.groups[g].start - army.groups[g].start_damaged);
  }
  return force;
}

bool is_target(const Group& group, Targets targets) {
  switch (targets) {
    case Targets::ships: return group.is_ship;
    case Targets::fighters: return group.is_ship && group.type == UnitType::fighter;
    case Targets::ground_forces: return group.is_ground_force;
  }
  return false;
}

int count(const Army& army, const Force& force, Targets targets) {
  if (force.away && targets != Targets::ground_forces) return 0;
  int sum = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (is_target(army.groups[g], targets)) sum += force.count(g);
  return sum;
}

namespace {

void sustain_with(Force& force, std::size_t g, int& hits) {
  const int used = std::min<int>(force.whole[g], hits);
  force.whole[g] = static_cast<std::uint8_t>(force.whole[g] - used);
  force.damaged[g] = static_cast<std::uint8_t>(force.damaged[g] + used);
  hits -= used;
}

void lose(std::uint8_t& units, int& hits) {
  const int lost = std::min<int>(units, hits);
  units = static_cast<std::uint8_t>(units - lost);
  hits -= lost;
}

/// Direct Hit reaches ships only, and not those printed as immune (digest 3.5).
bool fears_direct_hit(const Group& group) { return group.is_ship && !group.direct_hit_immune; }

}  // namespace

Force take_hits(const Army& army, Force force, int hits, Targets targets, bool may_sustain) {
  if (hits <= 0) return force;
  const auto eligible = [&](std::size_t g) { return is_target(army.groups[g], targets); };
  const bool sustains = may_sustain && army.sustain != Sustain::never;
  if (sustains)
    for (std::size_t g : army.loss_order) {
      const Group& group = army.groups[g];
      if (hits > 0 && eligible(g) && group.sustain_damage &&
          (army.sustain == Sustain::first || !fears_direct_hit(group)))
        sustain_with(force, g, hits);
    }
  for (std::size_t g : army.loss_order) {
    if (hits == 0) break;
    if (!eligible(g)) continue;
    lose(force.damaged[g], hits);  // within a type the damaged go first
    if (sustains && army.groups[g].sustain_damage) {
      // Held back until now: each of these takes one hit as damage and the next one as its loss.
      while (hits > 0 && force.whole[g] > 0) {
        --force.whole[g];
        if (--hits > 0)
          --hits;
        else
          ++force.damaged[g];
      }
    } else {
      lose(force.whole[g], hits);
    }
  }
  return force;
}

int capacity(const Army& army, const Force& force) {
  int sum = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g) sum += army.groups[g].capacity * force.count(g);
  return sum;
}

int load(const Army& army, const Force& force, bool sheltered) {
  int fighters = 0, troops = 0, shelter = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const Group& group = army.groups[g];
    if (group.is_ship && group.needs_capacity()) fighters += force.count(g);
    if (group.is_ground_force && army.troops_are_cargo) troops += force.count(g);
    shelter += group.shelters * force.count(g);
  }
  return std::max(0, fighters - (sheltered ? shelter : 0)) + troops;
}

Force enforce_capacity(const Army& army, Force force, int spare, bool sheltered) {
  int excess = load(army, force, sheltered) - capacity(army, force) - spare;
  if (excess <= 0) return force;
  int unsheltered = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const Group& group = army.groups[g];
    if (group.is_ship && group.needs_capacity()) unsheltered += force.count(g);
    if (sheltered) unsheltered -= group.shelters * force.count(g);
  }
  int fighters_to_go = std::min(excess, std::max(0, unsheltered));
  excess -= fighters_to_go;
  for (UnitType type : {UnitType::fighter, UnitType::infantry, UnitType::mech})
    for (std::size_t g = 0; g < army.groups.size(); ++g) {
      const Group& group = army.groups[g];
      if (group.type != type || !group.needs_capacity()) continue;
      if (group.is_ground_force && !army.troops_are_cargo) continue;
      int& to_go = type == UnitType::fighter ? fighters_to_go : excess;
      lose(force.damaged[g], to_go);
      lose(force.whole[g], to_go);
    }
  return force;
}

Force clear_space(const Army& army, Force force) {
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (army.groups[g].is_ship || (army.groups[g].is_ground_force && army.troops_are_cargo))
      force.whole[g] = force.damaged[g] = 0;
  return force;
}

}  // namespace broadside::ti4
