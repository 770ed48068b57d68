// What a scenario says about an effect is used, refused, or said to be without effect; never
// ignored.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/setup.hpp"
#include "tests/core/systems/ti4/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::asking;

constexpr const char* kBattles[] = {"space", "ground", "invasion", "conquest"};

Scenario listing(std::string_view battle, const EffectChoice& choice, Side side) {
  Scenario battle_of = scenario(battle, "2 cruiser, dn, carrier, 2 ff, destroyer, 2 infantry, mech",
                                "cruiser, dn, ff, 2 infantry, mech, pds");
  battle_of.side(side).effects.push_back(choice);
  return battle_of;
}

/// The line that says something about the effect, or empty.
std::string line_about(const Scenario& asked, std::string_view id) {
  const auto setup = ti4::set_up(asked);
  if (!setup) return setup.error().message();
  for (const std::string& line : setup.value().assumptions)
    if (line.find(id) != std::string::npos) return line;
  return {};
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

TEST_CASE("choices: an effect that has no use for a field refuses it") {
  const auto refused = [](const EffectChoice& choice, const char* field) {
    const auto setup = ti4::set_up(listing("space", choice, Side::attacker));
    CAPTURE(choice.id);
    REQUIRE(!setup);
    CHECK(setup.error().problem == "'" + choice.id + "' has no use for " + field);
    CHECK(setup.error().where == "attacker.effects");
    CHECK(!setup.error().hint.empty());
  };
  refused({"tech_plasma_scoring", {}, 2, {}}, "uses");
  refused({"tech_plasma_scoring", 2, {}, {}}, "round");
  refused({"tech_plasma_scoring", {}, {}, "cruiser"}, "target");
  refused({"ac_morale_boost", {}, {}, "cruiser"}, "target");
  refused({"ac_direct_hit", 2, {}, {}}, "round");
  refused({"ac_fighter_prototype", 2, {}, {}}, "round");
  Scenario mahact = scenario("space", "mahact: flagship", "cruiser");
  mahact.side(Side::attacker).effects.push_back({"mahact_flagship", {}, 0, {}});
  CHECK(has(line_about(mahact, ""), "'mahact_flagship' has no use for uses"));
  Scenario nebula = scenario("space", "cruiser", "cruiser");
  nebula.system_effects.push_back({"anomaly_nebula", {}, 2, {}});
  CHECK(has(line_about(nebula, ""), "'anomaly_nebula' has no use for uses"));
  CHECK(has(line_about(scenario("space", "cruiser", "neutral: cruiser2"), ""),
            "neutral units cannot be upgraded"));
}

TEST_CASE("choices: what the choice of an effect speaks of is accepted in every battle") {
  for (auto family : {ti4::dice_effects, ti4::hit_effects, ti4::space_effects, ti4::ground_effects,
                      ti4::composition_effects, ti4::input_effects})
    for (const ti4::Effect& effect : family())
      for (const char* battle : kBattles)
        for (Side side : kSides) {
          EffectChoice choice{std::string{effect.id}, {}, {}, {}};
          if (has(effect.choice, "uses")) choice.uses = 1;
          if (has(effect.choice, "chosen round")) choice.round = 1;
          CAPTURE(battle);
          const auto setup = ti4::set_up(listing(battle, choice, side));
          if (!setup) CHECK_MESSAGE(!has(setup.error().problem, "no use"), setup.error().message());
        }
}

TEST_CASE("choices: what is said to have no effect in a battle has none") {
  int said = 0;
  for (const char* battle : kBattles) {
    const Answer plain = ask(listing(battle, {"ac_sabotage", {}, {}, {}}, Side::attacker));
    for (const ti4::EffectFact& fact : ti4::all_effects())
      for (Side side : kSides) {
        const Scenario with = listing(battle, {std::string{fact.id}, {}, {}, {}}, side);
        if (!has(line_about(with, fact.id), "no effect in this battle")) continue;
        CAPTURE(fact.id);
        CAPTURE(battle);
        CHECK(distance(ask(with), plain) < 1e-12);
        ++said;
      }
  }
  MESSAGE(said << " times an effect is said to do nothing");
  CHECK(said > 50);
  CHECK(
      line_about(listing("space", {"ac_fire_team", {}, {}, {}}, Side::attacker), "ac_fire_team") ==
      "attacker ac_fire_team: no effect in this battle, it is about the ground");
}

TEST_CASE("choices: the report names what applies by itself, and the round, uses and target") {
  CHECK(has(line_about(scenario("space", "jolnar: cruiser", "cruiser"), "ability_fragile"),
            "attacker ability_fragile: "));
  CHECK(has(line_about(scenario("space", "yin: flagship", "cruiser"), "yin_flagship"),
            "attacker yin_flagship: "));
  CHECK(has(line_about(scenario("space", "cruiser", "cruiser", {"anomaly_nebula"}), "nebula"),
            "system anomaly_nebula: "));
  CHECK(has(line_about(listing("space", {"ac_morale_boost", 2, 3, {}}, Side::attacker), "morale"),
            "attacker ac_morale_boost (round 2, uses 3): "));
  CHECK(has(line_about(listing("space", {"pn_the_cavalry", {}, {}, "cruiser"}, Side::attacker),
                       "cavalry"),
            "attacker pn_the_cavalry (target cruiser): "));
  // Harrow has nothing to do in a space battle, and nobody has listed it.
  CHECK(line_about(scenario("space", "l1z1x: dn", "cruiser"), "harrow").empty());
}

TEST_CASE("choices: a replay shows the dice of Ambush and says what stops a bombardment") {
  const auto told = [](const Scenario& asked) {
    std::string story;
    const auto lines = find_game("ti4").value()->replay(asked, 3);
    REQUIRE(lines);
    for (const std::string& line : lines.value()) story += line + "\n";
    return story;
  };
  CHECK(has(told(scenario("space", "mentak: 2 cruiser", "cruiser, dn")),
            "ambush\n  attacker rolls Cruiser I (7+):"));
  CHECK(has(told(scenario("invasion", "dn, 2 infantry", "2 infantry, pds")),
            "rolls no dice: a Planetary Shield protects the planet"));
}

TEST_CASE("choices: what holds for both sides is brought once") {
  Scenario twice = scenario("space", "2 cruiser", "2 cruiser");
  twice.system_effects = {{"anomaly_nebula", {}, {}, {}}, {"nebula", {}, {}, {}}};
  CHECK(has(line_about(twice, ""), "'anomaly_nebula' stands twice"));
  Scenario both = scenario("space", "2 cruiser, pds, +plasma scoring", "2 cruiser");
  both.system_effects = {{"plasma scoring", {}, {}, {}}};
  CHECK(has(line_about(both, ""), "in system.effects and in attacker.effects"));
}

TEST_CASE("choices: what a player might not expect is said") {
  CHECK(has(line_about(scenario("conquest", "cruiser, inf", "3 dn"), "no ground force"),
            "counts as a draw"));
  CHECK(line_about(scenario("conquest", "cruiser, inf", "3 dn, inf"), "no ground force").empty());
  Scenario leaves = scenario("conquest", "dn, cv, inf", "cruiser, inf");
  leaves.side(Side::defender).policy["retreat"] = RetreatPlan{.round = 1, .below = {}};
  CHECK(has(line_about(leaves, "decides the conquest"), "its ships leave"));
}

}  // namespace
