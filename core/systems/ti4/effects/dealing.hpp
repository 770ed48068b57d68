#pragma once
// Question: at which of several planets does an effect count (RULES 9.42)?

#include <cstdint>
#include <span>
#include <string_view>

#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/effects_table.hpp"

namespace broadside::ti4 {

/// How an effect is dealt out to the planets of one battle.
enum class Dealt : std::uint8_t {
  everywhere,    ///< it always holds, lasts the invasion, or is about every planet
  first_planet,  ///< it happens once: at the first planet that is defended
  shared_uses,   ///< what `uses` counts is there once for all planets: spent at that one
  with_fleet,    ///< it changes the attacker's fleet, which is there once for all planets
};
/// For a side that brings it; the id is resolved.
Dealt dealt(const EffectChoice& choice, Side side);

/// An effect whose words say otherwise than its kind (RULES 9.42.1 to 9.42.3).
struct DealtByWords {
  std::string_view id;  ///< of an effect, or of a unit with a special
  Dealt dealt;
  std::string_view words;  ///< of its text
};
std::span<const DealtByWords> dealt_by_words();

/// Is it gone once it was used: a card, or what is exhausted or purged for it?
bool is_used_up(const EffectFact& fact);

}  // namespace broadside::ti4
