// Answers about space combats that were wrong once: who comes, what is paid, who is first.
// Figures of a recursion over the printed rules unless a line says how they come about.
// Chances of a hit with one die: 9 = 0.2, 8 = 0.3, 7 = 0.4, 6 = 0.5, 5 = 0.6, 3 = 0.8.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/ti4/setup.hpp"
#include "tests/core/systems/ti4/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::asking;

constexpr Side kAttacker = Side::attacker, kDefender = Side::defender;

/// Attacker, draw, defender to five digits.
void check_known(const Answer& answer, double attacker, double draw, double defender) {
  constexpr double kRounded = 5.1e-6;
  CHECK(std::abs(answer.win() - attacker) < kRounded);
  CHECK(std::abs(answer.draw() - draw) < kRounded);
  CHECK(std::abs(answer.lose() - defender) < kRounded);
}

Scenario with_retreats(Scenario battle, int attacker, int defender) {
  const BySide<int> rounds{attacker, defender};
  for (const Side side : kSides)
    if (rounds[side] > 0)
      battle.side(side).policy["retreat"] = RetreatTiming{.round = rounds[side], .below = {}};
  return battle;
}

/// What is said to change nothing.
std::string useless(const char* attacker, const char* defender, const char* battle = "space") {
  const auto setup = ti4::set_up(scenario(battle, attacker, defender));
  REQUIRE(setup);
  for (const std::string& note : setup.value().notes)
    if (const auto at = note.find("changes nothing"); at != std::string::npos)
      return note.substr(note.find("'s ") + 3);
  return "";
}

TEST_CASE("correction: Sleeper Cell copies ships that the enemy gains in the combat") {
  // RULES 3.5.9
  check_known(ask("space", "winnu: dd, +hero_ipswitch", "arborec: dd, +agent brother milor omega"),
              0.33783, 0, 0.66217);
  check_known(
      ask("space", "winnu: dd, +hero_ipswitch", "arborec: 2 dd, +agent brother milor omega"),
      0.15059, 0, 0.84941);
  // Exchanging the sides exchanges the chances.
  check_known(ask("space", "arborec: dd, +agent brother milor omega", "winnu: dd, +hero_ipswitch"),
              0.66217, 0, 0.33783);
  // As if they had been there all the time; nobody who copies what he destroys can draw.
  Scenario stored =
      scenario("space", "mentak: 3 dd, dn, +ipswitch", "rebellion: 2 dd, +homesick phantom@cr x2");
  stored.side(kAttacker).without = {"ability_ambush"};
  Scenario there = scenario("space", "mentak: 3 dd, dn, +ipswitch", "rebellion: 2 dd, 2 cr");
  there.side(kAttacker).without = {"ability_ambush"};
  CHECK(odds_distance(ask(stored), ask(there)) < 1e-12);
  CHECK(ask("space", "mentak: 2 cr, +ipswitch", "keleres: cr, +kuuasi aun jalatai").draw() == 0);
}

