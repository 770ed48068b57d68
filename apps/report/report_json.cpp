#include "apps/report/report_json.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "apps/report/json_parts.hpp"
#include "apps/report/places_json.hpp"
#include "apps/report/scenario_json.hpp"
#include "stats/summary.hpp"

namespace broadside {
namespace {

Json exact_json(const ExactOdds& exact, bool may_be_undecided) {
  const auto p = [&](Outcome outcome) { return exact.p[outcome]; };
  Json object;
  object["attacker_win"] = p(Outcome::attacker_win);
  object["draw"] = p(Outcome::draw);
  object["defender_win"] = p(Outcome::defender_win);
  object["stalemate"] = p(Outcome::stalemate);
  object["retreat"] = p(Outcome::attacker_retreats) + p(Outcome::defender_retreats);
  if (may_be_undecided) object["undecided"] = p(Outcome::undecided);
  if (exact.rounds) object["rounds"] = *exact.rounds;
  for (const Side side : kSides)
    object["expected_losses"][name(side)]["resources"] = exact.lost_resources[side];
  if (exact.error_bound > 0) object["error_bound"] = exact.error_bound;
  return object;
}

/// The solved and the sampled battle cannot both be right.
Json disagreement_json(const Disagreement& found) {
  Json object;
  object["outcome"] = name(found.outcome);
  if (found.side) object["forces_of"] = name(*found.side);
  object["exact"] = found.exact;
  object["sampled"] = found.sampled;
  object["standard_errors"] = found.standard_errors;
  return object;
}

/// {"cruiser": [1, 0.8, 0.3]}: at least none, one, two.
Json tails_json(const SideReport& side) {
  Json object = Json::object();
  for (const auto& tail : side.types) object[tail.type] = tail.at_least;
  return object;
}

/// [{"winner": "attacker", "p": 0.4, "low": ..., "high": ...}, ...]
Json breakdown_json(const BreakdownReport& cut) {
  Json list = Json::array();
  for (const auto& row : cut.rows) {
    Json& item = list.emplace_back(Json::object());
    for (const auto& [key, value] : row.fields)
      std::visit([&](const auto& of) { item[key] = of; }, value);
    item.update(chance_json(row.chance));
  }
  return list;
}

/// {"attacker": {"space_critical_hit": 0.3}, "defender": {}}: times a battle, on average.
Json incidents_json(const std::vector<IncidentReport>& incidents) {
  Json object;
  for (const Side side : kSides) object[name(side)] = Json::object();
  for (const auto& incident : incidents) object[name(incident.side)][incident.name] = incident.mean;
  return object;
}

template <class Function>
Json both(const BySide<SideReport>& sides, Function one) {
  Json object;
  for (const Side side : kSides) object[name(side)] = one(sides[side]);
  return object;
}

/// {"hits": {"attacker": {"mean": 2.1, "at_least": [1, 0.9]}, ...}}: numbers that are the answer.
Json numbers_json(const Report& report) {
  Json object;
  for (const auto& cut : report.breakdowns)
    for (const Side side : kSides) {
      if (!cut.is_answer) continue;
      Json& number = object[cut.name][name(side)];
      number["mean"] = cut.mean(side);
      number["at_least"] = cut.at_least(side);
    }
  return object;
}

/// In seconds.
Json timing_json(const Timing& timing) {
  Json json;
  json["parse"] = timing.parse;
  json["compile"] = timing.compile;
  json["exact"] = timing.exact;
  json["sampling"] = timing.sampling;
  json["report"] = timing.report;
  return json;
}

}  // namespace

std::string write_report(const Report& report, const Scenario& scenario,
                         std::optional<double> precision, bool timing) {
  Json json;
  json["version"] = 1;
  json["game"] = report.game;
  json["battle"] = report.battle;
  if (!report.battle_reason.empty()) json["battle_reason"] = report.battle_reason;
  json["method"] = method_name(report.method);
  json["seed"] = report.seed;
  json["battles"] = report.battles;
  json["confidence"] = report.confidence;
  if (precision) json["precision"] = *precision;
  if (report.prune > 0) json["prune"] = report.prune;
  json["sequential"] = report.sequential;
  if (report.stopped_by == StoppedBy::request) json["stopped_by"] = "request";
  if (report.variance_ratio) {
    json["antithetic"] = true;
    json["variance_ratio"] = *report.variance_ratio;
  }
  json["attacker_win"] = chance_json(report.chance(Outcome::attacker_win));
  json["draw"] = chance_json(report.chance(Outcome::draw));
  json["defender_win"] = chance_json(report.chance(Outcome::defender_win));
  json["stalemate"] = chance_json(report.chance(Outcome::stalemate));
  json["retreat"] = chance_json(report.retreat());
  json["retreat"]["by"]["attacker"] = report.chance(Outcome::attacker_retreats).p;
  json["retreat"]["by"]["defender"] = report.chance(Outcome::defender_retreats).p;
  if (report.rounds_played > 0) json["rounds_played"] = report.rounds_played;
  // Told in all places or in none.
  const bool may_be_undecided =
      report.rounds_played > 0 || report.chance(Outcome::undecided).high > 0;
  if (may_be_undecided) json["undecided"] = chance_json(report.chance(Outcome::undecided));
  if (report.exact) json["exact"] = exact_json(*report.exact, may_be_undecided);
  if (report.disagreement) json["disagreement"] = disagreement_json(*report.disagreement);
  if (!report.exact_skipped.empty()) json["exact_skipped"] = report.exact_skipped;
  json["rounds"] = Json::object();
  if (report.mean_rounds) json["rounds"]["mean"] = *report.mean_rounds;
  if (!report.opening.empty()) json["opening"] = report.opening;
  if (const Json numbers = numbers_json(report); !numbers.empty()) json["numbers"] = numbers;
  json["survivors"] = both(report.sides, survivors_json);
  if (report.standing) {
    json["standing"] = both(*report.standing, survivors_json);
    json["standing_at_least"] = both(*report.standing, tails_json);
  }
  json["expected_losses"] = both(report.sides, losses_json);
  json["worth"] = both(report.sides, [](const SideReport& side) { return worth_of(side.units); });
  if (!report.notes.empty()) json["notes"] = report.notes;
  json["assumptions"] = report.assumptions;
  json["at_least"] = both(report.sides, tails_json);
  if (report.steps.size() > 1) {
    Json& steps = json["steps"] = Json::array();
    for (const auto& step : report.steps) {
      Json& item = steps.emplace_back(Json::object());
      item["name"] = step.name;
      item["reached"] = step.reached;
    }
  }
  Json& stages = json["stages"] = Json::array();
  for (const auto& stage : report.stages) {
    Json& item = stages.emplace_back(Json::object());
    item["name"] = stage.name;
    item["reached"] = stage.reached;
    item["mean_rounds"] = stage.mean_rounds;
  }
  add_places(report, json);
  for (const auto& cut : report.breakdowns) json[cut.name] = breakdown_json(cut);
  if (!report.incidents.empty()) json["played"] = incidents_json(report.incidents);
  Scenario asked = scenario;
  asked.battle = report.battle;  // the usual battle of the game, spelt out
  json["scenario"] = scenario_json(asked);
  if (timing) json["timing"] = timing_json(report.timing);
  return json_line(json);
}

std::string write_error(const InputError& error) {
  Json json;
  json["error"]["problem"] = error.problem;
  json["error"]["where"] = error.where;
  json["error"]["hint"] = error.hint;
  return json_line(json);
}

std::string write_replay(const std::vector<std::string>& lines, const Scenario& scenario,
                         std::uint64_t seed, const std::vector<std::string>& notes) {
  Json json;
  json["version"] = 1;
  json["seed"] = seed;
  json["lines"] = lines;
  if (!notes.empty()) json["notes"] = notes;
  json["scenario"] = scenario_json(scenario);
  return json_line(json);
}

}  // namespace broadside
