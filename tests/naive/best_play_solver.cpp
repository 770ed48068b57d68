#include "tests/naive/best_play_solver.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace naive {
namespace {

struct Numbers {
  int hits_on, dice;
  double cost;
  int carries, needs;
  bool sustains;
};
constexpr std::array<Numbers, kShips> kNumbers{{{9, 1, 0.5, 0, 1, false},
                                                {9, 1, 1, 0, 0, false},
                                                {7, 1, 2, 0, 0, false},
                                                {9, 1, 3, 4, 0, false},
                                                {5, 1, 4, 1, 0, true},
                                                {3, 3, 12, 6, 0, true}}};
/// The usual order of losses.
constexpr std::array<Ship, kShips> kUsual{kFighter, kDestroyer,   kCruiser,
                                          kCarrier, kDreadnought, kWarSun};

int count(const Fleet& fleet) {
  int sum = 0;
  for (int t = 0; t < kShips; ++t) sum += fleet.whole[t] + fleet.damaged[t];
  return sum;
}

std::vector<double> dice_law(const std::vector<double>& dice) {
  std::vector<double> law{1.0};
  for (const double p : dice) {
    std::vector<double> next(law.size() + 1, 0.0);
    for (std::size_t h = 0; h < law.size(); ++h) {
      next[h] += law[h] * (1 - p);
      next[h + 1] += law[h] * p;
    }
    law = std::move(next);
  }
  return law;
}

std::vector<double> round_law(const Fleet& fleet) {
  std::vector<double> dice;
  for (int t = 0; t < kShips; ++t)
    for (int i = 0; i < (fleet.whole[t] + fleet.damaged[t]) * kNumbers[t].dice; ++i)
      dice.push_back((11 - kNumbers[t].hits_on) / 10.0);
  return dice_law(dice);
}

std::vector<double> barrage_law(const Fleet& fleet) {
  return dice_law(std::vector<double>(static_cast<std::size_t>(2 * fleet.whole[kDestroyer]), 0.2));
}

double cost(const Fleet& fleet) {
  double sum = 0;
  for (int t = 0; t < kShips; ++t) sum += kNumbers[t].cost * (fleet.whole[t] + fleet.damaged[t]);
  return sum;
}

/// Fighters that nobody can carry are removed after the combat.
Fleet carried(Fleet fleet) {
  int room = 0;
  for (int t = 0; t < kShips; ++t)
    room += kNumbers[t].carries * (fleet.whole[t] + fleet.damaged[t]);
  fleet.whole[kFighter] = std::min(fleet.whole[kFighter], room);
  return fleet;
}

class Solver {
 public:
  explicit Solver(const Question& question) : q_(question) {
    begin_ = cost(q_.attacker) - cost(q_.defender);
  }

  double solve() {
    const auto by_a = barrage_law(q_.attacker), by_d = barrage_law(q_.defender);
    double sum = 0;
    for (std::size_t h = 0; h < by_d.size(); ++h)
      for (std::size_t k = 0; k < by_a.size(); ++k)
        sum += by_d[h] * by_a[k] *
               taken(q_.attacker, static_cast<int>(h), q_.defender, static_cast<int>(k), true);
    return q_.attacker_best ? sum : -sum;
  }

 private:
  using Leaf = std::function<double(const Fleet&)>;

  /// Before a round, in the attacker's eyes.
  double value(const Fleet& a, const Fleet& d) {
    if (count(a) == 0 || count(d) == 0) return ended(a, d);
    const auto at = known_.find({a, d});
    if (at != known_.end()) return at->second;
    const auto by_a = round_law(a), by_d = round_law(d);
    double sum = 0;
    for (std::size_t h = 0; h < by_d.size(); ++h)
      for (std::size_t k = 0; k < by_a.size(); ++k)
        if (h + k > 0)
          sum += by_d[h] * by_a[k] * taken(a, static_cast<int>(h), d, static_cast<int>(k), false);
    return known_[{a, d}] = sum / (1 - by_a[0] * by_d[0]);
  }

  double ended(const Fleet& a, const Fleet& d) const {
    const bool mine = q_.attacker_best;
    const bool won = mine ? count(d) == 0 && count(a) > 0 : count(a) == 0 && count(d) > 0;
    if (q_.aim == Aim::win) return mine ? won : -double(won);
    // Resources that the defender has lost less those of the attacker.
    const double net = cost(carried(a)) - cost(carried(d)) - begin_;
    return net + (mine ? 1 : -1) * q_.win_worth * won;
  }

  /// The attacker has h hits to take, then the defender k.
  double taken(const Fleet& a, int h, const Fleet& d, int k, bool barrage) {
    const auto after_a = [&](const Fleet& left_a) {
      const auto after_d = [&](const Fleet& left_d) { return value(left_a, left_d); };
      return assign(d, k, barrage, q_.defender_best, -1, q_.attacker_best, after_d);
    };
    return assign(a, h, barrage, q_.attacker_best, 1, q_.defender_best, after_a);
  }

