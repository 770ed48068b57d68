#pragma once
// Question: what is a player told about the effects that the sides bring?

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "core/systems/ti4/effects/effect.hpp"

namespace broadside::ti4 {

/// An effect that one side brings: listed, or there by itself.
struct Brought {
  Side side;
  const Effect* rule;
  EffectChoice choice;
  std::string where;   ///< "attacker.effects", "defender.units", "system.effects" ...
  unsigned given = 0;  ///< fields that the player gave
  unsigned asked = 0;  ///< fields that the effect looked at

  bool listed() const { return !where.ends_with(".faction") && !where.ends_with(".units"); }
};

inline bool brings(std::span<const Brought> brought, Side side, std::string_view id) {
  return std::any_of(brought.begin(), brought.end(),
                     [&](const Brought& one) { return one.side == side && one.rule->id == id; });
}

/// The stage that the effect is about, where this battle does not have it; empty = it has. Who is
/// placed, replaced or kept away counts in every battle.
std::string_view missing_stage(const Builder& build, std::span<const Brought> brought,
                               const Brought& one);

/// It changes nothing, for the reason that stands in build.idle.
void note_idle(Builder& build, const Brought& one);

/// One line about an effect that was worked in: the choice that was made for the player, or what
/// it does where nobody listed it for a side. `free_moment`: its moment is chosen for the goal.
void describe(Builder& build, std::span<const Brought> brought, Brought& one, bool free_moment);

/// Effects that find nothing to work on, now that all units and dice are there. `of_both`: what
/// one player has, listed for the system.
void note_useless(Builder& build, std::span<const Brought> brought,
                  std::span<const std::string_view> of_both);

/// A side may be given alone what holds for everybody; whoever did not mean that is told.
void note_half_laws(Builder& build, std::span<const Brought> brought);

/// Refuses what was said about an effect that has no use for it. An effect of the system stands
/// once for each side; it is enough that one of them looks.
Problem check_fields(std::span<const Brought> brought);

}  // namespace broadside::ti4
