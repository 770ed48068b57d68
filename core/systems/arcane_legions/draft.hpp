#pragma once
// Question: what does a unit consist of while it is put together?

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/systems/arcane_legions/unit.hpp"

namespace broadside::arcane_legions {

/// A unit that stands on the field.
struct Mustered {
  Unit unit;
  std::vector<std::string> notes;  ///< what the report must say about it
  bool icons_only = false;         ///< figures not known: for the attacker of a single order
};

/// A unit while it is put together, with what the report must know.
struct Draft {
  Mustered made;
  std::optional<std::array<Colour, 4>> sides;  ///< front, right, back, left
  bool known = false;                          ///< brings its own abilities
};

/// The unit's line of the report for a type of figure, added where there is none yet.
std::size_t add_label(Unit& unit, const std::string& type, const std::string& name, double cost);
/// The type of a figure that has no name, and its line.
std::string plain_figure(int hit_points);
std::size_t add_plain_label(Unit& unit, int hit_points);

/// One slot with all icons and nothing to lose.
Draft from_icons(std::string_view name, int attack, int ranged, int defence);

InputError unknown_faction(std::string_view typed, std::string_view where);

/// Icons of one kind, dealt one by one over the figures that bring some, in list order.
template <class Brings, class Give>
void deal_over(std::size_t figures, int icons, Brings brings, Give give) {
  for (std::size_t f = 0, idle = 0; icons > 0 && idle < figures; f = (f + 1) % figures)
    if (brings(f)) {
      give(f);
      --icons;
      idle = 0;
    } else {
      ++idle;
    }
}
template <class Give>
void deal_over(std::size_t figures, int icons, Give give) {
  deal_over(
      figures, icons, [](std::size_t) { return true; }, give);
}

}  // namespace broadside::arcane_legions
