// The edge cases of the law book (core/systems/ti4/RULES.md), section by section: each point that
// changes odds is a case, named by its section, with a value worked by hand. "doctest -ltc" prints
// the list. Chances of a hit with one die: 9 = 0.2, 8 = 0.3, 7 = 0.4, 6 = 0.5, 5 = 0.6, 4 = 0.7, 3
// = 0.8.

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/systems/ti4/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::asking;
constexpr Side kAttacker = Side::attacker, kDefender = Side::defender;

const double kCruisers = duel(0.4, 0.4).win;  // 3/8
const double kTroops = duel(0.3, 0.3).win;    // 7/17

/// The titles of all cases below, put in before the first one runs.
std::vector<std::string>& titles() {
  static std::vector<std::string> list;
  return list;
}
bool enlist(const char* title) {
  titles().push_back(title);
  return true;
}

#define RULES_CASE(title)                                                   \
  [[maybe_unused]] const bool DOCTEST_ANONYMOUS(kEnlisted) = enlist(title); \
  TEST_CASE(title)

/// The attacker takes as many hits as there are numbers, his chances to hit while he has that many
/// left; the defender one.
double outlasts(std::initializer_list<double> hits, double d) {
  double later = 0;
  bool last = true;
  for (auto a = std::rbegin(hits); a != std::rend(hits); ++a, last = false)
    later = (*a * (last ? 1 - d : 1) + (1 - *a) * d * later) / (1 - (1 - *a) * (1 - d));
  return later;
}

Answer with_retreat(Scenario scenario, Side side, int round) {
  scenario.side(side).policy["retreat"] = RetreatTiming{round, {}};
  return ask(scenario);
}

// --- 0 dice and numbers

RULES_CASE("RULES 0: a die hits at its value or above, the face 0 is a 10") {
  CHECK(ask_one_round("carrier", "cruiser").force(kDefender, "1 cruiser") == worked(0.8));
  CHECK(ask_one_round("ws", "cruiser").force(kDefender, "nothing") == worked(1 - 0.2 * 0.2 * 0.2));
}
RULES_CASE("RULES 0: no automatic miss: a value of 1 or less always hits") {
  // 3 with +2: three hits for sure
  CHECK(ask_one_round("ws, +commander_rickar_rickani", "3 cruiser").force(kDefender, "nothing") ==
        worked(1));
}
RULES_CASE("RULES 0: no automatic hit: a value above 10 never hits") {
  // Bombardment 8 with -4 (Bunker) needs 12.
  CHECK(ask("invasion", "l1z1x: mech, infantry", "infantry, +ac_bunker").win() ==
        worked(ask("ground", "l1z1x: mech, infantry", "infantry").win()));
}
RULES_CASE("RULES 0: combat modifiers do not touch unit abilities") {
  // Fragile: barrage 9 (x2) stays, combat 9 becomes 10.
  CHECK(ask("space", "jolnar: destroyer", "ff").win() == worked(0.36 + 0.64 * duel(0.1, 0.2).win));
  // Unrelenting: bombardment 4 (x2) stays.
  CHECK(ask("invasion", "sardakk: dn, infantry", "infantry").win() ==
        worked(1 - 0.09 + 0.09 * duel(0.4, 0.3).win));
  // Nebula: not space cannon, not barrage, not the ground.
  CHECK(ask("space", "cruiser", "cruiser, pds", {"anomaly_nebula"}).win() ==
        worked(0.5 * duel(0.4, 0.5).win));
  CHECK(ask("space", "ff", "destroyer", {"anomaly_nebula"}).win() ==
        worked(0.64 * duel(0.2, 0.3).win));
  CHECK(ask("ground", "infantry", "infantry", {"anomaly_nebula"}).win() == worked(kTroops));
}
RULES_CASE("RULES 0: effects that name unit abilities do not touch combat rolls") {
  CHECK(ask("space",
            "cruiser, +commander_ta_zern, +commander_trrakan_aun_zulok, +tech_plasma_scoring",
            "cruiser")
            .win() == worked(kCruisers));
}
RULES_CASE("RULES 0: one ability rerolls a die once, two abilities may each reroll it") {
  const auto rerolled = [](int times) { return 1 - std::pow(0.6, times + 1); };
  CHECK(ask_one_round("letnev: cruiser, +ability_munitions_reserves", "cruiser")
            .force(kDefender, "nothing") == worked(rerolled(1)));
  CHECK(ask_one_round("cruiser, +pn_war_funding", "cruiser").force(kDefender, "nothing") ==
        worked(rerolled(1)));
  // The law's crown adds nothing, the relic 1: the third roll of the die misses with 0.6 or 0.5.
  CHECK(ask_one_round("cruiser, +pn_war_funding, +law_crown_of_thalnos@cruiser", "cruiser")
            .force(kDefender, "nothing") == worked(rerolled(2)));
  const Answer twice =
      ask_one_round("cruiser, +pn_war_funding, +relic_crown_of_thalnos@cruiser", "cruiser");
  CHECK(twice.force(kDefender, "nothing") == worked(1 - 0.6 * 0.6 * 0.5));
  // Its unit is lost where all three miss, or to the enemy's hit.
  CHECK(twice.force(kAttacker, "nothing") == worked(1 - (1 - 0.6 * 0.6 * 0.5) * 0.6));
}
RULES_CASE("RULES 0, 9.21: an ability that rolled a die again leaves it after a forced throw") {
  // Both of two PDS hit with 9/16 and are thrown again; of these hits a third were rolled again
  // before, so a die hits with (2 * 0.75 + 0.5) / 3 the second time.
  const double each = 2.0 / 3, forced = 9.0 / 16;
  const Answer two = ask("space", "3 cruiser, +ac_scramble_frequency", "2 pds, +commander_ta_zern");
  CHECK(two.force(kAttacker, "1 cruiser") == worked(forced * each * each));
  CHECK(two.force(kAttacker, "2 cruiser") == worked(6.0 / 16 + forced * 2 * each * (1 - each)));
  // 3 cruisers, hits 0.64 each with Munitions Reserves, expected 1.92
  const Answer round = ask_one_round("letnev: 3 cruiser, +ability_munitions_reserves",
                                     "4 cruiser, +pn_war_funding_omega");
  const double hit = 0.64, again = (0.4 * 0.64 + 0.24 * 0.4) / hit;
  const double two_hit = 3 * hit * hit * (1 - hit), three_hit = hit * hit * hit;
  // The die that missed twice has been rolled again too.
  const double none = two_hit * (1 - again) * (1 - again) * 0.6 +
                      three_hit * (1 - again) * (1 - again) * (1 - again) +
                      (1 - hit) * (1 - hit) * (1 - hit);
  CHECK(round.force(kDefender, "4 cruiser") == worked(none));
}
RULES_CASE("RULES 0: modifiers stay on a rerolled die") {
  CHECK(ask_one_round("letnev: cruiser, +ability_munitions_reserves, +ac_morale_boost", "cruiser")
            .force(kDefender, "nothing") == worked(0.75));
}

