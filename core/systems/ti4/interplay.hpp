#pragma once
// Question: both sides assign the hits of a combat round; what do the sustains of one side do to
// the other meanwhile?
//
// Sustains alternate, the attacker first, before anybody is lost (RULES 3.5.1): Reflective Shielding
// adds to the hits that the enemy is still assigning (3.5.8), a Direct Hit may take the ship that
// keeps the enemy from sustaining, and Sleeper Cell places a copy of a ship that Direct Hit takes,
// in time to sustain (3.5.9). Forces do not see each other: each side's volley tells what its own
// sustains would do, and the two volleys settle what comes of it.

#include <utility>

#include "core/scenario/side.hpp"
#include "core/systems/ti4/hits.hpp"

namespace broadside::ti4 {

/// What the sustains of a side do to the enemy in space, by the hits that it takes: from how many
/// on. 0 = never. Of several ships lost to Direct Hit in a round the first counts; a side with Reflective
/// Shielding does not tell of them, so their copies come after the losses.
struct Interplay {
  int reflects_at = 0;  ///< a ship sustains and Reflective Shielding answers
  int more = 0;         ///< bit i: so again with another card from 1 + i hits more on
  int unblocks_at = 0;  ///< Direct Hit has taken what keeps the enemy from sustaining
  int shot_at = 0;      ///< Direct Hit takes a ship
  UnitType shot{};      ///< its type
};

/// Can it matter at all?
bool sustains_interact(const Army& attacker, const Army& defender);

/// Cards of Reflective Shielding that a side may play in one assignment (RULES 3.5.8): where its
/// volley must also tell that Direct Hit lets the enemy sustain again, one.
int most_reflected(const Army& army);

/// Does this side's volley tell of a ship that Direct Hit takes?
inline bool tells_of_shots(const Army& army) {
  return army.enemy_places_copies && army.reflects_mark < 0;
}

/// The hits with what the side's own sustains would do (in the bits of Hits::second).
Hits with_interplay(const Army& army, const Force& force, int round, Hits hits);

/// The volleys of a round after all sustains: more hits, hits that can be sustained after all, ships
/// that have come.
std::pair<Volley, Volley> interact(const Army& attacker, const Army& defender, Volley by_attacker,
                                   Volley by_defender);

// On the ground a sustain of a Valkyrie Exoskeleton adds a hit to those that the enemy is still
// assigning (4.4.4), in time for a sustain of his that takes two; not against bombardment or space
// cannon.

/// Where hits that come one after the other do what all at once would do, an answer after the losses
/// does the same with smaller tables: such sides get it instead of their wards. The armies are
/// complete otherwise, policies included.
void settle_wards(BySide<Army>& armies);

/// The hits with the number of units that would answer by sustaining (in the bits of Hits::second).
Hits with_wards(const Army& army, const Force& force, Hits hits);

/// The hits of a ground combat round after all such sustains; where a sustain takes two, with the
/// number of those that came so (in the bits of Hits::second).
std::pair<Volley, Volley> interact_on_ground(const Army& attacker, const Army& defender,
                                             const Hits& by_attacker, const Hits& by_defender);

/// The side with the copy of an enemy ship that has just come.
Force with_arrivals(const Army& army, Force force, const Hits& hits);

}  // namespace broadside::ti4
