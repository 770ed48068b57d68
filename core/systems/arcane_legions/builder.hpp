#pragma once
// Question: which unit do these figures make?

#include <optional>
#include <string>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/arcane_legions/draft.hpp"
#include "core/systems/arcane_legions/units.hpp"

namespace broadside::arcane_legions {

// RULES 1.8: what a base holds.
inline constexpr int kFormationHitPoints = 12;
inline constexpr int kArcaneOfAKind = 3;

/// So many figures of one kind on a base.
struct FigureCount {
  const Figure* figure;
  int count;
};

/// The builder's rules: icons are the sum of the figures' shares, each colour alone, rounded down;
/// a unit ability is on the card when its weights come to the unit's hit points. Without a faction
/// the unit serves that of its figures.
Result<Draft> from_figures(const std::vector<FigureCount>& groups, std::optional<Faction> faction,
                           const std::string& where);

/// The same from what a player typed; `where` is the side's place in the input.
Result<Draft> from_counts(const SideSpec& side, const std::string& where);

}  // namespace broadside::arcane_legions
