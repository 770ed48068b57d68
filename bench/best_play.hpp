#pragma once
// Question: how long does it take to find the best play, and how does that grow with the fleet?

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace broadside::bench {

/// A mirrored fleet whose hits are taken as well as possible for the resources.
struct BestPlayRow {
  std::string fleet;
  int ships = 0;
  std::uint32_t states = 0;  ///< of the attacker, hits that he has still to take counted apart
  double compile = 0, one = 0, both = 0;  ///< seconds; one: only the attacker chooses
  std::uint64_t memory = 0;               ///< bytes of values and choices where both choose
};

inline constexpr int kBestPlayRows = 3;

std::vector<BestPlayRow> best_play_times(double patience, const std::function<bool()>& go_on);
std::string best_play_table(const std::vector<BestPlayRow>& rows);
nlohmann::ordered_json best_play_json(const std::vector<BestPlayRow>& rows);

}  // namespace broadside::bench
