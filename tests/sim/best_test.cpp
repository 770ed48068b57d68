#include "sim/best.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include <doctest/doctest.h>

#include "sim/fleets.hpp"

using namespace broadside;

namespace {

SideSpec fleet(const std::string& text) {
  return find_game("ti4").value()->parse_side(text).value();
}

BestQuestion against(const std::string& enemy, double budget) {
  BestQuestion question;
  question.enemies = {fleet(enemy)};
  question.budget = budget;
  return question;
}

Options engine(Method method) {
  Options options;
  options.method = method;
  return options;
}

std::map<std::string, int> bought(const RankedFleet& ranked) {
  std::map<std::string, int> units;
  for (const auto& [type, count] : ranked.bought) units[type] = count;
  return units;
}

}  // namespace

TEST_CASE("a race ends where the solver ends, or with it among those left") {
  BestQuestion question = against("carrier, 3 ff", 5);
  for (const Goal& goal : {Goal{}, Goal{Goal::Kind::net_resources, ""}}) {
    question.goal = goal;
    const auto exact = best(question, engine(Method::automatic));
    const auto raced = best(question, engine(Method::monte_carlo));
    REQUIRE(exact);
    REQUIRE(raced);
    CHECK(exact.value().method == Method::exact);
    CHECK(raced.value().method == Method::monte_carlo);
    CHECK(raced.value().examined == exact.value().examined);
    const auto truth = bought(exact.value().fleets.front());
    CHECK(std::any_of(raced.value().fleets.begin(), raced.value().fleets.end(),
                      [&](const RankedFleet& one) { return bought(one) == truth; }));
    CHECK(raced.value().left < exact.value().examined / 2);
    CHECK(raced.value().fleets.front().value ==
          doctest::Approx(exact.value().fleets.front().value).epsilon(0.05));
  }
}

TEST_CASE("a race does not depend on the threads") {
  Options options = engine(Method::monte_carlo);
  options.battles = 4000;
  BestQuestion question = against("2 cruiser", 5);
  options.threads = 1;
  const auto one = best(question, options);
  options.threads = 2;
  const auto two = best(question, options);
  REQUIRE(one);
  REQUIRE(two);
  REQUIRE(one.value().fleets.size() == two.value().fleets.size());
  for (std::size_t f = 0; f < one.value().fleets.size(); ++f) {
    CHECK(one.value().fleets[f].value == two.value().fleets[f].value);
    CHECK(bought(one.value().fleets[f]) == bought(two.value().fleets[f]));
  }
}

TEST_CASE("best first, ties by price, and as many as asked for") {
  BestQuestion question = against("2 cruiser", 6);
  question.show = 7;
  const auto answer = best(question, engine(Method::automatic));
  REQUIRE(answer);
  CHECK(answer.value().fleets.size() == 7);
  for (std::size_t f = 1; f < 7; ++f)
    CHECK(answer.value().fleets[f - 1].value >= answer.value().fleets[f].value - 1e-12);
  CHECK(answer.value().supply == 5);  // assumed, and said so
  CHECK(std::any_of(answer.value().assumptions.begin(), answer.value().assumptions.end(),
                    [](const std::string& line) { return line.starts_with("fleet supply: 5"); }));
}

TEST_CASE("the value told is that of the battle itself") {
  BestQuestion question = against("dn, 2 ff", 7);
  const auto answer = best(question, engine(Method::automatic));
  REQUIRE(answer);
  const RankedFleet& first = answer.value().fleets.front();
  Scenario scenario;
  scenario.side(Side::attacker) = first.fleet;
  scenario.side(Side::defender) = question.enemies.front();
  const auto report = odds(scenario, engine(Method::exact));
  REQUIRE(report);
  CHECK(first.value == doctest::Approx(report.value().exact->p[0]).epsilon(1e-12));
  CHECK(first.mean.worth <= 7);
}

