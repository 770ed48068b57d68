#include "apps/report/scenario_json.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/report/strict_json.hpp"
#include "apps/report/value_json.hpp"
#include "core/scenario/names.hpp"
#include "sim/engine.hpp"

namespace broadside {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::string_view kExample =
    R"({"version": 1, "attacker": {"units": {...}}, "defender": {"units": {...}}})";
constexpr std::string_view kUnits = "units", kPolicy = "policy", kRules = "rules",
                           kSystem = "system";

/// Takes the tree apart. Every function returns false after it has noted the first error.
class Reader : public ValueReader {
 public:
  bool scenario(const Json& tree, Scenario& out) {
    if (!tree.is_object())
      return fail("a scenario is an object, not " + kind(tree), "line 1, column 1",
                  fmt::format("it looks like {}", kExample));
    if (!text(tree, "game", "", out.game)) return false;
    const auto game = find_game(out.game);
    if (!game) return error = game.error(), false;
    game_ = game.value();
    out.game = game_->id();
    std::vector<std::string_view> known{"version",  "game",  "battle", "attacker",
                                        "defender", kSystem, kRules};
    for (const auto name : field_names(game_->fields(), Place::scenario)) known.push_back(name);
    if (!fields(tree, "", known)) return false;
    if (const auto* version = find(tree, "version")) {
      if (!version->is_number() || *version != kVersion) {
        return fail(
            fmt::format("version {} of the scenario format is not known",
                        version->dump(-1, ' ', true, Json::error_handler_t::replace).substr(0, 20)),
            "version", "this program reads \"version\": 1");
      }
    }
    for (const Side side : kSides) {
      if (tree.contains(name(side)) || is_brought_elsewhere(tree, side)) continue;
      const Field* units = find_field(game_->fields(), Place::side, kUnits);
      return fail(
          fmt::format("there is no {}", name(side)), name(side),
          fmt::format(R"(add "{}": {{"units": {}}})", name(side), units ? units->example : "{}"));
    }
    if (!text(tree, "battle", "", out.battle)) return false;
    for (const Side side : kSides)
      if (const auto* json = find(tree, name(side));
          json && !this->side(*json, side, out.side(side)))
        return false;
    for (const auto& [key, place] :
         {std::pair{kSystem, Place::system}, std::pair{kRules, Place::readings}})
      if (const auto* values = find(tree, key); values && !all(*values, place, {}, out))
        return false;
    for (const auto name : field_names(game_->fields(), Place::scenario))
      if (const auto* value = find(tree, name);
          value && !one(*value, Place::scenario, std::string(name), {}, out))
        return false;
    return true;
  }

 private:
  /// A field of the battle may say what a side brings.
  bool is_brought_elsewhere(const Json& tree, Side side) const {
    const auto fields = game_->fields();
    return std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
      return field.is_fleet && field.place == Place::scenario && field.side == side &&
             tree.contains(field.name);
    });
  }

  /// A field of a side or of the battle.
  template <class Of>
  bool one(const Json& json, Place place, const std::string& key, std::optional<Side> side,
           Of& out) {
    const Field* field = find_field(game_->fields(), place, key);
    if (!field) {
      error = game_->unknown_field(place, key, side);
      error.problem = "unknown field " + in_quotes(key);
      return false;
    }
    if (json.is_null() && field->may_be_null) return true;
    const std::string path = field_path(place, key, side);
    Value read;
    if (!value(json, *field, path, read)) return false;
    if (!says_something(*field, read)) return true;
    if (given(out, place, field->name))
      return fail(fmt::format("'{}' is chosen twice", field->name), path, "name it once");
    give(out, place, field->name, std::move(read));
    return true;
  }

  /// An object of fields that all have one place.
  template <class Of>
  bool all(const Json& json, Place place, std::optional<Side> side, Of& out) {
    if (!json.is_object())
      return fail("wants an object, not " + kind(json),
                  side ? json_path(name(*side), kPolicy) : std::string(name(place)),
                  known_names(field_names(game_->fields(), place)));
    for (const auto& [key, value] : json.items())
      if (!one(value, place, key, side, out)) return false;
    return true;
  }

  bool side(const Json& json, Side which, SideSpec& out) {
    if (!json.is_object())
      return fail("wants an object, not " + kind(json), name(which),
                  known_names(field_names(game_->fields(), Place::side)));
    for (const auto& [key, value] : json.items())
      if (!(key == kPolicy ? all(value, Place::policy, which, out)
                           : one(value, Place::side, key, which, out)))
        return false;
    return true;
  }

  const Game* game_ = nullptr;
};

/// The fields of one place, in the order of their declaration.
template <class Of>
Json fields_of(const Of& of, Place place, std::span<const Field> fields) {
  Json object = Json::object();
  for (const Field& field : fields)
    if (field.place == place)
      if (const auto value = given(of, place, field.name))
        object[std::string(field.name)] = value_json(field, *value);
  return object;
}

Json side_json(const SideSpec& side, std::span<const Field> fields) {
  // A side that says nothing at all about what it brings has no units.
  const bool bare =
      side.units.empty() && std::none_of(fields.begin(), fields.end(), [&](const Field& field) {
        return field.is_fleet && given(side, Place::side, field.name);
      });
  Json object = fields_of(side, Place::side, fields);
  if (bare) object[std::string(kUnits)] = Json::object();
  if (Json policy = fields_of(side, Place::policy, fields); !policy.empty())
    object[std::string(kPolicy)] = std::move(policy);
  return object;
}

}  // namespace

Result<Scenario> read_scenario(std::string_view text) {
  const auto tree = parse_strict(text, kExample);
  if (!tree) return tree.error();
  Scenario scenario;
  Reader reader;
  if (!reader.scenario(tree.value(), scenario)) return reader.error;
  return scenario;
}

nlohmann::ordered_json scenario_json(const Scenario& scenario) {
  Json object = Json::object();
  const auto game = find_game(scenario.game);
  const std::span<const Field> fields = game ? game.value()->fields() : std::span<const Field>{};
  object["version"] = kVersion;
  object["game"] = game ? std::string(game.value()->id()) : scenario.game;
  if (!scenario.battle.empty()) object["battle"] = scenario.battle;
  for (const Side side : kSides) object[name(side)] = side_json(scenario.side(side), fields);
  for (const auto& [key, place] :
       {std::pair{kSystem, Place::system}, std::pair{kRules, Place::readings}})
    if (Json values = fields_of(scenario, place, fields); !values.empty())
      object[std::string(key)] = std::move(values);
  object.update(fields_of(scenario, Place::scenario, fields));
  return object;
}

std::string write_scenario(const Scenario& scenario) {
  return scenario_json(scenario).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace broadside
