#include "stats/agreement.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "sim/engine.hpp"
#include "tests/spoiled/spoil.hpp"

using namespace broadside;

namespace {

Scenario battle_of(const char* attacker, const char* defender) {
  Scenario scenario;
  const Game& game = **find_game(scenario.game = "ti4");
  scenario.side(Side::attacker) = *game.parse_side(attacker);
  scenario.side(Side::defender) = *game.parse_side(defender);
  return scenario;
}

/// The answer of a battle in whose tables something was changed after they were made.
template <class Change>
Report changed(Change change, std::uint64_t battles = 1'000'000) {
  const Scenario scenario = battle_of("2 dn, 4 ff", "ws, 3 ff");
  auto battle = ready(scenario);
  REQUIRE(battle);
  change(battle->duel);
  Options options;
  options.battles = battles;
  options.threads = 1;
  const auto report = odds(*battle, scenario, options);
  REQUIRE(report);
  return *report;
}

}  // namespace

TEST_CASE("a solved chance above one by its last digits is one") {
  // Rounding may add up to more than the tolerance: what was seen is held against one.
  CHECK(standard_errors_apart(1 + 5e-14, 1e-14, 100, 100) == 0);
  CHECK(standard_errors_apart(1 + 5e-14, 1e-14, 99, 100) > 100);
  CHECK(standard_errors_apart(-5e-14, 1e-14, 0, 100) == 0);
  CHECK(standard_errors_apart(-5e-14, 1e-14, 1, 100) > 100);
}

TEST_CASE("standard errors are those of a large count") {
  // 1,000,000 battles at one half: a standard error is 500 battles.
  CHECK(standard_errors_apart(0.5, 0, 502'500, 1e6) == doctest::Approx(5).epsilon(0.001));
  CHECK(standard_errors_apart(0.5, 0, 497'500, 1e6) == doctest::Approx(5).epsilon(0.001));
  CHECK(standard_errors_apart(0.5, 0, 500'000, 1e6) == 0);
  CHECK(standard_errors_apart(0.5, 0.003, 502'500, 1e6) == 0);  // within what is known
}

TEST_CASE("what is rare may be seen once without alarm, what cannot be may not") {
  // Four times where 0.4 are expected: 5.7 by the usual formula, once in 1,300 by counting.
  CHECK((4 - 0.4) / std::sqrt(0.4) > kMostApart);
  CHECK(standard_errors_apart(1e-7, 0, 4, 4e6) < 4);
  CHECK(standard_errors_apart(0.999, 0, 1, 1) < kMostApart);
  CHECK(standard_errors_apart(0.001, 0, 1, 1) < kMostApart);
  CHECK(standard_errors_apart(0, 1e-14, 1, 4e6) > kMostApart);
  CHECK(standard_errors_apart(1, 1e-14, 4e6 - 1, 4e6) > kMostApart);
}

TEST_CASE("sound tables agree, however few battles are played") {
  for (const std::uint64_t battles : {1, 2, 10, 1000, 1'000'000})
    CHECK_FALSE(changed([](Duel&) {}, battles).disagreement);
}

TEST_CASE("one wrong entry of a table is noticed") {
  for (const auto spoil : {test::spoil_draws, test::spoil_law}) {
    const Report report = changed(spoil);
    REQUIRE(report.disagreement);
    CHECK(report.disagreement->standard_errors > kMostApart);
    CHECK(report.disagreement->exact != report.disagreement->sampled);
    CHECK(report.disagreement->sampled >= 0);
    CHECK(report.disagreement->sampled <= 1);
  }
}

TEST_CASE("a table that only changes what is left is noticed too") {
  Finals<double> exact(1);
  exact[0][Side::attacker] = {0.5, 0.5};
  exact[0][Side::defender] = {1.0};
  Finals<std::uint64_t> sampled(1);
  sampled[0][Side::attacker] = {510'000, 490'000};
  sampled[0][Side::defender] = {1'000'000};
  Duel duel;
  duel.endings = {{Outcome::attacker_win}};
  const auto found = disagreement(duel, exact, 0, sampled, 1'000'000, 1'000'000);
  REQUIRE(found);
  CHECK(found->side == Side::attacker);
  CHECK(found->standard_errors == doctest::Approx(20).epsilon(0.01));
  sampled[0][Side::attacker] = {502'000, 498'000};  // four standard errors: may happen
  CHECK_FALSE(disagreement(duel, exact, 0, sampled, 1'000'000, 1'000'000));
}

TEST_CASE("the more forces are looked at, the further one of them may be out") {
  // One standard error of 1,000,000 battles at one half is 500 of them. Of n forces the limit is
  // the root of 25 + 2 log(n + 1): 5.3 for four of them, 6.2 for a thousand.
  Duel duel;
  duel.endings = {{Outcome::attacker_win}};
  const auto look = [&](std::size_t of_defender, std::uint64_t standard_errors) {
    Finals<double> exact(1);
    Finals<std::uint64_t> sampled(1);
    exact[0][Side::attacker] = {1.0};
    sampled[0][Side::attacker] = {1'000'000};
    exact[0][Side::defender].resize(of_defender);
    sampled[0][Side::defender].resize(of_defender);
    for (const std::size_t force : {0, 1}) exact[0][Side::defender][force] = 0.5;
    sampled[0][Side::defender][0] = 500'000 + 500 * standard_errors;
    sampled[0][Side::defender][1] = 500'000 - 500 * standard_errors;
    return disagreement(duel, exact, 0, sampled, 1'000'000, 1'000'000);
  };
  CHECK_FALSE(look(3, 5));
  CHECK(look(3, 6));
  CHECK_FALSE(look(999, 6));
  CHECK(look(999, 7));
}
