#include "core/systems/ti4/setup.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/systems/ti4/effects/gather.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/side_reader.hpp"

namespace broadside::ti4 {
namespace {

/// What kinds of units stand on a side, by the types that were typed: whose card it is comes later.
struct Present {
  bool ships = false, troops = false, structures = false;
  explicit Present(const SideSpec& side) {
    for (const UnitCount& unit : side.units) {
      const auto type = unit_type(unit.type);
      if (!type || unit.count <= 0) continue;
      switch (*type) {
        case UnitType::infantry:
        case UnitType::mech:
          troops = true;
          break;
        case UnitType::pds:
        case UnitType::space_dock:
          structures = true;
          break;
        default:
          ships = true;
      }
    }
  }
  bool nothing() const { return !ships && !troops && !structures; }
};

}  // namespace

MeantBattle meant_battle(const Scenario& scenario) {
  if (scenario.fields.has(kPlanets)) {
    const Present comes{scenario.side(Side::attacker)};
    const bool in_space =
        comes.ships && (comes.troops || Present{scenario.side(Side::defender)}.ships);
    return in_space ? MeantBattle{"conquest", "ships come for planets"}
                    : MeantBattle{"invasion", "planets without a fight in space"};
  }
  const Present attacker{scenario.side(Side::attacker)}, defender{scenario.side(Side::defender)};
  // Fleets that are still to be bought: they may bring what the planet needs.
  if (attacker.nothing() && !defender.ships && defender.troops)
    return {"conquest", "a planet is to be taken"};
  if (attacker.ships && attacker.troops && (defender.troops || defender.structures))
    return {"conquest", "troops aboard, a planet defended"};
  if (!attacker.ships && attacker.troops && !defender.ships && defender.troops)
    return {"ground", "no ships on either side"};
  if (attacker.ships && !attacker.troops && !defender.ships && defender.troops)
    return {"invasion", "no ships to fight, nobody to land"};
  if (attacker.ships && defender.ships && defender.troops) return {"space", "nobody to land"};
  return {"space", ""};
}

Result<Armies> read_armies(const Scenario& scenario) {
  const auto named = std::find(kBattles.begin(), kBattles.end(), scenario.battle);
  const auto kind = named == kBattles.end() ? BattleKind::space
                                            : static_cast<BattleKind>(named - kBattles.begin());
  const auto book = UnitBook::make(scenario);
  if (!book) return book.error();
  BySide<Army> armies;
  std::vector<std::string> assumptions;
  for (const Side side : kSides) {
    armies[side].side = side;
    armies[side].book = book.value();
    if (auto error = read_army(scenario.side(side), kind, assumptions, armies[side])) return *error;
  }
  std::vector<std::string> effects_said;  // after the policies of the sides
  Builder build{kind, armies, effects_said};
  if (auto error = work_in_effects(scenario, build)) return *error;
  for (const Side side : kSides)
    if (auto error = finish_army(scenario.side(side), kind, assumptions, armies[side]))
      return *error;
  assumptions.insert(assumptions.end(), effects_said.begin(), effects_said.end());
  return Armies{build.kind, std::move(armies), std::move(assumptions)};
}

Result<Setup> set_up(const Scenario& scenario) {
  return read_armies(scenario).transform([](Armies&& read) {
    return Setup{Rules{read.kind, std::move(read.armies)}, std::move(read.assumptions)};
  });
}

}  // namespace broadside::ti4
