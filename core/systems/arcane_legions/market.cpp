#include "core/systems/arcane_legions/market.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/scenario/text.hpp"
#include "core/systems/arcane_legions/abilities.hpp"
#include "core/systems/arcane_legions/builder.hpp"
#include "core/systems/arcane_legions/fields.hpp"

namespace broadside::arcane_legions {
namespace {

/// The side's own faction, or that of its figures.
Result<Faction> served_by(const SideSpec& side, const std::string& where) {
  if (!side.faction.empty()) {
    const auto faction = find_faction(side.faction);
    return faction ? Result<Faction>{*faction}
                   : Result<Faction>{unknown_faction(side.faction, where + ".faction")};
  }
  for (const UnitCount& unit : side.units)
    if (const Figure* figure = find_figure(unit.type);
        figure && unit.count > 0 && figure->faction != Faction::mercenary)
      return figure->faction;
  return InputError{"nothing says whose unit is built", where + ".faction",
                    "egyptian, han, roman or mercenary"};
}

/// A figure with an ability that nobody can count may make a unit that cannot be played.
bool can_be_counted(const Figure& figure) {
  const auto counts = [](const Share& share) {
    const Use use = info(share.ability).use;
    return share.hundredths == 0 || (use != Use::name_only && use != Use::amount_unknown);
  };
  return std::all_of(figure.figure_abilities.begin(), figure.figure_abilities.end(), counts) &&
         std::all_of(figure.unit_abilities.begin(), figure.unit_abilities.end(), counts);
}

}  // namespace

Result<Market> market(const Scenario& scenario, Side side) {
  const SideSpec& have = scenario.side(side);
  const std::string where = name(side);
  if (!unit_of(have).empty() || !slots_of(have).empty() || dice_of(have))
    return InputError{"only a unit of figures can be added to", where,
                      "name its figures, for example \"5 heavy_legionary\""};
  const auto faction = served_by(have, where);
  if (!faction) return faction.error();
  Market market;
  market.faction = std::string(name(faction.value()));
  std::vector<std::string> left_out;
  for (const Figure& figure : figures()) {
    const int cost = figure.cost[faction.value()];
    if (cost == kNotAllowed) continue;
    if (!can_be_counted(figure)) {
      left_out.emplace_back(figure.name);
      continue;
    }
    Offer offer;
    offer.type = figure.key;
    offer.price = cost;
    offer.supply = figure.hit_points;
    if (figure.circle == Circle::green) offer.limit = kArcaneOfAKind;
    market.offers.push_back(std::move(offer));
  }
  market.supply = kFormationHitPoints;
  market.assumptions.push_back(
      fmt::format("figures at the points of {}; a base holds {} hit points, which are the fleet "
                  "supply, and three arcane figures of a kind (RULES 1.8)",
                  title(faction.value()), kFormationHitPoints));
  if (!left_out.empty())
    market.assumptions.push_back("not offered, since an ability cannot be counted: " +
                                 joined(left_out));
  return market;
}

}  // namespace broadside::arcane_legions
