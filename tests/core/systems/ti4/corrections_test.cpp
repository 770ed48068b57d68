// Answers that were wrong once: each rule by name, with the figure of the printed rule or one
// worked by hand.
// Chances of a hit with one die: 9 = 0.2, 8 = 0.3, 7 = 0.4, 6 = 0.5, 5 = 0.6, 3 = 0.8.

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "core/scenario/notation.hpp"
#include "core/systems/ti4/setup.hpp"
#include "tests/core/systems/ti4/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::asking;
constexpr Side kAttacker = Side::attacker, kDefender = Side::defender;

/// Attacker, draw, defender as published, to three digits.
void check_odds(const Answer& answer, double attacker, double draw, double defender) {
  constexpr double kRounded = 0.00051;
  CHECK(std::abs(answer.win() - attacker) < kRounded);
  CHECK(std::abs(answer.draw() - draw) < kRounded);
  CHECK(std::abs(answer.lose() - defender) < kRounded);
}

/// Attacker, draw, defender as a recursion over the printed rules gives them, to six digits.
void check_solved(const Answer& answer, double attacker, double draw, double defender) {
  constexpr double kRounded = 1e-6;
  CHECK(std::abs(answer.win() - attacker) < kRounded);
  CHECK(std::abs(answer.draw() - draw) < kRounded);
  CHECK(std::abs(answer.lose() - defender) < kRounded);
}

std::string refusal(std::string_view battle, std::string_view attacker, std::string_view defender) {
  const Answer answer = try_ask(scenario(battle, attacker, defender));
  CHECK_FALSE(answer.solved);
  return answer.problem;
}

/// One galvanize choice: so many tokens under units of a type.
EffectChoice tokens(const std::string& type, int units) {
  return {"ability_galvanize", {}, units, type};
}

TEST_CASE("correction: Proxima Targeting cancels hits of every bombardment") {  // RULES 7.7
  Scenario landing = scenario("invasion", "dn, infantry", "bastion: 2 infantry");
  auto& effects = landing.side(kDefender).effects;
  effects = {tokens("infantry", 2), {"tech_proxima_targeting_vi", {}, {}, {}}};
  check_odds(ask(landing), 0.005, 0.007, 0.988);
  // Without tokens the dreadnought's hit (0.6) falls before the first round.
  effects.erase(effects.begin());
  CHECK(ask(landing).win() > 0.1);
}

TEST_CASE("correction: Greyfire Mutagen spares the Yin") {  // RULES 6.4
  CHECK(refusal("ground", "yin: 2 infantry", "infantry, +pn_greyfire_mutagen_omega")
            .find("against the Yin") != std::string::npos);
  CHECK(ask("ground", "2 infantry", "infantry, +pn_greyfire_mutagen_omega").lose() > 0.5);
}

TEST_CASE("correction: nobody plays his own promissory note") {  // RULES 1.11
  for (const char* owner :
       {"sardakk: 2 infantry, +pn_tekklar_legion", "yin: 2 infantry, +pn_greyfire_mutagen_omega"})
    CHECK(refusal("ground", owner, "2 infantry").find("own promissory note") != std::string::npos);
  for (const char* owner :
       {"letnev: 2 cruiser, +pn_war_funding_omega", "nomad: 2 cruiser, +pn_the_cavalry"})
    CHECK(refusal("space", owner, "2 cruiser").find("own promissory note") != std::string::npos);
}

TEST_CASE("correction: each Alarum brings two ground forces a round") {  // RULES 4.4.9
  // Both mechs stand after a first round without hits (0.7^6): four infantry have come, not two.
  // The side's losses are counted from all six of its units.
  const Answer two = ask("ground", "ral_nel: 2 mech, +ral_nel_mech x4", "6 infantry");
  const Answer one = ask("ground", "ral_nel: mech, +ral_nel_mech x4", "6 infantry");
  CHECK(two.force(kAttacker, "4 infantry, 2 mech") > 0);
  CHECK(one.force(kAttacker, "4 infantry, 1 mech") > 0);
  for (const Answer* answer : {&two, &one}) {
    const double lost_infantry =
        answer->lost[0] - 2 * ((answer == &two ? 2 : 1) - answer->units(kAttacker, "mech"));
    CHECK(lost_infantry >= 0);
    CHECK(lost_infantry <= 4 * 0.5 - answer->units(kAttacker, "infantry") * 0.5 + 1e-9);
  }
}

TEST_CASE("correction: Moyin's Ashes makes Indoctrination bring a mech") {  // RULES 4.4.2
  // One infantry changes sides as a mech: infantry and mech against one infantry.
  const Answer named =
      ask("ground", "yin: infantry, +ability_indoctrination, +yin_mech", "2 infantry");
  CHECK(distance(named, ask("ground", "yin: infantry, mech", "infantry")) < 1e-12);
}

TEST_CASE("correction: a space cannon without units answers") {  // RULES 2.4
  // Custodia Vigilia: one die on 5. Experimental Battlestation: three.
  const Answer planet = ask("space", "fighter", "keleres: +planet_custodia_vigilia");
  CHECK(planet.win() == worked(0.4));
  CHECK(planet.draw() == worked(0.6));
  CHECK(ask("space", "fighter", "+ac_experimental_battlestation").win() == worked(0.064));
  CHECK_FALSE(try_ask(scenario("space", "fighter", "")).solved);
}

TEST_CASE("correction: a listed token lies under one unit, others under other types") {
  // RULES 7.1. Two cruisers, one of them with two dice.
  const Answer listed = ask("space", "bastion: cruiser, +ability_galvanize", "cruiser");
  CHECK(listed.win() == worked(duel(1 - 0.6 * 0.6, 0.4).win));
  CHECK(distance(ask("space", "bastion: cruiser", "cruiser"), ask("space", "cruiser", "cruiser")) <
        1e-12);
  Scenario both = scenario("space", "bastion: 2 dn, 2 ff", "2 dn, 2 ff");
  both.side(kAttacker).effects = {tokens("dreadnought", 2), tokens("fighter", 1)};
  const Answer several = ask(both);
  std::swap(both.side(kAttacker).effects[0], both.side(kAttacker).effects[1]);
  CHECK(distance(several, ask(both)) < 1e-12);
  both.side(kAttacker).effects.pop_back();
  CHECK(several.win() > ask(both).win());
}

