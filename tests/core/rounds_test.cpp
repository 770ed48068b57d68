// Battles that are looked at after so many rounds: by hand, and solved against sampled against
// rolled die by die.

#include <cmath>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <doctest/doctest.h>

#include "sim/engine.hpp"
#include "tests/naive/agreement.hpp"
#include "tests/naive/arcane_roller.hpp"
#include "tests/naive/random_scenarios.hpp"
#include "tests/naive/rebellion_roller.hpp"
#include "tests/naive/rebellion_scenarios.hpp"
#include "tests/naive/risk_roller.hpp"
#include "tests/naive/ti4_roller.hpp"

using namespace broadside;

namespace {

constexpr int kSampled = 100'000, kRolled = 10'000;

Scenario battle_of(std::string game, std::string battle, std::string_view attacker,
                   std::string_view defender, int rounds) {
  Scenario scenario;
  scenario.game = std::move(game);
  scenario.battle = std::move(battle);
  const Game& of = *find_game(scenario.game).value();
  scenario.sides = {of.parse_side(attacker).value(), of.parse_side(defender).value()};
  if (of.id() == "rebellion") scenario.readings["cards"] = false;
  if (rounds > 0) scenario.fields[kRounds] = rounds;
  return scenario;
}

Report solved(const Scenario& scenario) {
  Options options;
  options.method = Method::exact;
  options.exact_budget = 1e11;
  auto report = odds(scenario, options);
  REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
  double sum = 0;
  for (const Outcome outcome : all_outcomes()) sum += report.value().chance(outcome).p;
  CHECK(sum == doctest::Approx(1).epsilon(1e-12));
  return std::move(report).value();
}

Report sampled(const Scenario& scenario, std::uint64_t seed) {
  Options options;
  options.method = Method::monte_carlo;
  options.battles = kSampled;
  options.seed = seed;
  options.threads = 1;
  auto report = odds(scenario, options);
  REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
  return std::move(report).value();
}

bool can_be_solved(const Scenario& scenario) {
  const auto battle = ready(scenario);
  return battle && !battle.value().duel.direct;
}

double chance(const Report& report, Outcome outcome) { return report.chance(outcome).p; }

/// What is left of a side, by number of units.
std::map<int, double> units_left(const SideReport& side) {
  std::map<int, double> left;
  for (const SurvivorRow& row : side.survivors) {
    int count = 0;
    for (const UnitCount& unit : row.units) count += unit.count;
    left[count] += row.p;
  }
  return left;
}

/// What a table with dice on it came to.
struct Rolled {
  ByOutcome<double> outcomes{};
  BySide<std::map<int, double>> left;
  void add(Outcome outcome, int attacker, int defender) {
    outcomes[outcome] += 1.0 / kRolled;
    left[Side::attacker][attacker] += 1.0 / kRolled;
    left[Side::defender][defender] += 1.0 / kRolled;
  }
};

/// Sampled and rolled are the same: for combats that no tables hold.
void check_samples(const Report& sample, const Rolled& rolled) {
  for (const Outcome outcome : all_outcomes()) {
    CAPTURE(name(outcome));
    const double one = chance(sample, outcome), two = rolled.outcomes[outcome];
    const double pooled = (one * kSampled + two * kRolled) / (kSampled + kRolled);
    CHECK(naive::fit_each_other(one, kSampled, two, kRolled, pooled));
  }
}

/// Solved, sampled and rolled are the same.
void check_agreement(const Scenario& scenario, std::uint64_t seed, const Rolled& rolled) {
  const Report sample = sampled(scenario, seed);
  if (!can_be_solved(scenario)) return check_samples(sample, rolled);
  const Report exact = solved(scenario);
  naive::Squares squares;
  const auto fits = [&](const std::string& what, double by_sample, double by_roll, double p) {
    CHECK_MESSAGE(naive::fits(by_sample, kSampled, p, squares),
                  what << " sampled " << by_sample << ", solved " << p);
    CHECK_MESSAGE(naive::fits(by_roll, kRolled, p, squares),
                  what << " rolled " << by_roll << ", solved " << p);
  };
  for (const Outcome outcome : all_outcomes())
    fits(name(outcome), chance(sample, outcome), rolled.outcomes[outcome], chance(exact, outcome));
  for (const Side side : kSides) {
    auto of_sample = units_left(sample.sides[side]), of_roll = rolled.left[side];
    for (const auto& [count, p] : units_left(exact.sides[side]))
      fits(std::string(name(side)) + " has " + std::to_string(count), of_sample[count],
           of_roll[count], p);
  }
}

/// The chance of a side to have so many units while the battle is undecided.
double standing(const Report& report, Side side, std::vector<UnitCount> units,
                std::vector<UnitCount> damaged = {}) {
  REQUIRE(report.standing);
  for (const SurvivorRow& row : (*report.standing)[side].survivors)
    if (row.units == units && row.damaged == damaged) return row.p;
  return 0;
}

std::vector<std::string> told(const Scenario& scenario, std::uint64_t seed) {
  const auto story = find_game(scenario.game).value()->replay(scenario, seed);
  REQUIRE(story);
  return story.value();
}
bool has_line(const std::vector<std::string>& story, std::string_view part) {
  for (const std::string& line : story)
    if (line.find(part) != line.npos) return true;
  return false;
}

}  // namespace

