#pragma once
// Question: which fleet does this text describe, and how is a fleet written?
//
//   fleet    = [faction] item { ("," | ";" | "+" | "&" | "and" | "with") item } [","]
//   faction  = name ":" | "(" name ")" | name          "(name)" may stand at the end too
//   item     = group { group } | effect         blanks alone may separate groups: "2 dn 4 ff"; in
//                                               a game whose names hold each other not two names
//   group    = [count] { "upgraded" | "damaged" } unit [level] { mark }
//   count    = N | N "x" | "x" N | word         "2 dn", "2x dn", "2*dn", "x2 dn", "2dn", "two dn"
//   level    = "1" | "2" | "i" | "ii"           digits written to the unit: "cruiser2", "2 cr2"
//   mark     = "!" [points] | "damaged" | "(damaged)" | "(N damaged)" | "(points damage)"
//            | "upgraded" | "(upgraded)"
//            | ("x" | ":" | "=") N
//   effect   = ["+"] name { "@" round | ("@" | "on") unit | "x" uses | ">=" hits }
//
// "+" joins units ("2 dn + 4 ff") and marks effects ("2 dn, +morale boost@2"): what reads as units
// is units, but for the printed name of a faction's unit that is an effect's name too: behind a
// plus of its own ("2 inf, +dunlain reaper x2") it is the effect, the text of that unit. An effect
// may stand without its plus where nothing else can be meant. In an effect's name "and" is a word
// like any other. Unit names are looked up folded (core/scenario/names),
// singular or plural; the printed name of one faction's unit says the faction too. Marks of phones
// and chats (quotation marks, bold, emoji) do not count. Where two readings remain the text is
// refused, never guessed.

#include <span>
#include <string>
#include <string_view>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside {

/// One way to name a unit type; the alias is written as fold_name would: "war_sun".
struct Word {
  std::string_view alias;
  std::string_view type;
  std::string_view faction{};  ///< whose printed name it is; empty = any faction's
};

/// How well a text names an effect.
enum class Naming { none, part, whole };

/// What a game calls its units, and how it understands what else stands in a fleet.
struct Vocabulary {
  std::span<const Word> units;
  bool levels = false;       ///< units have an upgraded form
  std::string_view example;  ///< a fleet that parses, shown in hints
  /// The faction's id from what was typed before ':'; without it the text is taken as typed.
  Result<std::string> (*faction)(std::string_view typed, std::string_view where) = nullptr;
  /// Whether a text names one effect; without it effects need their plus.
  Naming (*effect)(std::string_view typed, std::string_view faction) = nullptr;
  /// An item of the game's own, such as a person who leads, marked by a word of the game: notes it
  /// in the side and says so. Asked first, and once more where the text is neither units nor an
  /// effect (`unmarked`: the name alone).
  Result<bool> (*item)(std::string_view text, bool unmarked, std::string_view where,
                       SideSpec& side) = nullptr;
  /// Damage has points: "cruiser!2" is one with two of them.
  bool points = false;
  /// Names are made of names ("star", "star base"): a name straight behind a name is refused.
  bool names_hold_names = false;
};

/// A key of SideSpec::damaged: "cruiser", or with the points of damage that lie on each of
/// these units "cruiser!2". Without points, or with some that cannot be read, there is one.
struct DamagedType {
  std::string_view type;
  int points = 1;
};
DamagedType damaged_type(std::string_view key);
std::string damaged_key(std::string_view type, int points);

/// One effect as it stands after its plus: "morale boost@2", "direct hit x2". With a vocabulary the
/// unit that it is used on too: "galvanize x2 on cruiser".
Result<EffectChoice> parse_effect(std::string_view text, std::string_view where,
                                  const Vocabulary* vocabulary = nullptr);

/// Units of one type add up; types keep the order in which they came. Effects keep the name typed.
Result<SideSpec> parse_fleet(std::string_view text, const Vocabulary& vocabulary);

/// "morale boost@2 x3 on cruiser", as parse_effect reads it.
std::string write_effect(const EffectChoice& effect);

/// Why a text is refused that would be read as something else once it is `written`.
InputError two_readings(std::string_view written, std::string_view where);

/// Faction, units with upgrades and damage, and effects as a text that parse_fleet reads back. What
/// the notation cannot say (upgrades of units that are not there) is not in it.
std::string write_fleet(const SideSpec& side);

}  // namespace broadside
