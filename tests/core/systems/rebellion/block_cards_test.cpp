// Which block cards are played for many lost units, and damage cards that are played on units that
// are lost already (RULES rebellion 9.2, 9.4).

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/systems/rebellion/asking.hpp"
#include "tests/naive/agreement.hpp"
#include "tests/naive/rebellion_cards.hpp"

namespace {

using namespace broadside;
using namespace broadside::rebellion_asking;
namespace own = broadside::naive_rebellion;

constexpr std::uint64_t kBattles = 400'000;

struct Hand {
  int formations = 0, digs = 0, others = 0;  // Defensive Formation, Dig In, and what neither is

  Names ids() const {
    Names names;
    const auto add = [&](int copies, const char* id) {
      for (int i = 0; i < copies; ++i) names.emplace_back(id);
    };
    add(formations, "ground_defensive_formation");
    add(digs, "ground_dig_in");
    add(others, "ground_concentrate_fire");
    return names;
  }
  std::string text() const {
    return std::to_string(formations) + " Defensive Formation, " + std::to_string(digs) +
           " Dig In, " + std::to_string(others) + " others";
  }
  /// All ways to play it, each Dig In for any other card.
  int most_blocks() const {
    int most = 0;
    if (formations > 0) most = 1 + Hand{formations - 1, digs, others}.most_blocks();
    if (digs == 0) return most;
    if (formations > 0)
      most = std::max(most, 2 + Hand{formations - 1, digs - 1, others}.most_blocks());
    if (digs > 1) most = std::max(most, 2 + Hand{formations, digs - 2, others}.most_blocks());
    if (others > 0) most = std::max(most, 2 + Hand{formations, digs - 1, others - 1}.most_blocks());
    return most;
  }
};

Report sampled(const Scenario& scenario) {
  Options options;
  options.battles = kBattles;
  options.seed = 9;
  auto report = odds(scenario, options);
  REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
  return std::move(report).value();
}

/// One round of the base game on the ground; nobody draws.
Scenario one_round(std::string_view attacker, std::string_view defender, Names first,
                   Names second) {
  Scenario scenario = combat("ground", attacker, defender, false, true);
  scenario.fields["rounds"] = 1;
  scenario.side(A).fields["hand"] = std::move(first);
  scenario.side(D).fields["hand"] = std::move(second);
  for (const Side side : kSides) scenario = choosing(scenario, side, "specials", "never");
  return choosing(scenario, D, "cards", "never");
}

/// By how many units the defender has left.
std::array<double, 5> units_left(const Report& report) {
  std::array<double, 5> law{};
  for (const SurvivorRow& row : report.sides[D].survivors) {
    int units = 0;
    for (const UnitCount& each : row.units) units += each.count;
    law[static_cast<std::size_t>(units)] += row.p;
  }
  return law;
}

void check_share(double share, double p) {
  naive::Squares squares;
  CAPTURE(share);
  CAPTURE(p);
  CHECK(naive::fits(share, static_cast<double>(kBattles), p, squares));
}

}  // namespace

