#include "sim/choices.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "sim/decide.hpp"
#include "sim/engine.hpp"
#include "sim/exact.hpp"
#include "sim/play_score.hpp"

namespace broadside {
namespace {

/// Where a battle is too large to be solved: to some 0.1 %, and where there are many ways to play it
/// or it is long, to 1 % at the least sure.
constexpr std::uint64_t kSampledBattles = 1 << 18, kFewestBattles = 1 << 13;
/// Chances this near to each other are the same.
constexpr double kSame = 1e-12;

using Goals = BySide<std::optional<PlayGoal>>;

/// One way for each choice, and what it comes to: the chance to win, or the value of a goal.
struct Played {
  std::vector<std::size_t> ways;
  BySide<double> win;
};

Scenario decided(Scenario scenario, std::span<const OpenChoice> choices,
                 const std::vector<std::size_t>& ways) {
  for (std::size_t c = 0; c < choices.size(); ++c)
    give(scenario.side(choices[c].side), Place::policy, choices[c].policy,
         choices[c].ways[ways[c]].value);
  return scenario;
}

/// All ways together may cost what one answer does.
struct Budget {
  double ways = 1;
  StopQuery stop;
  Goals goals{};

  std::uint64_t battles(const Duel& duel) const {
    const Options usual;
    const double share = static_cast<double>(usual_battles(duel, usual.seed)) / ways;
    return std::clamp(static_cast<std::uint64_t>(share), kFewestBattles, kSampledBattles);
  }
};

Result<BySide<double>> chances_to_win(const Game& game, const Scenario& scenario,
                                      const Budget& budget) {
  TableLimits limits;
  limits.work /= budget.ways;
  limits.stop = budget.stop;
  // Who plays for a goal answers what has been chosen here.
  auto battle = game.prepare(played_as_usual(scenario), limits);
  if (!battle) return battle.error();
  if (auto error = too_much_to_decide(battle.value().duel)) return *std::move(error);
  if (budget.stop && budget.stop()) return stopped_too_early();
  settle_decisions(battle.value().duel);
  Options options;
  options.method = Method::automatic;
  options.exact_budget /= budget.ways;
  options.stop = budget.stop;
  if (!solvable(battle.value().duel, options))
    options.battles = budget.battles(battle.value().duel);
  const auto report = odds(battle.value(), scenario, options);
  if (!report) return report.error();
  if (budget.stop && budget.stop()) return stopped_too_early();
  BySide<double> reached{report.value().chance(Outcome::attacker_win).p,
                         report.value().chance(Outcome::defender_win).p};
  const bool both = budget.goals[0] && budget.goals[1];
  for (const Side side : kSides) {
    if (!budget.goals[side] || !report.value().exact || !battle.value().duel.lists_finals())
      continue;
    // The goal of both is the attacker's, which the defender plays against.
    const Side whose = both ? Side::attacker : side;
    const PlayScore score{*budget.goals[side], whose, battle.value()};
    const double value = score.sign() * score.expected(solve_exact(battle.value().duel).finals);
    reached[side] = whose == side ? value : -value;
  }
  return reached;
}

/// Every combination of ways, the first ways first.
Result<std::vector<Played>> play_all(const Game& game, const Scenario& scenario,
                                     std::span<const OpenChoice> choices, const StopQuery& stop,
                                     const Goals& goals) {
  std::vector<Played> all;
  Budget budget{1, stop, goals};
  for (const OpenChoice& choice : choices) budget.ways *= static_cast<double>(choice.ways.size());
  std::vector<std::size_t> ways(choices.size());
  for (;;) {
    const auto win = chances_to_win(game, decided(scenario, choices, ways), budget);
    if (!win) return win.error();
    all.push_back({ways, win.value()});
    std::size_t c = choices.size();
    while (c > 0 && ++ways[c - 1] == choices[c - 1].ways.size()) ways[--c] = 0;
    if (c == 0) return all;
  }
}

/// Where a battle is wrong that has too many forces for tables.
constexpr std::string_view kTooLarge = "units";

class Table {
 public:
  Table(std::span<const OpenChoice> choices, std::vector<Played> all, const Goals& goals)
      : choices_(choices), all_(std::move(all)), goals_(goals) {}

