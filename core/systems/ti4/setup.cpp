#include "core/systems/ti4/setup.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/scenario/names.hpp"
#include "core/systems/ti4/army_reader.hpp"
#include "core/systems/ti4/effects/gather.hpp"

namespace broadside::ti4 {
namespace {

constexpr std::array<std::string_view, 4> kBattles{"space", "ground", "invasion", "conquest"};

/// RULES 9.2, 9.3: first lost first. In space and on the ground no type stands in both, so one
/// list serves.
constexpr std::array<UnitType, kUnitTypes> kDefaultLosses{
    UnitType::fighter,     UnitType::destroyer, UnitType::cruiser,   UnitType::carrier,
    UnitType::dreadnought, UnitType::flagship,  UnitType::war_sun,   UnitType::infantry,
    UnitType::mech,        UnitType::pds,       UnitType::space_dock};

}  // namespace

std::span<const UnitType> default_losses() { return kDefaultLosses; }

Result<Setup> set_up(const Scenario& scenario) {
  BattleKind kind = BattleKind::space;
  if (!scenario.battle.empty()) {
    const auto found = std::find(kBattles.begin(), kBattles.end(), scenario.battle);
    if (found == kBattles.end())
      return InputError{"unknown battle '" + scenario.battle + "'", "battle",
                        nearest_hint(scenario.battle, kBattles)};
    kind = static_cast<BattleKind>(found - kBattles.begin());
  }
  const auto book = UnitBook::make(scenario.homebrew, "homebrew");
  if (!book) return book.error();
  std::array<Army, 2> armies;
  std::vector<std::string> assumptions;
  for (std::size_t s = 0; s < 2; ++s) {
    armies[s].side = kSides[s];
    armies[s].book = book.value();
    if (auto error = read_army(scenario.sides[s], kind, assumptions, armies[s])) return *error;
  }
  std::vector<std::string> effects_said;  // after the policies of the sides
  Builder build{kind, armies, effects_said};
  if (auto error = work_in_effects(scenario, build)) return *error;
  for (std::size_t s = 0; s < 2; ++s)
    if (auto error = finish_army(scenario.sides[s], kind, assumptions, armies[s])) return *error;
  assumptions.insert(assumptions.end(), effects_said.begin(), effects_said.end());
  return Setup{Rules{build.kind, std::move(armies)}, std::move(assumptions)};
}

}  // namespace broadside::ti4
