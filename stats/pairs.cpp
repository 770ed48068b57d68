#include "stats/pairs.hpp"

#include <algorithm>
#include <cassert>

namespace broadside {
namespace {

struct Moments {
  double mean, variance;  ///< of the share of a pair
};

/// With `more` pairs added of which both battles ended so, and as many of which none did.
Moments moments(const PairCount& count, double more) {
  const double pairs = static_cast<double>(count.pairs) + 2 * more;
  const double both = static_cast<double>(count.both) + more, one = static_cast<double>(count.one);
  const double mean = (both + one / 2) / pairs;
  return {mean, (both + one / 4) / pairs - mean * mean};
}

}  // namespace

PairCount pair_count(const JointCounts& pairs, std::initializer_list<Outcome> outcomes) {
  PairCount count;
  const auto is_one = [&](Outcome outcome) {
    return std::find(outcomes.begin(), outcomes.end(), outcome) != outcomes.end();
  };
  for (const Outcome a : all_outcomes())
    for (const Outcome b : all_outcomes()) {
      count.pairs += pairs[a][b];
      if (is_one(a) && is_one(b)) count.both += pairs[a][b];
      if (is_one(a) != is_one(b)) count.one += pairs[a][b];
    }
  return count;
}

Chance pair_interval(const PairCount& count, double confidence) {
  assert(count.both + count.one <= count.pairs);
  if (count.pairs == 0) return {0, 0, 1};
  // The number n of independent battles whose mean varies as much: p (1 - p) / n = variance /
  // pairs. Both variances are taken with one more pair of each extreme kind, so that a few pairs
  // that happen to agree do not pass for certainty.
  const auto [mean, variance] = moments(count, 1);
  const double battles = static_cast<double>(count.pairs) * mean * (1 - mean) / variance;
  const double p = moments(count, 0).mean;
  return wilson_interval(p, battles, confidence);
}

double variance_ratio(const PairCount& count) {
  if (count.pairs == 0) return 1;
  const auto [mean, variance] = moments(count, 0);
  return variance > 0 ? mean * (1 - mean) / 2 / variance : 1;
}

}  // namespace broadside
