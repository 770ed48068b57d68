#pragma once
// Question: which fleets may be bought for a game that both players play blindly, and for what?

#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/scenario/result.hpp"
#include "sim/meta.hpp"

namespace broadside {

/// As typed; "" = not said. What each is called where it was typed goes into errors only.
struct MetaWords {
  std::string budget, supply, only, never, upgrades, faction, payoff, show;
};
struct MetaNames {
  std::string_view budget = "--budget", supply = "--fleet", only = "--only", never = "--never",
                   upgrades = "--upgrades", payoff = "--payoff", show = "--show",
                   faction = "--faction";
};

/// Fills in everything but the scenario, which is there, and the fleet to beat; faction and upgrades
/// are those of both sides.
std::optional<InputError> read_meta(const MetaWords& words, const Game& game,
                                    MetaQuestion& question, const MetaNames& names = {});

}  // namespace broadside
