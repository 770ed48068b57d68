#include "sim/need.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

using namespace broadside;

namespace {

NeedQuestion question(const std::string& attacker, const std::string& defender, double chance,
                      const std::string& game_id = "ti4") {
  const Game& game = *find_game(game_id).value();
  NeedQuestion asked;
  asked.scenario.game = game_id;
  asked.scenario.side(Side::attacker) = game.parse_side(attacker).value();
  asked.scenario.side(Side::defender) = game.parse_side(defender).value();
  asked.chance = chance;
  return asked;
}

Options solved() {
  Options options;
  options.method = Method::automatic;
  return options;
}

}  // namespace

TEST_CASE("the cheapest addition that is enough, and nothing cheaper is") {
  const auto answer = need(question("2 dn", "ws, 3 ff", 0.8), solved());
  REQUIRE(answer);
  REQUIRE_FALSE(answer.value().additions.empty());
  const double cost = answer.value().additions.front().cost;
  for (const Addition& one : answer.value().additions) {
    CHECK(one.cost == cost);
    CHECK(one.win.p >= 0.8);
  }
  CHECK(answer.value().looked_up_to == cost);
  // With less to spend nothing reaches it, and the nearest is told.
  auto less = question("2 dn", "ws, 3 ff", 0.8);
  less.budget = cost - 1;
  const auto short_of = need(less, solved());
  REQUIRE(short_of);
  CHECK(short_of.value().additions.empty());
  REQUIRE(short_of.value().nearest);
  CHECK(short_of.value().nearest->win.p < 0.8);
  CHECK(short_of.value().looked_up_to == cost - 1);
}

TEST_CASE("what is there may be enough") {
  const auto answer = need(question("3 dn", "destroyer", 0.5), solved());
  REQUIRE(answer);
  REQUIRE(answer.value().additions.size() == 1);
  CHECK(answer.value().additions.front().bought.empty());
  CHECK(answer.value().additions.front().cost == 0);
  CHECK(answer.value().examined == 1);
}

TEST_CASE("fleet supply and capacity bind additions too") {
  auto asked = question("2 cruiser", "3 cruiser", 0.7);
  asked.supply = 2;  // no further ship, and cruisers carry nothing
  asked.budget = 6;
  const auto bound = need(asked, solved());
  REQUIRE(bound);
  CHECK(bound.value().additions.empty());
  CHECK(bound.value().examined == 1);
  asked.supply = 1;
  CHECK_FALSE(need(asked, solved()));
}

TEST_CASE("sampled chances count by the lower end of their interval") {
  Options options;
  options.method = Method::monte_carlo;
  options.battles = 20'000;
  const auto answer = need(question("dn", "cruiser, destroyer", 0.9), options);
  REQUIRE(answer);
  CHECK_FALSE(answer.value().exact);
  for (const Addition& one : answer.value().additions) CHECK(one.win.low >= 0.9);
}

TEST_CASE("a sampled search leaves after a few battles only what is not enough") {
  Options sampled;
  sampled.method = Method::monte_carlo;
  sampled.battles = 65'536;
  const auto exact = need(question("2 dn", "ws, 3 ff", 0.8), solved());
  const auto found = need(question("2 dn", "ws, 3 ff", 0.8), sampled);
  REQUIRE(exact);
  REQUIRE(found);
  REQUIRE_FALSE(found->additions.empty());
  CHECK(found->looked_up_to == exact->looked_up_to);
  for (const Addition& sure : exact->additions) {
    if (sure.win.p < 0.81) continue;  // may miss it by luck
    CHECK(std::any_of(found->additions.begin(), found->additions.end(),
                      [&](const Addition& one) { return one.bought == sure.bought; }));
  }
  // The nearest is told by all its battles, as if it had been asked for alone.
  auto less = question("2 dn", "ws, 3 ff", 0.9);
  less.budget = 3;
  const auto short_of = need(less, sampled), solved_too = need(less, solved());
  REQUIRE(short_of);
  REQUIRE(short_of->nearest);
  CHECK(short_of->nearest->bought == solved_too->nearest->bought);
  Scenario alone = less.scenario;
  for (const UnitCount& more : short_of->nearest->bought)
    alone.side(Side::attacker).units.push_back(more);
  const auto report = odds(alone, sampled);
  REQUIRE(report);
  CHECK(short_of->nearest->win.p == report->chance(Outcome::attacker_win).p);
  CHECK(short_of->nearest->win.high - short_of->nearest->win.low < 0.01);
}

