// Risk: solved, sampled, rolled die by die and worked out in fractions: the same odds.

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <doctest/doctest.h>

#include "sim/engine.hpp"
#include "tests/naive/agreement.hpp"
#include "tests/naive/risk_roller.hpp"

using namespace broadside;

namespace {

using Fraction = boost::multiprecision::cpp_rational;

Scenario scenario_of(std::string battle, std::string attacker, std::string defender, int stop = 1) {
  const Game* const game = find_game("risk").value();
  Scenario scenario;
  scenario.game = "risk";
  scenario.battle = std::move(battle);
  auto a = game->parse_side(attacker), d = game->parse_side(defender);
  REQUIRE(a);
  REQUIRE(d);
  scenario.sides = {std::move(a).value(), std::move(d).value()};
  if (stop > 1) scenario.side(Side::attacker).policy["stop"] = stop;
  return scenario;
}

Report answer(const Scenario& scenario, Method method, std::uint64_t seed = 1) {
  Options options;
  options.method = method;
  options.battles = 100'000;
  options.seed = seed;
  options.threads = 1;
  auto report = odds(scenario, options);
  REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
  return std::move(report).value();
}

/// By number of armies left.
std::map<int, double> armies_left(const Report& report, Side side) {
  std::map<int, double> chance;
  for (const SurvivorRow& row : report.sides[static_cast<std::size_t>(side)].survivors)
    chance[row.units.empty() ? 0 : row.units.front().count] += row.p;
  return chance;
}

/// The rolls of so many dice against so many that cost the defender none, one or two armies; the
/// attacker loses the rest of the pairs. Counted by hand and published many times over.
struct Rolls {
  int none, one, two;
  int all() const { return none + one + two; }
};
Rolls rolls(int attack_dice, int defence_dice) {
  static constexpr Rolls kOne[]{{21, 15, 0}, {91, 125, 0}, {441, 855, 0}};
  static constexpr Rolls kTwo[]{{161, 55, 0}, {581, 420, 295}, {2275, 2611, 2890}};
  return (defence_dice == 1 ? kOne : kTwo)[attack_dice - 1];
}

/// Where an attack ends, in fractions: by armies left of (attacker, defender).
std::map<std::pair<int, int>, Fraction> ends_of(int attacker, int defender, int stop) {
  std::map<std::pair<int, int>, Fraction> ends, open{{{attacker, defender}, 1}};
  while (!open.empty()) {
    const auto [armies, chance] = *open.rbegin();  // most armies first: nothing comes back to them
    open.erase(armies);
    const auto [a, d] = armies;
    if (d == 0 || a <= stop) {
      ends[armies] += chance;
      continue;
    }
    const int attack_dice = std::min(3, a - 1), defence_dice = std::min(2, d);
    const int pairs = std::min(attack_dice, defence_dice);
    const Rolls law = rolls(attack_dice, defence_dice);
    const auto go = [&](int lost, int count) {
      if (count > 0) open[{a - (pairs - lost), d - lost}] += chance * Fraction(count, law.all());
    };
    go(0, law.none);
    go(1, law.one);
    go(2, law.two);
  }
  return ends;
}

void check_against_fractions(int attacker, int defender, int stop) {
  CAPTURE(attacker);
  CAPTURE(defender);
  CAPTURE(stop);
  const Report report =
      answer(scenario_of("attack", std::to_string(attacker), std::to_string(defender), stop),
             Method::exact);
  std::array<Fraction, kOutcomes> outcomes;
  BySide<std::map<int, Fraction>> left;
  for (const auto& [armies, chance] : ends_of(attacker, defender, stop)) {
    const Outcome outcome = armies.second == 0  ? Outcome::attacker_win
                            : armies.first == 1 ? Outcome::defender_win
                                                : Outcome::attacker_retreats;
    outcomes[static_cast<std::size_t>(outcome)] += chance;
    left[Side::attacker][armies.first] += chance;
    left[Side::defender][armies.second] += chance;
  }
  for (std::size_t o = 0; o < kOutcomes; ++o) {
    CAPTURE(o);
    CHECK(std::abs(report.odds[o].p - static_cast<double>(outcomes[o])) < 1e-13);
  }
  for (const Side side : kSides)
    for (auto& [armies, p] : armies_left(report, side)) {
      CAPTURE(armies);
      CHECK(std::abs(p - static_cast<double>(left[side][armies])) < 1e-13);
    }
}

}  // namespace

