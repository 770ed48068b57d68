// What every game must keep, whatever its rules. A new game adds one Samples entry.

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/tables/ending.hpp"
#include "sim/engine.hpp"

using namespace broadside;

namespace {

struct Question {
  std::string battle, attacker, defender;
  Values readings{};
};

struct Samples {
  std::string game;
  std::vector<Question> questions;  ///< a bit of everything
  std::vector<Question> symmetric;  ///< the rules treat both sides alike
  /// The second attacker has one unit more
  std::vector<std::pair<Question, Question>> stronger_second;
  std::vector<Question> without_tables{};  ///< only sampling answers
};

const Values kNoCards{{"cards", "false"}};
const Values kCinematic{{"cards", "false"}, {"cinematic", "true"}};
const Values kCinematicCards{{"cinematic", "true"}};

const std::vector<Samples>& samples() {
  static const std::vector<Samples> kSamples{
      {"ti4",
       {{"space", "2 dn, 4 ff", "ws, 3 ff"},
        {"space", "3 ff, carrier", "2 dd"},
        {"space", "cruiser2, 2 dd2, 3 ff2", "pds2, cv, 3 ff, dn!"},
        {"space", "cruiser", "3 pds"},
        {"ground", "3 inf, mech", "4 inf2"},
        {"invasion", "dn, ws, 3 inf", "2 pds, 2 inf, mech"},
        {"invasion", "dn, 2 inf", "pds, sd"},
        {"conquest", "dn, cv, 3 inf, 2 ff", "cruiser, pds, 2 inf"},
        {"conquest", "cv, 3 inf, mech", "2 inf"}},
       {{"space", "2 dn, 4 ff", "ws, 3 ff"},
        {"space", "2 dd, 3 ff, cv", "cruiser, 6 ff, cv"},
        {"ground", "2 inf, mech", "3 inf2"}},
       {{{"space", "2 cruiser, dn", "3 cruiser"}, {"space", "3 cruiser, dn", "3 cruiser"}},
        {{"ground", "2 inf", "3 inf"}, {"ground", "3 inf", "3 inf"}},
        {{"conquest", "dn, cv, 2 inf", "cruiser, inf"},
         {"conquest", "dn, cv, 3 inf", "cruiser, inf"}}}},
      {"rebellion",
       {{"space", "isd, 3 tie", "mon cal, 2 x-wing", kNoCards},
        {"space", "rebels: 2 y-wing, corvette, transport", "interdictor, 2 striker", kNoCards},
        {"space", "death star, 2 tie", "3 x-wing, nebulon", kCinematic},
        {"ground", "at-at, 2 stormtrooper", "airspeeder, 3 rebel trooper, generator", kNoCards},
        {"ground", "rebels: 2 vanguard, turret", "tank, at-st, bunker", kCinematic},
        {"combat", "isd, 2 tie, at-st, 2 stormtrooper", "2 x-wing, 2 rebel trooper, ion cannon",
         kNoCards},
        {"combat", "rebels: corvette, 2 rebel trooper", "carrier, tie, stormtrooper", kCinematic}},
       {{"space", "isd, 3 tie", "mon cal, 2 x-wing, y-wing", kNoCards},
        {"ground", "at-at, 2 stormtrooper", "airspeeder, 3 rebel trooper, ion cannon", kNoCards},
        {"combat", "carrier, tie, stormtrooper, at-st", "corvette, x-wing, 2 rebel trooper",
         kNoCards}},
       {{{"space", "2 tie, carrier", "2 x-wing, corvette", kNoCards},
         {"space", "3 tie, carrier", "2 x-wing, corvette", kNoCards}},
        {{"ground", "2 rebel trooper", "2 stormtrooper", kCinematic},
         {"ground", "3 rebel trooper", "2 stormtrooper", kCinematic}},
        {{"combat", "isd, at-st", "2 y-wing, airspeeder", kNoCards},
         {"combat", "isd, 2 at-st", "2 y-wing, airspeeder", kNoCards}}},
       {{"combat", "isd, 2 tie, at-st, 2 stormtrooper, leader vader",
         "2 x-wing, corvette, 2 rebel trooper, generator, leader han solo"},
        {"space", "rebels: mon cal, 2 y-wing, leader ackbar", "2 carrier, 3 tie"},
        {"combat", "isd, interdictor, 2 striker, at-at, bunker, leader vader",
         "mon cal, 3 x-wing, u-wing, 2 vanguard, turret, leader leia", kCinematicCards}}},
      {"arcane_legions",
       {{"duel", "5 heavy_legionary, titus_petronius", "D-MIX-ACHILLES"},
        {"duel", "EX-LUCK", "EX-DREAD"},
        {"duel", "EX-UNDEAD", "EX-BERSERK"},
        {"duel", "EX-NAKED", "EX-SHIELDS"},
        {"close", "dice 9 red, 7 white, hp 1 1 1 1 1 2, side red", "EX-HEAVY"},
        {"close", "dice 20", "dice 20"},
        {"ranged", "EX-BOWMASTERS", "EX-SHIELDS"},
        {"turn", "EX-CAPTAIN", "EX-BULLY"},
        {"volley", "D-MIX-XBOW", "D-MIX-GULUG"}},
       {},  // whoever begins has the first attack
       {{{"duel", "dice 4 red, 4 white, hp 1 1 1 1", "EX-PLAIN"},
         {"duel", "dice 5 red, 5 white, hp 1 1 1 1 1", "EX-PLAIN"}},
        {{"close", "dice 5 red, hp 1 1 1", "EX-SQUAD"},
         {"close", "dice 6 red, hp 1 1 1", "EX-SQUAD"}},
        {{"volley", "dice 4 red, 4 blue, hp 1 1 1 1", "EX-PLAIN"},
         {"volley", "dice 5 red, 5 blue, hp 1 1 1 1 1", "EX-PLAIN"}}}},
      {"risk",
       {{"attack", "6", "5"},
        {"attack", "30 armies", "1 army"},
        {"attack", "2", "9"},
        {"roll", "4", "2"},
        {"roll", "2", "1"}},
       {},  // the attacker leaves an army behind and loses ties
       {{{"attack", "6", "5"}, {"attack", "7", "5"}}, {{"roll", "3", "1"}, {"roll", "4", "1"}}}},
  };
  return kSamples;
}

Scenario scenario_of(const Game& game, const Question& question) {
  Scenario scenario;
  scenario.game = game.id();
  scenario.battle = question.battle;
  auto attacker = game.parse_side(question.attacker), defender = game.parse_side(question.defender);
  REQUIRE_MESSAGE(bool{attacker}, question.attacker);
  REQUIRE_MESSAGE(bool{defender}, question.defender);
  scenario.sides = {std::move(attacker).value(), std::move(defender).value()};
  scenario.readings = question.readings;
  return scenario;
}

Report answer(const Game& game, const Question& question, Method method,
              std::uint64_t battles = 200'000, int threads = 1) {
  Options options;
  options.method = method;
  options.battles = battles;
  options.threads = threads;
  auto report = odds(scenario_of(game, question), options);
  REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
  return std::move(report).value();
}

void for_every_game(const std::function<void(const Game&, const Samples&)>& check) {
  for (const Game* game : games()) {
    bool found = false;
    for (const Samples& sample : samples())
      if (sample.game == game->id()) {
        found = true;
        CAPTURE(sample.game);
        check(*game, sample);
      }
    const std::string missing =
        std::string{game->id()} + " has no samples in the conformance suite";
    CHECK_MESSAGE(found, missing);
  }
}

double sum(const ByOutcome<Chance>& odds) {
  double total = 0;
  for (const Chance& chance : odds) total += chance.p;
  return total;
}

void check_sums(const Game& game, const Question& question, Method method) {
  CAPTURE(question.attacker);
  CAPTURE(question.defender);
  const Report report = answer(game, question, method);
  CHECK(sum(report.odds) == doctest::Approx(1).epsilon(1e-12));
  for (const SideReport& side : report.sides) {
    double rows = 0;
    for (const SurvivorRow& row : side.survivors) rows += row.p;
    CHECK(rows == doctest::Approx(1).epsilon(1e-12));
    for (const TypeTail& tail : side.types)
      if (!tail.at_least.empty()) CHECK(tail.at_least[0] == doctest::Approx(1).epsilon(1e-12));
  }
}

void check_threads(const Game& game, const Question& question) {
  CAPTURE(question.attacker);
  const Report one = answer(game, question, Method::monte_carlo, 100'003, 1);
  for (int threads : {2, 7}) {
    const Report many = answer(game, question, Method::monte_carlo, 100'003, threads);
    for (const Outcome o : all_outcomes()) CHECK(one.odds[o].p == many.odds[o].p);
    for (std::size_t s = 0; s < 2; ++s) {
      REQUIRE(one.sides[s].survivors.size() == many.sides[s].survivors.size());
      for (std::size_t r = 0; r < one.sides[s].survivors.size(); ++r)
        CHECK(one.sides[s].survivors[r].p == many.sides[s].survivors[r].p);
    }
    REQUIRE(one.incidents.size() == many.incidents.size());
    for (std::size_t m = 0; m < one.incidents.size(); ++m)
      CHECK(one.incidents[m].mean == many.incidents[m].mean);
  }
}

}  // namespace

TEST_SUITE("conformance") {
  TEST_CASE("chances add up to one, sampled and solved, for outcomes and for survivors") {
    for_every_game([](const Game& game, const Samples& sample) {
      for (const Question& question : sample.questions)
        for (Method method : {Method::monte_carlo, Method::exact})
          check_sums(game, question, method);
      for (const Question& question : sample.without_tables) {
        check_sums(game, question, Method::monte_carlo);
        CHECK(!answer(game, question, Method::monte_carlo).exact_skipped.empty());
      }
    });
  }

  TEST_CASE("sampled and solved answers agree within 4.5 standard errors") {
    for_every_game([](const Game& game, const Samples& sample) {
      for (const Question& question : sample.questions) {
        CAPTURE(question.attacker);
        CAPTURE(question.defender);
        const Report report = answer(game, question, Method::monte_carlo);
        REQUIRE(report.exact);
        for (const Outcome o : all_outcomes()) {
          const double p = report.exact->p[o];
          const double error =
              std::sqrt(std::max(p * (1 - p), 0.0) / static_cast<double>(report.battles));
          CHECK(std::abs(report.odds[o].p - p) <= 4.5 * error + 1e-12);
        }
        CHECK(report.mean_rounds.value() ==
              doctest::Approx(report.exact->rounds.value()).epsilon(0.02));
      }
    });
  }

  TEST_CASE("what a game does not read is refused, with its place and a hint") {
    using Change = std::pair<std::string, std::function<void(Scenario&)>>;
    for_every_game([](const Game& game, const Samples& sample) {
      const auto reads = [&](Place place, const char* name) {
        return find_field(game.fields(), place, name) != nullptr;
      };
      std::vector<Change> changes{
          {"battle", [](Scenario& s) { s.battle = "xyzzy"; }},
          {"xyzzy", [](Scenario& s) { s.fields["xyzzy"] = 1; }},
          {"rules.xyzzy", [](Scenario& s) { s.readings["xyzzy"] = true; }},
          {"attacker.xyzzy", [](Scenario& s) { s.sides[0].fields["xyzzy"] = Names{}; }},
          {"defender.policy.xyzzy", [](Scenario& s) { s.sides[1].policy["xyzzy"] = "on"; }},
      };
      if (!reads(Place::system, "effects"))
        changes.push_back({"system.effects", [](Scenario& s) {
                             s.system_effects = {{"nebula", {}, {}, {}}};
                           }});
      if (!reads(Place::side, "upgrades"))
        changes.push_back(
            {"attacker.upgrades", [](Scenario& s) { s.sides[0].upgrades = {"cruiser"}; }});
      for (const auto& [where, change] : changes) {
        CAPTURE(where);
        Scenario scenario = scenario_of(game, sample.questions.front());
        REQUIRE(game.prepare(scenario));
        change(scenario);
        const auto refused = game.prepare(scenario);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().where == where);
        CHECK_FALSE(refused.error().hint.empty());
        CHECK_FALSE(game.replay(scenario, 1));
      }
    });
  }

  TEST_CASE("swapping the sides swaps the answer where the rules are symmetric") {
    for_every_game([](const Game& game, const Samples& sample) {
      for (const Question& question : sample.symmetric) {
        CAPTURE(question.attacker);
        const Report one = answer(game, question, Method::exact);
        const Report two =
            answer(game, {question.battle, question.defender, question.attacker, question.readings},
                   Method::exact);
        CHECK(one.chance(Outcome::attacker_win).p ==
              doctest::Approx(two.chance(Outcome::defender_win).p).epsilon(1e-12));
        CHECK(one.chance(Outcome::draw).p ==
              doctest::Approx(two.chance(Outcome::draw).p).epsilon(1e-12));
        CHECK(one.chance(Outcome::defender_win).p ==
              doctest::Approx(two.chance(Outcome::attacker_win).p).epsilon(1e-12));
      }
    });
  }

  TEST_CASE("one unit more does not lower the chance to win") {
    for_every_game([](const Game& game, const Samples& sample) {
      for (const auto& [weaker, stronger] : sample.stronger_second) {
        CAPTURE(stronger.attacker);
        CHECK(answer(game, stronger, Method::exact).chance(Outcome::attacker_win).p >=
              answer(game, weaker, Method::exact).chance(Outcome::attacker_win).p);
      }
    });
  }

  TEST_CASE("one thread counts what many count") {
    for_every_game([](const Game& game, const Samples& sample) {
      for (const Question& question : sample.questions) check_threads(game, question);
      for (const Question& question : sample.without_tables) check_threads(game, question);
    });
  }
}
