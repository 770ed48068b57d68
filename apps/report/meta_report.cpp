#include "apps/report/meta_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "apps/report/conditions.hpp"
#include "apps/report/fleet_names.hpp"
#include "apps/report/json_parts.hpp"
#include "apps/report/scenario_json.hpp"
#include "apps/report/sheet.hpp"
#include "apps/report/short_text.hpp"
#include "apps/report/svg.hpp"
#include "apps/report/text.hpp"

namespace broadside {
namespace {

using Kind = Sheet::Kind;

/// Payoffs that differ by less are the same.
constexpr double kSame = 1e-9;

std::string fleet_of(const MetaAnswer& answer, const MetaQuestion& question, Side side,
                     std::size_t fleet) {
  return force_text(answer.fleets[side][fleet].bought, {}, words_of(question.scenario.game));
}

std::string payoff_text(Payoff payoff, double value) {
  if (std::abs(value) < kSame) value = 0;
  if (payoff == Payoff::net) return fmt::format("{:+.2f}", value);
  if (payoff == Payoff::planet) return percent(value);
  return value == 0 ? "0 %" : fmt::format("{:+.1f} %", 100 * value);
}

/// What the numbers are.
std::string payoff_words(const MetaQuestion& question) {
  switch (question.payoff) {
    case Payoff::net:
      return fmt::format("{} that the enemy loses less those lost",
                         words_of(question.scenario.game).resources);
    case Payoff::planet:
      return "chance that the attacker takes the planet";
    case Payoff::win:
      break;
  }
  return "chance to win less chance to lose";
}

/// The fleets of the mix, then those that lose least at the worst.
std::vector<std::size_t> told(const MetaAnswer& answer, const MetaQuestion& question, Side side) {
  std::vector<std::size_t> list = answer.in_mix[side];
  for (const std::size_t f : answer.steadiest[side])
    if (list.size() < question.show && std::find(list.begin(), list.end(), f) == list.end())
      list.push_back(f);
  return list;
}

Sheet mix_sheet(const MetaAnswer& answer, const MetaQuestion& question, Side side) {
  const GameWords words = words_of(question.scenario.game);
  std::vector<Sheet::Column> columns{{std::string(words.fleet), "fleet", Kind::words},
                                     {"cost", "cost", Kind::count},
                                     {"share", "share", Kind::chance},
                                     {"at worst", "worst", Kind::words},
                                     {"against", "worst_enemy", Kind::words}};
  Sheet sheet(columns);
  const ShortFleetNames names(question.scenario.game);
  for (const std::size_t f : told(answer, question, side)) {
    const MetaFleet& fleet = answer.fleets[side][f];
    std::vector<Sheet::Cell> row{names.fleet(fleet.bought), fleet.cost};
    if (fleet.share > 0)
      row.emplace_back(fleet.share);
    else
      row.emplace_back();
    row.emplace_back(payoff_text(question.payoff, fleet.worst));
    row.emplace_back(names.fleet(answer.fleets[other(side)][fleet.worst_of].bought));
    sheet.row(std::move(row));
  }
  return sheet;
}

Sheet replies_sheet(const MetaAnswer& answer, const MetaQuestion& question) {
  Sheet sheet({{"best replies", "reply", Kind::words},
               {"cost", "cost", Kind::count},
               {"gets", "payoff", Kind::words}});
  const ShortFleetNames names(question.scenario.game);
  for (std::size_t i = 0; i < std::min(answer.replies.size(), question.show); ++i) {
    const MetaFleet& fleet = answer.fleets[Side::attacker][answer.replies[i].fleet];
    sheet.row({names.fleet(fleet.bought), fleet.cost,
               payoff_text(question.payoff, answer.replies[i].payoff)});
  }
  return sheet;
}

std::string headline(const MetaAnswer& answer, const MetaQuestion& question) {
  const GameWords words = words_of(question.scenario.game);
  const std::string limits =
      fmt::format("for up to {} {}", short_number(question.budget), words.resources);
  if (answer.mirrored && answer.pure)
    return fmt::format("Unbeaten {}: {}", limits,
                       fleet_of(answer, question, Side::attacker, answer.in_mix[0].front()));
  if (answer.pure)
    return fmt::format("Best {}: attack with {}, defend with {}: {}", limits,
                       fleet_of(answer, question, Side::attacker, answer.in_mix[0].front()),
                       fleet_of(answer, question, Side::defender, answer.in_mix[1].front()),
                       payoff_text(question.payoff, answer.attacker_gets));
  return fmt::format(
      "No {} {} is unbeaten: a mix of {}{} is", words.fleet, limits, answer.in_mix[0].size(),
      answer.mirrored ? std::string{}
                      : fmt::format(" to attack and {} to defend", answer.in_mix[1].size()));
}

std::string basis(const MetaAnswer& answer, const MetaQuestion& question) {
  const std::size_t battles = answer.payoffs.payoff.size();
  std::string text =
      fmt::format("{} x {} fleets, {} battles {}", grouped(answer.fleets[0].size()),
                  grouped(answer.fleets[1].size()), grouped(battles),
                  answer.error > 0 ? fmt::format("sampled to ±{}", margin_percent(answer.error))
                                   : std::string("solved"));
  if (answer.one_by_one > 0) text += fmt::format(", {} one by one", grouped(answer.one_by_one));
  // No "-0.000000000".
  const auto shown = [](double value) { return std::round(value * 1e9) / 1e9 + 0.0; };
  text += fmt::format(
      ". Played for: {}. Certificate: the attacker is sure of {:.9f}, the defender holds him to "
      "{:.9f}; gap {:.1e}.",
      payoff_words(question), shown(answer.attacker_gets), shown(answer.defender_holds),
      std::max(answer.gap, 0.0));
  text += answer.supply ? " Fleet supply " + short_number(*answer.supply) + "." : "";
  return text + conditions_in_words(question.scenario);
}

}  // namespace

std::string meta_text(const MetaAnswer& answer, const MetaQuestion& question,
                      const TextStyle& style) {
  const std::string head = wrap(headline(answer, question), style.width);
  std::string out = paint(head.substr(0, head.size() - 1), Ink::bold, style) + "\n";
  out += wrap(basis(answer, question), style.width) + "\n";
  if (question.beats) out += replies_sheet(answer, question).text(style) + "\n";
  if (answer.mirrored || !question.beats)
    out += mix_sheet(answer, question, Side::attacker).text(style);
  if (!answer.mirrored && !question.beats)
    out += "\nTo defend:\n" + mix_sheet(answer, question, Side::defender).text(style);
  return out + assumptions_part(answer.brief, answer.assumptions, style);
}

std::string meta_csv(const MetaAnswer& answer, const MetaQuestion& question) {
  if (question.beats) return replies_sheet(answer, question).csv();
  return mix_sheet(answer, question, Side::attacker).csv();
}

std::string meta_markdown(const MetaAnswer& answer, const MetaQuestion& question) {
  std::string out = "**" + headline(answer, question) + "**\n\n" + basis(answer, question) + "\n\n";
  if (question.beats) out += replies_sheet(answer, question).markdown() + "\n";
  return out + mix_sheet(answer, question, Side::attacker).markdown();
}

std::string meta_svg(const MetaAnswer& answer, const MetaQuestion& question) {
  const auto rows = told(answer, question, Side::attacker),
             columns = told(answer, question, Side::defender);
  const ShortFleetNames names(question.scenario.game);
  std::vector<std::string> row_names, column_names;
  for (const std::size_t f : rows) row_names.push_back(names.fleet(answer.fleets[0][f].bought));
  for (const std::size_t f : columns)
    column_names.push_back(names.fleet(answer.fleets[1][f].bought));
  // From the worst payoff to the best, so that the middle is even.
  double most = 1e-9;
  for (const double one : answer.payoffs.payoff) most = std::max(most, std::abs(one));
  std::vector<std::vector<double>> shares(rows.size());
  for (std::size_t a = 0; a < rows.size(); ++a)
    for (const std::size_t d : columns)
      shares[a].push_back(question.payoff == Payoff::planet
                              ? answer.payoffs.at(rows[a], d)
                              : 0.5 + answer.payoffs.at(rows[a], d) / most / 2);
  return svg_fleet_map(headline(answer, question), payoff_words(question), row_names, column_names,
                       shares);
}

std::string meta_json(const MetaAnswer& answer, const MetaQuestion& question) {
  Json json;
  json["version"] = 1;
  json["game"] = question.scenario.game;
  json["battle"] = question.scenario.battle;
  json["budget"] = question.budget;
  if (answer.supply) json["fleet_supply"] = *answer.supply;
  json["payoff"] = payoff_name(question.payoff);
  json["unbeaten"] = answer.pure;
  json["mirrored"] = answer.mirrored;
  json["attacker_gets"] = answer.attacker_gets;
  json["defender_holds"] = answer.defender_holds;
  json["gap"] = answer.gap;
  json["battles"] = answer.payoffs.payoff.size();
  json["passes"] = answer.passes;
  json["one_by_one"] = answer.one_by_one;
  json["error"] = answer.error;
  const auto fleet_json = [&](Side side, std::size_t f) {
    const MetaFleet& fleet = answer.fleets[side][f];
    Json item;
    item["units"] = counts_json(fleet.bought);
    item["cost"] = fleet.cost;
    item["share"] = fleet.share;
    item["worst"] = fleet.worst;
    item["worst_enemy"] = counts_json(answer.fleets[other(side)][fleet.worst_of].bought);
    return item;
  };
  for (const Side side : kSides) {
    Json& list = json[fmt::format("{}s", name(side))] = Json::array();
    for (const std::size_t f : told(answer, question, side)) list.push_back(fleet_json(side, f));
  }
  if (question.beats) {
    Json& replies = json["replies"] = Json::array();
    for (std::size_t i = 0; i < std::min(answer.replies.size(), question.show); ++i) {
      Json item = fleet_json(Side::attacker, answer.replies[i].fleet);
      item["payoff"] = answer.replies[i].payoff;
      replies.push_back(std::move(item));
    }
  }
  json["assumptions"] = answer.assumptions;
  json["scenario"] = scenario_json(question.scenario);
  return json_line(json);
}

}  // namespace broadside
