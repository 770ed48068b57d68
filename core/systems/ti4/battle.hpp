#pragma once
// Question: which steps does a TI4 battle have, what is thrown in each and who takes it?
// The functions here are the rules; core/compile.hpp writes them out as tables and replay.cpp tells one battle with them.

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/compile.hpp"
#include "core/pmf.hpp"
#include "core/scenario.hpp"
#include "core/systems/ti4/force.hpp"

namespace broadside::ti4 {

enum class BattleKind : std::uint8_t { space, ground, invasion, conquest };

/// The steps of the digest (rules.md 2 to 4) that change odds.
enum class Phase : std::uint8_t {
  attacker_space_cannon,  ///< 2: the active player fires first
  defender_space_cannon,
  barrage,       ///< 3.2
  space_round,   ///< 3.4, 3.5; with a retreat announced: 3.6
  bombardment,   ///< 4.1
  landing_fire,  ///< 4.3 space cannon defense
  ground_round,  ///< 4.4
  no_combat,     ///< nothing is rolled; only decides where the battle goes
};

struct PhaseAt {
  Phase phase{};
  int round = 0;             ///< of its combat, from 1; the last one stands for all later rounds
  int retreats = -1;         ///< index of the side that leaves after this round, or -1
  std::uint32_t leaving = 0; ///< bit e: along edge e that side leaves (elsewhere the retreat was called off)
};

/// Dice of one side in one roll: so many dice that hit on so much.
struct Pool {
  std::size_t group = 0;
  int dice = 0;
  int hit_on = 11;
  double chance() const;  ///< of one die, TI4 rules digest 0
};

class Rules {
 public:
  using Force = ti4::Force;
  using Throw = Pmf<std::pair<Volley, Force>>;

  Rules(BattleKind kind, std::array<Army, 2> armies);

  const std::vector<StepPlan>& plan() const { return plan_; }
  const std::vector<PhaseAt>& phases() const { return phases_; }
  const Army& army(Side side) const { return armies_[static_cast<std::size_t>(index(side))]; }
  BattleKind kind() const { return kind_; }

  Force start(Side side) const { return starting_force(army(side)); }
  Throw throws(Side side, int step, const Force& force, std::uint32_t feature) const;
  Force absorb(Side side, int step, const Force& force, Volley volley) const;
  int stance(Side side, int step, const Force& force) const;
  std::uint32_t feature(Side, int, const Force&) const { return 0; }
  std::pair<Volley, Volley> respond(int, Volley attacker, Volley defender) const { return {attacker, defender}; }
  Force cross(Side side, int step, int edge, const Force& force) const;

  /// The dice this side rolls in a step.
  std::vector<Pool> pools(Side side, int step, const Force& force) const;

 private:
  const PhaseAt& at(int step) const { return phases_[static_cast<std::size_t>(step)]; }
  Phase phase(int step) const { return at(step).phase; }
  int add_step(PhaseAt where, StepPlan plan);
  void plan_space(bool then_invade);
  void plan_invasion();
  bool can_bombard() const;
  bool has_dice(Side side, Dice Group::*roll) const;
  Force after_space(Side side, const Force& force) const;
  Force retreat(Side side, const Force& force) const;

  BattleKind kind_;
  std::array<Army, 2> armies_;
  std::vector<StepPlan> plan_;
  std::vector<PhaseAt> phases_;
};

}  // namespace broadside::ti4