TEST_CASE("correction: what holds for a round holds for its new dice") {  // RULES 3.4.5
  for (const char* reroll : {"+munitions reserves", "+pn_war_funding"}) {
    const std::string fleet = std::string{"dd, cv, "} + reroll;
    check_known(ask("space", fleet + ", +agent_the_thundarian", "arborec: flagship"), 0.29816,
                0.12897, 0.57287);
    check_known(ask("space", fleet, "arborec: flagship, +agent_the_thundarian"), 0.10569, 0.10216,
                0.79215);
  }
  // So does a boost that is counted where there are two combats. The dreadnought lands if it wins.
  for (const char* boost : {"+morale boost", "+supercharge"}) {
    const std::string fleet = std::string{"dn, inf, +agent_the_thundarian, "} + boost;
    CHECK(ask("conquest", fleet, "2 cr").win() == worked(ask("space", fleet, "2 cr").win()));
    // Nobody rolls again: it is spent once.
    const std::string plain = std::string{"dn, inf, "} + boost;
    CHECK(ask("conquest", plain, "2 cr, +agent_the_thundarian x3").win() ==
          worked(ask("space", plain, "2 cr, +agent_the_thundarian x3").win()));
  }
  // And spent where that roll hits nobody: on the planet an infantry on 8 meets one on 8.
  const std::string thrown = "+agent_the_thundarian, +morale boost";
  CHECK(ask("conquest", "cv, inf, " + thrown, "ff, inf, +morale boost").win() ==
        worked(ask("space", "cv, " + thrown, "ff, +morale boost").win() * 7 / 17));
  // What is played after a roll is gone with it: one die on 8 that must hit at the second throw.
  const Answer fire_team = ask("ground", "inf, +fire team", "inf, +agent_the_thundarian");
  // First throw: 0.51 against 0.3. The enemy made fewer hits: both roll plain dice.
  const double again = 0.51 * 0.7;
  const auto [win, draw] = duel(0.3, 0.3);
  const double stay = 0.7 * 0.7;
  CHECK(fire_team.draw() ==
        worked(0.51 * 0.3 + again * (0.3 * 0.3 + stay * draw) + 0.49 * 0.7 * draw));
  CHECK(fire_team.win() == worked(again * (0.3 * 0.7 + stay * win) + 0.49 * 0.7 * win));
}

TEST_CASE("correction: The Thundarian is used in one round for each use") {  // RULES 9.20
  const double once = ask("space", "2 cr, +agent_the_thundarian", "2 cr").win();
  const double twice = ask("space", "2 cr, +agent_the_thundarian x2", "2 cr").win();
  CHECK(twice > once);
  CHECK(ask("space", "2 cr, +agent_the_thundarian x9", "2 cr").win() > twice);
}

TEST_CASE("correction: a price is paid, and answered, before the hit it buys") {  // RULES 3.5.11
  check_known(ask("space", "2 dd, +impulse core, +vos hollow", "dd, cv"), 1, 0, 0);
  check_known(ask("space", "dd, +impulse core, +vos hollow", "dd, cv"), 0, 1, 0);
  check_known(ask("space", "2 cr, dd", "2 dd, +impulse core, +vos hollow"), 8 / 13.0, 2 / 13.0,
              3 / 13.0);
  // Devotion after a round without hits: Vos Hollow takes the destroyer (in a round that takes the
  // own one too), the hit falls on the dreadnought. 0.32 * 0.8 + 0.68 * 0.2.
  const Answer devoted = ask("space", "dd, +devotion, +vos hollow", "dd, dn");
  CHECK(devoted.draw() == worked(0.32 * 0.2));
  CHECK(devoted.force(kDefender, "1 dreadnought (1 damaged)") == worked(0.392));
  // Fighters come for the last ship that is given up: it has not lost yet.
  CHECK(ask("space", "dd, +impulse core, +agent brother milor", "cv").win() == worked(1));
}

TEST_CASE("correction: a round ends for both sides in turn") {  // RULES 3.6.3
  check_known(ask("space", "dd, +devotion", "dn, +emergency repairs"), 0, 0.08, 0.92);
  check_known(ask("space", "3 dd, +devotion", "2 dn, +emergency repairs"), 0.01886, 0.04163,
              0.93951);
  check_known(ask("space", "dd, +devotion", "firmament: flagship, +firmament flagship x1"), 0,
              0.032, 0.968);
  // The attacker repairs first.
  CHECK(ask("space", "dn, +emergency repairs", "dd, +devotion").win() == worked(1));
  CHECK(ask("space", "firmament: flagship, +firmament flagship x1", "dd, +devotion").win() ==
        worked(1));
  // Of two repairs of its own one comes before Devotion, one after it. With one the flagship is left
  // damaged where both its dice miss (0.4 * 0.4).
  const std::string eye = "firmament: flagship, +firmament flagship x1";
  CHECK(ask("space", eye, "dd, +devotion").force(kAttacker, "1 flagship") == worked(0.84));
  CHECK(
      ask("space", eye + ", +emergency repairs", "dd, +devotion").force(kAttacker, "1 flagship") ==
      worked(1));
  // Where Devotion has cost the last ship the repairs come all the same.
  CHECK(ask("space", "dd, +devotion", "dn, +emergency repairs").force(kDefender, "1 dreadnought") ==
        worked(0.92));
}

