// What a side of Star Wars: Rebellion can build.
#include <algorithm>

#include <doctest/doctest.h>

#include "core/systems/rebellion/game.hpp"
#include "core/systems/rebellion/units.hpp"

namespace broadside {
namespace {

Scenario question(std::string battle, std::string_view attacker, std::string_view defender) {
  Scenario scenario;
  scenario.game = "rebellion";
  scenario.battle = std::move(battle);
  if (!attacker.empty()) scenario.sides[0] = rebellion::game().parse_side(attacker).value();
  scenario.sides[1] = rebellion::game().parse_side(defender).value();
  return scenario;
}

const Offer* find(const Market& market, std::string_view type) {
  const auto at = std::find_if(market.offers.begin(), market.offers.end(),
                               [&](const Offer& offer) { return offer.type == type; });
  return at == market.offers.end() ? nullptr : &*at;
}

}  // namespace

TEST_SUITE("rebellion market") {
  TEST_CASE("a side builds units of its faction for the theaters that are fought over") {
    const auto whole =
        rebellion::game().market(question("combat", "tie", "x-wing"), Side::attacker);
    REQUIRE(whole);
    for (const auto& unit : rebellion::all_units()) {
      CAPTURE(unit.id);
      const bool built = unit.faction == rebellion::Faction::empire && !unit.immobile &&
                         unit.tier != rebellion::Tier::project;
      const Offer* offer = find(whole.value(), unit.id);
      CHECK((offer != nullptr) == built);
      if (!offer) continue;
      CHECK(offer->limit == unit.count);
      CHECK(offer->price == static_cast<double>(unit.tier) + 1);
      CHECK(offer->gives == unit.transport_capacity);
      CHECK(offer->needs == (unit.needs_transport ? 1 : 0));
    }
    const auto ground =
        rebellion::game().market(question("ground", "rebels: trooper", "at-st"), Side::attacker);
    REQUIRE(ground);
    CHECK(find(ground.value(), "x_wing") == nullptr);
    REQUIRE(find(ground.value(), "rebel_trooper"));
    CHECK(find(ground.value(), "rebel_trooper")->needs == 0);
  }

  TEST_CASE("a side of which nothing is known is the enemy's enemy") {
    const auto rebels =
        rebellion::game().market(question("space", "", "star destroyer"), Side::attacker);
    REQUIRE(rebels);
    CHECK(find(rebels.value(), "x_wing") != nullptr);
    const auto nobody = rebellion::game().market(question("ground", "", "trooper"), Side::attacker);
    REQUIRE_FALSE(nobody);
    CHECK(nobody.error().hint == "empire or rebels");
  }
}

}  // namespace broadside
