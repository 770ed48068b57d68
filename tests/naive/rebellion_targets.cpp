#include "tests/naive/rebellion_targets.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "tests/naive/rebellion_roller.hpp"

namespace broadside::naive_rebellion {
namespace {

/// Damage of each unit of a side; units of one kind stand next to each other, the least damaged
/// first, so that what looks alike is the same state.
using State = std::vector<int>;
using Law = std::vector<std::pair<std::size_t, double>>;  ///< states of the other side

struct Roll {
  int red = 0, black = 0, direct = 0;
  friend auto operator<=>(const Roll&, const Roll&) = default;
};

std::map<Roll, double> roll_law(const std::array<int, 3>& pool) {
  std::map<Roll, double> law{{{}, 1.}};
  const auto die = [&](double hit, double direct, int Roll::*color) {
    std::map<Roll, double> next;
    for (const auto& [roll, p] : law) {
      Roll hits = roll, directs = roll;
      ++(hits.*color);
      ++directs.direct;
      if (hit > 0) next[hits] += p * hit;
      next[directs] += p * direct;
      next[roll] += p * (1 - hit - direct);
    }
    law = std::move(next);
  };
  for (int i = 0; i < pool[0]; ++i) die(2. / 6, 1. / 6, &Roll::red);
  for (int i = 0; i < pool[1]; ++i) die(2. / 6, 1. / 6, &Roll::black);
  for (int i = 0; i < pool[2]; ++i) die(0, 2. / 6, &Roll::red);
  return law;
}

/// One side: all its states, and what rolls do to them.
class Fleet {
 public:
  Fleet(const std::vector<std::string_view>& names) {
    for (const auto name : names) units_.push_back(&printed(name));
    std::stable_sort(units_.begin(), units_.end());
    add(State(units_.size(), 0));
    for (std::size_t i = 0; i < states_.size(); ++i)
      for (std::size_t u = 0; u < units_.size(); ++u)
        if (State next = states_[i]; next[u] < units_[u]->health) {
          ++next[u];
          add(tidy(next));
        }
  }

  std::size_t size() const { return states_.size(); }
  int damage(std::size_t s) const {
    return std::accumulate(states_[s].begin(), states_[s].end(), 0);
  }
  bool empty(std::size_t s) const {
    for (std::size_t u = 0; u < units_.size(); ++u)
      if (states_[s][u] < units_[u]->health) return false;
    return true;
  }
  std::array<int, 3> pool(std::size_t s) const {
    constexpr std::array<int, 3> kMost{5, 5, 3};
    std::array<int, 3> dice{};
    for (std::size_t u = 0; u < units_.size(); ++u)
      if (states_[s][u] < units_[u]->health)
        for (std::size_t c = 0; c < 3; ++c) dice[c] += units_[u]->dice[c];
    for (std::size_t c = 0; c < 3; ++c) dice[c] = std::min(dice[c], kMost[c]);
    return dice;
  }

  /// Hits of a colour in the order, then direct hits in the order.
  std::size_t hit_in_order(std::size_t s, const Roll& roll, const TargetOrder& order) const {
    State state = states_[s];
    const auto hit = [&](int hits, auto fits) {
      for (; hits > 0; --hits) {
        std::size_t best = units_.size();
        for (std::size_t u = 0; u < units_.size(); ++u)
          if (state[u] < units_[u]->health && fits(*units_[u]) &&
              (best == units_.size() || order(victim(state, u), victim(state, best))))
            best = u;
        if (best == units_.size()) return;
        ++state[best];
      }
    };
    hit(roll.red, [](const Printed& p) { return p.health_colour == Colour::red; });
    hit(roll.black, [](const Printed& p) { return p.health_colour == Colour::black; });
    hit(roll.direct, [](const Printed&) { return true; });
    return numbers_.at(tidy(state));
  }

  /// Every way to assign the roll; all of it that finds health.
  std::vector<std::size_t> all_hits(std::size_t s, const Roll& roll) const {
    std::map<State, bool> now{{states_[s], true}};
    const auto hit = [&](int hits, auto fits) {
      for (; hits > 0; --hits) {
        std::map<State, bool> next;
        for (const auto& [state, _] : now)
          for (std::size_t u = 0; u < units_.size(); ++u)
            if (state[u] < units_[u]->health && fits(*units_[u])) {
              State to = state;
              ++to[u];
              next[tidy(to)] = true;
            }
        if (next.empty()) return;
        now = std::move(next);
      }
    };
    hit(roll.red, [](const Printed& p) { return p.health_colour == Colour::red; });
    hit(roll.black, [](const Printed& p) { return p.health_colour == Colour::black; });
    hit(roll.direct, [](const Printed&) { return true; });
    std::vector<std::size_t> found;
    for (const auto& [state, _] : now) found.push_back(numbers_.at(state));
    return found;
  }

