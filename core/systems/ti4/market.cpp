#include "core/systems/ti4/market.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/homebrew.hpp"
#include "core/systems/ti4/side_reader.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

/// A fleet pool of five tokens is common from the second round on; it is only what is taken where
/// nobody said.
constexpr int kUsualSupply = 5;

/// Rules reference, PDS: no planet holds more. None has a printed price: Construction places them.
constexpr int kMostOnAPlanet = 2;

/// Where and for whom is it bought?
struct Purpose {
  std::string_view battle;
  Side side;
  /// Its ground forces stand on the planet.
  bool holds_planet() const { return side == Side::defender && battle != "space"; }
};

bool fights(const Unit& unit, const Purpose& purpose) {
  const bool ground = purpose.battle == "ground";
  // Ships of the defender have lost the space combat before a planet is invaded.
  if (unit.is_ship) return !ground && !(purpose.holds_planet() && purpose.battle == "invasion");
  // Structures are not built for an attack, and a space dock fights nobody.
  if (unit.is_structure)
    return unit.type == UnitType::pds && purpose.holds_planet() &&
           (!ground || unit.is_ground_force);
  return unit.is_ground_force && purpose.battle != "space";
}

Offer offer_of(const Unit& unit, const Purpose& purpose) {
  Offer offer{
      std::string{name(unit.type)}, std::max(unit.resources, 0.0), unit.produces, {}, 0, 0, 0, {}};
  if (unit.component_limit >= 0) offer.limit = unit.component_limit;
  if (unit.type == UnitType::pds)
    offer.limit = std::min(offer.limit.value_or(kMostOnAPlanet), kMostOnAPlanet);
  const bool fighter = unit.type == UnitType::fighter;
  // Rules reference, Fleet Pool: fighters do not count against it.
  offer.supply = unit.is_ship && !fighter ? 1 : 0;
  offer.gives = std::max<int>(unit.capacity, 0);
  // Rules reference, Capacity: fighters and ground forces ride in ships. A garrison does not, and a
  // ground combat alone begins after the landing.
  const bool boards =
      unit.is_ground_force && !purpose.holds_planet() && !unit.has("no_capacity_use");
  offer.needs = (fighter || boards) && purpose.battle != "ground" ? 1 : 0;
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
  const Purpose purpose{scenario.battle.empty() ? "space" : std::string_view{scenario.battle},
                        side};
  Market market;
  for (const UnitType type : types_as_listed()) {
    const bool upgraded =
        std::find(spec.upgrades.begin(), spec.upgrades.end(), name(type)) != spec.upgrades.end();
    const Unit* unit = unit_for(army, type, upgraded ? 2 : 1);
    if (!unit || !fights(*unit, purpose) || (unit->resources < 0 && !unit->is_structure)) continue;
    market.offers.push_back(offer_of(*unit, purpose));
    if (unit->resources < 0)
      market.assumptions.push_back(
          fmt::format("{}: a {} has no printed price and costs nothing; at most {} on the planet",
                      at, name(type), *market.offers.back().limit));
    if (unit->requires_ == "technology")
      market.assumptions.push_back(at + " can build a " + printed(type) +
                                   " (its technology is researched)");
  }
  if (std::any_of(market.offers.begin(), market.offers.end(),
                  [](const Offer& offer) { return offer.supply > 0; }))
    market.supply = kUsualSupply;
  return market;
}

}  // namespace broadside::ti4
