#pragma once
// Question: what is thrown in each step of a combat without tactic cards and who takes it?
// compile() writes these functions out as tables.

#include <memory>
#include <string>
#include <utility>

#include "core/systems/rebellion/force.hpp"
#include "core/systems/rebellion/plan.hpp"
#include "core/systems/rebellion/setup.hpp"
#include "core/tables/battle_rules.hpp"

namespace broadside::rebellion {

class Rules {
 public:
  using Force = rebellion::Force;
  using Throw = std::pair<Volley, Force>;

  explicit Rules(const Setup& setup);

  const PlanOf<PhaseAt>& plan() const { return plan_; }
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
  const PhaseAt& phase(int step) const { return plan_.at(step); }
  Pmf<Throw> attack(Side side, const PhaseAt& where, const Force& force, std::uint32_t seen) const;
  Shown useful(Side side, const PhaseAt& where, const Force& force) const;
  bool spares(Side side, const PhaseAt& where, const Force& before, const Force& after) const;

  const Setup& setup_;
  bool coupled_;  ///< the theaters matter to each other
  PlanOf<PhaseAt> plan_;
  std::unique_ptr<RollLaws> laws_ = std::make_unique<RollLaws>();
  static constexpr std::uint64_t kMostWork = 1'500'000;
  mutable std::uint64_t work_ = 0;  ///< throws and forces worked out so far
};

}  // namespace broadside::rebellion
