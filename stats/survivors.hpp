#pragma once
// Question: who is left, how damaged, and what did it cost?

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside {

/// One way in which a side can come out of the battle. Counts by unit type, zero counts left out.
struct SurvivorRow {
  std::vector<UnitCount> units, damaged;
  double p = 0;
};

/// How many of one type are left: p[n] exactly n, at_least[n] n or more.
struct TypeTail {
  std::string type;
  std::vector<double> p, at_least;
};

struct SideReport {
  std::vector<SurvivorRow> survivors;  ///< likeliest first; adds up to one, "nothing left" included
  std::vector<TypeTail> types;
  std::vector<UnitLabel> units;  ///< what the side began with
  std::vector<double> placed;    ///< expected, by unit: came later; empty = none did
  double lost_resources = 0;     ///< expected
  std::vector<std::pair<std::string, double>> lost_units;  ///< expected, by type

  /// All of this unit that the side can lose: those that it began with and those that came later.
  double brought(std::size_t unit) const;
  double worth() const;  ///< of all of them, in resources
};

/// Reads one side's final forces. `weight` is by final force (counts or chances) and `total` is its
/// whole. Final forces that leave the same units (they may differ in cards spent) become one row;
/// equal chances are ordered by what is left, more and less damaged first, so that the order never
/// depends on the way of counting.
SideReport side_report(std::span<const UnitLabel> labels, std::span<const Remains> remains,
                       std::span<const double> weight, double total);

/// The likeliest final forces, `most` of them, equal ones as one row.
std::vector<SurvivorRow> likeliest(std::span<const UnitLabel> labels,
                                   std::span<const Remains> remains, std::span<const double> weight,
                                   double total, std::size_t most);

/// What the side is expected to lose, in resources: SideReport::lost_resources alone.
double expected_loss(std::span<const UnitLabel> labels, std::span<const Remains> remains,
                     std::span<const double> weight, double total);

}  // namespace broadside
