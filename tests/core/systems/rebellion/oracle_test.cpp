// Four ways to the same answer: the tables sampled, the tables solved, the kernel that plays with
// cards (which nobody plays here), and somebody who rolls dice at a table. The dice roller
// (tests/naive) shares no code with the rules, so what all agree on was understood twice.

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "sim/engine.hpp"
#include "tests/core/systems/rebellion/asking.hpp"
#include "tests/naive/agreement.hpp"
#include "tests/naive/rebellion_roller.hpp"
#include "tests/naive/rebellion_scenarios.hpp"
#include "tests/sanitised.hpp"

namespace {

using namespace broadside;
using naive::Squares;

constexpr std::uint64_t kScenarios = test::unless_sanitised(140, 25);
constexpr std::uint64_t kSampledBattles = 50'000;
constexpr std::uint64_t kNaiveBattles = 20'000;

/// Shares of all battles under a name: "outcome draw", "attacker left 2 x_wing", "space attacker".
struct Answer {
  std::map<std::string, double> share;
  double battles = 0;                         // 0 = solved
  std::array<double, 2> rounds{}, squares{};  // by theater, sums over the roller's battles
};

/// In the words and the order of asking::force_text.
std::string force_text(const std::array<std::uint8_t, naive_rebellion::kKinds>& left) {
  SurvivorRow row;
  for (int kind = 0; kind < naive_rebellion::kKinds; ++kind)
    if (const int count = left[static_cast<std::size_t>(kind)]; count > 0)
      row.units.push_back({std::string{naive_rebellion::name_of(kind)}, count});
  return asking::force_text(row);
}

Answer read(const Report& report) {
  Answer answer;
  answer.battles = report.method == Method::exact ? 0 : static_cast<double>(report.battles);
  for (const Outcome o : all_outcomes())
    answer.share[std::string("outcome ") + name(o)] = report.odds[o].p;
  for (const Side side : kSides)
    for (const SurvivorRow& row : report.sides[side].survivors) {
      CHECK(row.damaged.empty());  // damage is cleared after the combat
      answer.share[std::string(name(side)) + " left " + asking::force_text(row)] += row.p;
    }
  for (const BreakdownReport& breakdown : report.breakdowns)
    if (breakdown.name == "space" || breakdown.name == "ground")
      for (const BreakdownRow& row : breakdown.rows)
        answer.share[breakdown.name + " " + std::get<std::string>(row.fields.at(0).second)] +=
            row.chance.p;
  return answer;
}

Answer roll_dice(const Scenario& scenario, std::uint64_t seed) {
  using naive_rebellion::Winner;
  const naive_rebellion::Board board(scenario);
  std::mt19937_64 dice(seed);
  Answer answer;
  answer.battles = static_cast<double>(kNaiveBattles);
  constexpr std::array kTheaters{"space", "ground"};
  constexpr std::array kWinners{"not fought", "attacker", "defender", "nobody", "undecided"};
  using naive_rebellion::Played;
  std::map<std::tuple<Outcome, decltype(Played::winner), decltype(Played::left)>, double> endings;
  for (std::uint64_t i = 0; i < kNaiveBattles; ++i) {
    const Played played = board.play(dice);
    endings[{played.outcome(), played.winner, played.left}] += 1 / answer.battles;
    for (std::size_t t = 0; t < 2; ++t) {
      answer.rounds[t] += played.rounds[t];
      answer.squares[t] += played.rounds[t] * played.rounds[t];
    }
  }
  for (const auto& [ending, share] : endings) {
    const auto& [outcome, winner, left] = ending;
    answer.share[std::string("outcome ") + name(outcome)] += share;
    for (const Side side : kSides)
      answer.share[std::string(name(side)) + " left " + force_text(left[side])] += share;
    for (std::size_t t = 0; t < 2; ++t)
      if (winner[t] != Winner::not_fought)
        answer.share[std::string(kTheaters[t]) + " " +
                     kWinners[static_cast<std::size_t>(winner[t])]] += share;
  }
  return answer;
}

double share_of(const Answer& answer, const std::string& what) {
  const auto at = answer.share.find(what);
  return at == answer.share.end() ? 0 : at->second;
}

void check_sample(const std::string& who, const Answer& sample, const Answer& solved,
                  Squares& squares) {
  CAPTURE(who);
  auto all = solved.share;
  for (const auto& [what, share] : sample.share) all.try_emplace(what, 0.);
  for (const auto& [what, p] : all)
    CHECK_MESSAGE(naive::fits(share_of(sample, what), sample.battles, p, squares),
                  what << ": " << share_of(sample, what) << ", solved " << p);
}

void check_samples(const Answer& one, const Answer& two, const Answer& solved) {
  for (const auto& [what, p] : solved.share)
    CHECK_MESSAGE(naive::fit_each_other(share_of(one, what), one.battles, share_of(two, what),
                                        two.battles, p),
                  what);
}

/// All battles of two samples together.
Answer pooled(const Answer& one, const Answer& two) {
  Answer both;
  both.battles = one.battles + two.battles;
  for (const Answer* answer : {&one, &two})
    for (const auto& [what, share] : answer->share)
      both.share[what] += share * answer->battles / both.battles;
  return both;
}

/// Mean rounds of each theater; the solved tables give no variance, so it is the roller's own.
void check_rounds(const Answer& rolled, const Report& solved) {
  const std::array<std::string, 2> kStages{"space combat", "ground combat"};
  for (std::size_t t = 0; t < 2; ++t) {
    double expected = 0;
    for (const StageReport& stage : solved.stages)
      if (stage.name == kStages[t]) expected = stage.mean_rounds;
    const double mean = rolled.rounds[t] / rolled.battles;
    const double variance = rolled.squares[t] / rolled.battles - mean * mean;
    CHECK_MESSAGE(std::abs(mean - expected) <=
                      naive::kStandardErrors *
                          std::sqrt(std::max(variance, 20 / rolled.battles) / rolled.battles),
                  "rounds of the " << kStages[t] << ": " << mean << ", solved " << expected);
  }
}

bool cinematic(const Scenario& scenario) { return scenario.readings.text("cinematic") == "true"; }

/// The same combat with cards in the box that nobody holds, draws or resolves.
Scenario with_idle_cards(Scenario scenario) {
  scenario.readings["cards"] = "true";
  for (SideSpec& side : scenario.sides)
    if (cinematic(scenario)) {
      side.policy["card_choice"] = "none";
    } else {
      side.fields["hand"] = Names{};
      for (const char* decision : {"specials", "cards", "blocks"}) side.policy[decision] = "never";
    }
  return scenario;
}

Battle prepared(const Scenario& scenario) {
  auto battle = find_game("rebellion").value()->prepare(scenario);
  REQUIRE_MESSAGE(battle, battle.error().message());
  return std::move(battle).value();
}

Report sampled(const Battle& battle, const Scenario& scenario, std::uint64_t seed) {
  Options options;
  options.battles = kSampledBattles;
  options.seed = seed;
  options.exact_budget = 0;
  auto report = odds(battle, scenario, options);
  REQUIRE_MESSAGE(report, report.error().message());
  return std::move(report).value();
}

}  // namespace

