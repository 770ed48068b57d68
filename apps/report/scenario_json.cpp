#include "apps/report/scenario_json.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "apps/report/field_reader.hpp"
#include "apps/report/homebrew_json.hpp"
#include "apps/report/strict_json.hpp"
#include "core/scenario/names.hpp"

namespace broadside {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr int kMostOfASlot = 20;
constexpr int kMostDice = 100;

constexpr std::string_view kExample =
    R"({"version": 1, "attacker": {"units": {"cruiser": 1}}, "defender": {"units": {"destroyer": 1}}})";

/// Takes the tree apart. Every function returns false after it has noted the first error.
class Reader : public FieldReader {
 public:
  bool scenario(const Json& tree, Scenario& out) {
    static constexpr std::array<std::string_view, 8> kFields{
        "version", "game", "battle", "attacker", "defender", "system", "homebrew", "rules"};
    if (!tree.is_object()) {
      return fail("a scenario is an object, not " + kind(tree), "line 1, column 1",
                  "it looks like " + std::string(kExample));
    }
    if (!fields(tree, "", kFields)) return false;
    if (const auto* version = find(tree, "version")) {
      if (!version->is_number() || *version != kVersion) {
        return fail("version " +
                        version->dump(-1, ' ', true, Json::error_handler_t::replace).substr(0, 20) +
                        " of the scenario format is not known",
                    "version", "this program reads \"version\": 1");
      }
    }
    for (const Side side : kSides) {
      if (!tree.contains(name(side))) {
        return fail(std::string("there is no ") + name(side), name(side),
                    std::string("add \"") + name(side) + R"(": {"units": {"cruiser": 1}})");
      }
    }
    if (!text(tree, "game", "", out.game) || !text(tree, "battle", "", out.battle)) return false;
    for (const Side s : kSides) {
      if (!side(tree.at(name(s)), name(s), out.side(s))) return false;
    }
    if (const auto* system = find(tree, "system")) {
      static constexpr std::array<std::string_view, 1> kSystem{"effects"};
      if (!fields(*system, "system", kSystem)) return false;
      if (!effects(*system, "effects", "system", out.system_effects)) return false;
    }
    if (const auto* rules = find(tree, "rules")) {
      if (!rules->is_object())
        return fail("wants an object, not " + kind(*rules), "rules",
                    R"(for example {"cards": false})");
      for (const auto& [key, value] : rules->items())
        if (!choice(value, json_path("rules", key), key, out.rules)) return false;
    }
    const auto* made = find(tree, "homebrew");
    return !made || read_homebrew(*this, *made, "homebrew", out.homebrew);
  }

 private:
  bool counts(const Json& object, std::string_view key, const std::string& path,
              std::vector<UnitCount>& out) {
    const auto* value = find(object, key);
    if (!value) return true;
    const std::string here = json_path(path, key);
    if (!value->is_object()) {
      return fail("wants unit types with their counts, not " + kind(*value), here,
                  R"(for example {"fighter": 2, "carrier": 1})");
    }
    for (const auto& [type, number] : value->items()) {
      int count = 0;
      if (!whole_at(number, json_path(here, type), 0, kMostUnits, count)) return false;
      out.push_back({type, count});
    }
    return true;
  }

  /// A word, a whole number, or true or false.
  bool choice(const Json& value, const std::string& path, const std::string& key,
              std::vector<Choice>& out) {
    if (!value.is_string() && !value.is_number_integer() && !value.is_boolean())
      return fail("wants a word, a whole number, true or false, not " + kind(value), path,
                  "for example true");
    out.push_back({key, value.is_string() ? value.get<std::string>() : value.dump()});
    return true;
  }

  bool slots(const Json& object, const std::string& path, std::vector<Slot>& out) {
    static constexpr std::array<std::string_view, 5> kFields{"hit_points", "attack", "ranged",
                                                             "defence", "abilities"};
    const auto* value = find(object, "slots");
    if (!value) return true;
    const std::string here = json_path(path, "slots");
    if (!value->is_array() || value->empty())
      return fail("wants a list of slots, not " + (value->empty() ? "none" : kind(*value)), here,
                  R"(for example [{"hit_points": 1, "attack": 1, "defence": 1}])");
    for (const auto& item : *value) {
      const std::string place = json_path(here, out.size());
      Slot& slot = out.emplace_back();
      if (!fields(item, place, kFields) || !number(item, "hit_points", place, 1, slot.hit_points) ||
          !number(item, "attack", place, 0, slot.attack) ||
          !number(item, "ranged", place, 0, slot.ranged) ||
          !number(item, "defence", place, 0, slot.defence) ||
          !texts(item, "abilities", place, slot.abilities))
        return false;
    }
    return true;
  }

  bool number(const Json& object, std::string_view key, const std::string& path, int least,
              int& out) {
    std::optional<int> given;
    if (!whole(object, key, path, least, kMostOfASlot, given)) return false;
    out = given.value_or(out);
    return true;
  }

