#pragma once
// Question: what is left of one side at a moment of the battle?

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "core/systems/ti4/army.hpp"
#include "core/tables/pmf.hpp"

namespace broadside::ti4 {

/// One side at a moment of the battle. Equal forces are one state, however they were reached.
struct Force {
  std::array<std::uint8_t, kGroups> whole{}, damaged{};
  /// Of the damaged ones, how many have sustained in this round
  std::array<std::uint8_t, kGroups> fresh{};
  std::array<std::uint8_t, kMarks> marks{};  ///< by Army::new_mark
  std::uint8_t away = 0;                     ///< the ships have retreated and are out of the system
  std::array<std::uint8_t, kPlacedGroups> placed{};  ///< units that came later, by Group::placed_at

  int count(GroupAt g) const { return whole[g] + damaged[g]; }
  std::uint8_t& mark(int m) { return nth(marks, m); }
  std::uint8_t mark(int m) const { return nth(marks, m); }
  void place(GroupAt g, int units) { whole[g] = static_cast<std::uint8_t>(whole[g] + units); }
  friend bool operator==(const Force&, const Force&) = default;
  friend auto operator<=>(const Force&, const Force&) = default;
};
std::size_t hash_value(const Force& force);

/// What dice depend on, where neither marks nor the start of a round change them: how many units of
/// each group are there, damaged or not.
struct UnitsLeft {
  std::array<std::uint8_t, kGroups> count{};
  std::uint8_t away = 0;
  std::array<std::uint8_t, 7> padding{};

  explicit UnitsLeft(const Force& force) : away(force.away) {
    for (std::size_t g = 0; g < kGroups; ++g) count[g] = static_cast<std::uint8_t>(force.count(g));
  }
  friend bool operator==(const UnitsLeft&, const UnitsLeft&) = default;
};
std::size_t hash_value(const UnitsLeft& units);

Force starting_force(const Army& army);

/// Units come into the battle: what is lost is told from those that began it and these.
void bring(const Army& army, Force& force, GroupAt group, int units);

/// Which units a hit may fall on, or a count is taken over. Ground forces are all that fight on the
/// ground, troops those that can hold a planet.
enum class Targets : std::uint8_t {
  ships,
  non_fighters,
  fighters,
  ground_forces,
  troops,
  infantry
};
bool is_target(const Group& group, Targets targets);
int count(const Army& army, const Force& force, Targets targets);

/// The group of this type that the side would give up first (or last), or -1 where it has no unit
/// of it.
int find_group(const Army& army, UnitType type);

/// All units with Sustain Damage, wherever they are in the system.
void repair_all(const Army& army, Force& force);

/// Every unit of a group is destroyed with this chance, by a die of its own: those that are damaged
/// are no likelier to fall than the others.
Pmf<Force> each_may_fall(const Force& force, GroupAt group, double chance);

/// Destroys units without asking for sustains: damaged ones first. Returns how many were lost.
int destroy(Force& force, GroupAt group, int units);

/// Has the group a unit, in whatever shape? No group (-1) is nobody's condition.
inline bool stands(const Army& army, const Force& force, int group) {
  if (group < 0) return true;
  const int shape = nth(army.groups, group).fights_as;
  return force.count(group) > 0 || (shape >= 0 && force.count(shape) > 0);
}

/// Units become those of another group, undamaged ones first, and keep their damage.
void pass(Force& force, GroupAt from, GroupAt to, int units);

/// The space combat is over: units are again what they were before it, but for shapes for good.
Force end_shapes(const Army& army, Force force);

/// Capacity of all ships left, and what needs it.
int capacity(const Army& army, const Force& force);
int load(const Army& army, const Force& force, bool sheltered);

/// RULES 9.6: the room that troops aboard need, for a side that protects it.
class TroopRoom {
 public:
  TroopRoom(const Army& army, const Force& force);
  /// Room that they need and its loss would take; 0 = it leaves them enough.
  int room_lost(const Group& group) const {
    if (!is_protected_) return 0;
    return group.explodes ? kAllRoom : group.capacity <= spare_ ? 0 : group.capacity;
  }

 private:
  static constexpr int kAllRoom = 1 << 20;
  bool is_protected_;
  int spare_ = 0;
};

/// Removes what the ships cannot carry, in Army::excess_order (removed, not destroyed). `spare` is added to the capacity; `sheltered` lets space docks keep their fighters.
Force enforce_capacity(const Army& army, Force force, int spare, bool sheltered);

/// Groups of which a unit may go because the ships cannot carry all; none where they can.
GroupMask excess_groups(const Army& army, const Force& force, int spare, bool sheltered);

/// What leaves in a retreat: fighters and troops need room in the ships, space docks stay behind
/// (RULES 3.6.1).
Force after_retreat(const Army& army, const Force& force);

/// All ships leave when they announce the retreat: no more of them than may, and room for all.
bool leaves_at_once(const Army& army, const Force& force);

/// Removes all ships, and with them fighters and troops in the space area: the side has lost the
/// space area.
Force clear_space(const Army& army, Force force);

}  // namespace broadside::ti4