  const Played& best() const {
    const Played* best = nullptr;
    for (const Played& played : all_)
      if (&answer_to(played) == &played && (!best || wins_more(played, *best, Side::attacker)))
        best = &played;
    return *best;
  }

  std::string tell(const Played& taken, std::size_t choice) const {
    const auto& [side, policy, ways] = choices_[choice];
    constexpr std::size_t kFewWays = 3;  // more are not told one by one
    const auto told = [&, side = side](double reached) {
      return goals_[side] ? fmt::format("{:+.3f}", reached)
                          : fmt::format("{:.1f} %", 100 * reached);
    };
    const bool against = goals_[0] && goals_[1] && side == Side::defender;
    const std::string what =
        goals_[side] ? fmt::format(" {} '{}'", against ? "against" : "for", written(*goals_[side]))
                     : std::string(" to win");
    if (ways.size() > kFewWays) {
      Played usual = taken;
      usual.ways[choice] = 0;
      const auto at = std::find_if(all_.begin(), all_.end(),
                                   [&](const Played& one) { return one.ways == usual.ways; });
      return fmt::format("{} {}: {} was taken, with {}{} the best of {} ({}: {})", name(side),
                         policy, ways[taken.ways[choice]].words, told(taken.win[side]), what,
                         ways.size(), ways.front().words, told(at->win[side]));
    }
    std::string others;
    for (std::size_t way = 0; way < ways.size(); ++way) {
      if (way == taken.ways[choice]) continue;
      Played other = taken;
      other.ways[choice] = way;
      for (const Played& played : all_)
        if (played.ways == other.ways)
          others += fmt::format("{}{}: {}", others.empty() ? "" : ", ", ways[way].words,
                                told(played.win[side]));
    }
    return fmt::format("{} {}: {} was taken, with {}{} ({})", name(side), policy,
                       ways[taken.ways[choice]].words, told(taken.win[side]), what, others);
  }

 private:
  static bool wins_more(const Played& a, const Played& b, Side side) {
    return a.win[side] > b.win[side] + kSame;
  }
  bool same_ways(const Played& a, const Played& b, Side side) const {
    for (std::size_t c = 0; c < choices_.size(); ++c)
      if (choices_[c].side == side && a.ways[c] != b.ways[c]) return false;
    return true;
  }
  /// What the defender does against the attacker's ways.
  const Played& answer_to(const Played& to) const {
    const Played* best = nullptr;
    for (const Played& played : all_)
      if (same_ways(played, to, Side::attacker) &&
          (!best || wins_more(played, *best, Side::defender)))
        best = &played;
    return *best;
  }

  std::span<const OpenChoice> choices_;
  std::vector<Played> all_;
  const Goals& goals_;
};

}  // namespace

Result<Chosen> choose(const Game& game, const Scenario& scenario, const StopQuery& stop,
                      const BySide<std::optional<PlayGoal>>& goals) {
  auto checked = game.checked(scenario);
  if (!checked) return checked.error();
  const auto choices = game.open_choices(checked.value());
  if (choices.empty()) return Chosen{std::move(checked).value(), {}};
  // Who looks at a battle before its end still plays to win it.
  Scenario to_the_end = checked.value();
  take_back(to_the_end, Place::scenario, kRounds);
  auto all = play_all(game, to_the_end, choices, stop, goals);
  if (!all) {
    InputError error = all.error();
    // Each way is a battle of its own and may have more forces than the usual one.
    const OpenChoice& open = choices.front();
    if (error.where == kTooLarge)
      error.hint = fmt::format("{}; or say {} yourself: here every way is tried", error.hint,
                               field_path(Place::policy, open.policy, open.side));
    return error;
  }
  const Table table{choices, std::move(all).value(), goals};
  const Played& best = table.best();
  Chosen chosen{decided(std::move(checked).value(), choices, best.ways), {}};
  for (std::size_t c = 0; c < choices.size(); ++c) chosen.told.push_back(table.tell(best, c));
  return chosen;
}

}  // namespace broadside