  bool effects(const Json& object, std::string_view key, const std::string& path,
               std::vector<EffectChoice>& out) {
    const auto* value = find(object, key);
    if (!value) return true;
    const std::string here = json_path(path, key);
    if (!value->is_array()) {
      return fail("wants a list, not " + kind(*value), here,
                  R"(for example ["tech_plasma_scoring"])");
    }
    for (const auto& item : *value) {
      const std::string place = json_path(here, out.size());
      if (!effect(item, place, out.emplace_back())) return false;
    }
    return true;
  }

  bool effect(const Json& value, const std::string& path, EffectChoice& out) {
    if (value.is_string()) return string_at(value, path, out.id);
    static constexpr std::array<std::string_view, 4> kFields{"id", "round", "uses", "target"};
    if (!value.is_object()) {
      return fail("an effect is a name or an object, not " + kind(value), path,
                  R"(for example "tech_plasma_scoring" or {"id": "ac_morale_boost", "round": 2})");
    }
    if (!fields(value, path, kFields)) return false;
    if (!value.contains("id")) return fail("an effect without an id", path, R"(add "id": "...")");
    if (!text(value, "id", path, out.id) ||
        !whole(value, "round", path, 1, kMostRounds, out.round) ||
        !whole(value, "uses", path, 0, kMostUses, out.uses)) {
      return false;
    }
    if (!value.contains("target")) return true;
    return text(value, "target", path, out.target.emplace());
  }

  bool policy(const Json& value, const std::string& path, Policy& out) {
    static constexpr std::array<std::string_view, 8> kFields{"losses",
                                                             "space_cannon_losses",
                                                             "non_fighter_losses",
                                                             "ground_losses",
                                                             "keep",
                                                             "protect_capacity",
                                                             "sustain",
                                                             "retreat"};
    static constexpr std::array<std::string_view, 3> kSustain{"first", "last", "never"};
    if (!value.is_object())
      return fail("wants an object, not " + kind(value), path, known_names(kFields));
    for (const auto& [key, chosen] : value.items()) {
      // What is not known here may be a setting of the game, which checks it (core/game.cpp).
      if (std::find(kFields.begin(), kFields.end(), key) != kFields.end()) continue;
      if (chosen.is_structured())
        return fail("unknown field " + in_quotes(key), json_path(path, key),
                    nearest_or_all(key, kFields));
      if (!choice(chosen, json_path(path, key), key, out.choices)) return false;
    }
    if (!texts(value, "losses", path, out.losses) ||
        !texts(value, "space_cannon_losses", path, out.space_cannon_losses) ||
        !texts(value, "non_fighter_losses", path, out.non_fighter_losses) ||
        !texts(value, "ground_losses", path, out.ground_losses) ||
        !texts(value, "keep", path, out.keep) || !text(value, "sustain", path, out.sustain))
      return false;
    if (const auto* protect = find(value, "protect_capacity")) {
      if (!protect->is_boolean())
        return fail("wants true or false, not " + kind(*protect),
                    json_path(path, "protect_capacity"),
                    "true keeps the room that the troops need");
      out.protect_capacity = protect->get<bool>();
    }
    if (!out.sustain.empty() &&
        std::find(kSustain.begin(), kSustain.end(), out.sustain) == kSustain.end()) {
      return fail("unknown way to sustain " + in_quotes(out.sustain), json_path(path, "sustain"),
                  "first, last or never");
    }
    const auto* plan = find(value, "retreat");
    return !plan || plan->is_null() ||
           retreat(*plan, json_path(path, "retreat"), out.retreat.emplace());
  }

  bool retreat(const Json& value, const std::string& path, RetreatPlan& out) {
    static constexpr std::array<std::string_view, 2> kFields{"round", "below"};
    const char* hint = R"({"round": 1} or {"below": 0.4})";
    if (!value.is_object()) return fail("wants an object, not " + kind(value), path, hint);
    if (!fields(value, path, kFields)) return false;
    if (value.size() != 1) return fail("wants either a round or a chance", path, hint);
    if (!whole(value, "round", path, 1, kMostRounds, out.round)) return false;
    if (const auto* below = find(value, "below")) {
      const std::string here = json_path(path, "below");
      if (!below->is_number())
        return fail("wants a number, not " + kind(*below), here, "a chance from 0 to 1");
      out.below = below->get<double>();
      if (!(*out.below >= 0 && *out.below <= 1)) {
        return fail(below->dump() + " is not a chance", here,
                    "a number from 0 to 1, for example 0.4");
      }
    }
    return true;
  }

