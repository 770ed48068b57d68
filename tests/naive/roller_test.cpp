// The oracle itself, against chances that can be worked out by hand.

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <doctest/doctest.h>

#include "tests/naive/random_scenarios.hpp"
#include "tests/naive/ti4_roller.hpp"

namespace {

using namespace broadside;
using naive::Board;
using naive::Played;
using naive::Type;

constexpr int kBattles = 100'000;
constexpr double kStandardErrors = 4.5;

SideSpec side(std::vector<UnitCount> units, std::vector<std::string> upgrades = {}) {
  SideSpec spec;
  spec.units = std::move(units);
  spec.upgrades = std::move(upgrades);
  return spec;
}

Scenario battle(std::string kind, SideSpec attacker, SideSpec defender) {
  Scenario scenario;
  scenario.battle = std::move(kind);
  scenario.sides = {std::move(attacker), std::move(defender)};
  return scenario;
}

SideSpec sustaining(SideSpec spec, std::string when) {
  spec.policy["sustain"] = std::move(when);
  return spec;
}

SideSpec retreating(SideSpec spec, int round) {
  spec.policy["retreat"] = RetreatTiming{.round = round, .below = {}};
  return spec;
}

SideSpec losing(SideSpec spec, std::vector<std::string> order) {
  spec.policy["losses"] = std::move(order);
  return spec;
}

int left(const Played& played, Side who, Type type) {
  return played.left[who][static_cast<std::size_t>(type)];
}
int damaged(const Played& played, Side who, Type type) {
  return played.damaged[who][static_cast<std::size_t>(type)];
}
int pieces_left(const Played& played, Side who) {
  int sum = 0;
  for (const int n : played.left[who]) sum += n;
  return sum;
}

std::vector<Played> play_many(const Scenario& scenario) {
  const Board board(scenario);
  boost::random::mt19937 dice(20240607);
  std::vector<Played> all;
  all.reserve(kBattles);
  for (int i = 0; i < kBattles; ++i) all.push_back(board.play(dice));
  return all;
}

using Event = std::function<bool(const Played&)>;

/// How many standard errors the share of battles with this event is off; an event that is certain
/// or impossible must be so.
double off_by(const std::vector<Played>& all, double p, const Event& event) {
  int count = 0;
  for (const Played& played : all) count += event(played) ? 1 : 0;
  if (p <= 0 || p >= 1) return count == static_cast<int>(p) * kBattles ? 0 : INFINITY;
  return std::abs(count - kBattles * p) / std::sqrt(kBattles * p * (1 - p));
}

void check_odds(const Scenario& scenario, std::map<Outcome, double> expected) {
  const auto all = play_many(scenario);
  for (const Outcome outcome : all_outcomes()) {
    CAPTURE(name(outcome));
    CHECK(off_by(all, expected[outcome], [&](const Played& p) { return p.outcome == outcome; }) <
          kStandardErrors);
  }
}

void check_chance(const Scenario& scenario, double p, const Event& event) {
  CHECK(off_by(play_many(scenario), p, event) < kStandardErrors);
}

/// Two units with one die each and some hit points: win, draw, loss of the first.
std::array<double, 3> duel(double p, double q, int points, int other_points) {
  if (points == 0 || other_points == 0)
    return {points > 0 ? 1. : 0., points == other_points ? 1. : 0., other_points > 0 ? 1. : 0.};
  std::array<double, 3> sum{};
  const auto add = [&](double weight, const std::array<double, 3>& odds) {
    for (std::size_t i = 0; i < 3; ++i) sum[i] += weight * odds[i];
  };
  add(p * (1 - q), duel(p, q, points, other_points - 1));
  add((1 - p) * q, duel(p, q, points - 1, other_points));
  add(p * q, duel(p, q, points - 1, other_points - 1));
  for (double& s : sum) s /= 1 - (1 - p) * (1 - q);
  return sum;
}

std::map<Outcome, double> as_odds(const std::array<double, 3>& odds) {
  return {
      {Outcome::attacker_win, odds[0]}, {Outcome::draw, odds[1]}, {Outcome::defender_win, odds[2]}};
}

constexpr auto A = Side::attacker;
constexpr auto D = Side::defender;

}  // namespace

