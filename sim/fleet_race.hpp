#pragma once
// Question: which of many fleets may be the best, where nothing solves their battles?
//
// They race with common random numbers; those that are certainly behind drop out (stats/racing).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/best.hpp"

namespace broadside {

struct RaceOrder {
  const BestQuestion& question;
  const Options& options;
  std::size_t fleets;
  std::function<SideSpec(std::size_t)> fleet;  ///< by number
  bool counted;                                ///< nobody says how much may be done (sim/work)
  /// Battles so far and planned (0 = unknown), the value of the best and its number.
  std::function<void(std::uint64_t, std::uint64_t, double, std::size_t)> tell;
};

struct RacedFleet {
  std::size_t at;
  double value;
  std::vector<Summary> against;  ///< by enemy
};

struct Raced {
  std::vector<RacedFleet> left;  ///< those that may be the best
  std::size_t looked_at = 0, raced_out = 0;
  std::uint64_t battles = 0;
  bool ended_by_work = false;         ///< before anything that was asked for ended it
  std::optional<InputError> refusal;  ///< why the first of those cannot fight that cannot
};

Result<Raced> race_fleets(const RaceOrder& order);

/// One fleet's battles, one for each enemy.
Result<std::vector<Battle>> battles_of(const BestQuestion& question, const SideSpec& fleet);

/// The worst of the values, or their mean by weight.
double together(const std::vector<double>& values, const std::vector<double>& weights);

}  // namespace broadside