TEST_CASE("correction: a token's die is rolled with dice that a text or a card gives") {
  // RULES 7.1. Salai Sai Corian: one die more than there are enemy ships, and one against fighters.
  check_solved(ask("space", "winnu: fs, +galvanize@fs", "2 cr"), 0.608301, 0.178253, 0.213446);
  CHECK(ask("space", "winnu: fs, +galvanize@fs", "ff").win() > 0.5);
  CHECK(ask("space", "winnu: fs, 2 cr, +dame briar", "4 cr").win() >
        ask("space", "winnu: fs, 2 cr, +dame briar@cruiser", "4 cr").win() + 0.01);
  // Blitz: two dice on 6.
  check_solved(ask("invasion", "cr, 2 inf, +blitz, +galvanize@cr", "3 inf"), 0.487814, 0.054553,
               0.457633);
  // Experimental Battlestation: four dice.
  check_solved(ask("space", "2 cr, dn",
                   "dn, cr, space dock, +experimental battlestation, +galvanize@space dock"),
               0.165482, 0.061149, 0.773369);
  // Lightrail Ordnance: three dice on 5.
  CHECK(ask("space", "ff", "space dock, +relic_lightrail_ordnance, +galvanize@space dock").win() ==
        worked(0.4 * 0.4 * 0.4));
}

TEST_CASE("correction: tokens stay under units that Technological Singularity upgrades") {
  // RULES 7.1
  check_solved(
      ask("space", "nekro: 2 cr, +technological singularity@cr, +galvanize@cr x2", "2 cr2"),
      0.577692, 0.225981, 0.196327);
  // One of two: both are upgraded.
  const double one =
      ask("space", "nekro: 2 cr, +technological singularity@cr, +galvanize@cr", "2 cr2").win();
  CHECK(one < 0.577692);
  CHECK(one > ask("space", "nekro: 2 cr, +technological singularity@cr", "2 cr2").win());
}

TEST_CASE("correction: who awoke on the planet fights whatever became of the others") {
  // RULES 4.2.4. One Hel-Titan against two infantry, each time.
  for (const auto& [battle, attacker, defender] :
       {std::tuple{"invasion", "titans: +awaken", "2 inf"},
        std::tuple{"conquest", "titans: cr, +awaken", "4 ws, 2 inf"},
        std::tuple{"conquest", "titans: cv, 2 inf, +awaken", "4 ws, 2 inf"},
        std::tuple{"invasion", "titans: 2 inf, +awaken", "2 inf, +parley"},
        std::tuple{"conquest", "titans: cv, 2 inf, +awaken", "2 inf, +parley"}})
    check_solved(ask(battle, attacker, defender), 0.395772, 0.087561, 0.516667);
  // War suns retreat after the first round, with the infantry, and bombard nothing.
  Scenario leaves = scenario("conquest", "titans: 4 ws, 2 inf, +awaken", "7 dn, 2 inf");
  leaves.side(kAttacker).policy["retreat"] = RetreatTiming{.round = 1, .below = {}};
  check_solved(ask(leaves), 0.395772, 0.087561, 0.516667);
  CHECK(ask(leaves).units(kAttacker, "infantry") == worked(2));
  // Sent back they are not lost.
  CHECK(ask("invasion", "titans: 2 inf, +awaken", "2 inf, +parley").units(kAttacker, "infantry") ==
        worked(2));
}

TEST_CASE("correction: Brother Milor's first printing answers space cannons") {  // RULES 6.6
  check_solved(ask("space", "cr, cv, +agent_brother_milor", "2 cr, 2 pds"), 0.441093, 0.031034,
               0.527873);
  // Nobody could carry the fighters: he waits for the combat. The Omega answers in combats only.
  CHECK(ask("space", "2 cr, +agent_brother_milor", "pds").units(kAttacker, "fighter") == worked(0));
  CHECK(ask("space", "cr, cv, +agent_brother_milor", "pds").units(kAttacker, "fighter") ==
        worked(0.5 * 2));
  CHECK(ask("space", "cr, cv, +agent_brother_milor_omega", "pds").units(kAttacker, "fighter") ==
        worked(0));
}

TEST_CASE("correction: Eidolon Maximum takes no hit of a unit ability") {
  // RULES 5.2. Alone against two PDS (0.5 each) that fire in space and at the landing. It needs no
  // ship to carry it.
  const Answer alone =
      ask("conquest", "naaz_rokha: 4 mech, +breakthrough_absolute_synergy", "2 pds");
  CHECK(alone.force(kAttacker, "1 mech") == worked(1));
  // Beside an infantry it takes none, though its owner would rather give it up first.
  Scenario beside =
      scenario("invasion", "naaz_rokha: infantry, 4 mech, +breakthrough_absolute_synergy", "pds");
  beside.side(kAttacker).policy["losses"] = Names{"mech"};
  CHECK(ask(beside).force(kAttacker, "1 mech") == worked(0.5));
  // Of two hits one is for the infantry, the others are lost.
  const Answer three =
      ask("invasion", "naaz_rokha: infantry, 4 mech, +breakthrough_absolute_synergy", "3 pds");
  CHECK(three.force(kAttacker, "1 mech") == worked(1 - 0.125));
  CHECK(three.win() == worked(1));
}

TEST_CASE("correction: Solar Flare stops the Battlestation and not the active player's own fire") {
  // RULES 2.12
  CHECK(odds_distance(ask("space", "2 cruiser, +ac_solar_flare",
                          "cruiser, 2 pds, +ac_experimental_battlestation"),
                      ask("space", "2 cruiser", "cruiser")) < 1e-12);
  CHECK(ask("space", "cruiser, pds, +ac_solar_flare", "cruiser").win() ==
        worked(0.5 + 0.5 * duel(0.4, 0.4).win));
}

TEST_CASE("correction: a combat that nobody can fight any more is over at once") {  // RULES 2.9
  // The active player's shot leaves no defender: no combat, no barrage at his fighters.
  CHECK(ask("space", "carrier, ff, 2 pds", "destroyer").units(kAttacker, "fighter") > 0.75);
  // Assault Cannon takes the only ship before its barrage.
  CHECK(ask("space", "3 cruiser, 3 ff, +tech_assault_cannon", "destroyer2").win() == worked(1));
}

