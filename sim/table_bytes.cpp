#include "sim/table_bytes.hpp"

#include <vector>

namespace broadside {
namespace {

template <class T>
double held_by(const std::vector<T>& list) {
  return static_cast<double>(list.capacity() * sizeof(T));
}

double held_by(const StepSide& side) {
  return held_by(side.chance) + held_by(side.alias) + held_by(side.refine) + held_by(side.thrown) +
         held_by(side.row) + held_by(side.feature) + held_by(side.next) + held_by(side.stance) +
         held_by(side.component);
}

double held_by(const Duel& duel) {
  double sum = 0;
  for (const Step& step : duel.steps) {
    sum += held_by(step.early);
    for (std::size_t side = 0; side < 2; ++side)
      sum += held_by(step.side[side]) + held_by(step.response.volley[side]);
    for (const Edge& edge : step.edges)
      for (const auto& map : edge.map) sum += held_by(map);
  }
  for (const Choice& choice : duel.choices) sum += held_by(choice.offered);
  return sum;
}

}  // namespace

double table_bytes(const Battle& battle) {
  double sum = held_by(battle.duel);
  for (const auto& remains : battle.remains) {
    sum += held_by(remains);
    for (const Remains& force : remains)
      sum += held_by(force.count) + held_by(force.damaged) + held_by(force.placed);
  }
  for (const Breakdown& breakdown : battle.breakdowns) sum += held_by(breakdown.row_of);
  if (battle.other_order) sum += table_bytes(*battle.other_order);
  return sum;
}

}  // namespace broadside