// --- 2 space cannon offense

RULES_CASE("RULES 2: the active player fires first, and a unit destroyed by it does not fire") {
  // Loncara Ssodu (5 x3, range) against a cruiser of a player with PDS: the PDS still fires,
  // whatever was hit.
  CHECK(ask("space", "xxcha: flagship!", "cruiser, pds").win() ==
        worked(0.936 * 0.5 + 0.064 * 0.5 * duel(0.64, 0.4).win));
  // Both have the flagship, damaged: the attacker's three dice come first and the defender's is
  // gone before it fires.
  const double dead = 1 - std::pow(0.4, 3);
  CHECK(ask("space", "xxcha: flagship!", "xxcha: flagship!").win() ==
        worked(dead + (1 - dead) * (1 - dead) * duel(0.64, 0.64).win));
}
RULES_CASE(
    "RULES 2: space cannon hits go to ships of the owner's choice, fighters included, never to "
    "cargo") {
  const Answer answer = ask("space", "carrier, ff, infantry", "pds");
  CHECK(answer.force(kAttacker, "1 carrier, 1 infantry") == worked(0.5));
  CHECK(answer.units(kAttacker, "infantry") == worked(1));
}
RULES_CASE("RULES 2: sustain damage may cancel space cannon hits and direct hit may answer it") {
  CHECK(ask("space", "dn", "pds").force(kAttacker, "1 dreadnought (1 damaged)") == worked(0.5));
  CHECK(ask("space", "dn", "pds, +ac_direct_hit").force(kAttacker, "nothing") == worked(0.5));
}
RULES_CASE("RULES 2: cargo of a carrier lost to space cannon is removed at once") {
  // The lone carrier takes its troops along (0.5). Otherwise both land; the PDS kills at most one,
  // the other has the planet.
  CHECK(ask("conquest", "carrier, 2 infantry", "pds").win() == worked(0.5));
}
RULES_CASE("RULES 2: no ships left after space cannon: no space combat") {
  const Answer answer = ask("space", "cruiser", "pds, ff2");
  CHECK(answer.lose() == worked(0.5 + 0.5 * duel(0.3, 0.4).win));
}
RULES_CASE("RULES 2: floating factories cannot be hit") {
  CHECK(ask("space", "2 cruiser", "saar: cruiser, space dock").p ==
        ask("space", "2 cruiser", "saar: cruiser").p);
}
RULES_CASE("RULES 2: solar flare, myru vos and quetzecoatl do not stop space cannon defense") {
  CHECK(ask("conquest", "carrier, infantry, +ac_solar_flare", "infantry, pds").win() ==
        worked(0.5 * kTroops));
  CHECK(ask("conquest", "carrier, infantry, +agent_myru_vos", "infantry, pds").win() ==
        worked(0.5 * kTroops));
  CHECK(ask("conquest", "argent: flagship, infantry", "infantry, pds").win() ==
        worked(0.5 * kTroops));
}
RULES_CASE("RULES 2: l4 disruptors stop the defense step only") {
  CHECK(ask("conquest", "letnev: carrier, infantry, +tech_l4_disruptors", "infantry, pds").win() ==
        worked(0.5 * kTroops));
}

// --- 3.1 start of combat

RULES_CASE("RULES 3.1: ships lost at the start of combat do not roll barrage") {
  // The splicer takes the destroyer before its barrage: the fighter fights it no more.
  CHECK(ask("space", "ff, +tech_dimensional_splicer", "destroyer").win() == worked(1));
}
RULES_CASE(
    "RULES 3.1: assault cannon: attacker first, counted when it resolves, no sustain, no cancel") {
  CHECK(odds_distance(
            ask("space", "3 cruiser, +tech_assault_cannon", "3 cruiser, +tech_assault_cannon"),
            ask("space", "3 cruiser", "2 cruiser")) < 1e-12);
  CHECK(ask("space", "3 cruiser, +tech_assault_cannon", "dn, +ac_shields_holding").win() ==
        worked(1));
}
RULES_CASE("RULES 3.1: assault cannon counts ships that came first") {
  // Keleres' hero brings a flagship and two cruisers in the same window, before the cannon.
  CHECK(
      odds_distance(
          ask("space", "keleres: cruiser, +hero_kuuasi_aun_jalatai, +tech_assault_cannon", "2 dn"),
          ask("space", "keleres: flagship, 3 cruiser", "dn")) < 1e-12);
}
RULES_CASE("RULES 3.1: assault cannon counts Z-Grav Eidolons") {
  CHECK(
      odds_distance(ask("space", "naaz_rokha: 2 carrier, mech, +tech_assault_cannon", "2 cruiser"),
                    ask("space", "naaz_rokha: 2 carrier, mech", "cruiser")) < 1e-12);
}
RULES_CASE("RULES 3.1: ambush dice are unmodified and may be sustained") {
  CHECK(ask("space", "mentak: cruiser", "cruiser", {"anomaly_nebula"}).win() ==
        worked(0.4 + 0.6 * duel(0.4, 0.5).win));
  // The dreadnought sustains an ambush hit.
  const double two =
      0.4 * 0.4 * duel(0.4, 0.6).win / (1 - 0.6 * 0.4);  // takes a second hit in a later round
  CHECK(ask("space", "mentak: cruiser", "dn").win() ==
        worked(0.4 * duel(0.4, 0.6).win + 0.6 * two));
}
RULES_CASE("RULES 3.1: only the ship that the splicer's owner picks may sustain") {
  // The cruiser is destroyed at once, so it is picked; the dreadnought cannot sustain for it.
  CHECK(odds_distance(ask("space", "2 cruiser, +tech_dimensional_splicer", "dn, cruiser"),
                      ask("space", "2 cruiser", "dn")) < 1e-12);
}
RULES_CASE("RULES 3.1: impulse core: the opponent picks a non-fighter ship") {
  CHECK(odds_distance(ask("space", "yin: dn, destroyer, +tech_impulse_core", "dn, ff2"),
                      ask("space", "yin: dn", "dn!, ff2")) < 1e-12);
}

// --- 3.2 barrage

