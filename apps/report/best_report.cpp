#include "apps/report/best_report.hpp"

#include <fmt/format.h>

#include "apps/report/conditions.hpp"
#include "apps/report/fleet_names.hpp"
#include "apps/report/json_parts.hpp"
#include "apps/report/scenario_json.hpp"
#include "apps/report/sheet.hpp"
#include "apps/report/short_text.hpp"
#include "apps/report/svg.hpp"
#include "apps/report/text.hpp"
#include "core/scenario/text.hpp"
#include "stats/compare.hpp"

namespace broadside {
namespace {

using Kind = Sheet::Kind;

bool has(const BestQuestion& question) {
  return !question.scenario.side(question.side).units.empty();
}

/// What is bought; what one has already stands in the headline.
std::string bought(const RankedFleet& fleet, const BestQuestion& question) {
  return force_text(fleet.bought, {}, words_of(question.scenario.game));
}

/// "win", "keep cruiser".
std::string goal_words(const BestQuestion& question) {
  if (question.goal.kind != Goal::Kind::keep) return goal_name(question.goal);
  return "keep " + words_of(question.scenario.game).of(question.goal.type, 1);
}

Sheet fleets_sheet(const BestAnswer& answer, const BestQuestion& question) {
  const Goal::Kind kind = question.goal.kind;
  const bool several = question.enemies.size() > 1;
  std::vector<Sheet::Column> columns{
      {"", "rank", Kind::count},
      {has(question) ? "buy" : std::string(words_of(question.scenario.game).fleet), "bought",
       Kind::words},
      {"cost", "cost", Kind::count}};
  if (kind != Goal::Kind::win || several)
    columns.push_back({goal_words(question), "value",
                       kind == Goal::Kind::net_resources ? Kind::number : Kind::chance});
  columns.insert(columns.end(),
                 {{"wins", "win", Kind::chance},
                  {"draw", "draw", Kind::chance},
                  {.title = "neither", .key = "other", .kind = Kind::chance, .told_if_zero = false},
                  {"loses", "own_lost", Kind::number, true, false},
                  {"kills", "enemy_lost", Kind::number, true, false},
                  {"win/res", "win_per_resource", Kind::chance, true, false}});
  if (several) columns.push_back({"at worst", "win_worst", Kind::chance});
  Sheet sheet(columns);
  const ShortFleetNames names(question.scenario.game);
  // Fleets that share a value share a rank.
  double place = 0, rank = 0;
  const RankedFleet* before = nullptr;
  for (const RankedFleet& fleet : answer.fleets) {
    ++place;
    if (!before || exact_difference(before->value, fleet.value).verdict() != Verdict::equal)
      rank = place;
    before = &fleet;
    std::vector<Sheet::Cell> row{rank, names.fleet(fleet.bought), fleet.cost};
    if (kind != Goal::Kind::win || several) row.push_back(fleet.value);
    row.insert(row.end(), {fleet.mean.win, fleet.mean.draw, fleet.mean.other(), fleet.mean.own_lost,
                           fleet.mean.enemy_lost, fleet.mean.win_per_resource()});
    if (several) row.push_back(fleet.worst);
    sheet.row(row);
  }
  return sheet;
}

std::string headline(const BestAnswer& answer, const BestQuestion& question) {
  const RankedFleet& first = answer.fleets.front();
  std::string text = has(question) ? "Buy " : "Best: ";
  text +=
      fmt::format("{} for {} of {} {}: {} {}", bought(first, question), short_number(first.cost),
                  short_number(question.budget), words_of(question.scenario.game).resources,
                  goal_words(question), goal_value(question.goal, first.value));
  if (has(question))
    text += " (with " +
            force_text(question.scenario.side(question.side).units,
                       question.scenario.side(question.side).damaged,
                       words_of(question.scenario.game)) +
            " that is there)";
  return text;
}

/// What was asked: what is there of my side, and the enemy where there is one alone.
Scenario told_scenario(const BestAnswer& answer, const BestQuestion& question) {
  Scenario told = question.scenario;
  told.battle = answer.battle;
  told.side(other(question.side)) =
      question.enemies.size() == 1 ? question.enemies.front() : without_units(question.enemies);
  return told;
}

/// "and 850 more as good": those of the best that are not told.
std::string more_as_good(const BestAnswer& answer) {
  if (answer.more_as_good == 0) return "";
  return fmt::format("and {} more {}\n", grouped(answer.more_as_good),
                     answer.method == Method::exact ? "as good" : "that are left");
}

/// How sure it is that nothing is better; everything about it with `details`.
std::string basis(const BestAnswer& answer, const BestQuestion& question, bool details) {
  std::string text = fmt::format("{}; {}", answer.battle_words, grouped(answer.examined));
  if (answer.not_examined > 0) text += " of " + grouped(answer.examined + answer.not_examined);
  text += " fleets looked at";
  if (answer.not_examined > 0) text += ", stopped before the others were";
  if (answer.refused > 0) text += ", " + grouped(answer.refused) + " of which cannot fight here";
  if (answer.method == Method::exact) {
    text += answer.not_examined > 0
                ? ", every one solved exactly: the best so far, others may be better."
                : ", every one solved exactly and none left out: nothing better exists within the "
                  "limits.";
    if (answer.left > 1) text += " " + grouped(answer.left) + " fleets share the best value.";
  } else {
    text += fmt::format(
        ", raced with the same dice for up to {} battles, seed {}: with {:.0f} % confidence the "
        "best ",
        grouped(answer.battles), answer.seed, 100 * answer.confidence);
    text += answer.left == 1 ? "is this one."
                             : "is among the " + grouped(answer.left) +
                                   " that are left, which cannot be told apart yet" +
                                   (answer.ended_by_work ? " (--battles or --time goes on)." : ".");
    if (details && !answer.exact_skipped.empty())
      text += " Not solved: " + answer.exact_skipped + ".";
  }
  text += " Limits: ";
  text += answer.supply ? "fleet supply " + short_number(*answer.supply) : "no fleet supply";
  text += ", capacity, plastic";
  if (!details) return text + "." + conditions_in_words(told_scenario(answer, question));
  text += "; may be bought: ";
  for (std::size_t i = 0; i < answer.offers.size(); ++i)
    text += (i == 0 ? "" : ", ") + words_of(question.scenario.game).of(answer.offers[i].type, 2);
  text += ".";
  if (question.enemies.size() > 1)
    text += question.weights.empty() ? " The worst of the enemies counts."
                                     : " The enemies count by their weights.";
  text += conditions_in_words(told_scenario(answer, question));
  return text;
}

}  // namespace

std::string goal_value(const Goal& goal, double value) {
  if (goal.kind != Goal::Kind::net_resources) return percent(value);
  return (value > 0 ? "+" : "") + fixed(value, 2);
}

std::string best_text(const BestAnswer& answer, const BestQuestion& question,
                      const TextStyle& style) {
  const std::string head = wrap(headline(answer, question), style.width);
  std::string out = paint(head.substr(0, head.size() - 1), Ink::bold, style) + "\n";
  out += wrap(basis(answer, question, style.details), style.width);
  out += "\n" + fleets_sheet(answer, question).text(style) + more_as_good(answer);
  out += notes_part(answer.notes, style);
  return out + assumptions_part(answer.brief, answer.assumptions, style);
}

std::string best_csv(const BestAnswer& answer, const BestQuestion& question) {
  return fleets_sheet(answer, question).csv();
}

std::string best_markdown(const BestAnswer& answer, const BestQuestion& question) {
  return "**" + headline(answer, question) + "**\n\n" + basis(answer, question, false) + "\n\n" +
         fleets_sheet(answer, question).markdown() +
         (answer.more_as_good > 0 ? "\n" + more_as_good(answer) : "");
}

std::string best_svg(const BestAnswer& answer, const BestQuestion& question) {
  SvgBars group;
  for (const RankedFleet& fleet : answer.fleets)
    group.bars.push_back({bought(fleet, question), fleet.mean.win, 0, 0,
                          percent(fleet.mean.win) + ", cost " + short_number(fleet.cost), 3});
  return svg_bars(headline(answer, question),
                  grouped(answer.examined) + " fleets looked at; goal: " + goal_words(question),
                  "chance to win", {group});
}

std::string best_json(const BestAnswer& answer, const BestQuestion& question) {
  Json json;
  json["version"] = 1;
  json["game"] = question.scenario.game;
  json["battle"] = answer.battle;
  json["goal"] = goal_name(question.goal);
  json["budget"] = question.budget;
  if (answer.supply) json["fleet_supply"] = *answer.supply;
  json["method"] = method_name(answer.method);
  json["exhaustive"] = answer.method == Method::exact && answer.not_examined == 0;
  json["examined"] = answer.examined;
  if (answer.not_examined > 0) json["not_examined"] = answer.not_examined;
  json["refused"] = answer.refused;
  json[answer.method == Method::exact ? "tied" : "left"] = answer.left;
  if (answer.more_as_good > 0) json["more_as_good"] = answer.more_as_good;
  if (answer.method == Method::monte_carlo) {
    if (answer.ended_by_work) json["ended_by"] = "work";
    json["seed"] = answer.seed;
    json["battles"] = answer.battles;
    json["confidence"] = answer.confidence;
  }
  if (!answer.exact_skipped.empty()) json["exact_skipped"] = answer.exact_skipped;
  Json& fleets = json["fleets"] = Json::array();
  for (const RankedFleet& fleet : answer.fleets) {
    Json& item = fleets.emplace_back(Json::object());
    item["bought"] = counts_json(fleet.bought);
    item["units"] = counts_json(fleet.fleet.units);
    item["cost"] = fleet.cost;
    item["value"] = fleet.value;
    item.update(summary_json(fleet.mean));
    item["worst"] = fleet.worst;
  }
  for (const SideSpec& enemy : question.enemies) {
    Scenario one = question.scenario;
    one.side(other(question.side)) = enemy;
    json["against"].push_back(scenario_json(one)[name(other(question.side))]);
  }
  if (!question.weights.empty()) json["weights"] = question.weights;
  if (!answer.notes.empty()) json["notes"] = answer.notes;
  json["assumptions"] = answer.assumptions;
  json["scenario"] = scenario_json(told_scenario(answer, question));
  return json_line(json);
}

}  // namespace broadside