TEST_CASE("naive roller: one ship against one ship") {
  check_odds(battle("space", side({{"cruiser", 1}}), side({{"destroyer", 1}})),
             {{Outcome::attacker_win, 8. / 13},
              {Outcome::draw, 2. / 13},
              {Outcome::defender_win, 3. / 13}});
  // Mirrored units with one die: (1-p)/(2-p) each, draw p/(2-p).
  const std::vector<std::tuple<std::string, bool, double>> single = {
      {"carrier", false, .2},  {"cruiser", false, .4}, {"cruiser", true, .5},
      {"destroyer", true, .3}, {"fighter", false, .2}, {"fighter", true, .3}};
  for (const auto& [type, upgraded, p] : single) {
    CAPTURE(type);
    const auto one = side({{type, 1}}, upgraded ? std::vector{type} : std::vector<std::string>{});
    check_odds(battle("space", one, one), {{Outcome::attacker_win, (1 - p) / (2 - p)},
                                           {Outcome::draw, p / (2 - p)},
                                           {Outcome::defender_win, (1 - p) / (2 - p)}});
  }
  const auto infantry = side({{"infantry", 1}});
  check_odds(battle("ground", infantry, infantry), {{Outcome::attacker_win, 7. / 17},
                                                    {Outcome::draw, 3. / 17},
                                                    {Outcome::defender_win, 7. / 17}});
}

TEST_CASE("naive roller: published odds of small fleets") {
  check_odds(battle("space", side({{"fighter", 3}, {"carrier", 1}}), side({{"destroyer", 2}})),
             {{Outcome::attacker_win, 0.789917511446},
              {Outcome::draw, 0.018454896034},
              {Outcome::defender_win, 0.191627592520}});
  const auto fleet = side({{"dreadnought", 2}, {"carrier", 1}, {"fighter", 4}});
  const double draw = 0.042994684109;
  check_odds(battle("space", fleet, fleet), {{Outcome::attacker_win, (1 - draw) / 2},
                                             {Outcome::draw, draw},
                                             {Outcome::defender_win, (1 - draw) / 2}});
}

TEST_CASE("naive roller: a sustained hit is a second hit point") {
  const auto dread = side({{"dreadnought", 1}});
  auto hurt = dread;
  hurt.damaged = {{"dreadnought", 1}};
  check_odds(battle("space", dread, dread), as_odds(duel(.6, .6, 2, 2)));
  check_odds(battle("space", hurt, dread), as_odds(duel(.6, .6, 1, 2)));
  check_odds(battle("space", sustaining(dread, "last"), sustaining(dread, "never")),
             as_odds(duel(.6, .6, 2, 1)));
  check_odds(battle("ground", side({{"mech", 1}}), side({{"infantry", 1}}, {"infantry"})),
             as_odds(duel(.5, .4, 2, 1)));
  // A barrage without fighters does nothing, sustain damage or not.
  check_odds(battle("space", dread, side({{"destroyer", 1}}, {"destroyer"})),
             as_odds(duel(.6, .3, 2, 1)));
}

TEST_CASE("naive roller: who takes the hit") {
  // One round against one die of a carrier (1 in 5): the dreadnought's side leaves or has won after
  // it.
  const auto after_one_round = [](SideSpec spec) {
    return battle("space", retreating(std::move(spec), 1), side({{"carrier", 1}}));
  };
  const auto fleet = side({{"dreadnought", 1}, {"fighter", 1}});
  const auto immune = side({{"dreadnought", 1}, {"fighter", 1}}, {"dreadnought"});
  const Event sustained = [](const Played& p) {
    return damaged(p, A, Type::dreadnought) == 1 && left(p, A, Type::fighter) == 1;
  };
  const Event lost_fighter = [](const Played& p) {
    return left(p, A, Type::dreadnought) == 1 && damaged(p, A, Type::dreadnought) == 0 &&
           left(p, A, Type::fighter) == 0;
  };
  const Event lost_dreadnought = [](const Played& p) { return left(p, A, Type::dreadnought) == 0; };
  check_chance(after_one_round(fleet), .2, sustained);
  check_chance(after_one_round(sustaining(fleet, "last")), .2, lost_fighter);
  check_chance(after_one_round(sustaining(fleet, "never")), .2, lost_fighter);
  check_chance(after_one_round(sustaining(immune, "last")), .2, sustained);
  // Without its dreadnought a lone fighter cannot leave, but it may have won.
  check_chance(after_one_round(losing(sustaining(fleet, "never"), {"dreadnought"})), .2,
               lost_dreadnought);
  check_chance(after_one_round(losing(sustaining(fleet, "last"), {"dreadnought"})), .2,
               lost_fighter);

  // Two hits (1 in 4) on two dreadnoughts.
  const auto shot_at = [](SideSpec spec) {
    return battle("space", std::move(spec), side({{"pds", 2}}));
  };
  const auto pair = side({{"dreadnought", 2}});
  check_chance(shot_at(pair), .25, [](const Played& p) {
    return left(p, A, Type::dreadnought) == 2 && damaged(p, A, Type::dreadnought) == 2;
  });
  check_chance(shot_at(sustaining(pair, "last")), .25, [](const Played& p) {
    return left(p, A, Type::dreadnought) == 2 && damaged(p, A, Type::dreadnought) == 2;
  });
  auto one_hurt = pair;
  one_hurt.damaged = {{"dreadnought", 1}};
  check_chance(shot_at(one_hurt), .25, [](const Played& p) {
    return left(p, A, Type::dreadnought) == 1 && damaged(p, A, Type::dreadnought) == 1;
  });
  check_chance(shot_at(sustaining(one_hurt, "never")), .5, [](const Played& p) {
    return left(p, A, Type::dreadnought) == 1 && damaged(p, A, Type::dreadnought) == 0;
  });
}

