#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "apps/report/field_text.hpp"
#include "sim/engine.hpp"
#include "sim/full_odds.hpp"
#include "sim/play_words.hpp"
#include "tests/core/systems/ti4/asking.hpp"

using namespace broadside;

namespace {

Scenario with_losses(Scenario scenario, const std::string& word, Side side = Side::attacker) {
  scenario.side(side).policy["losses"] = word;
  return scenario;
}

Scenario playing(Scenario scenario, const std::string& goal, Side side = Side::attacker) {
  scenario.side(side).policy["play"] = std::string("best");
  scenario.side(side).policy["goal"] = goal;
  return scenario;
}

double net(const asking::Answer& answer) {
  return answer.lost[Side::defender] - answer.lost[Side::attacker];
}

}  // namespace

TEST_CASE("losses by name: weakest is the optimum for a win in plain space battles") {
  for (const auto& [attacker, defender] :
       {std::pair{"2 cr, 2 cv, 4 ff", "dn, cv, 2 cr, 3 ff"}, std::pair{"dn, cr2, 2 cv", "ws, 2 dd"},
        std::pair{"ws, 2 dn, cv, 2 ff", "3 dn, 2 cr"}}) {
    CAPTURE(attacker);
    const Scenario scenario = asking::scenario("space", attacker, defender);
    const double best = asking::ask(playing(scenario, "win")).win();
    CHECK(asking::ask(with_losses(scenario, "weakest")).win() == asking::worked(best));
  }
}

TEST_CASE("losses by name: best is at least as good as every order, and told") {
  for (const auto& [battle, attacker, defender] :
       {std::tuple{"space", "2 cr, 2 cv, dn, 3 ff", "dn, cv, 2 cr, 3 ff"},
        std::tuple{"conquest", "dn, cv, 3 ff, cr, 3 inf", "2 dd, cr, 1 inf"}}) {
    CAPTURE(attacker);
    const Scenario scenario = asking::scenario(battle, attacker, defender);
    const double best = asking::ask(with_losses(scenario, "best")).win();
    std::vector<std::string> types;
    for (const UnitCount& unit : scenario.side(Side::attacker).units)
      if (unit.type != "infantry") types.push_back(unit.type);
    std::sort(types.begin(), types.end());
    double most = 0;
    do {
      Scenario ordered = scenario;
      ordered.side(Side::attacker).policy["losses"] = Names(types.begin(), types.end());
      const double reached = asking::ask(ordered).win();
      most = std::max(most, reached);
      CHECK(best - reached > -1e-12);
    } while (std::next_permutation(types.begin(), types.end()));
    CHECK(best == asking::worked(most));
    const auto ready_battle = ready(with_losses(scenario, "best"));
    REQUIRE(ready_battle);
    CHECK(std::any_of(
        ready_battle->assumptions.begin(), ready_battle->assumptions.end(),
        [](const std::string& line) { return line.find("was taken, with") != std::string::npos; }));
  }
}

TEST_CASE("losses by name: read and written like any other order") {
  const Game& game = *find_game("ti4").value();
  const Field& losses = *find_field(game.fields(), Place::policy, "losses");
  const auto read = read_field(losses, " Weakest", "--attacker-losses", game);
  REQUIRE(read);
  CHECK(*read == Value{std::string("weakest")});
  CHECK(field_text(losses, *read) == "weakest");
  const auto order = read_field(losses, "ff, dn", "--attacker-losses", game);
  REQUIRE(order);
  CHECK(*order == Value{Names{"fighter", "dreadnought"}});
  CHECK_FALSE(read_field(losses, "strongest", "--attacker-losses", game));
  // A retreat at the best moment stays one in a link.
  const Field& retreat = *find_field(game.fields(), Place::policy, "retreat");
  CHECK(field_text(retreat, Value{RetreatTiming{{}, {}, true}}) == "free");
}

TEST_CASE("best play: a goal of the defender's own is refused where both play best") {
  const Scenario scenario = asking::scenario("space", "2 cr, cv", "dn, cv");
  const auto both = [&](const std::string& attacker, const std::string& defender) {
    return ready(playing(playing(scenario, attacker), defender, Side::defender));
  };
  const auto refused = both("win", "net");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().where == "defender.policy.goal");
  CHECK(refused.error().hint.find("'win'") != std::string::npos);
  CHECK(both("net", "net"));
  CHECK(both("win", "win"));
  Scenario silent = playing(scenario, "net");
  silent.side(Side::defender).policy["play"] = std::string("best");
  const auto open = ready(silent), same = both("net", "net");
  REQUIRE(open);
  REQUIRE(same);
  const PlayScore score{*open};
  CHECK(BestPlay{open->duel, score}.start_value() ==
        asking::worked(BestPlay{same->duel, PlayScore{*same}}.start_value()));
}

