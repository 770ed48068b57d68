#include "apps/report/scenario_json.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/report/strict_json.hpp"
#include "apps/report/value_json.hpp"
#include "core/scenario/names.hpp"
#include "sim/engine.hpp"
#include "sim/other_game.hpp"

namespace broadside {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::string_view kExample =
    R"({"version": 1, "attacker": {"units": {...}}, "defender": {"units": {...}}})";
constexpr std::string_view kUnits = "units", kPolicy = "policy", kRules = "rules",
                           kSystem = "system";

/// Brings the names of units that stand in a side's fields into the game's own words, as its
/// notation reads them. A name that the notation does not know stays, for the game to refuse.
class UnitNames {
 public:
  UnitNames(const Game& game, Side which, SideSpec& side)
      : game_(game), which_(which), side_(side) {}

  /// The same in the value of a field of the battle.
  std::optional<InputError> settle_in(const Field& field, Value& value) {
    at_ = field_path(field.place, field.name);
    if (!settle(field, value)) return error_;
    return std::nullopt;
  }

  std::optional<InputError> settle() {
    for (const Field& field : game_.fields()) {
      if (field.place != Place::side && field.place != Place::policy) continue;
      auto value = given(side_, field.place, field.name);
      if (!value) continue;
      at_ = field_path(field.place, field.name, which_);
      if (!settle(field, *value)) return error_;
      give(side_, field.place, field.name, *std::move(value));
    }
    return std::nullopt;
  }

 private:
  bool settle(const Field& field, Value& value) {
    if (auto* counts = std::get_if<std::vector<UnitCount>>(&value)) return this->counts(*counts);
    if (auto* types = std::get_if<Names>(&value); types && field.kind == FieldKind::types)
      return std::all_of(types->begin(), types->end(), [&](auto& type) { return one(type); });
    if (auto* rows = std::get_if<Rows>(&value))
      for (Values& row : *rows)
        for (const Field& column : field.columns)
          if (row.has(column.name) && !settle(column, row[column.name])) return false;
    return true;
  }

  bool counts(std::vector<UnitCount>& list) {
    const auto typed = list;
    for (auto unit = list.begin(); unit != list.end(); ++unit) {
      if (!one(unit->type)) return false;
      const auto same = std::find_if(
          list.begin(), unit, [&](const UnitCount& before) { return before.type == unit->type; });
      if (same == unit) continue;
      const auto word = [&](auto at) {
        return in_quotes(typed[std::size_t(at - list.begin())].type);
      };
      error_ = {fmt::format("{} and {} are the same unit", word(same), word(unit)), at_,
                "name each unit type once"};
      return false;
    }
    return true;
  }

  bool one(std::string& type) {
    const auto named = game_.parse_side(type);
    const auto is_one_unit = [](const SideSpec& side) {
      return side.units.size() == 1 && side.units.front().count == 1 && side.damaged.empty() &&
             side.effects.empty() && side.fields.empty();
    };
    if (!named || !is_one_unit(*named)) return true;
    if (!side_.faction.empty() && !named->faction.empty()) {  // one faction's own unit
      const auto together = game_.parse_side(side_.faction + ": " + type);
      if (!together) {
        error_ = together.error();
        error_.where = at_;
        return false;
      }
    }
    if (side_.faction.empty()) side_.faction = named->faction;
    for (const std::string& upgraded : named->upgrades)
      if (std::find(side_.upgrades.begin(), side_.upgrades.end(), upgraded) == side_.upgrades.end())
        side_.upgrades.push_back(upgraded);
    type = named->units.front().type;
    return true;
  }

  const Game& game_;
  Side which_;
  SideSpec& side_;
  std::string at_;  ///< the field under way
  InputError error_;
};

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
    if constexpr (std::is_same_v<Of, Scenario>)
      if (place == Place::scenario) {
        const Side whose = field->side.value_or(Side::attacker);
        if (auto wrong = UnitNames{*game_, whose, out.side(whose)}.settle_in(*field, read))
          return error = *std::move(wrong), false;
      }
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
    if (json.is_string()) return fleet(json, which, out);
    if (!json.is_object())
      return fail("wants a fleet as text or an object, not " + kind(json), name(which),
                  known_names(field_names(game_->fields(), Place::side)));
    for (const auto& [key, value] : json.items())
      if (!(key == kPolicy ? all(value, Place::policy, which, out)
                           : one(value, Place::side, key, which, out)))
        return false;
    UnitNames names(*game_, which, out);
    if (auto wrong = names.settle()) return error = *std::move(wrong), false;
    return true;
  }

  bool fleet(const Json& json, Side which, SideSpec& out) {
    std::string typed;
    if (json.get_ref<const std::string&>().empty()) return true;  // nobody there
    if (!string_at(json, name(which), typed)) return false;
    auto read = game_->parse_side(typed);
    if (read) return out = *std::move(read), true;
    error = read.error();
    if (const Game* other = other_game_of(typed, *game_))
      error.hint = fmt::format(R"(that is {}: "game": "{}")", other->title(), other->id());
    error.where = fmt::format("{}: {}", name(which), error.where);
    return false;
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
  return scenario_of(tree.value());
}

Result<Scenario> scenario_of(const Json& tree) {
  Scenario scenario;
  Reader reader;
  if (!reader.scenario(tree, scenario)) return reader.error;
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
