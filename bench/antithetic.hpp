#pragma once
// Question: how much do antithetic pairs (core/kernel/coupled.hpp) save, and are they right?

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace broadside::bench {

/// The chance of one matchup's attacker to win, sampled in pairs.
struct AntitheticRow {
  std::string name;
  double win = 0, exact = 0;
  double off = 0;    ///< how far apart these are, in standard errors of the pairs
  double ratio = 0;  ///< how many times less the variance is than that of independent battles
};

/// All fixed matchups that have tables, `battles` (an even number) of each; `go_on` is asked before
/// each matchup.
std::vector<AntitheticRow> antithetic(std::uint64_t battles, int threads,
                                      const std::function<bool()>& go_on);

std::string antithetic_table(const std::vector<AntitheticRow>& rows);
nlohmann::ordered_json antithetic_json(const std::vector<AntitheticRow>& rows);

}  // namespace broadside::bench
