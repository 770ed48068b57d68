// What today's calculators get wrong, one case each, with values worked by hand.
// Chances of a hit with one die: 9 = 0.2, 8 = 0.3, 7 = 0.4, 6 = 0.5, 5 = 0.6, 3 = 0.8.

#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "core/systems/ti4/force.hpp"
#include "core/systems/ti4/rolls.hpp"
#include "core/systems/ti4/setup.hpp"
#include "tests/core/systems/ti4/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::asking;
constexpr Side kAttacker = Side::attacker, kDefender = Side::defender;

/// Chance of exactly k successes in n tries.
double binomial(int n, int k, double p) {
  double chance = 1;
  for (int i = 0; i < k; ++i) chance *= p * (n - i) / (i + 1);
  return chance * std::pow(1 - p, n - k);
}

TEST_CASE("trap: the Jol-Nar flagship counts natural 9 and 10") {
  // Two dice, combat 6, Fragile -1: 7 and 8 hit once, a natural 9 or 10 hits three times.
  const Answer plain = ask_one_round("jolnar: flagship", "6 cruiser");
  CHECK(plain.force(kDefender, "6 cruiser") == worked(0.6 * 0.6));
  CHECK(plain.force(kDefender, "5 cruiser") == worked(2 * 0.6 * 0.2));
  CHECK(plain.force(kDefender, "4 cruiser") == worked(0.2 * 0.2));
  CHECK(plain.force(kDefender, "3 cruiser") == worked(2 * 0.6 * 0.2));
  CHECK(plain.force(kDefender, "2 cruiser") == worked(2 * 0.2 * 0.2));
  CHECK(plain.force(kDefender, "1 cruiser") == worked(0));
  CHECK(plain.force(kDefender, "nothing") == worked(0.2 * 0.2));
  // With Morale Boost 6, 7 and 8 hit; an 8 that has become a 9 is no natural 9.
  const Answer boosted = ask_one_round("jolnar: flagship, +ac_morale_boost", "6 cruiser");
  CHECK(boosted.force(kDefender, "6 cruiser") == worked(0.5 * 0.5));
  CHECK(boosted.force(kDefender, "5 cruiser") == worked(2 * 0.5 * 0.3));
  CHECK(boosted.force(kDefender, "4 cruiser") == worked(0.3 * 0.3));
  CHECK(boosted.force(kDefender, "3 cruiser") == worked(2 * 0.5 * 0.2));
  CHECK(boosted.force(kDefender, "2 cruiser") == worked(2 * 0.3 * 0.2));
  CHECK(boosted.force(kDefender, "nothing") == worked(0.2 * 0.2));
  // Only its own dice: a cruiser beside it hits once.
  const Answer with_cruiser = ask_one_round("jolnar: flagship, cruiser", "8 cruiser");
  CHECK(with_cruiser.force(kDefender, "1 cruiser") == worked(0.2 * 0.2 * 0.3));
}

TEST_CASE("trap: Duranium Armor repairs damage from before the combat in round 1") {
  // The cruiser hits with 0.4 and then the damaged dreadnought is lost; otherwise it is repaired,
  // whatever else happens.
  const Answer repaired = ask_one_round("dn!, +tech_duranium_armor", "cruiser");
  CHECK(repaired.force(kAttacker, "1 dreadnought") == worked(0.6));
  CHECK(repaired.force(kAttacker, "nothing") == worked(0.4));
  const Answer plain = ask_one_round("dn!", "cruiser");
  CHECK(plain.force(kAttacker, "1 dreadnought (1 damaged)") == worked(0.6));
  // The ship that sustains in the round is not repaired in it.
  const Answer fresh = ask_one_round("dn, +tech_duranium_armor", "cruiser");
  CHECK(fresh.force(kAttacker, "1 dreadnought (1 damaged)") == worked(0.4));
}

