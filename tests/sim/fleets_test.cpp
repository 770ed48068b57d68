#include "sim/fleets.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "sim/engine.hpp"

using namespace broadside;

namespace {

/// A box of two kinds of ships and two kinds of riders.
Market made_market() {
  Market market;
  market.offers = {{"raft", 1, 2, {}, 0, 0, 1, {}},
                   {"scout", 1, 1, 3, 1, 0, 0, {}},
                   {"barge", 3, 1, 2, 1, 4, 0, {}}};
  return market;
}

std::set<std::vector<int>> lists(const Market& market, std::vector<int> have, FleetLimits limits) {
  std::set<std::vector<int>> all;
  const auto found = all_purchases(market, have, limits, 100'000);
  REQUIRE(found);
  for (const Purchase& one : *found) all.insert(one.bought);
  CHECK(all.size() == found->size());  // each once
  return all;
}

}  // namespace

TEST_CASE("every purchase within the budget, the box, the capacity and the fleet supply") {
  const Market market = made_market();
  const auto all = lists(market, {0, 0, 0}, {4, 3.0});
  CHECK(
      all ==
      std::set<std::vector<int>>{
          {0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 3, 0}, {0, 0, 1}, {0, 1, 1}, {1, 0, 1}, {2, 0, 1}});
  // What is there counts: one barge carries, two scouts use supply and plastic.
  const auto more = lists(market, {0, 2, 1}, {1, {}});
  CHECK(more == std::set<std::vector<int>>{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {2, 0, 0}});
  CHECK(lists(market, {0, 2, 1}, {1, 3.0}).size() == 3);
  const auto many = all_purchases(market, {0, 0, 0}, {50, {}}, 10);
  REQUIRE_FALSE(many);
  CHECK(many.error().problem == "more than 10 fleets fit these limits");
}

TEST_CASE(
    "purchases that are looked through in vain are told as that, and not as fleets that fit") {
  // Nothing fits: ten rafts without room use more fleet supply already than there may be.
  Market market;
  for (const char* type : {"raft", "skiff", "canoe", "dinghy"})
    market.offers.push_back(
        {.type = type, .price = 1, .needs = 1, .supply_beyond = std::optional{1.0}});
  const std::vector<int> have{10, 0, 0, 0};
  FleetLimits limits{8, 5.0};
  const auto none = all_purchases(market, have, limits, 10);
  REQUIRE(none);
  CHECK(none->empty());
  limits.begun = 100;
  const auto vain = all_purchases(market, have, limits, 10);
  REQUIRE_FALSE(vain);
  CHECK(vain.error().problem ==
        "there are too many ways to buy: 100 were begun, and 0 of them fit these limits");
  CHECK(vain.error().hint.find("smaller budget") != std::string::npos);
}

TEST_CASE("whoever no longer waits for purchases is noticed") {
  Market market;
  for (const char* type : {"a", "b", "c", "d", "e", "f"})
    market.offers.push_back({.type = type, .price = 1});
  int asked = 0;
  const auto stopped =
      all_purchases(market, std::vector<int>(6), {20, {}}, 1'000'000, [&] { return ++asked >= 2; });
  REQUIRE_FALSE(stopped);
  CHECK(asked == 2);
  CHECK(stopped.error().hint == "a smaller question, or more time");
}

TEST_CASE("plain counting finds the same purchases") {
  const Market market = made_market();
  const double budget = 9, supply = 4;
  std::size_t counted = 0;
  for (int raft = 0; raft <= 18; ++raft)
    for (int scout = 0; scout <= 9; ++scout)
      for (int barge = 0; barge <= 3; ++barge)
        counted += (raft + 1) / 2 + scout + 3 * barge <= budget && scout <= 3 && barge <= 2 &&
                   raft <= 4 * barge && scout + barge <= supply;
  CHECK(lists(market, {0, 0, 0}, {budget, supply}).size() == counted);
}

TEST_CASE("what may come without capacity uses fleet supply instead") {
  Market market = made_market();
  market.offers[0].supply_beyond = 0.5;
  CHECK(supply_used(market, {3, 0, 0}) == 1.5);
  CHECK(supply_used(market, {5, 0, 1}) == 1.5);  // one barge, one raft outside
  CHECK(supply_used(made_market(), {1, 0, 0}) == std::nullopt);
  CHECK(supply_used(market, {0, 4, 0}) == std::nullopt);  // three scouts in the box
}

TEST_CASE("TI4: prices, plastic, capacity and fleet supply as printed") {
  const Game& game = *find_game("ti4").value();
  Scenario scenario;
  const auto find = [&](const char* type) {
    const auto market = game.market(scenario, Side::attacker);
    REQUIRE(market);
    const auto& offers = market.value().offers;
    const auto at = std::find_if(offers.begin(), offers.end(),
                                 [&](const Offer& offer) { return offer.type == type; });
    return at == offers.end() ? Offer{} : *at;
  };
  CHECK(find("fighter").each == 2);
  CHECK(find("fighter").price == 1);
  CHECK(find("fighter").needs == 1);
  CHECK(find("fighter").supply == 0);
  CHECK_FALSE(find("fighter").supply_beyond);
  CHECK(find("carrier").gives == 4);
  CHECK(find("dreadnought").limit == 5);
  CHECK(find("war_sun").price == 12);
  CHECK(find("infantry").type.empty());  // nothing to do in space
  CHECK(find("flagship").type.empty());  // no faction
  CHECK(find("pds").type.empty());
  scenario.side(Side::attacker).faction = "letnev";
  scenario.side(Side::attacker).upgrades = {"fighter", "carrier"};
  CHECK(find("flagship").price == 8);
  CHECK(find("fighter").supply_beyond == 1);
  CHECK(find("carrier").gives == 6);
  scenario.battle = "conquest";
  CHECK(find("infantry").needs == 1);
  scenario.battle = "ground";
  CHECK(find("infantry").needs == 0);
  CHECK(find("cruiser").type.empty());
}
