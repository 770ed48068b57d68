// Rolls of a round that The Thundarian throws away, and what stays for the second roll: RULES 3.4.5.
#include <optional>

#include "core/systems/ti4/battle.hpp"

namespace broadside::ti4 {

using namespace battle_words;

/// Can the rolls of this step be thrown away (RULES 3.4.5)?
bool Rules::may_roll_again(const PhaseAt& where) const {
  if (where.again || (where.phase != Phase::space_round && where.phase != Phase::ground_round))
    return false;
  const Roll roll = on_planet(where.phase) ? Roll::ground_combat : Roll::space_combat;
  return army(Side::attacker).rolls_again(roll, where.round) ||
         army(Side::defender).rolls_again(roll, where.round);
}

bool Rules::has_boosts(Side side, const PhaseAt& where, const Force& force) const {
  Force used = force;
  use_boosts(side, where, used);
  return used != force;
}

/// What holds for a round has been used in it.
void Rules::use_boosts(Side side, const PhaseAt& where, Force& force) const {
  const RollMask roll = mask(roll_of(where.phase));
  const auto use = [&](const auto& boost) {
    if (boost.mark >= 0 && (boost.rolls & roll) && boost.rounds.has(where.round) &&
        force.mark(boost.mark) > 0)
      --force.mark(boost.mark);
  };
  for (const DieChange& change : army(side).die_changes) use(change);
  for (const ExtraDice& extra : army(side).extra_dice) use(extra);
  for (const Reroll& reroll : army(side).rerolls)
    if (reroll.which != Reroll::Which::all_when_above && !reroll.of_one_roll) use(reroll);
}

/// The side before it takes these hits, where rolls may be thrown away; nothing where there are none
/// to take.
std::optional<Rules::Force> Rules::rolled_for_good(Side side, int step, const Force& force,
                                                   Volley volley) const {
  const PhaseAt& where = at(step);
  Force rolled = force;
  if (where.again) {
    if (force.mark(army(side).again_mark) != kRollingAgain) return std::nullopt;
    rolled.mark(army(side).again_mark) = 0;
  } else if (may_roll_again(where)) {
    if (force.mark(army(side).again_mark) == kBoosted && volley != kRollAgain)
      use_boosts(side, where, rolled);
    rolled.mark(army(side).again_mark) = volley == kRollAgain ? kThrownAway : 0;
  }
  return rolled;
}

}  // namespace broadside::ti4
