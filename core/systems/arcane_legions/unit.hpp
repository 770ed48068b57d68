#pragma once
// Question: what stands on the field, how does its owner play it, and how are the rules read?
// Everything here is decided before the first roll; what changes is a Force.

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/systems/arcane_legions/law.hpp"
#include "core/systems/arcane_legions/units.hpp"

namespace broadside::arcane_legions {

/// Which undamaged figure the owner gives up (RULES 6.3, 8.9).
enum class Casualties : std::uint8_t { listed, soak, keep_attack, keep_defence };
enum class Push : std::uint8_t { never, always, to_the_last };
enum class Shoots : std::uint8_t { dice, thrown_weapon, sniper, direct_fire };
/// Which enemy figure is chosen where one may be chosen.
enum class Picks : std::uint8_t { attack, defence, hit_points };
enum class ArmyIs : std::uint8_t { one_faction, mixed, all_greek };

/// How a side plays, and what is true of its place in the battle.
struct Policy {
  Casualties casualties = Casualties::listed;
  /// Attack layout in the own turn, defence layout afterwards (RULES 8.10)
  bool regroups = false;
  LowReroll reroll = LowReroll::expected;
  Push push = Push::never;  ///< RULES 8.12
  /// The special order given each turn, before the attack (RULES 8.13, as the two below)
  std::optional<Ability> special;
  Shoots shoots = Shoots::dice;
  bool concentrates = false;
  Picks picks = Picks::attack;  ///< RULES 8.14
  bool moved = false;  ///< next to the enemy before a close order; anywhere before a ranged one
  int friends = 0;     ///< own other units that touch the target
  int hindered = 0;    ///< units and hindering terrain in the line of sight
  ArmyIs army = ArmyIs::one_faction;
  /// Of a sniper who has chosen a kind of figure: a bit for each slot that he may aim at; 0 = all
  std::uint32_t aims_at = 0;
};

/// What a player who plays for a goal chooses from case to case (RULES 8.17). Everything else he
/// does as his policy says.
struct Freedom {
  bool casualties = false, regroup = false, reroll = false, push = false, concentrates = false;
  bool picks = false;
  std::vector<Ability> specials{};  ///< special orders that he may give
  std::vector<Shoots> shoots{};     ///< what his ranged orders may be made with beside dice
};

/// The readings of RULES 9 that can make a difference here.
struct Readings {
  bool critical = true;
  CriticalCount critical_count = CriticalCount::at_least;  ///< RULES 9.1
  bool critical_on_final = false;                          ///< RULES 9.2
  bool critical_needs_hit = false;                         ///< RULES 9.3
  bool clamp_each = false;                                 ///< RULES 9.4
  bool nothing_without_dice = false;                       ///< RULES 9.5
  bool melee_per_friend = false;                           ///< RULES 9.6
  bool brutal_defending = true;                            ///< RULES 9.8
  bool tough_attacking = false;                            ///< RULES 9.9
  bool weakest_first = false;                              ///< RULES 9.10
  bool push_last_defeats = false;                          ///< RULES 9.11
  bool damage_back_when_wiped = true;                      ///< RULES 9.12
  bool fire_arrows_need_hit = false;                       ///< RULES 9.16
  bool dragons_gift_replaces = false;                      ///< RULES 9.17
};

/// A place on the base: the figure that may stand there and what its icons give while it does.
struct FieldSlot {
  int hit_points = 1, attack = 0, ranged = 0, defence = 0;
  Circle circle = Circle::white;
  std::vector<Ability> abilities;  ///< one entry an icon
  std::size_t label = 0;           ///< line of the report
  bool starts = true;
};

inline constexpr std::size_t kMostSlots = 32;
inline constexpr int kMostHitPoints = 4;

struct Unit {
  std::string name;
  std::vector<FieldSlot> slots;
  bool has_figures = true;            ///< false: just dice, nothing to lose
  std::bitset<kAbilities> abilities;  ///< of the unit as a whole
  std::bitset<kTypes> types;
  std::optional<Faction> faction;
  Colour facing = Colour::blue;  ///< of the side in use
  Policy policy;
  std::optional<PlayGoal> goal;  ///< of a side whose play is best
  Freedom free;
  int damage_due = 0;  ///< to be taken before the first turn
  std::vector<UnitLabel> labels;

  bool is(Type type) const { return types[index(type)]; }
  bool has(Ability ability) const { return abilities[index(ability)]; }
  /// On any slot, or of the unit.
  bool carries(Ability ability) const;
};

}  // namespace broadside::arcane_legions
