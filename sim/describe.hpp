#pragma once
// Question: how do weights of endings (counts, or masses of the solver) become a report?

#include <cstdint>
#include <optional>

#include "sim/exact.hpp"
#include "sim/report.hpp"
#include "sim/stop.hpp"

namespace broadside {

/// What report.exact holds beside its odds.
void describe_exact_parts(const Battle& battle, const ExactResult& exact, Report& report);

/// Of a solved battle; report.exact is complete already.
void describe_exact(const Battle& battle, const ExactResult& exact, Report& report);

/// `longest`: the mean of the longest stage, where the stages share rounds but their tables do not.
void describe_sample(const Battle& battle, const Sample& sample, const StopRule& rule,
                     std::optional<double> longest, Report& report);

// What the winner has left, side by side.
void describe_winners(const Battle& battle, const Finals<double>& finals, Report& report);
void describe_winners(const Battle& battle, const Finals<std::uint64_t>& finals, Report& report);

}  // namespace broadside
