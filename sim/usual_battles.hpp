#pragma once
// Question: how many battles are played where nobody says how many?

#include <cstdint>

#include "core/tables/duel.hpp"

namespace broadside {

/// The usual number of battles: to 0.05 %, and to 0.1 % where there are no tables and a battle takes
/// some hundred times as long. Either takes less than a second.
inline constexpr std::uint64_t kUsualBattles = 4'194'304, kUsualWithoutTables = 1'048'576;

/// The usual number, or fewer whole chunks where battles are so long that it would take seconds.
/// How long they are is seen from a few battles of a stream of their own: the number does not hang
/// on what is counted, so plain intervals hold for it.
std::uint64_t usual_battles(const Duel& duel, std::uint64_t seed);

/// How many rounds one battle takes, seen from those few; 0 where none is played.
double rounds_a_battle(const Duel& duel, std::uint64_t seed);

}  // namespace broadside
