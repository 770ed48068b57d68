#pragma once
// Question: how is a comparison of fleets told?

#include <string>
#include <vector>

#include "apps/report/layout.hpp"
#include "sim/compare.hpp"

namespace broadside {

/// What the fleets were called: as typed, in the order in which they were given.
struct FleetNames {
  std::vector<std::string> attackers, defenders;
};

std::string comparison_text(const Comparison& comparison, const FleetNames& names,
                            const TextStyle& style);
std::string comparison_csv(const Comparison& comparison, const FleetNames& names);
std::string comparison_markdown(const Comparison& comparison, const FleetNames& names);
std::string comparison_svg(const Comparison& comparison, const FleetNames& names);
std::string comparison_json(const Comparison& comparison, const FleetNames& names);

}  // namespace broadside
