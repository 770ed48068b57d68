// Turns, duels and volleys; what ends them; what the report says of them.

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/arcane_legions/game.hpp"
#include "tests/core/systems/arcane_legions/fielding.hpp"

using namespace broadside;
using namespace broadside::arcane_legions;
using namespace broadside::arcane_legions::fielding;

namespace {

double chance(const Report& report, Outcome outcome) { return report.chance(outcome).p; }

std::string problem(const Scenario& asked) {
  const auto report = try_solve(asked);
  REQUIRE_FALSE(report);
  CHECK_FALSE(report.error().where.empty());
  CHECK_FALSE(report.error().hint.empty());
  return report.error().problem;
}
std::string problem(const std::string& battle, const std::string& attacker,
                    const std::string& defender, Values plays = {}, Values rules = {}) {
  return problem(
      scenario(battle, side(attacker, std::move(plays)), side(defender), std::move(rules)));
}

bool assumes(const Report& report, const std::string& what) {
  return std::any_of(report.assumptions.begin(), report.assumptions.end(),
                     [&](const auto& line) { return line.find(what) != std::string::npos; });
}

constexpr const char* kHarmless = "hp 1 1";  // no icons at all
constexpr const char* kOneDie = "dice 1 red, hp 1";

}  // namespace

TEST_SUITE("arcane legions, battles") {
  TEST_CASE("a single order: one die against nothing, by hand") {
    const Report report = solve(scenario("close", side(kOneDie), side("hp 1")));
    CHECK(chance(report, Outcome::attacker_win) == doctest::Approx(4.0 / 6).epsilon(1e-14));
    CHECK(chance(report, Outcome::undecided) == doctest::Approx(2.0 / 6).epsilon(1e-14));
    REQUIRE(report.breakdowns.size() == 3);
    CHECK(report.breakdowns[0].name == "hits");
    CHECK(report.breakdowns[1].name == "damage");
    CHECK(report.breakdowns[2].name == "lost");
    REQUIRE(report.breakdowns[0].rows.size() == 2);
    CHECK(report.breakdowns[0].rows[1].chance.p == doctest::Approx(4.0 / 6).epsilon(1e-14));
    double sum = 0;
    for (const auto& row : report.breakdowns[0].rows) sum += row.chance.p;
    CHECK(sum == doctest::Approx(1).epsilon(1e-14));
  }

  TEST_CASE("a duel against the harmless: turns by hand") {
    // The attacker acts in turns 1, 3, 5, ... and hits with 2/3 each.
    const Report report =
        solve(scenario("duel", side(kOneDie), side("hp 1"), {{"turn_limit", "5"}}));
    CHECK(chance(report, Outcome::attacker_win) == doctest::Approx(1 - 1.0 / 27).epsilon(1e-14));
    CHECK(chance(report, Outcome::stalemate) == doctest::Approx(1.0 / 27).epsilon(1e-14));
    // Turns played: 1 with 2/3, 3 with 2/9, 5 with 1/9 (won in the fifth or not).
    CHECK(report.mean_rounds.value() ==
          doctest::Approx(2.0 / 3 + 3 * 2.0 / 9 + 5.0 / 9).epsilon(1e-12));
    CHECK(assumes(report, "after 5 turns counts as a stalemate"));
    const Report endless =
        solve(scenario("duel", side(kOneDie), side("hp 1"), {{"turn_limit", "0"}}));
    CHECK(chance(endless, Outcome::attacker_win) == doctest::Approx(1).epsilon(1e-14));
    const Report usual = solve(scenario("duel", side(kOneDie), side("hp 1")));
    CHECK(chance(usual, Outcome::stalemate) ==
          doctest::Approx(std::pow(1.0 / 3, 25)).epsilon(1e-9));
    CHECK(assumes(usual, "after 50 turns counts as a stalemate"));
  }

  TEST_CASE("where nothing can change the duel is over at once, whatever the limit") {
    for (const char* limit : {"50", "0"}) {
      const Report report =
          solve(scenario("duel", side(kHarmless), side(kHarmless), {{"turn_limit", limit}}));
      CHECK(chance(report, Outcome::stalemate) == 1);
      CHECK(report.mean_rounds.value() <= 1);
    }
    // One red icon on a grey side rolls nothing, and nothing strikes back.
    const Report grey = solve(scenario("duel", side("dice 1 red, hp 1, side grey"), side("hp 1")));
    CHECK(chance(grey, Outcome::stalemate) == 1);
  }

  TEST_CASE("without a limit a unit that heals as fast as it is hurt does not end the solver") {
    const Report report =
        solve(scenario("duel", side("dice 1 red, hp 1, 2 white"),
                       side("dice 1 white, hp 1 1, regeneration"), {{"turn_limit", "0"}}));
    double sum = 0;
    for (const Chance& each : report.odds) sum += each.p;
    CHECK(sum == doctest::Approx(1).epsilon(1e-9));
  }

  TEST_CASE("a turn with a push: two orders, a figure paid, damage carried over") {
    // Two figures with one die each against one figure of 2 hit points: the first order hits with
    // two dice against nothing; the second with one.
    const Report once = solve(scenario("turn", side("dice 2 red, hp 1 1"), side("hp 3")));
    CHECK(chance(once, Outcome::attacker_win) == 0);
    const Report twice =
        solve(scenario("turn", side("dice 2 red, hp 1 1", {{"push", "always"}}), side("hp 3")));
    CHECK(chance(twice, Outcome::attacker_win) ==
          doctest::Approx(4.0 / 9 * 4.0 / 6).epsilon(1e-13));
    CHECK(twice.sides[0].lost_units[0].second == doctest::Approx(1).epsilon(1e-12));
  }

  TEST_CASE("a volley shoots first, then the target comes") {
    const Report none = solve(scenario("duel", side("EX-ARCHERS"), side("EX-PLAIN")));
    const Report one = solve(scenario("volley", side("EX-ARCHERS"), side("EX-PLAIN")));
    const Report three =
        solve(scenario("volley", side("EX-ARCHERS"), side("EX-PLAIN"), {{"volleys", "3"}}));
    CHECK(chance(three, Outcome::attacker_win) > chance(one, Outcome::attacker_win));
    CHECK(chance(one, Outcome::attacker_win) > 0);
    CHECK(chance(none, Outcome::attacker_win) > 0);
    REQUIRE(three.stages.size() == 2);
    CHECK(three.stages[0].name == "shooting");
  }

  TEST_CASE("points are what a unit costs") {
    const Report report =
        solve(scenario("duel", side("5 heavy_legionary, titus_petronius"), side("D-MIX-ACHILLES")));
    double cost = 0;
    for (const UnitLabel& label : report.sides[0].units) cost += label.resources * label.start;
    CHECK(cost == 1030);
  }

  TEST_CASE("notation, JSON fields and ids describe the same unit") {
    const Report by_figures =
        solve(scenario("duel", side("titus_petronius, 5 heavy_legionary"), side("EX-PLAIN")));
    const Report by_id = solve(scenario("duel", side("D-MIX-TITUS"), side("EX-PLAIN")));
    const Report published = solve(scenario("duel", side("P-TITUS"), side("EX-PLAIN")));
    for (const Outcome o : all_outcomes()) {
      CHECK(by_figures.odds[o].p == by_id.odds[o].p);
      CHECK(published.odds[o].p == by_id.odds[o].p);
    }
    CHECK(assumes(by_id, "derived from its figures"));
    CHECK(assumes(by_id, "EX-PLAIN: an example unit"));
    CHECK(assumes(published, "published unit that is partly known"));
    CHECK(side("12 hoplite with javelins").units == side("12 hoplite_with_javelins").units);
    const SideSpec read = side("dice 9 red, 7 white, hp 1 1 1 1 1 2, side red, tough");
    const std::vector<Slot> slots = slots_of(read);
    REQUIRE(slots.size() == 6);
    CHECK(slots[0].attack == 2);
    CHECK(slots[5].attack == 1);
    CHECK(slots[0].defence == 2);
    CHECK(slots[5].hit_points == 2);
    CHECK(facing_of(read) == "red");
    CHECK(read.fields.names("abilities") == Names{"tough"});
    CHECK(side("roman: 2 heavy legionaries, +tough").faction == "roman");
    CHECK(dice_of(side("dice 4")) == 4);
  }

  TEST_CASE("every policy and every reading is printed") {
    const Report report = solve(scenario("duel", side("EX-LUCK"), side("EX-DREAD")));
    for (const Field& field : fields())
      if ((field.place == Place::policy && field.name != kGoal) || field.place == Place::readings)
        CHECK_MESSAGE(assumes(report, " " + std::string(field.name) + " "),
                      std::string(field.name));
  }

  TEST_CASE("each reading makes a difference somewhere") {
    const auto differs = [](const std::string& battle, const SideSpec& a, const SideSpec& d,
                            const std::string& name, const std::string& value) {
      CAPTURE(name);
      CAPTURE(value);
      const Report usual = solve(scenario(battle, a, d));
      const Report other = solve(scenario(battle, a, d, {{name, value}}));
      double most = 0;
      for (std::size_t s = 0; s < 2; ++s)
        for (std::size_t i = 0; i < usual.sides[s].lost_units.size(); ++i)
          most = std::max(most, std::abs(usual.sides[s].lost_units[i].second -
                                         other.sides[s].lost_units[i].second));
      CHECK(most > 1e-6);
    };
    const std::string plain = "dice 6 red, 4 blue, 3 white, hp 2 2 1 1";
    differs("close", side(plain), side(plain), "critical", "false");
    differs("close", side(plain), side(plain), "critical_count", "exactly");
    differs("close", side(plain), side(plain), "critical_count", "each");
    differs("close", side(plain + ", good fortune"), side(plain), "critical_roll", "final");
    differs("close", side("dice 3 red, hp 1"), side("dice 6 white, hp 1 1 1"), "critical_needs_hit",
            "true");
    differs("close", side("dice 1 red, hp 1, side grey, trample"), side("infantry, hp 1 1"),
            "clamp", "each");
    differs("close", side("dice 2 red, hp 1, side grey"), side("dice 3 white, hp 1"),
            "no_attack_dice", "nothing");
    differs("ranged", side(plain, {{"friends", "2"}}), side(plain), "melee_penalty", "per_friend");
    differs("close", side(plain), side(plain + ", brutal"), "brutal_defending", "false");
    differs("close", side(plain + ", tough"), side(plain), "tough_attacking", "true");
    differs("close", side(plain), side(plain), "soaking", "weakest_first");
    differs("close", side("dice 6 red, hp 1"), side("hp 1, berserker"), "damage_back_when_wiped",
            "false");
    differs("ranged", side(plain + ", fire arrows"), side("dice 3 white, hp 1 1 1"), "fire_arrows",
            "on_a_hit");
    differs("close", side(plain + ", dragon's gift"), side("dice 3 white, hp 4 4 4 4 4 4"),
            "dragons_gift", "replaces");
    // Pushing the last figure: only where that defeats the unit.
    CHECK(problem("duel", plain, plain, {{"push", "to_the_last"}}) ==
          "the last figure may not be pushed");
    const Report fatal = solve(scenario("turn", side("dice 1 red, hp 1", {{"push", "to_the_last"}}),
                                        side("hp 4"), {{"push_last", "defeats"}}));
    CHECK(chance(fatal, Outcome::defender_win) == doctest::Approx(1).epsilon(1e-12));
    // No second order is left to push for when the red figure is lost (from a solver of its own;
    // 0.876 where the other figure is paid all the same).
    const Report harmless =
        solve(scenario("turn", side("dice 1 red, hp 1 1", {{"push", "to_the_last"}}),
                       side("dice 3 white, hp 4"), {{"push_last", "defeats"}}));
    CHECK(chance(harmless, Outcome::defender_win) == doctest::Approx(65.0 / 108).epsilon(1e-12));
    const Report shot =
        solve(scenario("turn", side(plain), side(plain), {{"turn", "ranged_close"}}));
    const Report close = solve(scenario("turn", side(plain), side(plain)));
    CHECK(shot.sides[1].lost_units[0].second > close.sides[1].lost_units[0].second);
    const Report rushed =
        solve(scenario("turn", side(plain + ", armored rush", {{"special", "armored_rush"}}),
                       side(plain), {{"turn", "ranged_close"}}));
    CHECK(rushed.sides[1].lost_units[0].second > shot.sides[1].lost_units[0].second);
  }

  TEST_CASE("what cannot be used is refused with the reason") {
    CHECK(problem("close", "EX-SHIELDS", "EX-PLAIN") == "a close order needs a ready red icon");
    CHECK(problem("ranged", "EX-PLAIN", "EX-PLAIN") == "a ranged order needs a ready blue icon");
    const auto hint = [](const char* attacker) {
      return try_solve(scenario("ranged", side(attacker), side("EX-PLAIN"))).error().hint;
    };
    CHECK(hint("EX-PLAIN").find("thrown_weapon") == std::string::npos);
    CHECK(hint("dice 2 red, hp 1, thrown weapon").find("shoots: thrown_weapon") !=
          std::string::npos);
    CHECK(problem("duel", "dice 4", "EX-PLAIN") == "dice alone have no figures to lose");
    CHECK(problem("duel", "P-LEGEND", "EX-PLAIN") ==
          "the figures of Warriors of Legend are not known");
    CHECK(problem("close", "EX-PLAIN", "P-LEGEND") ==
          "the figures and defence of Warriors of Legend are not known");
    CHECK(problem("close", "P-FLAMING", "EX-PLAIN") == "a close order needs a ready red icon");
    CHECK(problem("duel", "D-MIX-GAULS", "EX-PLAIN") ==
          "King of the Gauls is known by its name only: what it does is not");
    CHECK(problem("close", "dice 2 red, hp 1, poison", "EX-PLAIN") ==
          "Poison is known by its name only: what it does is not");
    CHECK(
        problem("close", "dice 2 red, hp 1, cowardly", "EX-PLAIN").starts_with("Cowardly cannot"));
    CHECK(problem("close", "EX-PLAIN, without tough", "EX-PLAIN") == "the unit has no Tough");
    CHECK(problem("close", "EX-HEAVY, tough", "EX-PLAIN") == "the unit has Tough already");
    CHECK(problem("close", "EX-PLAIN, side green", "EX-PLAIN") == "unknown side 'green'");
    CHECK(problem("close", "hp 1, dice 2 red, side back", "EX-PLAIN") == "unknown side 'back'");
    CHECK(problem("siege", "EX-PLAIN", "EX-PLAIN") == "unknown battle 'siege'");
    CHECK(problem("close", "EX-PLAIN", "EX-PLAIN", {{"push", "always"}}) ==
          "this side has no use for 'push' here");
    CHECK(problem("duel", "EX-PLAIN", "EX-PLAIN", {{"special", "fireburst"}}) ==
          "the unit has no Fireburst");
    CHECK(problem("ranged", "EX-ARCHERS", "EX-PLAIN", {{"shoots", "sniper"}}) ==
          "the unit has no Sniper");
    CHECK(problem("duel", "EX-ARCHERS", "EX-PLAIN", {{"shoots", "sniper"}}) ==
          "this side has no use for 'shoots' here");
    CHECK(problem("ranged", "D-1E23-F", "EX-PLAIN", {{"hindered", "1"}})
              .starts_with("how much Hail of Arrows"));
    CHECK(problem("close", "EX-PLAIN", "EX-PLAIN", {}, {{"turn_limit", "9"}}) ==
          "turn_limit has no meaning in this battle");
    CHECK(problem("duel", "EX-PLAIN", "EX-PLAIN", {{"casualties", "nobody"}}) ==
          "'nobody' is no value of casualties");
    CHECK(problem("duel", "EX-PLAIN", "EX-PLAIN", {}, {{"critcal", "true"}}) ==
          "unknown field 'critcal'");
    CHECK(problem("duel", "7 heavy_legionary", "EX-PLAIN") ==
          "figures of 14 hit points on one base");
    CHECK(problem("duel", "4 anubian_guard", "EX-PLAIN") == "4 Anubian Guards in one unit");
    CHECK(problem("duel", "roman: anubian_guard", "EX-PLAIN") ==
          "Anubian Guard may not serve in a unit of Roman Empire");
    CHECK(problem("duel", "2 heavy_legionary, 2 cyclops", "EX-PLAIN") ==
          "figures of roman and egyptian in one unit");
    CHECK(problem("close", "dice 41 red, hp 1", "EX-PLAIN") == "'41' is no value of attack");
    CHECK(problem("duel", "han: D-MIX-TITUS", "EX-PLAIN") ==
          "Titus Petronius and 5 Heavy Legionaries is a unit of Roman Empire");
    Scenario made_up = scenario("close", side("EX-PLAIN"), side("EX-PLAIN"));
    made_up.fields["homebrew"] = Rows{};
    CHECK(problem(made_up) == "unknown field 'homebrew'");
    made_up.fields = {};
    made_up.system_effects.push_back({"nebula", {}, {}, {}});
    CHECK(problem(made_up) == "unknown field 'effects'");
    Scenario twice = scenario("close", side("EX-PLAIN"), side("EX-PLAIN"));
    twice.sides[0].fields["dice"] = 3;
    CHECK(problem(twice) == "a unit described in more than one way");
    twice.sides[0] = {};
    CHECK(problem(twice) == "no unit");
    Scenario tall = scenario("close", side("EX-PLAIN"), side("EX-PLAIN"));
    tall.sides[0].fields = {};
    set_slots(tall.sides[0], {{.hit_points = 5}});
    CHECK(problem(tall) == "'5' is no value of hit_points");
    set_slots(tall.sides[0], {{1, 1, 0, 0, {"tough"}}});
    CHECK(problem(tall) == "Tough belongs to a whole unit, not to a figure");
    set_slots(tall.sides[0], {{1, 1, 0, 0, {"berzerker"}}});
    CHECK(problem(tall) == "unknown ability 'berzerker'");
    Scenario defender_moves = scenario("duel", side("EX-PLAIN"), side("EX-PLAIN"));
    defender_moves.sides[1].policy = {{"moved", "true"}};
    CHECK(problem(defender_moves) == "this side has no use for 'moved' here");
  }

  TEST_CASE("words that are no unit are refused") {
    for (const char* text :
         {"", ",", "5 heavy_legionery", "dice x", "dice 3 green", "9 red, 7 white", "hp 1 0",
          "hp 1, EX-PLAIN", "EX-PLAIN, EX-SQUAD", "side red", "dice 3 red, dice 4 red, hp 1",
          "greek: 5 heavy_legionary", "hp 1, hp 2", "99 fear, hp 1", "dice 2, dice 3"}) {
      CAPTURE(text);
      const auto read = parse_side(text);
      CHECK_FALSE(read);
      if (!read) CHECK_FALSE(read.error().hint.empty());
    }
  }

  TEST_CASE("a battle can be told, and ends as the tables say it can") {
    const Game& game = arcane_legions::game();
    for (const char* battle : {"duel", "close", "ranged", "turn", "volley"})
      for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto story =
            game.replay(scenario(battle, side("EX-ARCHERS"), side("EX-BERSERK")), seed);
        if (battle == std::string("ranged") || battle == std::string("volley")) REQUIRE(story);
        if (!story) continue;
        CHECK(story.value().size() > 5);
        for (const std::string& line : story.value())
          CHECK(line.find(" 0 direct damage") == std::string::npos);
        CHECK(story.value() ==
              game.replay(scenario(battle, side("EX-ARCHERS"), side("EX-BERSERK")), seed).value());
      }
  }

  TEST_CASE("a told battle names who fights and what is paid, and wipes nothing at its end") {
    const auto told = [](const SideSpec& attacker) {
      const auto story = arcane_legions::game().replay(scenario("turn", attacker, side("hp 4")), 1);
      REQUIRE(story);
      return story.value();
    };
    const auto count = [](const std::vector<std::string>& story, std::string_view start) {
      return std::count_if(story.begin(), story.end(),
                           [&](const std::string& line) { return line.starts_with(start); });
    };
    // A unit without dice rolls nothing back: the figure that pays for the push is the only loss.
    SideSpec pushes;
    set_slots(pushes, {{1, 0, 0, 0, {}}, {1, 1, 0, 0, {}}});
    pushes.policy = {{"push", "always"}};
    const auto pushed = told(pushes);
    CHECK(count(pushed, "  attacker: described unit: 2 ") == 1);
    CHECK(count(pushed, "  attacker: now 1 ") == 1);
    // Two damage of the special order leave the figure of four damaged, whatever the die adds
    // (at most one hit); that this is wiped when all is over (RULES 6.6) is no news.
    const auto rushed = told(side("dice 1 red, hp 1, armored rush", {{"special", "armored_rush"}}));
    const auto news = count(rushed, "  defender: now 1 ");
    CHECK(news >= 1);
    CHECK(std::count_if(rushed.begin(), rushed.end(), [](const std::string& line) {
            return line.starts_with("  defender: now 1 ") && line.ends_with("(1 damaged)");
          }) == news);
  }

  TEST_CASE("who regroups has one figure for the attack and for the defence (RULES 8.10)") {
    // Like figures in a red and two white slots: those that are left stand where they are needed.
    // Of three or two both white icons are ready and the red one, of the last one white and red.
    const auto fights = [](const std::vector<Slot>& slots, Values policy) {
      SideSpec defender;
      set_slots(defender, slots);
      defender.policy = std::move(policy);
      SideSpec attacker;
      set_slots(attacker, {{1, 1, 0, 1, {}}, {1, 1, 0, 0, {}}});
      return solve(scenario("duel", attacker, defender));
    };
    const std::vector<Slot> apart{{1, 1, 0, 0, {}}, {1, 0, 0, 1, {}}, {1, 0, 0, 1, {}}};
    const Report moves = fights(apart, {{"regroup", "layouts"}});
    const Report has_both = fights({{1, 0, 0, 0, {}}, {1, 0, 0, 1, {}}, {1, 1, 0, 1, {}}}, {});
    const Report stays = fights(apart, {});
    for (const Outcome outcome :
         {Outcome::attacker_win, Outcome::defender_win, Outcome::draw, Outcome::stalemate})
      CHECK(chance(moves, outcome) == doctest::Approx(chance(has_both, outcome)).epsilon(1e-12));
    CHECK(chance(moves, Outcome::defender_win) > chance(stays, Outcome::defender_win) + 0.01);
  }

  TEST_CASE("lists name everything") {
    const Game& game = arcane_legions::game();
    CHECK(game.list_units().size() == figures().size() + derived_units().size() +
                                          example_units().size() + published_units().size());
    CHECK(game.list_effects().size() == kAbilities + kTypes);
    CHECK(game.list_factions().size() == 4);
    for (const Listing& item : game.list_effects()) {
      CAPTURE(item.id);
      if (item.id == "tough") CHECK(item.refused.empty());
      if (item.id == "poison") CHECK(item.refused == "what it does is not known");
    }
    for (const Listing& item : game.list_units()) {
      CAPTURE(item.id);
      CHECK(item.text.find(" - ") == std::string::npos);  // no error in its place
    }
  }
}
