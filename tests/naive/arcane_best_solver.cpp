#include "tests/naive/arcane_best_solver.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace broadside::naive {
namespace {

constexpr int kGone = -1;
using Unit = std::vector<int>;  ///< by slot: damage, or gone
using Both = std::array<Unit, 2>;
using Law = std::map<std::pair<int, int>, double>;  ///< hits of who acts, of the other

/// RULES arcane_legions 4, 5: every face of every die.
Law rolled(int attack, int defence) {
  Law law;
  std::vector<int> dice(static_cast<std::size_t>(attack + defence), 1);
  double all = 0;
  for (bool more = true; more; ++all) {
    std::vector<int> a(dice.begin(), dice.begin() + attack), d(dice.begin() + attack, dice.end());
    std::sort(a.rbegin(), a.rend());
    std::sort(d.rbegin(), d.rend());
    int by_a = std::count(a.begin(), a.end(), 6) >= 3, by_d = 0;
    for (std::size_t i = 0; i < std::max(a.size(), d.size()); ++i) {
      const int left = i < a.size() ? a[i] : 2, right = i < d.size() ? d[i] : 2;
      by_a += i < a.size() && left > right;
      by_d += i < d.size() && right > left;
    }
    ++law[{by_a, by_d}];
    more = false;
    for (int& die : dice) {
      if (++die <= 6) {
        more = true;
        break;
      }
      die = 1;
    }
  }
  for (auto& [hits, ways] : law) ways /= all;
  return law;
}

class Solver {
 public:
  explicit Solver(const ArcaneQuestion& question) : q_(question) {}

  double value() {
    Both units;
    for (std::size_t s = 0; s < 2; ++s) units[s].assign(q_.sides[s].figures.size(), 0);
    return turn(0, units);
  }

 private:
  using Then = std::function<double(const Both&)>;
  const ArcaneFigure& figure(std::size_t side, std::size_t slot) const {
    return q_.sides[side].figures[slot];
  }
  bool best(std::size_t side) const { return q_.sides[side].best; }
  bool better(std::size_t side, double a, double b) const {
    return static_cast<int>(side) == q_.mine ? a > b : a < b;
  }
  static int standing(const Unit& unit) {
    return static_cast<int>(unit.size() -
                            static_cast<std::size_t>(std::count(unit.begin(), unit.end(), kGone)));
  }
  int icons(std::size_t side, const Unit& unit, int ArcaneFigure::*colour) const {
    int sum = 0;
    for (std::size_t s = 0; s < unit.size(); ++s)
      if (unit[s] != kGone) sum += figure(side, s).*colour;
    return sum;
  }
  int icons(std::size_t side, const Unit& unit, bool ArcaneFigure::*ability) const {
    int sum = 0;
    for (std::size_t s = 0; s < unit.size(); ++s)
      if (unit[s] != kGone) sum += figure(side, s).*ability;
    return sum;
  }
  /// The best of what a side may do; what is listed first where it plays as usual.
  template <class List, class Value>
  double chosen(std::size_t side, const List& ways, Value value_of) const {
    double most = 0;
    bool known = false;
    for (const auto& way : ways) {
      const double there = value_of(way);
      if (!known || better(side, there, most)) most = there;
      known = true;
      if (!best(side)) break;
    }
    return most;
  }

  double ended(const Both& units) const {
    const auto me = static_cast<std::size_t>(q_.mine), he = 1 - me;
    double sum = 0;
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t s = 0; s < units[side].size(); ++s)
        if (units[side][s] == kGone) sum += (side == me ? -1 : 1) * q_.net * figure(side, s).price;
    if (standing(units[me]) == 0 || standing(units[he]) > 0) return sum;
    sum += q_.win;
    for (std::size_t s = 0; s < units[me].size(); ++s)
      if (units[me][s] != kGone && figure(me, s).type == q_.keep) return sum + 1;
    return sum;
  }

  /// RULES arcane_legions 6.2, 6.3: every whole assignment.
  void assign(std::size_t side, Unit unit, int damage, std::set<Unit>& found) const {
    if (damage == 0 || standing(unit) == 0) {
      found.insert(unit);
      return;
    }
    const int worst = *std::max_element(unit.begin(), unit.end());
    for (std::size_t s = 0; s < unit.size(); ++s) {
      if (unit[s] != worst) continue;
      Unit after = unit;
      const int left = put(side, after, s, damage);
      assign(side, after, left, found);
    }
  }
  int put(std::size_t side, Unit& unit, std::size_t slot, int damage) const {
    const int room = figure(side, slot).hit_points - unit[slot];
    unit[slot] = damage < room ? unit[slot] + damage : kGone;
    return std::max(0, damage - room);
  }
  double taken(std::size_t side, const Both& units, int damage, const Then& then) const {
    std::vector<Unit> ways;
    if (best(side)) {
      std::set<Unit> found;
      assign(side, units[side], damage, found);
      ways.assign(found.begin(), found.end());
    } else {
      Unit listed = units[side];
      while (damage > 0 && standing(listed) > 0) {
        const auto worst = std::max_element(listed.begin(), listed.end());  // the first of them
        damage = put(side, listed, static_cast<std::size_t>(worst - listed.begin()), damage);
      }
      ways.push_back(listed);
    }
    return chosen(side, ways, [&](const Unit& way) {
      Both after = units;
      after[side] = way;
      return then(after);
    });
  }
  /// Damage on a side; `aimed`: the enemy may put it on one figure.
  double dealt(std::size_t side, const Both& units, int damage, bool aimed,
               const Then& then) const {
    std::vector<int> aims{-1};
    for (std::size_t s = 0; aimed && damage > 0 && s < units[side].size(); ++s)
      if (units[side][s] != kGone) aims.push_back(static_cast<int>(s));
    return chosen(1 - side, aims, [&](int at) {
      if (at < 0) return taken(side, units, damage, then);
      Both after = units;
      put(side, after[side], static_cast<std::size_t>(at), damage);
      return then(after);
    });
  }

