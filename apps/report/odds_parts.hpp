#pragma once
// Question: in which ways does a battle come out, as a player counts them, and how likely is each?

#include <optional>
#include <string>
#include <vector>

#include "apps/report/layout.hpp"
#include "sim/engine.hpp"

namespace broadside {

/// One way in which a battle comes out.
struct OddsPart {
  Outcome outcome{};
  const char* words;  ///< "attacker wins"
  const char* glyph;  ///< in the bar
  char letter;        ///< in the bar, where there is only ASCII
  Ink ink;
  Chance chance;                ///< sampled, or exact where nothing was sampled
  std::optional<double> exact;  ///< where the battle was solved

  /// The surest value that there is. All parts of an answer have the same kind, so they add up to
  /// one.
  double best() const { return exact.value_or(chance.p); }
};

/// Those that a player wants to hear of, in the order of the bar: both wins always, a draw where it
/// can happen, everything else where it did.
std::vector<OddsPart> odds_parts(const Report& report);

/// One line for all parts, as wide as the screen up to 80 columns.
std::string odds_bar(const std::vector<OddsPart>& parts, const TextStyle& style);
/// What the signs of the bar stand for.
std::string odds_legend(const std::vector<OddsPart>& parts, const TextStyle& style);

}  // namespace broadside
