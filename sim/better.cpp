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
#include "sim/exchange.hpp"

namespace broadside {
namespace {

/// Units of either side above which nobody wants to wait for it.
constexpr int kMostShips = 24, kMostTypes = 7;

bool is_small(const Scenario& scenario) {
  for (const Side side : kSides) {
    int units = 0;
    for (const UnitCount& unit : scenario.side(side).units) units += unit.count;
    if (units > kMostShips || scenario.side(side).units.size() > kMostTypes) return false;
  }
  return true;
}

std::optional<Battle> prepared(const Game& game, const Scenario& scenario) {
  auto chosen = choose(game, scenario);
  if (!chosen) return std::nullopt;
  auto battle = game.prepare(chosen.value().scenario);
  if (!battle || battle.value().duel.direct || !battle.value().duel.lists_finals() ||
      !battle.value().duel.decisions.empty() || BestPlay::cost(battle.value().duel) > kBetterBudget)
    return std::nullopt;
  return std::move(battle).value();
}

/// What the side gives up first, hit after hit of one roll, while both are as strong as can be.
std::vector<std::string> first_losses(const Battle& battle, const BestPlay& best, Side side) {
  const Duel& duel = battle.duel;
  std::vector<std::string> longest;
  const auto strongest = [&](std::size_t s, Side whose) {
    const auto& component = duel.steps[s].side[whose].component;
    return static_cast<std::uint32_t>(std::max_element(component.begin(), component.end()) -
                                      component.begin());
  };
  for (std::size_t s = 0; s < duel.steps.size() && longest.empty(); ++s) {
    const Step& step = duel.steps[s];
    if (!step.is_round || step.side[0].component.empty() || step.side[1].component.empty())
      continue;
    Exchange exchange{step};
    exchange.from(strongest(s, Side::attacker), strongest(s, Side::defender));
    exchange.each([&](std::uint32_t a, std::uint32_t d, double) {
      const std::uint8_t e = step.flow[step.side[0].stance[a]][step.side[1].stance[d]];
      if (e == kNoEdge || step.edges[e].step == kNoStep) return;
      std::size_t at = step.edges[e].step;
      BySide<std::uint32_t> pair{state_of(step.edges[e].map[0][a]),
                                 state_of(step.edges[e].map[1][d])};
      std::vector<std::string> moves;
      for (bool found = true; found;) {
        found = false;
        for (std::size_t c = 0; c < duel.choices.size() && !found; ++c) {
          const Choice& choice = duel.choices[c];
          if (choice.step != at || !choice.must || choice.side != side || choice.of != side)
            continue;
          const std::uint64_t offered = choice.offered[pair[choice.of]];
          const Edge* taken = nullptr;
          std::size_t number = 0;
          for (std::size_t i = 0; i < choice.edges.size(); ++i) {
            if (!(offered >> i & 1)) continue;
            const Edge& edge = duel.steps[at].edges[choice.edges[i]];
            const auto worth = [&](const Edge& way) {
              return (side == Side::attacker ? 1 : -1) * best.beyond(way, pair[0], pair[1]);
            };
            if (taken && worth(edge) <= worth(*taken) + 1e-12) continue;
            taken = &edge;
            number = i;
          }
          if (!taken || taken->step == kNoStep) continue;
          moves.push_back(battle.choice_words[c][number]);
          pair = {state_of(taken->map[0][pair[0]]), state_of(taken->map[1][pair[1]])};
          at = taken->step;
          found = true;
        }
      }
      if (moves.size() > longest.size()) longest = moves;
    });
  }
  longest.erase(std::unique(longest.begin(), longest.end()), longest.end());
  return longest;
}

}  // namespace

std::string Better::text() const {
  std::string words;
  for (const std::string& move : order) words += (words.empty() ? "" : ", then ") + move;
  const std::string value =
      goal == "win" ? fmt::format("{:.1f} % (+{:.1f})", 100 * best, 100 * (best - usual))
                    : fmt::format("net {:+.1f} resources (+{:.1f})", best, best - usual);
  return fmt::format("Better for the {}: {}: {}", name(side), words, value);
}

std::vector<Better> better_choices(const Scenario& scenario) {
  std::vector<Better> all;
  const auto game = find_game(scenario.game);
  if (!game || !find_field(game.value()->fields(), Place::policy, kPlay) || !is_small(scenario))
    return all;
  Scenario asked = scenario;
  asked.game = game.value()->id();
  take_back(asked, Place::scenario, kRounds);
  std::optional<Battle> usual;
  for (const Side side : kSides) {
    const Field* play = find_field(game.value()->fields(), Place::policy, kPlay);
    if (!asked.side(side).policy.empty() || (play->side && *play->side != side)) continue;
    if (!usual) {
      usual = prepared(*game.value(), asked);
      if (!usual) return all;
      settle_decisions(usual->duel);
    }
    for (const char* goal : {"win", "net"}) {
      Scenario better = asked;
      better.side(side).policy[kPlay] = std::string("best");
      better.side(side).policy[kGoal] = std::string(goal);
      const auto battle = prepared(*game.value(), better);
      if (!battle || battle->duel.choices.empty()) break;
      const PlayScore score{*battle}, same{*battle->goals[side], side, *usual};
      const BestPlay best{battle->duel, score};
      Better found{side,
                   goal,
                   same.sign() * BestPlay{usual->duel, same}.start_value(),
                   score.sign() * best.start_value(),
                   {}};
      const bool is_win = std::string_view{goal} == "win";
      if (found.best - found.usual < (is_win ? kWorthPoints : kWorthResources)) continue;
      found.order = first_losses(*battle, best, side);
      if (found.order.empty()) continue;
      all.push_back(std::move(found));
      break;
    }
  }
  return all;
}

}  // namespace broadside
