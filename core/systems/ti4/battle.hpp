#pragma once
// Question: what is thrown in each step of a TI4 battle and who takes it?
// The functions here are the rules; compile() writes them out as tables and replay.cpp
// tells one battle with them.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/force.hpp"
#include "core/systems/ti4/hits.hpp"
#include "core/systems/ti4/plan.hpp"
#include "core/systems/ti4/rolls.hpp"
#include "core/tables/battle_rules.hpp"
#include "core/tables/free_hits.hpp"

namespace broadside::ti4 {

namespace battle_words {
/// Instead of hits: the exchange does not count
inline constexpr Volley kRollAgain = Volley{1} << 30;
// The mark of a side: its first roll is thrown away, it has rolled again, it has used boosts.
inline constexpr std::uint8_t kThrownAway = 1, kRollingAgain = 2, kBoosted = 3;
}  // namespace battle_words

class Rules {
 public:
  using Force = ti4::Force;
  using Throw = Pmf<std::pair<Volley, Force>>;
  using ThrowKey = UnitsLeft;

  /// `rounds` of a combat are played, all where it is 0 (RULES 1.12).
  Rules(BattleKind kind, std::unique_ptr<const BySide<Army>> armies, int rounds = 0);
  Rules(const Rules&) = delete;  // the plan points into the armies
  Rules(Rules&&) = default;

  const PlanOf<PhaseAt>& plan() const { return plan_; }
  const Army& army(Side side) const { return (*armies_)[side]; }
  BattleKind kind() const { return kind_; }

  // As BattleRules, SharesThrows and TakesHitsOneByOne ask (core/tables/battle_rules.hpp).
  Force start(Side side) const { return starting_force(army(side)); }
  Throw throws(Side side, int step, const Force& force, std::uint32_t seen) const;
  /// Forces with the same key throw alike and are not changed by it.
  std::optional<ThrowKey> throw_key(Side side, int step, const Force& force) const;
  Force absorb(Side side, int step, const Force& force, Volley volley) const;
  /// Are these nothing but hits that can as well be assigned one by one?
  bool one_by_one(Side side, int step, Volley volley) const;
  int stance(Side side, int step, const Force& force) const;
  std::uint32_t feature(Side side, int step, const Force& force) const;
  std::pair<Volley, Volley> respond(int step, Volley attacker, Volley defender) const;
  Force cross(Side side, int step, int edge, const Force& force) const;

  /// The dice this side rolls in a step (none in an event), and what a result comes to.
  std::vector<Pool> dice(Side side, int step, const Force& force, std::uint32_t seen) const;
  std::pair<Volley, Force> result(Side side, int step, const Force& force, Rolled rolled,
                                  std::uint32_t seen) const;
  /// Has it units that would bombard in this step, and does a Planetary Shield stop them?
  bool stopped_by_shield(Side side, int step, const Force& force, std::uint32_t seen) const;
  // For telling a battle die by die: does the side roll dice here, what does it do before, what
  // does a forced reroll use up?
  bool rolls_dice(Side side, int step, const Force& force) const;
  Force before_roll(Side side, int step, const Force& force) const;
  Force after_forced_reroll(Side side, int step, const Force& force) const;
  /// Hits above which the enemy makes the side roll again; negative = he cannot.
  double reroll_above(Side side, int step, const Force& force, std::uint32_t seen) const;
  /// The force when a space cannon has hit it and nobody has looked at capacity yet; as it was in
  /// every other step.
  Force hit_by_cannon(Side side, int step, const Force& force, Volley volley) const;

  // Hits that a player takes one by one (core/tables/free_hits.hpp, RULES 9.50).
  bool frees_any() const;
  bool frees_hits(Side side, int step) const;
  Side chooser(Side side, int) const { return side; }
  std::vector<std::uint8_t> labels(Side side, int step) const;
  Pending<Force> open_hits(Side side, int step, const Force& force, Volley volley) const;
  std::vector<Move<Force>> moves(Side side, int step, const Pending<Force>& pending) const;
  bool has_replies(Side side, int step) const;
  std::optional<Pending<Force>> reply(Side side, int step, const Pending<Force>& pending) const;
  Pending<Force> let_pass(Side side, int step, const Pending<Force>& pending) const;
  Force close_hits(Side side, int step, const Force& force) const;
  bool offers(Side side, int step, int edge, const Force& force) const;
  std::string move_words(Side side, std::uint8_t label) const;
  std::string habit_words(Side side, std::uint8_t label) const;
  std::string reply_words(bool given) const;
  std::string offer_words(Side side, int step, int edge) const;

 private:
  const PhaseAt& at(int step) const { return plan_.at(step); }
  HitContext context_of(Side side, int step) const;
  bool may_roll_again(const PhaseAt& where) const;
  bool has_boosts(Side side, const PhaseAt& where, const Force& force) const;
  void use_boosts(Side side, const PhaseAt& where, Force& force) const;
  std::optional<Force> rolled_for_good(Side side, int step, const Force& force,
                                       Volley volley) const;
  Throw throws_event(Side side, const PhaseAt& where, const Force& force, std::uint32_t seen) const;
  void end_round(Side side, const PhaseAt& where, Force& force) const;
  void end_what_is_left(Side side, const PhaseAt& where, Force& force) const;
  Force barrage_before_hits(Side side, const Force& force, const Hits& hits) const;
  Force after_hits_of_step(Side side, int step, Force force) const;
  Pending<Force> left_of(Side side, int step, const Force& force, Hits hits,
                         std::uint32_t note) const;
  static Roll roll_of(Phase phase);
  Roll roll_of(int step) const { return roll_of(at(step).phase); }
  bool bombards_through(Side side, const Force& force, std::uint32_t seen) const;
  Force after_space(Side side, const Force& force) const;
  Volley volley_of(Side side, int step, const Force& force, Hits hits) const;
  Force take_volley(Side side, int step, const Force& force, Volley volley) const;
  Force take_round_hits(Side side, const Force& force, const Hits& hits, HitContext context) const;
  Throw leave_rift(Side side, const Force& force) const;
  Throw shoot_at_parting(Side side, const Force& force) const;
  Force take_parting_shot(Side side, const Force& force, Volley volley) const;
  Force with_card(Side side, int step, Force force) const;
  bool picks_excess(Side side, int step) const;
  bool chooses_hits(Side side, int step) const;
  Force with_some_aboard(int step, int edge, Force force) const;
  /// Is it chosen in this step who stays aboard?
  bool chooses_aboard(int step) const {
    const int commit = at(step).commit;
    return commit >= 0 && commit < static_cast<int>(army(Side::attacker).free.aboard.size());
  }

  BattleKind kind_;
  bool sustains_interact_ = false;
  std::unique_ptr<const BySide<Army>> armies_;
  PlanOf<PhaseAt> plan_;
};

}  // namespace broadside::ti4
