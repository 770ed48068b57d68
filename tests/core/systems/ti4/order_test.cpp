// Effects whose answer hangs on the order of steps, with values worked by hand or by a separate
// script from the law book.
#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/ti4/loss_orders.hpp"
#include "tests/core/systems/ti4/asking.hpp"

using namespace broadside;
using namespace broadside::asking;

TEST_SUITE("ti4 order") {
  TEST_CASE("where only some orders of losses are looked at, each still names every type") {
    const Scenario asked = scenario("space", "ws, dn, 2 cr, 2 cv, dd, 4 ff", "ws, 3 dn");
    const auto all = ti4::orders_that_matter(asked, Side::attacker, 1000);
    const auto some = ti4::orders_that_matter(asked, Side::attacker, 5);
    REQUIRE(all.size() > 5);
    CHECK(some.size() == 5);
    CHECK(some.front() == all.front());  // the usual one
    for (const Names& order : some)
      CHECK(
          std::is_permutation(order.begin(), order.end(), all.front().begin(), all.front().end()));
  }
  TEST_CASE("a Van Hauge lost to a space cannon takes all ships with it") {
    const Answer answer = ask("space", "yin: fs!", "cruiser, pds");
    CHECK(answer.lose() == doctest::Approx(0));
    CHECK(answer.draw() == doctest::Approx(0.8247).epsilon(1e-3));
  }
  TEST_CASE(
      "the start of round 1 comes before the barrage: Raid Formation damages a repaired Arc "
      "Secundus") {
    const Answer answer = ask("space", "argent: 3 destroyer", "letnev: fs");
    CHECK(answer.win() == doctest::Approx(0.57649).epsilon(1e-4));
    CHECK(answer.draw() == doctest::Approx(0.00954).epsilon(1e-2));
  }
  TEST_CASE("Devotion is used whenever possible, the last ship included") {
    const Answer answer = ask("space", "yin: destroyer, +ability_devotion", "dn!");
    CHECK(answer.win() == doctest::Approx(0.08));
    CHECK(answer.draw() == doctest::Approx(0.44));
  }
  TEST_CASE("Plasma Scoring adds a die to a neighbour's PDS too") {
    CHECK(ask("space", "cruiser", "cruiser, +adjacent_pds, +plasma scoring").lose() ==
          doctest::Approx(0.90));
  }
  TEST_CASE("Antimass Deflectors hold against third parties") {
    CHECK(ask("space", "cruiser, +antimass", "cruiser, +third_party_pds").win() ==
          doctest::Approx(0.1875));
  }
}
