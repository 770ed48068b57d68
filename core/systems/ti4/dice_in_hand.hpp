#pragma once
// Question: how do the dice of a step fall when they are rolled one by one and told?

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include "core/kernel/rng.hpp"
#include "core/systems/ti4/army.hpp"
#include "core/systems/ti4/rolls.hpp"

namespace broadside::ti4 {

/// The dice of a step as they lie on the table.
struct Hand {
  /// For each die how often abilities of its owner have rolled it again by now (RULES 0.5); nothing
  /// before the first throw.
  std::vector<int> again;
  std::vector<std::vector<Rolled>> units;  ///< what the dice of each unit show
};

/// When does the owner of a Crown of Thalnos use it? RULES 9.21: once the enemy lets the dice lie,
/// where he could have them rolled again.
enum class Crown : std::uint8_t { at_once, waits };

/// Rolls the pools of a step, says what they show and adds it up.
class DiceInHand {
 public:
  explicit DiceInHand(std::uint64_t seed) : engine_(seed) {}

  Rolled roll(const std::vector<Pool>& pools, const Army& army, std::string& told) {
    Hand hand;
    return roll(pools, army, told, hand);
  }
  Rolled roll(const std::vector<Pool>& pools, const Army& army, std::string& told, Hand& hand,
              Crown crown = Crown::at_once) {
    Rolled total;
    std::size_t thrown = 0;
    hand.units.clear();
    for (const Pool& pool : pools) {
      told +=
          (told.empty() ? "" : "; ") + who(pool, army) + " (" + std::to_string(pool.die.hit_on) +
          "+" +
          (pool.die.add ? (pool.die.add > 0 ? ", +" : ", ") + std::to_string(pool.die.add) : "") +
          "):";
      for (int unit = 0; unit < pool.units; ++unit) {
        const int dice = pool.dice_each + (unit == 0 ? pool.extra : 0);
        std::vector<Rolled> shown_by_unit;
        for (int d = 0; d < dice; ++d) {
          if (thrown == hand.again.size()) hand.again.push_back(0);
          shown_by_unit.push_back(roll_die(pool.die, told, hand.again[thrown++]));
        }
        if (crown == Crown::at_once) use_crown(pool, shown_by_unit, told);
        for (const Rolled& rolled : shown_by_unit) total += rolled;
        hand.units.push_back(std::move(shown_by_unit));
      }
    }
    return total;
  }
  /// The Crown that has waited.
  Rolled crown(const std::vector<Pool>& pools, const Army& army, std::string& told, Hand& hand) {
    Rolled total;
    std::size_t next = 0;
    for (const Pool& pool : pools) {
      std::string again;
      for (int unit = 0; unit < pool.units; ++unit) {
        std::vector<Rolled>& shown_by_unit = hand.units[next++];
        use_crown(pool, shown_by_unit, again);
        for (const Rolled& rolled : shown_by_unit) total += rolled;
      }
      if (!again.empty()) told += "; misses of " + who(pool, army) + " again:" + again;
    }
    return total;
  }

  /// For what is not rolled with dice.
  double number() { return boost::random::uniform_real_distribution<double>{0, 1}(engine_); }

 private:
  Rolled throw_once(const Die& die, std::string& told) {
    const int face = boost::random::uniform_int_distribution<int>{1, 10}(engine_);
    const Rolled rolled = die.show(face);
    told += " " + std::to_string(face) +
            (die.succeeded(rolled) || count(rolled, Shown::second) > 0 ? "*" : "");
    return rolled;
  }
  /// Crown of Thalnos (RULES 3.4.6): what a miss has shown is gone once it is rolled again.
  void use_crown(const Pool& pool, std::vector<Rolled>& dice, std::string& told) {
    const auto hits = [&](Rolled rolled) { return pool.die.succeeded(rolled); };
    if (!pool.risks && !(pool.rerolls_with_hit && std::any_of(dice.begin(), dice.end(), hits)))
      return;
    Die with_crown = pool.die;
    with_crown.add += pool.crown_bonus;
    for (Rolled& rolled : dice) {
      if (hits(rolled)) continue;
      told += " >";
      rolled = throw_once(with_crown, told);
    }
    if (!pool.risks || std::any_of(dice.begin(), dice.end(), hits)) return;
    dice.push_back(shown(pool.risk));
    told += " (lost)";
  }
  Rolled roll_die(const Die& die, std::string& told, int& again) {
    Rolled rolled = throw_once(die, told);
    for (; again < die.rerolled_misses && !die.succeeded(rolled); ++again) {
      told += ">";
      rolled = throw_once(die, told);
    }
    return rolled;
  }
  static std::string who(const Pool& pool, const Army& army) {
    return pool.group < 0 ? "others" : nth(army.groups, pool.group).name;
  }

  Philox engine_;
};

}  // namespace broadside::ti4
