#pragma once
// Question: which number did the player write after an option?
// "10M", "0.1%", "2s": every mistake gets a hint that helps. `option` is what the text stands behind:
// an option of the command line or a field of a JSON question.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside {

inline constexpr double kMostBattles =
    1e15;  ///< counts stay exact far beyond it; nobody waits for it
inline constexpr double kFinestPrecision = 1e-7;
inline constexpr double kMostSeconds = 7 * 24 * 3600;
inline constexpr int kMostThreads = 1024;
inline constexpr double kMostPruned = 1e-3;

// `option` only goes into the error.
/// 4194304, 4,194,304, 10M, 1e6, 100k
Result<std::uint64_t> read_battles(std::string_view option, std::string_view text);
/// Any 64-bit number, also 0x...
Result<std::uint64_t> read_seed(std::string_view option, std::string_view text);
/// 0.1% or 0.001; 0.1 may mean two things and is refused
Result<double> read_precision(std::string_view option, std::string_view text);
/// 95%, 0.95 or 95
Result<double> read_confidence(std::string_view option, std::string_view text);
Result<double> read_prune(std::string_view option, std::string_view text);   ///< 1e-9
Result<double> read_chance(std::string_view option, std::string_view text);  ///< 80%, 0.8 or 80
/// attacker or defender
Result<Side> read_side_name(std::string_view option, std::string_view text);
/// A number from 0 to `most`: 12, 2.5.
Result<double> read_amount(std::string_view option, std::string_view text, double most);
/// A fleet supply, a whole number; nothing for "any".
Result<std::optional<double>> read_supply(std::string_view option, std::string_view text);
/// "0..8", "2", "1,3,5" and any of them after commas; whole numbers from 0 up, in order.
Result<std::vector<int>> read_values(std::string_view option, std::string_view text, int most);
/// 2s, 500ms, 1.5m, plain seconds
Result<double> read_seconds(std::string_view option, std::string_view text);
Result<int> read_threads(std::string_view option, std::string_view text);  ///< 0 = all cores

std::vector<std::string> split_list(std::string_view text);  ///< at commas, trimmed; gaps left out
bool has_gap(std::string_view list);  ///< nothing stands before, between or after its commas

}  // namespace broadside
