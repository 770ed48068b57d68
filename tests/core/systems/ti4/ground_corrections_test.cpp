// Answers about the ground that were wrong once: what acts in a ground combat without being in it,
// and what sustains there do. Figures to six digits, by a recursion over the printed rules.

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/systems/ti4/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::asking;
constexpr Side kAttacker = Side::attacker, kDefender = Side::defender;

/// Attacker, draw, defender.
void check_solved(const Answer& answer, double attacker, double draw, double defender) {
  constexpr double kRounded = 1e-6;
  CHECK(std::abs(answer.win() - attacker) < kRounded);
  CHECK(std::abs(answer.draw() - draw) < kRounded);
  CHECK(std::abs(answer.lose() - defender) < kRounded);
}

TEST_CASE("ground correction: a Valkyrie Exoskeleton answers whatever hits in the combat") {
  // RULES 4.4.4: Harrow, Proxima Targeting and Magen, but no bombardment before the combat.
  check_solved(ask("invasion", "l1z1x: 2 dn, 3 inf", "sardakk: 2 inf, 2 mech"), 0.119428, 0.113513,
               0.767059);
  check_solved(ask("ground", "sardakk: 2 inf, 2 mech", "bastion: 3 inf, +proxima targeting"),
               0.999628, 0.000239, 0.000134);
  // The mech sustains the hit of Magen and takes the only infantry along, whether the hits of a
  // round are answered in it or after it.
  for (const char* cards : {"", ", +non-euclidean shielding"}) {
    const std::string alone = "letnev: inf, pds, +tech_magen_defense_grid_omega";
    CHECK(ask("ground", "sardakk: mech", alone + cards).win() == worked(1));
  }
}

TEST_CASE("ground correction: sustains against Direct Hit in a Wild, Wild Galaxy") {  // RULES 9.1
  const auto wild = [](const char* sustain) {
    Scenario asked =
        scenario("ground", "2 inf, mech, +direct hit", "2 inf, mech", {"event_wild_wild_galaxy"});
    asked.side(kDefender).policy["sustain"] = std::string{sustain};
    return ask(asked);
  };
  check_solved(wild("first"), 0.779916, 0.038181, 0.181903);
  check_solved(wild("last"), 0.701971, 0.063204, 0.234824);
  check_solved(wild("auto"), 0.701971, 0.063204, 0.234824);
  // A ship in orbit that could sustain keeps no card from a mech; a structure is no mech.
  const auto landing = [](const char* defender) {
    return ask(scenario("invasion", "dn, inf, mech", defender, {"event_wild_wild_galaxy"}));
  };
  CHECK(landing("inf, mech, +direct hit").win() < landing("inf, mech").win() - 0.01);
  const auto titan = [](const char* attacker) {
    return ask(scenario("ground", attacker, "titans: pds, inf", {"event_wild_wild_galaxy"}));
  };
  CHECK(titan("3 inf, +direct hit").win() == worked(titan("3 inf").win()));
}

TEST_CASE("ground correction: Dame Briar's token comes under what fights in the battle") {
  // RULES 9.44
  const auto token = [](const char* battle, const std::string& target) {
    return ask(battle, "2 dn, 3 inf, mech, +dame briar" + target, "3 inf, mech").win();
  };
  CHECK(std::abs(token("invasion", "") - 0.813437) < 1e-6);
  CHECK(token("invasion", "") == worked(token("invasion", "@mech")));
  CHECK(token("ground", "") == worked(token("ground", "@mech")));
  const auto in_space = [](const std::string& target) {
    return ask("space", "2 dd, mech, +dame briar" + target, "3 dd").win();
  };
  CHECK(in_space("") == worked(in_space("@destroyer")));
}

TEST_CASE("ground correction: of ships that troops need the one with the least room goes first") {
  // RULES 9.6
  const Answer usual = ask("conquest", "cv, dn, 5 inf", "2 cr, 2 inf");
  CHECK(std::abs(usual.win() - 0.707082) < 1e-6);
  Scenario named = scenario("conquest", "cv, dn, 5 inf", "2 cr, 2 inf");
  named.side(kAttacker).policy["losses"] = Names{"dreadnought", "carrier"};
  CHECK(usual.win() == worked(ask(named).win()));
}

}  // namespace
