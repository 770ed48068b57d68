// What a player asks for and cannot come about is told (RULES rebellion 2.1, 9.10, 9.11).

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/systems/rebellion/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::rebellion_asking;

Report sampled(const Scenario& scenario, std::uint64_t battles = 1000) {
  Options options;
  options.battles = battles;
  auto report = odds(scenario, options);
  REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
  return std::move(report).value();
}

bool holds(const std::vector<std::string>& lines, std::string_view part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

}  // namespace

TEST_SUITE("rebellion: what cannot come about is told") {
  TEST_CASE("a retreat without a ship that leaves by itself") {
    const std::string none = "attacker: no ship that can leave, no transport, no retreat";
    const auto leaves = [](std::string_view battle, std::string_view empire, bool cards) {
      Scenario scenario = combat(battle, empire, "rebels: 5 rebel_trooper", false, cards);
      return leaving(led(scenario, A, {"darth_vader"}), A, 1);
    };
    const Report walks = sampled(leaves("ground", "empire: 3 stormtrooper", false));
    CHECK(holds(walks.notes, none));
    CHECK(!holds(walks.assumptions, "retreats with all ships"));
    CHECK(walks.chance(Outcome::attacker_retreats).p == 0);
    // By a chance to win as well, with TIEs, who need room, and in cinematic combat.
    Scenario below = leaves("ground", "empire: 3 stormtrooper", false);
    below.side(A).policy["retreat"] = RetreatTiming{{}, 0.3};
    CHECK(holds(sampled(below).notes, none));
    CHECK(holds(sampled(leaves("combat", "empire: 3 stormtrooper, 2 tie_fighter", false)).notes,
                none));
    Scenario cinematic =
        with_rule(leaves("ground", "empire: 3 stormtrooper", true), "cinematic", "true");
    CHECK(holds(sampled(cinematic).notes, none));
    // Escape Plan may be drawn.
    const Report drawn = sampled(leaves("ground", "empire: 3 stormtrooper", true), 50'000);
    CHECK(holds(drawn.notes, "only where Escape Plan is held"));
    CHECK(drawn.chance(Outcome::attacker_retreats).p > 0);
    // A ship leaves by itself.
    const Report sails = sampled(leaves("combat", "empire: 3 stormtrooper, star_destroyer", false));
    CHECK(!holds(sails.notes, "no ship that can leave"));
    CHECK(holds(sails.assumptions, "retreats with all ships"));
    CHECK(sails.chance(Outcome::attacker_retreats).p > 0);
  }

  TEST_CASE("Death Star Plans that can do nothing") {
    const auto tries = [](std::string_view battle, std::string_view empire,
                          std::string_view rebels) {
      Scenario scenario = combat(battle, empire, rebels);
      scenario.side(D).policy["death_star_plans"] = true;
      return sampled(scenario);
    };
    struct Case {
      const char *battle, *empire, *rebels, *why;
    };
    for (const Case& each :
         {Case{"space", "empire: star_destroyer", "rebels: 3 x_wing", "no Death Star is here"},
          Case{"space", "empire: death_star", "rebels: mon_calamari_cruiser",
               "no Rebel fighter is here"},
          Case{"ground", "empire: death_star, stormtrooper", "rebels: x_wing, rebel_trooper",
               "no space battle is fought"},
          Case{"space", "empire: death_star, shield_bunker", "rebels: 3 x_wing",
               "a Shield Bunker stands, and nobody fights it"},
          Case{"combat", "empire: death_star, shield_bunker", "rebels: 3 x_wing",
               "a Shield Bunker stands, and nobody fights it"}}) {
      CAPTURE(each.why);
      const Report report = tries(each.battle, each.empire, each.rebels);
      CHECK(holds(report.notes,
                  std::string("defender: death_star_plans changes nothing: ") + each.why));
      CHECK(!holds(report.assumptions, "are tried"));
    }
    for (const auto& [empire, rebels] :
         {std::pair{"empire: death_star", "rebels: 3 x_wing"},
          std::pair{"empire: death_star_under_construction, tie_fighter", "rebels: y_wing"},
          std::pair{"empire: death_star, shield_bunker", "rebels: 3 x_wing, rebel_trooper"}}) {
      CAPTURE(empire);
      const Report report = tries("combat", empire, rebels);
      CHECK(!holds(report.notes, "death_star_plans"));
      CHECK(holds(report.assumptions, "death_star_plans true: the Death Star Plans are tried"));
    }
    // In cinematic combat Deployment of a U-wing may bring somebody who fights the bunker.
    for (const char* flier : {"u_wing", "x_wing"}) {
      CAPTURE(flier);
      Scenario lands = combat("combat", "empire: death_star, shield_bunker",
                              std::string("rebels: 3 ") + flier, true, true);
      lands.side(D).policy["death_star_plans"] = true;
      CHECK(holds(sampled(lands).notes, "a Shield Bunker stands, and nobody fights it") ==
            (std::string_view(flier) == "x_wing"));
    }
  }

  TEST_CASE("whoever is to leave adds a leader of the pool") {
    Scenario scenario = combat("space", "empire: star_destroyer, 2 tie_fighter",
                               "rebels: mon_calamari_cruiser, 2 x_wing");
    scenario.side(D).fields["pool"] = Names{"princess_leia"};
    // Without a retreat she changes nothing here, and neither does nobody.
    CHECK(sampled(scenario).chance(Outcome::defender_retreats).p == 0);
    scenario.side(D).policy["retreat"] = RetreatTiming{1, {}};
    const std::string told =
        "Princess Leia is added from the pool before the combat, and can lead the retreat";
    const Report leaves = sampled(scenario);
    CHECK(leaves.chance(Outcome::defender_retreats).p > 0.5);
    CHECK(holds(leaves.assumptions, told));
    CHECK(!holds(leaves.notes, "no leader, no retreat"));
    // The same as if she had been there, and the better one of two.
    Scenario there = scenario;
    there.side(D).fields.erase("pool");
    CHECK(ask(led(there, D, {"princess_leia"})).win() == ask(scenario).win());
    scenario.side(D).fields["pool"] = Names{"princess_leia", "admiral_ackbar"};
    const Report two = sampled(scenario);
    CHECK(two.chance(Outcome::defender_retreats).p > 0.5);
    CHECK(holds(two.assumptions, "defender added_leader: "));
    CHECK(!holds(two.assumptions, "nobody: "));
    // Nobody where that is asked for, and where somebody else leads already.
    const Report nobody = sampled(choosing(scenario, D, "added_leader", "nobody"));
    CHECK(nobody.chance(Outcome::defender_retreats).p == 0);
    CHECK(holds(nobody.notes, "no leader, no retreat"));
    CHECK(holds(sampled(led(scenario, D, {"mon_mothma"})).assumptions, "nobody: "));
  }
}