TEST_CASE("best play: a card of one round is never worse than in any round that is named") {
  const auto check = [](std::string_view battle, std::string attacker, std::string_view defender,
                        const std::string& card, const std::string& goal) {
    CAPTURE(card);
    CAPTURE(goal);
    const auto value = [&](const asking::Answer& answer) {
      return goal == "net" ? net(answer) : answer.win();
    };
    const double best = value(
        asking::ask(playing(asking::scenario(battle, attacker + ", +" + card, defender), goal)));
    for (int round = 1; round <= 4; ++round) {
      const Scenario named =
          asking::scenario(battle, fmt::format("{}, +{}@{}", attacker, card, round), defender);
      CHECK(best - value(asking::ask(playing(named, goal))) > -1e-12);
      CHECK(best - value(asking::ask(named)) > -1e-12);
    }
  };
  for (const char* goal : {"win", "net"}) {
    check("space", "dn, 2 cr, cv", "dn, 2 cr", "morale boost", goal);
    check("conquest", "dn, cv, 3 inf", "2 cr, 2 inf", "morale boost", goal);
    check("ground", "3 inf, mech", "4 inf, mech", "fire team", goal);
  }
  const Scenario repairs = asking::scenario("space", "2 dn, cr, +emergency repairs", "3 dn");
  CHECK(asking::ask(playing(repairs, "win")).win() - asking::ask(repairs).win() > -1e-12);
  // What is not solved for says so.
  const auto other = ready(playing(
      asking::scenario("space", "dn, dd, ff, pds, +scramble frequency", "2 dd, cv, 2 ff"), "win"));
  REQUIRE(other);
  CHECK(std::any_of(other->assumptions.begin(), other->assumptions.end(),
                    [](const std::string& line) {
                      return line.find("played so as usual") != std::string::npos;
                    }));
}

TEST_CASE("best play: above the budget the best order is played, and that is said") {
  const Scenario large =
      asking::scenario("space", "ws, 4 dn, 4 cr, 4 cv, 4 dd, 8 ff, +duranium armor, +direct hit",
                       "ws, 4 dn, 4 cr, 4 cv, 4 dd, 8 ff, +duranium armor, +direct hit");
  const auto battle = ready(playing(large, "win"));
  REQUIRE(battle);
  CHECK_FALSE(battle->goals[Side::attacker].has_value());
  REQUIRE_FALSE(battle->notes.empty());
  CHECK(std::any_of(battle->notes.begin(), battle->notes.end(),
                    [](const std::string& note) { return note.starts_with("not the best play"); }));
}

TEST_CASE(
    "best play: where nobody can win or leave the attacker's ships are lost") {  // RULES ti4 3.6.8
  Scenario space = playing(asking::without_dice(), "win");
  space.side(Side::attacker).effects.push_back({"hero_airo_shir_aur", {}, {}, {}});
  const asking::Answer stays = asking::ask(space);
  CHECK(stays.lose() == asking::worked(1));
  CHECK(stays.units(Side::attacker, "flagship") == asking::worked(0));
  CHECK(stays.units(Side::defender, "flagship") == asking::worked(1));
}

TEST_CASE("best play in words: one order for a win, a threshold for resources") {
  const Scenario scenario = asking::scenario("space", "2 cr, 2 cv, 4 ff", "dn, cv, 2 cr, 3 ff");
  const auto words = [&](const std::string& goal) {
    const auto battle = ready(playing(scenario, goal));
    REQUIRE(battle);
    return play_in_words(*battle);
  };
  const auto win = words("win");
  REQUIRE(win.size() == 1);
  CHECK(win.front().sentences ==
        std::vector<std::string>{"Give up fighters, then carriers, then cruisers"});
  const auto more = words("net");
  REQUIRE(more.size() == 1);
  REQUIRE(more.front().sentences.size() == 2);
  CHECK(more.front().sentences.front() == "Give up fighters, then carriers, then cruisers");
  CHECK(more.front().sentences.back().starts_with("Give up cruisers before carriers"));
  double times = 0;
  for (const PlayedRow& row : more.front().table) times += row.times;
  CHECK(times > 1);
  CHECK(play_in_words(*ready(scenario)).empty());
}

