#include "apps/report/json_parts.hpp"

namespace broadside {

std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json chance_json(const Chance& chance) {
  Json object;
  object["p"] = chance.p;
  object["low"] = chance.low;
  object["high"] = chance.high;
  return object;
}

Json counts_json(const std::vector<UnitCount>& counts) {
  Json object = Json::object();
  for (const auto& [type, count] : counts) {
    // Notation may name a type twice ("2 ff, 1 ff"); a JSON object may not.
    const int before = object.contains(type) ? object[type].get<int>() : 0;
    object[type] = before + count;
  }
  return object;
}

Json summary_json(const Summary& summary) {
  Json object;
  object["win"] = summary.win;
  object["draw"] = summary.draw;
  object["loss"] = summary.loss;
  object["other"] = summary.other();
  object["own_lost"] = summary.own_lost;
  object["enemy_lost"] = summary.enemy_lost;
  object["net"] = summary.net();
  object["worth"] = summary.worth;
  object["win_per_resource"] = summary.win_per_resource();
  return object;
}

const char* method_name(Method method) { return method == Method::exact ? "exact" : "monte_carlo"; }

Json survivors_json(const SideReport& side) {
  Json list = Json::array();
  for (const auto& row : side.survivors) {
    Json& item = list.emplace_back(Json::object());
    item["units"] = counts_json(row.units);
    if (!row.damaged.empty()) item["damaged"] = counts_json(row.damaged);
    item["p"] = row.p;
  }
  return list;
}

Json losses_json(const SideReport& side) {
  Json object;
  object["resources"] = side.lost_resources;
  Json& units = object["units"] = Json::object();
  for (const auto& [type, lost] : side.lost_units) units[type] = lost;
  return object;
}

}  // namespace broadside
