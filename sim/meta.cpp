#include "sim/meta.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "core/scenario/text.hpp"
#include "sim/best.hpp"
#include "sim/fleets.hpp"
#include "sim/large_number.hpp"
#include "sim/lock.hpp"
#include "sim/pieces.hpp"
#include "sim/run_each.hpp"
#include "sim/work.hpp"
#include "stats/summary.hpp"

namespace broadside {
namespace {

constexpr std::size_t kMostBuys = 20'000;  ///< of a side
constexpr double kMostPayoffs = 8e6;       ///< 64 MB of payoffs
/// Multiply-adds of all passes by which many battles are solved, 0.04 ns each: 3 seconds of one
/// processor.
constexpr double kMostPassTerms = 8e10;
/// Battles by themselves that tell what all such battles cost.
constexpr std::size_t kAskedAlone = 8;
constexpr double kEven = 1e-9;
constexpr std::size_t kBlockForAll = 4096;

/// The attacker's payoff as one measure, but for what the fleets were worth.
Measure measure_of(const Battle& battle, Payoff payoff) {
  Measure measure;
  if (payoff == Payoff::net) {
    for (const Side side : kSides) {
      auto& lost = measure.by_force[side] =
          lost_by_force(battle.labels[side], battle.remains[side]);
      if (side == Side::attacker)
        for (double& one : lost) one = -one;
    }
    return measure;
  }
  measure = chance_of(battle.duel, Outcome::attacker_win);
  if (payoff == Payoff::win) {
    const Measure lost = chance_of(battle.duel, Outcome::defender_win);
    for (std::size_t e = 0; e < lost.by_ending.size(); ++e)
      measure.by_ending[e] -= lost.by_ending[e];
  }
  return measure;
}

double payoff_of(const MatrixCell& cell, Payoff payoff) {
  switch (payoff) {
    case Payoff::net:
      return cell.lost[Side::defender] - cell.lost[Side::attacker];
    case Payoff::planet:
      return cell.attacker_win;
    case Payoff::win:
      break;
  }
  return cell.attacker_win - cell.defender_win;
}

/// What a side may buy, and what it can fight with.
struct Buyer {
  std::vector<MetaFleet> fleets;
  std::vector<SideSpec> sides;
};

std::optional<InputError> go_shopping(const MetaQuestion& question, const Game& game, Side side,
                                      const StopQuery& stop, MetaAnswer& answer, Buyer& buyer) {
  const auto whole = game.market(question.scenario, side);
  if (!whole) return whole.error();
  std::vector<std::string> told = whole->assumptions;
  const SideSpec& own = question.scenario.side(side);
  const auto supply = supply_limit(whole.value(), own, question.supply, question.any_supply, told);
  if (!answer.supply) answer.supply = supply;
  for (std::string& line : told)
    if (std::find(answer.assumptions.begin(), answer.assumptions.end(), line) ==
        answer.assumptions.end())
      answer.assumptions.push_back(std::move(line));
  const auto market = narrowed(whole.value(), question.only, question.never);
  if (!market) return market.error();
  const auto purchases = all_purchases(market.value(), owned(market.value(), own),
                                       {question.budget, supply}, kMostBuys, stop);
  if (!purchases) return purchases.error();
  for (const Purchase& one : *purchases) {
    auto bought = bought_units(market.value(), one);
    if (bought.empty()) continue;
    buyer.sides.push_back(with_purchase(own, market.value(), one));
    buyer.fleets.push_back({std::move(bought), one.cost, 0, 0, 0});
  }
  if (buyer.sides.empty())
    return InputError{"no fleet fits these limits", "budget",
                      "a larger budget or fleet supply, or types that carry the others"};
  return std::nullopt;
}

/// Leaves out fleets that cannot fight this battle; the reason of the first where none can.
std::optional<InputError> keep_those_that_fight(const ManyFleets& many, Side side, Buyer& buyer) {
  std::optional<InputError> refusal;
  Buyer kept;
  Scenario battle = many.scenario;
  battle.side(other(side)) = with_most_units(many.fleets[other(side)]);
  for (std::size_t f = 0; f < buyer.sides.size(); ++f) {
    battle.side(side) = many.fleets[side][f];
    if (const auto can = many.game->likeness(battle, side); !can) {
      if (!refusal) refusal = can.error();
      continue;
    }
    kept.fleets.push_back(std::move(buyer.fleets[f]));
    kept.sides.push_back(std::move(buyer.sides[f]));
  }
  if (kept.sides.empty()) return refusal;
  buyer = std::move(kept);
  return std::nullopt;
}

/// The fleets of both sides; names the battle of the question where it has none.
std::optional<InputError> buy_all(const Game& game, MetaQuestion& question, const StopQuery& stop,
                                  MetaAnswer& answer, BySide<Buyer>& buyers) {
  if (!(question.budget >= 0 && question.budget <= kMostBudget))
    return InputError{"not a budget", "budget",
                      fmt::format("resources from 0 to {:.0f}, for example 12", kMostBudget)};
  question.scenario.game = game.id();
  if (question.scenario.battle.empty()) question.scenario.battle = game.battles().front();
  for (const Side side : kSides)
    if (auto error = go_shopping(question, game, side, stop, answer, buyers[side])) return error;
  const auto many = many_fleets(question.scenario, buyers[0].sides, buyers[1].sides);
  if (!many) return many.error();
  question.scenario.battle = many->scenario.battle;
  if (question.payoff == Payoff::planet && !game.takes_planet(question.scenario.battle)) {
    std::vector<std::string_view> others;
    for (const std::string_view battle : game.battles())
      if (game.takes_planet(battle)) others.push_back(battle);
    return InputError{"nobody takes a planet in this battle", "payoff",
                      others.empty() ? "win or net"
                                     : "win or net, or a battle for a planet: --battle " +
                                           joined(others, " or --battle ")};
  }
  for (const Side side : kSides)
    if (auto error = keep_those_that_fight(many.value(), side, buyers[side])) return error;
  return std::nullopt;
}

/// Both sides have the same fleets and the same prospects?
bool is_mirrored(const MetaAnswer& answer) {
  const PayoffTable& table = answer.payoffs;
  if (table.rows != table.columns) return false;
  for (std::size_t f = 0; f < table.rows; ++f)
    if (answer.fleets[0][f].bought != answer.fleets[1][f].bought) return false;
  for (std::size_t a = 0; a < table.rows; ++a)
    for (std::size_t d = a; d < table.rows; ++d)
      if (std::abs(table.at(a, d) + table.at(d, a)) > kEven) return false;
  return true;
}

/// How each fleet fares at the worst, and against whom.
void find_worst(MetaAnswer& answer) {
  const PayoffTable& table = answer.payoffs;
  for (std::size_t a = 0; a < table.rows; ++a)
    for (std::size_t d = 0; d < table.columns; ++d) {
      const double payoff = table.at(a, d);
      MetaFleet &mine = answer.fleets[0][a], &his = answer.fleets[1][d];
      if (d == 0 || payoff < mine.worst) {
        mine.worst = payoff;
        mine.worst_of = d;
      }
      if (a == 0 || -payoff < his.worst) {
        his.worst = -payoff;
        his.worst_of = a;
      }
    }
}

void describe(const MetaQuestion& question, const Equilibrium& found, MetaAnswer& answer) {
  answer.attacker_gets = found.rows_get;
  answer.defender_holds = found.columns_hold;
  answer.gap = found.gap();
  answer.mirrored = is_mirrored(answer);
  find_worst(answer);
  for (const Side side : kSides) {
    auto& fleets = answer.fleets[side];
    const auto& mix = side == Side::attacker ? found.rows : found.columns;
    std::vector<std::size_t> order(fleets.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t f = 0; f < fleets.size(); ++f) fleets[f].share = mix[f];
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return fleets[a].share > fleets[b].share;
    });
    for (const std::size_t f : order)
      if (fleets[f].share > 0) answer.in_mix[side].push_back(f);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (std::abs(fleets[a].worst - fleets[b].worst) > kEven)
        return fleets[a].worst > fleets[b].worst;
      return fleets[a].cost < fleets[b].cost;
    });
    order.resize(std::min(order.size(), question.show));
    answer.steadiest[side] = std::move(order);
  }
  answer.pure = answer.in_mix[0].size() == 1 && answer.in_mix[1].size() == 1;
}