TEST_CASE("correction: Wrath of Kenara pays for dice of the barrage") {  // RULES 9.22
  check_known(ask("space", "hacan: flagship, 2 dd, +hacan flagship x3", "arborec: 4 ff, cv, dn"),
              0.34143, 0.09107, 0.56750);
  // Not for hits beyond the fighters: a good that is spent is missed in the rounds.
  const Answer one = ask("space", "hacan: flagship, 4 dd, +hacan flagship x1", "cv, ff, dn");
  CHECK(one.win() > ask("space", "hacan: flagship, 4 dd", "cv, ff, dn").win() + 0.01);
}

TEST_CASE("correction: whose retreat is intercepted has announced it") {  // RULES 3.3.2
  const Answer answer = ask(with_retreats(scenario("space", "2 cr, +intercept", "2 cr"), 1, 1));
  check_known(answer, 0.31771, 0.06578, 0.31771);
  CHECK(answer.chance(Outcome::attacker_retreats) == 0);
  CHECK(answer.chance(Outcome::defender_retreats) == worked(0.29880576));
  // An attacker who announces before the defender leaves before him.
  CHECK(ask(with_retreats(scenario("space", "2 cr, +intercept", "2 cr"), 1, 2))
            .chance(Outcome::attacker_retreats) > 0.5);
  // What is voided until the defender announces does not come back.
  CHECK(ask(with_retreats(scenario("space", "2 cr", "2 cr, +intercept"), 1, 2))
            .chance(Outcome::attacker_retreats) == 0);
}

TEST_CASE("correction: Watchful Ojz leaves with all ships where they are few") {  // RULES 3.6.10
  const Answer both = ask(with_retreats(scenario("space", "2 cr, +watchful ojz", "2 cr"), 1, 0));
  CHECK(both.chance(Outcome::attacker_retreats) == worked(1));
  CHECK(both.force(kAttacker, "2 cruiser") == worked(1));
  // One of them alone, or two of three: the last fights one round (0.6 twice).
  for (const char* fleet : {"2 cr, +watchful ojz x1", "3 cr, +watchful ojz"}) {
    const Answer stays = ask(with_retreats(scenario("space", fleet, "2 cr"), 1, 0));
    CHECK(stays.chance(Outcome::attacker_retreats) == worked(0.36));
    CHECK(stays.lose() == worked(0.64));
  }
  CHECK_FALSE(try_ask(scenario("space", "3 cr, +watchful ojz x3", "2 cr")).solved);
  // After the barrage, and with what they carry; a fighter that nobody carries stays.
  CHECK(ask(with_retreats(scenario("space", "cv, ff, +watchful ojz", "dd"), 1, 0))
            .force(kAttacker, "1 carrier, 1 fighter") == worked(0.8 * 0.8));
  const Answer fighter =
      ask(with_retreats(scenario("space", "cr, ff, +watchful ojz", "2 cr"), 1, 0));
  CHECK(fighter.units(kAttacker, "cruiser") == worked(1));
  CHECK(fighter.units(kAttacker, "fighter") == 0);
  // The attacker lands then.
  CHECK(odds_distance(
            ask(with_retreats(
                scenario("conquest", "cv, cr, 2 inf", "ral_nel: 2 dn, inf, +watchful ojz"), 0, 1)),
            ask("conquest", "cv, cr, 2 inf", "inf")) < 1e-12);
  // Who leaves below a chance to win does the same.
  Scenario below = scenario("space", "2 cr, +watchful ojz", "4 cr");
  below.side(kAttacker).policy["retreat"] = RetreatTiming{.round = {}, .below = 0.9};
  CHECK(ask(below).chance(Outcome::attacker_retreats) == worked(1));
}

