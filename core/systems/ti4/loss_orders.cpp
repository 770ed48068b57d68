#include "core/systems/ti4/loss_orders.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/scenario/play_goal.hpp"
#include "core/systems/ti4/rolls.hpp"
#include "core/systems/ti4/setup.hpp"
#include "core/systems/ti4/side_story.hpp"

namespace broadside::ti4 {
namespace {

/// Of a round that no card of a single round changes.
double expected_hits(const Army& army, const Force& force, Roll roll, std::uint32_t seen) {
  double mean = 0;
  for (const auto& [rolled, p] : law(pools(army, force, roll, kMostRounds, seen)))
    mean += p * (count(rolled, Shown::hits) + count(rolled, Shown::bound_hits));
  return mean;
}

/// Types of a side that can take hits, as the usual order has them, and which of them goes before
/// which in every order that matters.
class Orders {
 public:
  Orders(const Army& army, BattleKind kind) : army_(army) {
    for (const std::uint8_t g : army.loss_order) {
      const Group& group = army.groups[g];
      if (!takes_hits(group, kind)) continue;
      if (std::find(types_.begin(), types_.end(), group.type) == types_.end())
        types_.push_back(group.type);
    }
    before_.assign(types_.size(), std::vector<bool>(types_.size()));
    for (std::size_t x = 0; x < types_.size(); ++x)
      for (std::size_t y = 0; y < types_.size(); ++y)
        if (x != y) before_[y][x] = goes_before(y, x);
  }

  /// All orders that matter, up to one more than the most.
  std::vector<Names> all(std::size_t most) const {
    std::vector<Names> orders;
    std::vector<std::size_t> order;
    std::vector<bool> used(types_.size());
    extend(order, used, most, orders);
    return orders;
  }
  Names usual() const {
    std::vector<std::size_t> order(types_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    return named(order);
  }

 private:
  static bool is_ship(const Army& army, UnitType type) {
    return std::any_of(army.groups.begin(), army.groups.end(),
                       [&](const Group& group) { return group.type == type && group.is_ship; });
  }
  bool goes_before(std::size_t y, std::size_t x) const {
    // Who never stands beside whom needs no order: the usual one.
    if (is_ship(army_, types_[x]) != is_ship(army_, types_[y])) return y < x;
    for (std::size_t a = 0; a < army_.groups.size(); ++a)
      for (std::size_t b = 0; b < army_.groups.size(); ++b)
        if (army_.groups[a].type == types_[x] && army_.groups[b].type == types_[y])
          for (const auto& sooner : army_.free.sooner)
            if (!(sooner[a] >> b & 1)) return false;
    return true;
  }
  Names named(const std::vector<std::size_t>& order) const {
    Names names;
    for (const std::size_t type : order) names.emplace_back(name(types_[type]));
    return names;
  }
  void extend(std::vector<std::size_t>& order, std::vector<bool>& used, std::size_t most,
              std::vector<Names>& orders) const {
    if (orders.size() > most) return;
    if (order.size() == types_.size()) {
      orders.push_back(named(order));
      return;
    }
    for (std::size_t type = 0; type < types_.size(); ++type) {
      bool ready = !used[type];
      for (std::size_t first = 0; first < types_.size(); ++first)
        ready &= used[first] || !before_[first][type];
      if (!ready) continue;
      used[type] = true;
      order.push_back(type);
      extend(order, used, most, orders);
      order.pop_back();
      used[type] = false;
    }
  }

  const Army& army_;
  std::vector<UnitType> types_;
  std::vector<std::vector<bool>> before_;  ///< [y][x]: y is given up before x in every order
};

/// The order, and every one in which one type stands elsewhere.
void add_neighbours(const Names& order, std::vector<Names>& orders) {
  const auto add = [&](const Names& one) {
    if (std::find(orders.begin(), orders.end(), one) == orders.end()) orders.push_back(one);
  };
  add(order);
  for (std::size_t from = 0; from < order.size(); ++from)
    for (std::size_t to = 0; to < order.size(); ++to) {
      Names other = order;
      other.erase(other.begin() + static_cast<std::ptrdiff_t>(from));
      other.insert(other.begin() + static_cast<std::ptrdiff_t>(to), order[from]);
      add(other);
    }
}

}  // namespace

void sort_weakest_first(const Army& army, const Army& enemy, std::vector<std::uint8_t>& groups) {
  const Force all = starting_force(army);
  const auto seen =
      static_cast<std::uint32_t>(count(enemy, starting_force(enemy), Targets::non_fighters));
  std::map<std::uint8_t, double> worth;
  for (const std::uint8_t g : groups) {
    const Roll roll = army.groups[g].is_ship ? Roll::space_combat : Roll::ground_combat;
    Force fewer = all;
    if (fewer.whole[g] > 0)
      --fewer.whole[g];
    else if (fewer.damaged[g] > 0)
      --fewer.damaged[g];
    worth[g] = expected_hits(army, all, roll, seen) - expected_hits(army, fewer, roll, seen);
  }
  constexpr double kAlike = 1e-12;
  std::stable_sort(groups.begin(), groups.end(),
                   [&](std::uint8_t a, std::uint8_t b) { return worth[a] < worth[b] - kAlike; });
}

std::vector<Names> orders_that_matter(const Scenario& scenario, Side side, std::size_t most) {
  const auto read = [&](auto change) {
    Scenario asked = scenario;
    Values& policy = asked.side(side).policy;
    for (const char* field : {"losses", "sustain", "protect_capacity", "keep"}) policy.erase(field);
    change(policy);
    return read_armies(asked);
  };
  // What best play for a win leaves out is left out here too.
  const auto free = read([](Values& policy) {
    for (const char* field :
         {"space_cannon_losses", "non_fighter_losses", "ground_losses", "retreat"})
      policy.erase(field);
    policy[kPlay] = std::string("best");
  });
  if (!free) return {};
  const Orders orders{(*free->armies)[side], free->kind};
  std::vector<Names> all = orders.all(most);
  std::vector<Names> found{orders.usual()};
  if (all.size() > most) {
    all.clear();
    add_neighbours(orders.usual(), all);
    const auto weakest = read([](Values& policy) { policy["losses"] = std::string(kWeakest); });
    if (weakest) add_neighbours(Orders{(*weakest->armies)[side], weakest->kind}.usual(), all);
  }
  for (Names& order : all)
    if (order != found.front() && found.size() < most) found.push_back(std::move(order));
  return found;
}

}  // namespace broadside::ti4
