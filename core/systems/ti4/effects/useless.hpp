#pragma once
// Question: why does an effect find nothing to work on, where several effects work on the same?
//
// For Effect::useless: an empty text says that there is something. What only might matter counts.

#include <string_view>

#include "core/systems/ti4/effects/effect.hpp"

namespace broadside::ti4 {

// What the side lacks itself.
std::string_view lacks_small_ship(const Builder& build, Side side);  ///< cruiser, destroyer
std::string_view lacks_fighters(const Builder& build, Side side);
std::string_view lacks_cannons(const Builder& build, Side side);
std::string_view lacks_barrage(const Builder& build, Side side);
/// Dice for space cannon or bombardment, or for any roll of a unit ability.
std::string_view lacks_guns(const Builder& build, Side side);
std::string_view lacks_ability_dice(const Builder& build, Side side);

// What the enemy lacks.
std::string_view meets_no_cannons(const Builder& build, Side side);
/// The same for what keeps them from firing at ships itself.
std::string_view meets_no_cannons_to_block(const Builder& build, Side side);
std::string_view meets_no_ability_dice(const Builder& build, Side side);

// What a text needs of both.
std::string_view no_use_for_assault_cannon(const Builder& build, Side side);
std::string_view no_use_for_impulse_core(const Builder& build, Side side);
std::string_view no_use_for_raid_formation(const Builder& build, Side side);

}  // namespace broadside::ti4
