#pragma once
// Question: how sure is a chance that was counted?
//
// Two intervals, because there are two ways to stop:
// - The number of battles was fixed beforehand, or by a clock that does not look at the results:
//   Wilson's.
// - Sampling stopped because the interval looked narrow enough: that of a confidence sequence,
//   which holds for all numbers of battles at once. A plain interval that is looked at again and
//   again misses far more often than it says.
//
// Each interval holds at the stated confidence by itself; that all those of a report hold together
// is less sure.

#include <cstdint>
#include <vector>

namespace broadside {

/// A chance and how sure we are: low == p == high when it is exact.
struct Chance {
  double p = 0, low = 0, high = 0;
  constexpr double half_width() const noexcept { return (high - low) / 2; }
};

constexpr Chance exactly(double p) noexcept { return {p, p, p}; }

/// The x that a standard normal variable stays below with chance p, 0 < p < 1.
double normal_quantile(double p);

/// Wilson's score interval (JASA 22, 1927) for `count` of `battles`, the number of battles fixed
/// beforehand.
Chance wilson_interval(std::uint64_t count, std::uint64_t battles, double confidence);

/// The same for a share p of a number of battles that need not be whole: where battles are not
/// independent, as many independent ones as are equally sure.
Chance wilson_interval(double p, double battles, double confidence);

/// An interval for `count` of `battles` that stays valid when sampling stops by looking at it.
/// See interval.cpp for the method and why it holds.
class AnytimeInterval {
 public:
  /// Narrowest around the number of battles at which a chance of one half is known to +-half_width.
  /// Any half_width > 0 gives a valid sequence, but it must be chosen before the first battle.
  AnytimeInterval(double confidence, double half_width);

  /// The same where sampling may end long before that: after most_battles at the latest, by a
  /// clock or because the chances are far from one half. Narrowest at what can be reached, and
  /// from a confidence of 90 % on at no number of battles more than 2.5 times as wide as an
  /// interval for a number that was fixed beforehand.
  AnytimeInterval(double confidence, double half_width, std::uint64_t most_battles);

  Chance operator()(std::uint64_t count, std::uint64_t battles) const;

  /// About how many battles a chance of one half needs, or can get.
  double battles_needed() const noexcept { return needed_; }

 private:
  /// One member of the mixture.
  struct Scale {
    double concentration;  ///< how closely it lies around the chance that is tested
    double weight;         ///< all of them add up to one
  };
  /// Where the first scale is the only one, or has this weight.
  struct First {
    double weight;
  };
  AnytimeInterval(double confidence, double half_width, First first);
  double best_ratio(double weight) const;
  Scale scale(double battles, double weight) const;
  double log_mixture(double count, double battles, double p) const;

  double threshold_;  ///< log(1 / alpha)
  double needed_;
  std::vector<Scale> scales_;
};

}  // namespace broadside