TEST_CASE(
    "trap: Duranium Armor repairs in round 1 what sustained a space cannon or a bombardment") {
  // The PDS hits with 0.5 and the cruiser with 0.4. Shot at and then missed: repaired. Missed and
  // then hit: it has sustained in the round. Shot at and hit: lost.
  const Answer shot = ask_one_round("dn, +tech_duranium_armor", "cruiser, pds");
  CHECK(shot.force(kAttacker, "1 dreadnought") == worked(0.6));
  CHECK(shot.force(kAttacker, "1 dreadnought (1 damaged)") == worked(0.5 * 0.4));
  CHECK(shot.force(kAttacker, "nothing") == worked(0.5 * 0.4));
  // The dreadnought bombards with 0.6; then infantry at 0.3 against a mech at 0.5 that is whole or
  // damaged from before the round: damaged = 0.3 * 0.5 + 0.7 * 0.5 * whole,
  // whole = 0.3 * 0.5 * damaged + 0.7 * 0.5 * whole.
  const double damaged = 0.15 / (1 - 0.35 * 0.15 / 0.65), whole = 0.15 * damaged / 0.65;
  CHECK(ask("invasion", "dn, infantry", "hacan: mech, +tech_duranium_armor").win() ==
        worked(0.6 * damaged + 0.4 * whole));
  // A PDS at the landing damages the attacker's mech with 0.5.
  CHECK(ask("invasion", "hacan: mech, +tech_duranium_armor", "infantry, pds").lose() ==
        worked(0.5 * damaged + 0.5 * whole));
}

TEST_CASE("trap: Duranium Armor repairs what sustained after the end of the round before") {
  // Round 1: nobody hits (0.6, 0.8 and 0.4); Devotion then gives up the destroyer and damages the
  // dreadnought. Round 2: the cruiser misses (0.6), so the dreadnought is repaired, and leaves or
  // is shot down. Where the dreadnought hits first, the cruiser is given up and damages it; where
  // the attacker hits first, Devotion finishes the dreadnought off.
  Scenario devoted =
      scenario("space", "yin: cruiser, destroyer, +ability_devotion", "dn, +tech_duranium_armor");
  devoted.side(kAttacker).policy["retreat"] = RetreatTiming{2, {}};
  const Answer answer = ask(devoted);
  CHECK(answer.force(kDefender, "1 dreadnought") == worked(0.6 * 0.8 * 0.4 * 0.6));
  CHECK(answer.force(kDefender, "1 dreadnought (1 damaged)") == worked(0.6 * 0.8 * 0.6));
}

TEST_CASE("trap: with Duranium Armor the ship that can still be repaired is kept") {
  // Two dreadnoughts, one damaged before, against two cruisers. Two hits: the whole one sustains
  // and is then given up, the other one is repaired. One hit: the whole one sustains, the other one
  // is repaired. None: it is repaired.
  const Answer repaired = ask_one_round("2 dn (1 damaged), +tech_duranium_armor", "2 cruiser");
  CHECK(repaired.force(kAttacker, "1 dreadnought") == worked(0.16));
  CHECK(repaired.force(kAttacker, "2 dreadnought (1 damaged)") == worked(0.48));
  CHECK(repaired.force(kAttacker, "2 dreadnought") == worked(0.36));
  CHECK(repaired.hurt(kAttacker, "dreadnought") == worked(0.48));
  const Answer plain = ask_one_round("2 dn (1 damaged)", "2 cruiser");
  CHECK(plain.force(kAttacker, "1 dreadnought (1 damaged)") == worked(0.16));
}

TEST_CASE("trap: Raid Formation happens once") {
  // The destroyer barrages once with two dice at 9; no fighter is there, so every hit damages a
  // dreadnought. Then it hits with 0.3 a round (Strike Wing Alpha: 8) and is hit with 1 - 0.4 * 0.4
  // = 0.84. The dreadnoughts do not sustain, so that damage can only come from the barrage. Both
  // dreadnoughts are left when the destroyer never hits: q = 0.7 * 0.84 + 0.7 * 0.16 * q.
  Scenario raid = scenario("space", "argent: destroyer", "2 dn");
  raid.side(kDefender).policy["sustain"] = "never";
  const double never_hit = 0.7 * 0.84 / (1 - 0.7 * 0.16);
  const Answer answer = ask(raid);
  CHECK(answer.force(kDefender, "2 dreadnought") == worked(0.64 * never_hit));
  CHECK(answer.force(kDefender, "2 dreadnought (1 damaged)") == worked(0.32 * never_hit));
  CHECK(answer.force(kDefender, "2 dreadnought (2 damaged)") == worked(0.04 * never_hit));
  // It is no use of Sustain Damage: Direct Hit does not answer it.
  raid.side(kAttacker).effects.push_back({"ac_direct_hit", {}, {}, {}});
  CHECK(distance(ask(raid), answer) < 1e-12);
  // A hit is either a fighter or damage, never both.
  const Answer fighter = ask_one_round("argent: destroyer", "dn, ff", {}, "never");
  CHECK(fighter.force(kDefender, "1 dreadnought (1 damaged)") == worked(0.04 * 0.7));
  CHECK(fighter.force(kDefender, "1 dreadnought") == worked(0.64 * 0.3 + 0.32 * 0.7));
}

