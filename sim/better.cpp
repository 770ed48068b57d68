#include "sim/better.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/play_goal.hpp"
#include "sim/best_play.hpp"
#include "sim/choices.hpp"
#include "sim/decide.hpp"
#include "sim/engine.hpp"
#include "sim/play_words.hpp"

namespace broadside {
namespace {

/// Prepares and solves battles within a budget.
class Solver {
 public:
  Solver(const Game& game, const BetterBudget& budget) : game_(game), budget_(budget) {}

  std::optional<Battle> prepared(const Scenario& scenario) {
    TableLimits limits;
    limits.work = budget_.tables;
    auto battle = game_.prepare(scenario, limits);
    if (!battle || battle->duel.direct || !battle->duel.lists_finals() ||
        !battle->duel.decisions.empty())
      return std::nullopt;
    const double cost = BestPlay::cost(battle->duel);
    if (cost > budget_.work || BestPlay::memory(battle->duel) > budget_.memory) return std::nullopt;
    spent_ += cost;
    return *std::move(battle);
  }
  double spent() const { return spent_; }

 private:
  const Game& game_;
  const BetterBudget& budget_;
  double spent_ = 0;
};

/// What the side does most often that is not the first of its ways, the usual one, where no habit
/// tells it: "keep 3 infantry aboard". No more than two things.
std::string done_otherwise(const Battle& battle, Side side) {
  std::string words;
  int told = 0;
  for (const PlayInWords& play : play_in_words(battle))
    for (const PlayedRow& row : play.table) {
      if (play.side != side || told == 2 || row.offered.size() < 2 ||
          row.does == row.offered.front() || row.times < kWorthAWord)
        continue;
      words += (words.empty() ? "" : " and ") + row.does;
      ++told;
    }
  return words.empty() ? "every free choice made for it" : words;
}

/// What the side does otherwise than in the usual order, the weightiest first; no more than two
/// things.
std::string otherwise(Battle& battle, const BestPlay& best, Side side) {
  best.settle(battle.duel);
  const auto pairs = compare_moves(battle, best, Reach{battle.duel}, side);
  std::string words;
  double most = 0;
  for (const MovePair& pair : pairs) {
    if (pair.usual_first || pair.gain <= 0 || pair.rule == MovePair::Rule::any) continue;
    constexpr double kAlsoWorth = 0.3;  // of what the weightiest gains
    if (!words.empty() && pair.gain < kAlsoWorth * most) break;
    const std::string rule = before(pair.first, pair.second);
    if (!words.empty()) return fmt::format("{} and {}", words, rule);
    most = pair.gain;
    words = rule;
  }
  return words.empty() ? done_otherwise(battle, side) : words;
}

}  // namespace

BetterChoices better_choices(const Scenario& scenario, const BetterBudget& budget) {
  BetterChoices found;
  const auto game = find_game(scenario.game);
  const Field* play = game ? find_field(game.value()->fields(), Place::policy, kPlay) : nullptr;
  // Who plays best makes the enemy's choices part of his own: there is no usual answer to better.
  if (!play || plays_best(scenario.side(Side::attacker)) ||
      plays_best(scenario.side(Side::defender)))
    return found;
  Scenario asked = scenario;
  asked.game = game.value()->id();
  take_back(asked, Place::scenario, kRounds);
  Solver solver{*game.value(), budget};
  std::optional<Battle> usual;
  for (const Side side : kSides) {
    if (!asked.side(side).policy.empty() || (play->side && *play->side != side)) continue;
    for (const char* goal : {"win", "net"}) {
      Scenario better = asked;
      better.side(side).policy[kPlay] = std::string("best");
      better.side(side).policy[kGoal] = std::string(goal);
      auto battle = solver.prepared(better);
      if (!battle) found.left_out = "the battle is above the budget of the advice";
      if (!battle || battle->duel.choices.empty()) break;
      if (!usual) {
        const auto chosen = choose(*game.value(), asked);
        usual = chosen ? solver.prepared(chosen->scenario) : std::nullopt;
        if (!usual) return found;
      }
      const PlayScore score{*battle}, same{*battle->goals[side], side, *usual};
      const BestPlay best{battle->duel, score};
      Better more{side, goal, same.sign() * BestPlay{usual->duel, same}.start_value(),
                  score.sign() * best.start_value(), ""};
      const bool is_win = std::string_view{goal} == "win";
      if (more.gain() < (is_win ? kWorthPoints : kWorthResources)) continue;
      more.words = otherwise(*battle, best, side);
      found.list.push_back(std::move(more));
      break;
    }
  }
  found.spent = solver.spent();
  return found;
}

}  // namespace broadside
