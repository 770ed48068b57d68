#pragma once
// Question: what may one order do to the two units, and how likely is each of it?

#include <map>
#include <string_view>
#include <vector>

#include "core/systems/arcane_legions/force.hpp"
#include "core/tables/pmf.hpp"

namespace broadside::arcane_legions {

struct Order {
  bool ranged = false;
  bool moved = false;     ///< the unit has moved for it
  bool attacked = false;  ///< not its first order of this turn
};

/// One side of an order: the unit and what of it is ready when the dice are counted.
struct Party {
  const Unit& unit;
  const Force& force;
  Ready ready;
  Party(const Unit& u, const Force& f) : unit(u), force(f), ready(arcane_legions::ready(u, f)) {}
};

/// Dice of one side: icons, then every change with its reason (RULES 2).
struct DiceCount {
  struct Change {
    std::string_view why;
    int dice;
  };
  int icons = 0;
  std::vector<Change> changes;
  int dice = 0;
};

/// What one order does.
struct OrderResult {
  int attacker_hits = 0, defender_hits = 0;  ///< the attacker's with criticals
  Blow on_target, on_actor;
  friend bool operator==(const OrderResult&, const OrderResult&) = default;
};

/// Laws of hits that have been counted already.
class LawBook {
 public:
  const HitLaw& operator()(const LineUp& lineup);

 private:
  std::map<LineUp, HitLaw> known_;
};

/// Has the acting unit the icon that the order needs (RULES 2.7)? Bonus dice do not replace it.
bool may_order(const Party& actor, const Order& order);

/// `bonus_dice` are those that Claws of Chaos has rolled for.
DiceCount attack_dice(const Readings& readings, const Party& actor, const Party& target,
                      const Order& order, int bonus_dice);
DiceCount defence_dice(const Readings& readings, const Party& actor, const Party& target,
                       const Order& order);

LineUp lineup_of(const Readings& readings, const Party& actor, const Party& target,
                 const Order& order, int bonus_dice);

/// RULES 3.9 to 3.11. `gift` is what the dice of Dragon's Gift show.
OrderResult settle(const Readings& readings, const Party& actor, const Party& target,
                   const Order& order, const Hits& hits, int gift);

using OrderLaw = std::vector<std::pair<OrderResult, double>>;

/// An order and all that may come of it; nothing happens where it may not be given.
OrderLaw order_law(const Readings& readings, const Party& actor, const Party& target,
                   const Order& order, LawBook& book);

/// The special order of the actor's policy.
OrderLaw special_law(const Party& actor, const Party& target);

}  // namespace broadside::arcane_legions
