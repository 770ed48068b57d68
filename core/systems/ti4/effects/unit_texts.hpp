#pragma once
// Question: what do the texts printed on units share?
//
// Texts printed on units that change a battle, by the unit's id. They apply by themselves when the
// unit is fielded; those that need to know something (trade goods, a condition) get it as an effect
// of that id. Plain numbers, Direct Hit immunity, shield breaking, capacity and space dock shelters
// come from the unit table (make_group).

#include <span>
#include <string>

#include "core/systems/ti4/effects/effect.hpp"

namespace broadside::ti4 {

// The family, one file each.
std::span<const Effect> flagship_effects();
std::span<const Effect> mech_effects();
std::span<const Effect> other_unit_effects();

inline constexpr RollMask kSpaceRoll = mask(Roll::space_combat);
inline constexpr RollMask kGroundRoll = mask(Roll::ground_combat);

/// The group that the text stands on: of this printing, or the unit of its type where an older
/// printing was named for it.
int own_index(Builder& build, const Use& use);

/// Every group of this unit: tokens may have split it, and an older printing may have been named
/// for it.
GroupMask own_groups(Builder& build, const Use& use);

template <class Change>
void change_own(Builder& build, const Use& use, Change change) {
  const GroupMask own = own_groups(build, use);
  auto& groups = build.army(use.side).groups;
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (own >> g & 1) change(groups[g]);
}

template <int kAdd>
Problem own_rolls(Builder& build, const Use& use) {
  build.army(use.side).die_changes.push_back(
      {kCombatRolls, own_groups(build, use), {}, kAdd, -1, -1});
  return std::nullopt;
}
/// The same where the condition must be said to hold by naming the unit among the effects.
template <int kAdd>
Problem own_rolls_if_named(Builder& build, const Use& use) {
  if (use.uses(0) > 0) return own_rolls<kAdd>(build, use);
  return std::nullopt;
}

/// Loses its damage at the start of a round that it fights in.
Problem repairs_at_round_start(Builder& build, const Use& use, RollMask rolls);

Problem blocks_sustain(Builder& build, const Use& use);

/// Ground forces of these groups become ships: an ability at the start of the space combat, used
/// in turn; until then they are none (RULES 3.1.5, 3.4.1). `while_group`: only while it has a unit.
Problem join_space_combat(Army& army, const std::string& what, GroupMask groups, int while_group);

}  // namespace broadside::ti4
