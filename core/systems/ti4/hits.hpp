#pragma once
// Question: hits have been produced against a side; who sustains, who is lost?

#include <algorithm>
#include <optional>

#include "core/systems/ti4/force.hpp"

namespace broadside::ti4 {

/// A volley of dice: hits by who may take them.
struct Hits {
  int any = 0;              ///< on whatever the roll may hit
  int non_fighter = 0;      ///< must go to non-fighter ships while there are any (RULES 5.1)
  int second = 0;           ///< infantry shot by a barrage; in space rounds see interplay.hpp
  bool no_sustain = false;  ///< the thrower's presence forbids sustaining

  // 11 bits for each kind of hit, 8 for the infantry; bit 30 is kRollAgain, bit 31 no_sustain. What
  // does not fit is cut off: set_up refuses a side that could take more (kMostHits).
  static constexpr Hits of(Volley volley) {
    return {static_cast<int>(volley & kMostHits), static_cast<int>(volley >> 11 & kMostHits),
            static_cast<int>(volley >> 22 & kMostOfAGroup), (volley >> 31) != 0};
  }
  constexpr Volley pack() const {
    return static_cast<Volley>(std::min(any, kMostHits)) |
           static_cast<Volley>(std::min(non_fighter, kMostHits)) << 11 |
           static_cast<Volley>(std::min(second, kMostOfAGroup)) << 22 |
           (no_sustain ? Volley{1} << 31 : 0);
  }
  constexpr int total() const { return any + non_fighter; }
};

struct HitContext {
  Roll roll = Roll::space_combat;
  int round = 1;
  Targets targets = Targets::ships;
  bool may_sustain = true;
  bool in_combat = true;
  /// Triggered by this round's hits: what happens once a round does not happen again
  bool answer = false;
  /// Both sides assign the hits of a round, and their sustains interact (interplay.hpp)
  bool window = false;
};

/// What so many hits make a side sustain, and the force before anybody is given up to them.
std::pair<HitReport, Force> sustain_hits(const Army& army, Force force, int hits,
                                         const HitContext& context);

/// Cancels, sustains and losses under the side's policy, then what the side does after hits;
/// surplus hits are lost. RULES 3.5.
Force take_hits(const Army& army, Force force, Hits hits, const HitContext& context);

/// Hits of a bombardment that galvanized units cancel.
int cancelled_by_tokens(const Army& army, const Force& force, const HitContext& context);

/// Units that are gone from `before` to `after` were destroyed without hits: what their loss
/// triggers.
Force after_losses(const Army& army, const Force& before, Force after, const HitContext& context);

/// Units destroyed without hits: no cancel, no sustain, but what their loss triggers.
Force lose_units(const Army& army, const Force& force, int group, int units,
                 const HitContext& context);

/// Hits that an effect of this side produces: they cannot be sustained where its units forbid that.
Volley hits_by(const Army& army, const Force& force, Hits hits, bool on_ground);
bool forbids_sustain(const Army& army, const Force& force, bool on_ground);
/// Is a ship in the system beside which enemies have no unit abilities (RULES 7.9)?
bool silences(const Army& army, const Force& force);

/// Hits on one unit that the enemy picked: only that unit may sustain. RULES 5.3. `group` < 0 =
/// nothing to pick.
Force take_chosen_hit(const Army& army, Force force, int group, bool may_sustain,
                      const HitContext& context);

/// The dearest unit that one hit destroys at once, else the dearest undamaged (RULES 9.12); -1 = no
/// unit. Units of a type that is wanted go before all others.
int pick_for_enemy(const Army& army, const Force& force, Targets targets, bool may_sustain,
                   std::optional<UnitType> wanted = {});

/// The eligible unit that fights least, a damaged one first (RULES 9.8); -1 = no unit.
int pick_to_sacrifice(const Army& army, const Force& force, Targets targets);

}  // namespace broadside::ti4
