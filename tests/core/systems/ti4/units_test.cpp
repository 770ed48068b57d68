// The tables of the program against the facts they were made from (tests/data/ti4).

#include "core/systems/ti4/units.hpp"

#include <fstream>
#include <set>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/scenario/names.hpp"
#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/words.hpp"

using namespace broadside;
using namespace broadside::ti4;

namespace {

using Json = nlohmann::ordered_json;

Json facts(const std::string& file) {
  std::ifstream in(std::string(BROADSIDE_SOURCE_DIR) + "/tests/data/ti4/" + file);
  REQUIRE(in);
  return Json::parse(in);
}

/// A text field; null and absent are empty.
std::string text(const Json& entry, const std::string& key) {
  return entry.contains(key) && !entry[key].is_null() ? entry[key].get<std::string>() : "";
}
int number(const Json& entry, const std::string& key, int otherwise) {
  return entry.contains(key) && !entry[key].is_null() ? entry[key].get<int>() : otherwise;
}
bool flag(const Json& entry, const std::string& key) {
  return entry.contains(key) && entry[key].get<bool>();
}
Dice dice(const Json& entry, const std::string& key) {
  if (entry[key].is_null()) return {};
  return {entry[key]["hit_on"].get<std::uint8_t>(), entry[key]["dice"].get<std::uint8_t>()};
}

/// Every key of an entry must be known to this test, so that a new fact cannot slip by unread.
void check_keys(const Json& entry, const std::set<std::string>& known) {
  for (const auto& [key, value] : entry.items()) {
    CAPTURE(key);
    CHECK(known.contains(key));
  }
}

std::string flat(const Json& value) {
  std::string list;
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_structured()) return value.dump();
  for (const auto& [key, part] : value.items())
    list += (list.empty() ? "" : ",") + (value.is_object() ? key + ":" : "") + flat(part);
  return list;
}

/// The number that Special::value carries, and the key it came from where it came as it is.
std::pair<int, std::string> main_number(const Json& special) {
  for (const auto* key :
       {"value", "count", "range", "roll_min", "min_result", "extra_hits", "hit_on"})
    if (special.contains(key)) return {special[key].get<int>(), key};
  if (special.contains("limit") && special["limit"].is_number())
    return {special["limit"].get<int>(), "limit"};
  if (special.contains("fleet_pool_weight"))
    return {static_cast<int>(1 / special["fleet_pool_weight"].get<double>()), ""};
  if (special.contains("cost") && special["cost"].front().is_number())
    return {special["cost"].front().get<int>(), ""};
  return {0, ""};
}

void check_special(const Special& ours, const Json& fact) {
  CAPTURE(std::string(ours.op));
  CHECK(ours.op == fact["op"].get<std::string>());
  CHECK(ours.affects == fact["affects"].get<std::string>());
  CHECK(ours.text == fact["text"].get<std::string>());
  const auto [value, main_key] = main_number(fact);
  CHECK(ours.value == value);
  std::string details;
  const std::set<std::string> elsewhere{"op", "affects", "text", main_key};
  for (const auto& [key, detail] : fact.items()) {
    if (elsewhere.contains(key)) continue;
    details += (details.empty() ? "" : "; ") + key + "=" + flat(detail);
    CHECK(ours.detail(key) == flat(detail));
  }
  CHECK(ours.details == details);
}

std::string cost_text(const Json& cost) {
  std::string list;
  if (cost.is_null()) return list;
  for (const auto& [key, amount] : cost.items()) {
    std::string part;
    if (key == "action")
      part = "an action";
    else if (key == "exhaust")
      part = "exhaust";
    else if (key == "trade_goods_or_commodities")
      part = "1 trade good or commodity";
    else if (key == "trade_goods")
      part = flat(amount) + " trade goods";
    else if (key == "strategy_token")
      part = flat(amount) + " strategy token";
    else
      part = flat(amount) + " " + key;
    list += (list.empty() ? "" : ", ") + part;
  }
  return list;
}

}  // namespace