TEST_CASE("correction: 2RAM does not stop the first Magen Defense Grid") {  // RULES 6.2
  // The attacker does not roll in round 1: nobody of the defender's is lost to combat in it.
  const Answer with = ask("invasion", "l1z1x: dn, 2 infantry, +commander_2ram",
                          "2 infantry, pds, +tech_magen_defense_grid");
  const Answer without =
      ask("invasion", "l1z1x: dn, 2 infantry, +commander_2ram", "2 infantry, pds");
  CHECK(with.win() < without.win());
}

/// The same with the older order of losses, ships before ground forces that fight as ships.
Scenario flagship_first(Scenario battle, Side nekro) {
  battle.side(nekro).policy["losses"] = Names{"flagship"};
  return battle;
}

TEST_CASE("correction: ground forces become ships in turn") {  // RULES 3.1.5, 3.4.1
  // The active player's cannon comes before the Alastor is used: the flagship is the only ship.
  const char* cannon = "3 cruiser, +tech_assault_cannon";
  CHECK(ask("space", cannon, "nekro: flagship, 2 infantry").win() == worked(1));
  // Alastor, enemy cannon, then two ships are left and no own cannon fires.
  const Scenario both = scenario("space", "nekro: flagship, 2 infantry, +tech_assault_cannon",
                                 "3 cruiser, +tech_assault_cannon");
  check_odds(ask(flagship_first(both, kAttacker)), 0.269, 0.048, 0.683);
  check_odds(ask(both), 0.282, 0.063, 0.655);
  CHECK(distance(ask(both), ask("space", "nekro: flagship, infantry", "3 cruiser")) < 1e-12);
  // Dimensional Splicer of the active player finds the flagship alone too, and it sustains; as the
  // second player's ability it takes an infantry that the hit destroys.
  CHECK(ask("space", "cruiser, +tech_dimensional_splicer", "nekro: flagship!, 2 infantry").win() ==
        worked(1));
  // The Eidolon's flip is an ability in turn as well.
  CHECK(ask("space", cannon, "naaz_rokha: carrier, mech").win() == worked(1));
  // Ground forces on planets join the Alastor and stay there when the combat is over.
  Scenario guarded = scenario("conquest", "2 dn, infantry", "nekro: flagship, 3 infantry");
  const Answer with = ask(guarded);
  guarded.side(kDefender).without = {"nekro_flagship"};
  const Answer without = ask(guarded);
  CHECK(with.units(kAttacker, "dreadnought") < without.units(kAttacker, "dreadnought"));
  CHECK(with.units(kDefender, "infantry") < without.units(kDefender, "infantry"));
}

TEST_CASE("correction: whoever must give up a ship gives up the one that fights least") {
  // RULES 9.8: a carrier (0.2 for 3 resources) before a cruiser (0.4 for 2).
  CHECK(distance(ask("space", "3 cruiser, +tech_assault_cannon", "carrier, 2 cruiser"),
                 ask("space", "3 cruiser", "2 cruiser")) < 1e-12);
}

TEST_CASE("correction: The Cavalry rides from the start of the combat on") {  // RULES 3.1.6
  // Two PDS (0.5 each) meet a plain carrier; then a carrier (0.2) fights two dice on 7 that sustain.
  const Answer shot = ask("space", "carrier, 2 pds", "carrier, +pn_the_cavalry");
  check_odds(shot, 0.753, 0.005, 0.243);
  CHECK(shot.force(kDefender, "nothing") > 0.75);
  // Damage stays on the ship when the combat is over, although a carrier cannot sustain.
  CHECK(shot.force(kDefender, "1 carrier (1 damaged)") > 0);
}

TEST_CASE("correction: hits of Reflective Shielding join those of the roll") {  // RULES 3.5.8
  const char* letnev = "letnev: war sun, destroyer, +tech_non_euclidean_shielding";
  const char* arborec = "arborec: flagship, +ac_reflective_shielding";
  check_odds(ask("space", arborec, letnev), 0.013, 0.179, 0.808);
  // The other way round the war sun sustains first and does not reach back.
  check_odds(ask("space", letnev, arborec), 0.354, 0.595, 0.051);
  // Left-over hits lapse: they do not hit the fighters that Milor places.
  check_odds(ask("space", "destroyer, +agent_brother_milor_omega", arborec), 0.122, 0.079, 0.800);
  // Outside of an assignment they are assigned at once: the Splicer's only ship is lost to them.
  CHECK(ask("space", "cruiser, +tech_dimensional_splicer", arborec).lose() == worked(1));
}

TEST_CASE("correction: hits left over by a Direct Hit fall on Milor's fighters") {  // RULES 3.5.9
  // One round of a war sun (three dice on 3) against a dreadnought: hit once it sustains and is
  // shot, and two fighters come; further hits take them.
  Scenario round =
      scenario("space", "war sun, +ac_direct_hit", "dn, space dock, +agent_brother_milor_omega");
  round.side(kDefender).policy["sustain"] = "first";
  round.side(kAttacker).policy["retreat"] = RetreatTiming{1, {}};
  const Answer answer = ask(round);
  CHECK(answer.force(kDefender, "1 dreadnought, 1 space_dock") == worked(0.008));
  CHECK(answer.force(kDefender, "2 fighter, 1 space_dock") == worked(3 * 0.8 * 0.04));
  CHECK(answer.force(kDefender, "1 fighter, 1 space_dock") == worked(3 * 0.64 * 0.2));
  CHECK(answer.force(kDefender, "1 space_dock") == worked(0.512));
}

TEST_CASE("correction: Milor answers the loss of the Van Hauge") {  // RULES 3.5.10
  CHECK(ask("space", "war sun", "yin: flagship, +agent_brother_milor_omega").lose() == worked(1));
  check_odds(ask("space", "yin: flagship", "arborec: flagship, +agent_brother_milor_omega"), 0.054,
             0.109, 0.836);
}

TEST_CASE("correction: a Direct Hit on the Fourth Moon lets the enemy sustain again") {
  // RULES 3.5.1, 3.5.5
  check_odds(ask("space", "mentak: flagship", "arborec: flagship, +ac_direct_hit"), 0.265, 0.118,
             0.618);
  check_odds(ask("space", "arborec: flagship, +ac_direct_hit", "mentak: flagship"), 0.618, 0.118,
             0.265);
}