TEST_CASE("a search that nobody waits for tells what came nearest so far") {
  Options sampled;
  sampled.method = Method::monte_carlo;
  sampled.battles = 65'536;
  sampled.threads = 1;
  bool enough = false;
  sampled.stop = [&] { return enough; };
  auto asked = question("2 dn", "ws, 3 ff", 0.99);
  const auto answer = need(asked, sampled, [&](std::size_t looked_at) { enough = looked_at > 1; });
  REQUIRE(answer);
  CHECK(answer->stopped);
  CHECK(answer->additions.empty());
  REQUIRE(answer->nearest);
  CHECK_FALSE(answer->nearest->bought.empty());
  CHECK(answer->nearest->win.p > answer->now.p);
}

TEST_CASE("too many additions for the next doubling: the search goes as far as it can") {
  auto asked = question("cr", "4 ws", 0.9999999999);
  asked.any_supply = true;
  const auto answer = need(asked, solved());
  REQUIRE(answer);
  CHECK(answer->additions.empty());
  const double doubled = std::log2(answer->looked_up_to / 4);
  CHECK(doubled != std::floor(doubled));
}

TEST_CASE("the defender asks as well, and needs no ships for a garrison") {
  NeedQuestion asked = question("dn, 2 inf", "inf", 0.7);
  asked.scenario.battle = "invasion";
  asked.side = Side::defender;
  const auto answer = need(asked, solved());
  REQUIRE(answer);
  REQUIRE_FALSE(answer.value().additions.empty());
  CHECK(answer.value().side == Side::defender);
  const Addition& first = answer.value().additions.front();
  CHECK(first.win.p >= 0.7);
  for (const UnitCount& unit : first.bought)
    CHECK((unit.type == "infantry" || unit.type == "mech" || unit.type == "pds"));
  Scenario with = asked.scenario;
  for (const UnitCount& unit : first.bought) with.side(Side::defender).units.push_back(unit);
  const auto report = odds(with, solved());
  REQUIRE(report);
  CHECK(first.win.p ==
        doctest::Approx(report.value().chance(Outcome::defender_win).p).epsilon(1e-12));
}

TEST_CASE("more additions than are looked at together") {
  auto asked = question("cruiser", "4 dn, 4 cruiser", 0.9999);
  asked.budget = 17;
  const auto answer = need(asked, solved());
  REQUIRE(answer);
  CHECK(answer->additions.empty());
  CHECK(answer->looked_up_to == 17);
  CHECK(answer->examined > 300);
  // Nothing is looked at twice: with less to spend there are fewer.
  asked.budget = 16;
  CHECK(need(asked, solved())->examined < answer->examined);
}

TEST_CASE("a fleet with more to carry than room may stay so, and no addition makes that worse") {
  // 4 fighters, room for 2: every addition that odds takes as well is looked at.
  const auto cheapest = [](const std::string& mine, const std::string& his, double chance) {
    const auto answer = need(question(mine, his, chance), solved());
    REQUIRE(answer);
    REQUIRE_FALSE(answer->additions.empty());
    CHECK(answer->ended_by == NeedEnd::reached);
    CHECK(answer->limits == "fleet supply 5, capacity, the pieces in the box");
    return answer->additions;
  };
  for (const auto& [mine, his, chance, win] : {std::tuple{"2 dn, 4 ff", "ws, 3 ff", 0.5, 0.687},
                                               {"4 ff", "2 cr", 0.8, 0.919},
                                               {"3 cr, 6 ff", "3 dn", 0.9, 0.951}}) {
    CAPTURE(mine);
    const auto additions = cheapest(mine, his, chance);
    CHECK(additions.front().cost == 1);
    CHECK(additions.front().bought == std::vector<UnitCount>{{"destroyer", 1}});
    CHECK(additions.front().win.p == doctest::Approx(win).epsilon(2e-3));
  }
  for (const Addition& one : cheapest("2 dn, 4 ff", "ws, 3 ff", 0.8)) {
    int room = 0;
    for (const UnitCount& unit : one.bought)
      room += unit.count * (unit.type == "fighter"       ? -1
                            : unit.type == "carrier"     ? 4
                            : unit.type == "dreadnought" ? 1
                            : unit.type == "war_sun"     ? 6
                            : unit.type == "flagship"    ? 3
                                                         : 0);
    CHECK(room >= 0);
  }
  const auto told = need(question("2 dn, 4 ff", "ws, 3 ff", 0.8), solved());
  CHECK(told.value().now.p < 0.8);
  REQUIRE(told.value().notes.size() == 1);
  CHECK(told.value().notes.front().find("a capacity of 2") != std::string::npos);
  // As it stands it is asked about all the same.
  const auto enough = need(question("2 dn, 4 ff", "ws, 3 ff", 0.3), solved());
  REQUIRE(enough);
  REQUIRE(enough.value().additions.size() == 1);
  CHECK(enough.value().additions.front().bought.empty());
}