TEST_CASE("trap: Direct Hit does not touch dreadnought II nor the factions' own dreadnought II") {
  CHECK(ask_one_round("cruiser, +ac_direct_hit", "dn").force(kDefender, "nothing") == worked(0.4));
  for (const char* dreadnought : {"dn2", "letnev: dn2", "l1z1x: dn2", "sardakk: dn2"}) {
    CAPTURE(dreadnought);
    const Answer answer = ask_one_round("cruiser, +ac_direct_hit x4", dreadnought);
    CHECK(answer.force(kDefender, "1 dreadnought (1 damaged)") == worked(0.4));
    CHECK(answer.force(kDefender, "1 dreadnought") == worked(0.6));
  }
  for (const char* dreadnought : {"l1z1x: dn", "sardakk: dn"}) {
    CAPTURE(dreadnought);
    CHECK(ask_one_round("cruiser, +ac_direct_hit", dreadnought).force(kDefender, "nothing") ==
          worked(0.4));
  }
  // Sol's upgraded carrier sustains too, and is not immune.
  CHECK(ask_one_round("cruiser, +ac_direct_hit", "sol: carrier2").force(kDefender, "nothing") ==
        worked(0.4));
}

TEST_CASE("trap: the Valkyrie Exoskeleton does not answer bombardment") {
  // Mech at 5 (Unrelenting), infantry at 8. Bombardment damages the mech with 0.6, which costs the
  // attacker nothing; then 0.3 against 0.6. A mech that is whole answers the infantry's first hit
  // with one of its own: then the attacker cannot win any more, nor draw.
  const Answer answer = ask("invasion", "dn, infantry", "sardakk: mech");
  CHECK(answer.win() == worked(0.6 * duel(0.3, 0.6).win));
  CHECK(answer.draw() == worked(0.6 * duel(0.3, 0.6).draw));
}

TEST_CASE("trap: the Valkyrie Exoskeleton does not answer space cannon") {
  // The PDS damages the landing mech with 0.5; that kills no infantry. A mech that is whole wins
  // for sure: whether it hits or is hit, the infantry dies.
  const Answer answer = ask("invasion", "sardakk: mech", "infantry, pds");
  CHECK(answer.win() == worked(0.5 + 0.5 * duel(0.6, 0.3).win));
  CHECK(answer.draw() == worked(0.5 * duel(0.6, 0.3).draw));
}

TEST_CASE("trap: Magen Defense Grid needs a ground combat") {
  // Nobody defends the ground: the PDS shoots (0.5), and whoever is left has the planet.
  for (const char* defender :
       {"pds", "pds, +tech_magen_defense_grid", "pds, +tech_magen_defense_grid_omega"}) {
    CAPTURE(defender);
    CHECK(ask("invasion", "infantry", defender).win() == worked(0.5));
  }
  // With infantry there is a combat: the hit at its start kills the only infantry that the PDS
  // left.
  CHECK(ask("invasion", "infantry", "infantry, pds, +tech_magen_defense_grid_omega").lose() ==
        worked(1));
  // The bombardment has killed the defender (0.6, no shield: a space dock is a structure without
  // one): no combat, no hit.
  CHECK(ask("invasion", "dn, infantry", "infantry, space dock, +tech_magen_defense_grid_omega")
            .win() == worked(0.6));
}

TEST_CASE("trap: Harrow needs a ground combat") {
  // The war sun (three dice at 3, shields off) leaves the infantry alive with 0.008. The PDS kills
  // the only trooper with 0.5: then there is no combat and no second bombardment. In a combat each
  // round ends with one.
  constexpr double missed = 0.2 * 0.2 * 0.2;
  constexpr double stands = 0.7 * missed;  // a round of combat and Harrow
  constexpr double decided = 1 - 0.7 * stands;
  const Answer answer = ask("invasion", "l1z1x: ws, infantry", "infantry, pds");
  CHECK(answer.lose() == worked(missed * (0.5 + 0.5 * 0.3 * stands / decided)));
  CHECK(answer.draw() == worked((1 - missed) * 0.5 + missed * 0.5 * 0.3 * (1 - stands) / decided));
  CHECK(answer.win() == worked((1 - missed) * 0.5 + missed * 0.5 * 0.7 * (1 - stands) / decided));
}

