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

/// Situations and what is done in them.
std::string table_text(const PlayInWords& play) {
  constexpr std::size_t kMostRows = 12;
  using Align = Table::Align;
  Table table({Align::right, Align::left, Align::left, Align::left});
  table.row({"times", "enemy can take", "does", "instead of"});
  for (std::size_t i = 0; i < std::min(kMostRows, play.table.size()); ++i) {
    const PlayedRow& row = play.table[i];
    std::string others;
    for (const std::string& move : row.offered)
      if (move != row.does) others += (others.empty() ? "" : ", ") + move;
    const std::string hits = row.fewest == row.most ? fmt::to_string(row.most)
                                                    : fmt::format("{} to {}", row.fewest, row.most);
    table.row({fmt::format("{:.2f}", row.times), row.most > 0 ? hits : "", row.does, others});
  }
  std::string text = fmt::format("\nChoices of the {} in a battle, on average\n", name(play.side));
  text += table.text();
  if (play.table.size() > kMostRows)
    text += fmt::format("  and {} rarer ones\n", play.table.size() - kMostRows);
  return text;
}

}  // namespace

std::string better_text(const Better& better) {
  const std::string value =
      better.goal == "win"
          ? fmt::format("{:.1f} % (+{:.1f})", 100 * better.best, 100 * better.gain())
          : fmt::format("net {:+.1f} (+{:.1f})", better.best, better.gain());
  return fmt::format("Better: {}: {}", better.words, value);
}

std::string play_text(const FullOdds& full, const TextStyle& style) {
  // A short answer fits a screen: the first sentence, and others while there is room for them.
  constexpr std::size_t kRoom = 240;
  const std::size_t room = full.play.empty() ? kRoom : kRoom / full.play.size();
  std::string text;
  for (const PlayInWords& play : full.play) {
    std::string told;
    std::size_t left = play.sentences.size();
    for (const std::string& sentence : play.sentences) {
      if (!style.details && !told.empty() && told.size() + sentence.size() > room) break;
      told += " " + sentence + ".";
      --left;
    }
    if (left > 0) told += fmt::format(" {} more with --details.", left);
    text +=
        wrap(fmt::format("Best play of the {}:{}", name(play.side), told), style.width, "", "  ");
    if (style.details && !play.table.empty()) text += table_text(play);
  }
  for (const Better& better : full.better.list) {
    constexpr std::string_view kBetter = "Better";
    std::string line = better_text(better) + ".";
    if (better.side == Side::defender) line.insert(kBetter.size(), " for the defender");
    text += wrap(line, style.width, "", "  ");
  }
  return text;
}

std::string with_play(std::string report, const FullOdds& full) {
  using Json = nlohmann::ordered_json;
  const auto add = [&](const char* key, const Json& list) {
    if (!list.empty())
      report.insert(report.rfind('}'), fmt::format(",\"{}\":{}", key, list.dump()));
  };
  Json policy = Json::array(), advice = Json::array();
  for (const PlayInWords& play : full.play) {
    Json& item = policy.emplace_back();
    item["side"] = name(play.side);
    item["sentences"] = play.sentences;
    Json& table = item["table"] = Json::array();
    for (const PlayedRow& row : play.table) {
      Json& line = table.emplace_back();
      line["offered"] = row.offered;
      line["does"] = row.does;
      line["enemy_hits"] = {row.fewest, row.most};
      line["times"] = row.times;
    }
  }
  for (const Better& better : full.better.list) {
    Json& item = advice.emplace_back();
    item["side"] = name(better.side);
    item["goal"] = better.goal;
    item["words"] = better.words;
    item["usual"] = better.usual;
    item["best"] = better.best;
    item["gain"] = better.gain();
    item["text"] = better_text(better);
  }
  add("policy", policy);
  add("advice", advice);
  return report;
}

std::string advise_text(const Advised& advised, const TextStyle& style, bool details) {
  constexpr std::size_t kFew = 6;
  const AdvisedWay& best = advised.ways.front();
  std::string text =
      wrap(fmt::format("{}, {}: {}   ({} {})", advised.battle_words, counted(advised.hits, "hit"),
                       moves_text(best.moves), advised.goal, value_text(advised, best.value)),
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
  if (left > 0) text += fmt::format("  and {} (--details)\n", counted(left, "worse way"));
  if (advised.ways.size() == 1) text += "  There is no other way that could be better.\n";
  for (const std::string& next : advised.next)
    text += wrap(fmt::format("Next: {}.", next), style.width, "", "  ");
  if (details && !advised.assumptions.empty())
    text += "\nAssumptions\n" + bullets(advised.assumptions, style);
  return text;
}

std::string advise_json(const Advised& advised, const Scenario& scenario) {
  nlohmann::ordered_json json;
  json["version"] = 1;
  json["game"] = scenario.game;
  json["battle"] = advised.battle;
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
