#pragma once
// Question: what do the effects of the space part share? RULES 2 and 3.

#include <optional>
#include <span>

#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/interplay.hpp"
#include "core/systems/ti4/units.hpp"

namespace broadside::ti4 {

// The family, one file each, in the order of the battle.
std::span<const Effect> space_cannon_effects();  ///< space cannon and barrage
std::span<const Effect> space_start_effects();   ///< start of combat
std::span<const Effect> space_loss_effects();    ///< what losses trigger
std::span<const Effect> space_end_effects();     ///< end of round, retreat

inline constexpr int kShipsForCannon = 3;  ///< that Assault Cannon needs (RULES 3.1.2)
inline constexpr HitContext kInSpaceCombat{Roll::space_combat, 1, Targets::ships, true, true, true};

inline bool is_small_ship(const Group& group) {
  return group.type == UnitType::cruiser || group.type == UnitType::destroyer;
}

/// The victim destroys one of its ships by its own choice (RULES 9.8): no sustain, no cancel.
/// RULES 3.1.2, 3.5.7.
Force give_up_ship(const Army& army, const Force& force, Targets targets);

/// A hit on a ship that the owner of the effect picks; only that ship may sustain it. RULES 5.3.
Force take_picked_hit(const Army& army, const Force& force, Volley hit,
                      std::optional<UnitType> wanted);

/// Hits on ships, as this side makes them.
Volley hits_on_ships(const Army& own, const Force& force, Volley any);

/// The cheapest own cruiser or destroyer, or -1.
int cheapest_small_ship(const Army& army, const Force& force);

/// The side gives it up for an effect, where it has one: then the mark says that it has paid.
Force with_price(const Army& army, const Force& force, int paid);

}  // namespace broadside::ti4