TEST_CASE("to keep a unit: a victory after which one is left") {
  BestQuestion question = against("dn, 2 ff", 9);
  question.goal = {Goal::Kind::keep, "cruiser"};
  const auto answer = best(question, engine(Method::automatic));
  REQUIRE(answer);
  CHECK(answer->method == Method::exact);
  for (const RankedFleet& one : answer->fleets) {
    Scenario scenario;
    scenario.side(Side::attacker) = one.fleet;
    scenario.side(Side::defender) = question.enemies.front();
    const auto report = odds(scenario, engine(Method::exact));
    REQUIRE(report);
    double kept = 0;  // who has a ship left against nobody has won
    for (const SurvivorRow& row : report->sides[Side::attacker].survivors)
      for (const UnitCount& unit : row.units) kept += unit.type == "cruiser" ? row.p : 0;
    CHECK(one.value == doctest::Approx(kept).epsilon(1e-9));
  }
  CHECK(answer->fleets.front().value > 0.5);
}

TEST_CASE("40 searches end as if every battle had been solved by itself") {
  constexpr const char* kEnemies[] = {
      "ws, 3 ff",         "2 dn",      "3 cr, cv, 2 ff", "4 dd, cr",
      "letnev: 2 dn, dd", "2 pds, cr", "cv, 6 ff",       "dn, 2 cr"};
  constexpr const char* kOwn[] = {"", "letnev", "sol"};
  std::size_t battles = 0;
  for (int problem = 0; problem < 40; ++problem) {
    CAPTURE(problem);
    BestQuestion question = against(kEnemies[problem % 8], 3 + problem % 6);
    const bool planet = problem % 7 == 3;
    if (planet) question.scenario.battle = "conquest";
    if (planet) question.enemies = {fleet("cr, pds, 2 inf")};
    if (problem % 5 == 2) question.side = Side::defender;
    if (problem % 5 == 4) question.scenario.side(question.side).upgrades = {"cruiser"};
    if (problem % 4 == 1) question.goal.kind = Goal::Kind::net_resources;
    if (problem % 9 == 5) question.enemies.push_back(fleet("2 cr"));
    if (problem % 9 == 5) question.weights = {2, 1};
    const std::string own = kOwn[problem % 3];
    question.scenario.side(question.side).faction = own;
    question.show = 100'000;
    const auto answer = best(question, engine(Method::exact));
    REQUIRE(answer);
    REQUIRE(answer->fleets.size() == answer->examined - answer->refused);
    double first = -1e9;
    for (const RankedFleet& ranked : answer->fleets) {
      double value = 0, whole = 0;
      for (std::size_t e = 0; e < question.enemies.size(); ++e) {
        Scenario one = question.scenario;
        one.side(question.side) = ranked.fleet;
        one.side(other(question.side)) = question.enemies[e];
        const auto report = odds(one, engine(Method::exact));
        REQUIRE(report);
        const double weight = question.weights.empty() ? 1 : question.weights[e];
        const auto& lost = report->exact->lost_resources;
        value += weight * (question.goal.kind == Goal::Kind::win
                               ? report->chance(win_of(question.side)).p
                               : lost[other(question.side)] - lost[question.side]);
        whole += weight;
        ++battles;
      }
      value /= whole;
      CHECK(std::abs(ranked.value - value) < 1e-12 * std::max(1.0, std::abs(value)));
      first = std::max(first, value);
    }
    CHECK(answer->fleets.front().value > first - 1e-12);
  }
  CHECK(battles > 2000);
}

TEST_CASE(
    "where ships cannot be bought nothing is refused and nothing but ground forces is bought") {
  BestQuestion question = against("inf, pds", 5);
  question.scenario.battle = "ground";
  const auto answer = best(question, engine(Method::automatic));
  REQUIRE(answer);
  CHECK(answer.value().refused == 0);
  CHECK(answer.value().examined > 1);
  for (const RankedFleet& one : answer.value().fleets) {
    const auto units = bought(one);
    CHECK(units.count("infantry") + units.count("mech") > 0);
  }
}

