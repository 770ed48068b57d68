#include "core/systems/ti4/links/links.hpp"

#include <algorithm>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/scenario/query.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/links/draft.hpp"
#include "core/systems/ti4/links/hex_summary.hpp"
#include "core/systems/ti4/links/planets.hpp"
#include "core/systems/ti4/links/tables.hpp"
#include "core/systems/ti4/setup.hpp"
#include "core/systems/ti4/words.hpp"
#include "sim/engine.hpp"

using namespace broadside;
using namespace broadside::ti4;

namespace {

using Json = nlohmann::ordered_json;

const Json& facts() {
  static const Json all = [] {
    std::ifstream in(std::string(BROADSIDE_SOURCE_DIR) + "/tests/data/ti4/links.json");
    return Json::parse(in);
  }();
  return all;
}

std::string told(const EffectChoice& effect) {
  std::string text = "+" + effect.id;
  if (effect.round) text += "@" + std::to_string(*effect.round);
  if (effect.uses) text += " x" + std::to_string(*effect.uses);
  if (effect.target) text += "=" + *effect.target;
  return text;
}

/// A side in one line: "letnev: 2 dreadnought2 1!, +tech_plasma_scoring, -x, sustain last".
std::string told(const links::DraftSide& side) {
  std::vector<std::string> parts;
  for (std::size_t t = 0; t < kUnitTypes; ++t) {
    if (side.units[t] == 0 && !side.upgraded[t]) continue;
    std::string text = std::to_string(side.units[t]) + " ";
    text += name(static_cast<UnitType>(t));
    if (side.upgraded[t]) text += "2";
    if (side.damaged[t] > 0) text += " " + std::to_string(side.damaged[t]) + "!";
    parts.push_back(text);
  }
  for (const auto& effect : side.effects) parts.push_back(told(effect.choice));
  for (const auto& id : side.without) parts.push_back("-" + id);
  if (!side.sustain.empty()) parts.push_back("sustain " + side.sustain);
  if (side.retreat_round) parts.push_back("retreat " + std::to_string(*side.retreat_round));
  std::string text = side.faction.empty() ? "" : side.faction + ": ";
  for (const auto& part : parts) text += (&part == &parts.front() ? "" : ", ") + part;
  return text;
}

/// "space | attacker | defender | +system effects"
std::string told(const Scenario& scenario) {
  const auto draft = links::drafted(scenario);
  std::string text =
      scenario.battle + " | " + told(draft[Side::attacker]) + " | " + told(draft[Side::defender]);
  for (const auto& effect : draft.system) text += " | " + told(effect.choice);
  return text;
}

std::string told(const Result<ForeignBattle>& battle) {
  return battle ? told(battle->scenario) : battle.error().message();
}

bool mentions(const std::vector<std::string>& notes, std::string_view words) {
  return std::any_of(notes.begin(), notes.end(), [&](const std::string& note) {
    return note.find(words) != std::string::npos;
  });
}

std::string all_of(const std::vector<std::string>& notes) {
  std::string text;
  for (const auto& note : notes) text += note + "\n";
  return text;
}

struct Read {
  const char* link;
  const char* meant;
  std::vector<const char*> notes = {};  ///< words of each note, in their order
};

void check(const std::vector<Read>& cases) {
  for (const auto& [link, meant, notes] : cases) {
    CAPTURE(link);
    REQUIRE(links::recognises(link));
    const auto battle = links::read(link);
    CHECK(told(battle) == meant);
    REQUIRE(battle);
    CAPTURE(all_of(battle->notes));
    CHECK(battle->notes.size() == notes.size());
    for (std::size_t n = 0; n < std::min(notes.size(), battle->notes.size()); ++n)
      CHECK(battle->notes[n].find(notes[n]) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("every name of another tool stands in the tables, with an id that exists") {
  const auto& site = facts()["ti4battle"];
  std::size_t row = 0;
  REQUIRE(links::site_factions().size() == site["factions"].size());
  for (const auto& fact : site["factions"]) {
    const auto& known = links::site_factions()[row++];
    CAPTURE(known.name);
    CHECK(known.name == fact["name"].get<std::string>());
    CHECK(known.id == fact["id"].get<std::string>());
    CHECK(form_encoded(known.name) == fact["query"].get<std::string>());
    CHECK(find_faction(known.id, ""));
  }
  row = 0;
  REQUIRE(links::site_effects().size() == site["effects"].size());
  for (const auto& fact : site["effects"]) {
    const auto& known = links::site_effects()[row++];
    CAPTURE(known.name);
    CHECK(known.name == fact["name"].get<std::string>());
    CHECK(known.id == (fact["id"].is_null() ? "" : fact["id"].get<std::string>()));
    CHECK(form_encoded(known.name) == fact["query"].get<std::string>());
    CHECK(known.faction ==
          (fact["only_faction"].is_null() ? "" : fact["only_faction"].get<std::string>()));
    CHECK(known.counted == fact["counted"].get<bool>());
    CHECK(known.for_both == fact["symmetrical"].get<bool>());
    CHECK(known.of_system == fact["system"].get<bool>());
    const char* place = known.stage == links::Stage::both     ? "both"
                        : known.stage == links::Stage::ground ? "ground"
                                                              : "space";
    CHECK(place == fact["place"].get<std::string>());
    CHECK((known.id.empty() || find_effect(known.id) || find_unit(known.id)));
  }
  const auto& combat = facts()["ti_combat"];
  row = 0;
  REQUIRE(links::combat_abilities().size() == combat["abilities"].size());
  for (const auto& fact : combat["abilities"]) {
    const auto& known = links::combat_abilities()[row++];
    CAPTURE(known.key);
    CHECK(known.key == fact["key"].get<std::string>());
    CHECK(known.id == (fact["id"].is_null() ? "" : fact["id"].get<std::string>()));
    CHECK(known.on == fact["on_by_default"].get<bool>());
    CHECK((known.id.empty() || find_effect(known.id) || find_unit(known.id)));
  }
  for (const auto& known : links::combat_factions()) {
    CHECK(combat["factions"][std::string(known.name)] == std::string(known.id));
    CHECK(find_faction(known.id, ""));
  }
  CHECK(links::combat_factions().size() == combat["factions"].size());
  for (const auto& known : links::combat_units()) {
    CHECK(combat["units"][std::string(known.name)] == std::string(name(known.type)));
    CHECK(combat["limits"][std::string(known.name)] == known.limit);
  }
  CHECK(links::combat_units().size() == combat["units"].size());
  for (const auto& known : links::site_units())
    CHECK(site["units"][std::string(known.name)] == std::string(name(known.type)));
  CHECK(links::site_units().size() == site["units"].size());
  std::size_t aliases = 0;
  for (const auto& [type, names] : facts()["asyncti4"]["units"].items()) {
    aliases += names.size();
    for (const auto& known : links::async_units())
      if (name(known.type) == type)
        CHECK(std::find(names.begin(), names.end(), std::string(known.name)) != names.end());
  }
  CHECK(links::async_units().size() == aliases);
  for (const auto& tile : links::tiles()) {
    const auto& names = facts()["ttpg"]["tiles"][std::string(tile.number)];
    CAPTURE(tile.number);
    for (std::size_t p = 0; p < tile.planets.size(); ++p)
      CHECK(tile.planets[p] == (p < names.size() ? names[p].get<std::string>() : ""));
  }
  CHECK(links::tiles().size() == facts()["ttpg"]["tiles"].size());
}

TEST_CASE("links of ti4battle.com are read completely") {
  check({
      {"https://ti4battle.com/?attacker-faction=Sol&attacker-unit-dreadnought=2&"
       "attacker-unit-fighter=4&attacker-upgrade-dreadnought=true&attacker-damaged-dreadnought=1&"
       "attacker-effect-Plasma+Scoring=1&defender-faction=Sardakk+N%27orr&defender-unit-warsun=1&"
       "defender-unit-pds=2&defender-risk-direct-hit=false",
       "space | sol: 2 dreadnought2 1!, 4 fighter, +tech_plasma_scoring | sardakk: 1 war_sun, 2 "
       "pds, sustain last"},
      // blanks as %20, any order, brackets of a chat, a fragment
      {"<https://ti4battle.com/?defender-unit-cruiser=3&attacker-faction=Barony%20of%20Letnev&"
       "attacker-unit-cruiser=2&defender-faction=Jol-Nar#top>",
       "space | letnev: 2 cruiser | jolnar: 3 cruiser"},
      // the query alone
      {"?attacker-faction=Sol&attacker-unit-cruiser=2&defender-faction=Xxcha&defender-unit-pds=1&"
       "defender-unit-cruiser=1",
       "space | sol: 2 cruiser | xxcha: 1 cruiser, 1 pds"},
      // a number is what the text begins with; nothing is below 1; numbers that are none
      {"?attacker-faction=Sol&defender-faction=Sol&attacker-unit-cruiser=3x&defender-unit-cruiser=1"
       "&defender-unit-carrier=0&attacker-unit-carrier=many&attacker-unit-destroyer=-2",
       "space | sol: 3 cruiser | sol: 1 cruiser",
       {"attacker-unit-carrier=many", "attacker-unit-destroyer=-2"}},
      // a key that stands twice counts for nothing
      {"?attacker-faction=Sol&defender-faction=Sol&attacker-unit-cruiser=3&defender-unit-cruiser=1&"
       "attacker-unit-fighter=2&attacker-unit-fighter=3",
       "space | sol: 3 cruiser | sol: 1 cruiser",
       {"'attacker-unit-fighter' stands more than once"}},
      // names are case sensitive there
      {"?attacker-faction=sol&defender-faction=Atlantis&attacker-unit-Cruiser=3&"
       "defender-unit-cruiser=1&attacker-unit-cruiser=1&utm=x&attacker-colour=red",
       "space | sol: 1 cruiser | 1 cruiser",
       {"'sol' is taken as The Federation of Sol", "faction 'Atlantis' is not known",
        "unit 'Cruiser' is not known", "'utm' is not used", "'colour' is not used"}},
      // no faction
      {"?attacker-unit-cruiser=2&defender-faction=Sol&defender-unit-cruiser=1",
       "space | 2 cruiser | sol: 1 cruiser",
       {"attacker: no faction is given"}},
  });
}

TEST_CASE("ti4battle.com: upgrades and damage that no side can have are named") {
  check({
      {"?attacker-faction=Sol&defender-faction=Nomad&attacker-unit-warsun=1&"
       "attacker-upgrade-warsun=true&attacker-upgrade-mech=true&attacker-upgrade-cruiser=yes&"
       "defender-unit-flagship=1&defender-upgrade-flagship=true",
       "space | sol: 1 war_sun | nomad: 1 flagship2",
       {"attacker-upgrade-cruiser=yes", "no upgraded war_sun", "no upgraded mech"}},
      {"?attacker-faction=Sol&defender-faction=Titans+of+Ul&attacker-unit-dreadnought=1&"
       "attacker-damaged-dreadnought=3&attacker-unit-carrier=2&attacker-damaged-carrier=1&"
       "attacker-upgrade-carrier=true&defender-unit-cruiser=2&defender-damaged-cruiser=1",
       "space | sol: 1 dreadnought 1!, 2 carrier2 1! | titans: 2 cruiser",
       {"3 damaged dreadnought cut to 1", "cruiser cannot be damaged"}},
  });
}

TEST_CASE("ti4battle.com: effects become ours, or are named with the reason") {
  check({
      // counts, ticks, places
      {"?attacker-faction=Sol&defender-faction=Hacan&attacker-unit-cruiser=2&"
       "defender-unit-flagship=1&attacker-effect-Direct+Hit=2&attacker-effect-Morale+Boost=1&"
       "defender-effect-Hacan+flagship+trade+goods=3&attacker-effect-Magen+Defense+Grid=1",
       "space | sol: 2 cruiser, +ac_direct_hit x2, +ac_morale_boost x1 | hacan: 1 flagship, "
       "+hacan_flagship x3, sustain first",
       {"'Magen Defense Grid' has no effect in space"}},
      // of the system, for both, for one side
      {"?attacker-faction=Sol&defender-faction=Hacan&attacker-unit-cruiser=2&"
       "defender-unit-cruiser=2&defender-effect-Defending+in+nebula=1&effect-Entropic+Scar=1&"
       "effect-Plasma+Scoring=1",
       "space | sol: 2 cruiser | hacan: 2 cruiser | +anomaly_nebula | +anomaly_entropic_scar",
       {"'Plasma Scoring' is none that both sides share"}},
      {"?attacker-faction=Sol&defender-faction=Hacan&attacker-unit-cruiser=2&"
       "defender-unit-cruiser=2&attacker-effect-Entropic+Scar=1",
       "space | sol: 2 cruiser, +anomaly_entropic_scar | hacan: 2 cruiser"},
      // another faction's, Nekro's, the own promissory note, the wrong side, unknown
      {"?attacker-faction=Barony+of+Letnev&defender-faction=Nekro&attacker-unit-cruiser=2&"
       "defender-unit-cruiser=2&attacker-effect-Devotion=1&attacker-effect-War+Funding=1&"
       "defender-effect-Impulse+Core=1&defender-effect-Solar+Flare=1&attacker-effect-Plan+B=1",
       "space | letnev: 2 cruiser | nekro: 2 cruiser, +tech_impulse_core",
       {"'Devotion' is for another faction", "own promissory note", "'Plan B' is not known",
        "'Solar Flare' left out: 'ac_solar_flare' is for the attacker"}},
      {"?attacker-faction=Sol&defender-faction=Hacan&attacker-unit-cruiser=2&"
       "defender-unit-cruiser=2&attacker-effect-Memoria+II=1",
       "space | sol: 2 cruiser, +pn_the_cavalry x2 | hacan: 2 cruiser",
       {"3 dice"}},
      // on by itself here, off there
      {"?attacker-faction=Mahact&defender-faction=Mahact&attacker-unit-flagship=1&"
       "defender-unit-flagship=1&defender-effect-Mahact+flagship+bonus=1",
       "space | mahact: 1 flagship, -mahact_flagship | mahact: 1 flagship"},
      // structures
      {"?attacker-faction=Sol&defender-faction=Hacan&attacker-unit-cruiser=2&"
       "defender-unit-cruiser=2&defender-effect-Lightrail+Ordnance=2",
       "space | sol: 2 cruiser | hacan: 2 cruiser, 2 space_dock, +relic_lightrail_ordnance"},
      {"?attacker-faction=Sol&defender-faction=Hacan&attacker-unit-infantry=2&"
       "defender-unit-infantry=2&defender-effect-Magen+Defense+Grid=1&place=Ground",
       "invasion | sol: 2 infantry | hacan: 2 infantry, 1 space_dock, "
       "+tech_magen_defense_grid_omega",
       {"which unit is hit", "one space dock is added"}},
      {"?attacker-faction=Sol&defender-faction=Ral+Nel+Consortium&attacker-unit-cruiser=2&"
       "defender-unit-destroyer=2&defender-effect-Ral+Nel+galvanized+PDS+in+space=2",
       "space | sol: 2 cruiser | ral_nel: 2 destroyer, 2 pds",
       {"read as 2 PDS", "tokens cannot be said"}},
      // four mechs are the Eidolon Maximum
      {"?attacker-faction=Naaz-Rokha&defender-faction=Sol&attacker-unit-mech=1&"
       "attacker-unit-cruiser=1&defender-unit-cruiser=1&attacker-effect-Eidolon+Maximum=1",
       "space | naaz_rokha: 1 cruiser, 4 mech, +breakthrough_absolute_synergy | sol: 1 cruiser"},
      {"?attacker-faction=Naaz-Rokha&defender-faction=Sol&attacker-unit-mech=2&"
       "attacker-unit-cruiser=1&defender-unit-cruiser=1&attacker-effect-Eidolon+Maximum=1",
       "space | naaz_rokha: 1 cruiser, 2 mech | sol: 1 cruiser",
       {"'Eidolon Maximum' with 2 mechs"}},
      // tokens under units of several types
      {"?attacker-faction=Last+Bastion&defender-faction=Sol&attacker-unit-cruiser=3&"
       "attacker-unit-fighter=1&attacker-galvanized-cruiser=2&attacker-galvanized-fighter=1&"
       "defender-unit-cruiser=1",
       "space | bastion: 3 cruiser, 1 fighter, +ability_galvanize x2=cruiser, +ability_galvanize "
       "x1=fighter | sol: 1 cruiser"},
      // the flagship whose text is named must be there
      {"?attacker-faction=Sol&defender-faction=Sol&attacker-unit-cruiser=3&defender-unit-cruiser=1&"
       "attacker-effect-Empyrean+flagship+repair=2",
       "space | sol: 3 cruiser | sol: 1 cruiser",
       {"'Empyrean flagship repair' left out"}},
  });
}

TEST_CASE("ti4battle.com: the ground is an invasion, sides may be empty") {
  check({
      {"?attacker-faction=Sol&defender-faction=Hacan&attacker-unit-infantry=3&"
       "attacker-unit-dreadnought=1&defender-unit-infantry=2&defender-unit-pds=1&place=ground&"
       "attacker-risk-direct-hit=false",
       "invasion | sol: 1 dreadnought, 3 infantry | hacan: 2 infantry, 1 pds",
       {"no effect on the ground"}},
      {"?defender-faction=Hacan&defender-unit-cruiser=2&attacker-faction=Sol&place=orbit",
       "space | sol:  | hacan: 2 cruiser",
       {"place 'orbit' is not known", "attacker: no units are given"}},
  });
}

TEST_CASE(
    "every effect of ti4battle.com is understood or named, and never keeps a battle from "
    "being fought") {
  for (const auto& effect : links::site_effects())
    for (const char* place : {"space", "ground"})
      for (const Side side : kSides) {
        CAPTURE(effect.name);
        CAPTURE(place);
        CAPTURE(name(side));
        std::string faction = "Sol";
        for (const auto& known : links::site_factions())
          if (known.id == effect.faction) faction = known.name;
        std::string link = "?";
        for (const Side s : kSides) {
          const std::string at = name(s);
          link += at + "-faction=" + form_encoded(s == side ? faction : "Hacan") + "&";
          for (const auto& unit : links::site_units())
            link += at + "-unit-" + std::string(unit.name) + "=1&";
        }
        link +=
            std::string(name(side)) + "-effect-" + form_encoded(effect.name) + "=1&place=" + place;
        const auto battle = links::read(link);
        REQUIRE(battle);
        CHECK(set_up(battle->scenario));
        const bool used = !effect.id.empty() &&
                          told(battle->scenario).find(std::string(effect.id)) != std::string::npos;
        const bool by_itself = effect.id == "mahact_flagship" || effect.id == "bastion_mech";
        CAPTURE(told(battle->scenario));
        CHECK((used || by_itself || mentions(battle->notes, effect.name)));
      }
}

TEST_CASE("links of ti-combat are read") {
  check({
      {"?v=1&af=FEDERATION_OF_SOL&df=BARONY_OF_LETNEV&m=S&au.CARRIER=2.1&du.FLAGSHIP=1.0&"
       "aa.ASSAULT_CANNON.isEnabled=true&da.DIRECT_HIT.uses=2",
       "space | sol: 2 carrier2, +tech_assault_cannon | letnev: 1 flagship, +ac_direct_hit x2"},
      {"https://ti-combat.example/?v=1&af=FEDERATION_OF_SOL&df=SARDAKK_NORR&m=G&au.INFANTRY=4.1&"
       "du.INFANTRY=2.0&du.PDS=9.0&aa.RETREAT.rounds=2&aa.BOMBARDMENT.isEnabled=false&"
       "da.UNRELENTING.isEnabled=false",
       "invasion | sol: 4 infantry2 | sardakk: 2 infantry, 6 pds, -ability_unrelenting",
       {"9 of pds cut to 6", "the retreat is not switched on", "'BOMBARDMENT' left out"}},
      {"?v=2&af=NOBODY&m=X&au.DREADNOUGHT=2.0&du.CRUISER=3&aa.PRE_DAMAGED.damagedUnits="
       "DREADNOUGHT~1,TANK~1&aa.RETREAT.isEnabled=true&aa.RETREAT.rounds=2&da.NEBULA.isEnabled="
       "true&da.WISHES.uses=3&aa.DURANIUM_ARMOR.isEnabled=true&"
       "aa.DURANIUM_ARMOR.spaceRepairPriority=CRUISER&tune=x&du.TANK=1",
       "space | 2 dreadnought 1!, +tech_duranium_armor, retreat 2 | 3 cruiser | +anomaly_nebula",
       {"version '2'", "faction 'NOBODY' is not known", "mode 'X'", "'tune' is not used",
        "unit 'TANK' is not known", "attacker: no faction", "defender: no faction", "'TANK~1'",
        "'WISHES' is not known", "'DURANIUM_ARMOR.spaceRepairPriority' is not used"}},
      // tokens, an anomaly that both sides name, a flagship whose text is switched off
      {"?v=1&af=MAHACT_GENE_SORCERERS&df=WINNU&au.FLAGSHIP=1&au.CRUISER=2&du.CRUISER=2&"
       "da.PRE_GALVANIZED.galvanizedUnits=CRUISER~1&aa.ENTROPIC_SCAR.isEnabled=true&"
       "da.ENTROPIC_SCAR.isEnabled=true",
       "space | mahact: 1 flagship, 2 cruiser, -mahact_flagship | winnu: 2 cruiser, "
       "+ability_galvanize x1=cruiser | +anomaly_entropic_scar",
       {}},
  });
  const auto golden = links::read(facts()["ti_combat"]["example"].get<std::string>());
  CHECK(told(golden) ==
        "space | sol: 2 dreadnought 1!, 2 carrier2, 6 fighter2, +tech_assault_cannon | letnev: 1 "
        "flagship, +ac_direct_hit x2 | +anomaly_nebula");
  const auto priority = links::read(
      "?af=WINNU&df=XXCHA_KINGDOM&au.CRUISER=2.0&au.CARRIER=1&du.CRUISER=1&"
      "aa.UNIT_PRIORITY.spaceUnitPriority=CRUISER,CARRIER");
  REQUIRE(priority);
  CHECK(links::drafted(priority->scenario)[Side::attacker].losses ==
        std::vector<std::string>{"cruiser", "carrier"});
  // None damaged is a number too; an ability is used when it is switched on or has uses.
  const auto whole = links::read(
      "?v=1&af=WINNU&df=XXCHA_KINGDOM&m=S&au.DREADNOUGHT=1.0&du.CRUISER=1.0&"
      "aa.PRE_DAMAGED.damagedUnits=DREADNOUGHT~0&aa.ASSAULT_CANNON.colour=red");
  REQUIRE(whole);
  CHECK_FALSE(mentions(whole->notes, "cannot be read"));
  CHECK(told(whole) == "space | winnu: 1 dreadnought | xxcha: 1 cruiser");
  const auto brief = links::read("https://ti-combat.example/s/abcdef");
  CHECK(!brief);
}

TEST_CASE("every ability of ti-combat is understood or named") {
  for (const auto& ability : links::combat_abilities()) {
    CAPTURE(ability.key);
    std::string link = "?v=1&af=FEDERATION_OF_SOL&df=EMIRATES_OF_HACAN&m=S";
    for (const char* side : {"a", "d"})
      for (const auto& unit : links::combat_units())
        link += std::string("&") + side + "u." + std::string(unit.name) + "=1.0";
    const auto before = links::read(link);
    const auto battle = links::read(link + "&aa." + std::string(ability.key) + ".isEnabled=true");
    REQUIRE(before);
    REQUIRE(battle);
    CHECK(set_up(battle->scenario));
    // What is on by itself there is on by itself here, or its faction does not have it.
    CHECK((ability.on || told(battle) != told(before) || mentions(battle->notes, ability.key)));
  }
}

TEST_CASE("texts of hexSummary are decoded as the tool's own encoder wrote them") {
  for (const auto& golden : facts()["ttpg"]["golden"]) {
    const auto text = golden["text"].get<std::string>();
    CAPTURE(text);
    const auto systems = links::parse_hex_summary(text);
    REQUIRE(systems);
    REQUIRE(systems->size() == golden["decoded"].size());
    for (std::size_t s = 0; s < systems->size(); ++s) {
      const auto& system = (*systems)[s];
      const auto& fact = golden["decoded"][s];
      CHECK(system.tile == std::to_string(fact["tile"].get<int>()));
      CHECK(system.x == fact["x"].get<int>());
      CHECK(system.y == fact["y"].get<int>());
      if (fact.contains("hyperlane"))
        CHECK(system.hyperlane == fact["hyperlane"]["side"].get<std::string>() +
                                      std::to_string(fact["hyperlane"]["rotation"].get<int>()));
      REQUIRE(system.regions.size() == 1 + fact["planets"].size());
      for (std::size_t r = 0; r < system.regions.size(); ++r) {
        const auto& region = r == 0 ? fact["space"] : fact["planets"][r - 1];
        Json found = Json::object();
        for (const auto& player : system.regions[r].players) {
          const Json& colour = facts()["ttpg"]["colours"][std::string{player.colour}];
          Json& units = found[colour.get<std::string>()];
          for (std::size_t t = 0; t < kUnitTypes; ++t)
            if (player.units[t] > 0)
              units[std::string(name(static_cast<UnitType>(t)))] = player.units[t];
          if (player.command_tokens > 0) units["command_token"] = player.command_tokens;
          if (player.control_tokens > 0) units["control_token"] = player.control_tokens;
        }
        // The order of units within a player does not matter.
        CHECK(nlohmann::json(found) == nlohmann::json(region["units"]));
        std::string attachments;
        if (region.contains("attachments"))
          for (const auto& letter : region["attachments"]) attachments += letter;
        CHECK(system.regions[r].attachments == attachments);
      }
    }
  }
  for (const char* bad : {"", "19", "19+0", "19+0+0q", "19+0+02r", "19+0+0Bq", "A+0+0", "83A+0+0"})
    CHECK(!links::parse_hex_summary(bad));
}

TEST_CASE("a system of a hexSummary is a battle") {
  const char* kMissing = "factions, upgrades and damage";
  check({
      {"tile 18: 19+0+0Wr;,18+1+1B2r1yWtc3f;",
       "space | 1 carrier, 3 fighter | 2 cruiser, 1 destroyer",
       {"white attacks, blue defends", kMissing}},
      {"19+0+0Wr;,18+1+1B2r1yWc3f;",
       "space | 2 cruiser, 1 destroyer | 1 carrier, 3 fighter",
       {"blue attacks, white defends", kMissing}},
      {"19+0+0Y2c1d4f;R2iY3i 19",
       "invasion | 1 dreadnought, 2 carrier, 4 fighter, 3 infantry | 2 infantry",
       {"yellow attacks", kMissing}},
      {"35+0+0P2d3iG1y;Gi;G2i1p1s*z tile 35",
       "conquest | 2 dreadnought, 3 infantry | 1 destroyer, 1 infantry",
       {"purple attacks", "the planet fought for is Bereg", "2 infantry on Lirta IV left out",
        "1 pds on Lirta IV left out", "1 space_dock on Lirta IV left out", kMissing}},
      {"\"hexSummary\": \"19+0+0B2rWcr;B2p*u\"",
       "space | 1 cruiser, 1 carrier | 2 cruiser, 2 pds, +hero_ul_the_progenitor",
       {"white attacks", kMissing}},
  });
}

TEST_CASE("a hexSummary that leaves the battle open is refused with what would do") {
  const auto problem = [](const char* text) {
    const auto battle = links::read(text);
    return battle ? std::string("read") : battle.error().message();
  };
  CHECK(problem("18+0+0BrWr;,19+1+1BrWr;").find("18, 19") != std::string::npos);
  CHECK(problem("tile 20 18+0+0BrWr;").find("there is no tile 20") != std::string::npos);
  CHECK(problem("18+0+0BrWrYr;").find("3 players") != std::string::npos);
  CHECK(problem("18+0+0;").find("no units") != std::string::npos);
  CHECK(problem("18+0+0Bq;").find("'q' is no unit") != std::string::npos);
}

TEST_CASE("fleets of AsyncTI4 are read with their planets") {
  check({
      {"2 cv, 4 ff, 3 gf jord, pds moll primus",
       " | 2 carrier, 4 fighter, 3 infantry, 1 pds | ",
       {"3 infantry on Jord", "1 pds on Moll Primus", "upgrades and damage", "defender: no units"}},
      {"2 chads, 0 strudel, 6 hps, Space Dock Mecatol",
       " | 2 dreadnought, 1 destroyer, 6 fighter, 1 space_dock | ",
       {"1 space_dock on Mecatol Rex", "upgrades and damage", "defender: no units"}},
  });
  for (const char* ours : {"2 dn, 4 ff", "war sun", "2 dn plasma scoring", "2 dn, jord", "3 mirage",
                           "", "2cruiser jord x", "what?"}) {
    CAPTURE(ours);
    CHECK(!links::is_async_fleet(ours));
  }
  CHECK(links::read_async_fleet("60 dreads, 60 dreads jord").error().problem ==
        "120 of dreadnought are too many");
  CHECK(links::planet_named("hopes end") == "Hope's End");
  CHECK(links::planet_named("0.0.0") == "[0.0.0]");
}

TEST_CASE("ordinary text is no foreign battle") {
  for (const char* text : {"2 dn, 4 ff", "letnev: 2 dn2, +plasma scoring", "2 dn + 4 ff", "",
                           "ff=0..8", "a b c", "https://example.com/?q=1", "2+3"})
    CHECK(!links::recognises(text));
}

TEST_CASE("a battle is written as a link of ti4battle.com, with what it cannot say") {
  Scenario scenario;
  scenario.side(Side::attacker) = *parse_side("letnev: 2 dn2 (1 damaged), 4 ff, +plasma");
  scenario.side(Side::defender) = *parse_side(
      "n'orr: 3 cruiser, pds, sd, +direct hit x2, "
      "+waylay, +morale boost@2");
  scenario.system_effects.push_back({"nebula", {}, {}, {}});
  const auto written = links::write(scenario);
  REQUIRE(written);
  REQUIRE(written->links.size() == 1);
  CHECK(written->links[0] ==
        "https://ti4battle.com/?attacker-faction=Barony+of+Letnev&attacker-unit-dreadnought=2&"
        "attacker-damaged-dreadnought=1&attacker-upgrade-dreadnought=true&attacker-unit-fighter=4&"
        "attacker-effect-Plasma+Scoring=1&defender-faction=Sardakk+N%27orr&"
        "defender-unit-cruiser=3&defender-unit-pds=1&defender-effect-Direct+Hit=2&"
        "defender-effect-Morale+Boost=1&defender-effect-Defending+in+nebula=1");
  CAPTURE(all_of(written->notes));
  CHECK(written->notes.size() == 4);
  CHECK(mentions(written->notes, "attacker: sustains first there"));
  CHECK(mentions(written->notes, "1 space dock cannot be said"));
  CHECK(mentions(written->notes, "'waylay' cannot be said"));
  CHECK(mentions(written->notes, "the round of 'morale boost' cannot be said"));

  // The other tool counts docks that fire, and on the ground whether there is one.
  scenario.side(Side::defender) = *parse_side("3 cruiser, 2 sd, +lightrail ordnance");
  const auto docks = links::write(scenario);
  REQUIRE(docks);
  CHECK(docks->links[0].find("defender-effect-Lightrail+Ordnance=2") != std::string::npos);

  scenario.battle = "conquest";
  scenario.side(Side::attacker) = *parse_side("2 dn, 2 inf, +x89");
  scenario.side(Side::defender) = *parse_side("2 inf, pds, cruiser");
  const auto both = links::write(scenario);
  REQUIRE(both);
  REQUIRE(both->links.size() == 2);
  CHECK(both->links[0].find("place") == std::string::npos);
  CHECK(both->links[0].find("Bacterial") == std::string::npos);
  CHECK(both->links[1].ends_with("&place=ground"));
  CHECK(both->links[1].find("Bacterial") != std::string::npos);
  CHECK(mentions(both->notes, "written as Neutral"));
  CHECK(mentions(both->notes, "takes two links"));
  CHECK(!mentions(both->notes, "Bacterial"));

  // Who is galvanized; a ground combat without what fires before it.
  scenario.battle = "ground";
  scenario.side(Side::attacker) = *parse_side("bastion: 2 inf, +ability_galvanize x2 on infantry");
  scenario.side(Side::defender) = *parse_side("2 inf, pds");
  const auto ground = links::write(scenario);
  REQUIRE(ground);
  CAPTURE(all_of(ground->notes));
  CHECK(ground->links[0].find("attacker-galvanized-infantry=2") != std::string::npos);
  CHECK(ground->links[0].find("pds") == std::string::npos);
  CHECK(mentions(ground->notes, "1 pds left out: there they would fire before the ground combat"));

  // Four mechs are the Eidolon Maximum; more of them are lost.
  scenario.side(Side::attacker) = *parse_side("naaz_rokha: 6 mech, +absolute synergy");
  const auto merged = links::write(scenario);
  REQUIRE(merged);
  CHECK(merged->links[0].find("attacker-unit-mech=1&attacker-effect-Eidolon+Maximum=1") !=
        std::string::npos);
  CHECK(mentions(merged->notes, "2 mechs beside the Eidolon Maximum cannot be said"));
}

TEST_CASE("a retreat that has no place in the battle of a link is named and left out") {
  const auto ground = links::read(
      "?v=1&af=FEDERATION_OF_SOL&df=BARONY_OF_LETNEV&m=G&au.INFANTRY=2.1&du.INFANTRY=1.0&"
      "aa.RETREAT.isEnabled=true&aa.RETREAT.rounds=2");
  REQUIRE(ground);
  CHECK(find_game("ti4").value()->checked(ground->scenario));
  CHECK(set_up(ground->scenario));
  CHECK(mentions(ground->notes, "attacker: nobody retreats in an invasion: left out"));
  const auto neutral = links::read(
      "?v=1&af=NEUTRAL&df=BARONY_OF_LETNEV&m=S&au.CRUISER=2.0&du.CRUISER=1.0&"
      "aa.RETREAT.isEnabled=true&aa.RETREAT.rounds=2");
  REQUIRE(neutral);
  CHECK(set_up(neutral->scenario));
  CHECK(mentions(neutral->notes, "attacker: neutral units never retreat: left out"));
}

TEST_CASE("no link of ti4battle.com is written for a battle that it cannot say") {
  Scenario scenario;
  scenario.game = "ti4";
  scenario.battle = "invasion";
  scenario.side(Side::attacker) = *parse_side("dn, cv, 4 inf");
  Values planet;
  planet["name"] = std::string{"A"};
  scenario.fields["planets"] = Rows{planet, planet};
  const auto planets = links::write(scenario);
  REQUIRE(planets);
  CHECK(planets->links.empty());
  CHECK(mentions(planets->notes, "knows no planets one by one"));

  scenario.fields.erase("planets");
  scenario.fields["homebrew"] = Rows{Values{{"id", std::string{"a"}}}};
  const auto homebrew = links::write(scenario);
  REQUIRE(homebrew);
  CHECK(homebrew->links.empty());
  CHECK(mentions(homebrew->notes, "knows no homebrew units"));
}

namespace {

/// A battle that ti4battle.com can say.
links::Draft random_draft(std::mt19937& dice) {
  const auto roll = [&](int sides) {
    return static_cast<int>(dice() % static_cast<unsigned>(sides));
  };
  links::Draft draft;
  const bool ground = roll(3) == 0;
  draft.battle = ground ? "invasion" : "space";
  for (const Side which : kSides) {
    auto& side = draft[which];
    do
      side.faction = links::site_factions()[static_cast<std::size_t>(roll(
                                                static_cast<int>(links::site_factions().size())))]
                         .id;
    while (side.faction == "neutral" || side.faction == "bastion");
    for (const auto& unit : links::site_units()) {
      const auto t = static_cast<std::size_t>(unit.type);
      side.units[t] = unit.type == UnitType::flagship ? roll(2) : roll(4);
      side.upgraded[t] =
          side.units[t] > 0 && roll(3) == 0 && unit_for(side.faction, unit.type, 2) != nullptr;
      const Unit* printed = unit_for(side.faction, unit.type, side.upgraded[t] ? 2 : 1);
      if (printed && printed->sustain_damage && roll(3) == 0)
        side.damaged[t] = roll(side.units[t] + 1);
    }
    side.count(ground ? UnitType::infantry : UnitType::cruiser) += 1;
    if (side.faction == "mahact" && side.count(UnitType::flagship) > 0 && (ground || roll(2) == 0))
      side.without.emplace_back("mahact_flagship");
    if (!ground && roll(3) == 0) side.sustain = "last";
  }
  for (const Side which : kSides) {
    auto& side = draft[which];
    for (const auto& effect : links::site_effects()) {
      const bool here =
          effect.stage == links::Stage::both || (effect.stage == links::Stage::ground) == ground;
      const bool own = effect.faction.empty() || effect.faction == side.faction;
      // Those that take units for granted, or say something else at a second look.
      const bool simple = effect.id != "relic_lightrail_ordnance" &&
                          effect.id != "tech_magen_defense_grid_omega" &&
                          effect.id != "breakthrough_absolute_synergy" &&
                          effect.id != "mahact_flagship" && effect.name != "Memoria I" &&
                          effect.id != "anomaly_entropic_scar" && effect.id != "ac_direct_hit";
      if (effect.id.empty() || !here || !own || !simple || effect.never_of == side.faction ||
          roll(6) != 0)
        continue;
      EffectChoice choice{std::string(effect.id), {}, {}, {}};
      if (effect.counted) choice.uses = 1 + roll(3);
      if (effect.name == "Memoria II") choice.uses = 2;
      if (effect.of_system) {
        if (std::none_of(draft.system.begin(), draft.system.end(),
                         [&](const auto& one) { return one.choice.id == choice.id; }))
          draft.system.push_back({choice, ""});
      } else {
        side.effects.push_back({choice, ""});
      }
    }
  }
  return draft;
}

}  // namespace

TEST_CASE("forty random battles come back from their own links") {
  std::mt19937 dice{15};
  int effects = 0;
  for (int battle = 0; battle < 40; ++battle) {
    CAPTURE(battle);
    const auto asked = links::finished(random_draft(dice));  // without what the rules refuse
    const auto written = links::write(asked.scenario);
    REQUIRE(written);
    REQUIRE(written->links.size() == 1);
    CAPTURE(written->links[0]);
    const auto back = links::read(written->links[0]);
    CAPTURE(all_of(written->notes));
    CHECK(told(back) == told(asked.scenario));
    for (const Side side : kSides)
      effects += static_cast<int>(links::drafted(asked.scenario)[side].effects.size());
  }
  CHECK(effects > 40);
}

TEST_CASE("every faction, and none, comes back from its own link") {
  const auto back_from = [](const std::string& faction, bool flagship) {
    links::Draft draft;
    draft.battle = "space";
    for (const Side side : kSides) {
      draft[side].faction = faction;
      draft[side].count(UnitType::cruiser) = 3;
      draft[side].count(UnitType::flagship) = flagship ? 1 : 0;
    }
    const auto asked = links::finished(std::move(draft));
    const auto written = links::write(asked.scenario);
    REQUIRE(written);
    CAPTURE(written->links[0]);
    const auto back = links::read(written->links[0]);
    REQUIRE(back);
    CHECK(back->scenario.side(Side::attacker).faction ==
          (faction == "neutral" && !flagship ? "" : faction));
    if (faction != "neutral" || flagship) CHECK(told(back) == told(asked.scenario));
  };
  back_from("", false);
  for (const auto& faction : links::site_factions())
    for (const bool flagship : {false, true}) {
      CAPTURE(faction.name);
      back_from(std::string(faction.id), flagship);
    }
}

TEST_CASE("Neutral of ti4battle.com is a side without a faction, but for a flagship") {
  const auto plain = links::read(
      "https://ti4battle.com/?attacker-faction=Neutral&attacker-unit-cruiser=3&"
      "defender-faction=Neutral&defender-unit-dreadnought=2");
  REQUIRE(plain);
  CHECK(plain->scenario.side(Side::attacker).faction.empty());
  CHECK(mentions(plain->notes, "attacker: Neutral there is a side without a faction"));
  const auto flagship = links::read(
      "https://ti4battle.com/?attacker-faction=Neutral&attacker-unit-flagship=1&"
      "defender-faction=Neutral&defender-unit-dreadnought=2");
  REQUIRE(flagship);
  CHECK(flagship->scenario.side(Side::attacker).faction == "neutral");
  CHECK(mentions(flagship->notes, "attacker: a flagship of Neutral has no values on the site"));
  CHECK(flagship->scenario.side(Side::defender).faction.empty());

  Scenario cards;
  cards.game = "ti4";
  cards.battle = "space";
  cards.side(Side::attacker) = *parse_side("neutral: 2 dn");
  cards.side(Side::defender) = *parse_side("3 cruiser");
  const auto written = links::write(cards);
  REQUIRE(written);
  CHECK(mentions(written->notes, "attacker: the Neutral cards are not known there"));
}
