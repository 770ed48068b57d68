#pragma once
// Question: what do the effects share that change who is there before the battle?
//
// Most are cards played in an earlier turn: naming one says that it was played and that its units
// are in this battle. An effect that finds nothing to work on says so and changes nothing, so that
// one scenario can be tried with many fleets; a target that the card does not allow is an error.

#include <initializer_list>
#include <span>
#include <string>

#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/units.hpp"

namespace broadside::ti4 {

// The family, one file each.
std::span<const Effect> placing_effects();    ///< units that come
std::span<const Effect> removing_effects();   ///< units that are gone, by choice or by dice
std::span<const Effect> replacing_effects();  ///< units that become others
std::span<const Effect> no_combat_effects();  ///< combats that do not take place

inline bool is_ground_type(UnitType type) {
  return type == UnitType::infantry || type == UnitType::mech;
}
inline bool is_structure_type(UnitType type) {
  return type == UnitType::pds || type == UnitType::space_dock;
}

/// The type that the player named, or the first of those that the card allows.
Result<UnitType> pick_type(const Use& use, std::initializer_list<UnitType> allowed);

/// Refuses more uses than the card has.
Problem check_most(const Use& use, int most);

InputError no_such_unit(UnitType type);

/// More units of a type, as the side fields them. Ground forces of a space battle would only be
/// cargo: they stay out.
Problem place(Builder& build, const Use& use, Side side, UnitType type, int units);

/// So many units (uses) of the first type, or of the one that the target names.
template <int kCount, UnitType... kTypes>
Problem gains(Builder& build, const Use& use) {
  const auto type = pick_type(use, {kTypes...});
  if (!type) return type.error();
  return place(build, use, use.side, type.value(), use.uses(kCount));
}

enum class First : std::uint8_t { damaged, undamaged };  ///< which of equal units goes

/// Takes units out of a group; returns how many there were. `most` stays above 0: the player did
/// name the unit.
int take(Group& group, int units, First first);

template <class Which>
void take_all(Army& army, Which which) {
  for (Group& group : army.groups)
    if (which(group)) take(group, group.start, First::damaged);
}

int total_of(const Army& army, UnitType type);

/// So many units of a type.
int take_type(Army& army, UnitType type, int units, First first);

/// The side gives up non-fighter ships of its own choice (RULES 9.8).
int give_up_ships(Army& army, int ships);

}  // namespace broadside::ti4