TEST_CASE("fleets that cannot fight the battle are counted, not guessed at") {
  // Aerie Sentinels take no capacity, so one alone keeps all limits; a conquest needs a ship.
  BestQuestion question = against("inf", 3);
  question.scenario.battle = "conquest";
  question.scenario.side(Side::attacker).faction = "argent";
  question.only = {"mech", "destroyer"};
  const auto answer = best(question, engine(Method::automatic));
  REQUIRE(answer);
  CHECK(answer.value().examined == 5);  // 1 to 3 destroyers, a mech, a mech with a destroyer
  CHECK(answer.value().refused == 1);
  REQUIRE_FALSE(answer.value().fleets.empty());
  for (const RankedFleet& one : answer.value().fleets) CHECK(bought(one).count("destroyer") > 0);
}

TEST_CASE("the defender of a planet buys a garrison and what fires from the planet") {
  BestQuestion question = against("2 dn, 3 inf", 3);
  question.scenario.battle = "invasion";
  question.side = Side::defender;
  const auto answer = best(question, engine(Method::automatic));
  REQUIRE(answer);
  const RankedFleet& first = answer.value().fleets.front();
  CHECK(bought(first)["pds"] == 2);  // they cost nothing, and a planet holds no more
  CHECK(bought(first)["infantry"] + bought(first)["mech"] > 0);
  CHECK_FALSE(answer.value().supply);
  Scenario scenario = question.scenario;
  scenario.side(Side::attacker) = question.enemies.front();
  scenario.side(Side::defender) = first.fleet;
  const auto report = odds(scenario, engine(Method::exact));
  REQUIRE(report);
  CHECK(first.value ==
        doctest::Approx(report.value().chance(Outcome::defender_win).p).epsilon(1e-12));
}

TEST_CASE("which battle is meant follows from who stands where") {
  const auto meant = [](Side mine, const std::string& enemy, const std::string& have) {
    BestQuestion question = against(enemy, 3);
    question.side = mine;
    question.scenario.side(mine) = fleet(have);
    const auto answer = best(question, engine(Method::automatic));
    REQUIRE(answer);
    return answer.value().battle;
  };
  CHECK(meant(Side::attacker, "2 inf, pds", "") == "conquest");
  CHECK(meant(Side::attacker, "cr", "dn, 2 inf") == "space");
  CHECK(meant(Side::defender, "2 dn, 3 inf", "inf, pds") == "conquest");
}

TEST_CASE("what cannot be searched says why") {
  const auto problem = [](const BestQuestion& question, Method method = Method::automatic) {
    const auto answer = best(question, engine(method));
    return answer ? std::string("answered") : answer.error().problem;
  };
  BestQuestion question = against("dn", 4);
  CHECK(problem(question) == "answered");
  question.enemies.clear();
  CHECK(problem(question) == "there is no enemy to search against");
  question = against("dn", 0);
  CHECK(problem(question) == "no fleet fits these limits");
  question = against("dn", 4);
  question.only = {"pds"};
  CHECK(problem(question) == "'pds' cannot be bought for this battle");
  question = against("dn", 4);
  question.weights = {1, 2};
  CHECK(problem(question) == "2 weights for 1 enemy");
  question = against("dn", 4);
  question.enemies.push_back(fleet("2 cruiser"));
  CHECK(problem(question, Method::monte_carlo) ==
        "the worst of several enemies cannot be raced for by sampling");
  question.weights = {1, 1};
  CHECK(problem(question, Method::monte_carlo) == "answered");
}

TEST_CASE("where no fleet can fight the reason is told, raced or solved") {
  BestQuestion question = against("carrier, 3 ff", 5);
  question.scenario.side(question.side).effects = {{"no_such_effect", {}, {}, {}}};
  for (const Method method : {Method::automatic, Method::monte_carlo}) {
    const auto answer = best(question, engine(method));
    REQUIRE_FALSE(answer);
    CHECK(answer.error().problem.find("no_such_effect") != std::string::npos);
  }
}