  /// RULES arcane_legions 3; the attacker names his casualties first.
  double order(std::size_t who, const Both& units, const Then& then) {
    const int attack = icons(who, units[who], &ArcaneFigure::attack);
    if (attack == 0) return then(units);
    const int defence = icons(1 - who, units[1 - who], &ArcaneFigure::defence);
    auto at = laws_.find({attack, defence});
    if (at == laws_.end())
      at = laws_.emplace(std::pair{attack, defence}, rolled(attack, defence)).first;
    const bool aims = icons(who, units[who], &ArcaneFigure::concentrates) > 0;
    double sum = 0;
    for (const auto& [hits, chance] : at->second) {
      const int on_attacker = who == 0 ? hits.second : hits.first;
      const int on_defender = who == 0 ? hits.first : hits.second;
      sum += chance * dealt(0, units, on_attacker, who == 1 && aims, [&](const Both& one) {
               return dealt(1, one, on_defender, who == 0 && aims, then);
             });
    }
    return sum;
  }
  bool over(const Both& units) const { return standing(units[0]) == 0 || standing(units[1]) == 0; }

  /// RULES arcane_legions 8.3: where figures of the same hit points stand.
  Unit layout(std::size_t side, const Unit& unit, int ArcaneFigure::*main) const {
    Unit after(unit.size(), kGone);
    std::set<int> pegs;
    for (std::size_t s = 0; s < unit.size(); ++s) pegs.insert(figure(side, s).hit_points);
    for (const int hp : pegs) {
      std::vector<std::size_t> places;
      int count = 0;
      for (std::size_t s = 0; s < unit.size(); ++s)
        if (figure(side, s).hit_points == hp) {
          places.push_back(s);
          count += unit[s] != kGone;
        }
      std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        const ArcaneFigure &x = figure(side, a), &y = figure(side, b);
        return std::pair{x.*main, x.attack + x.defence} > std::pair{y.*main, y.attack + y.defence};
      });
      for (int i = 0; i < count; ++i) after[places[static_cast<std::size_t>(i)]] = 0;
    }
    return after;
  }

  double turn(int number, const Both& units) {
    if (over(units) || number == q_.turns) return ended(units);
    const auto key = std::pair{number, units};
    if (const auto at = known_.find(key); at != known_.end()) return at->second;
    const auto who = static_cast<std::size_t>(number % 2);
    // Who does not act may stand to defend, then who acts to attack.
    const double value = regrouped(1 - who, units, &ArcaneFigure::defence, [&](const Both& one) {
      return regrouped(who, one, &ArcaneFigure::attack,
                       [&](const Both& two) { return acts(number, who, two); });
    });
    return known_[key] = value;
  }
  double regrouped(std::size_t side, const Both& units, int ArcaneFigure::*main, const Then& then) {
    return chosen(side, std::array{false, true}, [&](bool moves) {
      Both after = units;
      if (moves) after[side] = layout(side, units[side], main);
      return then(after);
    });
  }
  double acts(int number, std::size_t who, const Both& units) {
    const Then orders = [&](const Both& one) {
      if (over(one)) return ended(one);
      return order(who, one, [&](const Both& two) { return pushes(number, who, two); });
    };
    const int touch = icons(who, units[who], &ArcaneFigure::touch);
    const bool rush = icons(who, units[who], &ArcaneFigure::rush) > 0;
    return chosen(who, std::array{0, 1, 2}, [&](int special) {
      if (special == 1 && rush) return taken(1 - who, units, 2, orders);
      if (special != 2 || touch == 0) return orders(units);
      std::vector<std::size_t> may;
      for (std::size_t s = 0; s < units[1 - who].size(); ++s)
        if (units[1 - who][s] != kGone && figure(1 - who, s).hit_points <= std::min(touch, 4))
          may.push_back(s);
      const double missed = orders(units);
      const double hit = may.empty() ? missed : chosen(who, may, [&](std::size_t s) {
        Both after = units;
        after[1 - who][s] = kGone;
        return orders(after);
      });
      return 2.0 / 3 * hit + (1 - 2.0 / 3) * missed;
    });
  }
  double pushes(int number, std::size_t who, const Both& units) {
    if (over(units)) return ended(units);
    const auto ends_turn = [&](const Both& one) {
      Both after = one;
      for (Unit& unit : after)
        for (int& damage : unit) damage = std::min(damage, 0);
      return turn(number + 1, after);
    };
    std::vector<int> ways{-1};
    for (std::size_t s = 0; s < units[who].size() && standing(units[who]) > 1; ++s)
      if (units[who][s] != kGone) ways.push_back(static_cast<int>(s));
    return chosen(who, ways, [&](int paid) {
      if (paid < 0) return ends_turn(units);
      Both after = units;
      after[who][static_cast<std::size_t>(paid)] = kGone;
      if (icons(who, after[who], &ArcaneFigure::attack) == 0) return ends_turn(units);
      return order(who, after, ends_turn);
    });
  }

  const ArcaneQuestion& q_;
  std::map<std::pair<int, int>, Law> laws_;
  std::map<std::pair<int, Both>, double> known_;
};

}  // namespace

double best_value(const ArcaneQuestion& question) { return Solver{question}.value(); }

}  // namespace broadside::naive
