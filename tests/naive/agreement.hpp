#pragma once
// Question: does a share that was counted fit a chance that was solved?

#include <algorithm>
#include <cmath>

namespace broadside::naive {

inline constexpr double kStandardErrors = 4.5;
inline constexpr double kTail = 3.4e-6;  ///< chance of more than 4.5 standard errors to one side
inline constexpr double kRoundingNoise = 1e-12;  ///< a solved chance below this is none

/// Squares of standard errors, so that many small disagreements show as well as one large one.
struct Squares {
  double sum = 0;
  int count = 0;
  double largest = 0;
  void add(double z) {
    sum += z * z;
    ++count;
    largest = std::max(largest, std::abs(z));
  }
  double mean() const { return sum / count; }
};

/// Chance of at most `count`, and of at least `count`, events when `mean` are expected; the smaller
/// one.
inline double poisson_tail(double mean, double count) {
  double below = 0, term = std::exp(-mean);
  for (double k = 0; k < count; ++k) {
    below += term;
    term *= mean / (k + 1);
  }
  const double at_least = 1 - below;
  const double at_most = below + term;
  return std::min(at_least, at_most);
}

/// Does a share seen in `battles` fit the solved chance? Variance of the solved chance; where fewer
/// than twenty events (or twenty exceptions) are expected the normal bound would be wrong, and the
/// same bound is put on the Poisson tail.
inline bool fits(double share, double battles, double p, Squares& squares) {
  if (p < kRoundingNoise) return share == 0;
  if (p > 1 - kRoundingNoise) return std::abs(share - 1) < kRoundingNoise;
  const double variance = battles * p * (1 - p);
  if (variance >= 20) {
    const double z = battles * (share - p) / std::sqrt(variance);
    squares.add(z);
    return std::abs(z) < kStandardErrors;
  }
  const bool rare = p < .5;
  const double expected = battles * (rare ? p : 1 - p);
  const double seen = std::round(battles * (rare ? share : 1 - share));
  // 1 - below loses its digits when at_least is tiny, which is far under the bound anyway.
  return poisson_tail(expected, seen) > kTail;
}

/// The same for two samples of the same battle.
inline bool fit_each_other(double share, double battles, double other, double others, double p) {
  const double variance = p * (1 - p);
  if (variance * std::min(battles, others) < 20)
    return true;  // each was held against the solved chance
  return std::abs(share - other) / std::sqrt(variance * (1 / battles + 1 / others)) <
         kStandardErrors;
}

}  // namespace broadside::naive
