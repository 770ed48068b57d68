#include "core/systems/rebellion/market.hpp"

#include <fmt/format.h>

#include "core/systems/rebellion/words.hpp"

namespace broadside::rebellion {
namespace {

/// The side's own faction, or the one that its units leave no doubt about, or not the enemy's.
Result<Faction> builder(const Scenario& scenario, Side side) {
  const auto of = [&](Side which) -> std::optional<Faction> {
    const SideSpec& spec = scenario.side(which);
    if (spec.faction.empty())
      return faction_of(spec) ? std::optional{faction_of(spec)->faction} : std::nullopt;
    const auto named = read_faction(spec.faction, fmt::format("{}.faction", name(which)));
    return named ? std::optional{named.value()} : std::nullopt;
  };
  if (const auto mine = of(side)) return *mine;
  if (const auto theirs = of(other(side)))
    return *theirs == Faction::empire ? Faction::rebels : Faction::empire;
  return InputError{"nothing says which faction builds", fmt::format("{}.faction", name(side)),
                    "empire or rebels"};
}

}  // namespace

Result<Market> market(const Scenario& scenario, Side side) {
  const auto faction = builder(scenario, side);
  if (!faction) return faction.error();
  Market market;
  for (const Unit& unit : all_units()) {
    const bool fights = scenario.battle == "space"    ? unit.theater == Theater::space
                        : scenario.battle == "ground" ? unit.theater == Theater::ground
                                                      : true;
    if (unit.faction != faction.value() || !fights || unit.immobile || unit.tier == Tier::project)
      continue;
    Offer offer;
    offer.type = unit.id;
    offer.price = resources(unit);
    offer.limit = unit.count;
    // Whoever comes along needs transport; a battle on the ground alone begins after the landing.
    if (scenario.battle != "ground") {
      offer.gives = unit.transport_capacity;
      offer.needs = unit.needs_transport ? 1 : 0;
    }
    market.offers.push_back(std::move(offer));
  }
  market.assumptions.push_back("a triangle costs 1, a circle 2, a square 3 build resources");
  return market;
}

}  // namespace broadside::rebellion