TEST_CASE("rebellion: tables, both kernels and dice rolled by hand agree on random forces") {
  Squares by_tables, by_cards, by_hand;
  int solved_combats = 0, cinematic_combats = 0;
  for (std::uint64_t seed = 1; seed <= kScenarios; ++seed) {
    const Scenario scenario = naive_rebellion::random_combat(seed);
    const std::string what = naive_rebellion::describe(scenario);
    CAPTURE(seed);
    CAPTURE(what);

    const Scenario idle = with_idle_cards(scenario);
    const Battle battle = prepared(scenario);
    const Answer tables = read(sampled(battle, scenario, seed)),
                 cards = read(sampled(prepared(idle), idle, seed)),
                 rolled = roll_dice(scenario, 1000 + seed);
    Options options;
    options.method = Method::exact;
    options.exact_budget = 3e8;
    const auto solved = odds(battle, scenario, options);
    if (!solved) {  // too large: the samples are held against each other
      check_samples(tables, rolled, pooled(tables, rolled));
      check_samples(cards, rolled, pooled(cards, rolled));
      continue;
    }
    ++solved_combats;
    cinematic_combats += cinematic(scenario);
    const Answer exact = read(solved.value());
    check_sample("tables sampled", tables, exact, by_tables);
    check_sample("kernel with cards", cards, exact, by_cards);
    check_sample("dice rolled", rolled, exact, by_hand);
    check_samples(tables, rolled, exact);
    check_rounds(rolled, solved.value());
  }
  MESSAGE(solved_combats << " combats solved, " << cinematic_combats << " of them cinematic");
  CHECK(solved_combats >= test::unless_sanitised(100, 18));
  CHECK(cinematic_combats >= test::unless_sanitised(40, 7));
  // Squares of standard errors average one when nothing but chance is at work.
  for (const Squares* squares : {&by_tables, &by_cards, &by_hand}) {
    INFO(squares->count << " comparisons, mean square " << squares->mean() << ", largest "
                        << squares->largest << " standard errors");
    CHECK(squares->count > 10 * solved_combats);
    CHECK(std::abs(squares->mean() - 1) < 6 * std::sqrt(2.0 / squares->count));
  }
}

TEST_CASE("rebellion: damage beyond health on the weakest, solved and rolled") {
  Squares squares;
  for (const auto& [battle, attacker, defender] :
       {std::tuple{"space", "empire: assault_carrier, 2 tie_fighter", "rebels: 2 x_wing, y_wing"},
        std::tuple{"ground", "empire: 2 stormtrooper, at_st",
                   "rebels: 2 rebel_trooper, airspeeder"},
        std::tuple{"space", "empire: 5 tie_fighter", "rebels: 2 x_wing, corellian_corvette"}}) {
    CAPTURE(attacker);
    Scenario scenario = rebellion_asking::combat(battle, attacker, defender, true);
    for (const Side side : kSides) scenario.side(side).policy["overkill"] = "weakest";
    Options options;
    options.method = Method::exact;
    const auto solved = odds(prepared(scenario), scenario, options);
    REQUIRE(solved);
    check_sample("dice rolled", roll_dice(scenario, 77), read(*solved), squares);
  }
}

TEST_CASE("rebellion: dice that are set or rolled again, by tables and by the kernel with cards") {
  struct Once {
    const char *id, *leader;
    Side side;
  };
  Squares squares;
  for (const auto& [id, leader, side] : {Once{"one_in_a_million", "luke_skywalker", Side::defender},
                                         Once{"yoda_ring", "mon_mothma", Side::defender}}) {
    CAPTURE(id);
    Scenario scenario =
        rebellion_asking::combat("space", "empire: star_destroyer, 2 tie_fighter, stormtrooper",
                                 "rebels: 2 x_wing, corellian_corvette, rebel_trooper");
    scenario.side(side).fields["leaders"] = Names{leader};
    scenario.side(side).effects = {{id, {}, {}, {}}};
    Options options;
    options.method = Method::exact;
    const auto solved = odds(scenario, options);
    REQUIRE(solved);
    const Scenario idle = with_idle_cards(scenario);
    check_sample(id, read(sampled(prepared(idle), idle, 11)), read(*solved), squares);
  }
  CHECK(squares.count > 10);
}
