#pragma once
// Question: what did the player ask? One battle, as typed, before any game has looked at it.
// The JSON form (version 1) is read in apps/report; the fleet notation in core/scenario/notation.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/scenario/settings.hpp"
#include "core/scenario/side.hpp"

namespace broadside {

// The most that a scenario may say, in every notation and game.
inline constexpr int kMostUnits = 100;  ///< of one type; far above any box of plastic
inline constexpr int kMostRounds = 20;  ///< the latest round in which a choice can be made
inline constexpr int kMostUses = 99;    ///< of one effect

/// So many of one unit type; the type is spelt as in the game's tables.
struct UnitCount {
  std::string type;
  int count = 0;
  friend bool operator==(const UnitCount&, const UnitCount&) = default;
};

/// An effect that a side brings, with the choices it needs.
struct EffectChoice {
  std::string id;
  std::optional<int> round;           ///< first round in which it is used
  std::optional<int> uses;            ///< how often, or how much is held
  std::optional<std::string> target;  ///< unit type it is used on
  friend bool operator==(const EffectChoice&, const EffectChoice&) = default;
};

struct RetreatPlan {
  std::optional<int> round;     ///< announce in this round
  std::optional<double> below;  ///< announce when the chance to win falls below this
  friend bool operator==(const RetreatPlan&, const RetreatPlan&) = default;
};

/// How a player makes the choices that the rules leave open. Empty = the game's default.
struct Policy {
  std::vector<std::string> losses;  ///< first lost first
  /// For those hits; empty = losses
  std::vector<std::string> space_cannon_losses, non_fighter_losses, ground_losses;
  std::vector<std::string> keep;  ///< given up last of all
  bool protect_capacity = false;  ///< rather lose another ship than the room that troops need
  std::string sustain;            ///< "", "first", "last", "never"
  std::optional<RetreatPlan> retreat;
  std::vector<Choice> choices;  ///< the game's own settings: targets, rerolls, ...
  friend bool operator==(const Policy&, const Policy&) = default;
};

/// A place on a unit's base and the figure that stands there: what it gives while the figure
/// stands.
struct Slot {
  int hit_points = 1, attack = 0, ranged = 0, defence = 0;
  std::vector<std::string> abilities;
  friend bool operator==(const Slot&, const Slot&) = default;
};

/// One side. Each game reads some of the fields and refuses the others (Game::side_fields).
struct SideSpec {
  std::string faction;
  std::vector<UnitCount> units;
  std::vector<std::string> upgrades;
  std::vector<UnitCount> damaged;
  std::vector<EffectChoice> effects;
  std::vector<std::string> without;
  std::vector<std::string> leaders;
  std::optional<std::vector<std::string>> hand;  ///< cards held; nothing = drawn at random
  std::string unit;                              ///< one whole unit by its id
  std::vector<Slot> slots;                       ///< or figure by figure
  std::optional<int> dice;                       ///< or just the dice of one order
  std::string facing;                            ///< colour of the unit's side ("side" in JSON)
  std::vector<std::string> abilities;
  Policy policy;
  friend bool operator==(const SideSpec&, const SideSpec&) = default;
};

/// Dice of a homebrew unit. Without dice it does not have the roll.
struct HomebrewRoll {
  std::optional<int> hit_on, dice, range;
  std::string dice_rule;  ///< what sets the number of dice instead
  friend bool operator==(const HomebrewRoll&, const HomebrewRoll&) = default;
};

struct HomebrewSpecial {
  std::string op;  ///< one that the game knows
  std::optional<int> count;
  friend bool operator==(const HomebrewSpecial&, const HomebrewSpecial&) = default;
};

/// A unit of the players' own making, with the fields of the game's own table. What is left out is
/// as in the unit that it overrides.
struct HomebrewUnit {
  static constexpr int kNone = -1;  ///< the card prints no such number
  std::string id, name, faction, type;
  std::optional<int> level;  ///< kNone = the unit has no levels
  std::optional<double> resources;
  std::optional<int> produces, move, capacity, component_limit;
  std::optional<HomebrewRoll> combat, anti_fighter_barrage, bombardment, space_cannon;
  std::optional<bool> sustain_damage, planetary_shield, is_ship, is_ground_force, is_structure;
  std::optional<std::vector<HomebrewSpecial>> special;
  friend bool operator==(const HomebrewUnit&, const HomebrewUnit&) = default;
};

struct Scenario {
  std::string game = "ti4";
  std::string battle;  ///< empty = the game's usual battle
  BySide<SideSpec> sides;
  std::vector<EffectChoice> system_effects;
  std::vector<HomebrewUnit> homebrew;
  std::vector<Choice> rules;  ///< the game's own settings: which edition, which reading

  SideSpec& side(Side s) { return sides[s]; }
  const SideSpec& side(Side s) const { return sides[s]; }
  friend bool operator==(const Scenario&, const Scenario&) = default;
};

}  // namespace broadside