RULES_CASE("RULES 3.2: barrage happens in the first round only") {
  CHECK(ask("space", "destroyer", "ff").win() == worked(0.36 + 0.64 * duel(0.2, 0.2).win));
}
RULES_CASE("RULES 3.2: barrage hits beyond the fighters are lost") {
  // Destroyer II: 6 (x3) against one fighter and a cruiser; only the fighter can die of it.
  const Answer answer = ask_one_round("destroyer2", "cruiser, ff2");
  CHECK(answer.units(kDefender, "cruiser") == worked(1 - 0.875 * 0.3));
}
RULES_CASE("RULES 3.2: both sides barrage at the same time") {
  // One destroyer and one fighter each side: fighters may die on both sides.
  const Answer answer = ask_one_round("destroyer, ff2", "destroyer, ff2");
  CHECK(answer.force(kDefender, "1 destroyer, 1 fighter") + answer.force(kDefender, "1 destroyer") +
            answer.force(kDefender, "nothing") ==
        worked(1));
  // Both fighters live (0.64 each way); the attacker makes no hit with destroyer (0.2) and fighter
  // (0.3).
  CHECK(answer.force(kDefender, "1 destroyer, 1 fighter") ==
        worked(0.64 * (0.64 * 0.8 * 0.7 + 0.36 * 0.8)));
}
RULES_CASE("RULES 3.2: non-fighters cannot sustain barrage hits, shields holding may cancel them") {
  CHECK(ask_one_round("destroyer", "dn, 2 ff2").hurt(kDefender, "dreadnought") == worked(0.2));
  // Both dice of the barrage hit: cancelled, two fighters are left for the round. One hits: the
  // card is kept, and saves the last fighter in the round.
  CHECK(ask_one_round("destroyer", "2 ff2, +ac_shields_holding").units(kDefender, "fighter") ==
        worked(0.04 * 1.8 + 0.32 * 1 + 0.64 * 1.8));
}
RULES_CASE("RULES 3.2: quantum manipulators may cancel barrage hits") {
  // One mech in space: a barrage hit on the fighter is sustained (0.32), but not the first of two,
  // since the second takes the fighter anyway; else a hit of the round.
  const Answer answer = ask_one_round("destroyer", "nomad: carrier, ff, mech");
  CHECK(answer.hurt(kDefender, "mech") == worked(0.32 + 0.68 * 0.2));
}
RULES_CASE("RULES 3.2: raid formation damages one ship for each surplus hit") {
  CHECK(ask_one_round("argent: destroyer", "2 dn", {}, "never")
            .force(kDefender, "2 dreadnought (2 damaged)") == worked(0.04 * 0.7));
}
RULES_CASE(
    "RULES 3.2: raid formation is not undone by cancelling hits, duranium may repair it the same "
    "round") {
  // Shields Holding cannot help against it, and is not spent on barrage hits that nobody must take:
  // it meets the combat hit.
  CHECK(ask_one_round("argent: destroyer", "dn, +ac_shields_holding", {}, "never")
            .force(kDefender, "1 dreadnought (1 damaged)") == worked(0.36));
  // Duranium Armor repairs the damage in round 1: the ship has not sustained.
  CHECK(ask_one_round("argent: destroyer", "dn, +tech_duranium_armor", {}, "never")
            .hurt(kDefender, "dreadnought") == worked(0));
}
RULES_CASE("RULES 3.2: raid formation: non-euclidean and metali void shielding do not help") {
  CHECK(ask_one_round("argent: destroyer", "letnev: dn, +tech_non_euclidean_shielding", {}, "never")
            .hurt(kDefender, "dreadnought") == worked(0.36 * 0.7));
  CHECK(ask_one_round("argent: destroyer", "dn, +relic_metali_void_shielding", {}, "never")
            .hurt(kDefender, "dreadnought") >= 0.36 * 0.7 - 1e-12);
}
RULES_CASE("RULES 3.2: waylay: barrage hits go to any ship and may be sustained") {
  CHECK(ask_one_round("destroyer, +ac_waylay", "dn").hurt(kDefender, "dreadnought") ==
        worked(0.32 * 0.8 + 0.64 * 0.2));
  CHECK(ask_one_round("destroyer, +ac_waylay", "dn").force(kDefender, "nothing") ==
        worked(0.04 + 0.32 * 0.2));
}
RULES_CASE(
    "RULES 3.2: waylay with raid formation: the excess damages first, then all hits are assigned") {
  // One hit damages the only dreadnought and then destroys it.
  CHECK(ask_one_round("argent: destroyer, +ac_waylay", "dn").force(kDefender, "nothing") ==
        worked(0.36));
}
RULES_CASE("RULES 3.2: strike wing alpha II kills infantry in space, not on planets") {
  CHECK(ask_one_round("2 carrier, infantry", "argent: destroyer2").units(kAttacker, "infantry") ==
        worked(0.8 * 0.8 * 0.8));
  CHECK(ask_one_round("argent: destroyer2", "2 carrier, infantry").units(kDefender, "infantry") ==
        worked(1));
  CHECK(ask("conquest", "argent: destroyer2, infantry", "carrier, 3 infantry")
            .units(kDefender, "infantry") > 2);
}
RULES_CASE("RULES 3.2: a side without ships after the barrage has lost") {
  CHECK(ask("space", "destroyer", "ff").rounds ==
        worked(0.64 / (1 - 0.64)));  // no round at all with 0.36
}

// --- 3.3, 3.6 retreat

