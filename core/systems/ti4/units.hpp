#pragma once
// Question: which units does Twilight Imperium 4 print, and with which numbers?
// The table in units.cpp carries every unit of the game (base, Prophecy of Kings, Codices,
// Thunder's Edge).

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/scenario/by.hpp"

namespace broadside::ti4 {

enum class UnitType : std::uint8_t {
  flagship,
  war_sun,
  dreadnought,
  cruiser,
  carrier,
  destroyer,
  fighter,
  infantry,
  mech,
  pds,
  space_dock,
};
inline constexpr int kUnitTypes = 11;
template <class T>
using ByType = By<UnitType, kUnitTypes, T>;
std::string_view name(UnitType type);                      ///< "war_sun"
std::optional<UnitType> unit_type(std::string_view name);  ///< exact scenario word

/// Ten-sided dice that hit on `hit_on` or more; no dice = the unit does not have the roll.
struct Dice {
  std::uint8_t hit_on = 11;
  std::uint8_t dice = 0;
  constexpr explicit operator bool() const { return dice > 0; }
  friend constexpr bool operator==(Dice, Dice) = default;
};

/// A printed text ability. `op` names the operation; `value` is its main number where it has one: a
/// modifier, a count, a range, the lowest result that works, a price. Fighters beyond capacity: how
/// many share one fleet-pool slot.
struct Special {
  std::string_view op;
  std::string_view affects;  ///< odds, composition, capacity, retreat, prevents_combat, value, none
  int value = 0;
  std::string_view text{};
  /// Whatever else the operation needs: "when=start_of_round; stage=space"
  std::string_view details{};

  /// One of the details, or empty: detail("when") == "start_of_round".
  constexpr std::string_view detail(std::string_view key) const {
    for (std::string_view rest = details; !rest.empty();) {
      const auto end = rest.find("; ");
      const auto item = rest.substr(0, end);
      if (item.size() > key.size() && item.starts_with(key) && item[key.size()] == '=')
        return item.substr(key.size() + 1);
      rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 2);
    }
    return {};
  }
};

struct Unit {
  std::string_view id, name;
  std::string_view faction;  ///< "generic", a faction's id, or "neutral"
  UnitType type{};
  std::uint8_t level = 0;         ///< 1, 2, 3; 0 = the unit has no levels
  std::string_view upgrade_of{};  ///< id, or empty
  std::string_view expansion;
  double resources = -1;  ///< price of `produces` figures; -1 = no printed cost
  std::uint8_t produces = 1;
  Dice combat{};
  /// What sets the number of combat dice where it is not printed, or empty
  std::string_view dice_rule{};
  std::int8_t move = -1;      ///< -1 = no move value
  std::int8_t capacity = -1;  ///< -1 = no capacity value
  bool sustain_damage = false;
  Dice anti_fighter_barrage{}, bombardment{}, space_cannon{};
  std::uint8_t space_cannon_range = 0;
  bool planetary_shield = false;
  bool is_ship = false, is_ground_force = false, is_structure = false;
  std::int8_t component_limit = -1;    ///< plastic per player; -1 = unlimited
  std::uint8_t fighter_allowance = 0;  ///< fighters that need no ship's capacity (space docks)
  /// Empty, the id of the breakthrough it needs, or "technology" (a level 1 unit that must be
  /// researched first).
  std::string_view requires_{};
  std::string_view variant{};  ///< where several printings differ: original, omega, omega_omega
  std::string_view face{};     ///< two-sided card: which side this is (ground, space, both)
  std::span<const Special> special{};

  constexpr double cost_each() const { return resources < 0 ? 0 : resources / produces; }
  constexpr const Special* find(std::string_view op) const {
    for (const auto& s : special)
      if (s.op == op) return &s;
    return nullptr;
  }
  constexpr bool has(std::string_view op) const { return find(op) != nullptr; }
};

std::span<const Unit> all_units();
const Unit* find_unit(std::string_view id);

/// The unit that `faction` ("" = no faction) fields for this type at this level (1, or 2 for
/// upgraded): its own printing where it has one, the generic one otherwise; nullptr where there is
/// none (a flagship without a faction, an upgraded mech). Never a unit that a breakthrough brings,
/// nor a card's other face. Of several printings the newest (RULES 9.27). Neutral units are the
/// same at every level.
const Unit* unit_for(std::string_view faction, UnitType type, int level);

}  // namespace broadside::ti4
