// What figures cost, what a base holds, and searches within that.

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/systems/arcane_legions/units.hpp"
#include "sim/best.hpp"
#include "sim/engine.hpp"
#include "sim/need.hpp"
#include "tests/core/systems/arcane_legions/fielding.hpp"

using namespace broadside;
using namespace broadside::arcane_legions;
using fielding::scenario;
using fielding::side;

namespace {

Result<Market> market_for(const SideSpec& mine) {
  return find_game("arcane_legions")
      .value()
      ->market(scenario("duel", mine, side("hp 1")), Side::attacker);
}

const Offer* offer_of(const Market& market, std::string_view type) {
  const auto at = std::find_if(market.offers.begin(), market.offers.end(),
                               [&](const Offer& offer) { return offer.type == type; });
  return at == market.offers.end() ? nullptr : &*at;
}

SideSpec of_faction(std::string faction) {
  SideSpec mine;
  mine.faction = std::move(faction);
  return mine;
}

}  // namespace

TEST_SUITE("arcane legions, market") {
  TEST_CASE("figures cost what the faction pays, and a base holds 12 hit points") {
    for (const Faction faction : {Faction::egyptian, Faction::han, Faction::roman}) {
      const auto market = market_for(of_faction(std::string(name(faction))));
      REQUIRE(market);
      CHECK(market.value().supply == 12);
      for (const Figure& figure : figures()) {
        CAPTURE(figure.key);
        const Offer* offer = offer_of(market.value(), figure.key);
        if (figure.cost[faction] == kNotAllowed) {
          CHECK(!offer);
        } else if (offer) {  // else an ability of it cannot be counted
          CHECK(offer->price == figure.cost[faction]);
          CHECK(offer->supply == figure.hit_points);
          CHECK(offer->limit == (figure.circle == Circle::green ? std::optional{3} : std::nullopt));
        }
      }
    }
  }

  TEST_CASE("the faction is said, or that of the figures; whole units cannot be added to") {
    CHECK(offer_of(market_for(side("heavy_legionary")).value(), "heavy_legionary"));
    CHECK(market_for(SideSpec{}).error().message() ==
          "nothing says whose unit is built in 'attacker.faction' - egyptian, han, roman or "
          "mercenary");
    CHECK(market_for(side("D-MIX-TITUS")).error().problem ==
          "only a unit of figures can be added to");
  }

  TEST_CASE("the best unit of two kinds of figures is the best of all that fit") {
    BestQuestion question;
    question.scenario = scenario("duel", of_faction("roman"), {});
    question.enemies = {side("D-MIX-ACHILLES")};
    question.budget = 1268;
    question.only = {"heavy_legionary", "titus_petronius"};
    Options options;
    options.method = Method::exact;
    options.threads = 1;
    const auto answer = best(question, options);
    REQUIRE_MESSAGE(bool{answer}, (answer ? "" : answer.error().message()));
    double highest = 0;
    const Figure &heavy = *find_figure("heavy_legionary"), &titus = *find_figure("titus_petronius");
    for (int h = 0; h * heavy.hit_points <= 12; ++h)
      for (int t = 0; h * heavy.hit_points + t * titus.hit_points <= 12; ++t) {
        if (h + t == 0 || (titus.circle == Circle::green && t > 3)) continue;
        if (h * heavy.cost[Faction::roman] + t * titus.cost[Faction::roman] > 1268) continue;
        SideSpec mine = of_faction("roman");
        if (h > 0) mine.units.push_back({"heavy_legionary", h});
        if (t > 0) mine.units.push_back({"titus_petronius", t});
        const Report report = fielding::solve(scenario("duel", mine, question.enemies[0]));
        highest = std::max(highest, report.chance(Outcome::attacker_win).p);
      }
    REQUIRE(!answer.value().fleets.empty());
    CHECK(answer.value().fleets.front().mean.win == doctest::Approx(highest).epsilon(1e-12));
    question.budget = 10'001;
    CHECK(best(question, options).error().message() ==
          "not a budget in 'budget' - resources from 0 to 10000, for example 12");
  }

  TEST_CASE("what must be added is found at the points that it costs") {
    NeedQuestion question;
    question.scenario = scenario("duel", side("roman: 2 heavy_legionary"), side("D-MIX-ACHILLES"));
    question.chance = .05;
    CHECK(fielding::solve(question.scenario).chance(Outcome::attacker_win).p < question.chance);
    Options options;
    options.method = Method::exact;
    const auto answer = need(question, options);
    REQUIRE_MESSAGE(bool{answer}, (answer ? "" : answer.error().message()));
    REQUIRE(!answer.value().additions.empty());
    for (const Addition& one : answer.value().additions) {
      double cost = 0;
      for (const UnitCount& unit : one.bought)
        cost += unit.count * find_figure(unit.type)->cost[Faction::roman];
      CHECK(cost == one.cost);
      CHECK(one.win.p >= question.chance);
    }
  }
}