RULES_CASE("RULES 3.3: the defender announces first, then the attacker may not") {
  Scenario both = scenario("space", "cruiser", "cruiser");
  for (Side side : kSides) both.side(side).policy["retreat"] = RetreatTiming{1, {}};
  CHECK(ask(both).chance(Outcome::defender_retreats) == worked(0.36));
  CHECK(ask(both).chance(Outcome::attacker_retreats) == worked(0));
}
RULES_CASE("RULES 3.3: the retreat happens after this round's hits") {
  const Answer answer = with_retreat(scenario("space", "cruiser", "cruiser"), kDefender, 1);
  CHECK(answer.win() == worked(0.24));
  CHECK(answer.draw() == worked(0.16));
  CHECK(answer.lose() == worked(0.24));
}
RULES_CASE(
    "RULES 3.3: rout forces the attacker to retreat, intercept cancels a retreat for one round") {
  CHECK(ask("space", "cruiser", "cruiser, +ac_rout").chance(Outcome::attacker_retreats) ==
        worked(0.36));
  CHECK(with_retreat(scenario("space", "cruiser, +ac_intercept", "cruiser"), kDefender, 1)
            .chance(Outcome::defender_retreats) == worked(0.36 * 0.36));
}
RULES_CASE("RULES 3.3: rout forces one announcement: once it is intercepted the attacker stays") {
  const Answer stays = ask("space", "2 cruiser", "2 cruiser");
  const Answer voided = ask("space", "2 cruiser", "2 cruiser, +ac_rout, +ac_intercept");
  CHECK(voided.win() == worked(stays.win()));
  CHECK(voided.chance(Outcome::attacker_retreats) == worked(0));
  // Who planned to leave later leaves then: the card is spent.
  const Scenario planned = scenario("space", "2 cruiser", "2 cruiser, +ac_rout, +ac_intercept");
  CHECK(with_retreat(planned, kAttacker, 2).chance(Outcome::attacker_retreats) ==
        worked(with_retreat(scenario("space", "2 cruiser", "2 cruiser"), kAttacker, 2)
                   .chance(Outcome::attacker_retreats)));
}
RULES_CASE("RULES 3.3: skilled retreat is no retreat: intercept cannot stop it") {
  CHECK(ask("space", "cruiser, +ac_skilled_retreat", "cruiser, +ac_intercept").draw() ==
        worked(0.16 + 0.36));
}
RULES_CASE("RULES 3.6: a retreat is called off when the enemy has no ships left") {
  CHECK(ask_one_round("cruiser", "cruiser").win() == worked(0.24));
}
RULES_CASE("RULES 3.6: fighters need capacity to retreat, fighter II move alone") {
  const Answer plain = ask_one_round("cruiser, ff", "carrier");
  // Nothing carries it, whether it retreats or wins
  CHECK(plain.units(kAttacker, "fighter") == worked(0));
  // The carrier is not hit with 0.6 * 0.7: then they leave. The fighter II is only lost to the
  // carrier's hit.
  CHECK(ask_one_round("cruiser, ff2", "carrier").chance(Outcome::attacker_retreats) ==
        worked(0.6 * 0.7));
  CHECK(ask_one_round("cruiser, ff2", "carrier").units(kAttacker, "fighter") == worked(0.8));
}
RULES_CASE("RULES 3.6: ships that leave a gravity rift are removed on 1 to 3, with their cargo") {
  const Answer answer = with_retreat(
      scenario("space", "carrier, infantry", "carrier", {"anomaly_gravity_rift"}), kAttacker, 1);
  CHECK(answer.units(kAttacker, "infantry") == worked(0.2 * 0.8 + 0.64 * 0.7));
}
RULES_CASE("RULES 3.6: fighters alone can win, and are then removed where nothing carries them") {
  const Answer answer = ask("space", "2 ff", "carrier");
  CHECK(answer.win() == worked(outlasts({0.36, 0.2}, 0.2)));
  CHECK(answer.units(kAttacker, "fighter") == worked(0));
  // A space dock shelters three
  CHECK(ask("space", "carrier", "3 ff, space dock").units(kDefender, "fighter") > 1);
}
RULES_CASE("RULES 3.6: capacity does not matter during the combat") {
  CHECK(ask("space", "2 cruiser, 6 ff", "3 cruiser").p ==
        ask("space", "2 cruiser, 6 ff", "3 cruiser, 2 infantry").p);
  CHECK(ask("space", "cruiser, 2 ff", "cruiser").win() ==
        worked(outlasts({1 - 0.64 * 0.6, 1 - 0.8 * 0.6, 0.4}, 0.4)));
}
RULES_CASE("RULES 3.6: the loser's troops in the space area are removed") {
  CHECK(ask("space", "carrier, 2 infantry", "cruiser").units(kAttacker, "infantry") ==
        worked(2 * ask("space", "carrier", "cruiser").win()));
}
RULES_CASE("RULES 3.6: both sides gone is a draw") {
  CHECK(ask("space", "cruiser", "cruiser").draw() == worked(0.16 / 0.64));
}
RULES_CASE("RULES 3.6: end-of-round effects do not reach a side that has retreated") {
  // Devotion finds nobody: with and without it the retreating dreadnought is the same.
  const Answer with = with_retreat(
      scenario("space", "yin: cruiser, destroyer, +ability_devotion", "dn"), kDefender, 1);
  const Answer without =
      with_retreat(scenario("space", "yin: cruiser, destroyer", "dn"), kDefender, 1);
  CHECK(distance(with, without) < 1e-12);
}
RULES_CASE("RULES 3.6: end-of-round repairs do not reach own ships that have just retreated") {
  // The cruiser lives (0.4) and hits (0.4): the dreadnought leaves damaged; Emergency Repairs are
  // for the active system.
  CHECK(ask_one_round("dn, +ac_emergency_repairs", "cruiser").hurt(kAttacker, "dreadnought") ==
        worked(0.4 * 0.4));
  // Heaven's Eye: two dice at 5 leave the cruiser with 0.16.
  Scenario marked = scenario("space", "firmament: flagship", "cruiser");
  marked.side(kAttacker).effects.push_back({"firmament_flagship", {}, 1, {}});
  CHECK(with_retreat(marked, kAttacker, 1).hurt(kAttacker, "flagship") == worked(0.16 * 0.4));
}
RULES_CASE("RULES 3.6: where nobody can ever lose a ship the attacker gives way") {
  // Non-Euclidean Shielding and Duranium Armor on both sides: one hit a round, which is repaired in
  // the next.
  const std::string fleet = "letnev: 2 dn, +tech_non_euclidean_shielding, +tech_duranium_armor";
  const Answer answer = ask("space", fleet, fleet);
  CHECK(answer.chance(Outcome::attacker_retreats) > 0.999);
}

// --- 3.4 roll