/// What the battles of a block come to, a row for each of its attackers.
struct BlockPayoffs {
  std::vector<double> payoffs;
  double error = 0;
  std::size_t one_by_one = 0;
};
constexpr auto fields(Is<BlockPayoffs>, auto& block) {
  return std::tie(block.payoffs, block.error, block.one_by_one);
}

Result<BlockPayoffs> block_payoffs(const ManyFleets& many, const FleetBlock& block, Payoff payoff,
                                   const Options& options, int threads, double work) {
  BlockPayoffs answer;
  answer.payoffs.resize(block.attackers.size() * block.defenders.size());
  std::vector<std::size_t> row(many.fleets[0].size()), column(many.fleets[1].size());
  for (std::size_t a = 0; a < block.attackers.size(); ++a) row[block.attackers[a]] = a;
  for (std::size_t d = 0; d < block.defenders.size(); ++d) column[block.defenders[d]] = d;
  const auto put = [&](std::size_t a, std::size_t d, double value) {
    answer.payoffs[row[a] * block.defenders.size() + column[d]] = value;
  };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> left;
  if (block.shared && options.method != Method::monte_carlo) {
    const SharedQuestion question{
        [&](const Battle& battle) { return std::vector<Measure>{measure_of(battle, payoff)}; },
        [&](const SharedCell& cell) {
          const double net = cell.worth[Side::defender] - cell.worth[Side::attacker];
          put(cell.attacker, cell.defender, cell.values[0] + (payoff == Payoff::net ? net : 0));
        }};
    Options shared = options;
    shared.threads = threads;
    left = answer_shared(many, block, question, shared);
  } else {
    for (const std::uint32_t a : block.attackers)
      for (const std::uint32_t d : block.defenders) left.emplace_back(a, d);
  }
  Mutex noting;
  std::optional<InputError> problem;
  run_each(left.size(), threads, [&](std::size_t i) {
    if (options.stop && options.stop()) return;
    const auto [a, d] = left[i];
    const auto cell = matrix_cell(many, a, d, options, work);
    const Lock lock(noting);
    if (!cell) {
      if (!problem) problem = cell.error();
      return;
    }
    put(a, d, payoff_of(cell.value(), payoff));
    answer.error = std::max(answer.error, cell->error);
    ++answer.one_by_one;
  });
  if (options.stop && options.stop()) return stopped_too_early();  // some have not been looked at
  if (problem) return *std::move(problem);
  return answer;
}

