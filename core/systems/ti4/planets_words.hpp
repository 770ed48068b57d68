#pragma once
// Question: what does a report call what is left in a battle for several planets?

#include <cstddef>
#include <vector>

#include "core/game.hpp"
#include "core/systems/ti4/planets.hpp"

namespace broadside::ti4 {

/// Units of one type are one line, wherever they stand.
class PlanetsWords {
 public:
  explicit PlanetsWords(const PlanetsRules& rules);

  std::vector<UnitLabel> labels(Side side) const { return labels_[side]; }
  Remains remains(Side side, const PlanetsForce& force) const;
  Places places(const BySide<std::vector<PlanetsForce>>& finals) const;

 private:
  const Army& army(Side side, std::size_t planet) const;
  std::size_t line(Side side, UnitType type) const;
  void add(Side side, const Army& army, const Force& force, Remains& sum) const;
  Remains nothing(Side side) const;
  std::vector<UnitCount> units(const GroupCounts& counts) const;

  const PlanetsRules& rules_;
  BySide<std::vector<UnitLabel>> labels_;
};

}  // namespace broadside::ti4
