#include "apps/ask/fleets.hpp"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/ask/values.hpp"
#include "apps/report/json_parts.hpp"
#include "apps/report/scenario_json.hpp"
#include "apps/report/strict_json.hpp"

namespace broadside {
namespace {

constexpr std::size_t kMostFleets = 64;

/// The battle with these sides; what it does not name is there without units.
Result<Scenario> with_side(const Asked& asked, std::optional<Side> side, const Json& fleet) {
  Json tree = asked.scenario;
  for (const Side each : kSides)
    if (side == each)
      tree[std::string(name(each))] = fleet;
    else if (!tree.contains(name(each)))
      tree[std::string(name(each))] = Json::object();
  return scenario_of(tree);
}

Result<std::string> text_of(const Json& value, const std::string& at, std::string_view example) {
  if (value.is_number()) return json_line(value);
  if (value.is_string()) return value.get<std::string>();
  return InputError{"wants a number or a text", at, std::string(example)};
}

}  // namespace

Result<NamedSides> read_fleets(const Asked& asked, std::string_view field, Side side) {
  if (asked.own.contains(field) && asked.scenario.contains(name(side)))
    return InputError{
        fmt::format("the {}'s fleets are said twice", name(side)), std::string(name(side)),
        fmt::format(R"(say it in "{}", for each fleet: a text, or an object with "units")", field)};
  return read_fleets_beside(asked, field, side);
}

Result<NamedSides> read_fleets_beside(const Asked& asked, std::string_view field, Side side) {
  const auto given = asked.own.find(field);
  if (given == asked.own.end())
    return InputError{fmt::format("there is no '{}'", field), std::string(field),
                      fmt::format(R"(a fleet or a list of them: "{}": ["2 dn, 4 ff"])", field)};
  const Json list = given->is_array() ? *given : Json::array({*given});
  if (list.empty() || list.size() > kMostFleets)
    return InputError{fmt::format("{} fleets", list.size()), std::string(field),
                      fmt::format("from 1 to {}", kMostFleets)};
  NamedSides out;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json& fleet = list[i];
    auto scenario = with_side(asked, side, fleet);
    if (!scenario) {
      // The side was read in the place of the battle's own.
      InputError error = scenario.error();
      const std::string_view there = name(side);
      const std::string here = given->is_array() ? json_path(field, i) : std::string(field);
      if (error.where.starts_with(there))
        error.where = here + error.where.substr(there.size());
      else
        error.where = fmt::format("{}: {}", here, error.where);
      return error;
    }
    out.sides.push_back(std::move(scenario->side(side)));
    out.names.push_back(fleet.is_string() ? fleet.get<std::string>() : json_line(fleet));
  }
  return out;
}

Result<Scenario> read_conditions(const Asked& asked) {
  return with_side(asked, std::nullopt, Json::object());
}

Result<std::string> read_text(const Asked& asked, std::string_view field,
                              std::string_view example) {
  const auto given = asked.own.find(field);
  if (given == asked.own.end())
    return InputError{fmt::format("there is no '{}'", field), std::string(field),
                      std::string(example)};
  return text_of(*given, std::string(field), example);
}

Result<std::vector<std::string>> read_texts(const Asked& asked, std::string_view field,
                                            std::string_view example) {
  const auto given = asked.own.find(field);
  if (given == asked.own.end() || !given->is_array())
    return read_text(asked, field, example).transform([](std::string one) {
      return std::vector{std::move(one)};
    });
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < given->size(); ++i) {
    auto text = text_of((*given)[i], json_path(field, i), example);
    if (!text) return text.error();
    texts.push_back(*std::move(text));
  }
  return texts;
}

Result<Side> read_whose(const Asked& asked) {
  if (!asked.own.contains("for")) return Side::attacker;
  const auto text = read_text(asked, "for", R"("for": "defender")");
  if (!text) return text.error();
  return read_side_name("for", *text);
}

std::optional<InputError> read_supply(const Asked& asked, std::optional<double>& supply,
                                      bool& any) {
  if (!asked.own.contains("supply")) return std::nullopt;
  const auto text = read_text(asked, "supply", R"("supply": 5, or "any")");
  if (!text) return text.error();
  const auto read = read_supply("supply", *text);
  if (!read) return read.error();
  supply = *read;
  any = !supply;
  return std::nullopt;
}

}  // namespace broadside
