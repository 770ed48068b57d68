#pragma once
// Question: what does one side consist of, before the battle (Army) and at a moment of it (Force)?

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/systems/ti4/units.hpp"

namespace broadside::ti4 {

inline constexpr std::size_t kGroups = 16;

/// Units of one side that are alike in everything but damage.
struct Group {
  UnitType type{};
  std::string name;  ///< printed name
  double cost = 0;   ///< resources for one
  Dice combat, anti_fighter_barrage, bombardment, space_cannon;
  bool sustain_damage = false;
  bool direct_hit_immune = false;
  bool planetary_shield = false, breaks_shields = false;
  bool is_ship = false, is_ground_force = false, is_structure = false;
  bool moves_alone = false;  ///< has a move value, so it can retreat without a carrier
  int capacity = 0;          ///< what one carries
  int shelters = 0;          ///< fighters that need no capacity while this structure stands
  int start = 0, start_damaged = 0;

  bool needs_capacity() const { return is_ground_force || (is_ship && !moves_alone); }
};

enum class Sustain : std::uint8_t { first, last, never };

/// One side as set up: everything that is known before the first roll.
struct Army {
  std::vector<Group> groups;            ///< at most kGroups
  std::vector<std::uint8_t> loss_order;  ///< group numbers, first lost first
  Sustain sustain = Sustain::first;
  int retreat_round = 0;       ///< 0 = never
  bool troops_are_cargo = false;  ///< ground forces ride in the space area (else they stand on the planet)
  int overload = 0;            ///< how far the fleet began above its capacity
};

/// One side at a moment of the battle. Equal forces are one state, however they were reached.
struct Force {
  std::array<std::uint8_t, kGroups> whole{}, damaged{};
  std::uint8_t away = 0;  ///< the ships have retreated and are out of the system
  std::array<std::uint8_t, 7> pad{};

  int count(std::size_t g) const { return whole[g] + damaged[g]; }
  friend bool operator==(const Force&, const Force&) = default;
  friend auto operator<=>(const Force&, const Force&) = default;
};
std::size_t hash_value(const Force& force);

Force starting_force(const Army& army);

/// Which groups a hit may fall on, or a count is taken over.
enum class Targets : std::uint8_t { ships, fighters, ground_forces };
bool is_target(const Group& group, Targets targets);
int count(const Army& army, const Force& force, Targets targets);

/// Destroys and damages units for `hits` hits under the side's loss policy; surplus hits are lost.
/// TI4 rules digest 3.5: sustain first, then the owner picks; 3.2: nothing sustains a barrage hit.
Force take_hits(const Army& army, Force force, int hits, Targets targets, bool may_sustain = true);

/// Capacity of all ships left, and what needs it.
int capacity(const Army& army, const Force& force);
int load(const Army& army, const Force& force, bool sheltered);

/// Removes what the ships cannot carry: fighters first, then infantry, then mechs (removed, not destroyed).
/// `spare` is added to the capacity; `sheltered` lets space docks keep their fighters.
Force enforce_capacity(const Army& army, Force force, int spare, bool sheltered);

/// Removes all ships, and with them fighters and troops in the space area: the side has lost the space area.
Force clear_space(const Army& army, Force force);

}  // namespace broadside::ti4
