#pragma once
// Question: what does a report consist of, for its bytes (sim/bytes.hpp)? Everything but where the
// time went, which is of no other run.

#include "sim/bytes.hpp"
#include "sim/report.hpp"

namespace broadside {

constexpr auto fields(Is<Chance>, auto& chance) {
  return std::tie(chance.p, chance.low, chance.high);
}
constexpr auto fields(Is<UnitCount>, auto& unit) { return std::tie(unit.type, unit.count); }
constexpr auto fields(Is<UnitLabel>, auto& label) {
  return std::tie(label.type, label.name, label.resources, label.start);
}
constexpr auto fields(Is<SurvivorRow>, auto& row) {
  return std::tie(row.units, row.damaged, row.p);
}
constexpr auto fields(Is<TypeTail>, auto& tail) {
  return std::tie(tail.type, tail.p, tail.at_least);
}
constexpr auto fields(Is<SideReport>, auto& side) {
  return std::tie(side.survivors, side.types, side.units, side.placed, side.lost_resources,
                  side.lost_units);
}
constexpr auto fields(Is<StageReport>, auto& stage) {
  return std::tie(stage.name, stage.reached, stage.mean_rounds);
}
constexpr auto fields(Is<StepReport>, auto& step) {
  return std::tie(step.name, step.stage, step.reached, step.mean_rounds);
}
constexpr auto fields(Is<Disagreement>, auto& apart) {
  return std::tie(apart.outcome, apart.side, apart.exact, apart.sampled, apart.standard_errors);
}
constexpr auto fields(Is<BreakdownRow>, auto& row) { return std::tie(row.fields, row.chance); }
constexpr auto fields(Is<BreakdownReport>, auto& breakdown) {
  return std::tie(breakdown.name, breakdown.title, breakdown.rows, breakdown.is_answer);
}
constexpr auto fields(Is<IncidentReport>, auto& incident) {
  return std::tie(incident.side, incident.name, incident.mean);
}
constexpr auto fields(Is<PlaceReport>, auto& place) {
  return std::tie(place.name, place.attacker_win, place.draw, place.defender_win, place.sent,
                  place.sides);
}
constexpr auto fields(Is<TakenReport>, auto& taken) { return std::tie(taken.names, taken.chance); }
constexpr auto fields(Is<PlacesReport>, auto& places) {
  return std::tie(places.one, places.many, places.sent, places.list, places.taken, places.expected);
}
constexpr auto fields(Is<Places::Split>, auto& split) {
  return std::tie(split.sent, split.taken, split.expected);
}
constexpr auto fields(Is<ExactOdds>, auto& exact) {
  return std::tie(exact.p, exact.rounds, exact.lost_resources, exact.error_bound, exact.memory,
                  exact.breakdowns, exact.places);
}
constexpr auto fields(Is<Report>, auto& report) {
  return std::tie(report.game, report.battle, report.battle_title, report.battle_reason,
                  report.rounds_played, report.opening, report.method, report.seed, report.battles,
                  report.confidence, report.odds, report.exact, report.prune, report.mean_rounds,
                  report.stages, report.steps, report.sides, report.standing, report.breakdowns,
                  report.incidents, report.places, report.splits, report.assumptions, report.notes,
                  report.brief, report.left_when_won, report.disagreement, report.variance_ratio,
                  report.sequential, report.exact_skipped, report.stopped_by, report.both_retreats);
}

}  // namespace broadside
