#pragma once
// Question: which figures and units are known, and how well?
// Figure values are printed ones. Whole cards are not public: a unit is derived (computed from its
// figures by the builder's rules), an example (made up to exercise a rule), or published (of which
// only scraps are known).

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/scenario/by.hpp"
#include "core/systems/arcane_legions/abilities.hpp"

namespace broadside::arcane_legions {

enum class Colour : std::uint8_t { grey, red, blue };
enum class Circle : std::uint8_t { white, red, green, yellow };  ///< yellow: a commander
enum class Faction : std::uint8_t { egyptian, han, roman, mercenary };
inline constexpr int kFactions = 4;

std::string_view name(Colour colour);
std::string_view name(Faction faction);
std::string_view title(Faction faction);
std::optional<Colour> find_colour(std::string_view typed);
std::optional<Faction> find_faction(std::string_view typed);

/// Part of an icon that a figure brings to its unit, or its weight for a unit ability; 0 = unused.
struct Share {
  Ability ability{};
  int hundredths = 0;
};

inline constexpr int kNotAllowed = -1;  ///< cost in a faction that may not field the figure

struct Figure {
  std::string_view id, key, name;
  Faction faction{};
  int hit_points = 1;
  Circle circle{};
  int attack = 0, ranged = 0, defence = 0;  ///< hundredths of an icon
  std::array<Share, 2> figure_abilities, unit_abilities;
  By<Faction, kFactions, int> cost;
  std::array<Colour, 4> sides;  ///< front, right, back, left
};

struct Part {
  std::string_view figure;  ///< key; empty = unused
  int count = 0;
};

struct DerivedUnit {
  std::string_view id, name;
  Faction faction{};
  std::array<Part, 3> parts;
};

struct ExampleSlot {
  int hit_points, attack, ranged, defence;
  Circle circle;
  std::optional<Ability> ability;
  bool starts;  ///< a figure stands there at the beginning
};

struct ExampleUnit {
  std::string_view id;
  std::array<Colour, 4> sides;
  std::vector<ExampleSlot> slots;
  std::vector<Ability> unit_abilities;
};

struct IconCount {
  Ability ability{};
  int icons = 0;  ///< 0 = unused
};

struct PublishedUnit {
  std::string_view id, name;
  std::string_view derived;  ///< the derived unit that it equals, or empty: its figures are unknown
  int attack = 0, ranged = 0, defence = 0;  ///< 0 = none or not known
  std::array<IconCount, 4> abilities;
  int points = 0;  ///< 0 = not known
};

std::span<const Figure> figures();
std::span<const DerivedUnit> derived_units();
std::span<const ExampleUnit> example_units();
std::span<const PublishedUnit> published_units();
std::span<const std::string_view> units_known_by_name();

/// By key or id; nullptr = there is none.
const Figure* find_figure(std::string_view typed);

}  // namespace broadside::arcane_legions
