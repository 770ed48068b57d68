#pragma once
// Question: what may a player say about a side or a battle of Arcane Legions, and what was said?

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/systems/arcane_legions/unit.hpp"

namespace broadside::arcane_legions {

/// By the numbers of BattleKind; the first is the usual one.
inline constexpr std::array<std::string_view, 5> kBattles{"duel", "close", "ranged", "turn",
                                                          "volley"};

/// Policy play: of what the policies can say, what wins most (RULES 8.18).
inline constexpr std::string_view kNamedPlay = "named";
/// Damage that the attacker has still to take before his first turn (RULES 8.22).
inline constexpr std::string_view kDamageDue = "hits";

/// What a side is, its choices and circumstances (RULES 8), and readings of the rules (RULES 9).
std::span<const Field> fields();

/// A place on a unit's base and the figure that stands there: what it gives while the figure
/// stands.
struct Slot {
  int hit_points = 1, attack = 0, ranged = 0, defence = 0;
  std::vector<std::string> abilities{};
  friend bool operator==(const Slot&, const Slot&) = default;
};

// The ways to say which unit a side has, apart from figures with their numbers (units).
std::vector<Slot> slots_of(const SideSpec& side);  ///< figure by figure
void set_slots(SideSpec& side, const std::vector<Slot>& slots);
std::string unit_of(const SideSpec& side);         ///< one whole unit by its id
std::optional<int> dice_of(const SideSpec& side);  ///< just the dice of one order
std::string facing_of(const SideSpec& side);       ///< colour or place of the unit's side

/// What the acting unit does in a battle of one turn.
enum class TurnOrders : std::uint8_t { close, ranged, ranged_close };

struct Course {
  int turn_limit = 50;     ///< turns of a duel; 0 = none (RULES 8.15)
  int shooting_turns = 1;  ///< of the attacker, before the duel (RULES 8.8)
  TurnOrders turn = TurnOrders::close;
  int turns = 0;  ///< the battle is looked at after so many (RULES 8.16); 0 = it is fought out

  /// Turns that a duel lasts at most; 0 = no limit.
  int duel_turns(bool after_shooting) const;
  /// Whether it is then looked at, and no stalemate.
  bool looked_at(bool after_shooting) const;
};

Policy policy_of(const Values& chosen);
Readings readings_of(const Scenario& scenario);
Course course_of(const Scenario& scenario);

}  // namespace broadside::arcane_legions
