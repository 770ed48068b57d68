#include "sim/alike.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/scenario/play_goal.hpp"
#include "sim/decide.hpp"
#include "sim/exact.hpp"
#include "sim/exact_parallel.hpp"

namespace broadside {
namespace {

/// Battles of a block that is answered one by one.
constexpr std::size_t kMostOneByOne = 64;
/// Fewer battles than this are as well answered one by one.
constexpr std::size_t kFewestShared = 3;
/// The solver's budget is for one battle; a pass may take that of so many.
constexpr double kMostBudgets = 1000;
using Numbers = std::vector<std::uint32_t>;

/// Fleets of a side that are alike in all that is no number of units.
struct Family {
  Numbers members;
  SideSpec most;
};

std::vector<Family> families_of(const std::vector<SideSpec>& fleets) {
  std::vector<Family> families;
  std::vector<SideSpec> bare;
  for (std::uint32_t f = 0; f < fleets.size(); ++f) {
    SideSpec one = fleets[f];
    one.units.clear();
    one.damaged.clear();
    const auto known = std::find(bare.begin(), bare.end(), one);
    const auto at = static_cast<std::size_t>(known - bare.begin());
    if (known == bare.end()) {
      bare.push_back(std::move(one));
      families.emplace_back();
    }
    families[at].members.push_back(f);
  }
  for (Family& family : families) {
    std::vector<SideSpec> members;
    for (const std::uint32_t f : family.members) members.push_back(fleets[f]);
    family.most = with_most_units(members);
  }
  return families;
}

class Cutter {
 public:
  Cutter(const ManyFleets& many, std::size_t together) : many_(many), together_(together) {}

  std::vector<FleetBlock> run() {
    const auto attackers = families_of(many_.fleets[0]), defenders = families_of(many_.fleets[1]);
    for (const Family& a : attackers)
      for (const Family& d : defenders) cut(a, d);
    return std::move(blocks_);
  }

 private:
  /// Fleets by what they must have in common; those that cannot fight or share nothing come under
  /// no key.
  std::map<std::optional<std::string>, Numbers> by_likeness(const Family& family, Side side,
                                                            const Family& enemy) const {
    std::map<std::optional<std::string>, Numbers> groups;
    Scenario battle = many_.scenario;
    battle.side(other(side)) = enemy.most;
    for (const std::uint32_t f : family.members) {
      battle.side(side) = many_.fleets[side][f];
      const auto key = many_.game->likeness(battle, side);
      groups[key ? key.value() : std::nullopt].push_back(f);
    }
    return groups;
  }

  void cut(const Family& a, const Family& d) {
    Scenario largest = many_.scenario;
    largest.side(Side::attacker) = a.most;
    largest.side(Side::defender) = d.most;
    const bool few = a.members.size() * d.members.size() < kFewestShared;
    // What the solver decides for every battle by itself is decided there.
    const bool best = plays_best(a.most) || plays_best(d.most);
    if (few || best || !many_.game->open_choices(largest).empty())
      return one_by_one(a.members, d.members);
    const auto attackers = by_likeness(a, Side::attacker, d);
    const auto defenders = by_likeness(d, Side::defender, a);
    for (const auto& [key_a, of_a] : attackers)
      for (const auto& [key_d, of_d] : defenders)
        if (key_a && key_d && of_a.size() * of_d.size() >= kFewestShared)
          together(of_a, of_d);
        else
          one_by_one(of_a, of_d);
  }

  static std::vector<Numbers> pieces(const Numbers& whole, std::size_t most) {
    std::vector<Numbers> list;
    for (std::size_t first = 0; first < whole.size(); first += most)
      list.emplace_back(
          whole.begin() + static_cast<std::ptrdiff_t>(first),
          whole.begin() + static_cast<std::ptrdiff_t>(std::min(first + most, whole.size())));
    return list;
  }

  void together(const Numbers& a, const Numbers& d) {
    for (const Numbers& some_a : pieces(a, together_))
      for (const Numbers& some_d : pieces(d, together_)) blocks_.push_back({some_a, some_d, true});
  }
  void one_by_one(const Numbers& a, const Numbers& d) {
    for (const Numbers& one : pieces(a, 1))
      for (const Numbers& some : pieces(d, kMostOneByOne)) blocks_.push_back({one, some, false});
  }

