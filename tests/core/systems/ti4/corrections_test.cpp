// Answers that were wrong once: each rule by name, with the figure of the printed rule or one
// worked by hand.
// Chances of a hit with one die: 9 = 0.2, 8 = 0.3, 7 = 0.4, 6 = 0.5, 5 = 0.6, 3 = 0.8.

#include <cmath>
#include <string>

#include <doctest/doctest.h>

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

TEST_CASE("correction: Eidolon Maximum takes an ability's hit only where nobody else can") {
  // RULES 5.2. Alone against two PDS (0.5 each) that fire in space and at the landing: it sustains
  // one hit and is lost to the second. It needs no ship to carry it.
  const Answer alone =
      ask("conquest", "naaz_rokha: 4 mech, +breakthrough_absolute_synergy", "2 pds");
  CHECK(alone.force(kAttacker, "1 mech") == worked(0.25 * 0.25));
  CHECK(alone.force(kAttacker, "1 mech (1 damaged)") == worked(0.5 * 0.25 + 0.25 * 0.5));
  // Beside an infantry it takes none, though its owner would rather give it up first.
  Scenario beside =
      scenario("invasion", "naaz_rokha: infantry, 4 mech, +breakthrough_absolute_synergy", "pds");
  beside.side(kAttacker).policy.losses = {"mech"};
  CHECK(ask(beside).force(kAttacker, "1 mech") == worked(0.5));
}

TEST_CASE("correction: Solar Flare stops the Battlestation and not the active player's own fire") {
  // RULES 2.12
  CHECK(distance(ask("space", "2 cruiser, +ac_solar_flare",
                     "cruiser, 2 pds, +ac_experimental_battlestation"),
                 ask("space", "2 cruiser", "cruiser")) < 1e-12);
  CHECK(ask("space", "cruiser, pds, +ac_solar_flare", "cruiser").win() ==
        worked(0.5 + 0.5 * duel(0.4, 0.4).win));
}

TEST_CASE("correction: a combat that nobody can fight any more is over at once") {  // RULES 2.9
  // The active player's shot leaves no defender: no combat, no barrage at his fighters.
  CHECK(ask("space", "fighter, 2 pds", "destroyer").units(kAttacker, "fighter") > 0.75);
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

}  // namespace
