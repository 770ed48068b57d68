#include "apps/report/homebrew_json.hpp"

#include <array>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "apps/report/strict_json.hpp"

namespace broadside {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kNone = HomebrewUnit::kNone;

constexpr int kFaces = 10;
constexpr int kMostDice = 20;
constexpr int kMostMoves = 20;
constexpr int kMostCapacity = 100;
constexpr int kMostFigures = 100;
constexpr double kMostResources = 1000;

constexpr std::string_view kExample =
    R"([{"id": "my_cruiser", "type": "cruiser", "combat": {"hit_on": 6, "dice": 1}}])";

// Fields that only describe the card; they are checked for their kind and change nothing.
constexpr std::array<std::string_view, 6> kNotes{
    "upgrade_of", "expansion", "variant", "side", "requires_technology", "requires_breakthrough"};

constexpr std::array<std::string_view, 25> kFields{"id",
                                                   "name",
                                                   "faction",
                                                   "type",
                                                   "level",
                                                   "cost",
                                                   "combat",
                                                   "move",
                                                   "capacity",
                                                   "sustain_damage",
                                                   "anti_fighter_barrage",
                                                   "bombardment",
                                                   "space_cannon",
                                                   "planetary_shield",
                                                   "is_ship",
                                                   "is_ground_force",
                                                   "is_structure",
                                                   "component_limit",
                                                   "special",
                                                   kNotes[0],
                                                   kNotes[1],
                                                   kNotes[2],
                                                   kNotes[3],
                                                   kNotes[4],
                                                   kNotes[5]};

struct Number {
  const char* key;
  std::optional<int> HomebrewUnit::*value;
  int least, most;
};
constexpr std::array<Number, 4> kNumbers{
    {{"level", &HomebrewUnit::level, 1, 3},
     {"move", &HomebrewUnit::move, 0, kMostMoves},
     {"capacity", &HomebrewUnit::capacity, 0, kMostCapacity},
     {"component_limit", &HomebrewUnit::component_limit, 0, kMostFigures}}};

struct Roll {
  const char* key;
  std::optional<HomebrewRoll> HomebrewUnit::*value;
};
constexpr std::array<Roll, 4> kRolls{{{"combat", &HomebrewUnit::combat},
                                      {"anti_fighter_barrage", &HomebrewUnit::anti_fighter_barrage},
                                      {"bombardment", &HomebrewUnit::bombardment},
                                      {"space_cannon", &HomebrewUnit::space_cannon}}};

struct Flag {
  const char* key;
  std::optional<bool> HomebrewUnit::*value;
};
constexpr std::array<Flag, 5> kFlags{{{"sustain_damage", &HomebrewUnit::sustain_damage},
                                      {"planetary_shield", &HomebrewUnit::planetary_shield},
                                      {"is_ship", &HomebrewUnit::is_ship},
                                      {"is_ground_force", &HomebrewUnit::is_ground_force},
                                      {"is_structure", &HomebrewUnit::is_structure}}};

/// Reads one unit; `path` is its place.
class UnitReader {
 public:
  UnitReader(FieldReader& reader, const Json& object, std::string path)
      : read_(reader), object_(object), path_(std::move(path)) {}

  bool unit(HomebrewUnit& out) {
    if (!object_.is_object()) {
      return read_.fail("a unit is an object, not " + FieldReader::kind(object_), path_,
                        "it looks like " + std::string(kExample));
    }
    if (!read_.fields(object_, path_, kFields) || !notes()) return false;
    if (!object_.contains("id"))
      return read_.fail("a unit without an id", json_path(path_, "id"),
                        R"(add "id": "my_cruiser")");
    if (!read_.text(object_, "id", path_, out.id) ||
        !read_.text(object_, "name", path_, out.name) ||
        !read_.text(object_, "faction", path_, out.faction) ||
        !read_.text(object_, "type", path_, out.type) || !cost(out)) {
      return false;
    }
    for (const auto& [key, value, least, most] : kNumbers) {
      if (is_null(key))
        out.*value = kNone;
      else if (!read_.whole(object_, key, path_, least, most, out.*value))
        return false;
    }
    for (const auto& [key, value] : kRolls)
      if (!roll(key, out.*value)) return false;
    for (const auto& [key, value] : kFlags)
      if (!read_.flag(object_, key, path_, out.*value)) return false;
    return specials(out.special);
  }

 private:
  const Json* find(std::string_view key) const { return FieldReader::find(object_, key); }
  bool is_null(std::string_view key) const {
    const auto* value = find(key);
    return value && value->is_null();
  }

  bool notes() {
    for (const auto key : kNotes) {
      const auto* value = find(key);
      if (value && !value->is_string() && !value->is_boolean() && !value->is_null())
        return read_.fail("wants a text, not " + FieldReader::kind(*value), json_path(path_, key),
                          "leave it out: it only describes the card");
    }
    return true;
  }

  bool cost(HomebrewUnit& out) {
    static constexpr std::array<std::string_view, 2> kParts{"resources", "produces"};
    const auto* value = find("cost");
    if (!value) return true;
    const std::string here = json_path(path_, "cost");
    if (value->is_null()) {
      out.resources = kNone;
      return true;
    }
    if (!read_.fields(*value, here, kParts) ||
        !read_.whole(*value, "produces", here, 1, kMostFigures, out.produces))
      return false;
    const auto* price = FieldReader::find(*value, "resources");
    if (!price) return true;
    const bool fits =
        price->is_number() && price->get<double>() >= 0 && price->get<double>() <= kMostResources;
    if (!fits)
      return read_.fail(price->is_number() ? price->dump() + " is out of range"
                                           : "wants a number, not " + FieldReader::kind(*price),
                        json_path(here, "resources"), "a number from 0 to 1000");
    out.resources = price->get<double>();
    return true;
  }