RULES_CASE("RULES 3.4: ground forces in the space area do not fight") {
  CHECK(ask("space", "carrier, 3 infantry", "cruiser").win() == worked(duel(0.2, 0.4).win));
}
RULES_CASE(
    "RULES 3.4: salai sai corian counts the enemy's non-fighter ships at each roll, none against "
    "fighters") {
  CHECK(ask("space", "winnu: flagship", "2 ff").lose() == worked(1));
  CHECK(ask_one_round("winnu: flagship", "3 cruiser, 2 ff2").units(kDefender, "fighter") ==
        worked(2 * 0.216 + 1 * 3 * 0.4 * 0.36));
  // Two cruisers: two dice; one cruiser: one die.
  CHECK(ask_one_round("winnu: flagship", "2 cruiser").force(kDefender, "2 cruiser") ==
        worked(0.36));
}
RULES_CASE("RULES 3.4: salai sai corian counts Nekro ground forces that fight as ships") {
  // Flagship and two infantry: three dice. No hit with 0.216.
  const Answer answer = ask_one_round("winnu: flagship", "nekro: flagship, 2 infantry");
  CHECK(answer.force(kDefender, "1 flagship, 2 infantry") == worked(0.216));
}
RULES_CASE("RULES 3.4: hylarim: a natural 9 or 10 adds two hits to the die's own") {
  CHECK(ask_one_round("jolnar: flagship", "6 cruiser").force(kDefender, "nothing") == worked(0.04));
}
RULES_CASE("RULES 3.4: thundarian: all hits are discarded and both roll again in the same round") {
  CHECK(ask("space", "cruiser, +agent_the_thundarian", "cruiser").win() ==
        worked(0.24 + 0.36 * kCruisers + 0.24 * (0.24 + 0.36 * kCruisers)));
  // One-round boosts stay for the second roll.
  CHECK(ask("space", "cruiser, +agent_the_thundarian, +ac_morale_boost", "cruiser").win() ==
        worked(0.3 + 0.3 * kCruisers + 0.2 * (0.3 + 0.3 * kCruisers)));
}
RULES_CASE(
    "RULES 3.4: crown of thalnos: a unit that rerolled and still misses is destroyed, the relic "
    "adds 1") {
  for (const auto& [crown, still_misses] :
       {std::pair{"relic_crown_of_thalnos", 0.7}, std::pair{"law_crown_of_thalnos", 0.8}}) {
    Scenario risky = scenario("space", "ff", "cruiser");
    risky.side(kAttacker).effects.push_back({crown, {}, {}, "fighter"});
    CHECK(ask(risky).lose() == worked(0.8 * still_misses));
  }
}
RULES_CASE("RULES 3.4: crown of thalnos: a unit of several dice is safe if one hit") {
  // The war sun risks its misses: it dies only if all three dice miss twice: (0.2 * 0.1)^3.
  Scenario risky = scenario("space", "ws", "carrier");
  risky.side(kAttacker).effects.push_back({"relic_crown_of_thalnos", {}, {}, "war_sun"});
  risky.side(kAttacker).policy["retreat"] = RetreatTiming{1, {}};
  CHECK(ask(risky).force(kAttacker, "nothing") == worked(std::pow(0.2 * 0.1, 3)));
}

// --- 3.5 assign hits

RULES_CASE("RULES 3.5: direct hit answers each sustain before the next") {
  // Two hits on two dreadnoughts, one card: the first that sustains is destroyed, the other one
  // sustains.
  const Answer answer = ask_one_round("2 cruiser, +ac_direct_hit", "2 dn");
  CHECK(answer.force(kDefender, "1 dreadnought (1 damaged)") == worked(0.16));
  CHECK(answer.force(kDefender, "1 dreadnought") == worked(0.48));
  CHECK(ask_one_round("2 cruiser, +ac_direct_hit x2", "2 dn").force(kDefender, "nothing") ==
        worked(0.16));
}
RULES_CASE("RULES 3.5: both sides lose ships at the same time, excess hits are lost") {
  CHECK(ask("space", "ws!", "cruiser").draw() == worked(0.992 * 0.4 / (1 - 0.008 * 0.6)));
}
RULES_CASE("RULES 3.5: duranium works without hits and not on the ship that sustained") {
  CHECK(ask_one_round("dn!, +tech_duranium_armor", "carrier").force(kAttacker, "1 dreadnought") ==
        worked(0.8));
  CHECK(ask_one_round("dn, +tech_duranium_armor", "carrier")
            .force(kAttacker, "1 dreadnought (1 damaged)") == worked(0.2));
}
RULES_CASE("RULES 3.5: duranium repairs one unit a round") {
  CHECK(ask_one_round("2 dn (2 damaged), +tech_duranium_armor", "carrier")
            .force(kAttacker, "2 dreadnought (1 damaged)") == worked(0.8));
}
RULES_CASE("RULES 3.5: duranium works in ground combat") {
  CHECK(ask("ground", "mech!, +tech_duranium_armor", "infantry").win() >
        ask("ground", "mech!", "infantry").win() + 0.01);
}
RULES_CASE("RULES 3.5: a damaged unit fights at full strength") {
  CHECK(ask_one_round("dn!", "cruiser").force(kDefender, "nothing") == worked(0.6));
}
RULES_CASE("RULES 3.5: one sustain per unit and assignment even if it is repaired in between") {
  // Dynamo pays for its own sustain; two hits at once still destroy it.
  Scenario paid = scenario("space", "empyrean: flagship", "2 cruiser");
  paid.side(kAttacker).effects.push_back({"empyrean_flagship", {}, 5, {}});
  paid.side(kAttacker).policy["retreat"] = RetreatTiming{1, {}};
  CHECK(ask(paid).force(kAttacker, "nothing") == worked(0.16));
  CHECK(ask(paid).force(kAttacker, "1 flagship") == worked(0.84));
}
RULES_CASE("RULES 3.5: units that are blocked from sustaining") {
  CHECK(ask_one_round("mentak: flagship", "dn").force(kDefender, "nothing") == worked(0.64));
  CHECK(ask("ground", "mentak: mech", "mech").win() == worked(outlasts({0.5, 0.5}, 0.5)));
  CHECK(ask_one_round("cruiser", "ws", {"law_publicize_weapon_schematics"})
            .force(kDefender, "nothing") == worked(0.4));
  CHECK(ask_one_round("cruiser", "dn", {"anomaly_entropic_scar"}).force(kDefender, "nothing") ==
        worked(0.4));
}
RULES_CASE("RULES 3.5: the fourth moon blocks sustains only while it is there") {
  // The flagship is destroyed in a round in which it hits: the hits of that round cannot be
  // sustained; later ones can.
  CHECK(ask("space", "mentak: flagship!", "dn").win() == worked(duel(0.64, 0.6).win));
}
RULES_CASE(
    "RULES 3.5: direct hit does not touch mechs, immune units or a quantum manipulator's sustain") {
  CHECK(ask("ground", "infantry, +ac_direct_hit", "mech").p == ask("ground", "infantry", "mech").p);
  CHECK(ask_one_round("cruiser, +ac_direct_hit", "dn2").hurt(kDefender, "dreadnought") ==
        worked(0.4));
  CHECK(ask_one_round("cruiser, +ac_direct_hit", "nomad: carrier, mech")
            .force(kDefender, "1 carrier, 1 mech (1 damaged)") == worked(0.4));
}
RULES_CASE("RULES 3.5: direct destruction is no hit: no sustain, no cancel") {
  CHECK(ask("space", "3 cruiser, +tech_assault_cannon", "dn, +agent_tellurian").win() == worked(1));
  // Courageous to the End against a dreadnought: destroyed, not damaged.
  const Answer answer = ask("space", "ff, +ac_courageous_to_the_end", "dn!, +ac_shields_holding");
  CHECK(answer.draw() > 0.3);
}
RULES_CASE("RULES 3.5: reflective shielding's two hits join the pool of the round") {
  // Whether it hits or is hit, the cruiser dies.
  CHECK(ask("space", "dn, +ac_reflective_shielding", "cruiser").win() == worked(1));
  // One sustain takes two carriers, even if a second hit then destroys the dreadnought.
  CHECK(ask_one_round("dn, +ac_reflective_shielding", "2 carrier").force(kDefender, "nothing") ==
        worked(1 - 0.8 * 0.8));
}
RULES_CASE("RULES 3.5: brother milor puts fighters back into a side that was wiped out") {
  CHECK(ask("space", "cruiser, +agent_brother_milor", "cruiser").draw() <
        1e-12 + ask("space", "cruiser", "cruiser").draw());
  CHECK(ask("space", "cruiser, +agent_brother_milor", "cruiser").win() ==
        worked((0.4 + 0.24 * outlasts({0.36, 0.2}, 0.4)) / 0.64));
}
RULES_CASE("RULES 3.5: sleeper cell puts a ship back into a side that was wiped out") {
  CHECK(ask("space", "mentak: cruiser, +hero_ipswitch", "cruiser").draw() == worked(0));
}
RULES_CASE("RULES 3.5: van hauge takes all ships along, normally a draw") {
  const Answer answer = ask("space", "yin: flagship!", "3 cruiser");
  CHECK(answer.lose() == worked(0));
  CHECK(answer.win() + answer.draw() == worked(1));
}

