#pragma once
// Question: what can a side buy for a battle, at which price and within which limits?
// A search over fleets knows no game: it knows prices, plastic, capacity and fleet supply.

#include <optional>
#include <string>
#include <vector>

#include "core/scenario/values.hpp"

namespace broadside {

/// One type of unit that may be bought.
struct Offer {
  std::string type{};          ///< the scenario's word: "cruiser"
  double price = 0;            ///< of `each` units; a part of them costs the same
  int each = 1;                ///< how many one purchase brings
  std::optional<int> limit{};  ///< how many there are in the box
  double supply = 0;           ///< fleet supply that one uses
  int gives = 0;               ///< capacity that one has
  int needs = 0;               ///< capacity that one takes
  /// Fleet supply that one uses when no capacity carries it; nothing = it must be carried.
  std::optional<double> supply_beyond{};

  /// Of one side; where the box has as many as are wanted, what a scenario may say.
  int most() const { return limit.value_or(kMostUnits); }
};

struct Market {
  std::vector<Offer> offers;
  /// Whose fleet is bought, where the units of the side say so and those that come may not
  std::string faction{};
  std::optional<int> supply;             ///< a usual fleet supply, where the game knows one
  std::vector<std::string> assumptions;  ///< what was taken for granted
};

}  // namespace broadside
