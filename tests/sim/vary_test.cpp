#include "sim/vary.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace broadside;

namespace {

Scenario scenario(const std::string& attacker, const std::string& defender) {
  const Game& game = *find_game("ti4").value();
  Scenario asked;
  asked.side(Side::attacker) = game.parse_side(attacker).value();
  asked.side(Side::defender) = game.parse_side(defender).value();
  return asked;
}

Options solved() {
  Options options;
  options.method = Method::exact;
  return options;
}

}  // namespace

TEST_CASE("every point is the answer to its own battle") {
  const auto answer = sweep(
      scenario("2 dn", "ws, 3 ff"),
      {{Side::attacker, "fighter", {0, 2, 4}}, {Side::defender, "fighter", {1, 3}}}, solved());
  REQUIRE(answer);
  CHECK(answer.value().reports.size() == 6);
  const auto single = odds(scenario("2 dn, 4 ff", "ws, 3 ff"), solved());
  REQUIRE(single);
  CHECK(answer.value().at(2, 1).exact->p == single.value().exact->p);
  const auto none = odds(scenario("2 dn", "ws, 1 ff"), solved());
  REQUIRE(none);
  CHECK(answer.value().at(0, 0).exact->p == none.value().exact->p);
}

TEST_CASE("a sampled sweep does not depend on the threads") {
  Options options;
  options.battles = 5000;
  options.threads = 1;
  const std::vector<Axis> axes{{Side::attacker, "cruiser", {1, 2, 3}}};
  const auto one = sweep(scenario("cruiser", "dn"), axes, options);
  options.threads = 2;
  const auto two = sweep(scenario("cruiser", "dn"), axes, options);
  REQUIRE(one);
  REQUIRE(two);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(one.value().at(i).odds[0].p == two.value().at(i).odds[0].p);
}

TEST_CASE("a point that is no battle is named") {
  const auto answer =
      sweep(scenario("2 cruiser", "dn"), {{Side::attacker, "cruiser", {0, 1}}}, solved());
  REQUIRE_FALSE(answer);
  CHECK(answer.error().where.starts_with("attacker cruiser = 0"));
  CHECK(answer.error().hint == "from 1 on: \"cruiser=1..1\"");
  const auto map = sweep(
      scenario("2 cruiser", "dn"),
      {{Side::attacker, "cruiser", {1, 2}}, {Side::defender, "dreadnought", {0, 2}}}, solved());
  REQUIRE_FALSE(map);
  CHECK(map.error().hint == "from 2 on: \"defender:dreadnought=2..2\"");
}

TEST_CASE("too many points are refused") {
  std::vector<int> many;
  for (int i = 0; i <= 150; ++i) many.push_back(i);
  CHECK_FALSE(sweep(scenario("2 dn", "dn"),
                    {{Side::attacker, "fighter", many}, {Side::defender, "fighter", many}},
                    solved()));
}

TEST_CASE("as many points as can be drawn are not too many") {
  std::vector<int> hundred;
  for (int i = 0; i < 100; ++i) hundred.push_back(i);
  Options options = solved();
  options.stop = [] { return true; };  // the points themselves are of no interest
  const auto asked = [&](std::vector<int> attackers) {
    return sweep(scenario("2 dn", "dn"),
                 {{Side::attacker, "fighter", attackers}, {Side::defender, "fighter", hundred}},
                 options);
  };
  const auto full = asked(hundred);
  REQUIRE_FALSE(full);
  CHECK(full.error().where != "vary");
  hundred.push_back(100);
  const auto more = asked(hundred);
  REQUIRE_FALSE(more);
  CHECK(more.error().where == "vary");
}