// --- 4 invasion

RULES_CASE("RULES 4.1: bombardment: structures are never hit, excess is lost, mechs may sustain") {
  const Answer answer = ask("invasion", "ws, infantry", "infantry, space dock");
  CHECK(answer.win() == worked(0.992 + 0.008 * kTroops));
  CHECK(
      ask("invasion", "dn, infantry", "mech").win() ==
      worked(0.6 * duel(0.3, 0.5).win + 0.4 * (0.3 * 0.5 * duel(0.3, 0.5).win) / (1 - 0.7 * 0.5)));
}
RULES_CASE("RULES 4.1: hel-titans are hit by bombardment and may sustain") {
  // A war sun switches the shield off. Hel-Titan I fights at 7.
  const Answer answer = ask("invasion", "ws, infantry", "titans: pds");
  const double three = 0.8 * 0.8 * 0.8, none = 0.008, one = 3 * 0.8 * 0.04;
  CHECK(answer.draw() + answer.win() + answer.lose() == worked(1));
  CHECK(answer.lose() < none + one + 1e-12);
  CHECK(three < answer.win() + answer.draw());
}
RULES_CASE("RULES 4.1: planetary shield stops bombardment") {
  CHECK(ask("invasion", "2 dn, infantry", "infantry, pds").win() == worked(0.5 * kTroops));
  CHECK(ask("invasion", "dn, infantry", "arborec: mech").win() ==
        worked(ask("ground", "infantry", "arborec: mech").win()));
}
RULES_CASE("RULES 4.1: a war sun or arc secundus switches shields off for all bombarding units") {
  CHECK(ask("invasion", "ws, infantry", "infantry, pds").win() ==
        worked(0.5 * (0.992 + 0.008 * kTroops)));
  CHECK(ask("invasion", "letnev: flagship, infantry", "infantry, pds").win() ==
        worked(0.5 * (1 - 0.064 + 0.064 * kTroops)));
  CHECK(ask("invasion", "ws, dn, infantry", "infantry, pds").win() ==
        worked(0.5 * (1 - 0.008 * 0.4 + 0.008 * 0.4 * kTroops)));
}
RULES_CASE("RULES 4.1: 2RAM ignores shields, disable removes them with the space cannon") {
  CHECK(ask("invasion", "dn, infantry, +commander_2ram", "infantry, pds").win() ==
        worked(0.5 * (0.6 + 0.4 * kTroops)));
  CHECK(ask("invasion", "dn, infantry, +ac_disable", "infantry, pds").win() ==
        worked(0.6 + 0.4 * kTroops));
}
RULES_CASE("RULES 4.1: harrow is blocked by planetary shield") {
  CHECK(ask("invasion", "l1z1x: dn, infantry", "infantry, pds").win() == worked(0.5 * kTroops));
}
RULES_CASE("RULES 4.1: bunker and blitz last the whole invasion, harrow included") {
  // Bombardment 0.2, then rounds that end with Harrow at 0.2.
  const double stands = 0.7 * 0.8;
  CHECK(ask("invasion", "l1z1x: dn, infantry", "infantry, +ac_bunker").win() ==
        worked(0.2 + 0.8 * 0.7 * (1 - stands) / (1 - 0.7 * stands)));
  // Blitz: a cruiser bombards at 6, and harrows.
  const double after = 0.7 * 0.5;
  CHECK(ask("invasion", "l1z1x: cruiser, infantry, +ac_blitz", "infantry").win() ==
        worked(0.5 + 0.5 * 0.7 * (1 - after) / (1 - 0.7 * after)));
}
RULES_CASE("RULES 4.2: parley sends the troops back, ragh's call empties a saar planet") {
  const Answer parley = ask("invasion", "3 infantry", "infantry, pds, +ac_parley");
  CHECK(parley.lose() == worked(1));
  CHECK(parley.units(kAttacker, "infantry") == worked(3));
  CHECK(ask("invasion", "infantry, +pn_raghs_call", "saar: 4 infantry, pds").win() == worked(0.5));
}
RULES_CASE(
    "RULES 4.3: space cannon defense fires once at the troops that land, mechs may sustain") {
  CHECK(ask("invasion", "infantry", "infantry, 2 pds").win() == worked(0.25 * kTroops));
  CHECK(ask("invasion", "mech", "infantry, pds").win() ==
        worked(0.5 * duel(0.5, 0.3).win + 0.5 * outlasts({0.5, 0.5}, 0.3)));
}
RULES_CASE("RULES 4.3: moll terminus: no sustain against the landing shots") {
  // The defender's mech forbids it: a PDS hit destroys the landing mech.
  CHECK(ask("invasion", "mech", "mentak: mech, pds").win() ==
        worked(0.5 * ask("ground", "mech", "mentak: mech").win()));
}
RULES_CASE("RULES 4.3: plasma scoring and maneuvering jets work at the landing") {
  CHECK(ask("invasion", "infantry", "infantry, pds, +tech_plasma_scoring").win() ==
        worked(0.25 * kTroops));
  CHECK(ask("invasion", "infantry, +ac_maneuvering_jets", "infantry, pds").win() ==
        worked(kTroops));
}
RULES_CASE("RULES 4.3: awakened titans are placed, not landed: no target") {
  // The PDS shoots at the infantry only.
  const Answer answer = ask("invasion", "titans: infantry, +ability_awaken x1", "infantry, pds");
  const Answer without_infantry = ask("ground", "titans: pds", "infantry"),
               with_infantry = ask("ground", "titans: infantry, pds", "infantry");
  CHECK(answer.win() == worked(0.5 * without_infantry.win() + 0.5 * with_infantry.win()));
}
RULES_CASE("RULES 4.3: all landed units dead: no ground combat") {
  CHECK(ask("invasion", "infantry", "infantry, pds").rounds == worked(0.5 / 0.51));
}
RULES_CASE("RULES 4.4: a side without ground forces after a start effect has lost at once") {
  CHECK(ask("ground", "yin: infantry, +ability_indoctrination", "infantry").win() == worked(1));
  CHECK(ask("ground", "infantry", "infantry, pds, +tech_magen_defense_grid_omega").lose() ==
        worked(1));
}
RULES_CASE("RULES 4.4: claire gibson needs a ground combat") {
  // The bombardment has ended it with 0.6.
  CHECK(ask("invasion", "dn, infantry", "infantry, +commander_claire_gibson").win() ==
        worked(0.6 + 0.4 * ask("ground", "infantry", "2 infantry").win()));
}
RULES_CASE("RULES 4.4: valkyrie particle weave: one more hit if the opponent hit") {
  CHECK(ask("ground", "infantry, +tech_valkyrie_particle_weave", "infantry").lose() == worked(0));
}
RULES_CASE("RULES 4.4: valkyrie exoskeleton: each sustain hits in the same round") {
  CHECK(ask("ground", "sardakk: mech", "infantry").win() == worked(1));
}
RULES_CASE("RULES 4.4: x-89 doubles bombardment and ground combat hits") {
  CHECK(ask("ground", "infantry, +tech_x89_bacterial_weapon_omega2", "2 infantry").win() ==
        worked(0.3 * 0.49 / (1 - 0.7 * 0.49)));
  CHECK(ask("invasion", "dn, infantry, +tech_x89_bacterial_weapon_omega2", "2 infantry").win() ==
        worked(0.6 + 0.4 * 0.3 * 0.49 / (1 - 0.7 * 0.49)));
  // Not in space.
  CHECK(ask("space", "cruiser, +tech_x89_bacterial_weapon_omega2", "2 cruiser").p ==
        ask("space", "cruiser", "2 cruiser").p);
}
RULES_CASE("RULES 4.4: harrow can make a draw of a lost combat, and plasma scoring joins it") {
  CHECK(ask("invasion", "l1z1x: dn, infantry", "infantry").draw() ==
        worked(0.4 * 0.3 * 0.72 / (1 - 0.7 * 0.28)));
  // Two dice at 0.6 in the bombardment and after every round.
  const double stands = 0.7 * 0.16;
  CHECK(ask("invasion", "l1z1x: dn, infantry, +tech_plasma_scoring", "infantry").win() ==
        worked(0.84 + 0.16 * 0.7 * (1 - stands) / (1 - 0.7 * stands)));
}
RULES_CASE("RULES 4.4: annihilators bombard while they are not in the ground combat") {
  // They land with the others after the bombardment: 0.3 each before it, none with Harrow.
  CHECK(ask("invasion", "l1z1x: mech", "infantry").win() ==
        worked(0.3 + 0.7 * outlasts({0.5, 0.5}, 0.3)));
}
RULES_CASE("RULES 4.4: both wiped out is a draw, the defender keeps the planet") {
  CHECK(ask("invasion", "infantry", "infantry").draw() == worked(0.09 / 0.51));
}
RULES_CASE("RULES 4.4: fighters committed by the matriarch cannot take the planet by themselves") {
  Scenario keeping = scenario("invasion", "naalu: flagship, 3 ff, infantry", "infantry");
  keeping.side(kAttacker).policy["losses"] = Names{"infantry"};
  const Answer answer = ask(keeping);
  CHECK(answer.draw() > 0);
  // The infantry is given up first: the attacker wins only if it was never hit: q = a * 0.7 + (1 -
  // a) * 0.7 * q with four dice at 0.3.
  const double a = 1 - std::pow(0.7, 4);
  CHECK(answer.win() == worked(a * 0.7 / (1 - (1 - a) * 0.7)));
}
RULES_CASE("RULES 4.5: only structures: they shoot, then control changes") {
  const Answer answer = ask("invasion", "infantry", "pds, space dock");
  CHECK(answer.win() == worked(0.5));
  CHECK(answer.units(kDefender, "pds") == worked(0.5));
  CHECK(answer.units(kDefender, "space_dock") == worked(0.5));
}

