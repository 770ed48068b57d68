#pragma once
// Question: what does one side bring into a combat, decided before the first die is rolled?
//
// Units of one type and damage are one *cell* of a theater; a force is how many units stand in each
// cell. Cells are numbered in the order in which the enemy picks his targets, so "the next target"
// is the lowest occupied cell, and a set of cells is one 32-bit mask. Units whose damage has
// reached their health stand in doomed cells (numbered last, the least worth first) until they
// leave. Everything here is plain values: the kernel reads it, nothing in it changes during a
// battle.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "core/scenario/play_goal.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/rebellion/cards.hpp"
#include "core/systems/rebellion/units.hpp"

namespace broadside::rebellion {

inline constexpr std::size_t kCells = 32;   ///< Imperial ships of all types need 30
inline constexpr std::size_t kGroups = 16;  ///< unit types of a side: 13 each
inline constexpr std::size_t kMostHealth = 6;
inline constexpr std::uint8_t kNoCell = 0xff;

using Mask = std::uint32_t;
constexpr Mask bit(std::size_t cell) noexcept { return Mask{1} << cell; }
inline std::size_t lowest(Mask mask) noexcept {
  return static_cast<std::size_t>(std::countr_zero(mask));
}
inline std::size_t highest(Mask mask) noexcept {
  return static_cast<std::size_t>(31 - std::countl_zero(mask));
}
constexpr std::size_t at(Theater theater) noexcept { return static_cast<std::size_t>(theater); }
constexpr std::size_t at(Color color) noexcept { return static_cast<std::size_t>(color); }
constexpr std::size_t at(Side side) noexcept { return static_cast<std::size_t>(index(side)); }
inline constexpr std::array<Theater, 2> kBothTheaters{Theater::space, Theater::ground};

/// Dice added up before the cap: red, black and green in 16 bits each.
using DiceSum = std::uint64_t;
constexpr DiceSum sum_of(Dice dice) noexcept {
  return dice.red | DiceSum{dice.black} << 16 | DiceSum{dice.green} << 32;
}
constexpr int red_of(DiceSum sum) noexcept { return static_cast<int>(sum & 0xffff); }
constexpr int black_of(DiceSum sum) noexcept { return static_cast<int>(sum >> 16 & 0xffff); }
constexpr int green_of(DiceSum sum) noexcept { return static_cast<int>(sum >> 32 & 0xffff); }

/// All units of one type.
struct Group {
  const Unit* unit = nullptr;
  std::uint8_t health = 0;   ///< in this combat; 0 = cannot be damaged
  Color color{};             ///< of its health
  std::uint8_t brought = 0;  ///< how many the side has
  std::uint8_t start = 0;    ///< how many of them see the first round
  std::uint8_t most = 0;     ///< how many there can ever be (cards may add some)
  /// By damage: how many of those that see the first round begin with it; the others are unhurt.
  std::array<std::uint8_t, kMostHealth> hurt{};
  std::uint8_t worth = 0;  ///< rank among all groups of the side: what it would rather keep
  std::uint8_t fresh = 0;  ///< cell of an undamaged unit
  int dice() const { return unit->attack.red + unit->attack.black + unit->attack.green; }
  friend bool operator==(const Group&, const Group&) = default;
};

/// A side's cells in one theater.
struct Front {
  std::size_t cells = 0;
  std::array<std::uint8_t, kCells> group{}, damage{}, remaining{};
  std::array<std::uint8_t, kCells> healed{};  ///< cell with one damage less, or kNoCell
  /// after[cell][k]: cell after k more damage, k up to `remaining`; the last one is doomed.
  std::array<std::array<std::uint8_t, kMostHealth + 1>, kCells> after{};
  std::array<DiceSum, kCells> attack{};
  std::array<std::uint8_t, kCells> dice{};  ///< how many in all
  std::array<Mask, 2> color{};              ///< cells that damage can be put on, by health colour
  std::array<Mask, 2> doomed_color{};
  std::array<Mask, kMostHealth + 1> left{};  ///< damageable cells by remaining health
  Mask damageable = 0, doomed = 0, damaged = 0;
  bool piles_on_weakest = false;  ///< where the enemy puts damage beyond what kills
  // Sets of cells, doomed or not, by what the units are.
  Mask fighters = 0, capitals = 0, stations = 0, structures = 0, transports = 0, triangles = 0,
       walkers = 0, frigates = 0, death_stars = 0, fragile_stations = 0;
  By<UnitId, kUnits, Mask> of_unit{};

