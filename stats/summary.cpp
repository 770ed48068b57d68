#include "stats/summary.hpp"

#include <cassert>
#include <cstddef>

namespace broadside {

Outcome win_of(Side side) noexcept {
  return side == Side::attacker ? Outcome::attacker_win : Outcome::defender_win;
}

double worth_of(std::span<const UnitLabel> labels) {
  double worth = 0;
  for (const UnitLabel& label : labels) worth += label.resources * label.start;
  return worth;
}

std::vector<double> lost_by_force(std::span<const UnitLabel> labels,
                                  std::span<const Remains> remains) {
  std::vector<double> lost;
  for (const Remains& left : remains) {
    double sum = 0;
    for (std::size_t u = 0; u < labels.size(); ++u) {
      const int placed = left.placed.empty() ? 0 : left.placed[u];
      sum += labels[u].resources * (labels[u].start + placed - left.count[u]);
    }
    lost.push_back(sum);
  }
  return lost;
}

template <class Weight>
Summary summarize(const Battle& battle, const Finals<Weight>& finals, double total, Side mine) {
  assert(total > 0);
  const auto outcomes = outcome_totals(battle.duel, finals);
  const auto chance = [&](Outcome outcome) {
    return static_cast<double>(outcomes[outcome]) / total;
  };
  const auto lost = [&](Side side) {
    const auto by_force = lost_by_force(battle.labels[side], battle.remains[side]);
    const auto weight = final_forces(finals, side);
    double sum = 0;
    for (std::size_t f = 0; f < weight.size(); ++f)
      sum += static_cast<double>(weight[f]) * by_force[f];
    return sum / total;
  };
  Summary summary;
  summary.win = chance(win_of(mine));
  summary.draw = chance(Outcome::draw);
  summary.loss = chance(win_of(other(mine)));
  summary.own_lost = lost(mine);
  summary.enemy_lost = lost(other(mine));
  summary.worth = worth_of(battle.labels[mine]);
  return summary;
}

template Summary summarize(const Battle&, const Finals<std::uint64_t>&, double, Side);
template Summary summarize(const Battle&, const Finals<double>&, double, Side);

}  // namespace broadside