TEST_SUITE("rebellion block cards") {
  TEST_CASE("Dig In is paid with Defensive Formation where two units are to be saved") {
    // Both red dice and the black one have to hit for the two troopers and one damage more, which
    // is too much for two blocks: 1/6, 1/6, 1/2. One card and then nothing lost one in 16.7 %.
    for (const char* targets : {"big_guns_first", "look_ahead"}) {  // by pages, and by cells
      CAPTURE(targets);
      const auto left =
          units_left(sampled(choosing(one_round("at_at", "2 rebel_trooper", {},
                                                {"ground_defensive_formation", "ground_dig_in"}),
                                      A, "targets", targets)));
      check_share(left[1], 1. / 72);
      check_share(left[2], 71. / 72);
      CHECK(left[0] == 0);
    }
  }

  TEST_CASE("as many troopers are saved as the hand can save, whatever it holds") {
    // Five black dice hit by one half each; what is beyond the health of three troopers lies on the
    // last of them.
    for (const Hand& hand : {Hand{1, 1, 0}, Hand{2, 1, 0}, Hand{1, 1, 1}, Hand{0, 2, 0},
                             Hand{1, 2, 0}, Hand{0, 2, 1}, Hand{2, 2, 0}, Hand{1, 2, 1},
                             Hand{3, 1, 0}, Hand{0, 1, 2}, Hand{3, 2, 2}, Hand{2, 0, 1}}) {
      const std::string what = hand.text();
      CAPTURE(what);
      std::array<double, 5> law{};
      for (int hits = 0; hits <= 5; ++hits) {
        constexpr std::array<int, 6> kWays{1, 5, 10, 10, 5, 1};
        const int lost = std::min(hits, 3), beyond = hits - lost;
        int blocks = hand.most_blocks(), saved = 0;
        for (int unit = 1; unit <= lost; ++unit) {
          const int cost = unit == lost ? 1 + beyond : 1;
          if (cost > blocks) break;
          blocks -= cost;
          ++saved;
        }
        law[static_cast<std::size_t>(3 - lost + saved)] +=
            kWays[static_cast<std::size_t>(hits)] / 32.;
      }
      const auto left =
          units_left(sampled(one_round("5 stormtrooper", "3 rebel_trooper", {}, hand.ids())));
      for (std::size_t n = 0; n <= 3; ++n) check_share(left[n], law[n]);
    }
  }

  TEST_CASE("as few block cards as will do, and those that leave most, as replays tell") {
    using Lines = std::vector<std::string>;
    // What is done for two lost troopers; for one of them it is a Defensive Formation.
    const auto plays = [](const Names& hand) {
      const Scenario scenario = one_round("2 stormtrooper", "2 rebel_trooper", {}, hand);
      for (std::uint64_t seed = 1; seed < 100; ++seed) {
        const auto story = find_game("rebellion").value()->replay(scenario, seed);
        REQUIRE(story);
        Lines cards;
        for (const std::string& line : *story)
          if (line.starts_with("  defender plays ") || line.starts_with("  defender discards "))
            cards.push_back(line.substr(11));
        if (cards.size() >= 2) return cards;
      }
      return Lines{};
    };
    const std::string formation = "ground_defensive_formation", dig_in = "ground_dig_in",
                      fire = "ground_concentrate_fire";
    CHECK(plays({formation, dig_in, fire}) ==
          Lines{"plays Dig In (ground)", "discards Concentrate Fire (ground)"});
    CHECK(plays({formation, formation, dig_in, fire}) ==
          Lines{"plays Defensive Formation (ground)", "plays Defensive Formation (ground)"});
    // The last Defensive Formation would still block, Dig In alone would not.
    CHECK(plays({formation, formation, dig_in}) ==
          Lines{"plays Dig In (ground)", "discards Defensive Formation (ground)"});
  }

  TEST_CASE("cards played at once are played on a unit that is lost already") {
    // Two Critical Hits on the two health of the speeder; Defensive Formation takes one off unless
    // one direct hit of three dice lies on it too. Withheld cards finished it in 0.5 % only.
    Scenario scenario =
        one_round("3 stormtrooper", "airspeeder", {"ground_critical_hit", "ground_critical_hit"},
                  {"ground_defensive_formation"});
    scenario = choosing(scenario, A, "cards", "at_once");
    check_share(sampled(scenario).chance(Outcome::attacker_win).p, 1 - std::pow(5. / 6, 3));
    // Against the duel that is written out, in whole combats.
    for (const auto& [cards, hand] :
         {std::pair{Names{"ground_critical_hit", "ground_take_it_down"},
                    Names{"ground_defensive_formation", "ground_defensive_formation"}},
          std::pair{Names{"ground_onslaught", "ground_take_it_down"},
                    Names{"ground_dig_in", "ground_defensive_formation"}}}) {
      own::Duellist first{.red = 1, .black = 1, .red_health = true, .health = 2}, second = first;
      first.at_once = true;
      const auto count = [](const Names& names, own::Hand& into) {
        for (const std::string& name : names)
          ++into[name.ends_with("critical_hit")          ? own::critical_hit
                 : name.ends_with("take_it_down")        ? own::take_it_down
                 : name.ends_with("onslaught")           ? own::onslaught
                 : name.ends_with("defensive_formation") ? own::defensive_formation
                                                         : own::dig_in];
      };
      count(cards, first.hand);
      count(hand, second.hand);
      const own::Chances chances = own::CardDuel(first, second).solve();
      Scenario duel = combat("ground", "at_st", "airspeeder", false, true);
      duel.side(A).fields["hand"] = cards;
      duel.side(D).fields["hand"] = hand;
      for (const Side side : kSides) duel = choosing(duel, side, "specials", "never");
      const Report report = sampled(choosing(duel, A, "cards", "at_once"));
      check_share(report.chance(Outcome::attacker_win).p, chances.first);
      check_share(report.chance(Outcome::draw).p, chances.nobody);
      check_share(report.chance(Outcome::defender_win).p, chances.second);
    }
  }
}