TEST_SUITE("after so many rounds") {
  TEST_CASE("ti4 by hand: a cruiser and a destroyer after one round and after two") {
    const Report one = solved(battle_of("ti4", "space", "cruiser", "destroyer", 1));
    CHECK(chance(one, Outcome::attacker_win) == doctest::Approx(.32));
    CHECK(chance(one, Outcome::draw) == doctest::Approx(.08));
    CHECK(chance(one, Outcome::defender_win) == doctest::Approx(.12));
    CHECK(chance(one, Outcome::undecided) == doctest::Approx(.48));
    CHECK(one.rounds_played == 1);
    CHECK(*one.mean_rounds == doctest::Approx(1));
    const Report two = solved(battle_of("ti4", "space", "cruiser", "destroyer", 2));
    CHECK(chance(two, Outcome::attacker_win) == doctest::Approx(.32 * 1.48));
    CHECK(chance(two, Outcome::undecided) == doctest::Approx(.48 * .48));
    CHECK(*two.mean_rounds == doctest::Approx(1.48));
  }

  TEST_CASE("ti4 by hand: damage and fighters beyond capacity are seen as they stand") {
    const Report report = solved(battle_of("ti4", "space", "dreadnought", "cruiser", 1));
    CHECK(chance(report, Outcome::attacker_win) == doctest::Approx(.6));
    CHECK(chance(report, Outcome::undecided) == doctest::Approx(.4));
    CHECK(standing(report, Side::attacker, {{"dreadnought", 1}}) == doctest::Approx(.24));
    CHECK(standing(report, Side::attacker, {{"dreadnought", 1}}, {{"dreadnought", 1}}) ==
          doctest::Approx(.16));
    CHECK(standing(report, Side::defender, {{"cruiser", 1}}) == doctest::Approx(.4));
    // The carrier goes first and its fighters are still there in mid-combat: 0.2 of the fighter's
    // hit and 0.8 * 0.8 * 0.8 of no hit on it.
    Scenario carried = battle_of("ti4", "space", "carrier, 2 fighter", "fighter", 1);
    carried.side(Side::attacker).policy["losses"] = Names{"carrier"};
    CHECK(standing(solved(carried), Side::attacker, {{"fighter", 2}}) ==
          doctest::Approx(.2 * .512));
  }

  TEST_CASE("ti4 by hand: a conquest cuts its space combat and its ground combat") {
    const Report report =
        solved(battle_of("ti4", "conquest", "carrier, infantry", "fighter, infantry", 1));
    CHECK(chance(report, Outcome::attacker_win) == doctest::Approx(.16 * .21));
    CHECK(chance(report, Outcome::draw) == doctest::Approx(.16 * .09));
    CHECK(chance(report, Outcome::defender_win) == doctest::Approx(.04 + .16 + .16 * .21));
    CHECK(chance(report, Outcome::undecided) == doctest::Approx(.64 + .16 * .49));
    const Report ground = solved(battle_of("ti4", "ground", "infantry", "infantry", 1));
    CHECK(chance(ground, Outcome::undecided) == doctest::Approx(.49));
  }

  TEST_CASE("ti4: who leaves below a chance looks at the whole battle") {
    // 37.5 % to win, 24 % of it in the first round.
    Scenario scenario = battle_of("ti4", "space", "cruiser", "cruiser", 1);
    scenario.side(Side::attacker).policy["retreat"] = RetreatTiming{{}, .3};
    const Report stays = solved(scenario);
    CHECK(stays.retreat().p == 0);
    CHECK(chance(stays, Outcome::undecided) == doctest::Approx(.36));
    scenario.side(Side::attacker).policy["retreat"] = RetreatTiming{{}, .4};
    const Report leaves = solved(scenario);
    CHECK(leaves.retreat().p == doctest::Approx(.36));
    CHECK(chance(leaves, Outcome::undecided) == 0);
  }

  TEST_CASE("ti4: a retreat of that round has been carried out, one of the next has not") {
    Scenario scenario = battle_of("ti4", "space", "2 cruiser", "2 cruiser", 2);
    scenario.side(Side::defender).policy["retreat"] = RetreatTiming{2, {}};
    const Report two = solved(scenario);
    CHECK(chance(two, Outcome::undecided) == 0);
    scenario.fields.erase(kRounds);
    const Report all = solved(scenario);
    for (const Outcome outcome : all_outcomes())
      CHECK(chance(two, outcome) == doctest::Approx(chance(all, outcome)).epsilon(1e-13));
    scenario.fields[kRounds] = 1;
    const Report one = solved(scenario);
    CHECK(one.retreat().p == 0);
    CHECK(chance(one, Outcome::undecided) > .5);
  }

  TEST_CASE("risk by hand, and past the last roll nothing changes") {
    const Report one = solved(battle_of("risk", "attack", "3", "2", 1));
    CHECK(chance(one, Outcome::attacker_win) == doctest::Approx(295.0 / 1296));
    CHECK(chance(one, Outcome::undecided) == doctest::Approx(420.0 / 1296));
    CHECK(chance(one, Outcome::defender_win) == doctest::Approx(581.0 / 1296));
    CHECK(standing(one, Side::attacker, {{"army", 2}}) == doctest::Approx(420.0 / 1296));
    const Report all = solved(battle_of("risk", "attack", "6", "5", 0));
    const Report nine = solved(battle_of("risk", "attack", "6", "5", 9));
    for (const Outcome outcome : all_outcomes())
      CHECK(chance(nine, outcome) == doctest::Approx(chance(all, outcome)).epsilon(1e-13));
    CHECK(*nine.mean_rounds == doctest::Approx(*all.mean_rounds).epsilon(1e-13));
  }

  TEST_CASE("rebellion by hand: two troopers after one round, both theaters") {
    // A black die hurts a black figure with 1/2.
    const Report one = solved(battle_of("rebellion", "ground", "stormtrooper", "rebel_trooper", 1));
    for (const Outcome outcome :
         {Outcome::attacker_win, Outcome::draw, Outcome::defender_win, Outcome::undecided})
      CHECK(chance(one, outcome) == doctest::Approx(.25));
    const Report two = solved(battle_of("rebellion", "ground", "stormtrooper", "rebel_trooper", 2));
    CHECK(chance(two, Outcome::undecided) == doctest::Approx(.0625));
    // A theater that is won does not decide while the other one is open.
    const Report both =
        solved(battle_of("rebellion", "combat", "stormtrooper, tie", "rebel_trooper, x-wing", 1));
    const Report space = solved(battle_of("rebellion", "space", "tie", "x-wing", 1));
    const double open = chance(space, Outcome::undecided);
    CHECK(chance(both, Outcome::undecided) == doctest::Approx(1 - .75 * (1 - open)));
  }

  TEST_CASE("rebellion: with tactic cards, played and not solved") {
    Scenario scenario = battle_of("rebellion", "ground", "stormtrooper", "rebel_trooper", 1);
    scenario.readings["cards"] = true;
    for (const Side side : kSides) scenario.side(side).fields["hand"] = Names{};
    for (const bool cinematic : {false, true}) {
      CAPTURE(cinematic);
      scenario.readings["cinematic"] = cinematic;
      const Report report = sampled(scenario, 5);
      CHECK(chance(report, Outcome::undecided) > 0);
      double sum = 0;
      for (const Outcome outcome : all_outcomes()) sum += chance(report, outcome);
      CHECK(sum == doctest::Approx(1));
      CHECK(*report.mean_rounds == doctest::Approx(1));
    }
  }

  TEST_CASE("arcane legions by hand: one die against a unit that never hits back") {
    // The attacker acts in turns 1, 3, 5, ... and hits with 2/3 each.
    for (int turns = 1; turns <= 5; ++turns) {
      CAPTURE(turns);
      const Report report =
          solved(battle_of("arcane_legions", "duel", "dice 1 red, hp 1", "hp 1", turns));
      CHECK(chance(report, Outcome::undecided) ==
            doctest::Approx(std::pow(1.0 / 3, (turns + 1) / 2)));
    }
  }

  TEST_CASE("arcane legions: turns of shooting count, and so does the limit of turns") {
    const std::string shooter = "dice 1 blue, 1 red, hp 1";
    Scenario scenario = battle_of("arcane_legions", "volley", shooter, "hp 1", 1);
    scenario.readings["volleys"] = 3;
    const double first = chance(solved(scenario), Outcome::attacker_win);
    CHECK(chance(solved(scenario), Outcome::undecided) == doctest::Approx(1 - first));
    scenario.fields[kRounds] = 3;
    CHECK(chance(solved(scenario), Outcome::undecided) == doctest::Approx(std::pow(1 - first, 3)));
    scenario.readings["turn_limit"] = 2;
    scenario.fields[kRounds] = 9;
    const Report limited = solved(scenario);
    CHECK(chance(limited, Outcome::undecided) == 0);
    CHECK(chance(limited, Outcome::stalemate) > 0);
  }

  TEST_CASE("60 random battles of TI4: sampled, solved and rolled") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      CAPTURE(seed);
      Scenario scenario = naive::random_standard_scenario(seed);
      scenario.fields[kRounds] = 1 + static_cast<int>(seed % 3);
      CAPTURE(naive::describe(scenario));
      const naive::Board board(scenario);
      boost::random::mt19937 dice(static_cast<std::uint32_t>(seed));
      Rolled rolled;
      for (int i = 0; i < kRolled; ++i) {
        const naive::Played played = board.play(dice);
        BySide<int> left{};
        for (const Side side : kSides)
          for (const int count : played.left[side]) left[side] += count;
        rolled.add(played.outcome, left[Side::attacker], left[Side::defender]);
      }
      check_agreement(scenario, seed, rolled);
    }
  }

  TEST_CASE("60 random combats of Rebellion: sampled, solved and rolled") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      CAPTURE(seed);
      Scenario scenario = naive_rebellion::random_combat(seed);
      scenario.fields[kRounds] = 1 + static_cast<int>(seed % 3);
      CAPTURE(naive_rebellion::describe(scenario));
      const naive_rebellion::Board board(scenario);
      std::mt19937_64 dice(seed);
      Rolled rolled;
      for (int i = 0; i < kRolled; ++i) {
        const naive_rebellion::Played played = board.play(dice);
        BySide<int> left{};
        for (const Side side : kSides)
          for (const int count : played.left[side]) left[side] += count;
        rolled.add(played.outcome(), left[Side::attacker], left[Side::defender]);
      }
      check_agreement(scenario, seed, rolled);
    }
  }

  TEST_CASE("60 random duels and volleys of Arcane Legions: sampled, solved and rolled") {
    int compared = 0;
    for (std::uint64_t seed = 1; compared < 60; ++seed) {
      CAPTURE(seed);
      Scenario scenario = naive::random_arcane_scenario(seed);
      if (scenario.battle == "close" || scenario.battle == "ranged") continue;
      scenario.fields[kRounds] = 1 + static_cast<int>(seed % 4);
      // The table on which dice are rolled does not see that nothing can change any more.
      if (chance(solved(scenario), Outcome::stalemate) > 0) continue;
      ++compared;
      const naive::ArcaneTable table{scenario};
      boost::random::mt19937 dice(static_cast<std::uint32_t>(seed));
      Rolled rolled;
      for (int i = 0; i < kRolled; ++i) {
        const naive::ArcaneResult result = table.play(dice);
        rolled.add(result.outcome, result.figures[0], result.figures[1]);
      }
      check_agreement(scenario, seed, rolled);
    }
  }

  TEST_CASE("attacks in Risk: sampled, solved and rolled") {
    for (const int rolls : {1, 2, 4}) {
      CAPTURE(rolls);
      const Scenario scenario = battle_of("risk", "attack", "8", "6", rolls);
      boost::random::mt19937 dice(7);
      Rolled rolled;
      for (int i = 0; i < kRolled; ++i) {
        naive::RiskTable table{8, 6};
        table.attack(dice, 1, rolls);
        rolled.add(table.defender == 0   ? Outcome::attacker_win
                   : table.attacker == 1 ? Outcome::defender_win
                                         : Outcome::undecided,
                   table.attacker, table.defender);
      }
      check_agreement(scenario, 3, rolled);
    }
  }

  TEST_CASE("a replay stops there too") {
    const std::vector<std::vector<std::string>> battles{
        {"ti4", "space", "3 dreadnought", "3 dreadnought", "round 2"},
        {"ti4", "ground", "6 infantry", "6 infantry", "round 2"},
        {"rebellion", "space", "2 isd", "2 mon_calamari_cruiser", "round 2"},
        {"risk", "attack", "20", "20", "roll 2"},
        {"arcane_legions", "duel", "dice 2 red, hp 2 2 2", "dice 2 red, hp 2 2 2", "turn 2"}};
    for (const auto& b : battles) {
      CAPTURE(b[0]);
      Scenario scenario = battle_of(b[0], b[1], b[2], b[3], 1);
      CHECK_FALSE(has_line(told(scenario, 1), b[4]));
      CHECK(has_line(told(scenario, 1), "undecided"));
      scenario.fields.erase(kRounds);
      CHECK(has_line(told(scenario, 1), b[4]));
    }
  }

  TEST_CASE("late rounds change nothing but what has not ended by then") {
    for (const std::uint64_t seed : {3u, 5u, 8u, 11u}) {
      CAPTURE(seed);
      Scenario scenario = naive::random_standard_scenario(seed);
      const Report all = solved(scenario);
      scenario.fields[kRounds] = kMostRounds;
      const Report late = solved(scenario);
      const double open = chance(late, Outcome::undecided);
      CHECK(open < 1e-3);
      for (const Outcome outcome : all_outcomes())
        if (outcome != Outcome::undecided)
          CHECK(std::abs(chance(late, outcome) - chance(all, outcome)) <= open + 1e-12);
    }
  }

  TEST_CASE("a battle that nobody can win any more is over, however few rounds are asked for") {
    Scenario ships = battle_of("ti4", "space", "flagship", "flagship", 0);
    ships.fields["homebrew"] = Rows{Values{{"id", std::string{"our_flagship"}},
                                           {"type", std::string{"flagship"}},
                                           {"move", 1}}};  // a ship without dice
    for (const int rounds : {1, 3}) {
      ships.fields[kRounds] = rounds;
      CHECK(chance(solved(ships), Outcome::attacker_retreats) == doctest::Approx(1));
      const Report station = solved(battle_of(
          "rebellion", "combat", "death_star_under_construction, shield_bunker", "x_wing", rounds));
      CHECK(chance(station, Outcome::stalemate) == doctest::Approx(1));
    }
    const Report duel = solved(battle_of("arcane_legions", "duel", "hp 1 1", "hp 1 1", 4));
    CHECK(chance(duel, Outcome::stalemate) == doctest::Approx(1));
  }

  TEST_CASE("what has no rounds refuses them, and so do numbers that are none") {
    const auto refusal = [](const Scenario& scenario) {
      const auto report = odds(scenario, Options{});
      return report ? std::string{} : report.error().message();
    };
    CHECK(refusal(battle_of("risk", "roll", "4", "2", 2)) ==
          "rounds has no meaning in this battle in 'rounds' - it belongs to attack");
    CHECK(refusal(battle_of("arcane_legions", "close", "dice 4", "dice 3", 2)) ==
          "rounds has no meaning in this battle in 'rounds' - it belongs to duel and volley and "
          "turn");
    Scenario none = battle_of("ti4", "space", "cruiser", "cruiser", 1);
    none.fields[kRounds] = 0;
    CHECK(refusal(none).find("a whole number from 1 to 20") != std::string::npos);
    none.fields[kRounds] = 21;
    CHECK(refusal(none).find("a whole number from 1 to 20") != std::string::npos);
  }

  TEST_CASE("chances of both forces add up, and 'at least' agrees with them") {
    const Report report = solved(battle_of("ti4", "space", "2 dn, 4 ff", "ws, 3 ff", 1));
    REQUIRE(report.standing);
    for (const Side side : kSides) {
      const SideReport& of = (*report.standing)[side];
      double sum = 0;
      for (const SurvivorRow& row : of.survivors) sum += row.p;
      CHECK(sum == doctest::Approx(chance(report, Outcome::undecided)).epsilon(1e-12));
      for (const TypeTail& tail : of.types) {
        CHECK(tail.at_least[0] == doctest::Approx(sum).epsilon(1e-12));
        for (std::size_t n = 0; n < tail.at_least.size(); ++n) {
          double p = 0;
          for (const SurvivorRow& row : of.survivors)
            for (const UnitCount& unit : row.units)
              p += unit.type == tail.type && unit.count >= static_cast<int>(n) && n > 0 ? row.p : 0;
          if (n > 0) CHECK(tail.at_least[n] == doctest::Approx(p).epsilon(1e-12));
        }
      }
    }
  }
}
