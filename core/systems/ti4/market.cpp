#include "core/systems/ti4/market.hpp"

#include <algorithm>

#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/homebrew.hpp"
#include "core/systems/ti4/side_reader.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

/// A fleet pool of five tokens is common from the second round on; it is only what is taken where
/// nobody said.
constexpr int kUsualSupply = 5;

bool fights(const Unit& unit, std::string_view battle) {
  if (unit.is_ship) return battle != "ground";
  return unit.is_ground_force && battle != "space";
}

Offer offer_of(const Unit& unit, std::string_view battle) {
  Offer offer{std::string{name(unit.type)}, unit.resources, unit.produces, {}, 0, 0, 0, {}};
  if (unit.component_limit >= 0) offer.limit = unit.component_limit;
  const bool fighter = unit.type == UnitType::fighter;
  // Rules reference, Fleet Pool: fighters do not count against it.
  offer.supply = unit.is_ship && !fighter ? 1 : 0;
  offer.gives = std::max<int>(unit.capacity, 0);
  // Rules reference, Capacity: fighters and ground forces ride in ships; a ground combat alone
  // begins after the landing.
  const bool rides = fighter || (unit.is_ground_force && !unit.has("no_capacity_use"));
  offer.needs = rides && battle != "ground" ? 1 : 0;
  if (const Special* alone = unit.find("fighters_in_excess_of_capacity"))
    offer.supply_beyond = 1.0 / alone->value;
  return offer;
}

}  // namespace

Result<Market> market(const Scenario& scenario, Side side) {
  const SideSpec& spec = scenario.side(side);
  const std::string at = name(side);
  const auto book = UnitBook::make(scenario);
  if (!book) return book.error();
  Army army;
  army.book = book.value();
  if (!spec.faction.empty()) {
    const auto faction = find_faction(spec.faction, at + ".faction");
    if (!faction) return faction.error();
    army.faction = faction.value()->id;
  }
  const std::string battle = scenario.battle.empty() ? "space" : scenario.battle;
  Market market;
  for (const UnitType type : types_as_listed()) {
    const bool upgraded =
        std::find(spec.upgrades.begin(), spec.upgrades.end(), name(type)) != spec.upgrades.end();
    const Unit* unit = unit_for(army, type, upgraded ? 2 : 1);
    if (!unit || unit->resources < 0 || !fights(*unit, battle)) continue;
    market.offers.push_back(offer_of(*unit, battle));
    if (unit->requires_ == "technology")
      market.assumptions.push_back(at + " can build a " + printed(type) +
                                   " (its technology is researched)");
  }
  if (battle != "ground") market.supply = kUsualSupply;
  return market;
}

}  // namespace broadside::ti4