  const ManyFleets& many_;
  std::size_t together_;
  std::vector<FleetBlock> blocks_;
};

/// All battles of a block as one set of tables.
Result<CommonBattle> prepared_as_one(const ManyFleets& many, const FleetBlock& block,
                                     const Options& options) {
  BySide<std::vector<SideSpec>> fleets;
  for (const std::uint32_t a : block.attackers) fleets[0].push_back(many.fleets[0][a]);
  for (const std::uint32_t d : block.defenders) fleets[1].push_back(many.fleets[1][d]);
  Scenario scenario = many.scenario;
  for (const Side side : kSides) scenario.side(side) = fleets[side].front();
  TableLimits limits;
  limits.stop = options.stop;
  return many.game->prepare_shared(scenario, fleets, limits);
}

/// Of the side that has more fleets; of a block that is worth sharing neither is empty.
std::pair<FleetBlock, FleetBlock> halves(const FleetBlock& block) {
  std::pair<FleetBlock, FleetBlock> both{block, block};
  const bool rows = block.attackers.size() >= block.defenders.size();
  Numbers &kept = rows ? both.first.attackers : both.first.defenders,
          &rest = rows ? both.second.attackers : both.second.defenders;
  const auto half = static_cast<std::ptrdiff_t>(kept.size() / 2);
  kept.erase(kept.begin() + half, kept.end());
  rest.erase(rest.begin(), rest.begin() + half);
  return both;
}

bool worth_sharing(const FleetBlock& block) {
  return block.attackers.size() * block.defenders.size() >= kFewestShared;
}

/// Answers one block, or the halves of it.
class Answering {
 public:
  Answering(const ManyFleets& many, const SharedQuestion& question, const Options& options)
      : many_(many), question_(question), options_(options) {}

  void run(const FleetBlock& block) {
    if (stopped()) return;
    if (!worth_sharing(block)) return leave(block);
    auto shared = prepared_as_one(many_, block, options_);
    if (!shared) return halve(block);
    // One battle is refused where this would take too long; a block is halved until it does not.
    if (stopped() || too_much_to_decide(shared->battle.duel)) return halve(block);
    settle_decisions(shared->battle.duel);
    if (!solve(block, shared.value())) halve(block);
  }

  std::vector<std::pair<std::uint32_t, std::uint32_t>> left;

 private:
  bool stopped() const { return options_.stop && options_.stop(); }

  void leave(const FleetBlock& block) {
    for (const std::uint32_t a : block.attackers)
      for (const std::uint32_t d : block.defenders) left.emplace_back(a, d);
  }

  void halve(const FleetBlock& block) {
    const auto [first, second] = halves(block);
    run(first);
    run(second);
  }

  /// False where it would take more than it may.
  bool solve(const FleetBlock& block, const CommonBattle& shared) {
    const Duel& duel = shared.battle.duel;
    if (duel.direct) return false;
    const std::vector<Measure> measures = question_.measures(shared.battle);
    const double battles =
        static_cast<double>(block.attackers.size()) * static_cast<double>(block.defenders.size());
    const std::size_t at_once = measures_at_once(duel, measures.size());
    if (at_once == 0 || exact_cost(duel) > options_.exact_budget * std::min(battles, kMostBudgets))
      return false;
    ValueOptions how;
    if (options_.threads != 1) how.parallel = solving_threads(options_.threads);
    const std::size_t columns = block.defenders.size();
    std::vector<double> lists(block.attackers.size() * columns * measures.size());
    const auto each = [&](auto visit) {
      for (std::size_t a = 0; a < block.attackers.size() && !stopped(); ++a)
        for (std::size_t d = 0; d < columns; ++d)
          visit(a, d, shared.starts[0][a], shared.starts[1][d],
                lists.data() + (a * columns + d) * measures.size());
    };
    for (std::size_t first = 0; first < measures.size(); first += at_once) {
      if (stopped()) return true;  // nobody waits for the rest
      const std::size_t some = std::min(at_once, measures.size() - first);
      const BattleValues values{duel, std::span{measures}.subspan(first, some), how};
      each([&](std::size_t, std::size_t, const auto& mine, const auto& his, double* list) {
        for (std::size_t m = 0; m < some && mine && his; ++m)
          list[first + m] = values.from(mine->cell, his->cell, m);
      });
    }
    each([&](std::size_t a, std::size_t d, const auto& mine, const auto& his, const double* list) {
      if (!mine || !his) {
        left.emplace_back(block.attackers[a], block.defenders[d]);
        return;
      }
      question_.take({block.attackers[a],
                      block.defenders[d],
                      duel,
                      {mine->cell, his->cell},
                      {mine->worth, his->worth},
                      {list, measures.size()}});
    });
    return true;
  }

