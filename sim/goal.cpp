#include "sim/goal.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/goal_score.hpp"
#include "stats/summary.hpp"

namespace broadside {

std::string goal_name(const Goal& goal) {
  switch (goal.kind) {
    case Goal::Kind::win_per_resource:
      return "win-per-resource";
    case Goal::Kind::net_resources:
      return "expected-net-resources";
    case Goal::Kind::keep:
      return "keep " + goal.type;
    case Goal::Kind::planet:
      return "planet";
    case Goal::Kind::win:
      break;
  }
  return "win";
}

GoalScore::GoalScore(const Goal& goal, const Battle& battle, Side mine)
    : by_ending_(battle.duel.endings.size()), counts_(battle.duel.endings.size(), true) {
  for (std::size_t side = 0; side < 2; ++side)
    by_force_[side].assign(battle.remains[side].size(), 0.0);
  const auto& labels = battle.labels[mine];
  const auto victory = [&](std::size_t e) {
    return battle.duel.endings[e].outcome == win_of(mine);
  };
  switch (goal.kind) {
    case Goal::Kind::win:
    case Goal::Kind::win_per_resource: {
      const double worth = worth_of(labels);
      const double each = goal.kind == Goal::Kind::win ? 1 : (worth > 0 ? 1 / worth : 0);
      for (std::size_t e = 0; e < by_ending_.size(); ++e) by_ending_[e] = victory(e) ? each : 0;
      high_ = each;
      break;
    }
    case Goal::Kind::planet:  // the defender's unless the attacker wins it
      for (std::size_t e = 0; e < by_ending_.size(); ++e)
        by_ending_[e] =
            (battle.duel.endings[e].outcome == Outcome::attacker_win) == (mine == Side::attacker);
      high_ = 1;
      break;
    case Goal::Kind::net_resources:
      for (const Side side : kSides) {
        by_force_[side] = lost_by_force(battle.labels[side], battle.remains[side]);
        if (by_force_[side].empty()) continue;
        if (side == mine)
          for (double& lost : by_force_[side]) lost = -lost;
        const auto [least, most] =
            std::minmax_element(by_force_[side].begin(), by_force_[side].end());
        low_ += *least;
        high_ += *most;
      }
      break;
    case Goal::Kind::keep:
      for (std::size_t e = 0; e < counts_.size(); ++e) counts_[e] = victory(e);
      for (std::size_t u = 0; u < labels.size(); ++u) {
        if (labels[u].type != goal.type) continue;
        for (std::size_t f = 0; f < by_force_[mine].size(); ++f)
          if (battle.remains[mine][f].count[u] > 0) by_force_[mine][f] = 1;
      }
      high_ = 1;
      break;
  }
}

double GoalScore::of(const NamedEnd& end) const {
  double score = by_ending_[end.ending];
  if (counts_[end.ending]) score += by_force_[0][end.force[0]] + by_force_[1][end.force[1]];
  return score;
}

double GoalScore::expected(const Finals<double>& finals) const {
  double sum = 0;
  for (std::size_t e = 0; e < finals.size(); ++e) {
    // Every battle has one final force on each side, so one side's weights are the ending's.
    for (const double weight : finals[e][0]) sum += weight * by_ending_[e];
    if (!counts_[e]) continue;
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t f = 0; f < finals[e][side].size(); ++f)
        sum += finals[e][side][f] * by_force_[side][f];
  }
  return sum;
}

}  // namespace broadside
