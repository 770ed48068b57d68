#include "sim/play_score.hpp"

#include <cmath>

#include "sim/goal_score.hpp"

namespace broadside {
namespace {

Goal goal_of(const PlayGoal::Term& term) {
  switch (term.what) {
    case PlayGoal::What::win:
      break;
    case PlayGoal::What::net:
      return {Goal::Kind::net_resources, ""};
    case PlayGoal::What::planet:
      return {Goal::Kind::planet, ""};
    case PlayGoal::What::keep:
      return {Goal::Kind::keep, term.type};
  }
  return {};
}

}  // namespace

PlayScore::PlayScore(const Battle& battle) {
  const Side mine = battle.goals[Side::attacker] ? Side::attacker : Side::defender;
  fill(*battle.goals[mine], mine, battle);
}

PlayScore::PlayScore(const PlayGoal& goal, Side mine, const Battle& battle) {
  fill(goal, mine, battle);
}

void PlayScore::fill(const PlayGoal& goal, Side mine, const Battle& battle) {
  sign_ = mine == Side::attacker ? 1 : -1;
  const std::size_t endings = battle.duel.endings.size();
  by_ending_.assign(endings, 0.0);
  by_force_.resize(endings);
  for (auto& forces : by_force_)
    for (const Side side : kSides) forces[side].assign(battle.remains[side].size(), 0.0);
  for (const PlayGoal::Term& term : goal.terms) {
    const GoalScore score{goal_of(term), battle, mine};
    const double weight = sign_ * term.weight;
    range_ += std::abs(weight) * score.range();
    for (std::size_t e = 0; e < endings; ++e) {
      by_ending_[e] += weight * score.of_ending(e);
      for (const Side side : kSides)
        for (std::size_t f = 0; f < by_force_[e][side].size(); ++f)
          by_force_[e][side][f] += weight * score.of_force(e, side, f);
    }
  }
}

double PlayScore::expected(const Finals<double>& finals) const {
  double sum = 0;
  for (std::size_t e = 0; e < finals.size(); ++e) {
    for (const double weight : finals[e][0]) sum += weight * by_ending_[e];
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t f = 0; f < finals[e][side].size(); ++f)
        sum += finals[e][side][f] * by_force_[e][side][f];
  }
  return sum;
}

}  // namespace broadside
