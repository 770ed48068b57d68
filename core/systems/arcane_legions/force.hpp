#pragma once
// Question: what is left of a unit, and what does damage do to it?

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/systems/arcane_legions/unit.hpp"
#include "core/tables/battle_rules.hpp"

namespace broadside::arcane_legions {

struct Force {
  std::uint32_t standing = 0;  ///< a bit for each slot with a figure
  std::uint64_t damage = 0;    ///< two bits for each slot; wiped at the end of every turn
  std::uint64_t record = 0;    ///< of a single order: hits, damage and losses of both sides
  std::uint16_t turn = 0;      ///< turns of the duel that are over (counted by the defender)
  bool idle = false;           ///< gives no order in this step
  bool stuck = false;          ///< nothing can ever change again
  friend bool operator==(const Force&, const Force&) = default;
  friend auto operator<=>(const Force&, const Force&) = default;

  bool stands(std::size_t slot) const { return standing >> slot & 1; }
  int hurt(std::size_t slot) const { return static_cast<int>(damage >> 2 * slot & 3); }
};
std::size_t hash_value(const Force& force);

/// What an exchange does to one unit, in this order. A unit that heals itself is told so too.
struct Blow {
  bool chosen_down = false;  ///< Power at a Price of the enemy: a figure of his choice
  bool price_down = false;   ///< the unit's own figure with Power at a Price
  enum class Aim : std::uint8_t { none, white, not_commander, figure };
  Aim aim = Aim::none;  ///< combat damage on one figure that the enemy chooses
  int combat = 0;
  int direct = 0;
  int touch = 0;              ///< Death Touch: a white figure of at most so many hit points
  bool touch_master = false;  ///< a figure that is not white
  int heal = 0;               ///< hit points of lost figures that return
  int slot = 0;               ///< with Aim::figure: a figure like the one of this slot

  friend bool operator==(const Blow&, const Blow&) = default;
  Volley pack() const;
  static Blow of(Volley volley);
};

/// Icons that are ready. Abilities of the unit count as one icon.
struct Ready {
  int attack = 0, ranged = 0, defence = 0;
  int unmanned = 0;  ///< artillery machines without their figure
  std::array<std::uint8_t, kAbilities> icons{};
  int of(Ability ability) const { return icons[index(ability)]; }
};

Force starting(const Unit& unit);
Ready ready(const Unit& unit, const Force& force);
int figures(const Force& force);
bool defeated(const Unit& unit, const Force& force);
int hit_points_left(const Unit& unit, const Force& force);

/// RULES 6. `enemy` chooses where the rules let him.
Force suffer(const Unit& unit, const Readings& readings, const Policy& enemy, const Force& force,
             const Blow& blow);

/// The figure goes, with its damage.
void down(Force& force, std::size_t slot);
/// Puts damage on one figure; returns what is left over when it is downed.
int put(const Unit& unit, Force& force, std::size_t slot, int damage);
/// Two slots that give the same: which of them is empty makes no difference.
bool same(const FieldSlot& a, const FieldSlot& b);
/// Equal forces as one where casualties follow the list.
Force tidy(const Unit& unit, Force force);

/// The figure that the enemy would choose: white, not a commander, or any.
enum class Among : std::uint8_t { all, white, not_white, not_commander };
std::optional<std::size_t> chosen_figure(const Unit& unit, const Policy& enemy, const Force& force,
                                         Among among, int most_hit_points = kMostHitPoints);

/// May the unit push, and what is left when it has paid for it (RULES 8.2)?
std::optional<Force> pushed(const Unit& unit, const Readings& readings, const Force& force);
/// Start of the own turn: Regeneration, and the layout for an attack where the owner regroups.
Force begin_turn(const Unit& unit, const Force& force, bool ranged);
/// Figures into the slots with the most of one kind of icon, where the owner regroups.
enum class Layout : std::uint8_t { attack, ranged, defence };
Force regrouped(const Unit& unit, const Force& force, Layout layout);
/// End of any turn.
Force without_damage(Force force);

}  // namespace broadside::arcane_legions
