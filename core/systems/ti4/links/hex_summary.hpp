#pragma once
// Question: what stands in the systems of a hexSummary, the text that Tabletop Playground exports?
//
//   text   = system { "," system }
//   system = tile [("A" | "B") rotation] sign x sign y region { ";" region }
//   region = { COLOUR { [count] letter } } [ "*" attachments ]      first space, then each planet
//
// A colour begins a count of 1; a count holds for the letters behind it until the next number or
// colour.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/systems/ti4/units.hpp"

namespace broadside::ti4::links {

/// What one player has in one region.
struct HexUnits {
  char colour = ' ';
  ByType<int> units{};
  int command_tokens = 0, control_tokens = 0;
};

struct HexRegion {
  std::vector<HexUnits> players;
  std::string attachments;  ///< letters; a capital is the other face of a token
};

struct HexSystem {
  std::string tile;
  int x = 0, y = 0;
  std::string hyperlane;           ///< face and rotation: "A1"; empty = no hyperlane
  std::vector<HexRegion> regions;  ///< space, then the planets
};

Result<std::vector<HexSystem>> parse_hex_summary(std::string_view text);

}  // namespace broadside::ti4::links
