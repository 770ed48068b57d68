#include "sim/advise.hpp"

#include <cmath>
#include <string>
#include <tuple>

#include <doctest/doctest.h>

#include "apps/report/advise_report.hpp"
#include "sim/better.hpp"
#include "sim/full_odds.hpp"
#include "tests/core/systems/ti4/asking.hpp"

using namespace broadside;

namespace {

Scenario position(std::string_view mine, std::string_view his, const std::string& goal = "") {
  Scenario scenario = asking::scenario("space", mine, his);
  if (!goal.empty()) scenario.side(Side::attacker).policy["goal"] = goal;
  return scenario;
}

double best_from(std::string_view mine, std::string_view his) {
  Scenario scenario = position(mine, his);
  scenario.side(Side::attacker).policy["play"] = std::string("best");
  return asking::ask(scenario).win();
}

}  // namespace

TEST_CASE("advise: each way is worth what the battle is worth after it") {
  const auto advised = advise(position("2 cr, cv, 2 ff", "dn, cv, cr"), 1);
  REQUIRE(advised);
  CHECK(advised->goal == "win");
  CHECK(advised->chance);
  REQUIRE(advised->ways.size() == 3);
  for (const AdvisedWay& way : advised->ways) {
    REQUIRE(way.moves.size() == 1);
    const char* left = way.moves[0] == "lose fighter"   ? "2 cr, cv, ff"
                       : way.moves[0] == "lose carrier" ? "2 cr, 2 ff"
                                                        : "cr, cv, 2 ff";
    CAPTURE(way.moves[0]);
    CHECK(way.value == asking::worked(best_from(left, "dn, cv, cr")));
    CHECK(way.value <= advised->ways.front().value + 1e-12);
  }
  // Fighters and carriers hit on the same number: for a win they are equal.
  CHECK(advised->ways[1].value == asking::worked(advised->ways[0].value));
  CHECK(advised->ways[2].moves[0] == "lose cruiser");
  CHECK(advised->ways[2].value < advised->ways[0].value - 0.01);
}

TEST_CASE("advise: several hits, a retreat, cards, and what cannot be asked") {
  const auto two = advise(position("dn, 2 cr", "2 dn", "net"), 2);
  REQUIRE(two);
  CHECK_FALSE(two->chance);
  CHECK_FALSE(two->ways.front().moves.empty());
  Scenario leaves = position("dn!, cr", "3 dn", "net");
  leaves.side(Side::attacker).policy["retreat"] = RetreatTiming{{}, {}, true};
  const auto left = advise(leaves, 1);
  REQUIRE(left);
  REQUIRE(left->next.size() == 1);
  CHECK(left->next.front() == "then announce the retreat");
  const auto held = advise(position("dn, 2 cr, +shields holding", "2 dn, +direct hit"), 2);
  REQUIRE(held);
  CHECK(held->ways.size() > 2);
  Scenario risk;
  risk.game = "risk";
  CHECK_FALSE(advise(risk, 1));
  CHECK_FALSE(advise(position("cr", "dn"), 1));  // nothing to choose
}

TEST_CASE("advise: who leaves below a chance to win does so") {
  for (const Side side : kSides) {
    CAPTURE(static_cast<int>(side));
    const char* const mine = side == Side::attacker ? "2 cr, 2 cv" : "2 dn, cv, 3 cr";
    const char* const his = side == Side::attacker ? "dn!, 2 ff" : "dn, 2 cr, 2 ff";
    Scenario stays = position(mine, his, "net"), leaves = stays;
    leaves.side(side).policy["retreat"] =
        RetreatTiming{{}, side == Side::attacker ? 0.9 : 0.95, false};
    const auto without = advise(stays, 1), with = advise(leaves, 1);
    REQUIRE(without);
    REQUIRE(with);
    CHECK(std::abs(without->ways.front().value - with->ways.front().value) > 1e-3);
  }
  // After the hit the battle is worth what odds says of what is left, by the same rule.
  Scenario leaves = position("2 cr, cv, 2 ff", "dn, cv, cr");
  leaves.side(Side::attacker).policy["retreat"] = RetreatTiming{{}, 0.4, false};
  const auto advised = advise(leaves, 1);
  REQUIRE(advised);
  for (const AdvisedWay& way : advised->ways) {
    CAPTURE(way.moves[0]);
    Scenario after = position(way.moves[0] == "lose fighter"   ? "2 cr, cv, ff"
                              : way.moves[0] == "lose carrier" ? "2 cr, 2 ff"
                                                               : "cr, cv, 2 ff",
                              "dn, cv, cr");
    after.side(Side::attacker).policy = leaves.side(Side::attacker).policy;
    after.side(Side::attacker).policy["play"] = std::string("best");
    CHECK(way.value == asking::worked(asking::ask(after).win()));
  }
}

TEST_CASE("what is better is named where no habit tells it") {
  Scenario scenario = asking::scenario("invasion", "3 infantry, mech!", "3 infantry, pds");
  scenario.side(Side::attacker).faction = "hacan";
  scenario.side(Side::defender).effects = {{"magen defense grid", {}, {}, {}}};
  const auto better = better_choices(scenario);
  REQUIRE_FALSE(better.list.empty());
  CHECK(better.list.front().words == "keep 3 infantry aboard and keep 1 mech aboard");
}

