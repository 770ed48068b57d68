#pragma once
// An independent way to fight Risk: die by die, straight from the law book. It shares no code with
// core/systems/risk; only tests use it.

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>

namespace broadside::naive {

struct RiskTable {
  int attacker = 0, defender = 0;  ///< armies in the two territories

  /// RULES risk 2: one roll of all the dice that may be rolled.
  void roll(boost::random::mt19937& random) {
    const auto dice = [&](int count) {
      std::vector<int> row;
      for (int i = 0; i < count; ++i)
        row.push_back(boost::random::uniform_int_distribution<int>{1, 6}(random));
      std::sort(row.begin(), row.end(), std::greater<>{});
      return row;
    };
    const auto attack = dice(std::min(3, attacker - 1)), defence = dice(std::min(2, defender));
    for (std::size_t pair = 0; pair < attack.size() && pair < defence.size(); ++pair)
      --(attack[pair] > defence[pair] ? defender : attacker);
  }

  /// RULES risk 3: until the territory is taken, or the attacker breaks off or has a single army.
  void attack(boost::random::mt19937& random, int stop, int most_rolls = 1000) {
    for (int i = 0; i < most_rolls && defender > 0 && attacker > std::max(1, stop); ++i)
      roll(random);
  }
};

}  // namespace broadside::naive
