#pragma once
// Question: what is thrown in each step of a combat without tactic cards and who takes it?
// compile() writes these functions out as tables.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/systems/rebellion/force.hpp"
#include "core/systems/rebellion/plan.hpp"
#include "core/systems/rebellion/setup.hpp"
#include "core/tables/battle_rules.hpp"
#include "core/tables/free_hits.hpp"

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

  // Targets that a player chooses hit by hit (core/tables/free_hits.hpp, RULES 9.17).
  bool frees_any() const;
  bool frees_hits(Side side, int step) const;
  Side chooser(Side side, int) const { return other(side); }
  std::vector<std::uint8_t> labels(Side side, int step) const;
  Pending<Force> open_hits(Side side, int step, const Force& force, Volley volley) const;
  std::vector<Move<Force>> moves(Side side, int step, const Pending<Force>& pending) const;
  bool has_replies(Side, int) const { return false; }
  std::optional<Pending<Force>> reply(Side, int, const Pending<Force>&) const { return {}; }
  Pending<Force> let_pass(Side, int, const Pending<Force>& pending) const { return pending; }
  Force close_hits(Side side, int step, const Force& force) const;
  bool offers(Side, int, int, const Force&) const { return true; }
  std::string move_words(Side side, std::uint8_t cell) const { return target_words(side, cell, 1); }
  std::string habit_words(Side side, std::uint8_t cell) const {
    return target_words(side, cell, 2);
  }
  std::string target_words(Side side, std::uint8_t cell, int count) const;
  std::string reply_words(bool) const { return ""; }
  std::string offer_words(Side, int, int) const { return "retreat"; }

 private:
  Force end_attacks(Side side, const PhaseAt& where, const Force& before, Force after) const;
  Pending<Force> left_of(Side side, Theater theater, const Force& force, const Hits& hits) const;
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
