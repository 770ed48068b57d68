#include "core/systems/ti4/setup.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/systems/ti4/effects/gather.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/side_reader.hpp"

namespace broadside::ti4 {

Result<Setup> set_up(const Scenario& scenario) {
  const auto named = std::find(kBattles.begin(), kBattles.end(), scenario.battle);
  const auto kind = named == kBattles.end() ? BattleKind::space
                                            : static_cast<BattleKind>(named - kBattles.begin());
  const auto book = UnitBook::make(scenario);
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