TEST_CASE("trap: Harrow comes after Duranium Armor") {
  // Bombardment and Harrow at 0.6, infantry at 0.3 against a mech at 0.5. A mech that was damaged
  // before the round is repaired before Harrow damages it again; one that the infantry damages in
  // the round is not, and Harrow kills it:
  // whole = 0.5 * (0.3 * (0.6 + 0.4 * damaged) + 0.7 * (0.6 * damaged + 0.4 * whole)),
  // damaged = 0.5 * (0.3 + 0.7 * (0.6 * damaged + 0.4 * whole)).
  const double damaged = (0.15 + 0.14 * 0.09 / 0.86) / (0.79 - 0.14 * 0.27 / 0.86);
  const double whole = (0.09 + 0.27 * damaged) / 0.86;
  CHECK(ask("invasion", "l1z1x: dn, infantry", "hacan: mech, +tech_duranium_armor").win() ==
        worked(0.6 * damaged + 0.4 * whole));
}

TEST_CASE("trap: Harrow looks for a Planetary Shield when it fires, not when the round begins") {
  // A damaged mech with a Planetary Shield (0.5) and an infantry (0.3) against an infantry (0.3).
  // Once the mech is lost, Harrow (0.6) fires in the same round; then nothing shields the infantry.
  Scenario shielded = scenario("invasion", "l1z1x: dn, infantry", "arborec: mech!, infantry");
  shielded.side(kDefender).policy["losses"] = Names{"mech"};
  const double alone = 0.7 * (0.3 + 0.7 * 0.6) / (1 - 0.7 * 0.7 * 0.4);
  CHECK(ask(shielded).win() ==
        worked(0.5 * 0.7 * 0.3 * (0.6 + 0.4 * alone) / (1 - 0.5 * 0.7 * 0.7)));
}

TEST_CASE("trap: losses in the anti-fighter barrage are answered before anybody is dead") {
  // Waylay lets the barrage (four dice at 9) hit the damaged Van Hauge, which takes all ships
  // along: the defender cannot win, whenever she is lost.
  Scenario waylaid = scenario("space", "yin: flagship!, cruiser", "2 destroyer, +ac_waylay");
  waylaid.side(kAttacker).policy["losses"] = Names{"flagship"};
  CHECK(ask(waylaid).lose() == worked(0));
  // The barrage (three dice at 6) kills the fighter with 0.875; Courageous to the End then has two
  // dice at 9. Otherwise 0.3 against 0.2, with the same answer.
  const double answered = 1 - 0.8 * 0.8, fight = 0.3 / (1 - 0.7 * 0.8);
  const Answer answer = ask("space", "destroyer2", "ff, +ac_courageous_to_the_end");
  const double both = duel(0.3, 0.2).draw, hit_alone = fight - both;
  CHECK(answer.draw() == worked(0.875 * answered + 0.125 * (both + hit_alone * answered)));
  CHECK(answer.win() == worked(0.875 * (1 - answered) + 0.125 * hit_alone * (1 - answered)));
}

TEST_CASE("trap: Van Hauge takes all ships along however she is destroyed") {
  // She is the last ship that her side gives up (flagship after cruiser), so whoever fights her
  // never wins alone. Exotrireme II destroys her without a hit.
  CHECK(ask("space", "sardakk: 2 dn2, +sardakk_dreadnought_2 x1", "yin: fs, cruiser").win() ==
        worked(0));
  // The dice of F.S.S. Orlando destroy her when a cruiser dies.
  CHECK(ask("space", "2 cruiser, +hero_fss_orlando", "yin: fs").win() == worked(0));
  // She rolls again for the Crown of Thalnos and misses.
  Scenario crowned = scenario("space", "yin: fs, cruiser", "2 cruiser");
  crowned.side(kAttacker).effects.push_back({"relic_crown_of_thalnos", {}, {}, "flagship"});
  CHECK(ask(crowned).lose() == worked(0));
  // She carries a token that Dame Briar has put there.
  CHECK(ask("space", "yin: fs, cruiser, +agent_dame_briar", "3 cruiser").lose() == worked(0));
}

