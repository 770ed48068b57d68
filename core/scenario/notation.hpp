#pragma once
// Question: which fleet does this text describe?
//
//   fleet    = [faction ":"] item { ("," | ";" | "+" | "&" | "and") item }
//   item     = group { group } | effect         blanks alone may separate groups: "2 dn 4 ff"
//   group    = [count] { "upgraded" | "damaged" } unit [level] { mark }
//   count    = N | N "x" | "x" N                "2 dn", "2x dn", "2*dn", "x2 dn", "2dn"
//   level    = "1" | "2" | "i" | "ii"           digits written to the unit: "cruiser2", "2 cr2"
//   mark     = "!" | "damaged" | "(damaged)" | "(N damaged)" | "(upgraded)" | "x" N
//   effect   = "+" name { "@" round | "@" unit | "x" uses | ">=" hits }
//
// "+" joins units ("2 dn + 4 ff") and marks effects ("2 dn, +morale boost@2"): what reads as units
// is units. In an effect's name "and" is a word like any other. Unit names are looked up folded
// (core/scenario/names), singular or plural. Where two readings remain the text is refused, never
// guessed.

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
};

/// What a game calls its units.
struct Vocabulary {
  std::span<const Word> units;
  bool levels = false;       ///< units have an upgraded form
  std::string_view example;  ///< a fleet that parses, shown in hints
  /// The faction's id from what was typed before ':'; without it the text is taken as typed.
  Result<std::string> (*faction)(std::string_view typed, std::string_view where) = nullptr;
};

/// One effect as it stands after its plus: "morale boost@2", "direct hit x2".
Result<EffectChoice> parse_effect(std::string_view text, std::string_view where);

/// Units of one type add up; types keep the order in which they came. Effects keep the name typed.
Result<SideSpec> parse_fleet(std::string_view text, const Vocabulary& vocabulary);

}  // namespace broadside