TEST_SUITE("risk") {
  TEST_CASE("one roll: 2890, 2611 and 2275 of 7776 with 3 dice against 2, and all other dice") {
    for (int a = 1; a <= 3; ++a)
      for (int d = 1; d <= 2; ++d) {
        CAPTURE(a);
        CAPTURE(d);
        // More armies than dice where all dice are rolled, so that both sides can go on.
        const int attacker = a == 3 ? 10 : a + 1, defender = d == 2 ? 10 : d;
        const Report report = answer(
            scenario_of("roll", std::to_string(attacker), std::to_string(defender)), Method::exact);
        const Rolls law = rolls(a, d);
        auto mine = armies_left(report, Side::attacker), his = armies_left(report, Side::defender);
        const int pairs = std::min(a, d);
        const std::array<int, 3> counts{law.none, law.one, law.two};
        for (int lost = 0; lost <= pairs; ++lost) {
          const double p = static_cast<double>(counts[static_cast<std::size_t>(lost)]) / law.all();
          CHECK(std::abs(his[defender - lost] - p) < 1e-13);
          CHECK(std::abs(mine[attacker - (pairs - lost)] - p) < 1e-13);
        }
        if (a == 3 && d == 2)
          CHECK(report.chance(Outcome::undecided).p == doctest::Approx(1).epsilon(1e-13));
      }
  }

  TEST_CASE("attacks to the end equal a recursion in fractions") {
    check_against_fractions(2, 1, 1);
    check_against_fractions(10, 10, 1);
    check_against_fractions(20, 15, 1);
    check_against_fractions(31, 30, 1);
    check_against_fractions(40, 45, 1);
  }

  TEST_CASE("attacks that are broken off equal it too") {
    check_against_fractions(10, 10, 2);
    check_against_fractions(10, 10, 4);
    check_against_fractions(12, 7, 11);
  }

  TEST_CASE("the attacker's number counts the army that stays behind") {
    // 2 armies against 1: one die against one, 15 of 36.
    const Report report = answer(scenario_of("attack", "2", "1 army"), Method::exact);
    CHECK(report.chance(Outcome::attacker_win).p == doctest::Approx(15.0 / 36).epsilon(1e-14));
    CHECK(report.chance(Outcome::draw).high == 0);
  }

  TEST_CASE("solved, sampled and rolled die by die") {
    naive::Squares squares;
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
      CAPTURE(seed);
      boost::random::mt19937 random(seed);
      const auto upto = [&](int most) {
        return boost::random::uniform_int_distribution<int>{1, most}(random);
      };
      const int attacker = 1 + upto(20), defender = upto(20);
      const int stop = upto(2) == 1 ? 1 : upto(attacker - 1);
      const bool one_roll = upto(5) == 1;
      const Scenario scenario = scenario_of(one_roll ? "roll" : "attack", std::to_string(attacker),
                                            std::to_string(defender), one_roll ? 1 : stop);
      const Report solved = answer(scenario, Method::exact);
      const Report sampled = answer(scenario, Method::monte_carlo, seed);
      constexpr int kRolled = 20'000;
      BySide<std::map<int, int>> rolled;
      for (int i = 0; i < kRolled; ++i) {
        naive::RiskTable table{attacker, defender};
        if (one_roll)
          table.roll(random);
        else
          table.attack(random, stop);
        ++rolled[Side::attacker][table.attacker];
        ++rolled[Side::defender][table.defender];
      }
      for (const Side side : kSides) {
        auto counted = armies_left(sampled, side);
        for (const auto& [armies, p] : armies_left(solved, side)) {
          CAPTURE(armies);
          CHECK(naive::fits(static_cast<double>(rolled[side][armies]) / kRolled, kRolled, p,
                            squares));
          CHECK(naive::fits(counted[armies], 100'000, p, squares));
        }
      }
    }
    CHECK(squares.mean() < 1.2);
  }

  TEST_CASE("a replay tells dice and losses, the same from the same seed") {
    const Game* const game = find_game("risk").value();
    const Scenario scenario = scenario_of("attack", "6", "5");
    const auto story = game->replay(scenario, 7), again = game->replay(scenario, 7);
    REQUIRE(story);
    CHECK(story.value() == again.value());
    CHECK(story.value()[0] == "attacker: 6 armies");
    CHECK(story.value()[3] == "roll 1");
    CHECK(story.value()[4].starts_with("  attacker rolls "));
    const std::string& left = story.value().back();
    const bool taken =
        story.value()[story.value().size() - 3] == "the attacker takes the territory";
    CHECK((left == "defender has left: 0 armies") == taken);
  }

  TEST_CASE("replays end as often with the territory taken as is solved") {
    const Game* const game = find_game("risk").value();
    const Scenario scenario = scenario_of("attack", "6", "5", 3);
    const double p = answer(scenario, Method::exact).chance(Outcome::attacker_win).p;
    constexpr int kStories = 4000;
    int taken = 0;
    for (std::uint64_t seed = 1; seed <= kStories; ++seed)
      taken += game->replay(scenario, seed).value().back() == "defender has left: 0 armies";
    naive::Squares squares;
    CHECK(naive::fits(static_cast<double>(taken) / kStories, kStories, p, squares));
  }

  TEST_CASE("what cannot be an attack is refused in words that help") {
    const auto refused = [](const Scenario& scenario) {
      const auto battle = find_game("risk").value()->prepare(scenario);
      REQUIRE_FALSE(battle);
      return battle.error().message();
    };
    CHECK(refused(scenario_of("attack", "1", "5")) ==
          "the attacker has 1 army in 'attacker.units' - two at least: one stays behind");
    CHECK(refused(scenario_of("attack", "6", "5", 6)) ==
          "the attacker would break off before the first roll in 'attacker.policy.stop' - fewer "
          "than the armies that attack");
    Scenario stops = scenario_of("attack", "6", "5");
    stops.side(Side::defender).policy["stop"] = 2;
    CHECK(refused(stops).find("attacker") != std::string::npos);
    Scenario cavalry = scenario_of("attack", "6", "5");
    cavalry.side(Side::attacker).units = {{"cavalry", 3}};
    CHECK(refused(cavalry) == "unknown unit 'cavalry' in 'attacker.units' - known: army");
    CHECK_FALSE(find_game("risk").value()->parse_side("6 tanks"));
  }
}
