#pragma once
// Question: which steps does a battle have in which a side makes its choices for a goal, and what
// is there to choose in each (RULES 8.17)?
//
// The steps of Rules, each in parts: figures regroup, a push is paid for, the order is given in one
// of its ways (the roll), then the damage is taken figure by figure. What is chosen leaves a part
// by an edge of its own (StepPlan::offers); which one, is solved afterwards (sim/best_play).

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/systems/arcane_legions/battle.hpp"
#include "core/systems/arcane_legions/dealing.hpp"
#include "core/tables/compile.hpp"

namespace broadside::arcane_legions {

class FreePlay {
 public:
  using Force = Dealing::Left;
  using Throw = Pmf<std::pair<Volley, Force>>;

  /// `first` names his casualties first where both choose.
  FreePlay(const Rules& rules, Side first);

  const Plan& plan() const { return plan_; }
  Force start(Side side) const;
  Throw throws(Side side, int step, const Force& force, std::uint32_t seen) const;
  Force absorb(Side side, int step, const Force& force, Volley volley) const;
  int stance(Side side, int step, const Force& force) const;
  std::uint32_t feature(Side side, int step, const Force& force) const;
  std::pair<Volley, Volley> respond(int, Volley attacker, Volley defender) const {
    return {attacker, defender};
  }
  Force cross(Side side, int step, int edge, const Force& force) const;
  std::vector<Option<Force>> options(Side side, int step, const Force& force) const;
  bool gave_up() const { return gave_up_; }

  /// By choice of the duel what its edges do, in words; then once more each of them as a habit.
  std::vector<std::vector<std::string>> words_of(const std::vector<Choice>& choices) const;

 private:
  enum class Kind : std::uint8_t {
    regroup,  ///< a side may change its layout
    push,     ///< the acting unit may pay for another order
    roll,     ///< an order, or none
    take,     ///< damage is taken
    back,     ///< between two figures, where the battle does not come back by itself
  };
  struct Part {
    Kind kind{};
    int step = 0;  ///< of the rules
    Side side{};   ///< who regroups, gives the order, takes damage
    Layout layout{};
    const Unit* actor = nullptr;  ///< of a roll: the unit as it gives the order; none: no order
    std::string way{};            ///< what is special about that order, in words
    bool of_target = false;       ///< of a way: whether it is there depends on the enemy's force
    int next = kJudges;           ///< where it leads when it is played
    int first_way = 0, ways = 0;  ///< of the usual roll: the others
    bool due = false;             ///< of a take: before the first turn
    int first_edge = 0;           ///< of the edges of the rules
    std::vector<std::uint8_t> labels{};  ///< by edge, of a take
  };
  static constexpr int kJudges = -1;  ///< the last part of its step: from here on as the rules say

  const Unit& unit(Side side) const { return rules_.unit(side); }
  const Dealing& dealing(Side side) const { return dealing_[static_cast<std::size_t>(side)]; }
  const Part& at(int part) const { return parts_[static_cast<std::size_t>(part)]; }
  const Phase& phase(const Part& part) const { return rules_.plan().at(part.step); }
  bool chooses_damage(Side side) const;

  void lay_out(int step, Side first);
  void add_ways(int step);
  std::vector<Part> ways_of(int step);
  const Unit* variant(const Unit& unit);
  void add_takes(int step, Side first, std::size_t first_roll);
  void build(const Part& part, int number);
  void judge(StepPlan& plan, Part& part) const;
  OrderLaw law(const Part& part, const BySide<arcane_legions::Force>& forces) const;
  Blow shortened(Side side, const arcane_legions::Force& force, const Part& part, Blow blow) const;
  Force opened(const Part& part, Side side, const arcane_legions::Force& force,
               const Blow& blow) const;
  Force wiped(const Part& part, Side side, Force force) const;
  void find_forces();
  std::vector<Force> after_roll(const Part& part, const Force& force) const;

  const Rules& rules_;
  std::vector<Dealing> dealing_;  ///< by side
  std::deque<Unit> variants_;
  std::vector<Part> parts_;
  std::vector<int> entry_;  ///< by step of the rules: its first part
  Plan plan_;
  struct Seen {
    std::vector<arcane_legions::Force> forces;
    std::map<arcane_legions::Force, std::uint32_t> number;
  };
  std::vector<Seen> seen_;  ///< by part: forces of the defender that a roll meets
  bool gave_up_ = false;
  mutable LawBook book_;
};

/// The tables of a battle in which a side plays for a goal; an error where there are too many
/// forces.
Result<Compiled<Force>> compile_free_play(const Rules& rules, Side first, const TableLimits& limits,
                                          std::vector<std::vector<std::string>>* words = nullptr);

}  // namespace broadside::arcane_legions