TEST_CASE("trap: hundreds of dice do not wrap around") {
  // War suns at 3 with +2 cannot miss: 300 hits on 200 lives, all in the first round.
  const Answer suns = ask("space", "100 ws, +commander_rickar_rickani", "100 dn");
  CHECK(suns.win() == worked(1));
  CHECK(suns.rounds == worked(1));
  // About 240 hits a side on 200 lives: six standard deviations.
  CHECK(ask("space", "100 ws", "100 ws").draw() > 1 - 1e-7);
  // At least a sixth of 300 bombardment dice hit, six times each.
  CHECK(ask("invasion", "100 ws, infantry, +tech_x89_bacterial_weapon_omega2",
            "100 infantry, 100 mech", {"event_conventions_of_war_abandoned"})
            .win() > 1 - 1e-7);
  // One die for each of 290 ships, at 7.
  const Answer fleet = ask_one_round("winnu: fs", "100 cruiser, 100 destroyer, 90 carrier");
  CHECK(fleet.units(kDefender, "cruiser") + fleet.units(kDefender, "destroyer") +
            fleet.units(kDefender, "carrier") ==
        worked(290 - 0.4 * 290));
  using namespace ti4;
  const Rolled many = shown(Shown::hits, 2000) + shown(Shown::second, 200) + shown(Shown::near, 3);
  const Rolled more = many + many;
  CHECK(count(more, Shown::hits) == kMostHits);
  CHECK(count(more, Shown::bound_hits) == 0);
  CHECK(count(more, Shown::second) == 255);
  CHECK(count(more, Shown::near) == 6);
  // More units than can be counted are refused.
  CHECK(try_ask(scenario("space", "100 ff, +agent_brother_milor_omega x99", "cruiser"))
            .problem.find("298 of fighter") != std::string::npos);
}

TEST_CASE("trap: neutral units have no price, the lowest on their card goes first") {
  CHECK(distance(ask("space", "3 cruiser, +tech_assault_cannon", "neutral: dn!, 2 cruiser"),
                 ask("space", "3 cruiser", "neutral: dn!, cruiser")) < 1e-12);
  // The enemy picks the highest.
  CHECK(odds_distance(
            ask("space", "cruiser, +tech_dimensional_splicer", "neutral: cruiser, destroyer"),
            ask("space", "cruiser", "neutral: destroyer")) < 1e-12);
}

TEST_CASE("trap: the Aerie Sentinel rides free only with ships that have a capacity") {
  // The carrier is given up first, and the mech with it. The planet is taken where the cruiser
  // (0.4) is hit by carrier or fighter (0.2 each) before it hits.
  Scenario landing = scenario("conquest", "argent: carrier, fighter, mech", "cruiser");
  landing.side(kAttacker).policy["losses"] = Names{"carrier"};
  landing.side(kAttacker).policy["protect_capacity"] = false;
  CHECK(ask(landing).win() == worked(0.36 * 0.6 / (1 - 0.64 * 0.6)));
  // Beside four infantry that fill the carrier it needs no room.
  const auto full =
      ti4::read_armies(scenario("conquest", "argent: carrier, 4 infantry, mech", "inf"));
  REQUIRE(full);
  const ti4::Army& army = (*full->armies)[kAttacker];
  CHECK(ti4::load(army, ti4::starting_force(army), false) == 4);
  // Who protects the room of the troops gives up the fighter first: one hit more to spare.
  landing.side(kAttacker).policy["protect_capacity"] = true;
  CHECK(ask(landing).win() > 0.5);
}

TEST_CASE("trap: start effects come one by one, and the dead have none") {
  // Ambush (0.4) kills the only cruiser of a side that answers losses; its own Splicer comes after
  // that and finds nobody to use it. The Mentak cruiser is lost to the Splicer otherwise.
  const Answer answer =
      ask("space", "mentak: cruiser",
          "creuss: cruiser, +tech_dimensional_splicer, +ac_courageous_to_the_end");
  // Courageous to the End: two dice at 7 for the lost cruiser.
  CHECK(answer.win() == worked(0.4 * 0.6 * 0.6));
  CHECK(answer.draw() == worked(0.4 * (1 - 0.6 * 0.6)));
  CHECK(answer.lose() == worked(0.6));
}