TEST_CASE("ties are told as far as was asked for, and the others are counted") {
  BestQuestion question = against("2 cr", 12);
  question.goal = {Goal::Kind::keep, "cruiser"};
  question.show = 1;
  const auto one = best(question, engine(Method::automatic));
  REQUIRE(one);
  CHECK(one->fleets.size() == 1);
  CHECK(one->more_as_good == one->left - 1);
  question = against("2 dd", 20);
  const auto ten = best(question, engine(Method::automatic));
  REQUIRE(ten);
  CHECK(ten->fleets.size() == 10);
  CHECK(ten->left > 10);
  CHECK(ten->more_as_good == ten->left - 10);
  question.show = 0;
  CHECK(best(question, engine(Method::automatic)).error().where == "show");
}

TEST_CASE("what cannot be bought cannot be kept") {
  BestQuestion question = against("2 cr", 12);
  question.goal = {Goal::Kind::keep, "infantry"};
  const auto refused = best(question, engine(Method::automatic));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().where == "goal");
  CHECK(refused.error().problem.starts_with("there is no infantry to keep"));
  question.goal.type = "cruiser";
  question.never = {"cruiser"};
  CHECK_FALSE(best(question, engine(Method::automatic)));
  question.scenario.side(Side::attacker) = fleet("cruiser");
  CHECK(best(question, engine(Method::automatic)));
}

TEST_CASE("a search that would take too long says so at once, unless a time is given") {
  const auto two_planets = [](double budget) {
    const Game& game = *find_game("ti4").value();
    BestQuestion question = against("3 cr", budget);
    Rows planets;
    for (const char* planet : {"2 inf, 2 pds", "3 inf, mech"})
      planets.push_back(
          game.read_row(*find_field(game.fields(), Place::scenario, "planets"), planet, "")
              .value());
    question.scenario.fields["planets"] = planets;
    return question;
  };
  const auto refused = best(two_planets(20), engine(Method::automatic));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().problem.ends_with("fleets would take too long to look at"));
  CHECK(refused.error().hint.find("--time") != std::string::npos);
  // A time that is long enough changes nothing.
  Options timed = engine(Method::automatic);
  timed.seconds = 1000;
  const auto usual = best(two_planets(4), engine(Method::automatic)),
             in_time = best(two_planets(4), timed);
  REQUIRE(usual);
  REQUIRE(in_time);
  CHECK(in_time->fleets.front().value == usual->fleets.front().value);
  CHECK(in_time->examined == usual->examined);
}

TEST_CASE("fleets of a game that cannot be solved are raced") {
  const Game& game = *find_game("rebellion").value();
  BestQuestion question;
  question.scenario.game = "rebellion";
  question.scenario.side(Side::attacker).faction = "rebels";
  question.enemies = {game.parse_side("isd, 3 tie").value()};
  question.budget = 3;
  const auto raced = best(question, engine(Method::automatic));
  REQUIRE_MESSAGE(raced, raced.error().message());
  CHECK(raced->method == Method::monte_carlo);
  CHECK(raced->examined > 10);
  // All of them, for as many battles as so much work is enough for: the winner wins most often.
  Scenario scenario = question.scenario;
  scenario.side(Side::attacker) = raced->fleets.front().fleet;
  scenario.side(Side::defender) = question.enemies.front();
  const auto report = odds(scenario, engine(Method::automatic));
  REQUIRE(report);
  CHECK(raced->fleets.front().value ==
        doctest::Approx(report->chance(Outcome::attacker_win).p).epsilon(0.05));
  question.budget = 10;
  const auto many = best(question, engine(Method::automatic));
  REQUIRE_FALSE(many);
  CHECK(many.error().problem.ends_with("fleets are too many to race"));
}