TEST_CASE("naive roller: space cannon before the fight") {
  check_odds(battle("space", side({{"cruiser", 1}}), side({{"destroyer", 1}, {"pds", 1}})),
             {{Outcome::attacker_win, 4. / 13},
              {Outcome::draw, 1. / 13},
              {Outcome::defender_win, 8. / 13}});
  check_odds(battle("space", side({{"cruiser", 1}}), side({{"pds", 1}}, {"pds"})),
             {{Outcome::attacker_win, .4}, {Outcome::draw, .6}});
  // The attacker shoots first; the defender's PDS shoots back with or without ships.
  const auto both = side({{"cruiser", 1}, {"pds", 1}});
  check_odds(
      battle("space", both, both),
      {{Outcome::attacker_win, .34375}, {Outcome::draw, .3125}, {Outcome::defender_win, .34375}});
}

TEST_CASE("naive roller: anti-fighter barrage") {
  check_odds(battle("space", side({{"destroyer", 1}}), side({{"fighter", 1}})),
             {{Outcome::attacker_win, .36 + .64 * 4 / 9},
              {Outcome::draw, .64 / 9},
              {Outcome::defender_win, .64 * 4 / 9}});
  check_chance(battle("space", side({{"destroyer", 1}}, {"destroyer"}), side({{"fighter", 3}})),
               .125, [](const Played& p) { return p.rounds[0] == 0; });
}

TEST_CASE("naive roller: capacity") {
  // 7 units in 4 places; at most one fighter is shot down in the single round before leaving.
  const auto crowded = side({{"carrier", 1}, {"fighter", 4}, {"infantry", 2}, {"mech", 1}});
  check_chance(battle("space", retreating(crowded, 1), side({{"fighter", 1}})), 1,
               [](const Played& p) {
                 return left(p, A, Type::fighter) == 1 && left(p, A, Type::infantry) == 2 &&
                        left(p, A, Type::mech) == 1 && left(p, A, Type::carrier) == 1;
               });
  // A carrier given up to a space cannon takes its fighters along, but not the one it had no room
  // for.
  const auto carrier_first = [](int fighters) {
    return battle("space", losing(side({{"carrier", 1}, {"fighter", fighters}}), {"carrier"}),
                  side({{"pds", 1}}));
  };
  check_odds(carrier_first(4), {{Outcome::attacker_win, .5}, {Outcome::draw, .5}});
  check_odds(carrier_first(5), {{Outcome::attacker_win, 1}});
  check_chance(carrier_first(5), .5, [](const Played& p) { return pieces_left(p, A) == 0; });
  // A dock shelters three; fighters II stay anyway; infantry need ships.
  check_chance(battle("space", side({{"fighter", 5}, {"space_dock", 1}}), side({{"pds", 1}})), 1,
               [](const Played& p) { return left(p, A, Type::fighter) == 3; });
  check_chance(
      battle("space", side({{"fighter", 5}, {"infantry", 1}}, {"fighter"}), side({{"pds", 1}})), .5,
      [](const Played& p) {
        return left(p, A, Type::fighter) == 5 && left(p, A, Type::infantry) == 0;
      });
  // Fighters alone may win before they are removed.
  check_odds(
      battle("space", side({{"fighter", 1}}), side({{"carrier", 1}})),
      {{Outcome::attacker_win, 4. / 9}, {Outcome::draw, 1. / 9}, {Outcome::defender_win, 4. / 9}});
  check_chance(battle("space", side({{"fighter", 1}}), side({{"carrier", 1}})), 1,
               [](const Played& p) { return pieces_left(p, A) == 0; });
}

