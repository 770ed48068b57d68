#include "apps/report/places_json.hpp"

#include <nlohmann/json.hpp>

namespace broadside {

void add_places(const Report& report, Json& json) {
  if (!report.places) return;
  const PlacesReport& places = *report.places;
  Json& list = json[places.many] = Json::array();
  for (const PlaceReport& place : places.list) {
    Json& item = list.emplace_back(Json::object());
    item["name"] = place.name;
    item["attacker_win"] = chance_json(place.attacker_win);
    item["draw"] = chance_json(place.draw);
    item["defender_win"] = chance_json(place.defender_win);
    item[places.sent] = counts_json(place.sent);
    for (const Side side : kSides) {
      item["survivors"][name(side)] = survivors_json(place.sides[side]);
      item["expected_losses"][name(side)] = losses_json(place.sides[side]);
    }
  }
  Json& taken = json["taken"] = Json::array();
  for (const TakenReport& row : places.taken) {
    Json& item = taken.emplace_back(Json::object());
    item[places.many] = row.names;
    item.update(chance_json(row.chance));
  }
  json["expected_" + places.many] = places.expected;
  if (report.splits.empty()) return;
  Json& splits = json["splits"] = Json::array();
  for (const Places::Split& split : report.splits) {
    Json& item = splits.emplace_back(Json::object());
    item[places.sent] = Json::array();
    for (const auto& sent : split.sent) item[places.sent].push_back(counts_json(sent));
    item["attacker_win"] = split.taken;
    item["expected_" + places.many] = split.expected;
  }
}

}  // namespace broadside
