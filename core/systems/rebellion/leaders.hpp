#pragma once
// Question: which leaders are there, and how well do they command in each theater?
// Per theater only the highest value among a side's leaders counts. A leader with no value in
// either theater may carry a retreat but cannot be the one added before a combat.

#include <cstdint>
#include <span>
#include <string_view>

#include "core/systems/rebellion/units.hpp"

namespace broadside::rebellion {

struct Leader {
  std::string_view id, name;
  Faction faction{};
  Expansion expansion{};
  bool starting = false;  ///< with its side from the first turn
  std::uint8_t space_tactic = 0, ground_tactic = 0;

  constexpr std::uint8_t tactic(Theater theater) const {
    return theater == Theater::space ? space_tactic : ground_tactic;
  }
  constexpr bool has_tactic_values() const { return space_tactic > 0 || ground_tactic > 0; }
};

std::span<const Leader> all_leaders();
const Leader* find_leader(std::string_view id);  ///< by exact id

}  // namespace broadside::rebellion
