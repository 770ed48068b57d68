#pragma once
// Question: which fleets can be bought within these limits?

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/scenario/market.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/progress.hpp"

namespace broadside {

struct FleetLimits {
  double budget = 0;
  std::optional<double> supply;  ///< fleet supply of the whole fleet; nothing = no limit
  /// Purchases that may be begun: also those that are found not to fit take time, some 100 ns.
  std::uint64_t begun = 10'000'000;
  /// More to carry than there is capacity for, where that is so already: no purchase may add to it.
  int beyond_capacity = 0;
};

/// One shopping list: counts by offer.
struct Purchase {
  std::vector<int> bought;
  double cost = 0;
};

/// How many of each offer the side has already.
std::vector<int> owned(const Market& market, const SideSpec& side);

/// How much more these have to carry than there is capacity for.
int beyond_capacity(const Market& market, const std::vector<int>& counts);

/// Fleet supply that this many of each offer use; nothing where they do not fit: more of a type
/// than the box holds, or more to carry than there is capacity for and `over` besides.
std::optional<double> supply_used(const Market& market, const std::vector<int>& counts,
                                  int over = 0);

/// The least fleet supply that they use, however much is carried.
double least_supply(const Market& market, const std::vector<int>& counts);

/// A market with what may be bought only; an error where a type is not sold.
Result<Market> narrowed(Market market, const std::vector<std::string>& only,
                        const std::vector<std::string>& never);

/// The fleet supply that holds: as asked for, or the game's usual one but never less than the side
/// has in use; with a line that says what was taken for granted.
std::optional<double> supply_limit(const Market& market, const SideSpec& side,
                                   std::optional<double> asked, bool any,
                                   std::vector<std::string>& assumptions);

/// All purchases within the limits, in a fixed order, buying nothing included; none are left out
/// because another is better. An error where there are more than `most`, where too many would have to
/// be begun to know, or once `stop` says so.
Result<std::vector<Purchase>> all_purchases(const Market& market, const std::vector<int>& have,
                                            const FleetLimits& limits, std::size_t most,
                                            const StopQuery& stop = {});

/// The side with these units added; a side that names no faction is of the market's.
SideSpec with_units(const SideSpec& side, const Market& market, const std::vector<UnitCount>& more);
SideSpec with_purchase(const SideSpec& side, const Market& market, const Purchase& purchase);

/// What was bought, by type; what was not is left out.
std::vector<UnitCount> bought_units(const Market& market, const Purchase& purchase);

}  // namespace broadside
