#pragma once
// Question: which battle did the player describe, and is it one the rules allow?
// Checks a scenario once, at the edge, and turns it into armies that need no checking any more.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/battle.hpp"

namespace broadside::ti4 {

/// Both sides with every effect worked in. An army is large, so they stay where they were read.
struct Armies {
  BattleKind kind{};
  std::unique_ptr<BySide<Army>> armies;
  std::vector<std::string> assumptions;  ///< every choice that was made for the players
  std::vector<std::string> notes;        ///< what of the effects may surprise
};
Result<Armies> read_armies(const Scenario& scenario);

struct Setup {
  Rules rules;
  std::vector<std::string> assumptions;   ///< every choice that was made for the players
  std::vector<std::string> notes, brief;  ///< what of it a short answer tells (Battle)
};

Result<Setup> set_up(const Scenario& scenario);

/// RULES 9.54: who still has hits to take is in a combat.
std::optional<InputError> hits_without_combat(const Rules& rules);

/// RULES 9.30: the battle that is meant where none was named, by what stands on both sides. Of a
/// ground combat that was named: what belongs to an invasion.
MeantBattle meant_battle(const Scenario& scenario);

}  // namespace broadside::ti4
