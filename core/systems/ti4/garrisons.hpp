#pragma once
// Question: what did the player say about each of several planets?

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/field.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside::ti4 {

/// The columns of the field `planets`.
std::vector<Field> planet_columns();

/// "Mecatol: letnev: 3 inf, mech" as a row: the name is optional, and a faction is none.
Result<Values> read_planet(std::string_view text, const std::string& where);

/// What stands on one planet, as it was given.
struct Garrison {
  std::string at;  ///< its place in the input
  std::string name;
  std::vector<UnitCount> units, damaged;
  Names upgrades;
  std::vector<EffectChoice> effects;
  std::string faction;
  std::optional<std::vector<UnitCount>> commit, bombard;

  bool is_empty() const;
};

struct Garrisons {
  std::vector<Garrison> list;
  std::string faction;  ///< of the one player who defends them all
};
/// The rows of the field, checked against what the sides have.
Result<Garrisons> read_garrisons(const Scenario& scenario);

}  // namespace broadside::ti4
