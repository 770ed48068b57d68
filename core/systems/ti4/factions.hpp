#pragma once
// Question: which faction does the player mean?

#include <span>
#include <string_view>

#include "core/scenario/result.hpp"

namespace broadside::ti4 {

struct Faction {
  std::string_view id;                        ///< "jolnar"
  std::string_view name;                      ///< as printed: "The Universities of Jol-Nar"
  std::string_view expansion;                 ///< base, pok, codex3, te
  std::span<const std::string_view> aliases;  ///< what players type besides id and name
};

/// The 31 player factions in the order of their ids' table, then the neutral units.
std::span<const Faction> all_factions();

/// By id, printed name (with or without "The"), alias, or the beginning of one of them where only
/// one faction begins so. Case, blanks, hyphens and apostrophes do not matter.
Result<const Faction*> find_faction(std::string_view text, std::string_view where);

}  // namespace broadside::ti4
