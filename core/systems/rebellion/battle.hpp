#pragma once
// Question: which steps does a combat without tactic cards have, what is thrown in each and who
// takes it? compile() writes these functions out as tables.
//
// Two theaters that have nothing to do with each other are fought one after the other, each to its
// end: the odds are the same and the tables stay small. Where something couples them (Ion Cannons,
// a Shield Bunker, retreats, Death Star Plans) a round is a space step, a ground step and its end.

#include <memory>
#include <utility>
#include <vector>

#include "core/systems/rebellion/ending.hpp"
#include "core/systems/rebellion/force.hpp"
#include "core/systems/rebellion/setup.hpp"
#include "core/tables/battle_rules.hpp"

namespace broadside::rebellion {

enum class Phase : std::uint8_t {
  attack,          ///< base: both at once; cinematic: one side
  plans,           ///< Death Star Plans
  may_retreat,     ///< does a side leave?
  decide_retreat,  ///< it may: does it want to?
  jammed,          ///< a Death Star that Ion Cannons have silenced
  left_alone,      ///< units that cannot hold a theater by themselves
  spared,          ///< structures that outlive the round although they are alone
  next_round,
};

struct PhaseAt {
  Phase phase{};
  Theater theater{};
  int round = 0;        ///< 0 = any later round
  Side side{};          ///< who retreats, who attacks (cinematic)
  bool closes = false;  ///< cinematic: the second attack, after which units are destroyed
};

class Rules {
 public:
  using Force = rebellion::Force;
  using Throw = std::pair<Volley, Force>;

  explicit Rules(const Setup& setup);

  const std::vector<StepPlan>& plan() const { return plan_; }
  Force start(Side side) const { return starting_force(army(side)); }
  Pmf<Throw> throws(Side side, int step, const Force& force, std::uint32_t seen) const;
  Force absorb(Side side, int step, const Force& force, Volley volley) const;
  int stance(Side side, int step, const Force& force) const;
  std::uint32_t feature(Side side, int step, const Force& force) const;
  std::pair<Volley, Volley> respond(int, Volley a, Volley b) const { return {a, b}; }
  Force cross(Side side, int step, int edge, const Force& force) const;

  /// Have the tables cost so much work by now that playing the combat gives an answer sooner?
  bool gave_up() const { return work_ > kMostWork; }

  /// Why the tables of this combat would be too large, or empty.
  static std::string too_large(const Setup& setup);

 private:
  const Army& army(Side side) const { return setup_.army(side); }
  const PhaseAt& phase(int step) const { return phases_[static_cast<std::size_t>(step)]; }
  Pmf<Throw> attack(Side side, const PhaseAt& where, const Force& force, std::uint32_t seen) const;
  Shown useful(Side side, const PhaseAt& where, const Force& force) const;
  int presence(const Force& force) const;
  bool spares(Side side, const PhaseAt& where, const Force& before, const Force& after) const;
  void plan_apart();
  void plan_together();
  int add(PhaseAt where, StepPlan plan);
  int add_attack(Theater theater, int round);
  Close close_of(int attacker, int defender) const;
  int last_special_round() const;
  bool may_ever_retreat(Side side) const;
  bool has_weak(Theater theater) const;

  const Setup& setup_;
  bool coupled_;  ///< the theaters matter to each other
  std::vector<StepPlan> plan_;
  std::vector<PhaseAt> phases_;
  std::vector<std::vector<std::array<std::uint8_t, 2>>> deeds_;  ///< [step][edge][side]: see Deed
  std::unique_ptr<RollLaws> laws_ = std::make_unique<RollLaws>();
  static constexpr std::uint64_t kMostWork = 1'500'000;
  mutable std::uint64_t work_ = 0;  ///< throws and forces worked out so far
};

}  // namespace broadside::rebellion