// --- 5 special assignment rules

RULES_CASE(
    "RULES 5: restricted hits fall on non-fighters, free hits on anything, the rest on fighters") {
  const Answer answer = ask_one_round("l1z1x: flagship", "cruiser, 2 ff2");
  CHECK(answer.force(kDefender, "1 fighter") == worked(0.36));
  CHECK(answer.force(kDefender, "2 fighter") == worked(0.48));
  CHECK(answer.force(kDefender, "1 cruiser, 2 fighter") == worked(0.16));
}
RULES_CASE("RULES 5: a non-fighter ship may sustain a restricted hit") {
  CHECK(ask("space", "dn, 2 ff2", "pds, +tech_graviton_laser_system")
            .force(kAttacker, "1 dreadnought (1 damaged), 2 fighter") == worked(0.5));
}
RULES_CASE("RULES 5: eidolon maximum takes no hits of unit abilities, whoever else is there") {
  // Two space cannons at 6 shoot at it in vain.
  CHECK(ask("invasion", "naaz_rokha: 4 mech, +breakthrough_absolute_synergy", "infantry, 2 pds")
            .win() == worked(1));
}
RULES_CASE(
    "RULES 5: quantum manipulators sustain in space combat, not against space cannon, and duranium "
    "does "
    "not repair them there") {
  CHECK(ask("space", "nomad: cruiser2, mech", "pds").force(kAttacker, "nothing") == worked(0.5));
  const Answer answer = ask_one_round("nomad: cruiser2, mech!, +tech_duranium_armor", "carrier");
  CHECK(answer.force(kAttacker, "1 cruiser, 1 mech (1 damaged)") == worked(0.8));
}