  /// How many measures of so many one pass has room for: their values do not depend on one another,
  /// and to pull some of them back after the others takes less than to halve the block, whose halves
  /// share most of their states. 0: not even one.
  std::size_t measures_at_once(const Duel& duel, std::size_t measures) const {
    const double most = std::min(question_.bytes, options_.exact_memory);
    for (const std::size_t some : {measures, std::size_t{4}, std::size_t{2}, std::size_t{1}})
      if (some <= measures && values_memory(duel, some) <= most) return some;
    return 0;
  }

  const ManyFleets& many_;
  const SharedQuestion& question_;
  const Options& options_;
};

}  // namespace

Scenario ManyFleets::battle(std::size_t attacker, std::size_t defender) const {
  Scenario one = scenario;
  one.side(Side::attacker) = fleets[Side::attacker][attacker];
  one.side(Side::defender) = fleets[Side::defender][defender];
  return one;
}

InputError at_fleets(InputError error, std::size_t attacker, std::size_t defender) {
  for (const auto& [word, number] : {std::pair{"attacker", attacker}, {"defender", defender}})
    if (error.where.starts_with(word))
      error.where.insert(std::string_view(word).size(), fmt::format(" {}", number + 1));
  return error;
}

Result<ManyFleets> many_fleets(const Scenario& scenario, const std::vector<SideSpec>& attackers,
                               const std::vector<SideSpec>& defenders) {
  const auto game = find_game(scenario.game);
  if (!game) return game.error();
  ManyFleets many{game.value(), of_one_kind(scenario, attackers, defenders), {}};
  many.scenario.game = many.game->id();
  Scenario one = many.scenario;
  one.side(Side::defender) = defenders.front();
  for (std::size_t a = 0; a < attackers.size(); ++a) {
    one.side(Side::attacker) = attackers[a];
    auto checked = many.game->checked(one);
    if (!checked) return at_fleets(checked.error(), a, 0);
    many.fleets[Side::attacker].push_back(std::move(checked->side(Side::attacker)));
    if (a == 0) many.scenario = std::move(checked).value();
  }
  one.side(Side::attacker) = attackers.front();
  for (std::size_t d = 0; d < defenders.size(); ++d) {
    one.side(Side::defender) = defenders[d];
    auto checked = many.game->checked(one);
    if (!checked) return at_fleets(checked.error(), 0, d);
    many.fleets[Side::defender].push_back(std::move(checked->side(Side::defender)));
  }
  for (const Side side : kSides) many.scenario.side(side) = many.fleets[side].front();
  return many;
}

std::vector<FleetBlock> blocks_of(const ManyFleets& many, std::size_t together) {
  return Cutter{many, together}.run();
}

double shared_cost(const ManyFleets& many, const FleetBlock& block, double most,
                   const Options& options) {
  if (!worth_sharing(block) || (options.stop && options.stop())) return 0;
  double cost = 0;
  if (const auto shared = prepared_as_one(many, block, options);
      shared && !shared->battle.duel.direct) {
    const Duel& duel = shared->battle.duel;
    cost = exact_cost(duel);
    if (cost > most ||
        (values_memory(duel, 1) <= std::min(SharedQuestion{}.bytes, options.exact_memory) &&
         !too_much_to_decide(duel)))
      return cost;
  }
  const auto [first, second] = halves(block);
  cost = shared_cost(many, first, most, options);
  return cost > most ? cost : cost + shared_cost(many, second, most - cost, options);
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> answer_shared(const ManyFleets& many,
                                                                   const FleetBlock& block,
                                                                   const SharedQuestion& question,
                                                                   const Options& options) {
  Answering answering{many, question, options};
  answering.run(block);
  return std::move(answering.left);
}

}  // namespace broadside