  /// What hits on a fleet come to; `sign` = 1 where its owner wants the value high.
  double assign(const Fleet& fleet, int hits, bool barrage, bool chooses, int sign,
                bool enemy_chooses, const Leaf& leaf) {
    if (barrage && fleet.shields == 0) hits = std::min(hits, fleet.whole[kFighter]);
    const bool worth = barrage
                           ? std::min(hits, fleet.whole[kFighter]) >= 2
                           : hits >= 2 || (count(fleet) == 1 && hits > 0 && !can_sustain(fleet));
    if (fleet.shields > 0 && hits > 0 && (!barrage || fleet.whole[kFighter] > 0)) {
      Fleet spent = fleet;
      --spent.shields;
      const auto with = [&] {
        return take(spent, std::max(0, hits - 2), barrage, chooses, sign, enemy_chooses, leaf);
      };
      const auto without = [&] {
        return take(fleet, hits, barrage, chooses, sign, enemy_chooses, leaf);
      };
      if (!chooses) return worth ? with() : without();
      return sign * std::max(sign * with(), sign * without());
    }
    return take(fleet, hits, barrage, chooses, sign, enemy_chooses, leaf);
  }

  static bool can_sustain(const Fleet& fleet) {
    return fleet.whole[kDreadnought] + fleet.whole[kWarSun] > 0;
  }

  double take(const Fleet& fleet, int hits, bool barrage, bool chooses, int sign,
              bool enemy_chooses, const Leaf& leaf) {
    if (barrage) {
      Fleet left = fleet;
      left.whole[kFighter] -= std::min(hits, left.whole[kFighter]);
      return leaf(left);
    }
    if (fleet.direct_hits > 0 || !chooses)
      return one_by_one(fleet, hits, chooses, sign, enemy_chooses, leaf);
    double best = -INFINITY;
    const auto look = [&](const Fleet& left) { best = std::max(best, sign * leaf(left)); };
    whole_assignments(fleet, hits, 0, look);
    return sign * best;
  }

  /// Every way to share the hits out over types: so many of each sustain, so many are lost.
  template <class Look>
  static void whole_assignments(const Fleet& fleet, int hits, int type, const Look& look) {
    if (hits == 0 || type == kShips) {
      if (hits == 0 || count(fleet) == 0) look(fleet);
      return;
    }
    const int most = kNumbers[type].sustains ? fleet.whole[type] : 0;
    for (int s = 0; s <= std::min(hits, most); ++s)
      for (int l = 0; l <= std::min(hits - s, fleet.whole[type] + fleet.damaged[type]); ++l) {
        Fleet left = fleet;
        left.whole[type] -= s;
        left.damaged[type] += s;
        const int hurt = std::min(l, left.damaged[type]);
        left.damaged[type] -= hurt;
        left.whole[type] -= l - hurt;
        whole_assignments(left, hits - s - l, type + 1, look);
      }
  }

  /// With cards that answer a sustain, or by the usual order: hit after hit.
  double one_by_one(const Fleet& fleet, int hits, bool chooses, int sign, bool enemy_chooses,
                    const Leaf& leaf) {
    if (hits == 0 || count(fleet) == 0) return leaf(fleet);
    const auto go_on = [&](const Fleet& left) {
      return one_by_one(left, hits - 1, chooses, sign, enemy_chooses, leaf);
    };
    const auto sustain = [&](int type) {
      Fleet hurt = fleet;
      --hurt.whole[type];
      ++hurt.damaged[type];
      if (fleet.direct_hits == 0) return go_on(hurt);
      Fleet shot = hurt;
      --shot.damaged[type];
      --shot.direct_hits;
      if (enemy_chooses) return sign * std::min(sign * go_on(hurt), sign * go_on(shot));
      const bool dearer = type == kDreadnought && hurt.whole[kWarSun] > 0;
      return dearer ? go_on(hurt) : go_on(shot);
    };
    const auto lose = [&](int type) {
      Fleet left = fleet;
      --(left.damaged[type] > 0 ? left.damaged : left.whole)[type];
      return go_on(left);
    };
    if (!chooses) {
      for (const int type : {kDreadnought, kWarSun})
        if (fleet.whole[type] > 0) return sustain(type);
      for (const int type : kUsual)
        if (fleet.whole[type] + fleet.damaged[type] > 0) return lose(type);
    }
    double best = -INFINITY;
    for (int type = 0; type < kShips; ++type) {
      if (kNumbers[type].sustains && fleet.whole[type] > 0)
        best = std::max(best, sign * sustain(type));
      if (fleet.whole[type] + fleet.damaged[type] > 0) best = std::max(best, sign * lose(type));
    }
    return sign * best;
  }

  Question q_;
  double begin_ = 0;
  std::map<std::pair<Fleet, Fleet>, double> known_;
};

}  // namespace

double best_value(const Question& question) { return Solver{question}.solve(); }

}  // namespace naive
