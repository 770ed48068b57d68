#pragma once
// Question: which fleets can begin in the tables of one battle, and with which force?
//
// Rules are functions of a force, so fleets that differ in numbers only share them. But some of what
// an army brings is set up from its numbers: how far it is above its capacity, whether somebody can
// land, what an effect finds to work on. Fleets share tables where all of that is the same.

#include <optional>
#include <string>
#include <vector>

#include "core/systems/ti4/army.hpp"
#include "core/systems/ti4/force.hpp"
#include "core/systems/ti4/plan.hpp"

namespace broadside::ti4 {

/// What fleets have in common that may share tables, in words that mean nothing else.
std::string likeness_of(BattleKind kind, const Army& army, const Army& enemy);

/// The force of a fleet among the groups of the largest army of its likeness; nothing where the two
/// differ in more than numbers.
std::optional<Force> force_within(const Army& fleet, const Army& largest);

}  // namespace broadside::ti4
