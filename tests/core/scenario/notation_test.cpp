#include "core/scenario/notation.hpp"

#include <string>

#include <doctest/doctest.h>

#include "core/scenario/names.hpp"
#include "core/systems/rebellion/words.hpp"
#include "core/systems/ti4/effect_names.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/units.hpp"
#include "core/systems/ti4/words.hpp"

using namespace broadside;

namespace {

/// A side in one line: "letnev: 3 dreadnought2 1!, 4 fighter, +plasma scoring @1 x2".
std::string told(const SideSpec& side) {
  std::string text;
  const auto find = [](const auto& list, const auto& type) {
    int count = 0;
    for (const auto& entry : list) count += entry.type == type ? entry.count : 0;
    return count;
  };
  for (const auto& unit : side.units) {
    text += (text.empty() ? "" : ", ") + std::to_string(unit.count) + " " + unit.type;
    for (const auto& upgrade : side.upgrades) text += upgrade == unit.type ? "2" : "";
    if (const int damaged = find(side.damaged, unit.type); damaged > 0)
      text += " " + std::to_string(damaged) + "!";
  }
  for (const auto& effect : side.effects) {
    text += (text.empty() ? "+" : ", +") + effect.id;
    if (effect.round) text += " @" + std::to_string(*effect.round);
    if (effect.uses) text += " x" + std::to_string(*effect.uses);
    if (effect.at_least) text += " >=" + std::to_string(*effect.at_least);
    if (effect.target) text += " on " + *effect.target;
  }
  return side.faction.empty() ? text : side.faction + ": " + text;
}

struct Good {
  const char* typed;
  const char* meant;
};

// clang-format off
constexpr Good kGood[] = {
    {"2 dn, 4 ff", "2 dreadnought, 4 fighter"},
    {"ws, 3 ff", "1 war_sun, 3 fighter"},
    {"cruiser", "1 cruiser"},
    // separators
    {"2 dn; 4 ff", "2 dreadnought, 4 fighter"},
    {"2 dn and 4 ff", "2 dreadnought, 4 fighter"},
    {"2 dn, 4 ff, and 1 cv", "2 dreadnought, 4 fighter, 1 carrier"},
    {"2 dn + 4 ff", "2 dreadnought, 4 fighter"},
    {"2 dn +4 ff", "2 dreadnought, 4 fighter"},
    {"2dn+4ff", "2 dreadnought, 4 fighter"},
    {"dn+ff", "1 dreadnought, 1 fighter"},
    {"2 dn & 4 ff", "2 dreadnought, 4 fighter"},
    {"2 dn 4 ff", "2 dreadnought, 4 fighter"},
    {"2dn 4ff", "2 dreadnought, 4 fighter"},
    {"dn 2 ff", "1 dreadnought, 2 fighter"},
    {"2 dn ff", "2 dreadnought, 1 fighter"},
    {"2 war sun 3 space dock", "2 war_sun, 3 space_dock"},
    {"  2\tdn ,4   ff\n", "2 dreadnought, 4 fighter"},
    // counts
    {"3ff", "3 fighter"},
    {"2x cruiser", "2 cruiser"},
    {"2 x cruiser", "2 cruiser"},
    {"2X Cruiser", "2 cruiser"},
    {"2xcruiser", "2 cruiser"},
    {"x3 ff", "3 fighter"},
    {"x 3 ff", "3 fighter"},
    {"3 * ff", "3 fighter"},
    {"3*ff", "3 fighter"},
    {"3\xC3\x97 ff", "3 fighter"},
    {"ff x3", "3 fighter"},
    {"ff x 3", "3 fighter"},
    {"ffx3", "3 fighter"},
    {"ff*3", "3 fighter"},
    {"ff * 3, dn", "3 fighter, 1 dreadnought"},
    {"ff x3 2 dn", "3 fighter, 2 dreadnought"},
    {"2 dn x3 ff", "2 dreadnought, 3 fighter"},
    {"007 ff", "7 fighter"},
    {"100 ff", "100 fighter"},
    {"0 ff", ""},
    {"0 ff, dn", "1 dreadnought"},
    {"0 cr, 2 cr2", "2 cruiser2"},
    {"2 dn, 1 dn", "3 dreadnought"},
    {"ff, dn, 2 ff", "3 fighter, 1 dreadnought"},
    // names
    {"2 Cruisers, 3 FIGHTERS", "2 cruiser, 3 fighter"},
    {"2 war suns", "2 war_sun"},
    {"war_sun", "1 war_sun"},
    {"War-Sun", "1 war_sun"},
    {"warsuns", "1 war_sun"},
    {"ca, cr", "2 cruiser"},
    {"2 dns, 2 dreads, dreadnought", "5 dreadnought"},
    {"cv, dd, fs, flag", "1 carrier, 1 destroyer, 2 flagship"},
    {"gf, inf, infantry, troops, 2 ground forces", "6 infantry"},
    {"mf, mechs", "2 mech"},
    {"pd, pds, 2 pds", "4 pds"},
    {"sd, space dock, dock, spacedocks", "4 space_dock"},
    // levels
    {"cruiser2", "1 cruiser2"},
    {"cr2", "1 cruiser2"},
    {"2 cr2", "2 cruiser2"},
    {"2cr2", "2 cruiser2"},
    {"2 dn2", "2 dreadnought2"},
    {"cruiser ii", "1 cruiser2"},
    {"cruiser II", "1 cruiser2"},
    {"CruiserII", "1 cruiser2"},
    {"2 cruisers II, 3 ff ii", "2 cruiser2, 3 fighter2"},
    {"cruiser_2", "1 cruiser2"},
    {"upgraded cruiser", "1 cruiser2"},
    {"3 upgraded cruisers", "3 cruiser2"},
    {"upgraded cruiser ii", "1 cruiser2"},
    {"cruiser (upgraded)", "1 cruiser2"},
    {"cr1, cruiser i", "2 cruiser"},
    {"war sun 2 ff", "1 war_sun, 2 fighter"},
    {"space dock ii", "1 space_dock2"},
    {"dn2x3", "3 dreadnought2"},
    {"cr2 3ff", "1 cruiser2, 3 fighter"},
    // damage
    {"dn!", "1 dreadnought 1!"},
    {"dn !", "1 dreadnought 1!"},
    {"2 dn!", "2 dreadnought 2!"},
    {"1 damaged dn", "1 dreadnought 1!"},
    {"damaged dn", "1 dreadnought 1!"},
    {"dn (damaged)", "1 dreadnought 1!"},
    {"2 dn damaged", "2 dreadnought 2!"},
    {"2 dn damaged 4 ff", "2 dreadnought 2!, 4 fighter"},
    {"2 dn damaged and ff", "2 dreadnought 2!, 1 fighter"},
    {"3 dn (1 damaged)", "3 dreadnought 1!"},
    {"2 dn, 1 dn!", "3 dreadnought 1!"},
    {"dn2!, 2 dn2", "3 dreadnought2 1!"},
    {"2 upgraded damaged dn", "2 dreadnought2 2!"},
    {"damaged upgraded war sun! x2", "2 war_sun2 2!"},
    {"0 dn!", ""},
    // factions
    {"letnev: 2 dn2, 4 ff", "letnev: 2 dreadnought2, 4 fighter"},
    {"Barony : dn", "letnev: 1 dreadnought"},
    {"jol-nar:fs", "jolnar: 1 flagship"},
    {"N'orr: dn", "sardakk: 1 dreadnought"},
    {"l1z1x: dn", "l1z1x: 1 dreadnought"},
    // effects
    {"2 dn, +plasma scoring", "2 dreadnought, +plasma scoring"},
    {"2 dn +plasma scoring", "2 dreadnought, +plasma scoring"},
    {"2 dn, + plasma scoring", "2 dreadnought, +plasma scoring"},
    {"+plasma scoring, 2 dn", "2 dreadnought, +plasma scoring"},
    {"dn, +morale boost@2", "1 dreadnought, +morale boost @2"},
    {"dn, +morale boost @ 2", "1 dreadnought, +morale boost @2"},
    {"dn, +direct hit x2", "1 dreadnought, +direct hit x2"},
    {"dn, +direct hit*2", "1 dreadnought, +direct hit x2"},
    {"dn, +morale boost@2 x3", "1 dreadnought, +morale boost @2 x3"},
    {"dn, +morale boost x3@2, ff", "1 dreadnought, 1 fighter, +morale boost @2 x3"},
    {"3 dn, +galvanize@dn x2", "3 dreadnought, +galvanize x2 on dreadnought"},
    {"3 dn, +galvanize x2 @ war sun, ff", "3 dreadnought, 1 fighter, +galvanize x2 on war_sun"},
    {"dn, +scramble frequency >= 2", "1 dreadnought, +scramble frequency >=2"},
    {"dn, +direct hit@dn@2", "1 dreadnought, +direct hit @2 on dreadnought"},
    {"dn +plasma +antimass", "1 dreadnought, +plasma, +antimass"},
    {"dn, +Dart and Tai, ff", "1 dreadnought, 1 fighter, +Dart and Tai"},
    {"dn, +2ram", "1 dreadnought, +2ram"},
    {"dn, +fighter prototype", "1 dreadnought, +fighter prototype"},
    {"dn, +tech_x89_bacterial_weapon", "1 dreadnought, +tech_x89_bacterial_weapon"},
    {"letnev: 2 dn2, 4 ff, +plasma scoring", "letnev: 2 dreadnought2, 4 fighter, +plasma scoring"},
    {"letnev: +l4 disruptors", "letnev: +l4 disruptors"},
    {"2 dn + plasma scoring", "2 dreadnought, +plasma scoring"},
    {"3 cruiser, +galvanize x2 on cruiser", "3 cruiser, +galvanize x2 on cruiser"},
    {"2 dn, +courageous to the end on war sun@2", "2 dreadnought, +courageous to the end @2 on war_sun"},
    // number words and fillers
    {"two dreadnoughts", "2 dreadnought"},
    {"a war sun", "1 war_sun"},
    {"a war sun and three fighters", "1 war_sun, 3 fighter"},
    {"my two dreadnoughts, the war sun", "2 dreadnought, 1 war_sun"},
    {"a dozen fighters, a pair of carriers", "12 fighter, 2 carrier"},
    {"two dn three ff", "2 dreadnought, 3 fighter"},
    {"no fighters, one cruiser", "1 cruiser"},
    {"three dreadnoughts (one damaged)", "3 dreadnought 1!"},
    {"2 dn damaged two ff", "2 dreadnought 2!, 2 fighter"},
    {"Two Upgraded Cruisers", "2 cruiser2"},
    // what phones and chats put around it
    {"2 dn, 4 ff,", "2 dreadnought, 4 fighter"},
    {"2 dn, 4 ff;", "2 dreadnought, 4 fighter"},
    {"2 dreadnoughts, 4 fighters.", "2 dreadnought, 4 fighter"},
    {"\xE2\x80\x9C" "2 dn, 4 ff\xE2\x80\x9D", "2 dreadnought, 4 fighter"},
    {"\"2 dn\"", "2 dreadnought"},
    {"N\xE2\x80\x99orr: 2 dn", "sardakk: 2 dreadnought"},
    {"**2 dn**, *4 ff", "2 dreadnought, 4 fighter"},
    {"*2 dn, 4 ff*", "2 dreadnought, 4 fighter"},
    {"`2 dn` ||4 ff||", "2 dreadnought, 4 fighter"},
    {"2 :dreadnought: 4 :fighter:", "2 dreadnought, 4 fighter"},
    {"2:dreadnought:, 4 :fighter:", "2 dreadnought, 4 fighter"},
    {"2 <:dreadnought:123456>", "2 dreadnought"},
    {":war_sun::fighter:", "1 war_sun, 1 fighter"},
    // counts behind the unit
    {"dn:2, ff:4", "2 dreadnought, 4 fighter"},
    {"dn=2 ff=4", "2 dreadnought, 4 fighter"},
    {"dn:2 ff", "2 dreadnought, 1 fighter"},
    {"war sun: 2, dn2: 3", "2 war_sun, 3 dreadnought2"},
    {"letnev: dn:2, ff=4", "letnev: 2 dreadnought, 4 fighter"},
    // upgraded behind the unit
    {"2 dn upgraded", "2 dreadnought2"},
    {"2 dn upgraded, 3 ff", "2 dreadnought2, 3 fighter"},
    {"2 dn upgraded damaged", "2 dreadnought2 2!"},
    {"2 dn upgraded 3 ff", "2 dreadnought2, 3 fighter"},
    // factions without a colon
    {"(sol) 2 dn", "sol: 2 dreadnought"},
    {"[Sol] 2 dn, 4 ff", "sol: 2 dreadnought, 4 fighter"},
    {"2 dn, 4 ff (sol)", "sol: 2 dreadnought, 4 fighter"},
    {"sol 2 dn, 4 ff", "sol: 2 dreadnought, 4 fighter"},
    {"Jol-Nar 2 dn", "jolnar: 2 dreadnought"},
    {"barony of letnev 2 dn 4 ff", "letnev: 2 dreadnought, 4 fighter"},
    {":letnev: 2 :dreadnought:", "letnev: 2 dreadnought"},
    // printed names say type and faction
    {"2 Super Dreadnought II", "l1z1x: 2 dreadnought2"},
    {"super dreadnoughts", "l1z1x: 1 dreadnought"},
    {"l1z1x: super dreadnought", "l1z1x: 1 dreadnought"},
    {"3 exotriremes", "sardakk: 3 dreadnought"},
    {"Memoria II, 4 ff", "nomad: 1 flagship2, 4 fighter"},
    {"Matriarch, 3 hybrid crystal fighters", "naalu: 1 flagship, 3 fighter"},
    {"2 Hel-Titan, 3 saturn engine ii", "titans: 2 pds, 3 cruiser2"},
    {"4 Spec Ops II, zs thunderbolt m2", "sol: 4 infantry2, 1 mech"},
    {"the Alastor", "nekro: 1 flagship"},
    {"J.N.S. Hylarim", "jolnar: 1 flagship"},
    {"2 strike wing alpha", "argent: 2 destroyer"},
    // effects without their plus
    {"2 dn, duranium armor", "2 dreadnought, +duranium armor"},
    {"2 dn, plasma", "2 dreadnought, +plasma"},
    {"2 dn plasma scoring", "2 dreadnought, +plasma scoring"},
    {"2 dn with plasma scoring", "2 dreadnought, +plasma scoring"},
    {"2 dn with plasma scoring and duranium armor", "2 dreadnought, +plasma scoring, +duranium armor"},
    {"2 cv with 4 ff", "2 carrier, 4 fighter"},
    {"2 dn, morale boost@2, direct hit x2", "2 dreadnought, +morale boost @2, +direct hit x2"},
    {"2 dn, fighter prototype", "2 dreadnought, +fighter prototype"},
    {"sol 2 dn with evelyn delouis", "sol: 2 dreadnought, +evelyn delouis"},
};

struct Bad {
  const char* typed;
  const char* problem;  ///< part of it
  const char* hint;     ///< part of it
};

constexpr Bad kBad[] = {
    {"letnev:", "no units", "'2 dn, 4 ff'"},
    {": dn", "faction is missing", "e.g."},
    {"letnef: dn", "unknown faction 'letnef'", "did you mean 'letnev'?"},
    {"na: dn", "'na' may be several factions", "naalu, naaz_rokha"},
    {"letnev: sol: dn", "only one ':'", "e.g."},
    {"2 crusier, 3 ff", "unknown unit 'crusier'", "did you mean 'cruiser'?"},
    {"war son", "unknown unit 'war son'", "did you mean 'war_sun'?"},
    {"2 heavy fighter", "unknown unit 'heavy'", "known: flagship, war_sun, dreadnought"},
    {"crusier ff", "unknown unit 'crusier'", "did you mean 'cruiser'?"},
    {"2 dn foo", "unknown unit 'foo'", "known: "},
    {"2 dn, banana", "unknown unit 'banana'", "known: "},
    {"dn2foo", "unknown unit 'foo'", "known: "},
    {"-3 ff", "negative count '-3'", "leave out"},
    {"2 dn, -1 ff", "negative count '-1'", "leave out"},
    {"2 dn -1 ff", "negative count '-1'", "leave out"},
    {"2.5 ff", "'2.5' is not a whole number", "e.g."},
    {".5 ff", "'.5' is not a whole number", "e.g."},
    {"1/2 ff", "cannot read '/2 ff'", "e.g."},
    {"101 ff", "'101' is too large", "at most 100"},
    {"ff x101", "'101' is too large", "at most 100"},
    {"99999999999999999999999999 ff", "too large", "at most 100"},
    {"50 ff, 51 ff", "101 units of type 'fighter'", "at most 100"},
    {"2", "a unit is missing after '2'", "e.g."},
    {"2,5 ff", "a unit is missing after '2'", "e.g."},
    {"x3", "a unit is missing after 'x3'", "e.g."},
    {"2 damaged", "a unit is missing after '2 damaged'", "e.g."},
    {"2 3 ff", "a unit is missing before '3'", "e.g."},
    {"2 dn,,", "nothing after ','", "e.g."},
    {"letnev: super dreadnought", "'super dreadnought' is a unit of l1z1x, not of letnev", "'dreadnought'"},
    {"super dreadnought, exotrireme", "'exotrireme' is a unit of sardakk, not of l1z1x", "'dreadnought'"},
    {"2 dn upgraded ff", "'upgraded' may belong to either unit", "'dn2'"},
    {"2 dn, dq", "unknown unit 'dq'", "known: "},
    {"2 nd", "unknown unit 'nd'", "did you mean 'dn'?"},
    {"2 dreadnaugt", "unknown unit 'dreadnaugt'", "did you mean 'dreadnought'?"},  // not 'dreadnaught'
    {"2 dn, 3 plasma scoring", "unknown unit 'plasma'", "'+plasma scoring x3'"},
    {"2 dn, x89", "a unit is missing after 'x89'", "'+x89'"},
    {"dn: 2 ff", "': 2' may belong to either unit", "commas"},
    {"2 dn:3", "two counts", "e.g."},
    {"(sool) 2 dn", "unknown faction 'sool'", "did you mean 'sol'?"},
    {", 2 dn", "nothing before", "e.g."},
    {"2 dn,, 4 ff", "nothing after ','", "e.g."},
    {"2 dn + + 4 ff", "nothing after '+'", "e.g."},
    {"2 dn +", "nothing after '+'", "e.g."},
    {"2 dn and", "a unit is missing after '2 dn and'", "e.g."},
    {"and 2 dn", "a unit is missing", "e.g."},
    {"2 dn)", "cannot read ')'", "e.g."},
    {"2 dn - 4 ff", "cannot read '- 4 ff'", "e.g."},
    {"2 dn?", "cannot read '?'", "e.g."},
    {"!dn", "cannot read '!dn'", "e.g."},
    {"cruiser 2", "cannot tell what '2' means in 'cruiser 2'", "'2 cruiser' for a count, 'cruiser2'"},
    {"2 cruiser 2", "cannot tell what '2' means", "'cruiser2' for the upgraded"},
    {"2dn4ff", "cannot tell where one unit ends", "commas"},
    {"ff x3 dn", "'x3' may belong to either unit", "commas"},
    {"2 dn damaged ff", "'damaged' may belong to either unit", "'dn!'"},
    {"2 ff x3", "two counts", "e.g."},
    {"ff x", "a number is missing after 'ff x'", "e.g."},
    {"cr3", "no such level: 'cr3'", "level 1, and 2"},
    {"cruiser iii", "no such level: 'cruiser iii'", "level 1, and 2"},
    {"cr-1", "no such level", "level 1, and 2"},
    {"upgraded cr1", "cannot be upgraded and of level 1", ""},
    {"cruiser i (upgraded)", "cannot be upgraded and of level 1", ""},
    {"2 cr, 1 cr2", "'cruiser' is both upgraded and not", "upgrades all units of a type"},
    {"2 dn (3 damaged)", "more damaged units than there are", "e.g."},
    {"2 dn! (1 damaged)", "says twice", "e.g."},
    {"2 dn (broken)", "cannot read '(broken)'", "(damaged)"},
    {"2 dn (damaged", "cannot read '(damaged'", "(damaged)"},
    {"2 dn + crusier", "unknown unit 'crusier'", "did you mean 'cruiser'?"},
    {"2 dn + plasma scorching", "unknown unit 'plasma'", "'+plasma scorching'"},
    {"2 dn, +4 xyz", "unknown unit 'xyz'", "known: "},
    {"2 dn, +morale boost@", "'@' needs one round", "@2"},
    {"2 dn, +morale boost@0", "'@' needs one round", "@2"},
    {"2 dn, +morale boost@1@2", "'@' needs one round", "@2"},
    {"2 dn, +direct hit@dn@ff", "'@' needs one round or one unit", "+galvanize@dn"},
    {"2 dn, +direct hit@!", "'@' needs one round or one unit", "+galvanize@dn"},
    {"2 dn, +@2", "cannot read '+@2'", "+plasma scoring"},
    {"2 dn, +direct hit x100", "number of uses", "x2"},
};
// clang-format on

}  // namespace