TEST_CASE("correction: Sleeper Cell's copy of a ship that was shot may sustain at once") {
  // RULES 3.5.9
  Scenario cell = scenario("space", "2 dn", "mentak: dn, +hero_ipswitch, +ac_direct_hit");
  cell.side(kAttacker).policy["sustain"] = "first";
  check_odds(ask(cell), 0.326, 0, 0.674);
}

TEST_CASE("correction: capacity is looked at when Direct Hit takes a space cannon's victim") {
  // RULES 2.6: hit twice, the dreadnought is shot, the fighter goes with it, the destroyer takes
  // the second hit.
  Scenario shot = scenario("space", "dn, dd, ff", "2 pds, +ac_direct_hit");
  shot.side(kAttacker).policy["sustain"] = "first";
  const Answer answer = ask(shot);
  CHECK(answer.force(kAttacker, "1 destroyer, 1 dreadnought, 1 fighter") == worked(0.25));
  CHECK(answer.force(kAttacker, "1 destroyer") == worked(0.5));
  CHECK(answer.force(kAttacker, "nothing") == worked(0.25));
}

TEST_CASE("correction: ships without troops bombard and land nobody") {  // RULES 4.2.1
  const Answer bombs = ask("invasion", "l1z1x: dn", "infantry");
  CHECK(bombs.draw() == worked(0.6));
  CHECK(bombs.lose() == worked(0.4));
  // Nothing is committed, so a PDS does not fire and stays.
  const Answer guns = ask("invasion", "war sun", "pds, 9 infantry");
  CHECK(guns.units(kDefender, "pds") == worked(1));
  CHECK(guns.units(kAttacker, "war_sun") == worked(1));
  // Troops that were lost in space keep nobody from bombarding.
  const Answer late = ask("conquest", "dn, infantry", "infantry");
  CHECK(late.win() > 0.6);
  CHECK_FALSE(try_ask(scenario("invasion", "pds", "infantry")).solved);
}

TEST_CASE("correction: fighters of the Matriarch alone win nothing") {  // RULES 4.4.8
  const Answer fighters = ask("invasion", "naalu: flagship, 3 fighter", "2 infantry, pds");
  CHECK(fighters.win() == worked(0));
  CHECK(fighters.units(kDefender, "pds") == worked(1));
  CHECK(fighters.units(kAttacker, "fighter") < 3);  // space cannon defense hits them too
}

TEST_CASE("correction: where nobody can win the attacker gives way") {  // RULES 3.6.8
  Scenario space = without_dice();
  const Answer leaves = ask(space);
  CHECK(leaves.chance(Outcome::attacker_retreats) == worked(1));
  CHECK(leaves.units(kAttacker, "flagship") == worked(1));
  space.side(kAttacker).effects.push_back({"hero_airo_shir_aur", {}, {}, {}});  // nobody retreats
  const Answer stays = ask(space);
  CHECK(stays.lose() == worked(1));
  CHECK(stays.units(kAttacker, "flagship") == worked(0));
}

TEST_CASE("correction: units that an effect places are lost too, whatever their printing") {
  // Age of Fighters gives everybody fighters II: as if they had been upgraded before.
  Scenario event =
      scenario("space", "yin: 2 cruiser, carrier, 2 fighter, +brother milor", "3 cruiser");
  Scenario upgraded = event;
  event.system_effects = {{"event_age_of_fighters", {}, {}, {}}};
  upgraded.side(kAttacker).upgrades = {"fighter"};
  const Answer one = ask(event), two = ask(upgraded);
  CHECK(distance(one, two) < 1e-12);
  CHECK(one.lost[kAttacker] == worked(two.lost[kAttacker]));
}

TEST_CASE("correction: units that come are counted by kind") {
  // Only fighters can come here, so infantry is left or lost.
  const Scenario both = scenario(
      "conquest", "yin: 2 cruiser, carrier, 3 infantry, +agent_brother_milor_omega", "3 cruiser");
  Options options;
  options.method = Method::exact;
  const auto report = odds(both, options);
  REQUIRE(report);
  double infantry = ask(both).units(kAttacker, "infantry");
  for (const auto& [type, lost] : report->sides[kAttacker].lost_units)
    if (type == "infantry") infantry += lost;
  CHECK(infantry == worked(3));
}

TEST_CASE("correction: copies of Sleeper Cell are lost too") {
  // The copy comes when the last enemy has gone: what is lost is what would be lost without it.
  CHECK(ask("space", "dreadnought, +hero_ipswitch", "dreadnought").lost[kAttacker] ==
        worked(ask("space", "dreadnought", "dreadnought").lost[kAttacker]));
  // Until one side has none of its cruisers left; one of two enemies that dies brings a third.
  CHECK(ask("space", "cruiser, +hero_ipswitch", "2 cruiser").lost[kAttacker] > 2);
}

TEST_CASE("correction: who must give up a ship keeps those that his troops need") {  // RULES 9.8
  const Answer one_less = ask("conquest", "carrier, cruiser, 2 infantry", "3 destroyer, infantry");
  CHECK(distance(ask("conquest", "carrier, 2 cruiser, 2 infantry",
                     "3 destroyer, infantry, +assault cannon"),
                 one_less) < 1e-12);
  CHECK(
      distance(ask("conquest", "carrier, 2 cruiser, 2 infantry, +law_anti_intellectual_revolution",
                   "3 destroyer, infantry"),
               one_less) < 1e-12);
  // With nobody aboard the carrier fights least.
  CHECK(distance(ask("space", "carrier, 2 cruiser", "3 destroyer, +assault cannon"),
                 ask("space", "2 cruiser", "3 destroyer")) < 1e-12);
}

TEST_CASE("correction: The Thundarian turns back time in the first combat that there is") {
  const auto on_the_ground = [](const char* battle) {
    return ask(battle, "carrier, 2 infantry, +the thundarian", "2 infantry");
  };
  CHECK(odds_distance(on_the_ground("conquest"), on_the_ground("invasion")) < 1e-12);
  CHECK(on_the_ground("invasion").win() > 0.5);
  // With ships on both sides it is the one in space, and the ground combat is as ever.
  CHECK(ask("conquest", "carrier, cruiser, 2 infantry, +the thundarian", "fighter, 2 infantry")
            .win() > ask("conquest", "carrier, cruiser, 2 infantry", "fighter, 2 infantry").win());
}