/// How many battles nothing answers together.
std::size_t battles_alone(const std::vector<FleetBlock>& blocks, const Options& options) {
  std::size_t alone = 0;
  for (const FleetBlock& block : blocks)
    if (!block.shared || options.method == Method::monte_carlo)
      alone += block.attackers.size() * block.defenders.size();
  return alone;
}

/// Of one battle by itself at the least.
double least_work(const ManyFleets& many, std::size_t a, std::size_t d, const Options& options) {
  const Scenario scenario = many.battle(a, d);
  const auto battle = ready(scenario, options.stop);
  if (!battle) return 0;
  if (options.method != Method::monte_carlo && solvable(battle->duel, options))
    return work_to_solve(*battle);
  return work_to_prepare(*battle) +
         kLeastSample * work_of_battle(battle->duel, scenario, options.seed);
}

/// Why all these battles cannot be answered within what a decision may cost, if they cannot.
std::optional<InputError> too_many_battles(const ManyFleets& many, const Options& options) {
  const std::vector<FleetBlock> blocks = blocks_of(many);
  const std::size_t alone = battles_alone(blocks, options);
  const auto refusal = [&](std::string problem) {
    return InputError{std::move(problem), "budget",
                      "fewer types (--only), a smaller budget or fleet supply; --time 1m takes as "
                      "long as it needs"};
  };
  double work = 0;
  const std::size_t looked_at = std::min(alone, kAskedAlone);
  const std::size_t rows = many.fleets[0].size(), columns = many.fleets[1].size();
  for (std::size_t i = 1; i <= looked_at; ++i)  // the last of each side are among the dearest
    work += least_work(many, i * rows / looked_at - 1, i * columns / looked_at - 1, options);
  if (looked_at > 0 &&
      work / static_cast<double>(looked_at) * static_cast<double>(alone) > kMostWork)
    return refusal(
        fmt::format("{} x {} fleets are too many: {} battles would be answered one by one", rows,
                    columns, alone));
  double terms = 0;
  for (const FleetBlock& block : blocks) {
    if (!block.shared || options.method == Method::monte_carlo) continue;
    terms += shared_cost(many, block, kMostPassTerms - terms, options);
    if (options.stop && options.stop()) return stopped_too_early();
    if (terms > kMostPassTerms)
      return refusal(
          fmt::format("{} x {} fleets are too many: their battles would take more than {} "
                      "multiply-adds",
                      rows, columns, large_number(kMostPassTerms)));
  }
  return std::nullopt;
}

