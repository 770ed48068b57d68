#include "sim/work.hpp"

#include <algorithm>

#include "sim/exact.hpp"
#include "sim/table_bytes.hpp"
#include "sim/usual_battles.hpp"

namespace broadside {
namespace {

/// Measured with small fleets: 0.15 ms for tables, 0.7 for a battle without, and three times as much
/// as tables where several planets are fought for; then 2 ns for each byte of tables and 1.5 for each
/// term of the solver, 0.6 to 1.2 for each of a pass that pulls six numbers back.
constexpr double kTables = 1.5e5, kNoTables = 7e5, kPlaces = 6e5;
constexpr double kEachByte = 2, kEachTerm = 1.5, kEachTermOfPass = 0.8;

/// Measured: a step that tables play; a round that Rebellion plays, for no units, for each of them
/// on both sides, and where fleets are as large as can be.
constexpr double kStep = 3, kRound = 50, kUnitInRound = 3, kMostRound = 800;

}  // namespace

bool as_usual(const Options& options) {
  return !options.battles && !options.precision && !options.seconds && !options.max_battles;
}

double work_to_prepare(const Battle& battle) {
  if (battle.duel.direct) return kNoTables;
  return (battle.places ? kPlaces : kTables) + kEachByte * table_bytes(battle);
}

double work_to_solve(const Battle& battle) {
  return work_to_prepare(battle) + kEachTerm * exact_cost(battle.duel);
}

double work_to_share(const Battle& battle) {
  return work_to_prepare(battle) + kEachTermOfPass * values_cost(battle.duel);
}

double work_of_round(const Duel& duel, const Scenario& scenario) {
  if (!duel.direct) return kStep;
  double units = 0;
  for (const Side side : kSides)
    for (const UnitCount& unit : scenario.side(side).units) units += unit.count;
  if (units == 0) return kMostRound;  // what a side brings is said in another way
  return std::min(kRound + kUnitInRound * units, kMostRound);
}

double work_of_battle(const Duel& duel, const Scenario& scenario, std::uint64_t seed) {
  return work_of_round(duel, scenario) * std::max(rounds_a_battle(duel, seed), 1.0);
}

double work_of_named(const Duel& duel, const Scenario& scenario, std::uint64_t seed) {
  if (duel.direct) return kNamedBattle + work_of_battle(duel, scenario, seed);
  return kNamedStep * std::max(rounds_a_battle(duel, seed), 1.0);
}

std::uint64_t battles_for(const Duel& duel, const Scenario& scenario, std::uint64_t seed,
                          double work) {
  const double usual = static_cast<double>(usual_battles(duel, seed));
  const double enough = work / work_of_battle(duel, scenario, seed);
  if (enough >= usual) return static_cast<std::uint64_t>(usual);
  const auto some = static_cast<std::uint64_t>(std::max(enough, 0.0));
  return std::max(some / kLeastSample, std::uint64_t{1}) * kLeastSample;
}

}  // namespace broadside