TEST_CASE("correction: nobody lands after Airo Shir Aur's hero") {
  const Scenario conquest =
      scenario("conquest", "carrier, 2 infantry, +hero_airo_shir_aur", "fighter, infantry");
  CHECK(ask(conquest).win() == 0);
  CHECK(ask(conquest).units(kDefender, "infantry") == worked(1));
  CHECK(ti4::set_up(conquest).value().notes.back() ==
        "the attacker's Airo Shir Aur: only a space combat follows, the planet stays as it is");
}

TEST_CASE("correction: what holds for both sides and is said of one is told") {
  const auto notes = [](const char* attacker, const char* defender) {
    return ti4::set_up(scenario("space", attacker, defender)).value().notes;
  };
  CHECK(notes("3 dn, +law_publicize_weapon_schematics", "ws") ==
        std::vector<std::string>{
            "the attacker's Publicize Weapon Schematics is taken for this side alone, though it "
            "holds for both: system.effects (--system-effects) is for that"});
  CHECK(notes("3 dn, +law_publicize_weapon_schematics", "ws, +law_publicize_weapon_schematics")
            .empty());
}

TEST_CASE("correction: Reveal Prototype upgrades at the start of the combat") {  // RULES 3.1.7
  // Cannons shoot at Saturn Engine I, which cannot sustain.
  check_solved(ask("space", "titans: 4 cr, +ac_reveal_prototype@cruiser", "dn, cr, 2 pds"),
               0.914418, 0.022915, 0.062667);
  check_solved(ask("space", "sol: 2 cv, +ac_reveal_prototype@carrier", "dd, 2 pds"), 0.624037,
               0.025193, 0.350771);
  // Nobody shoots before the combat: as if it had been upgraded all the time.
  CHECK(odds_distance(ask("space", "titans: 4 cr, +ac_reveal_prototype@cruiser", "2 dn, cr"),
                      ask("space", "titans: 4 cr2", "2 dn, cr")) < 1e-12);
  // It stays after the combat: Carrier II has room for 6.
  CHECK(distance(ask("conquest", "cv, 6 inf, +ac_reveal_prototype@carrier", "ff, 3 inf"),
                 ask("conquest", "cv2, 6 inf", "ff, 3 inf")) < 1e-12);
  // A combat that is under way has no start any more.
  Scenario begun = scenario("space", "titans: 4 cr, +ac_reveal_prototype@cruiser", "2 dn, cr");
  begun.side(kAttacker).fields[std::string{ti4::kHitsDue}] = 2;
  Scenario upgraded = scenario("space", "titans: 4 cr2", "2 dn, cr");
  upgraded.side(kAttacker).fields = begun.side(kAttacker).fields;
  CHECK(odds_distance(ask(begun), ask(upgraded)) < 1e-12);
}

TEST_CASE("correction: this ship in a text that The Alastor copies is The Alastor") {  // RULES 7.8
  check_solved(ask("space", "nekro: flagship, 2 cr, +sardakk_flagship", "dn, 2 cr, 2 ff"), 0.070127,
               0.021475, 0.908398);
  check_solved(ask("space", "nekro: flagship, dn, 2 ff, +l1z1x_flagship", "2 cr, 3 ff"), 0.834883,
               0.013467, 0.151650);
  // The answer names what was copied.
  const auto setup =
      ti4::set_up(scenario("space", "nekro: flagship, 2 cr, +sardakk_flagship", "dn, 2 cr, 2 ff"));
  REQUIRE(setup);
  const auto& told = setup.value().assumptions;
  CHECK(std::any_of(told.begin(), told.end(), [](const std::string& line) {
    return line.find("+1 to combat rolls of your other ships") != std::string::npos;
  }));
}

TEST_CASE("correction: nothing lends Sustain Damage in an entropic scar") {  // RULES 7.2
  check_solved(
      ask("space", "3 cr, +relic_metali_void_shielding", "dn, cr", {"anomaly_entropic_scar"}),
      0.726655, 0.073832, 0.199513);
  // Nor does a mech sustain for ships that the Fourth Moon keeps from it.
  CHECK(odds_distance(
            ask("space", "nomad: 3 cr, 2 mech", "mentak: flagship", {"anomaly_entropic_scar"}),
            ask("space", "nomad: 3 cr", "mentak: flagship", {"anomaly_entropic_scar"})) < 1e-12);
}

TEST_CASE("correction: beside Quietus enemies have no unit abilities, until it is gone") {
  // RULES 7.9. Mechs do not sustain bombardment, nor do those of the Nomad for ships.
  check_solved(
      ask("invasion", "rebellion: flagship, dn, 3 inf, +rebellion_flagship", "2 inf, mech"),
      0.533416, 0.059561, 0.407023);
  check_solved(
      ask("space", "nomad: flagship, 2 mech, cr", "rebellion: flagship, +rebellion_flagship"),
      0.298595, 0.299405, 0.402000);
  // Once it is lost PDS fire at the landing.
  Scenario lost = scenario("conquest", "rebellion: flagship, 2 cv, 6 inf, +rebellion_flagship",
                           "3 cr, 3 inf, 2 pds");
  lost.side(kAttacker).policy["losses"] = Names{"flagship", "carrier"};
  lost.side(kAttacker).policy["protect_capacity"] = false;
  check_solved(ask(lost), 0.658030, 0.007670, 0.334301);
  // Who has beaten it bombards.
  check_solved(
      ask("conquest", "dn, cv, 2 inf, mech", "rebellion: flagship, 3 inf, +rebellion_flagship"),
      0.114943, 0.003946, 0.881111);
  // While it is there neither PDS nor shields nor barrages count.
  CHECK(odds_distance(
            ask("invasion", "rebellion: flagship, dn, 3 inf, +rebellion_flagship", "2 inf, 2 pds"),
            ask("invasion", "rebellion: flagship, dn, 3 inf, +rebellion_flagship", "2 inf")) <
        1e-12);
  CHECK(odds_distance(ask("space", "3 cr, +relic_metali_void_armaments",
                          "rebellion: flagship, 3 ff, +rebellion_flagship"),
                      ask("space", "3 cr", "rebellion: flagship, 3 ff, +rebellion_flagship")) <
        1e-12);
}

