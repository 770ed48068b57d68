#include "apps/report/advise_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/report/scenario_json.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

std::string moves_text(const std::vector<std::string>& moves) {
  std::string text;
  for (const std::string& move : moves) text += (text.empty() ? "" : ", ") + move;
  return text.empty() ? "nothing is lost" : text;
}

std::string value_text(const Advised& advised, double value) {
  return advised.chance ? fmt::format("{:.1f} %", 100 * value) : fmt::format("{:+.2f}", value);
}

std::string cost_text(const Advised& advised, double cost) {
  return advised.chance ? fmt::format("{:.1f} points", 100 * cost) : fmt::format("{:.2f}", cost);
}

}  // namespace

std::string advise_text(const Advised& advised, const TextStyle& style, bool details) {
  constexpr std::size_t kFew = 6;
  const AdvisedWay& best = advised.ways.front();
  std::string text =
      wrap(fmt::format("{}: {}   ({} {})", counted(advised.hits, "hit"), moves_text(best.moves),
                       advised.goal, value_text(advised, best.value)),
           style.width, "", "  ");
  std::size_t told = 0, left = 0;
  for (std::size_t i = 1; i < advised.ways.size(); ++i) {
    const AdvisedWay& way = advised.ways[i];
    if (!details && told >= kFew) {
      ++left;
      continue;
    }
    ++told;
    const double cost = best.value - way.value;
    text += wrap(cost < kSameWay
                     ? fmt::format("as good: {}", moves_text(way.moves))
                     : fmt::format("{} worse: {}", cost_text(advised, cost), moves_text(way.moves)),
                 style.width, "  ", "    ");
  }
  if (left > 0) text += fmt::format("  and {} worse ways (--details)\n", left);
  if (advised.ways.size() == 1) text += "  There is no other way that could be better.\n";
  for (const std::string& next : advised.next)
    text += wrap(fmt::format("Next: {}.", next), style.width, "", "  ");
  return text;
}

std::string advise_json(const Advised& advised, const Scenario& scenario) {
  nlohmann::ordered_json json;
  json["version"] = 1;
  json["game"] = scenario.game;
  json["hits"] = advised.hits;
  json["goal"] = advised.goal;
  auto& ways = json["ways"] = nlohmann::ordered_json::array();
  for (const AdvisedWay& way : advised.ways) {
    auto& row = ways.emplace_back();
    row["moves"] = way.moves;
    row["value"] = way.value;
    row["cost"] = advised.ways.front().value - way.value;
    row["best"] = advised.ways.front().value - way.value < kSameWay;
  }
  json["next"] = advised.next;
  json["assumptions"] = advised.assumptions;
  return json.dump();
}

}  // namespace broadside