/// Puts a block of payoffs in its place.
void put_payoffs(const FleetBlock& block, const BlockPayoffs& solved, Payoffs& payoffs) {
  PayoffTable& table = payoffs.table;
  for (std::size_t a = 0; a < block.attackers.size(); ++a)
    for (std::size_t d = 0; d < block.defenders.size(); ++d)
      table.payoff[block.attackers[a] * table.columns + block.defenders[d]] =
          solved.payoffs[a * block.defenders.size() + d];
  payoffs.error = std::max(payoffs.error, solved.error);
  payoffs.one_by_one += solved.one_by_one;
}

}  // namespace

std::string_view payoff_name(Payoff payoff) {
  return payoff == Payoff::net ? "net" : payoff == Payoff::planet ? "planet" : "win";
}

Result<Payoffs> payoffs_of(const ManyFleets& many, Payoff payoff, const Options& options,
                           const std::function<void(const MatrixProgress&)>& progress,
                           Pieces* pieces) {
  Payoffs payoffs;
  PayoffTable& table = payoffs.table;
  table.rows = many.fleets[0].size();
  table.columns = many.fleets[1].size();
  const std::size_t all = table.rows * table.columns;
  const std::vector<FleetBlock> blocks = blocks_of(many);
  if (pieces) pieces->begin(blocks.size());
  const bool in_part = pieces && !pieces->all_known();
  if (!in_part) table.payoff.resize(all);
  // Battles that are sampled share what one decision may cost.
  const double work =
      kMostWork / static_cast<double>(std::max<std::size_t>(battles_alone(blocks, options), 1));
  Mutex noting;
  std::optional<InputError> problem;
  std::atomic<std::size_t> done = 0;
  const auto solve = [&](std::size_t b, int threads) {
    const FleetBlock& block = blocks[b];
    const auto piece = piece_of<BlockPayoffs>(pieces, b, options.stop, [&] {
      return block_payoffs(many, block, payoff, options, threads, work);
    });
    done += block.attackers.size() * block.defenders.size();
    const Lock lock(noting);
    if (!piece && !problem) problem = piece.error();
    if (piece && piece.value()) put_payoffs(block, **piece, payoffs);
  };
  const auto tell = [&](std::size_t) {
    if (progress) progress({done, all});
  };
  std::vector<std::size_t> small;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    payoffs.passes += blocks[b].shared;
    if (blocks[b].attackers.size() * blocks[b].defenders.size() < kBlockForAll) {
      small.push_back(b);
      continue;
    }
    solve(b, options.threads);
    tell(0);
  }
  run_each(
      small.size(), options.threads, [&](std::size_t i) { solve(small[i], 1); }, tell);
  if (problem) return *std::move(problem);
  if (options.stop && options.stop()) return stopped_too_early();
  if (in_part) return only_a_part();
  return payoffs;
}

