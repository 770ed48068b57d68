// What is wrong with a question about the best fleet, before anything is spent on it.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/scenario/text.hpp"
#include "sim/best.hpp"

namespace broadside {

std::optional<InputError> check(const BestQuestion& question, const Options& options) {
  if (options.precision)
    return InputError{"a search has no precision", "precision",
                      "a race ends when one fleet is left, by --battles or by --time"};
  if (question.show == 0) return InputError{"no fleet would be told", "show", "1 or more of them"};
  if (question.enemies.empty())
    return InputError{"there is no enemy to search against", "against", "--against \"ws, 3 ff\""};
  if (!(question.budget >= 0 && question.budget <= kMostBudget))
    return InputError{"not a budget", "budget",
                      fmt::format("resources from 0 to {:.0f}, for example 12", kMostBudget)};
  if (!question.weights.empty() && question.weights.size() != question.enemies.size())
    return InputError{
        fmt::format("{} weights for {}", question.weights.size(),
                    counted(static_cast<long long>(question.enemies.size()), "enemy", "enemies")),
        "mix", "one number for each --against, for example 2,1"};
  double whole = 0;
  for (const double weight : question.weights) {
    if (!(weight >= 0 && std::isfinite(weight)))
      return InputError{"a weight below zero", "mix", "how likely each enemy is: 2,1"};
    whole += weight;
  }
  if (!question.weights.empty() && !(whole > 0))
    return InputError{"no enemy has a weight", "mix", "how likely each enemy is: 2,1"};
  return std::nullopt;
}

std::optional<InputError> check_goal(const BestQuestion& question, const std::vector<Offer>& sold) {
  if (question.goal.kind != Goal::Kind::keep) return std::nullopt;
  const std::string& type = question.goal.type;
  const auto& have = question.scenario.side(question.side).units;
  const auto is_type = [&](const auto& one) { return one.type == type; };
  if (std::any_of(have.begin(), have.end(), is_type) ||
      std::any_of(sold.begin(), sold.end(), is_type))
    return std::nullopt;
  std::string known;
  for (const Offer& offer : sold) known += (known.empty() ? "" : ", ") + offer.type;
  return InputError{
      fmt::format("there is no {} to keep: it cannot be bought for this battle", type), "goal",
      "to keep what can be: " + known};
}

}  // namespace broadside