TEST_CASE("best play in words: a card, and ships that only follow one another") {
  // Dreadnoughts hit on a 5: with the card on a 4, and most dice are there in the first round.
  const auto battle =
      ready(playing(asking::scenario("space", "2 dn, +morale boost", "2 cv, 2 ff"), "win"));
  REQUIRE(battle);
  const auto words = play_in_words(*battle);
  REQUIRE(words.size() == 1);
  CHECK(words.front().sentences ==
        std::vector<std::string>{"Sustain with dreadnoughts, then give up dreadnoughts",
                                 "Play Morale Boost as soon as that is possible"});
  // Once in every battle, while the enemy can take a hit with each of his four ships.
  REQUIRE(words.front().table.size() == 1);
  const PlayedRow& row = words.front().table.front();
  CHECK(row.offered == std::vector<std::string>{"play Morale Boost", "keep Morale Boost"});
  CHECK(row.does == "play Morale Boost");
  CHECK(row.fewest == 4);
  CHECK(row.most == 4);
  CHECK(row.times == asking::worked(1.0));
}

TEST_CASE("best play in words: who leaves does not win") {
  Scenario scenario = playing(asking::scenario("space", "dd, 2 cr", "cv, ff, cr"), "win");
  scenario.side(Side::attacker).policy["retreat"] = RetreatTiming{{}, {}, true};
  const auto battle = ready(scenario);
  REQUIRE(battle);
  const auto words = play_in_words(*battle);
  REQUIRE(words.size() == 1);
  CHECK(words.front().sentences.back() == "Never announce the retreat");
}

TEST_CASE("best play in words: of ships that fight alike the usual one is named first") {
  // A fighter and a destroyer both hit on a 9, and there is no fighter to fire a barrage at. The
  // card finds no cannon's hit to cancel; with it in the battle both losses are looked at.
  const auto battle = ready(
      playing(asking::scenario("space", "dn, +maneuvering jets", "dd, ff"), "win", Side::defender));
  REQUIRE(battle);
  const auto words = play_in_words(*battle);
  REQUIRE(words.size() == 1);
  CHECK(words.front().sentences == std::vector<std::string>{"Give up fighters or destroyers"});
}

TEST_CASE("best play in words: where there is but one kind of target nothing is said") {
  Scenario scenario;
  const Game& game = *find_game(scenario.game = "rebellion").value();
  scenario.battle = "space";
  scenario.readings["cards"] = false;
  scenario.side(Side::attacker) = game.parse_side("isd").value();
  scenario.side(Side::defender) = game.parse_side("mon cal").value();
  const auto battle = ready(playing(scenario, "win"));
  REQUIRE(battle);
  CHECK_FALSE(battle->duel.choices.empty());
  CHECK(play_in_words(*battle).empty());
}

TEST_CASE("one move before another, as people say it") {
  CHECK(before("give up fighters", "give up carriers") == "give up fighters before carriers");
  CHECK(before("sustain with dreadnoughts", "give up carriers") ==
        "sustain with dreadnoughts before giving up carriers");
  CHECK(before("give up fighters", "sustain with war suns") ==
        "give up fighters before sustaining with war suns");
  CHECK(before("aim at troops", "hit armor") == "aim at troops before hitting armor");
}

TEST_CASE("how often a battle comes to a pair of forces: all that ends comes from somewhere") {
  const auto battle = ready(playing(asking::scenario("space", "2 cr, cv, ff", "dn, cr"), "net"));
  REQUIRE(battle);
  const Duel& duel = battle->duel;
  const Reach reach{duel};
  CHECK(reach.times(0, state_of(duel.start[0]), state_of(duel.start[1])) == asking::worked(1.0));
  // Two cruisers, a carrier and a fighter take four hits; a dreadnought and a cruiser three.
  std::size_t round = 0;
  while (!duel.steps[round].is_round) ++round;
  const auto mine = hits_left(duel, 0), his = hits_left(duel, 1);
  CHECK(*std::max_element(mine[round].begin(), mine[round].end()) == 4);
  CHECK(*std::max_element(his[round].begin(), his[round].end()) == 3);
}

TEST_CASE("best play in words: no rule has a limit that is always reached") {
  const auto battle = ready(playing(
      asking::scenario("conquest", "2 ff, 2 dn, cv, 2 inf", "ff, 2 cv, dn, inf, +direct hit"),
      "win"));
  REQUIRE(battle);
  const auto words = play_in_words(*battle);
  REQUIRE(words.size() == 1);
  for (const std::string& sentence : words.front().sentences) {
    CAPTURE(sentence);
    CHECK(sentence.find("fewer than 0 hits") == std::string::npos);
    CHECK(sentence.find("at least 0 hits") == std::string::npos);
  }
}
