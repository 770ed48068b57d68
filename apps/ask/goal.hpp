#pragma once
// Question: what is the best fleet to be good for, and what may be bought? In words: "win",
// "keep flagship".

#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/scenario/result.hpp"
#include "sim/best.hpp"

namespace broadside {

inline constexpr double kMostShown = 10'000;  ///< fleets told

/// As typed; "" = not said. What each is called where it was typed goes into errors only.
struct BestWords {
  std::string budget, goal, supply, only, never, upgrades, show;
  std::vector<std::string> mix;
};
struct BestNames {
  std::string_view budget = "--budget", goal = "--goal", supply = "--fleet", only = "--only",
                   never = "--never", upgrades = "--upgrades", show = "--show", mix = "--mix";
};

/// Fills in everything but the scenario, whose side buys and the enemies, which are there.
std::optional<InputError> read_best(const BestWords& words, const Game& game,
                                    BestQuestion& question, const BestNames& names = {});

}  // namespace broadside