  bool side(const Json& value, const std::string& path, SideSpec& out) {
    static constexpr std::array<std::string_view, 14> kFields{
        "faction", "units", "upgrades", "damaged", "effects",   "without", "leaders",
        "hand",    "unit",  "slots",    "dice",    "abilities", "side",    "policy"};
    if (!fields(value, path, kFields)) return false;
    const auto* faction = find(value, "faction");
    if ((faction && !faction->is_null() && !text(value, "faction", path, out.faction)) ||
        !counts(value, "units", path, out.units) || !texts(value, "upgrades", path, out.upgrades) ||
        !counts(value, "damaged", path, out.damaged) ||
        !effects(value, "effects", path, out.effects) ||
        !texts(value, "without", path, out.without) ||
        !texts(value, "leaders", path, out.leaders) || !text(value, "unit", path, out.unit) ||
        !slots(value, path, out.slots) || !whole(value, "dice", path, 0, kMostDice, out.dice) ||
        !text(value, "side", path, out.facing) || !texts(value, "abilities", path, out.abilities)) {
      return false;
    }
    if (value.contains("hand") && !texts(value, "hand", path, out.hand.emplace())) return false;
    const auto* choices = find(value, "policy");
    return !choices || policy(*choices, json_path(path, "policy"), out.policy);
  }
};

Json counts_json(const std::vector<UnitCount>& counts) {
  Json object = Json::object();
  for (const auto& [type, count] : counts) {
    // Notation may name a type twice ("2 ff, 1 ff"); a JSON object may not.
    const int before = object.contains(type) ? object[type].get<int>() : 0;
    object[type] = before + count;
  }
  return object;
}

Json effects_json(const std::vector<EffectChoice>& effects) {
  Json list = Json::array();
  for (const auto& effect : effects) {
    if (!effect.round && !effect.uses && !effect.target) {
      list.push_back(effect.id);
      continue;
    }
    Json& item = list.emplace_back(Json::object());
    item["id"] = effect.id;
    if (effect.round) item["round"] = *effect.round;
    if (effect.uses) item["uses"] = *effect.uses;
    if (effect.target) item["target"] = *effect.target;
  }
  return list;
}

/// true, 3 or a word, as it was read.
Json choice_json(const Choice& choice) {
  if (Json value = Json::parse(choice.value, nullptr, false);
      value.is_boolean() || value.is_number_integer())
    return value;
  return choice.value;
}

Json policy_json(const Policy& policy) {
  Json object = Json::object();
  if (!policy.losses.empty()) object["losses"] = policy.losses;
  if (!policy.space_cannon_losses.empty())
    object["space_cannon_losses"] = policy.space_cannon_losses;
  if (!policy.non_fighter_losses.empty()) object["non_fighter_losses"] = policy.non_fighter_losses;
  if (!policy.ground_losses.empty()) object["ground_losses"] = policy.ground_losses;
  if (!policy.keep.empty()) object["keep"] = policy.keep;
  if (policy.protect_capacity) object["protect_capacity"] = true;
  if (!policy.sustain.empty()) object["sustain"] = policy.sustain;
  if (policy.retreat) {
    Json& plan = object["retreat"] = Json::object();
    if (policy.retreat->round) plan["round"] = *policy.retreat->round;
    if (policy.retreat->below) plan["below"] = *policy.retreat->below;
  }
  for (const Choice& choice : policy.choices) object[choice.name] = choice_json(choice);
  return object;
}

Json slots_json(const std::vector<Slot>& slots) {
  Json list = Json::array();
  for (const Slot& slot : slots) {
    Json& item = list.emplace_back(Json::object());
    item["hit_points"] = slot.hit_points;
    item["attack"] = slot.attack;
    item["ranged"] = slot.ranged;
    item["defence"] = slot.defence;
    if (!slot.abilities.empty()) item["abilities"] = slot.abilities;
  }
  return list;
}

Json side_json(const SideSpec& side) {
  Json object = Json::object();
  if (!side.faction.empty()) object["faction"] = side.faction;
  const bool other_form = !side.unit.empty() || !side.slots.empty() || side.dice;
  if (!side.units.empty() || !other_form) object["units"] = counts_json(side.units);
  if (!side.unit.empty()) object["unit"] = side.unit;
  if (!side.slots.empty()) object["slots"] = slots_json(side.slots);
  if (side.dice) object["dice"] = *side.dice;
  if (!side.facing.empty()) object["side"] = side.facing;
  if (!side.abilities.empty()) object["abilities"] = side.abilities;
  if (!side.leaders.empty()) object["leaders"] = side.leaders;
  if (side.hand) object["hand"] = *side.hand;
  if (!side.upgrades.empty()) object["upgrades"] = side.upgrades;
  if (!side.damaged.empty()) object["damaged"] = counts_json(side.damaged);
  if (!side.effects.empty()) object["effects"] = effects_json(side.effects);
  if (!side.without.empty()) object["without"] = side.without;
  if (Json policy = policy_json(side.policy); !policy.empty()) object["policy"] = std::move(policy);
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
  object["version"] = kVersion;
  object["game"] = scenario.game;
  if (!scenario.battle.empty()) object["battle"] = scenario.battle;
  for (const Side side : kSides) object[name(side)] = side_json(scenario.side(side));
  if (!scenario.system_effects.empty())
    object["system"]["effects"] = effects_json(scenario.system_effects);
  for (const Choice& choice : scenario.rules) object["rules"][choice.name] = choice_json(choice);
  if (!scenario.homebrew.empty()) object["homebrew"] = homebrew_json(scenario.homebrew);
  return object;
}

std::string write_scenario(const Scenario& scenario) {
  return scenario_json(scenario).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace broadside
