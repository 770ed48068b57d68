#pragma once
// Question: how do tables and exact answers grow with the fleet?

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace broadside::bench {

/// The largest fleets mirrored (iv), cut down to a part of every kind of ship.
struct GrowthRow {
  std::string fleet;         ///< of either side
  std::uint32_t states = 0;  ///< of the attacker in the combat round
  std::uint64_t table_bytes = 0;
  double compile = 0, exact = 0, pruned = 0, threads = 0;  ///< seconds; threads: exact on all
  double error_bound = 0;                                  ///< of the pruned answer
  std::uint64_t memory = 0;                                ///< bytes that the solver took
};

inline constexpr int kGrowthRows = 8;

/// `patience` = seconds spent on each figure at most; `go_on` is asked before each row.
std::vector<GrowthRow> growth(
    double patience, int threads, const std::function<bool()>& go_on = [] { return true; });

std::string growth_table(const std::vector<GrowthRow>& rows);
nlohmann::ordered_json growth_json(const std::vector<GrowthRow>& rows);

}  // namespace broadside::bench