TEST_SUITE("core/ti4/tables") {
  TEST_CASE("every field of every unit is as in the facts") {
    const auto units = facts("units.json")["units"];
    std::set<std::string_view> ids;
    for (const auto& unit : all_units()) ids.insert(unit.id);
    CHECK(ids.size() == all_units().size());
    for (const auto& fact : units) {
      const auto id = text(fact, "id");
      CAPTURE(id);
      check_keys(fact, {"id",
                        "name",
                        "faction",
                        "type",
                        "level",
                        "upgrade_of",
                        "expansion",
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
                        "requires_technology",
                        "requires_breakthrough",
                        "variant",
                        "side"});
      const Unit* unit = find_unit(id);
      REQUIRE(unit != nullptr);
      ids.erase(unit->id);
      CHECK(unit->id == id);
      CHECK(unit->name == text(fact, "name"));
      CHECK(unit->faction == text(fact, "faction"));
      CHECK(name(unit->type) == text(fact, "type"));
      CHECK(unit->level == number(fact, "level", 0));
      CHECK(unit->upgrade_of == text(fact, "upgrade_of"));
      CHECK(unit->expansion == text(fact, "expansion"));
      const bool priced = !fact["cost"].is_null();
      CHECK(unit->resources == (priced ? fact["cost"]["resources"].get<double>() : -1));
      CHECK(unit->produces == (priced ? fact["cost"]["produces"].get<int>() : 1));
      CHECK(unit->combat == dice(fact, "combat"));
      CHECK(unit->dice_rule == (fact["combat"].is_null() ? "" : text(fact["combat"], "dice_rule")));
      CHECK(unit->move == number(fact, "move", -1));
      CHECK(unit->capacity == number(fact, "capacity", -1));
      CHECK(unit->sustain_damage == flag(fact, "sustain_damage"));
      CHECK(unit->anti_fighter_barrage == dice(fact, "anti_fighter_barrage"));
      CHECK(unit->bombardment == dice(fact, "bombardment"));
      CHECK(unit->space_cannon == dice(fact, "space_cannon"));
      const auto& cannon = fact["space_cannon"];
      CHECK(unit->space_cannon_range == (cannon.is_null() ? 0 : number(cannon, "range", 0)));
      CHECK(unit->planetary_shield == flag(fact, "planetary_shield"));
      CHECK(unit->is_ship == flag(fact, "is_ship"));
      CHECK(unit->is_ground_force == flag(fact, "is_ground_force"));
      CHECK(unit->is_structure == flag(fact, "is_structure"));
      CHECK(unit->component_limit == number(fact, "component_limit", -1));
      CHECK(
          unit->requires_ ==
          (flag(fact, "requires_technology") ? "technology" : text(fact, "requires_breakthrough")));
      CHECK(unit->variant == text(fact, "variant"));
      CHECK(unit->face == text(fact, "side"));
      REQUIRE(unit->special.size() == fact["special"].size());
      int allowance = 0;
      for (std::size_t i = 0; i < unit->special.size(); ++i) {
        check_special(unit->special[i], fact["special"][i]);
        if (unit->special[i].op == "fighter_allowance") allowance = unit->special[i].value;
      }
      CHECK(unit->fighter_allowance == allowance);
    }
    // The one unit that no card prints.
    CHECK(ids == std::set<std::string_view>{"mech"});
  }

  TEST_CASE("unit types and their names go both ways") {
    for (int i = 0; i < kUnitTypes; ++i) {
      const auto type = static_cast<UnitType>(i);
      CHECK(unit_type(name(type)) == type);
    }
    CHECK(unit_type("Cruiser") == std::nullopt);
    CHECK(unit_type("") == std::nullopt);
    CHECK(find_unit("cruiser_9") == nullptr);
  }

  TEST_CASE("a side fields its faction's own printing") {
    const auto id = [](std::string_view faction, UnitType type, int level) {
      const auto* unit = unit_for(faction, type, level);
      return unit == nullptr ? std::string("none") : std::string(unit->id);
    };
    using enum UnitType;
    CHECK(id("", cruiser, 1) == "cruiser_1");
    CHECK(id("", cruiser, 2) == "cruiser_2");
    CHECK(id("", war_sun, 1) == "war_sun");
    CHECK(id("", war_sun, 2) == "none");
    CHECK(id("", flagship, 1) == "none");
    CHECK(id("", mech, 1) == "mech");
    CHECK(id("", mech, 2) == "none");
    CHECK(id("", space_dock, 2) == "space_dock_2");
    CHECK(id("sol", carrier, 1) == "sol_carrier_1");
    CHECK(id("sol", carrier, 2) == "sol_carrier_2");
    CHECK(id("sol", cruiser, 2) == "cruiser_2");
    CHECK(id("sol", flagship, 1) == "sol_flagship");
    CHECK(id("sol", flagship, 2) == "none");
    CHECK(id("nomad", flagship, 1) == "nomad_flagship_1");
    CHECK(id("nomad", flagship, 2) == "nomad_flagship_2");
    CHECK(id("muaat", war_sun, 1) == "muaat_war_sun_1");
    CHECK(id("muaat", war_sun, 2) == "muaat_war_sun_2");
    CHECK(id("titans", pds, 2) == "titans_pds_2");
    // only its breakthrough brings the third level
    CHECK(id("mentak", cruiser, 1) == "cruiser_1");
    CHECK(id("mentak", cruiser, 2) == "cruiser_2");
    CHECK(id("mentak", cruiser, 3) == "none");
    // the face that lies on the ground, not the other one or the breakthrough's
    CHECK(id("naaz_rokha", mech, 1) == "naaz_rokha_mech");
    // the newest of three printings
    CHECK(id("naalu", mech, 1) == "naalu_mech_omega2");
    for (int level = 1; level <= 2; ++level) {
      CHECK(id("neutral", cruiser, level) == "neutral_cruiser");
      CHECK(id("neutral", flagship, level) == "neutral_flagship");
      CHECK(id("neutral", mech, level) == "neutral_mech");
    }
  }

  TEST_CASE("every faction fields every type, and every upgrade replaces what it fields") {
    for (const auto& faction : all_factions())
      for (int i = 0; i < kUnitTypes; ++i) {
        const auto type = static_cast<UnitType>(i);
        CAPTURE(std::string(faction.id));
        CAPTURE(std::string(name(type)));
        const auto* first = unit_for(faction.id, type, 1);
        REQUIRE(first != nullptr);
        CHECK(first->type == type);
        const auto* second = unit_for(faction.id, type, 2);
        if (second != nullptr && faction.id != "neutral") CHECK(second->upgrade_of == first->id);
      }
  }

  TEST_CASE("every field of every effect is as in the facts") {
    const auto effects = facts("effects.json")["effects"];
    for (const auto& fact : effects) {
      const auto id = text(fact, "id");
      CAPTURE(id);
      const EffectFact* const found = find_effect(id);
      CHECK_MESSAGE(found, "has no entry in effects_table.cpp");
      if (!found) continue;
      const EffectFact& effect = *found;
      // `effect` (the operations) is what the rules' code does; the table has no place for it.
      check_keys(fact, {"id",       "name",          "kind",        "faction",        "expansion",
                        "version",  "superseded_by", "timing",      "timings",        "side",
                        "stage",    "effect",        "cost",        "limit",          "text",
                        "decision", "common",        "affects",     "open_question",  "note",
                        "copies",   "scenario",      "replaced_in", "optional_module"});
      CHECK(effect.name == text(fact, "name"));
      CHECK(effect.kind == text(fact, "kind"));
      CHECK(effect.faction == text(fact, "faction"));
      CHECK(effect.expansion == text(fact, "expansion"));
      CHECK(effect.version == text(fact, "version"));
      CHECK(effect.superseded_by == text(fact, "superseded_by"));
      CHECK(effect.timing == text(fact, "timing"));
      std::string timings;
      for (const auto& timing : fact["timings"])
        timings += (timings.empty() ? "" : ", ") + timing.get<std::string>();
      CHECK((effect.timings.empty() ? effect.timing : effect.timings) == timings);
      CHECK(effect.side == text(fact, "side"));
      CHECK(effect.stage == text(fact, "stage"));
      CHECK(effect.cost == cost_text(fact["cost"]));
      CHECK(effect.limit == text(fact, "limit"));
      CHECK(effect.decision == text(fact["decision"], "which"));
      CHECK(effect.decision.empty() == (fact["decision"]["level"] == "none"));
      CHECK(effect.common == text(fact, "common"));
      CHECK(effect.affects == text(fact, "affects"));
      CHECK(effect.copies == number(fact, "copies", 0));
      CHECK(effect.optional_module == flag(fact, "optional_module"));
      CHECK(effect.scenario == flag(fact, "scenario"));
      CHECK(effect.replaced_in == text(fact, "replaced_in"));
      CHECK(effect.text == text(fact, "text"));
      CHECK(effect.note == text(fact, "note"));
      CHECK(effect.open_question == text(fact, "open_question"));
    }
    CHECK(find_effect("tech_nonsense") == nullptr);
    std::set<std::string_view> ids;
    for (const EffectFact& effect : all_effects())
      CHECK_MESSAGE(ids.insert(effect.id).second, effect.id << " stands twice");
  }

  TEST_CASE("units, effects and printings refer to what exists") {
    std::set<std::string_view> factions{"generic"};
    for (const auto& faction : all_factions()) factions.insert(faction.id);
    for (const auto& unit : all_units()) {
      CAPTURE(std::string(unit.id));
      CHECK(factions.contains(unit.faction));
      if (!unit.upgrade_of.empty()) CHECK(find_unit(unit.upgrade_of) != nullptr);
      if (unit.requires_.starts_with("breakthrough")) CHECK(find_effect(unit.requires_) != nullptr);
    }
    for (const auto& effect : all_effects()) {
      CAPTURE(std::string(effect.id));
      CHECK((effect.faction.empty() || factions.contains(effect.faction)));
      if (!effect.superseded_by.empty()) CHECK(find_effect(effect.superseded_by) != nullptr);
    }
  }
}

