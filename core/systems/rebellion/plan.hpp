#pragma once
// Question: which steps does a combat without tactic cards have, and in which order?
//
// Two theaters that have nothing to do with each other are fought one after the other, each to its
// end: the odds are the same and the tables stay small. Where something couples them (Ion Cannons,
// a Shield Bunker, retreats, Death Star Plans) a round is a space step, a ground step and its end.

#include <cstdint>

#include "core/systems/rebellion/setup.hpp"
#include "core/tables/plan.hpp"

namespace broadside::rebellion {

enum class Phase : std::uint8_t {
  attack,          ///< base: both at once; cinematic: one side
  plans,           ///< Death Star Plans
  may_retreat,     ///< does a side leave?
  decide_retreat,  ///< it may: does it want to?
  jammed,          ///< a Death Star that Ion Cannons have silenced
  left_alone,      ///< units that cannot hold a theater by themselves
  spared,          ///< structures that outlive the round although they are alone
  next_round,      ///< who is where
  closing,         ///< who is where is known: who has retreated
};

/// What the rules must know about a step.
struct PhaseAt {
  Phase phase{};
  Theater theater{};
  int round = 0;        ///< 0 = any later round
  Side side{};          ///< who retreats, who attacks (cinematic)
  bool closes = false;  ///< the last attack of a theater in a round: units are destroyed after it
};

/// What happens to a force on its way along an edge: bits of Deeds.
enum Deed : std::uint8_t {
  kNothing = 0,
  kRetreat = 1,
  kLoseShips = 2,
  kLoseGround = 4,
  kNoEnemyShips = 8,  ///< of a retreat: the enemy has none
  kMendSpace = 16,
  kMendGround = 32,
  kNewRound = 64,        ///< who rolled or scored in the last round does not matter any more
  kNoEnemyGround = 128,  ///< of a retreat: the enemy has no ground units
};

// Of a presence: see force.hpp.
constexpr bool in_space(int presence) { return (presence & 1) != 0; }
constexpr bool on_ground(int presence) { return (presence & 2) != 0; }

PlanOf<PhaseAt> plan_combat(const Setup& setup);

}  // namespace broadside::rebellion