TEST_SUITE("core/scenario/notation") {
  TEST_CASE("fleets as players type them") {
    for (const auto& [typed, meant] : kGood) {
      CAPTURE(std::string(typed));
      const auto side = ti4::parse_side(typed);
      if (side)
        CHECK(told(side.value()) == meant);
      else
        FAIL_CHECK(side.error().message());
    }
  }

  TEST_CASE("fleets that cannot be read say what, where and what would have worked") {
    for (const auto& [typed, problem, hint] : kBad) {
      CAPTURE(std::string(typed));
      const auto side = ti4::parse_side(typed);
      if (side) {
        FAIL_CHECK("was read as ", told(side.value()));
        continue;
      }
      const auto& error = side.error();
      CAPTURE(error.message());
      CHECK(error.problem.find(problem) != std::string::npos);
      CHECK(error.hint.find(hint) != std::string::npos);
      CHECK_FALSE(error.hint.empty());
      CHECK(std::string(typed).find(error.where) != std::string::npos);  // all but outer blanks
    }
  }

  TEST_CASE("whatever parses is repeated from its own telling") {
    for (const auto& [typed, meant] : kGood) {
      CAPTURE(std::string(typed));
      const auto side = ti4::parse_side(typed);
      REQUIRE(side);
      std::string text;
      for (const auto& unit : side.value().units) {
        int damaged = 0;
        for (const auto& entry : side.value().damaged)
          if (entry.type == unit.type) damaged = entry.count;
        text += (text.empty() ? "" : ", ") + std::to_string(unit.count) + " " + unit.type;
        for (const auto& upgrade : side.value().upgrades) text += upgrade == unit.type ? " ii" : "";
        text += " (" + std::to_string(damaged) + " damaged)";
      }
      if (text.empty()) continue;
      const auto again = ti4::parse_side(text);
      REQUIRE(again);
      CHECK(again.value().units == side.value().units);
      CHECK(again.value().upgrades == side.value().upgrades);
      CHECK(again.value().damaged == side.value().damaged);
    }
  }

  TEST_CASE("a text without units is none; a side of TI4 may have nothing") {
    CHECK(parse_fleet("", ti4::vocabulary()).error().problem == "no units");
    CHECK(*ti4::parse_side("   ") == SideSpec{});
  }

  TEST_CASE("every effect may be named behind a plus, and no printed name hides one") {
    for (const auto& effect : ti4::all_effects()) {
      const std::string typed = "2 dn, +" + std::string(effect.name);
      if (typed.find_first_of(",;&", 5) != std::string::npos) continue;  // lists of two names
      CAPTURE(typed);
      const auto side = ti4::parse_side(typed);
      REQUIRE(side);
      CHECK(side->effects.size() == 1);
      CHECK(side->faction.empty());
    }
  }

  TEST_CASE("every printed name of a faction's unit is understood") {
    int names = 0;
    for (const auto& unit : ti4::all_units()) {
      const auto* fielded = ti4::unit_for(unit.faction, unit.type, unit.level == 2 ? 2 : 1);
      if (unit.faction == "generic" || unit.faction == "neutral" || fielded != &unit ||
          unit.name.starts_with('['))
        continue;
      CAPTURE(unit.name);
      std::string typed(unit.name.substr(0, unit.name.find(" \xCE")));
      if (typed.find("V1") != std::string::npos) typed = "Helios";
      if (typed.find("V2") != std::string::npos) typed = "Helios II";
      const auto side = ti4::parse_side("2 " + typed);
      REQUIRE(side);
      CHECK(side->faction == unit.faction);
      REQUIRE(side->units.size() == 1);
      CHECK(side->units[0] == UnitCount{std::string(name(unit.type)), 2});
      CHECK(side->upgrades.empty() == (unit.level != 2));
      ++names;
    }
    CHECK(names > 80);
  }

  TEST_CASE("what is written is read back") {
    for (const auto& [typed, meant] : kGood) {
      CAPTURE(std::string(typed));
      const auto side = ti4::parse_side(typed);
      REQUIRE(side);
      if (side->units.empty() && side->effects.empty()) continue;
      const std::string written = write_fleet(*side);
      CAPTURE(written);
      const auto again = ti4::parse_side(written);
      REQUIRE(again);
      CHECK(*again == *side);
    }
    CHECK(write_fleet(*ti4::parse_side("barony: 3 dn2 (1 damaged), ws!, +morale boost@2 x3")) ==
          "letnev: 3 dreadnought2 (1 damaged), 1 war sun!, +morale boost@2 x3");
    // A name from JSON may hold what ends one here.
    for (const char* name : {"Ipswitch, Loose Cannon", "ipswitch (, loose", "ipswitch/"}) {
      CAPTURE(name);
      SideSpec side = *ti4::parse_side("2 dn");
      side.effects.push_back({.id = name});
      const auto again = ti4::parse_side(write_fleet(side));
      REQUIRE(again);
      REQUIRE(again->effects.size() == 1);
      CHECK(ti4::find_effect_id(again->effects.front().id, "") == "hero_ipswitch");
    }
    // What stands in no name makes another one of it, or none.
    for (const char* other : {"-ipswitch", "!ipswitch", ",ipswitch@", "ipswitch >=", "ips?witch"})
      CHECK(ti4::find_effect_id(other, "") == "");
    CHECK(ti4::parse_side("+direct hit. x2., 2 dn")->effects ==
          ti4::parse_side("2 dn, +direct hit x2")->effects);
    CHECK(parse_effect("+ +direct hit", "", nullptr)->id == "direct hit");
    const EffectChoice once{.id = "galvanize", .round = 2, .uses = {}, .target = "space_dock"};
    for (const Vocabulary* words : {&ti4::vocabulary(), static_cast<const Vocabulary*>(nullptr)}) {
      const auto again = parse_effect(write_effect(once), "", words);
      REQUIRE(again);
      CHECK(again->round == 2);
      CHECK(fold_name(*again->target) == "space_dock");
    }
    for (const char* fleet : {"2 dn, +a>b", "2 dn, +a=b"})  // no unit 'b'
      CHECK_MESSAGE(ti4::parse_side(write_fleet(*ti4::parse_side(fleet))), fleet);
    // Signs that mean something in a fleet: the name is the same without them.
    for (const char sign : std::string_view(",;:&+@<>=*|~`\"")) {
      CAPTURE(sign);
      SideSpec side = *ti4::parse_side("2 dn");
      side.effects.push_back({.id = std::string("plasma") + sign + "scoring"});
      const auto again = ti4::parse_side(write_fleet(side));
      REQUIRE(again);
      REQUIRE(again->effects.size() == 1);
      CHECK(ti4::find_effect_id(again->effects.front().id, "") == "tech_plasma_scoring");
    }
  }

  TEST_CASE("an effect that would be read as something else once it is written is refused") {
    // Without their fighters a faction and a ship; a faction in brackets; a damaged ship.
    for (const char* fleet : {"0 ff, +sol dn", "+dn (sol), 0 ff", "2 dn, +ff!., ws"}) {
      CAPTURE(fleet);
      const auto side = ti4::parse_side(fleet);
      REQUIRE_FALSE(side);
      CHECK(side.error().problem.ends_with(" can be read in more than one way"));
      CHECK(side.error().where == fleet);
    }
    CHECK(ti4::parse_side("0 ff, +sol dn").error().problem ==
          "'+sol dn' can be read in more than one way");
  }

  TEST_CASE("a game without levels, with names that hold digits or begin with x") {
    constexpr Word kWords[] = {{"x_wing", "x_wing"},
                               {"xwing", "x_wing"},
                               {"at_at", "at_at"},
                               {"mc80", "mon_calamari_cruiser"},
                               {"tie", "tie_fighter"}};
    const Vocabulary words{kWords, false, "2 x-wing"};
    const auto read = [&](std::string_view text) {
      const auto side = parse_fleet(text, words);
      return side ? told(side.value()) : side.error().problem;
    };
    CHECK(read("3 x-wings") == "3 x_wing");
    CHECK(read("3 X wing, 2 AT-ATs") == "3 x_wing, 2 at_at");
    CHECK(read("3x x-wing") == "3 x_wing");
    CHECK(read("3xwing") == "3 x_wing");
    CHECK(read("2 tie x wing") == "2 tie_fighter, 1 x_wing");
    CHECK(read("tie x2") == "2 tie_fighter");
    CHECK(read("2 mc80!") == "2 mon_calamari_cruiser 2!");
    CHECK(read("tie2") == "unknown unit 'tie2'");
    CHECK(read("upgraded tie") == "unknown unit 'upgraded'");
    CHECK(read("empire: tie") == "empire: 1 tie_fighter");  // no callback: as typed
  }

  TEST_CASE("Rebellion: leaders and action cards without their marks") {
    const auto read = [](std::string_view text) {
      const auto side = rebellion::parse_side(text);
      if (!side) return side.error().message();
      std::string all = told(*side);
      for (const auto& leader : side->fields.names("leaders")) all += ", leader " + leader;
      return all;
    };
    CHECK(read("isd, vader") == "1 star_destroyer, leader darth_vader");
    CHECK(read("an isd with two ties and leader vader").find("leader") != std::string::npos);
    CHECK(read("empire: isd, leader vader, 2 tie") ==
          "empire: 1 star_destroyer, 2 tie_fighter, leader darth_vader");
    CHECK(read("(rebels) a wing").find("unknown") != std::string::npos);
    CHECK(read("isd, point blank assault") == "1 star_destroyer, +point blank assault");
    CHECK(read("isd, vaderr").find("unknown leader") != std::string::npos);
  }

  TEST_CASE("any bytes give an answer") {
    // A fixed walk over texts made of everything that means something, and some that does not.
    const std::string_view parts[] = {"2",
                                      "dn",
                                      "ff",
                                      " ",
                                      ",",
                                      "+",
                                      "x",
                                      "!",
                                      "(",
                                      ")",
                                      "damaged",
                                      "ii",
                                      "and",
                                      "letnev",
                                      ":",
                                      "@",
                                      "-",
                                      "_",
                                      "\xC3\x97",
                                      "\xFF",
                                      ".",
                                      "upgraded",
                                      "*",
                                      "&",
                                      ";",
                                      "'",
                                      "0",
                                      "cr2",
                                      std::string_view("\0", 1)};
    std::uint64_t state = 1;
    int good = 0, bad = 0;
    for (int i = 0; i < 20'000; ++i) {
      std::string text;
      for (int n = 0; n < 1 + i % 9; ++n) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        text += parts[(state >> 33) % std::size(parts)];
      }
      const auto side = ti4::parse_side(text);
      if (!side) {
        ++bad;
        CHECK_FALSE(side.error().problem.empty());
        continue;
      }
      ++good;
      for (const auto& unit : side.value().units) {
        CHECK(unit.count > 0);
        CHECK(unit.count <= kMostUnits);
      }
    }
    CHECK(good > 500);
    CHECK(bad > 500);
  }

  TEST_CASE("long texts are read in linear time or refused") {
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += "0 ff, ";
    CHECK(ti4::parse_side(text + "dn"));
    CHECK_FALSE(ti4::parse_side(std::string(200'000, 'q')));
    CHECK_FALSE(ti4::parse_side(std::string(200'000, '(')));
  }
}
