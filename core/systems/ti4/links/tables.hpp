#pragma once
// Question: what do other Twilight Imperium tools call a unit, a faction, an effect, a tile?
// "The site" is ti4battle.com; "combat" is ti-combat; "async" is AsyncTI4; tiles, colours and
// letters are those of the hexSummary of TTPG.

#include <array>
#include <span>
#include <string_view>

#include "core/systems/ti4/units.hpp"

namespace broadside::ti4::links {

enum class Stage { space, ground, both };

struct UnitName {
  std::string_view name;
  UnitType type;
};

struct FactionName {
  std::string_view name;  ///< theirs, to the letter
  std::string_view id;    ///< ours
};

/// One effect as ti4battle.com has it.
struct SiteEffect {
  std::string_view name;        ///< case and punctuation count
  std::string_view id{};        ///< ours, of an effect or of a unit; empty = there is none
  Stage stage = Stage::both;    ///< where the site uses it
  std::string_view faction{};   ///< only this one's, and Nekro's
  std::string_view never_of{};  ///< the faction whose own promissory note it is (rule 69.2)
  bool counted = false;         ///< its value is a number, not a tick
  bool of_system = false;       ///< it holds for the system, not for a side
  bool for_both = false;        ///< one key for both sides: "effect-Entropic Scar"
  std::string_view differs{};   ///< why its odds may differ although it was read right
};

struct CombatUnit {
  std::string_view name;
  UnitType type;
  int limit;  ///< that tool cuts larger numbers
};

/// One ability of ti-combat.
struct CombatAbility {
  std::string_view key;
  std::string_view id{};        ///< ours; empty = there is none, or it is no effect here
  bool on = false;              ///< without being named
  bool of_system = false;       ///< it holds for the system, not for a side
  std::string_view why_none{};  ///< why it cannot be said here; empty = it is read another way
};

struct Colour {
  char letter;
  std::string_view name;
};

struct UnitLetter {
  char letter;
  UnitType type;
};

struct Tile {
  std::string_view number;                  ///< "18", "96a"
  std::array<std::string_view, 3> planets;  ///< in the order of their regions; empty = none
};

std::span<const UnitName> site_units();
std::span<const FactionName> site_factions();
std::span<const SiteEffect> site_effects();
std::span<const CombatUnit> combat_units();
std::span<const FactionName> combat_factions();
std::span<const CombatAbility> combat_abilities();
std::span<const UnitName> async_units();
std::span<const Colour> colours();
std::span<const UnitLetter> unit_letters();
std::span<const Tile> tiles();

}  // namespace broadside::ti4::links