TEST_CASE("correction: Reflective Shielding answers a sustain in a barrage") {  // RULES 3.5.8
  // Three dice on 6: one hit (3/8) is sustained and the destroyer lost, two or three (1/2) take the
  // dreadnought with it, none (1/8) leaves the same to the rounds.
  check_solved(ask("space", "dd2, +waylay", "dn, +reflective shielding"), 0, 0.5, 0.5);
  check_solved(ask("space", "2 dd2, cv, +waylay", "cr, dn, ff, +reflective shielding"), 0.382193,
               0.057665, 0.560142);
  // Damage by Raid Formation is no sustain.
  const Answer raid = ask_one_round("argent: dd2", "dn, +reflective shielding", {}, "never");
  CHECK(raid.force(kDefender, "1 dreadnought (1 damaged)") > 0);
}

TEST_CASE("correction: whoever leaves a gravity rift rolls, however he leaves") {  // RULES 3.6.2
  const std::vector<std::string> rift{"anomaly_gravity_rift"};
  Scenario retreat = scenario("space", "2 cr, dn", "3 cr", rift);
  retreat.side(kAttacker).policy["retreat"] = RetreatTiming{1, {}};
  CHECK(std::abs(ask(retreat).lost[kAttacker] - 2.775962) < 1e-6);
  const Scenario skilled = scenario("space", "2 cr, dn, +skilled retreat@2", "3 cr", rift);
  CHECK(std::abs(ask(skilled).lost[kAttacker] - 2.775962) < 1e-6);
  CHECK(ask(skilled).draw() > 0.5);
  // Three cruisers of 2 resources, each removed on 1 to 3.
  const Scenario foresight = scenario("space", "2 cr, dn", "naalu: 3 cr, pds, +foresight", rift);
  CHECK(ask(foresight).lost[kDefender] == worked(1.8));
  CHECK(ask(foresight).draw() == worked(1));
  // What the ships carried goes with them; the planet's defenders stay.
  const Scenario conquest =
      scenario("conquest", "2 dn, 2 inf", "3 cr, 2 inf, +skilled retreat@1", rift);
  CHECK(ask(conquest).units(kDefender, "cruiser") == worked(2.1));
  const Scenario landing = scenario("conquest", "cv, 2 inf, +skilled retreat@1", "cr, inf", rift);
  CHECK(ask(landing).force(kAttacker, "nothing") == worked(0.3));
  CHECK(ask(landing).lose() == worked(1));
  const Scenario left = scenario("conquest", "2 dn, 2 inf", "naalu: 3 cr, 2 inf, +foresight", rift);
  CHECK(ask(left).units(kDefender, "cruiser") == worked(2.1));
  CHECK(ask(scenario("space", "cr", "naalu: cr, +foresight, +circlet of the void", rift))
            .lost[kDefender] == worked(0));
}

TEST_CASE("correction: the Dimensional Tear is a gravity rift for others") {  // RULES 3.6.2
  Scenario tear = scenario("space", "2 cr, dn", "vuilraith: 3 cr, space dock");
  tear.side(kAttacker).policy["retreat"] = RetreatTiming{1, {}};
  CHECK(std::abs(ask(tear).lost[kAttacker] - 2.775962) < 1e-6);
  // Its owner's ships leave it unharmed.
  const auto lost_by_owner = [](std::string_view defender) {
    Scenario leaves = scenario("space", "2 cr, dn", defender);
    leaves.side(kDefender).policy["retreat"] = RetreatTiming{1, {}};
    return ask(leaves).lost[kDefender];
  };
  CHECK(lost_by_owner("vuilraith: 3 cr, space dock") == worked(lost_by_owner("vuilraith: 3 cr")));
}

TEST_CASE("correction: Swords to Plowshares spares infantry aboard") {
  const std::vector<std::string> agenda{"agenda_swords_to_plowshares"};
  const Answer with = ask(scenario("invasion", "dn, 4 inf", "4 inf", agenda));
  const Answer halved = ask("invasion", "dn, 4 inf", "2 inf");
  CHECK(with.win() == worked(halved.win()));
}

TEST_CASE("correction: each sustain is answered by a Reflective Shielding of its own") {
  // RULES 1.10, 3.5.8: whoever makes two hits, at once or in two rounds, takes four.
  check_solved(ask("space", "2 dn, +reflective shielding x2", "3 cr"), 1, 0, 0);
  check_solved(ask("space", "3 cr", "2 dn, +reflective shielding x2"), 0, 0, 1);
}

TEST_CASE(
    "correction: behind a plus a unit's name is its text, where that must be told something") {
  const auto read = [](std::string_view text) { return write_fleet(side_of(text)); };
  const std::pair<const char*, const char*> texts[] = {
      {"letnev: 2 inf, +dunlain reaper x2", "letnev: 2 infantry, +dunlain reaper x2"},
      {"letnev: 2 inf +Dunlain Reaper", "letnev: 2 infantry, +Dunlain Reaper"},
      {"hacan: fs, +wrath of kenara x3", "hacan: 1 flagship, +wrath of kenara x3"},
      {"sardakk: dn2, +exotrireme ii x1", "sardakk: 1 dreadnought2, +exotrireme ii x1"},
      // A unit is listed without a plus, or with its number, damage or a plus between two.
      {"letnev: 2 inf, dunlain reaper x2", "letnev: 2 infantry, 2 mech"},
      {"letnev: 2 inf + dunlain reaper", "letnev: 2 infantry, 1 mech"},
      {"letnev: 2 inf, +2 dunlain reaper", "letnev: 2 infantry, 2 mech"},
      {"nekro: inf, +mordred!", "nekro: 1 infantry, 1 mech!"},
      {"sardakk: inf, +exotrireme:2", "sardakk: 1 infantry, 2 dreadnought"},
      // Texts that are told nothing leave the unit a unit.
      {"mentak: inf, +moll terminus", "mentak: 1 infantry, 1 mech"},
  };
  for (const auto& [typed, written] : texts) {
    CAPTURE(typed);
    CHECK(read(typed) == written);
    CHECK(read(written) == written);
  }
  const Answer by_name = ask("ground", "letnev: 2 inf, +dunlain reaper x2", "3 inf");
  CHECK(by_name.win() == worked(ask("ground", "letnev: 2 inf, +letnev_mech x2", "3 inf").win()));
  CHECK(refusal("space", "2 cr, +wrath of kenara x3", "cr").find("does not have") !=
        std::string::npos);
}

