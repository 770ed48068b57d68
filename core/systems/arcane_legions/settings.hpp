#pragma once
// Question: what may a player choose, how may the rules be read, and what was chosen?

#include <span>

#include "core/scenario/scenario.hpp"
#include "core/scenario/settings.hpp"
#include "core/systems/arcane_legions/unit.hpp"

namespace broadside::arcane_legions {

/// Choices and circumstances of a side (RULES 8), and readings of the rules (RULES 9).
std::span<const Setting> policy_settings();
std::span<const Setting> rule_settings();

/// What the acting unit does in a battle of one turn.
enum class TurnOrders : std::uint8_t { close, ranged, ranged_close };

struct Course {
  int turn_limit = 50;  ///< turns of a duel; 0 = none (RULES 8.15)
  int volleys = 1;      ///< ranged orders before the duel of a volley
  TurnOrders turn = TurnOrders::close;
};

Plan plan_of(const Policy& policy);
Readings readings_of(const Scenario& scenario);
Course course_of(const Scenario& scenario);

/// "casualties listed, regroup none, ...": everything that holds, chosen or usual.
std::string all_settings(std::span<const Choice> chosen, std::span<const Setting> known);

}  // namespace broadside::arcane_legions
