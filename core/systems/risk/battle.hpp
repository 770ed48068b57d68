#pragma once
// Question: what do the dice of an attack in Risk do, and when is it over?
//
// Sorted dice are compared pair by pair, so one roll decides what both lose. Tables know two sides
// that exchange volleys; here the attacker throws for both. He sees how many dice the defender
// rolls, what he throws changes his own force, and its volley is what the defender loses.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/scenario/play_goal.hpp"
#include "core/scenario/side.hpp"
#include "core/tables/battle_rules.hpp"
#include "core/tables/index.hpp"

namespace broadside::risk {

/// Armies in the territory of a side.
struct Force {
  std::uint32_t armies = 0;
  friend bool operator==(const Force&, const Force&) = default;
  friend auto operator<=>(const Force&, const Force&) = default;
  friend std::size_t hash_value(const Force& force) { return hash_of(force.armies); }
};

/// RULES 2.1, 2.2: dice that these armies roll.
std::uint32_t dice_of(Side side, const Force& force);

/// What a roll costs.
struct Losses {
  std::uint32_t attacker = 0, defender = 0;
  friend auto operator<=>(const Losses&, const Losses&) = default;
};
/// RULES 2.3: dice from high to low, pair by pair, ties to the defender.
Losses compare(std::span<const int> attack, std::span<const int> defence);
/// All rolls of so many dice against so many.
const Pmf<Losses>& roll_law(std::uint32_t attack_dice, std::uint32_t defence_dice);

/// What is decided before the first roll.
struct Setup {
  bool one_roll = false;
  BySide<std::uint32_t> armies{};
  std::uint32_t stop = 1;          ///< the attacker breaks off with so many armies left
  std::optional<PlayGoal> goal{};  ///< the attacker breaks off when that is best for it (RULES 3.6)
  int rolls = 0;                   ///< the attack is looked at after so many; 0 = all are rolled
};

class Rules {
 public:
  using Force = risk::Force;
  using Throw = Pmf<std::pair<Volley, Force>>;

  explicit Rules(const Setup& setup);

  const Plan& plan() const { return plan_; }
  Force start(Side side) const { return {setup_.armies[side]}; }
  bool is_one_roll() const { return setup_.one_roll; }
  Throw throws(Side side, int step, const Force& force, std::uint32_t enemy_dice) const;
  Force absorb(Side side, int step, const Force& force, Volley lost) const;
  int stance(Side side, int step, const Force& force) const;
  std::uint32_t feature(Side side, int, const Force& force) const { return dice_of(side, force); }
  std::pair<Volley, Volley> respond(int, Volley attacker, Volley defender) const {
    return {attacker, defender};
  }
  Force cross(Side, int, int, const Force& force) const { return force; }
  /// RULES 3.6: before every roll.
  std::vector<Option<Force>> options(Side side, int step, const Force& force) const;

 private:
  bool rolls(int step) const { return plan_[static_cast<std::size_t>(step)].is_round; }

  Setup setup_;
  Plan plan_;
};

}  // namespace broadside::risk