TEST_CASE("correction: Reveal Prototype gives the text of the upgrade") {  // RULES 3.1.7
  CHECK(odds_distance(
            ask("space", "sardakk: 2 dn, +reveal prototype@dn, +exotrireme ii x1", "3 cr, dn"),
            ask("space", "sardakk: 2 dn2, +exotrireme ii x1", "3 cr, dn")) < 1e-12);
  CHECK(distance(ask("conquest", "cv, 3 inf", "argent: 2 dd, inf, +reveal prototype@dd"),
                 ask("conquest", "cv, 3 inf", "argent: 2 dd2, inf")) < 1e-12);
  // Nothing else makes it the side's.
  CHECK_FALSE(
      try_ask(scenario("space", "sardakk: 2 dn, cr, +reveal prototype@cr, +exotrireme ii x1", "dn"))
          .solved);
}

TEST_CASE("correction: an effect that finds nothing to work on says so") {
  const auto says = [](const std::string& told, const char* why) {
    INFO(told << " / " << why);
    CHECK(told.find(why) != std::string::npos);
  };
  says(useless("cr, +direct hit", "2 dn2"), "nothing that it reaches can sustain damage");
  CHECK(useless("cr, +direct hit", "dn2, ws").empty());
  says(useless("dn2, +reveal prototype@dn", "cr"), "its dreadnought is upgraded already");
  says(useless("2 cr", "cr, pds, +reveal prototype@pds"), "structures are not part of the combat");
  says(useless("2 cr, +assault cannon", "cr"), "fewer than three ships");
  says(useless("3 cr, +assault cannon", "3 ff"), "no ship other than fighters");
  CHECK(useless("3 cr, +assault cannon", "cr, 3 ff").empty());
  for (const char* effect : {"impulse core", "devotion", "ambush"})
    says(useless((std::string{"2 dn, +"} + effect).c_str(), "cr"), "no cruiser or destroyer");
  says(useless("2 cr, +impulse core", "3 ff"), "no ship other than fighters");
  for (const char* effect : {"antimass deflectors", "maneuvering jets"})
    says(useless((std::string{"2 cr, +"} + effect).c_str(), "cr"),
         "the enemy fires no space cannon");
  says(useless("2 cr, +solar flare", "cr"), "the enemy has no space cannon");
  CHECK(useless("2 cr, +solar flare", "cr, pds").empty());
  says(useless("2 cr, +scramble frequency", "2 dn"), "rolls for no unit ability that matters");
  CHECK(useless("2 cr, +scramble frequency", "dn, pds").empty());
  CHECK(useless("cr, ff, +scramble frequency", "dd").empty());
  for (const char* effect : {"ta zern", "strike wing ambuscade", "trrakan aun zulok"})
    says(useless((std::string{"dd, dn, +"} + effect).c_str(), "2 cr"),
         "rolls for no unit ability that matters");
  CHECK(useless("dd, dn, +ta zern", "2 cr, ff").empty());
  says(useless("2 cr, +plasma scoring", "cr"), "no space cannon and bombards nothing");
  CHECK(useless("dn, inf, +plasma scoring", "inf", "invasion").empty());
  says(useless("2 cr, +intercept", "cr"), "the enemy announces no retreat");
  says(useless("2 cr, +watchful ojz", "cr"), "no retreat is asked for");
  says(useless("2 cr, +raid formation", "dn"), "rolls no anti-fighter barrage");
  says(useless("2 dd, +raid formation", "cr"), "no ship of the enemy can sustain damage");
  says(useless("2 cr, +fighter prototype", "cr"), "the side has no fighter");
}

}  // namespace