  bool roll(const std::string& key, std::optional<HomebrewRoll>& out) {
    static constexpr std::array<std::string_view, 2> kParts{"hit_on", "dice"};
    static constexpr std::array<std::string_view, 3> kCombat{"hit_on", "dice", "dice_rule"},
        kCannon{"hit_on", "dice", "range"};
    const auto* value = find(key);
    if (!value) return true;
    const std::string here = json_path(path_, key);
    HomebrewRoll& read = out.emplace();
    if (value->is_null()) {
      read.dice = 0;
      return true;
    }
    const bool combat = key == "combat", cannon = key == "space_cannon";
    const FieldReader::Names known = combat   ? FieldReader::Names(kCombat)
                                     : cannon ? FieldReader::Names(kCannon)
                                              : FieldReader::Names(kParts);
    return read_.fields(*value, here, known) &&
           read_.whole(*value, "hit_on", here, 1, kFaces, read.hit_on) &&
           read_.whole(*value, "dice", here, 0, kMostDice, read.dice) &&
           read_.whole(*value, "range", here, 0, 1, read.range) &&
           read_.text(*value, "dice_rule", here, read.dice_rule);
  }

  /// A name, or the object of the tables: beside `op` and `count` it holds the card's wording,
  /// which differs from op to op and is not looked at.
  bool specials(std::optional<std::vector<HomebrewSpecial>>& out) {
    const auto* value = find("special");
    if (!value) return true;
    const std::string here = json_path(path_, "special");
    if (!value->is_array())
      return read_.fail("wants a list, not " + FieldReader::kind(*value), here,
                        R"(for example ["direct_hit_immune"])");
    out.emplace();
    for (const auto& item : *value) {
      const std::string place = json_path(here, out->size());
      HomebrewSpecial& special = out->emplace_back();
      if (item.is_string()) {
        if (!read_.string_at(item, place, special.op)) return false;
        continue;
      }
      if (!item.is_object())
        return read_.fail("a special is a name or an object, not " + FieldReader::kind(item), place,
                          R"("direct_hit_immune" or {"op": "fighter_allowance", "count": 3})");
      if (!item.contains("op"))
        return read_.fail("a special without its name", json_path(place, "op"),
                          R"(add "op": "direct_hit_immune")");
      if (!read_.text(item, "op", place, special.op) ||
          !read_.whole(item, "count", place, 0, kMostFigures, special.count))
        return false;
    }
    return true;
  }

  FieldReader& read_;
  const Json& object_;
  std::string path_;
};

Json roll_json(const HomebrewRoll& roll) {
  if (roll == HomebrewRoll{{}, 0, {}, {}}) return nullptr;
  Json object = Json::object();
  if (roll.hit_on) object["hit_on"] = *roll.hit_on;
  if (roll.dice) object["dice"] = *roll.dice;
  if (!roll.dice_rule.empty()) object["dice_rule"] = roll.dice_rule;
  if (roll.range) object["range"] = *roll.range;
  return object;
}

Json special_json(const HomebrewSpecial& special) {
  if (!special.count) return special.op;
  return {{"op", special.op}, {"count", *special.count}};
}

Json unit_json(const HomebrewUnit& unit) {
  Json object = Json::object();
  for (const auto& [key, value] :
       {std::pair{"id", &unit.id}, std::pair{"name", &unit.name},
        std::pair{"faction", &unit.faction}, std::pair{"type", &unit.type}})
    if (!value->empty()) object[key] = *value;
  if (unit.resources == kNone) {
    object["cost"] = nullptr;
  } else if (unit.resources || unit.produces) {
    Json& cost = object["cost"] = Json::object();
    if (unit.resources) cost["resources"] = *unit.resources;
    if (unit.produces) cost["produces"] = *unit.produces;
  }
  for (const auto& [key, value, least, most] : kNumbers)
    if (unit.*value) object[key] = *(unit.*value) == kNone ? Json() : Json(*(unit.*value));
  for (const auto& [key, value] : kRolls)
    if (unit.*value) object[key] = roll_json(*(unit.*value));
  for (const auto& [key, value] : kFlags)
    if (unit.*value) object[key] = *(unit.*value);
  if (unit.special) {
    Json& list = object["special"] = Json::array();
    for (const auto& special : *unit.special) list.push_back(special_json(special));
  }
  return object;
}

}  // namespace

bool read_homebrew(FieldReader& reader, const Json& list, const std::string& path,
                   std::vector<HomebrewUnit>& out) {
  if (!list.is_array())
    return reader.fail("wants a list of units, not " + FieldReader::kind(list), path,
                       "it looks like " + std::string(kExample));
  for (const auto& item : list) {
    const std::string place = json_path(path, out.size());
    if (!UnitReader(reader, item, place).unit(out.emplace_back())) return false;
  }
  return true;
}

Result<std::vector<HomebrewUnit>> read_units(std::string_view text) {
  static constexpr std::array<std::string_view, 1> kFile{"units"};
  const auto tree = parse_strict(text, kExample);
  if (!tree) return tree.error();
  FieldReader reader;
  const Json* list = &tree.value();
  if (list->is_object()) {
    if (!reader.fields(*list, "", kFile)) return reader.error;
    list = FieldReader::find(*list, "units");
    if (!list)
      return InputError{"there are no units", "units", "it looks like " + std::string(kExample)};
  }
  std::vector<HomebrewUnit> units;
  if (!read_homebrew(reader, *list, "units", units)) return reader.error;
  return units;
}

Json homebrew_json(std::span<const HomebrewUnit> units) {
  Json list = Json::array();
  for (const auto& unit : units) list.push_back(unit_json(unit));
  return list;
}

}  // namespace broadside
