#pragma once
// Question: do the two theaters of a combat matter to each other, and can it come to a standstill?

#include "core/systems/rebellion/setup.hpp"

namespace broadside::rebellion {

const Army& empire_of(const Setup& setup);
const Army& rebels_of(const Setup& setup);
int units_of(const Army& army, UnitId id);
int stations(const Army& army);
bool may_ever_retreat(const Army& army);
/// Does anything that happens in one theater matter in the other?
bool are_coupled(const Setup& setup);
/// Nothing changes any more only where a station cannot be hurt and does not roll: under a Shield
/// Bunker, or silenced by Ion Cannons. All other units have dice, can be hurt, or are lost when
/// they are left alone.
bool can_stall(const Setup& setup);
/// A Death Star can be silenced by two Ion Cannons (RULES 5.8).
bool silences(const Setup& setup);

}  // namespace broadside::rebellion
