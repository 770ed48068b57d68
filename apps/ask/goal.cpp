#include "apps/ask/goal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "apps/ask/values.hpp"
#include "apps/report/field_text.hpp"
#include "core/scenario/names.hpp"

namespace broadside {
namespace {

Result<Goal> read_goal(const std::string& text, const Game& game, std::string_view where) {
  if (text.empty()) return Goal{};
  static constexpr std::array<std::string_view, 4> kGoals{"win", "win-per-resource",
                                                          "expected-net-resources", "keep TYPE"};
  const std::string word = fold_name(text);
  if (word == "win") return Goal{};
  if (word == "win_per_resource") return Goal{Goal::Kind::win_per_resource, ""};
  if (word == "expected_net_resources" || word == "net") return Goal{Goal::Kind::net_resources, ""};
  if (word.starts_with("keep_")) {
    const auto types = read_types(
        std::string(where), std::string_view(text).substr(text.find_first_of(" -_") + 1), game);
    if (!types) return types.error();
    if (types->size() == 1) return Goal{Goal::Kind::keep, types->front()};
  }
  return InputError{fmt::format("unknown goal '{}'", text), std::string(where),
                    nearest_hint(text, kGoals)};
}

}  // namespace

std::optional<InputError> read_best(const BestWords& words, const Game& game,
                                    BestQuestion& question, const BestNames& names) {
  const auto types = [&](std::string_view where, const std::string& text, Names& out) {
    auto read = read_types(std::string(where), text, game);
    if (read) out = *std::move(read);
    return read ? std::nullopt : std::optional(read.error());
  };
  const auto amount = [&](std::string_view where, const std::string& text, double most,
                          double& out) {
    const auto read = read_amount(where, text, most);
    if (read) out = *read;
    return read ? std::nullopt : std::optional(read.error());
  };
  Names upgrades;
  if (auto error = types(names.upgrades, words.upgrades, upgrades)) return error;
  Names& mine = question.scenario.side(question.side).upgrades;
  for (std::string& type : upgrades)
    if (std::find(mine.begin(), mine.end(), type) == mine.end()) mine.push_back(std::move(type));
  for (const std::string& weight : words.mix)
    if (auto error = amount(names.mix, weight, kMostBudget, question.weights.emplace_back()))
      return error;
  if (words.budget.empty())
    return InputError{
        "there is no budget", std::string(names.budget),
        fmt::format("how many {} to spend: {}", game.words().resources,
                    names.budget.starts_with('-') ? fmt::format("{} 12", names.budget)
                                                  : fmt::format("\"{}\": 12", names.budget))};
  if (auto error = amount(names.budget, words.budget, kMostBudget, question.budget)) return error;
  if (!words.supply.empty()) {
    const auto supply = read_supply(names.supply, words.supply);
    if (!supply) return supply.error();
    question.supply = *supply;
    question.any_supply = !question.supply;
  }
  auto goal = read_goal(words.goal, game, names.goal);
  if (!goal) return goal.error();
  question.goal = *std::move(goal);
  if (auto error = types(names.only, words.only, question.only)) return error;
  if (auto error = types(names.never, words.never, question.never)) return error;
  if (!words.show.empty()) {
    double show = 0;
    if (auto error = amount(names.show, words.show, kMostShown, show)) return error;
    if (show != std::floor(show))
      return InputError{"not a whole number of fleets",
                        fmt::format("{} {}", names.show, words.show),
                        fmt::format("a whole number from 0 to {}", kMostShown)};
    question.show = static_cast<std::size_t>(show);
  }
  return std::nullopt;
}

}  // namespace broadside
