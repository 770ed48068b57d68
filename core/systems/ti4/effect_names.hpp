#pragma once
// Question: which effect does a player mean?

#include <string>
#include <string_view>

#include "core/scenario/notation.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside::ti4 {

/// The id of the effect that a player means: by id, printed name, either without its kind ("plasma
/// scoring", "plasma"), an unambiguous part of the name or its initials ("nes"); units with a
/// special by their id, or by their printed name where their text must be told something. Newest
/// printings win, those of `faction` before others'. Empty where nothing or more than one thing
/// fits.
std::string find_effect_id(std::string_view typed, std::string_view faction);

/// An effect as it was typed, with the id that is meant.
EffectChoice with_id(EffectChoice typed, std::string_view faction);

/// What to say where that is empty: which effects it may be, or which name is near.
InputError unknown_effect(std::string_view typed, std::string_view where);

/// Whether a text without a plus names an effect.
Naming naming_of(std::string_view typed, std::string_view faction);

}  // namespace broadside::ti4
