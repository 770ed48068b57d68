#pragma once
// Question: which units and dice does Star Wars: Rebellion print, and with which numbers?
// The table in units.cpp carries the base game and Rise of the Empire ("rote"). Everything here is
// plain values: rule functions may copy and look at it inside the kernel.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/scenario/by.hpp"

namespace broadside::rebellion {

enum class Faction : std::uint8_t { empire, rebels };
inline constexpr int kFactions = 2;
std::string_view name(Faction faction);  ///< the scenario's word: "empire", "rebels"

enum class Expansion : std::uint8_t { base, rote };
std::string_view name(Expansion expansion);

enum class Theater : std::uint8_t { space, ground };
inline constexpr int kTheaters = 2;
std::string_view name(Theater theater);
/// One of each theater's, that of space first: `front[Theater::ground]`.
template <class Value>
using ByTheater = By<Theater, kTheaters, Value>;

/// A fighter is a ship with black health, a capital ship one with red health, stations are the
/// two Death Star pieces (RULES 1.5). Structures fight in the ground theater.
enum class Class : std::uint8_t { fighter, capital, station, ground, structure };
std::string_view name(Class unit_class);

/// Of dice and of health. No unit has green health.
enum class Color : std::uint8_t { red, black, green };
inline constexpr int kColors = 3;
std::string_view name(Color color);

/// What builds the unit: the shape of its icon, or a project card.
enum class Tier : std::uint8_t { triangle, circle, square, project };
std::string_view name(Tier tier);

/// Colour of the build icon: blue and orange resources of a system.
enum class Icon : std::uint8_t { none, blue, orange };

/// So many dice, or so many caps on dice, by colour.
struct Dice {
  std::uint8_t red = 0, black = 0, green = 0;
  friend constexpr bool operator==(Dice, Dice) = default;
};

/// Most dice of one attack, counted after reductions (RULES 4.1, 8.12).
inline constexpr Dice kCaps{5, 5, 3};

/// Faces of one die.
struct Die {
  Color color{};
  Expansion expansion{};
  std::uint8_t hit = 0, direct_hit = 0, special = 0, blank = 0, in_box = 0;
  constexpr int sides() const { return hit + direct_hit + special + blank; }
};
inline constexpr std::array<Die, kColors> kDice{{
    {Color::red, Expansion::base, 2, 1, 1, 2, 5},
    {Color::black, Expansion::base, 2, 1, 1, 2, 5},
    {Color::green, Expansion::rote, 0, 2, 0, 4, 3},
}};
constexpr const Die& die(Color color) { return kDice[static_cast<std::size_t>(color)]; }

struct Health {
  Color color{};
  std::uint8_t value = 0;  ///< 0 = cannot be damaged
  friend constexpr bool operator==(Health, Health) = default;
};

/// Every unit, in the order of the table in units.cpp: all_units()[number].
enum class UnitId : std::uint8_t {
  tie_fighter,
  assault_carrier,
  star_destroyer,
  super_star_destroyer,
  death_star,
  death_star_under_construction,
  stormtrooper,
  at_st,
  at_at,
  tie_striker,
  interdictor,
  assault_tank,
  shield_bunker,
  x_wing,
  y_wing,
  rebel_transport,
  corellian_corvette,
  mon_calamari_cruiser,
  rebel_trooper,
  airspeeder,
  shield_generator,
  ion_cannon,
  u_wing,
  nebulon_b_frigate,
  rebel_vanguard,
  golan_arms_turret,
};
inline constexpr int kUnits = 26;

/// What a unit does besides rolling dice and taking damage; bits of Unit::traits. Transport needs,
/// immobility and the structure rule have fields of their own.
enum class Trait : std::uint16_t {
  no_health = 1 << 0,                 ///< never a target; damage cannot be put on it
  blocks_own_retreat = 1 << 1,        ///< no Imperial unit may retreat while it is there
  destroyed_by_plans = 1 << 2,        ///< only Death Star Plans or a card remove it
  destroyed_when_last_ship = 1 << 3,  ///< gone at round end as the only ship facing enemy ships
  may_stay_behind = 1 << 4,           ///< its owner may leave it when the fleet retreats
  project_only = 1 << 5,              ///< comes by a project card
  blocks_enemy_retreat = 1 << 6,      ///< no Rebel unit may retreat while one is there
  protects_stations = 1 << 7,         ///< no harm to stations while one is there
  structure = 1 << 8,                 ///< destroyed when left alone with enemies (RULES 5.3)
  alone_retreats_or_dies = 1 << 9,    ///< as the only Rebel ships facing an Imperial ship
  draws_ground_card = 1 << 10,        ///< one ground tactic card before each ground step
  enemy_rolls_2_red_less = 1 << 11,   ///< in every space step, before the cap; they add up
};
std::string_view name(Trait trait);  ///< the word of the facts: "ion_cannon_minus_2_red"
inline constexpr int kTraits = 12;

struct Unit {
  UnitId number{};
  std::string_view id, name;
  Faction faction{};
  Expansion expansion{};
  Theater theater{};  ///< where it fights; structures on the ground
  Class unit_class{};
  Dice attack{};
  Health health{};
  std::uint8_t transport_capacity = 0;
  bool needs_transport = false;
  bool immobile = false;
  Tier tier{};
  Icon icon{};
  std::uint8_t count = 0;  ///< pieces in the box
  std::uint16_t traits = 0;
  std::string_view text{};  ///< what its traits do, in a line; empty where it has none

  constexpr bool damageable() const { return health.value > 0; }
  constexpr bool is_ship() const { return theater == Theater::space; }
  constexpr bool is_structure() const { return unit_class == Class::structure; }
  constexpr bool has(Trait trait) const {
    return (traits & static_cast<std::uint16_t>(trait)) != 0;
  }
};

std::span<const Unit, kUnits> all_units();
const Unit& unit(UnitId number);
const Unit* find_unit(std::string_view id);  ///< by exact id

}  // namespace broadside::rebellion
