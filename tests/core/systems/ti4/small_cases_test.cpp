// Small battles worked by hand in which one condition of a rule decides.
// Chances of a hit with one die: 9 = 0.2, 8 = 0.3, 7 = 0.4, 6 = 0.5.

#include <cmath>

#include <doctest/doctest.h>

#include "tests/core/systems/ti4/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::asking;
constexpr Side kAttacker = Side::attacker, kDefender = Side::defender;

Scenario with_hits(Scenario asked, const char* lost_first) {
  asked.side(kAttacker).fields["hits"] = 1;
  asked.side(kAttacker).policy["losses"] = Names{lost_first};
  asked.side(kAttacker).policy["ground_losses"] = Names{lost_first};
  asked.side(kAttacker).policy["sustain"] = std::string{"never"};
  return asked;
}

}  // namespace

TEST_CASE("small: what a flagship gives the others ends with it") {
  // C'morran N'orr is lost to the hit that has come: the destroyer alone hits on 8 (N'orr) then.
  Scenario hit =
      with_hits(scenario("space", "sardakk: flagship, destroyer", "cruiser"), "flagship");
  CHECK(ask(hit).win() == worked(duel(0.3, 0.4).win));
}

TEST_CASE("small: three tokens of a galvanized mech pass to infantry") {
  // Of four infantry three roll two dice each then: seven dice, none of which hits.
  Scenario hit = with_hits(scenario("ground", "bastion: mech, 4 infantry", "12 infantry"), "mech");
  hit.side(kAttacker).effects = {{"ability_galvanize", {}, 1, "mech"}};
  hit.fields["rounds"] = 1;
  CHECK(ask(hit).force(kDefender, "12 infantry") == worked(std::pow(0.7, 7)));
}

TEST_CASE("small: a unit of two dice is safe from the Crown of Thalnos while one of them hit") {
  // The destroyer rolls two dice at 9 (Viscount Unlenn). Both hit (0.04): two cruisers fall. One
  // hits (0.32): the other is rolled again at +1.
  Scenario crowned =
      scenario("space", "destroyer, +agent_viscount_unlenn, +relic_crown_of_thalnos", "3 cruiser");
  crowned.fields["rounds"] = 1;
  CHECK(ask(crowned).force(kDefender, "1 cruiser") == worked(0.04 + 0.32 * 0.3));
}

TEST_CASE("small: the Crown of Thalnos waits until the enemy has judged the dice") {
  // RULES 9.21. One die at 5, and War Funding for a throw that beats its mean, which a hit does.
  const auto left = [](const char* mine, const char* enemy, const char* force) {
    Scenario asked = scenario("space", mine, enemy);
    asked.fields["rounds"] = 1;
    return ask(asked).force(kDefender, force);
  };
  // A hit (0.6) is thrown again; the Crown rolls the miss that stands at +1.
  CHECK(left("dn, +relic_crown_of_thalnos@dreadnought", "2 cr, +pn_war_funding_omega",
             "1 cruiser") == worked(0.4 * 0.7 + 0.6 * (0.6 + 0.4 * 0.7)));
  // Munitions Reserves roll a die again once: for 0.24 of the hits that has been done before.
  CHECK(left("letnev: dn, +ability_munitions_reserves, +relic_crown_of_thalnos@dreadnought",
             "2 cr, +pn_war_funding_omega", "1 cruiser") ==
        worked(0.16 * 0.7 + 0.6 * (0.84 + 0.16 * 0.7) + 0.24 * (0.6 + 0.4 * 0.7)));
  // Three dice at 3, of which three hits are above the mean of 2.4, or 2.88 with the Reserves:
  // added up die by die in fractions.
  CHECK(left("ws, +relic_crown_of_thalnos", "4 cr, +pn_war_funding_omega", "1 cruiser") ==
        worked(352447.0 / 390625));
  CHECK(left("letnev: ws, +ability_munitions_reserves, +relic_crown_of_thalnos",
             "4 cr, +pn_war_funding_omega", "1 cruiser") == worked(47374666.0 / 48828125));
}
