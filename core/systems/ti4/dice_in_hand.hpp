#pragma once
// Question: how do the dice of a step fall when they are rolled one by one and told?

#include <cstdint>
#include <string>
#include <vector>

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include "core/kernel/rng.hpp"
#include "core/systems/ti4/army.hpp"
#include "core/systems/ti4/rolls.hpp"

namespace broadside::ti4 {

/// Rolls the pools of a step, says what they show and adds it up.
class DiceInHand {
 public:
  explicit DiceInHand(std::uint64_t seed) : engine_(seed) {}

  Rolled roll(const std::vector<Pool>& pools, const Army& army, std::string& told) {
    std::vector<int> again;
    return roll(pools, army, told, again);
  }
  /// `again` has for each die how often abilities of its owner have rolled it again by now
  /// (RULES 0.5), and nothing before the first throw.
  Rolled roll(const std::vector<Pool>& pools, const Army& army, std::string& told,
              std::vector<int>& again) {
    Rolled total;
    std::size_t thrown = 0;
    for (const Pool& pool : pools) {
      const std::string who = pool.group < 0 ? "others" : nth(army.groups, pool.group).name;
      told +=
          (told.empty() ? "" : "; ") + who + " (" + std::to_string(pool.die.hit_on) + "+" +
          (pool.die.add ? (pool.die.add > 0 ? ", +" : ", ") + std::to_string(pool.die.add) : "") +
          "):";
      for (int unit = 0; unit < pool.units; ++unit) {
        const int dice = pool.dice_each + (unit == 0 ? pool.extra : 0);
        Rolled shown_by_unit;
        int misses = 0;
        for (int d = 0; d < dice; ++d) {
          if (thrown == again.size()) again.push_back(0);
          const Rolled rolled = roll_die(pool, told, again[thrown++]);
          misses += !pool.die.succeeded(rolled);
          shown_by_unit += rolled;
        }
        if (pool.rerolls_with_hit && !pool.risks && pool.die.succeeded(shown_by_unit))
          shown_by_unit += roll_misses_again(pool, misses, told);
        if (pool.risks && !pool.die.succeeded(shown_by_unit)) {
          shown_by_unit += shown(pool.risk);
          told += " (lost)";
        }
        total += shown_by_unit;
      }
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
  /// Crown of Thalnos; misses show nothing that counts once they are rolled again.
  Rolled roll_misses_again(const Pool& pool, int misses, std::string& told) {
    Rolled rolled;
    for (int d = 0; d < misses; ++d) {
      told += " >";
      rolled += throw_once(with_crown(pool), told);
    }
    return rolled;
  }
  static Die with_crown(const Pool& pool) {
    Die second = pool.die;
    second.add += pool.crown_bonus;
    return second;
  }
  Rolled roll_die(const Pool& pool, std::string& told, int& again) {
    Rolled rolled = throw_once(pool.die, told);
    const auto roll_again = [&](const Die& die) {
      told += ">";
      rolled = throw_once(die, told);
    };
    for (; again < pool.die.rerolled_misses && !pool.die.succeeded(rolled); ++again)
      roll_again(pool.die);
    if (pool.risks && !pool.die.succeeded(rolled)) roll_again(with_crown(pool));
    return rolled;
  }

  Philox engine_;
};

}  // namespace broadside::ti4
