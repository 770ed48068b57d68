#include "apps/report/need_report.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "apps/report/json_parts.hpp"
#include "apps/report/scenario_json.hpp"
#include "apps/report/sheet.hpp"
#include "apps/report/short_text.hpp"
#include "apps/report/svg.hpp"
#include "apps/report/text.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

using Kind = Sheet::Kind;
constexpr std::size_t kMostAdditions = 10;  ///< in a short answer

/// In files: "attacker_win".
std::string win_key(Side side) { return fmt::format("{}_win", name(side)); }

std::string headline(const NeedAnswer& answer) {
  const std::string wanted = percent(answer.chance), now = percent(answer.now.p);
  const std::string resources{words_of(answer.game).resources};
  if (answer.additions.empty() && answer.stopped)
    return fmt::format("{} is not reached so far; the nearest is {} with {}", wanted,
                       force_text(answer.nearest->bought, {}, words_of(answer.game)),
                       percent(answer.nearest->win.p));
  if (answer.additions.empty()) {
    // How far every addition was looked at: all that there may be, or all for so many resources.
    const std::string how_far =
        answer.ended_by == NeedEnd::limits
            ? "all that may be added" + (answer.limits.empty() ? "" : " (" + answer.limits + ")")
            : fmt::format("up to {} {} more{}", short_number(answer.looked_up_to), resources,
                          answer.supply ? " and fleet supply " + short_number(*answer.supply) : "");
    return fmt::format("{} cannot be reached with {}; the nearest is {} with {}", wanted, how_far,
                       answer.nearest->bought.empty()
                           ? "nothing more"
                           : force_text(answer.nearest->bought, {}, words_of(answer.game)),
                       percent(answer.nearest->win.p));
  }
  if (answer.additions.front().bought.empty())
    return fmt::format("Nothing more is needed for {}: the {} wins {}", wanted, name(answer.side),
                       now);
  const Addition& cheapest = answer.additions.front();
  return fmt::format("For {} (now {}) add {} for {} {}: the {} wins {}", wanted, now,
                     force_text(cheapest.bought, {}, words_of(answer.game)),
                     short_number(cheapest.cost), resources, name(answer.side),
                     percent(cheapest.win.p));
}

std::string counted_additions(std::size_t count) {
  return fmt::format("{} {}", grouped(count), plural(static_cast<long long>(count), "addition"));
}

std::string basis(const NeedAnswer& answer) {
  std::string text = fmt::format("{}; {} looked at, from the cheapest up", answer.battle_words,
                                 counted_additions(answer.examined));
  if (!answer.limits.empty()) text += ", within " + answer.limits;
  text += answer.exact ? ", all solved exactly"
                       : ", sampled ones count by the lower end of their interval";
  if (answer.stopped) return text + "; stopped before all that cost as much were";
  if (answer.ended_by == NeedEnd::work)
    text +=
        "; dearer ones would take longer than a question may: --budget, --battles or --time goes "
        "on";
  if (answer.ended_by == NeedEnd::additions) text += "; dearer ones are too many to look at";
  if (!answer.additions.empty() && !answer.additions.front().bought.empty())
    text += answer.exact ? "; no cheaper one is enough" : "; no cheaper one is certainly enough";
  return text;
}

Sheet additions_sheet(const NeedAnswer& answer) {
  Sheet sheet({{"add", "add", Kind::words},
               {"cost", "cost", Kind::count},
               {fmt::format("{} wins", name(answer.side)), win_key(answer.side), Kind::chance}});
  for (const Addition& one : answer.additions)
    sheet.row({force_text(one.bought, {}, words_of(answer.game)), one.cost, one.win.p});
  if (answer.nearest)
    sheet.row({force_text(answer.nearest->bought, {}, words_of(answer.game)), answer.nearest->cost,
               answer.nearest->win.p});
  return sheet;
}

Json addition_json(const Addition& one, Side side) {
  Json item;
  item["add"] = counts_json(one.bought);
  item["cost"] = one.cost;
  item[win_key(side)] = chance_json(one.win);
  return item;
}

}  // namespace

std::string need_text(const NeedAnswer& answer, const TextStyle& style) {
  const std::string head = wrap(headline(answer), style.width);
  std::string out = paint(head.substr(0, head.size() - 1), Ink::bold, style) + "\n";
  const std::size_t most = style.details ? Sheet::kAllRows : kMostAdditions;
  out += wrap(basis(answer), style.width) + "\n" + additions_sheet(answer).text(style, most);
  out += notes_part(answer.notes, style);
  return out + assumptions_part(answer.brief, answer.assumptions, style);
}

std::string need_csv(const NeedAnswer& answer) { return additions_sheet(answer).csv(); }

std::string need_markdown(const NeedAnswer& answer) {
  return "**" + headline(answer) + "**\n\n" + basis(answer) + "\n\n" +
         additions_sheet(answer).markdown();
}

std::string need_svg(const NeedAnswer& answer, const std::string& title) {
  SvgBars group;
  group.bars.push_back(
      {"now", answer.now.p, answer.now.low, answer.now.high, percent(answer.now.p), 1});
  const auto add = [&](const Addition& one) {
    if (!one.bought.empty())
      group.bars.push_back({"+ " + force_text(one.bought, {}, words_of(answer.game)), one.win.p,
                            one.win.low, one.win.high, percent(one.win.p), 0});
  };
  for (const Addition& one : answer.additions) add(one);
  if (answer.nearest) add(*answer.nearest);
  return svg_bars(title, headline(answer),
                  fmt::format("chance of the {} to win", name(answer.side)), {group});
}

std::string need_json(const NeedAnswer& answer, const Scenario& scenario) {
  Json json;
  json["version"] = 1;
  json["game"] = scenario.game;
  json["battle"] = answer.battle;
  json["need"] = answer.chance;
  json["now"] = chance_json(answer.now);
  json["reached"] = !answer.additions.empty();
  Json& list = json["additions"] = Json::array();
  for (const Addition& one : answer.additions) list.push_back(addition_json(one, answer.side));
  if (answer.nearest) json["nearest"] = addition_json(*answer.nearest, answer.side);
  if (answer.supply) json["fleet_supply"] = *answer.supply;
  json["examined"] = answer.examined;
  static constexpr std::array<std::string_view, 5> kEnds{"reached", "resources", "limits",
                                                         "additions", "work"};
  json["ended_by"] = kEnds[static_cast<std::size_t>(answer.ended_by)];
  json["looked_up_to"] = answer.looked_up_to;
  if (answer.stopped) json["stopped"] = true;
  json["exact"] = answer.exact;
  if (!answer.notes.empty()) json["notes"] = answer.notes;
  json["assumptions"] = answer.assumptions;
  json["scenario"] = scenario_json(scenario);
  return json_line(json);
}

}  // namespace broadside