TEST_CASE("correction: hits of Valkyrie Exoskeletons join those of the round") {  // RULES 4.4.4
  const std::string shielded = "letnev: mech, 3 inf, +non-euclidean shielding";
  // One sustain takes two hits, those that a sustain of the enemy has just made among them; the
  // attacker has the first turn.
  check_solved(ask("ground", "sardakk: 2 mech", shielded), 0.488932, 0.095678, 0.415391);
  // What Brother Milor places comes after all of them.
  check_solved(ask("ground", "sardakk: 2 mech", "yin: 2 inf, +brother milor omega"), 0.962775,
               0.015669, 0.021555);
  // Both sides answer each other's answers.
  check_solved(ask("ground", "sardakk: 2 mech, inf", "sardakk: 2 inf, 2 mech"), 0.138363, 0.069194,
               0.792443);
  // A hit that has come already is answered too.
  for (const char* alone : {"infantry", "letnev: infantry, +non-euclidean shielding"}) {
    Scenario hit = scenario("ground", "sardakk: mech", alone);
    hit.side(kAttacker).fields["hits"] = 1;
    CHECK(ask(hit).win() == worked(1));
  }
}

TEST_CASE("correction: Valkyrie Particle Weave answers dice that were thrown again") {
  // Round 1: after 0 : 1 (0.21) both roll again, and the weave answers as in any other roll, so the
  // attacker never dies alone. A round without a hit: 0.49, won 0.21, both lost 0.3.
  const Answer answer =
      ask("ground", "infantry, +agent_the_thundarian, +tech_valkyrie_particle_weave", "infantry");
  const double open = 0.49 + 0.21 * 0.49;
  CHECK(answer.lose() == worked(0));
  CHECK(answer.win() == worked(0.21 + 0.21 * 0.21 + open * 0.21 / 0.51));
}

TEST_CASE("correction: losses to hits that have come are answered at once") {  // RULES 9.54
  // The cruiser dies; two dice at 7 must both hit to take the destroyers along.
  Scenario hit = scenario("space", "cr, +courageous to the end", "2 dd");
  hit.side(kAttacker).fields["hits"] = 1;
  CHECK(ask(hit).draw() == worked(0.4 * 0.4));
  CHECK(ask(hit).lose() == worked(1 - 0.4 * 0.4));
}

TEST_CASE("correction: cancels and sustains of barrage hits that are lost save nobody") {
  // RULES 3.2.1, 9.16, 9.17: of six hits on two fighters five are left.
  for (const char* agent : {"2 dd2", "2 dd2, +direct hit"})
    check_solved(ask("space", agent, "cv, 2 ff, +tellurian"), 0.696080, 0.043862, 0.260058);
  check_solved(ask("space", "2 dd2", "cv, ff, +tellurian"), 0.763988, 0.043729, 0.192283);
  check_solved(ask("space", "2 dd2", "nomad: cv, 2 ff, mech"), 0.696080, 0.043862, 0.260058);
  check_solved(ask("space", "2 dd2", "cv, 2 ff, +shields holding"), 0.618295, 0.045563, 0.336142);
  check_solved(ask("space", "dd2", "cv, 2 ff, +shields holding"), 0.096126, 0.024032, 0.879842);
}

TEST_CASE("correction: a token does not hide that a unit has sustained in this round") {
  const std::string ours = "2 cr, dn, +dame briar, +duranium armor";
  check_solved(ask("space", ours, "dn, cr"), 0.940881, 0.029481, 0.029638);
  check_solved(ask("space", ours, "ws, cr"), 0.107986, 0.388980, 0.503034);
  check_solved(ask("ground", "2 inf, mech, +dame briar, +duranium armor", "3 inf, mech"), 0.459660,
               0.055056, 0.485284);
}

TEST_CASE("correction: Emergency Repairs reach the whole system, and come in turn") {  // RULES 9.18
  const auto conquest = [](const char* attacker, const char* defender) {
    Scenario asked = scenario("conquest", attacker, defender);
    asked.side(kAttacker).policy["protect_capacity"] = false;
    return ask(asked);
  };
  check_solved(conquest("dn!, cv, 2 mech!, +emergency repairs", "cr, 2 inf"), 0.960687, 0.007692,
               0.031621);
  check_solved(conquest("2 cr, cv, 3 inf", "dn!, mech!, inf, +emergency repairs"), 0.304326,
               0.046950, 0.648724);
  check_solved(ask("space", "2 cr, dn", "nomad: cv, cr, 2 mech, +emergency repairs"), 0.738553,
               0.026198, 0.235249);
  // The attacker repairs before abilities of the defender at the start of the combat.
  check_solved(ask("space", "ws!, +emergency repairs", "creuss: 2 cr, +dimensional splicer"),
               0.344221, 0.588916, 0.066864);
  check_solved(
      ask("ground", "mech!, +emergency repairs", "inf, pds, +tech_magen_defense_grid_omega"),
      0.538462, 0.230769, 0.230769);
  check_solved(ask("space", "dn!, cr, +emergency repairs", "mentak: 2 cr"), 0.590007, 0.104588,
               0.305405);
}

TEST_CASE("correction: cards are used up by a roll that is thrown again") {  // RULES 3.4.5
  check_solved(ask("ground", "3 inf, mech, +fire team", "3 inf, mech, +the thundarian"), 0.417584,
               0.060673, 0.521742);
  check_solved(ask("ground", "3 inf, mech, +fire team, +the thundarian", "3 inf, mech"), 0.715472,
               0.050397, 0.234131);
  check_solved(ask("space", "2 cr, dn, +war funding", "2 cr, dn, +the thundarian"), 0.419466,
               0.106319, 0.474215);
}