Result<BySide<std::vector<SideSpec>>> all_fleets(const MetaQuestion& asked,
                                                 std::vector<std::string>& assumptions) {
  const auto game = find_game(asked.scenario.game);
  if (!game) return game.error();
  MetaQuestion question = asked;
  MetaAnswer answer;
  BySide<Buyer> buyers;
  if (auto error = buy_all(*game.value(), question, {}, answer, buyers)) return *std::move(error);
  assumptions.insert(assumptions.end(), answer.assumptions.begin(), answer.assumptions.end());
  return BySide<std::vector<SideSpec>>{std::move(buyers[0].sides), std::move(buyers[1].sides)};
}

Result<MetaAnswer> meta(const MetaQuestion& asked, const Options& options, const GameSolver& solver,
                        const std::function<void(const MatrixProgress&)>& progress,
                        Pieces* pieces) {
  if (auto error = check(options)) return *std::move(error);
  const auto game = find_game(asked.scenario.game);
  if (!game) return game.error();
  MetaQuestion question = asked;
  MetaAnswer answer;
  BySide<Buyer> buyers;
  if (auto error = buy_all(*game.value(), question, options.stop, answer, buyers))
    return *std::move(error);
  if (static_cast<double>(buyers[0].sides.size()) * static_cast<double>(buyers[1].sides.size()) >
      kMostPayoffs)
    return InputError{
        fmt::format("{} x {} fleets are too many", buyers[0].sides.size(), buyers[1].sides.size()),
        "budget", "fewer types (--only), a smaller budget or fleet supply"};
  const auto many = many_fleets(question.scenario, buyers[0].sides, buyers[1].sides);
  if (!many) return many.error();
  if (as_usual(options) && !pieces)
    if (auto error = too_many_battles(many.value(), options)) return *std::move(error);
  auto payoffs = payoffs_of(many.value(), question.payoff, options, progress, pieces);
  if (!payoffs) return payoffs.error();
  for (const Side side : kSides) answer.fleets[side] = std::move(buyers[side].fleets);
  answer.payoffs = std::move(payoffs->table);
  answer.passes = payoffs->passes;
  answer.one_by_one = payoffs->one_by_one;
  answer.error = payoffs->error;
  describe(question, equilibrium(answer.payoffs, solver), answer);
  if (question.beats) {
    const auto against = many_fleets(question.scenario, buyers[0].sides, {*question.beats});
    if (!against) return against.error();
    const auto replies = payoffs_of(against.value(), question.payoff, options);
    if (!replies) return replies.error();
    for (std::size_t a = 0; a < replies->table.rows; ++a)
      answer.replies.push_back({a, replies->table.at(a, 0)});
    std::stable_sort(answer.replies.begin(), answer.replies.end(),
                     [](const MetaReply& a, const MetaReply& b) { return a.payoff > b.payoff; });
  }
  const auto battle = ready(many->battle(answer.in_mix[0].front(), answer.in_mix[1].front()));
  if (!battle) return battle.error();
  answer.assumptions.insert(answer.assumptions.end(), battle->assumptions.begin(),
                            battle->assumptions.end());
  answer.brief = battle->brief;
  return answer;
}

}  // namespace broadside
