#pragma once
// Question: what happens if I attack, how do those play who play best, and what would be better?

#include <vector>

#include "sim/better.hpp"
#include "sim/engine.hpp"
#include "sim/play_words.hpp"

namespace broadside {

struct FullOdds {
  Report report;
  std::vector<PlayInWords> play;  ///< of sides that play for a goal
  BetterChoices better;           ///< of sides that play as usual
  double advising = 0;            ///< seconds for both
};

/// The answer of odds(); `advice` asks for better choices too.
Result<FullOdds> full_odds(const Scenario& scenario, const Options& options, bool advice);

}  // namespace broadside