TEST_CASE("correction: after hits have come the first round is over") {  // RULES 9.54
  Scenario hit = scenario("space", "cv, 3 ff, +fighter prototype", "cr, dn");
  hit.side(kAttacker).fields["hits"] = 1;
  check_solved(ask(hit), 0.136775, 0.035704, 0.827521);
}

TEST_CASE("correction: of ships that are lost together the best is courageous to the end") {
  Scenario hit =
      scenario("space", "cr, dn!, +courageous to the end", "cr, dn!, +courageous to the end");
  hit.side(kAttacker).fields["hits"] = 1;
  check_solved(ask(hit), 0.080870, 0.217305, 0.701826);
}

TEST_CASE("correction: dice of F.S.S. Orlando take the units that they were rolled for") {
  // A damaged dreadnought is no likelier to fall than a whole one.
  check_solved(ask("space", "2 dn, +f.s.s. orlando", "2 dn"), 0.624118, 0.188774, 0.187108);
  // Troops aboard roll too: once the cruiser has died the infantry lives on 0.6, as its carrier.
  const Answer answer = ask("space", "cv, inf", "cr, +f.s.s. orlando");
  CHECK(answer.units(kAttacker, "infantry") == worked(0.6 * answer.units(kAttacker, "carrier")));
}

TEST_CASE("correction: more effects than a side has room to count are refused") {
  std::string cards;
  for (const char* card : {"direct hit", "emergency repairs", "shields holding", "maneuvering jets",
                           "tellurian", "brother milor omega", "reflective shielding",
                           "courageous to the end", "vos hollow", "lyra keen", "f.s.s. orlando"})
    cards += std::string{", +"} + card;
  CHECK(ask("space", "2 cr" + cards, "2 cr").win() > 0.9);
  // Cards of the enemy are counted by the side that they touch.
  CHECK(refusal("space", "2 cr" + cards, "2 cr" + cards).find("too many effects") !=
        std::string::npos);
}

TEST_CASE("correction: troops that fell in a space combat do not fight for their planet") {
  // The Alastor brings them into it; the attacker's ship does not bombard. (RULES 3.6.9)
  const Scenario asked =
      scenario("conquest", "xxcha: flagship, infantry", "nekro: flagship, infantry");
  const Answer solved = ask(asked);
  Options options;
  options.method = Method::monte_carlo;
  options.battles = 400'000;
  const auto sampled = odds(asked, options);
  REQUIRE(sampled);
  for (const Outcome outcome : {Outcome::attacker_win, Outcome::draw, Outcome::defender_win}) {
    const double p = solved.chance(outcome);
    CHECK(std::abs(sampled->odds[outcome].p - p) < 4.5 * std::sqrt(p * (1 - p) / 400'000));
  }
  CHECK(solved.units(kAttacker, "infantry") == worked(solved.win()));  // who wins has landed
}

/// The battle with something that holds for both sides.
Scenario in_system(Scenario asked, const std::vector<std::string>& effects) {
  for (const std::string& id : effects) asked.system_effects.push_back({id, {}, {}, {}});
  return asked;
}

TEST_CASE("correction: Articles of War takes every text from mechs") {  // RULES 7.10
  const std::vector<std::string> law{"law_articles_of_war"};
  const auto under_law = [&](std::string_view battle, std::string_view a, std::string_view d) {
    return ask(in_system(scenario(battle, a, d), law));
  };
  for (const char* named : {"nekro: 2 mech, +nekro_mech x1", "naalu: 2 mech, +naalu_mech x1"})
    check_solved(under_law("ground", named, "3 inf"), 0.834671, 0.033765, 0.131564);
  check_solved(under_law("space", "2 dd", "naalu: cv, 3 ff, 2 mech, +naalu_mech_omega"), 0.144508,
               0.014695, 0.840797);
  // One mech of four finds room once the law makes it ride like others.
  check_solved(under_law("conquest", "argent: dd, 4 mech", "dd, 5 inf"), 0.002132, 0.000763,
               0.997105);
  check_solved(under_law("ground", "yin: 2 inf, +yin_mech, +indoctrination", "3 inf"), 0.811413,
               0.032707, 0.155880);
}

TEST_CASE("correction: the dice of Proxima Targeting are a bombardment") {  // RULES 7.7
  const char* const bombards = "3 inf, +proxima targeting vi";
  check_solved(ask("invasion", "3 inf, +proxima, +x89", "4 inf"), 0.393027, 0.163245, 0.443727);
  check_solved(ask("invasion", "3 inf, +proxima, +assail", "3 inf"), 0.581626, 0.148637, 0.269737);
  check_solved(ask("invasion", "3 inf, +proxima, +conventions of war abandoned", "3 inf"), 0.257960,
               0.484080, 0.257960);
  // Nothing hits any more: the ground combat alone is left.
  const Answer alone = ask("ground", "3 inf", "3 inf");
  for (const Scenario& off :
       {in_system(scenario("invasion", bombards, "3 inf"), {"law_conventions_of_war"}),
        in_system(scenario("ground", bombards, "3 inf"), {"law_conventions_of_war"}),
        in_system(scenario("ground", bombards, "3 inf"), {"anomaly_entropic_scar"}),
        scenario("invasion", bombards, "3 inf, +bunker")})
    check_solved(ask(off), alone.win(), alone.draw(), alone.lose());
}

TEST_CASE("correction: Fighter I do not fight in an asteroid field under Cosmic Phenomenae") {
  const auto among_asteroids = [](std::string_view attacker) {  // RULES 7.11
    return in_system(scenario("space", attacker, "2 cr"),
                     {"anomaly_asteroid_field", "event_cosmic_phenomenae"});
  };
  check_solved(ask(among_asteroids("dn, ff")), 0.410557, 0.140896, 0.448547);
  check_solved(ask(among_asteroids("dn, 2 ff")), 0.410557, 0.140896, 0.448547);
  const Answer better = ask("space", "dn, ff2", "2 cr");
  check_solved(ask(among_asteroids("dn, ff2")), better.win(), better.draw(), better.lose());
}

TEST_CASE("correction: Prophecy of Ixth counts for fighters on the ground") {  // RULES 7.12
  check_solved(ask("invasion", "naalu: fs, 3 ff, inf, +prophecy of ixth", "3 inf"), 0.855651,
               0.019176, 0.125172);
}

}  // namespace
