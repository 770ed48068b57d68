#pragma once
// Question: which orders does a battle consist of, who gives them and how does it end?
//
// The exchange of an order is joint: sorted dice are compared pair by pair, so what one side
// suffers depends on the same rolls as what the other does. The tables know two automata that
// exchange volleys; here the attacker (of the scenario) throws in every step, whoever acts: his row
// is chosen by the defender's force, and its outcomes are pairs of what he himself has become and
// what the defender suffers. The defender only absorbs, so he can count the turns at little cost.

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/systems/arcane_legions/exchange.hpp"
#include "core/systems/arcane_legions/fields.hpp"
#include "core/tables/battle_rules.hpp"

namespace broadside::arcane_legions {

/// `shooting`: turns of shooting, then a duel; players call it a volley.
enum class BattleKind : std::uint8_t { duel, close, ranged, turn, shooting };

/// Are there close orders in it, ranged ones?
bool fights_close(BattleKind kind, const Course& course);
bool shoots(BattleKind kind, const Course& course);

/// A step of the battle.
struct Phase {
  Side actor{};
  bool special = false;  ///< the special order of his policy instead of an attack
  Order order;
  bool pushed = false;  ///< paid for with a figure
  bool begins_turn = false, ends_turn = false;
  bool in_duel = false;  ///< its turn counts towards the limit
  bool in_loop = false;
};

/// What a single order did, kept with the attacker's final force.
struct Record {
  BySide<int> hits{}, damage{}, lost{};  ///< by side: scored, dealt, figures lost
  std::uint64_t pack() const;
  static Record of(std::uint64_t packed);
};

class Rules {
 public:
  using Force = arcane_legions::Force;
  using Throw = Pmf<std::pair<Volley, Force>>;

  Rules(BattleKind kind, BySide<Unit> units, const Readings& readings, const Course& course);

  const PlanOf<Phase>& plan() const { return plan_; }
  const Unit& unit(Side side) const { return units_[side]; }
  const Readings& readings() const { return readings_; }
  /// Does a side make its choices for a goal (RULES 8.17)?
  bool plays_free() const {
    return unit(Side::attacker).goal.has_value() || unit(Side::defender).goal.has_value();
  }
  bool single_order() const { return kind_ == BattleKind::close || kind_ == BattleKind::ranged; }

  Force start(Side side) const;
  Throw throws(Side side, int step, const Force& force, std::uint32_t seen) const;
  Force absorb(Side side, int step, const Force& force, Volley volley) const;
  int stance(Side side, int step, const Force& force) const;
  std::uint32_t feature(Side side, int step, const Force& force) const;
  std::pair<Volley, Volley> respond(int, Volley attacker, Volley defender) const {
    return {attacker, defender};
  }
  Force cross(Side side, int step, int edge, const Force& force) const;
  /// The same, nobody having paid for a push yet.
  Force turned(Side side, int step, int edge, const Force& force) const;

  /// Both forces after a result of the step, before they cross to the next.
  BySide<Force> apply(int step, const BySide<Force>& forces, const OrderResult& result) const;
  /// Can nothing change any more when these two meet in this step of the loop?
  bool stuck(int step, const BySide<Force>& forces) const;
  OrderLaw law(int step, const BySide<Force>& forces) const;

 private:
  const Phase& at(int step) const { return plan_.at(step); }
  void add_battle(bool moved);
  void add_duel(Side first);
  void add_turn(const std::vector<Phase>& turn);
  std::vector<Phase> turn_of(Phase order) const;
  std::vector<Phase> ranged_and_close(Phase order) const;
  void find_forces();
  std::vector<Force> after_blows(const Force& force) const;
  bool shoots_first() const { return kind_ == BattleKind::shooting; }
  int duel_turns() const { return course_.duel_turns(shoots_first()); }

  BattleKind kind_;
  BySide<Unit> units_;
  Readings readings_;
  Course course_;
  PlanOf<Phase> plan_;
  std::vector<Force> forces_;  ///< that the defender may begin a step with, without the clock
  std::map<Force, std::uint32_t> number_;
  std::unique_ptr<LawBook> book_ = std::make_unique<LawBook>();
};

}  // namespace broadside::arcane_legions
