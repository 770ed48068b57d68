#include "core/systems/ti4/links/planets.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/systems/ti4/links/tables.hpp"

namespace broadside::ti4::links {
namespace {

std::string squeezed(std::string_view text) {
  std::string word = fold_name(text);
  std::erase_if(word, [](char c) { return c == '_' || c == '.' || c == '[' || c == ']'; });
  return word;
}

}  // namespace

std::string_view planet_named(std::string_view typed) {
  const std::string word = squeezed(typed);
  std::string_view begins;
  for (const Tile& tile : tiles())
    for (const std::string_view planet : tile.planets) {
      if (planet.empty()) continue;
      const std::string known = squeezed(planet);
      if (known == word) return planet;
      if (begins.empty() && word.size() >= 3 && known.starts_with(word)) begins = planet;
    }
  return begins;
}

std::string planet_of(std::string_view tile, std::size_t region) {
  for (const Tile& known : tiles())
    if (known.number == tile && region < known.planets.size() && !known.planets[region].empty())
      return std::string(known.planets[region]);
  return fmt::format("planet {}", region + 1);
}

}  // namespace broadside::ti4::links
