#pragma once
// Question: what do many fleets of one side come to against some enemies, solved exactly?

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "sim/bytes.hpp"
#include "sim/engine.hpp"
#include "sim/goal.hpp"
#include "sim/work.hpp"
#include "stats/summary.hpp"

namespace broadside {

/// One fleet against every enemy. Without `against` it cannot fight, or a battle is too large.
struct FleetScore {
  std::vector<Summary> against;       ///< by enemy
  std::vector<double> values;         ///< of the goal, by enemy
  std::optional<InputError> refused;  ///< why it cannot fight
  std::string too_large;              ///< why a battle cannot be solved
};

template <>
inline constexpr bool kOnlyDoubles<Summary> = true;
static_assert(sizeof(Summary) == 6 * sizeof(double));
constexpr auto fields(Is<FleetScore>, auto& score) {
  return std::tie(score.against, score.values, score.refused, score.too_large);
}

/// Fleets that differ in numbers only share one pass over the tables (sim/alike); all on the calling
/// thread. Fleets for which stop() says so are left empty, and those that come when more has been spent
/// than `meter` allows, where it is given.
std::vector<FleetScore> score_fleets(const Scenario& scenario, Side mine,
                                     std::span<const SideSpec> fleets,
                                     const std::vector<SideSpec>& enemies, const Goal& goal,
                                     const Options& options, WorkMeter* meter = nullptr);

/// How many fleets are best scored at a time.
inline constexpr std::size_t kFleetsAtATime = 1024;

}  // namespace broadside