TEST_CASE("trap: both Assault Cannons resolve one after the other") {
  const std::string cannon = ", +tech_assault_cannon";
  // The attacker's shot leaves the defender two ships, too few for his own.
  CHECK(odds_distance(ask("space", "3 cruiser" + cannon, "3 cruiser" + cannon),
                      ask("space", "3 cruiser", "2 cruiser")) < 1e-12);
  CHECK(odds_distance(ask("space", "4 cruiser" + cannon, "4 cruiser" + cannon),
                      ask("space", "3 cruiser", "3 cruiser")) < 1e-12);
  // Three against four: both fire, and the attacker is down to two.
  CHECK(odds_distance(ask("space", "3 cruiser" + cannon, "4 cruiser" + cannon),
                      ask("space", "2 cruiser", "3 cruiser")) < 1e-12);
  // Fighters neither count nor can be given up.
  CHECK(odds_distance(ask("space", "carrier, cruiser, 4 ff" + cannon, "3 cruiser"),
                      ask("space", "carrier, cruiser, 4 ff", "3 cruiser")) < 1e-12);
  CHECK(odds_distance(ask("space", "3 cruiser" + cannon, "4 ff2"),
                      ask("space", "3 cruiser", "4 ff2")) < 1e-12);
}

TEST_CASE("trap: Morale Boost does not touch Ambush") {
  // Ambush 0.4, then a round at 0.5 against 0.4, then 0.4 against 0.4.
  const double later = duel(0.4, 0.4).win;
  CHECK(ask("space", "mentak: cruiser, +ac_morale_boost", "cruiser").win() ==
        worked(0.4 + 0.6 * (0.5 * 0.6 + 0.5 * 0.6 * later)));
}

TEST_CASE("trap: Morale Boost does not touch anti-fighter barrage") {
  // Two barrage dice at 9, then a round at 8, then at 9.
  const double later = duel(0.2, 0.2).win;
  CHECK(ask("space", "destroyer, +ac_morale_boost", "ff").win() ==
        worked(0.36 + 0.64 * (0.3 * 0.8 + 0.7 * 0.8 * later)));
}

TEST_CASE("trap: Morale Boost does not touch bombardment") {
  const double later = duel(0.3, 0.3).win;
  CHECK(ask("invasion", "dn, infantry, +ac_morale_boost", "infantry").win() ==
        worked(0.6 + 0.4 * (0.4 * 0.7 + 0.6 * 0.7 * later)));
}

TEST_CASE("trap: Morale Boost does not touch space cannon, in either step") {
  const double space = duel(0.4, 0.4).win, ground = duel(0.3, 0.3).win;
  CHECK(ask("space", "cruiser", "cruiser, pds, +ac_morale_boost").lose() ==
        worked(0.5 + 0.5 * (0.5 * 0.6 + 0.5 * 0.6 * space)));
  CHECK(ask("invasion", "infantry", "infantry, pds, +ac_morale_boost").lose() ==
        worked(0.5 + 0.5 * (0.4 * 0.7 + 0.6 * 0.7 * ground)));
}

TEST_CASE("trap: Munitions Reserves uses one charge a round") {
  // Every miss is rolled once more: 1 - 0.6 * 0.6 = 0.64 in the rounds that are paid for.
  const double none = duel(0.4, 0.4).win;
  const double one = 0.64 * 0.6 + 0.36 * 0.6 * none;
  const double two = 0.64 * 0.6 + 0.36 * 0.6 * one;
  CHECK(ask("space", "letnev: cruiser", "cruiser").win() == worked(none));
  CHECK(ask("space", "letnev: cruiser, +ability_munitions_reserves", "cruiser").win() ==
        worked(one));
  CHECK(ask("space", "letnev: cruiser, +ability_munitions_reserves x2", "cruiser").win() ==
        worked(two));
  // Saved for the second round.
  CHECK(ask("space", "letnev: cruiser, +ability_munitions_reserves@2", "cruiser").win() ==
        worked(0.4 * 0.6 + 0.6 * 0.6 * one));
}

