#pragma once
// Question: how is it told what to do with hits, how a side plays that plays best, and what other
// choices than the usual ones gain?

#include <string>

#include "apps/report/layout.hpp"
#include "sim/advise.hpp"
#include "sim/full_odds.hpp"

namespace broadside {

/// The best way first, what others cost, ties as ties, and what comes next.
std::string advise_text(const Advised& advised, const TextStyle& style, bool details);
std::string advise_json(const Advised& advised, const Scenario& scenario);

/// "Better: give up carriers before cruisers: 33.1 % (+5.4)"
std::string better_text(const Better& better);

/// Lines below the odds: the policy of a side that plays best (its table with details), a line for
/// each side that could do better.
std::string play_text(const FullOdds& full, const TextStyle& style);

/// The report with "policy" and "advice", where there is anything to say.
std::string with_play(std::string report, const FullOdds& full);

}  // namespace broadside