 private:
  Victim victim(const State& state, std::size_t u) const {
    return {units_[u]->dice, units_[u]->health_colour == Colour::red, units_[u]->health - state[u],
            row_of(*units_[u])};
  }
  State tidy(State state) const {
    for (std::size_t from = 0; from < units_.size();) {
      std::size_t to = from;
      while (to < units_.size() && units_[to] == units_[from]) ++to;
      std::sort(state.begin() + static_cast<std::ptrdiff_t>(from),
                state.begin() + static_cast<std::ptrdiff_t>(to));
      from = to;
    }
    return state;
  }
  void add(const State& state) {
    if (numbers_.try_emplace(state, states_.size()).second) states_.push_back(state);
  }

  std::vector<const Printed*> units_;
  std::vector<State> states_;
  std::map<State, std::size_t> numbers_;
};

class Solver {
 public:
  Solver(Fleet attacker, Fleet defender, TargetOrder first, TargetOrder second)
      : fleet_{std::move(attacker), std::move(defender)},
        order_{std::move(first), std::move(second)},
        chooser_(!order_[0] ? 0 : 1),
        known_(fleet_[0].size() * fleet_[1].size()),
        done_(known_.size()) {}

  TargetChances value(std::size_t a, std::size_t d) {
    const bool a_lost = fleet_[0].empty(a), d_lost = fleet_[1].empty(d);
    if (a_lost || d_lost) return {!a_lost ? 1. : 0., a_lost && d_lost ? 1. : 0., !d_lost ? 1. : 0.};
    const std::size_t place = a * fleet_[1].size() + d;
    if (!done_[place]) {
      known_[place] = work_out(a, d);
      done_[place] = true;
    }
    return known_[place];
  }

 private:
  /// Where the other side is left by the attack of a side that follows an order.
  Law attack(int side, std::size_t mine, std::size_t his) const {
    const auto s = static_cast<std::size_t>(side);
    std::map<std::size_t, double> law;
    for (const auto& [roll, p] : roll_law(fleet_[s].pool(mine)))
      law[fleet_[1 - s].hit_in_order(his, roll, order_[s])] += p;
    return {law.begin(), law.end()};
  }

  double wins(const TargetChances& chances) const {
    return chooser_ == 0 ? chances.attacker : chances.defender;
  }

  TargetChances work_out(std::size_t a, std::size_t d) {
    TargetChances sum;
    double same = 0;
    const auto add = [](TargetChances& to, const TargetChances& chances, double p) {
      to.attacker += p * chances.attacker;
      to.nobody += p * chances.nobody;
      to.defender += p * chances.defender;
    };
    const auto chooser = static_cast<std::size_t>(chooser_);
    const std::size_t own = chooser_ == 0 ? a : d, his = chooser_ == 0 ? d : a;
    const auto at = [&](std::size_t mine, std::size_t enemy) {
      return chooser_ == 0 ? value(mine, enemy) : value(enemy, mine);
    };
    const Law against_me = attack(1 - chooser_, his, own);
    for (const auto& [roll, p] : roll_law(fleet_[chooser].pool(own))) {
      std::vector<std::size_t> ways;
      if (order_[chooser])
        ways = {fleet_[1 - chooser].hit_in_order(his, roll, order_[chooser])};
      else
        ways = fleet_[1 - chooser].all_hits(his, roll);
      // Nothing hit: the battle may stand where it stood.
      if (ways.size() == 1 && ways[0] == his) {
        for (const auto& [mine, q] : against_me) {
          if (mine == own)
            same += p * q;
          else
            add(sum, at(mine, his), p * q);
        }
        continue;
      }
      // The attacker assigns before the defender rolls, the defender when he has seen his losses.
      if (chooser_ == 0) {
        TargetChances best{-1, 0, 0};
        for (const std::size_t way : ways) {
          TargetChances mean;
          for (const auto& [mine, q] : against_me) add(mean, at(mine, way), q);
          if (wins(mean) > best.attacker) best = mean;
        }
        add(sum, best, p);
      } else {
        for (const auto& [mine, q] : against_me) {
          TargetChances best{0, 0, -1};
          for (const std::size_t way : ways)
            if (const TargetChances here = at(mine, way); wins(here) > best.defender) best = here;
          add(sum, best, p * q);
        }
      }
    }
    for (double* part : {&sum.attacker, &sum.nobody, &sum.defender}) *part /= 1 - same;
    return sum;
  }

  std::array<Fleet, 2> fleet_;
  std::array<TargetOrder, 2> order_;
  int chooser_;
  std::vector<TargetChances> known_;
  std::vector<bool> done_;
};

}  // namespace

TargetChances solve_targets(const std::vector<std::string_view>& attacker,
                            const std::vector<std::string_view>& defender,
                            const TargetOrder& attackers_order,
                            const TargetOrder& defenders_order) {
  return Solver{Fleet{attacker}, Fleet{defender}, attackers_order, defenders_order}.value(0, 0);
}

}  // namespace broadside::naive_rebellion
