#pragma once
// Question: what may a player say about an effect, and in which order are abilities used?

#include <string>

#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/effects/effect.hpp"

namespace broadside::ti4 {

/// What the player typed -> an id of the catalogue (or of a unit), or empty. Ids, printed names
/// and unambiguous parts of them.
std::string resolve_id(const std::string& typed, const Army& army);

/// Refuses what does not fit the side or the effect, whose id is resolved.
Problem check_choice(const EffectChoice& choice, const Army& army, const std::string& where);

/// Is it only about what a ground combat alone does not have: bombardment, landing, space cannon?
bool needs_invasion(const EffectFact& fact);

/// RULES 9.7: own abilities at the start of a combat, those that the player names first, then in
/// their default order.
Problem order_abilities(const Scenario& scenario, Builder& build, Side side);

}  // namespace broadside::ti4