TEST_CASE("a usual answer says what would be better, and is silent where nothing is") {
  const auto better = better_choices(position("2 cr, 2 cv, 4 ff", "dn, cv, 2 cr, 3 ff"));
  REQUIRE(better.list.size() == 2);
  const Better& mine = better.list.front();
  CHECK(mine.side == Side::attacker);
  CHECK(mine.goal == "win");
  CHECK(mine.usual == asking::worked(0.277006318688));
  CHECK(mine.best == asking::worked(0.330927245873));
  CHECK(better_text(mine) == "Better: give up carriers before cruisers: 33.1 % (+5.4)");
  CHECK(better.list.back().side == Side::defender);
  CHECK(better_text(better.list.back()) ==
        "Better: give up carriers before cruisers: 72.9 % (+2.0)");
  CHECK(better.left_out.empty());
  CHECK(better.spent > 0);
  CHECK(better_choices(position("3 cr", "2 dn")).list.empty());
  // Above its budget it says so and nothing else.
  const auto late =
      better_choices(position("2 cr, 2 cv, 4 ff", "dn, cv, 2 cr, 3 ff"), {1e3, 16e6, 1e5});
  CHECK(late.list.empty());
  CHECK(late.left_out == "the battle is above the budget of the advice");
  // Who has said how he plays wants no advice.
  Scenario said = position("2 cr, 2 cv, 4 ff", "dn, cv, 2 cr, 3 ff");
  said.side(Side::attacker).policy["losses"] = Names{"fighter"};
  for (const Better& one : better_choices(said).list) CHECK(one.side == Side::defender);
}

TEST_CASE("advise: nothing that is said beside it is passed over") {
  Scenario usual = position("2 cr, cv", "dn, cr");
  usual.side(Side::attacker).policy["play"] = std::string("usual");
  CHECK(advise(usual, 1).error().where == "attacker.policy.play");
  Scenario hits = position("2 cr, cv", "dn, cr");
  hits.side(Side::attacker).fields["hits"] = 2;
  CHECK(advise(hits, 1).error().where == "attacker.hits");
  Scenario cut = position("2 cr, cv", "dn, cr");
  cut.fields["rounds"] = 1;
  CHECK(advise(cut, 1).error().where == "rounds");
}

TEST_CASE("hits that have come need a combat (RULES ti4 9.54)") {
  const auto refused = [](const char* battle, const char* attacker, const char* defender) {
    Scenario scenario = asking::scenario(battle, attacker, defender);
    scenario.side(Side::defender).fields["hits"] = 1;
    return ready(scenario);
  };
  for (const auto& [battle, attacker, defender] :
       {std::tuple{"ground", "mech", "nekro: 2 mech, +attachment_demilitarized_zone"},
        {"conquest", "2 cv, 2 inf", "2 inf"}}) {
    CAPTURE(battle);
    const auto answer = refused(battle, attacker, defender);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().problem == "there is no combat in which hits could have come");
    CHECK(answer.error().where == "defender.hits");
  }
  CHECK(refused("ground", "mech", "2 mech"));
  CHECK(refused("conquest", "2 cv, 2 inf", "cr, 2 inf"));
}

TEST_CASE("advise: the enemy's best answer to a way counts") {
  Scenario asked = position("3 dn", "2 dn, +direct hit");
  asked.side(Side::defender).policy["play"] = std::string("best");
  const auto advised = advise(asked, 1);
  REQUIRE(advised);
  asked.side(Side::attacker).policy["play"] = std::string("best");
  asked.side(Side::attacker).fields["hits"] = 1;
  CHECK(advised->ways.front().value == doctest::Approx(asking::ask(asked).win()).epsilon(1e-12));
}

TEST_CASE("an enemy who plays best after hits have come is told in words") {
  // The one step in which all that the side can do is to sustain or not.
  const Game& game = *find_game("ti4").value();
  Scenario asked;
  asked.side(Side::attacker) = game.parse_side("3 dn").value();
  asked.side(Side::attacker).fields["hits"] = 1;
  asked.side(Side::defender) = game.parse_side("2 dn, +direct hit").value();
  asked.side(Side::defender).policy["play"] = std::string("best");
  Options options;
  options.method = Method::exact;
  const auto full = full_odds(asked, options, false);
  REQUIRE(full);
  REQUIRE(full->play.size() == 1);
  CHECK(full->play.front().side == Side::defender);
  CHECK_FALSE(full->play.front().sentences.empty());
}

TEST_CASE("advise: who goes with the hit after this one is told too") {
  // Destroyers hit on 9 and cruisers on 7; nothing else tells them apart once the combat has begun.
  const auto advised = advise(position("2 cr, 2 dd", "dn, cr"), 1);
  REQUIRE(advised);
  CHECK(advised->ways.front().moves == std::vector<std::string>{"lose destroyer"});
  CHECK(advised->next == std::vector<std::string>{"with the next hit lose destroyer"});
}