TEST_CASE("naive roller: retreat") {
  const auto cruiser = side({{"cruiser", 1}});
  check_odds(battle("space", retreating(cruiser, 1), cruiser), {{Outcome::attacker_win, .24},
                                                                {Outcome::draw, .16},
                                                                {Outcome::defender_win, .24},
                                                                {Outcome::attacker_retreats, .36}});
  check_odds(battle("space", retreating(cruiser, 1), retreating(cruiser, 1)),
             {{Outcome::attacker_win, .24},
              {Outcome::draw, .16},
              {Outcome::defender_win, .24},
              {Outcome::defender_retreats, .36}});
  check_odds(battle("space", retreating(cruiser, 2), retreating(cruiser, 3)),
             {{Outcome::attacker_win, .24 * 1.36},
              {Outcome::draw, .16 * 1.36},
              {Outcome::defender_win, .24 * 1.36},
              {Outcome::attacker_retreats, .36 * .36}});
  check_odds(battle("space", retreating(side({{"fighter", 1}}), 1), cruiser),
             {{Outcome::attacker_win, .12}, {Outcome::draw, .08}, {Outcome::defender_win, .8}});
  check_odds(battle("space", cruiser, retreating(side({{"fighter", 1}}, {"fighter"}), 1)),
             {{Outcome::attacker_win, .4 * .7},
              {Outcome::draw, .12},
              {Outcome::defender_win, .6 * .3},
              {Outcome::defender_retreats, .42}});
}

TEST_CASE("naive roller: invasion") {
  const double win = 7. / 17, draw = 3. / 17;  // one infantry against another
  const auto lander = side({{"dreadnought", 1}, {"infantry", 1}});
  check_odds(battle("invasion", lander, side({{"infantry", 1}})),
             {{Outcome::attacker_win, .6 + .4 * win},
              {Outcome::draw, .4 * draw},
              {Outcome::defender_win, .4 * win}});
  // A PDS stops the bombardment and shoots at the landing.
  const auto guarded = side({{"infantry", 1}, {"pds", 1}, {"space_dock", 1}});
  check_odds(battle("invasion", lander, guarded), {{Outcome::attacker_win, .5 * win},
                                                   {Outcome::draw, .5 * draw},
                                                   {Outcome::defender_win, .5 + .5 * win}});
  for (const Played& p : play_many(battle("invasion", lander, guarded))) {
    const int standing = p.outcome == Outcome::attacker_win ? 0 : 1;
    REQUIRE(left(p, D, Type::pds) == standing);
    REQUIRE(left(p, D, Type::space_dock) == standing);
    REQUIRE(left(p, A, Type::dreadnought) == 1);
  }
  // A war sun switches the shield off for all.
  const double all_miss = .4 * .2 * .2 * .2;
  check_odds(
      battle("invasion", side({{"war_sun", 1}, {"dreadnought", 1}, {"infantry", 1}}), guarded),
      {{Outcome::attacker_win, (1 - all_miss) * .5 + all_miss * .5 * win},
       {Outcome::draw, (1 - all_miss) * .5 + all_miss * .5 * draw},
       {Outcome::defender_win, all_miss * (.5 + .5 * win)}});
  // A bombarded mech sustains; a mech that lands under fire does as well.
  const auto mix = [](double p, std::array<double, 3> x, std::array<double, 3> y) {
    for (std::size_t i = 0; i < 3; ++i) x[i] = p * x[i] + (1 - p) * y[i];
    return as_odds(x);
  };
  const auto mech = side({{"mech", 1}});
  check_odds(battle("invasion", lander, mech), mix(.6, duel(.3, .5, 1, 1), duel(.3, .5, 1, 2)));
  check_odds(battle("invasion", lander, sustaining(mech, "never")),
             mix(.6, {1, 0, 0}, duel(.3, .5, 1, 1)));
  const auto two = side({{"infantry", 1}, {"mech", 1}});
  const auto lone_pds = side({{"pds", 1}});
  for (const auto* when : {"first", "last"})
    check_chance(battle("invasion", sustaining(two, when), lone_pds), .5,
                 [](const Played& p) { return damaged(p, A, Type::mech) == 1; });
  check_chance(battle("invasion", sustaining(two, "never"), lone_pds), .5, [](const Played& p) {
    return left(p, A, Type::infantry) == 0 && left(p, A, Type::mech) == 1;
  });
}