// --- 6 printings, 7 Thunder's Edge, 8 open questions

RULES_CASE("RULES 6: the newest printing is meant unless an older id is given") {
  CHECK(distance(ask("ground", "infantry, +x-89 bacterial weapon", "2 infantry"),
                 ask("ground", "infantry, +tech_x89_bacterial_weapon_omega2", "2 infantry")) <
        1e-12);
  CHECK(distance(ask("ground", "2 infantry", "infantry, pds, +magen defense grid"),
                 ask("ground", "2 infantry", "infantry, pds, +tech_magen_defense_grid_omega2")) <
        1e-12);
  CHECK(distance(ask("space", "cruiser, +war funding", "cruiser"),
                 ask("space", "cruiser, +pn_war_funding_omega", "cruiser")) < 1e-12);
  CHECK(distance(ask("ground", "infantry, +greyfire mutagen", "2 infantry"),
                 ask("ground", "infantry, +pn_greyfire_mutagen_omega", "2 infantry")) < 1e-12);
}
RULES_CASE("RULES 6: magen: war suns stop the original, not the later printings") {
  CHECK(ask("invasion", "ws, infantry, +ac_disable", "infantry, pds, +tech_magen_defense_grid")
            .win() == worked(0.992 + 0.008 * kTroops));
  CHECK(
      ask("invasion", "ws, infantry, +ac_disable", "infantry, pds, +tech_magen_defense_grid_omega")
          .win() == worked(0.992));
}
RULES_CASE("RULES 6: naalu mechs by printing") {
  CHECK(ask("ground", "naalu: mech", "infantry").win() == worked(outlasts({0.5, 0.5}, 0.3)));
  // Omega: no barrage against units in its system.
  const Scenario shielded =
      scenario("space", "naalu: carrier, ff, mech, +naalu_mech_omega", "destroyer");
  CHECK(ask(shielded).win() == worked(outlasts({1 - 0.7 * 0.8, 0.2}, 0.2)));
}
RULES_CASE(
    "RULES 7: a galvanized unit rolls one more die on combat rolls and on each unit ability") {
  CHECK(ask("space", "bastion: destroyer, +ability_galvanize x1", "ff").win() ==
        worked(1 - 0.512 + 0.512 * duel(0.36, 0.2).win));
  CHECK(ask("invasion", "bastion: dn, infantry, +ability_galvanize x1", "infantry").win() ==
        worked(0.84 + 0.16 * kTroops));
}
RULES_CASE("RULES 7: entropic scar: no unit abilities at all, printed texts still work") {
  CHECK(ask("space", "destroyer", "ff", {"anomaly_entropic_scar"}).win() ==
        worked(duel(0.2, 0.2).win));
  CHECK(ask("space", "cruiser", "cruiser, pds", {"anomaly_entropic_scar"}).win() ==
        worked(kCruisers));
  CHECK(ask("invasion", "dn, infantry", "infantry, pds", {"anomaly_entropic_scar"}).win() ==
        worked(kTroops));
  CHECK(ask("space", "cruiser", "dn", {"anomaly_entropic_scar"}).win() ==
        worked(duel(0.4, 0.6).win));
  // Jol-Nar's flagship still counts its natural 9s.
  CHECK(ask_one_round("jolnar: flagship", "6 cruiser", {"anomaly_entropic_scar"})
            .force(kDefender, "nothing") == worked(0.04));
}
RULES_CASE("RULES 7: neutral units: their own values, sustain first, lowest unit first") {
  CHECK(ask("space", "cruiser", "neutral: cruiser").win() == worked(duel(0.4, 0.5).win));
  CHECK(ask("ground", "infantry", "neutral: infantry").win() == worked(kTroops));
  const Answer answer = ask_one_round("cruiser", "neutral: dn, ff");
  CHECK(answer.hurt(kDefender, "dreadnought") == worked(0.4));
  CHECK(answer.units(kDefender, "fighter") == worked(1));
}
RULES_CASE("RULES 8: a hit bound to non-fighters may be sustained by any non-fighter ship") {
  CHECK(ask("space", "dn, cruiser, 2 ff2", "pds, +tech_graviton_laser_system")
            .force(kAttacker, "1 cruiser, 1 dreadnought (1 damaged), 2 fighter") == worked(0.5));
}
RULES_CASE("RULES 8: only fighter I left after announcing a retreat: removed, the enemy wins") {
  const Answer answer = ask_one_round("ff", "carrier");
  CHECK(answer.chance(Outcome::attacker_retreats) == worked(0));
  CHECK(answer.lose() == worked(0.8));  // whenever the carrier is not hit
}
RULES_CASE("RULES 8: a lone PDS shoots before the planet falls") {
  CHECK(ask("invasion", "infantry", "pds").win() == worked(0.5));
}
RULES_CASE("RULES 8: munitions reserves and gravleash: combat rolls only") {
  CHECK(ask("space", "letnev: destroyer, +ability_munitions_reserves", "ff").win() ==
        worked(0.36 + 0.64 * (0.36 * 0.8 + 0.64 * 0.8 * duel(0.2, 0.2).win)));
  CHECK(ask("space", "letnev: destroyer, +breakthrough_gravleash_maneuvers", "ff").win() ==
        worked(0.36 + 0.64 * duel(0.3, 0.2).win));
}
RULES_CASE("RULES 8: strike wing alpha II: the result after modifiers that apply to barrage") {
  // Assail +1: an 8 counts as a 9.
  CHECK(ask_one_round("2 carrier, infantry", "argent: destroyer2, +plot_assail")
            .units(kAttacker, "infantry") == worked(0.7 * 0.7 * 0.7));
}
RULES_CASE("RULES 8: one sustain cancels one of the three hits of a tripled bombardment hit") {
  // A mech takes one, dies of the second.
  CHECK(ask("invasion", "dn, infantry", "mech", {"event_conventions_of_war_abandoned"}).win() ==
        worked(0.6 + 0.4 * ask("ground", "infantry", "mech").win()));
}

// --- 9 default choices

RULES_CASE(
    "RULES 9.28: an attacker wiped out while nothing of the defender is left that fights is a "
    "draw") {
  CHECK(ask("invasion", "ws, infantry", "infantry, pds").draw() ==
        worked(0.5 * 0.992 + 0.5 * 0.008 * duel(0.3, 0.3).draw));
}

TEST_CASE("the law book, the list of its cases") {
  std::string list;
  for (const std::string& title : titles()) list += "\n  " + title;
  MESSAGE(titles().size() << " cases of the law book:" << list);
}

}  // namespace