TEST_CASE("trap: the victim of the Assault Cannon gives up a damaged ship first") {
  CHECK(distance(ask("space", "3 cruiser, +tech_assault_cannon", "2 dn (1 damaged)"),
                 ask("space", "3 cruiser", "dn")) < 1e-12);
  // ... and the cheapest type first of all.
  CHECK(distance(ask("space", "3 cruiser, +tech_assault_cannon", "dn!, destroyer"),
                 ask("space", "3 cruiser", "dn!")) < 1e-12);
}

TEST_CASE("trap: Gravleash Maneuvers counts the types of ship at each roll") {
  // A damaged war sun and a fighter: two types, so the war sun's three dice cannot miss (3 + 2);
  // alone it has +1, 0.9 a die. The fighter (0.2) is given up first. Enemy: n fighters at 0.2.
  // win[f][n]: the attacker wins with f fighters left.
  constexpr int n0 = 7;
  std::array<std::array<double, n0 + 1>, 2> win{};
  win[0][0] = win[1][0] = 1;
  for (int f : {0, 1})
    for (int n = 1; n <= n0; ++n) {
      double sum = 0, stays = 0;
      for (int sun = 0; sun <= 3; ++sun)
        for (int fighter = 0; fighter <= f; ++fighter)
          for (int lost = 0; lost <= f;
               ++lost) {  // more hits than that take the war sun too: no win
            const double chance = binomial(3, sun, f == 1 ? 1.0 : 0.9) * binomial(f, fighter, 0.2) *
                                  binomial(n, lost, 0.2);
            const int left = std::max(0, n - sun - fighter);
            if (left == n && lost == 0)
              stays += chance;
            else
              sum +=
                  chance * win[static_cast<std::size_t>(f - lost)][static_cast<std::size_t>(left)];
          }
      win[static_cast<std::size_t>(f)][static_cast<std::size_t>(n)] = sum / (1 - stays);
    }
  CHECK(ask("space", "letnev: ws!, ff, +breakthrough_gravleash_maneuvers", "7 ff").win() ==
        worked(win[1][n0]));
  CHECK(ask("space", "letnev: ws!, +breakthrough_gravleash_maneuvers", "7 ff").win() ==
        worked(win[0][n0]));
}

TEST_CASE("trap: Gravleash Maneuvers does not touch anti-fighter barrage") {
  // One type, +1: barrage twice at 9, then 8 against the fighter's 9.
  CHECK(ask("space", "letnev: destroyer, +breakthrough_gravleash_maneuvers", "ff").win() ==
        worked(0.36 + 0.64 * duel(0.3, 0.2).win));
}

TEST_CASE("trap: troops of G'hom Sek'kus land although the ships are gone (RULES 4.2.2)") {
  // Figures of a recursion from the rules alone. The PDS takes the carrier and its three infantry
  // with 0.5; the trooper from the planet lands all the same and is shot at.
  const Answer shot = ask("conquest", "cv, 3 inf, +commander_ghom_sekkus", "2 inf, pds");
  CHECK(shot.win() == doctest::Approx(0.464870).epsilon(2e-6));
  CHECK(shot.draw() == doctest::Approx(0.020132).epsilon(2e-6));
  // Who wins in space does not matter to them: an invasion by the same three.
  const Answer fought = ask("conquest", "dd, +commander_ghom_sekkus x3", "cr, inf");
  const Answer landed = ask("invasion", "dd, +commander_ghom_sekkus x3", "inf");
  CHECK(fought.win() == worked(landed.win()));
  CHECK(fought.draw() == worked(landed.draw()));
  CHECK(fought.win() == doctest::Approx(0.982178).epsilon(2e-6));
}

TEST_CASE("trap: Dannel of the Tenth needs no ships and meets none (RULES 4.2.3)") {
  const Answer asked = ask("conquest", "yin: cv, 3 inf, +hero_dannel_omega", "2 cr, 2 inf, pds");
  const Answer plain = ask("ground", "3 inf", "2 inf");
  CHECK(asked.win() == worked(plain.win()));
  CHECK(asked.draw() == worked(plain.draw()));
  const Answer many = try_ask(scenario("invasion", "yin: 4 inf, +hero_dannel_omega", "2 inf"));
  CHECK(many.problem.find("up to 3 infantry") != std::string::npos);
  const Answer mechs = try_ask(scenario("invasion", "yin: inf, mech, +hero_dannel_omega", "2 inf"));
  CHECK(mechs.problem.find("nobody else") != std::string::npos);
}

}  // namespace