TEST_CASE("naive roller: conquest") {
  const auto cruiser = side({{"cruiser", 1}, {"infantry", 1}}, {"cruiser"});
  check_odds(battle("conquest", cruiser, side({{"pds", 1}})),
             {{Outcome::attacker_win, .25}, {Outcome::draw, .75}});
  check_odds(battle("conquest", cruiser, side({{"pds", 1}, {"infantry", 1}})),
             {{Outcome::attacker_win, .25 * 7 / 17},
              {Outcome::draw, .25 * 3 / 17},
              {Outcome::defender_win, .75 + .25 * 7 / 17}});
  // The defender's cruiser leaves after one round if it lives; the planet is judged.
  const auto leaving = battle("conquest", cruiser, retreating(side({{"cruiser", 1}}), 1));
  check_odds(leaving, {{Outcome::attacker_win, .6}, {Outcome::draw, .4}});
  check_chance(leaving, .6 * .5, [](const Played& p) {
    return p.outcome == Outcome::attacker_win && left(p, D, Type::cruiser) == 1;
  });
  // The attacker's cruiser lives and the defender's dies (3 in 10): landing. Both live: the
  // attacker leaves.
  check_odds(battle("conquest", retreating(cruiser, 1), side({{"cruiser", 1}, {"infantry", 1}})),
             {{Outcome::attacker_win, .3 * 7 / 17},
              {Outcome::draw, .3 * 3 / 17},
              {Outcome::defender_win, .4 + .3 * 7 / 17},
              {Outcome::attacker_retreats, .3}});
  // Ground forces beyond the room of the surviving ships never land; a lost ship's bombardment is
  // lost with it.
  check_chance(
      battle("conquest", side({{"cruiser", 1}, {"infantry", 3}}, {"cruiser"}),
             side({{"space_dock", 1}})),
      1, [](const Played& p) { return left(p, A, Type::infantry) == 1 && pieces_left(p, D) == 0; });
}

TEST_CASE("naive roller: what is left fits the outcome") {
  std::map<std::string, int> kinds;
  std::map<Outcome, int> outcomes;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Scenario scenario = naive::random_standard_scenario(seed);
    REQUIRE(scenario == naive::random_standard_scenario(seed));
    const std::string what = naive::describe(scenario);
    CAPTURE(seed);
    CAPTURE(what);
    ++kinds[scenario.battle];
    boost::random::mt19937 dice(static_cast<std::uint32_t>(seed));
    const Board board(scenario);
    for (int i = 0; i < 50; ++i) {
      const Played p = board.play(dice);
      ++outcomes[p.outcome];
      for (const Side who : kSides)
        for (int t = 0; t < naive::kTypes; ++t) {
          const auto type = static_cast<Type>(t);
          int start = 0;
          for (const UnitCount& entry : scenario.side(who).units)
            if (entry.type == naive::name(type)) start = entry.count;
          const bool in_range = damaged(p, who, type) >= 0 &&
                                damaged(p, who, type) <= left(p, who, type) &&
                                left(p, who, type) <= start;
          REQUIRE(in_range);
        }
      const auto ships = [&](Side who) {
        return left(p, who, Type::fighter) + left(p, who, Type::destroyer) +
               left(p, who, Type::cruiser) + left(p, who, Type::carrier) +
               left(p, who, Type::dreadnought) + left(p, who, Type::war_sun);
      };
      const auto ground = [&](Side who) {
        return left(p, who, Type::infantry) + left(p, who, Type::mech);
      };
      if (scenario.battle == "space") {
        if (p.outcome == Outcome::attacker_win) REQUIRE(ships(D) == 0);
        if (p.outcome == Outcome::defender_win) REQUIRE(ships(A) + ground(A) == 0);
        if (p.outcome == Outcome::draw) REQUIRE(ships(A) + ships(D) == 0);
        if (p.outcome == Outcome::attacker_retreats) REQUIRE(ships(A) > 0);
        if (p.outcome == Outcome::defender_retreats) REQUIRE(ships(D) > 0);
      } else if (p.outcome == Outcome::attacker_win) {
        REQUIRE(ground(A) > 0);
        REQUIRE(ground(D) == 0);
        if (scenario.battle != "ground")
          REQUIRE(left(p, D, Type::pds) + left(p, D, Type::space_dock) == 0);
      } else if (p.outcome == Outcome::defender_win) {
        REQUIRE(ground(D) > 0);
        REQUIRE(ground(A) == 0);
      } else if (p.outcome == Outcome::draw) {
        REQUIRE(ground(A) + ground(D) == 0);
      }
    }
  }
  CHECK(kinds.size() == 4);
  for (const auto& [kind, count] : kinds) CHECK(count > 40);
  CHECK(outcomes.size() == 5);  // no stalemate: every standard unit can hit
}
