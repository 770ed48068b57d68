#pragma once
// Question: whom does a side add from its pool of leaders before the combat?

#include <vector>

#include "core/game.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside::rebellion {

/// For each side that has a pool and does not say whom: the leaders of the pool, or nobody
/// (RULES 2.1).
std::vector<OpenChoice> leaders_to_add(const Scenario& scenario);

}  // namespace broadside::rebellion
