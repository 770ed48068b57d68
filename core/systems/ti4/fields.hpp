#pragma once
// Question: what may a player say about a side or a battle of Twilight Imperium 4?

#include <array>
#include <span>
#include <string_view>

#include "core/scenario/field.hpp"

namespace broadside::ti4 {

/// Hits that a side has still to take in a combat that has begun (RULES 9.54).
inline constexpr std::string_view kHitsDue = "hits";

/// By the numbers of BattleKind; the first is the usual one.
inline constexpr std::array<std::string_view, 4> kBattles{"space", "ground", "invasion",
                                                          "conquest"};

/// The field that names several planets.
inline constexpr std::string_view kPlanets = "planets";

std::span<const Field> fields();

}  // namespace broadside::ti4
