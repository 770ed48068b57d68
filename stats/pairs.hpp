#pragma once
// Question: how sure is a chance that was counted in pairs of battles that depend on one another?
//
// The sample is the antithetic pair, not the battle: the share of its two battles that came out as
// counted, 0, one half or 1. Pairs are independent, so the mean of the shares has the variance of a share over the
// number of pairs.

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "core/kernel/coupled.hpp"
#include "stats/interval.hpp"

namespace broadside {

/// Pairs by how many of their two battles ended in a certain way.
struct PairCount {
  std::uint64_t both = 0, one = 0, pairs = 0;
};

/// How many battles of each pair ended with one of these outcomes.
PairCount pair_count(const JointCounts& pairs, std::initializer_list<Outcome> outcomes);

/// For a number of pairs that was fixed beforehand. Wilson's interval for the number of independent
/// battles that would be as sure; see pairs.cpp.
Chance pair_interval(const PairCount& count, double confidence);

/// How many times the variance of as many independent battles the pairs have less: above 1 where
/// they help. 1 where nothing varies.
double variance_ratio(const PairCount& count);

}  // namespace broadside