TEST_SUITE("core/ti4/words") {
  TEST_CASE("factions are found as players type them") {
    const auto id = [](std::string_view typed) {
      const auto found = find_faction(typed, "attacker.faction");
      return found ? std::string(found.value()->id) : found.error().problem;
    };
    for (const auto& faction : all_factions()) {
      CHECK(id(faction.id) == faction.id);
      CHECK(id(faction.name) == faction.id);
      for (const auto alias : faction.aliases)
        CHECK(id(alias) == faction.id);  // and no two share one
    }
    CHECK(id("Jol-Nar") == "jolnar");
    CHECK(id("jol nar") == "jolnar");
    CHECK(id("Universities") == "jolnar");
    CHECK(id("BARONY") == "letnev");
    CHECK(id("Barony of Letnev") == "letnev");
    CHECK(id("n'orr") == "sardakk");
    CHECK(id("N\xE2\x80\x99orr") == "sardakk");
    CHECK(id("nr") == "naaz_rokha");
    CHECK(id("Naaz-Rokha") == "naaz_rokha");
    CHECK(id("L1") == "l1z1x");
    CHECK(id("lizix") == "l1z1x");
    CHECK(id("vuil'raith") == "vuilraith");
    CHECK(id("arb") == "arborec");
    CHECK(id("jol") == "jolnar");
    CHECK(id("yss") == "yssaril");
    CHECK(id("titan") == "titans");
    CHECK(id("neutral units") == "neutral");
    CHECK(id("na") == "'na' may be several factions");
    CHECK(id("w") == "unknown faction 'w'");
    CHECK(id("lentev") == "unknown faction 'lentev'");
    CHECK(id("") == "no faction named");
    const auto wrong = find_faction("lentev", "attacker.faction");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().where == "attacker.faction");
    CHECK(wrong.error().hint == "did you mean 'letnev'?");
  }

  TEST_CASE("every alias of a unit means one type, in the plural too") {
    const auto words = vocabulary().units;
    for (const auto& word : words) {
      CAPTURE(std::string(word.alias));
      CHECK(unit_type(word.type).has_value());
      // The hyphen before a number of a printed name stays: "viper ex-23".
      if (word.alias.find('-') == word.alias.npos) CHECK(fold_name(word.alias) == word.alias);
      for (const auto& other : words) {
        if (&word != &other) CHECK(word.alias != other.alias);
        if (word.type != other.type) CHECK(std::string(word.alias) + "s" != other.alias);
      }
      // A name that begins with a number stands without another one before it.
      if (word.alias.front() >= '0' && word.alias.front() <= '9') continue;
      const auto side = parse_side("2 " + std::string(word.alias) + "s");
      REQUIRE(side);
      CHECK(side.value().units == std::vector<UnitCount>{{std::string(word.type), 2}});
    }
    for (const auto* alias :
         {"ca",       "cr",    "cruiser",     "cv",       "carrier", "dd",   "destroyer",
          "dn",       "dread", "dreadnought", "ff",       "fighter", "fs",   "flag",
          "flagship", "gf",    "inf",         "infantry", "mf",      "mech", "pd",
          "pds",      "sd",    "space dock",  "ws",       "war sun"})
      CHECK(parse_side(alias));
  }

  TEST_CASE("lists show every unit, effect and faction in a line") {
    const auto find = [](const std::vector<Listing>& list, std::string_view id) {
      for (const auto& line : list)
        if (line.id == id) return line;
      return Listing{};
    };
    const auto units = list_units();
    CHECK(units.size() == all_units().size());
    const auto dreadnought = find(units, "dreadnought_2");
    CHECK(dreadnought.name == "Dreadnought II");
    CHECK(dreadnought.kind == "dreadnought");
    CHECK(dreadnought.where == "space");
    CHECK(dreadnought.text ==
          "cost 4, combat 5, move 2, capacity 1, sustain damage, bombardment 5 - "
          "Direct Hit cards cannot destroy this unit.");
    CHECK(dreadnought.aliases.front() == "dn");
    CHECK(find(units, "fighter_1").text == "cost 1 for 2, combat 9");
    CHECK(find(units, "pds_1").text == "space cannon 6, planetary shield");
    CHECK(find(units, "destroyer_1").text ==
          "cost 1, combat 9, move 2, anti-fighter barrage 9 (x2)");
    CHECK(find(units, "winnu_flagship")
              .text.starts_with("cost 8, combat 7 (dice: opponent non fighter ships), move 1, "
                                "capacity 3, sustain damage - "));
    CHECK(find(units, "titans_pds_1").where == "ground, structure");

    const auto effects = list_effects();
    // and what a scenario says about the map
    CHECK(effects.size() == all_effects().size() + input_effects().size());
    CHECK(find(effects, "tech_assault_cannon").where == "space, either side, start of combat");
    CHECK(find(effects, "ability_harrow").where == "ground, attacker, end of round");
    CHECK(find(effects, "ac_waylay").where == "space, either side, anti-fighter barrage");
    CHECK(find(effects, "ability_munitions_reserves").text.find("[cost: 2 trade goods") !=
          std::string::npos);

    const auto factions = list_factions();
    CHECK(factions.size() == all_factions().size());
    CHECK(find(factions, "mentak").text ==
          "own units: Fourth Moon, Corsair, Moll Terminus; abilities: Ambush");
    for (const auto* list : {&units, &effects, &factions})
      for (const auto& line : *list) {
        CAPTURE(line.id);
        CHECK_FALSE(line.id.empty());
        CHECK_FALSE(line.name.empty());
        CHECK_FALSE(line.expansion.empty());
        CHECK_FALSE(line.text.empty());
        CHECK(line.text.find('\n') == std::string::npos);
      }
  }
}