TEST_CASE("what ended a search that found nothing is named") {
  const auto all = need(question("50", "100", 0.99, "risk"), solved());
  REQUIRE(all);
  CHECK(all->additions.empty());
  CHECK(all->ended_by == NeedEnd::limits);
  CHECK(all->limits == "100 of a type");
  auto poor = question("2 dn", "ws, 3 ff", 0.99);
  poor.budget = 2;
  const auto spent = need(poor, solved());
  REQUIRE(spent);
  CHECK(spent->ended_by == NeedEnd::resources);
}

TEST_CASE("what nothing can mend is refused by its name") {
  CHECK(need(question("5 dn", "ws", 0.5), solved()));  // as many as there are
  const auto many = need(question("6 dn", "ws", 0.99), solved());
  REQUIRE_FALSE(many);
  CHECK(many.error().problem ==
        "the fleet has 6 of 'dreadnought', more than the 5 that there may be");
  auto asked = question("3 dn", "ws", 0.99);
  asked.supply = 2;
  const auto crowded = need(asked, solved());
  REQUIRE_FALSE(crowded);
  CHECK(crowded.error().problem == "the fleet uses a fleet supply of 3, more than 2");
}

TEST_CASE("figures that are added serve whom those serve that are there") {
  auto asked = question("3 cursed swordsman", "EX-SQUAD", 0.5, "arcane_legions");
  asked.budget = 30;
  const auto open = need(asked, solved());
  REQUIRE(open);
  asked.scenario.side(Side::attacker).faction = "egyptian";
  const auto named = need(asked, solved());
  REQUIRE(named);
  CHECK(open.value().now.p == named.value().now.p);
  CHECK(open.value().examined == named.value().examined);
  CHECK(open.value().additions.size() == named.value().additions.size());
}

TEST_CASE("a fleet far above its capacity is not looked at for ever") {
  // 60 fighters and room for 4: whatever does not add to that may be bought, as far as a question may
  // take.
  auto asked = question("cv, 60 ff", "2 dn", 0.9999);
  asked.scenario.battle = "conquest";
  asked.any_supply = true;
  const auto answer = need(asked, solved());
  if (answer) CHECK(answer.value().examined < 20'000);
}

TEST_CASE("what has to be sampled is looked at for so much work in all") {
  // Combats card by card cannot be solved.
  const auto asked = question("isd, tie", "mon cal", 0.8, "rebellion");
  Options alone = solved();
  alone.threads = 1;
  const auto found = need(asked, solved()), again = need(asked, alone);
  REQUIRE(found);
  REQUIRE(again);
  CHECK_FALSE(found->exact);
  CHECK(found->ended_by == NeedEnd::reached);
  REQUIRE_FALSE(found->additions.empty());
  for (const Addition& one : found->additions) CHECK(one.win.low >= 0.8);
  // It ends at the same place on any threads.
  CHECK(again->examined == found->examined);
  REQUIRE(again->additions.size() == found->additions.size());
  CHECK(again->additions.front().bought == found->additions.front().bought);
  CHECK(again->additions.front().win.p == found->additions.front().win.p);
  // Where none is enough the search ends with the work.
  const auto ended =
      need(question("5 trooper, at-at, 5 tie", "2 mon cal, 5 x-wing, 5 trooper, airspeeder", 0.999,
                    "rebellion"),
           solved());
  REQUIRE(ended);
  CHECK(ended->ended_by == NeedEnd::work);
  CHECK(ended->additions.empty());
  REQUIRE(ended->nearest);
  CHECK(ended->nearest->win.p > ended->now.p);
}

TEST_CASE("a search that looks at each addition by itself ends after so many") {
  auto asked = question("cr", "4 ws", 0.9999);
  asked.any_supply = true;
  Options few;
  few.method = Method::monte_carlo;
  few.battles = 64;
  const auto answer = need(asked, few);
  REQUIRE(answer);
  CHECK(answer->ended_by == NeedEnd::additions);
  CHECK(answer->additions.empty());
  CHECK(answer->examined > 2'000);
}

TEST_CASE("no addition brings more of a type than a scenario may say") {
  // The box has as many fighters as are wanted, a side 100.
  auto asked = question("99 ff", "100 cr", 0.99);
  asked.any_supply = true;
  asked.budget = 4;
  const auto answer = need(asked, solved());
  REQUIRE_MESSAGE(answer, answer.error().message());
  CHECK(answer->additions.empty());
  CHECK(answer->looked_up_to == 4);
}