  Mask of(UnitId unit) const noexcept { return of_unit[unit]; }
  friend bool operator==(const Front&, const Front&) = default;
};

// How a player decides. The first value of each is the usual one; words and meanings: fields.cpp.
enum class Targets : std::uint8_t {
  big_guns_first,
  weakest_first,
  most_dangerous_first,
  look_ahead
};
enum class Blocks : std::uint8_t { save, save_valuable, never };
enum class Specials : std::uint8_t { pay_first, draw_first, never };
enum class Cards : std::uint8_t { finish, at_once, never };
enum class Rerolls : std::uint8_t { useless, blanks, never };
enum class Healing : std::uint8_t { save, strongest, never };
enum class Overkill : std::uint8_t { strongest, weakest };
enum class CardChoice : std::uint8_t { best, bottom, none };
enum class Pursuit : std::uint8_t { play, keep };

struct Choices {
  Targets targets{};              ///< RULES 9.1
  Blocks blocks{};                ///< RULES 9.2
  Specials specials{};            ///< RULES 9.3
  Cards cards{};                  ///< RULES 9.4
  Rerolls rerolls{};              ///< RULES 9.5
  Healing healing{};              ///< RULES 9.6
  Overkill overkill{};            ///< RULES 9.7
  CardChoice card_choice{};       ///< RULES 9.8
  Pursuit no_escape{};            ///< RULES 9.9
  bool death_star_plans = false;  ///< RULES 9.10
  friend bool operator==(const Choices&, const Choices&) = default;
};

/// When a side leaves, if it may (RULES 9.11).
struct RetreatChoice {
  int round = 0;  ///< from this round on; 0 = never
  double below = -1;
  bool free = false;  ///< at the best moment (RULES 9.17)
  bool decides() const { return free || below >= 0; }
  bool planned() const { return round > 0 || decides(); }
  friend bool operator==(const RetreatChoice&, const RetreatChoice&) = default;
};

/// Something used once, in one attack.
struct OneAttack {
  int round = 0;  ///< 0 = never
  Theater theater{};
  std::uint8_t dice = 0;
  bool in(int now, Theater where) const { return round != 0 && round == now && theater == where; }
  friend bool operator==(const OneAttack&, const OneAttack&) = default;
};

struct Army {
  Faction faction{};
  std::array<Group, kGroups> groups{};
  std::size_t group_count = 0;
  ByTheater<Front> front{};
  Choices choices;
  RetreatChoice retreat;
  std::optional<PlayGoal> goal{};         ///< targets are chosen for it, hit by hit (RULES 9.17)
  bool has_leader = false;                ///< one who can lead a retreat
  bool held = false;                      ///< may not retreat from this combat (a card)
  ByTheater<std::uint8_t> tactic{};       ///< highest value among the leaders, by theater
  Dice fewer_first{};                     ///< fewer dice in both battles of round 1
  std::uint8_t black_as_red = 0;          ///< black hits that may count as red in space
  OneAttack set_dice;                     ///< dice put on direct hits instead of being rolled
  OneAttack ring;                         ///< dice rerolled
  ByTheater<std::uint8_t> extra_draws{};  ///< cards drawn at the start besides the leaders'
  bool no_space_cards_first = false;      ///< plays no space card in round 1
  bool sees_hand = false;                 ///< the enemy's cards are open
  bool fixed_hand = false;                ///< the hand is given, not drawn
  ByTheater<std::uint16_t> hand{};        ///< base: cards held; cinematic: cards not discarded

  bool empire() const { return faction == Faction::empire; }
  friend bool operator==(const Army&, const Army&) = default;
};

/// Fills in the cells of one theater, in the order in which the enemy picks his targets.
void build_front(Army& army, Theater theater, Targets enemy_targets, Overkill enemy_overkill);

/// What a side would rather keep: more dice, more health, dearer, and in the order of the table
/// (RULES 9.12).
void rank(Army& army);

/// Rounds in which this side has something of their own to do: later ones are all alike.
inline int special_rounds(const Army& army) {
  const int first = army.fewer_first == Dice{} ? 0 : 1;
  return std::max({first, army.set_dice.round, army.ring.round});
}

/// How the rules are read, with the reasons in RULES 10.
struct Reading {
  bool cinematic = false, cards = true;
  bool fights_space = true, fights_ground = true;
  bool lasting_structures = false;  ///< spared while their owner rolled a die: RULES 5.4, 10.8
  bool generators_stack = true;     ///< RULES 10.1
  bool bombardment_splits = true;   ///< RULES 10.4
  bool escape_plan_special = true;  ///< RULES 10.3
  bool two_onslaughts = false;      ///< RULES 10.2
  bool prevents_direct = false;     ///< preventing a colour's hits takes direct hits: RULES 10.6
  bool second_resets = false;       ///< "attack second" lasts one round: RULES 10.7

  bool fights(Theater theater) const {
    return theater == Theater::space ? fights_space : fights_ground;
  }
};

}  // namespace broadside::rebellion
