// What a scenario says about an effect is used, refused, or said to be without effect; never
// ignored.

#include "sim/choices.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/setup.hpp"
#include "core/systems/ti4/words.hpp"
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

/// The line that says something about the effect, which it names as it is printed, or empty.
std::string line_about(const Scenario& asked, std::string_view id) {
  const std::string name = ti4::printed_effect(id);
  const auto setup = ti4::set_up(asked);
  if (!setup) return setup.error().message();
  for (const std::string& line : setup.value().assumptions)
    if (line.find(name) != std::string::npos) return line;
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
      "attacker Fire Team: no effect in this battle, it is about the ground");
}

TEST_CASE("choices: the report names what applies by itself, and the round, uses and target") {
  CHECK(has(line_about(scenario("space", "jolnar: cruiser", "cruiser"), "ability_fragile"),
            "attacker Fragile: "));
  CHECK(has(line_about(scenario("space", "yin: flagship", "cruiser"), "yin_flagship"),
            "attacker Van Hauge: "));
  CHECK(
      has(line_about(scenario("space", "cruiser", "cruiser", {"anomaly_nebula"}), "anomaly_nebula"),
          "system Nebula: "));
  CHECK(has(line_about(listing("space", {"ac_morale_boost", 2, 3, {}}, Side::attacker),
                       "ac_morale_boost"),
            "attacker Morale Boost (round 2, uses 3): "));
  CHECK(has(line_about(listing("space", {"pn_the_cavalry", {}, {}, "cruiser"}, Side::attacker),
                       "pn_the_cavalry"),
            "attacker The Cavalry (target cruiser): "));
  // Harrow has nothing to do in a space battle, and nobody has listed it.
  CHECK(line_about(scenario("space", "l1z1x: dn", "cruiser"), "ability_harrow").empty());
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

/// To the digits that the figures are given with.
void check_odds(const Answer& answer, double win, double draw, double lose) {
  CHECK(std::abs(answer.win() - win) < 6e-6);
  CHECK(std::abs(answer.draw() - draw) < 6e-6);
  CHECK(std::abs(answer.lose() - lose) < 6e-6);
}

TEST_CASE(
    "choices: sustain last gives up who cannot sustain, then all sustain before one is lost") {
  Scenario late = scenario("space", "2 dn, 3 ff", "2 dn, 3 ff");
  late.side(Side::attacker).policy["sustain"] = "last";
  check_odds(ask(late), 0.36735, 0.05898, 0.57367);
  // Two hits on two dreadnoughts: both are damaged, none is lost.
  Scenario shot = scenario("space", "2 dn", "2 pds");
  shot.side(Side::attacker).policy["sustain"] = "last";
  CHECK(ask(shot).force(Side::attacker, "2 dreadnought (2 damaged)") == worked(0.25));
  // Non-Euclidean Shielding: what the fighter cannot take is sustained, and with it its own hit.
  shot = scenario("space", "dn, ff, +non-euclidean shielding", "2 pds");
  shot.side(Side::attacker).policy["sustain"] = "last";
  CHECK(ask(shot).force(Side::attacker, "1 dreadnought (1 damaged), 1 fighter") == worked(0.25));
  CHECK(ask(shot).force(Side::attacker, "1 dreadnought") == worked(0.5));
}

TEST_CASE("choices: ground forces that fight as ships are given up among the ships") {
  check_odds(ask("space", "naaz_rokha: 2 dn, mech", "2 dn"), 0.87730, 0.04011, 0.08259);
  check_odds(ask("space", "nekro: flagship, 3 infantry", "3 cruiser"), 0.85020, 0.02446, 0.12534);
  CHECK(has(line_about(scenario("space", "nekro: flagship, dd, 3 inf, mech", "cruiser"), "losses:"),
            "losses: infantry, destroyer, mech, flagship"));
}

TEST_CASE("choices: own abilities at the start of a combat have an order of their own") {
  const Scenario mentak = scenario("space", "mentak: 2 cruiser, destroyer, +assault cannon",
                                   "3 cruiser, +assault cannon");
  CHECK(ask(mentak).win() == doctest::Approx(0.91471).epsilon(1e-5));
  CHECK(has(line_about(mentak, "abilities"),
            "attacker abilities at the start of the combat: assault cannon, ambush"));
  for (const char* listed : {"impulse core, +assault cannon", "assault cannon, +impulse core"}) {
    CAPTURE(listed);
    CHECK(ask("space", "yin: 3 destroyer, +" + std::string{listed}, "3 cruiser, +assault cannon")
              .win() == doctest::Approx(0.68032).epsilon(1e-5));
  }
}

TEST_CASE("choices: the Crown of Thalnos risks nothing unless a target is named") {
  const Answer plain = ask("space", "6 ff, 2 carrier", "6 ff, 2 carrier");
  CHECK(distance(ask("space", "6 ff, 2 carrier, +relic_crown_of_thalnos", "6 ff, 2 carrier"),
                 plain) < 1e-12);
  // A war sun with a hit rolls its misses again, at +1: three dice that hit on 3.
  const Answer one = ask_one_round("ws, +relic_crown_of_thalnos", "4 destroyer");
  CHECK(one.force(Side::defender, "4 destroyer") == worked(0.2 * 0.2 * 0.2));
  CHECK(one.force(Side::defender, "1 destroyer") ==
        worked(std::pow(0.8 + 0.2 * 0.9, 3) - std::pow(0.2 * 0.9, 3)));
}

TEST_CASE("choices: Emergency Repairs at the start of round 1, before the first roll") {
  Scenario hurt = scenario("space", "2 dn", "2 dn!, +emergency repairs");
  CHECK(ask(hurt).lose() == doctest::Approx(0.43792).epsilon(1e-5));
  CHECK(distance(ask("ground", "mech", "mech!, +emergency repairs"),
                 ask("ground", "mech", "mech")) < 1e-12);
}

TEST_CASE("choices: Shields Holding waits for two hits or the last one") {
  // One hit on two cruisers is taken; of two, both are cancelled.
  const Answer one = ask_one_round("2 cruiser", "2 cruiser, +shields holding");
  CHECK(one.force(Side::defender, "1 cruiser") == worked(0.48));
  CHECK(one.force(Side::defender, "nothing") == worked(0));
  // A single hit that takes the last ship; one that a dreadnought sustains is let through.
  CHECK(ask_one_round("cruiser", "cruiser, +shields holding").force(Side::defender, "1 cruiser") ==
        worked(1));
  CHECK(ask_one_round("cruiser", "dn, +shields holding").hurt(Side::defender, "dreadnought") ==
        worked(0.4));
  // A barrage that can take one fighter only takes it.
  CHECK(ask_one_round("destroyer", "carrier, ff, +shields holding")
            .units(Side::defender, "fighter") ==
        ask_one_round("destroyer", "carrier, ff").units(Side::defender, "fighter"));
}

TEST_CASE("choices: Tellurian cancels what no sustain takes, unless Direct Hit threatens") {
  CHECK(ask("ground", "mech, +tellurian, +duranium", "mech").win() ==
        doctest::Approx(0.91585).epsilon(1e-5));
  CHECK(ask_one_round("cruiser", "dn, +tellurian").hurt(Side::defender, "dreadnought") ==
        worked(0.4));
  CHECK(ask_one_round("cruiser, +direct hit", "dn, +tellurian")
            .force(Side::defender, "1 dreadnought") == worked(1));
}

TEST_CASE("choices: cards wait until they do something") {
  // Vos Hollow: a destroyer that the enemy has none of is lost first; the cruiser takes one along.
  const Answer with = ask("space", "cruiser, dd, +vos hollow", "2 cruiser");
  CHECK(with.win() + with.draw() > ask("space", "cruiser, dd", "2 cruiser").win() +
                                       ask("space", "cruiser, dd", "2 cruiser").draw());
  // Fire Team is kept while Magen Defense Grid (first printing) silences the side.
  const double lives = 0.7, kept = 0.51 * 0.7 + 0.49 * 0.7 * duel(0.3, 0.3).win;
  CHECK(ask("ground", "infantry, +fire team", "infantry, pds, +tech_magen_defense_grid").win() ==
        worked(lives * kept));
}

TEST_CASE("choices: the owner of Magen Defense Grid picks the dearest unit that dies of the hit") {
  // Worked by hand: the PDS hits (1 in 2), then the damaged mech is gone: 3 or 2 infantry on 3.
  const double even = ask("ground", "3 infantry", "3 infantry").win();
  const double fewer = ask("ground", "2 infantry", "3 infantry").win();
  CHECK(
      ask("invasion", "hacan: 3 infantry, mech!", "3 infantry, pds, +tech_magen_defense_grid_omega")
          .win() == worked(0.5 * even + 0.5 * fewer));
}

TEST_CASE("choices: Direct Hit is kept for a dearer ship that can still sustain") {
  const Answer one = ask_one_round("cruiser, +direct hit", "dn, ws");
  CHECK(one.units(Side::defender, "dreadnought") == worked(1));
  CHECK(one.hurt(Side::defender, "dreadnought") == worked(0.4));
  CHECK(ask_one_round("cruiser, +direct hit", "dn, ws!").units(Side::defender, "dreadnought") ==
        worked(0.6));
}

TEST_CASE("choices: abilities that choose a unit take a target, in the fleet text too") {
  // Splicer: the cheaper ship. Devotion: the dreadnought that sustains, not the destroyer that dies.
  CHECK(ask_one_round("creuss: carrier, +tech_dimensional_splicer@dd", "3 cruiser, dd")
            .units(Side::defender, "destroyer") == worked(0));
  CHECK(ask_one_round("creuss: carrier, +tech_dimensional_splicer", "3 cruiser, dd")
            .units(Side::defender, "destroyer") == worked(0.8));
  Scenario devoted = scenario("space", "yin: 2 dd, +ability_devotion@dn", "dn, dd");
  CHECK(distance(ask(devoted), ask("space", "yin: 2 dd, +ability_devotion", "dn, dd")) > 1e-3);
  // Direct Hit is kept for a flagship, or thrown at the dreadnought after all.
  CHECK(ask_one_round("cruiser, +direct hit@dn", "dn, ws").units(Side::defender, "dreadnought") ==
        worked(0.6));
  CHECK(ask_one_round("cruiser, +direct hit@ws", "dn, ws!").units(Side::defender, "dreadnought") ==
        worked(1));
  // Courageous to the End waits for the cruiser: two dice on 7, not on 9.
  const Answer waits = ask("space", "dd, cruiser, +courageous@cruiser", "ws!, dn!");
  CHECK(waits.lose() < ask("space", "dd, cruiser, +courageous", "ws!, dn!").lose());
  // Raid Formation damages the dreadnought before the war sun.
  const auto raided = [](const std::string& text) {
    return ask_one_round("argent: dd2, +ability_raid_formation" + text, "dn, ws");
  };
  CHECK(raided("@dn").hurt(Side::defender, "dreadnought") >
        raided("").hurt(Side::defender, "dreadnought"));
  const auto typed = find_game("ti4").value()->parse_side("2 dn, +direct hit@death star");
  REQUIRE_FALSE(typed);
  CHECK(typed.error().problem == "unknown unit 'death star' as the target of 'direct hit'");
  // Whoever does not type it is told the same.
  Scenario given = scenario("space", "2 dn, +direct hit@dn", "dn");
  given.sides[Side::attacker].effects.front().target = "death star";
  CHECK(has(line_about(given, "death star"),
            "unknown unit 'death star' as the target of 'ac_direct_hit'"));
}

TEST_CASE("choices: against Direct Hit the better of sustaining first and last is solved") {
  const auto with = [](const char* sustain) {
    Scenario asked = scenario("space", "2 dn, 4 ff", "2 dn, 2 ff, +direct hit x2");
    asked.side(Side::attacker).policy["sustain"] = sustain;
    return asked;
  };
  const double first = ask(with("first")).win(), last = ask(with("last")).win();
  CHECK(std::abs(first - last) > 1e-3);
  CHECK(ask(with("auto")).win() == worked(std::max(first, last)));
  Scenario silent = with("auto");
  silent.side(Side::attacker).policy.erase("sustain");
  CHECK(ask(silent).win() == worked(std::max(first, last)));
  // The report says which and what the other gives.
  const auto battle = ready(silent);
  REQUIRE(battle);
  const auto& told = battle.value().assumptions;
  CHECK(std::any_of(told.begin(), told.end(), [&](const std::string& line) {
    return has(line, last > first ? "sustain: last was taken" : "sustain: first was taken") &&
           has(line, last > first ? "(first: " : "(last: ");
  }));
  // Nothing is solved where the card cannot touch anybody.
  CHECK(choose(*find_game("ti4").value(), scenario("space", "2 dn2, cr", "cr, +direct hit"))
            .value()
            .told.empty());
  CHECK(choose(*find_game("ti4").value(), scenario("space", "2 dn, cr", "cr, +plasma scoring"))
            .value()
            .told.empty());
}

TEST_CASE("choices: a unit that no faction of the side prints cannot be placed") {
  Scenario placing = scenario("space", "2 dn", "cruiser");
  placing.side(Side::attacker)
      .effects.push_back({"exploration_freelancers", {}, {}, std::string("flagship")});
  const auto setup = ti4::set_up(placing);
  REQUIRE_FALSE(setup);
  CHECK(setup.error().problem == "the side has no flagship to place");
  CHECK(setup.error().hint == "name its faction, or another target");
}

TEST_CASE("choices: a conquest keeps the room of its troops unless it is told not to") {
  const Scenario landing =
      scenario("conquest", "carrier, 2 cruiser, dn, 4 inf", "3 cruiser, 3 inf");
  Scenario careless = landing, careful = landing;
  careless.side(Side::attacker).policy["protect_capacity"] = false;
  careful.side(Side::attacker).policy["protect_capacity"] = true;
  CHECK(distance(ask(landing), ask(careful)) < 1e-12);
  CHECK(ask(landing).win() > ask(careless).win() + 0.01);
  CHECK(has(line_about(landing, "need to ride in"), "given up last"));
  CHECK(line_about(careless, "need to ride in").empty());
  // Not by the ship whose loss destroys all others (RULES ti4 3.5.10).
  CHECK(ask(scenario("conquest", "yin: flagship, carrier, 4 inf", "2 cruiser, 2 inf")).win() ==
        doctest::Approx(0.547554).epsilon(1e-5));
}

TEST_CASE("choices: ability_order overrides the order at the start of a combat") {
  Scenario mentak = scenario("space", "mentak: 2 cruiser, destroyer, +assault cannon",
                             "3 cruiser, +assault cannon");
  mentak.side(Side::attacker).policy["ability_order"] = Names{"ambush"};
  CHECK(ask(mentak).win() == doctest::Approx(0.67831).epsilon(1e-5));
  CHECK(has(line_about(mentak, "start of the combat"), "ambush, assault cannon"));
  mentak.side(Side::attacker).policy["ability_order"] = Names{"impulse core"};
  CHECK(has(line_about(mentak, ""), "is no ability that the attacker uses"));
  // Impulse Core first: not with a ship that the cannon still needs.
  Scenario yin = scenario("space", "yin: 3 destroyer, +assault cannon, +impulse core", "3 cruiser");
  const Answer usual = ask(yin);
  yin.side(Side::attacker).policy["ability_order"] = Names{"impulse core"};
  CHECK(ask(yin).win() < usual.win());
  CHECK(ask(yin).win() ==
        worked(ask("space", "yin: 3 destroyer, +assault cannon", "3 cruiser").win()));
}

TEST_CASE("choices: sustaining against space cannon and bombardment can be switched off") {
  Scenario shot = scenario("space", "dn", "pds");
  shot.side(Side::attacker).policy["sustain_space_cannon"] = false;
  CHECK(ask(shot).force(Side::attacker, "nothing") == worked(0.5));
  CHECK(has(line_about(shot, "not against"), "sustain: not against space cannons"));
  Scenario bombed = scenario("invasion", "dn, infantry", "mech");
  bombed.side(Side::defender).policy["sustain_bombardment"] = false;
  CHECK(ask(bombed).win() == worked(0.6 + 0.4 * ask("ground", "infantry", "mech").win()));
}

TEST_CASE("choices: a forced reroll waits for so many hits") {
  const auto scrambled = [](const std::string& when) {
    return ask("space", "2 cruiser, +scramble frequency" + when, "2 pds")
        .force(Side::attacker, "nothing");
  };
  // Two hits of two dice that hit on 6: rolled again, both hit once more.
  CHECK(scrambled(">=2") == worked(0.25 * 0.25));
  CHECK(scrambled(">=1") == worked(0.75 * 0.25));
  CHECK(has(line_about(scenario("space", "cruiser, +direct hit>=2", "dn"), ""),
            "'ac_direct_hit' has no use for at_least"));
}

TEST_CASE("choices: Nekro learns an upgrade in mid-combat, and The Alastor bears other texts") {
  // One cruiser each side of 1 and 2, the second Nekro cruiser is lost while the enemy's first is:
  // from then on it hits on 6.
  const Answer learns =
      ask("space", "nekro: 2 cruiser, +ability_technological_singularity@cruiser", "2 cruiser2");
  CHECK(learns.win() > ask("space", "nekro: 2 cruiser", "2 cruiser2").win() + 0.01);
  CHECK(learns.win() < ask("space", "nekro: 2 cruiser2", "2 cruiser2").win() - 0.01);
  CHECK(has(line_about(scenario("space", "nekro: 2 cruiser, +technological singularity@cruiser",
                                "2 cruiser"),
                       ""),
            "the enemy has no upgraded cruiser to learn from"));
  // The Fourth Moon's text on The Alastor: nobody sustains against it.
  CHECK(ask("space", "nekro: flagship, +mentak_flagship", "dn").win() ==
        worked(ask("space", "nekro: flagship", "dn!").win()));
  // Salai Sai Corian's: a die for each ship, on The Alastor's own 9.
  CHECK(ask_one_round("nekro: flagship, +winnu_flagship", "3 cruiser")
            .units(Side::defender, "cruiser") == worked(3 - 3 * 0.2));
}

TEST_CASE("choices: what a player might not expect is said") {
  CHECK(has(line_about(scenario("conquest", "cruiser, inf", "3 dn"), "no ground force"),
            "counts as a draw"));
  CHECK(line_about(scenario("conquest", "cruiser, inf", "3 dn, inf"), "no ground force").empty());
  Scenario leaves = scenario("conquest", "dn, cv, inf", "cruiser, inf");
  leaves.side(Side::defender).policy["retreat"] = RetreatTiming{.round = 1, .below = {}};
  CHECK(has(line_about(leaves, "decides the conquest"), "its ships leave"));
}

}  // namespace
