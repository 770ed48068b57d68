#pragma once
// Question: how does a side play what its game leaves to the solver (Game::open_choices)?

#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/progress.hpp"

namespace broadside {

struct Chosen {
  Scenario scenario;              ///< with every choice made
  std::vector<std::string> told;  ///< which way was taken, and what the others would give
};

/// Solves the battle for all ways, or samples it where it is too large, and takes for each side
/// the way with the best chance to win; the first of a list wins ties. Where both sides choose, the
/// attacker does so knowing that the defender takes what is best against it. `stop` may be empty.
/// A side with a goal takes what is best for that instead, where the battle can be solved; where both
/// have one it is the attacker's, and the defender plays against it.
Result<Chosen> choose(const Game& game, const Scenario& scenario, const StopQuery& stop = {},
                      const BySide<std::optional<PlayGoal>>& goals = {});

}  // namespace broadside
