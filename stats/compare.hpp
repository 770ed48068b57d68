#pragma once
// Question: is one fleet better than another, and how sure is that?
//
// Battles of two fleets are paired: the same dice for both (common random numbers). Most pairs then
// end alike, and only those that do not say anything about the difference, so far fewer battles are
// needed than with dice of their own. The statements hold although sampling stops by looking at
// them: see compare.cpp.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace broadside {

enum class Verdict { better, worse, equal, unclear };  ///< equal: exactly, never from a sample
const char* name(Verdict verdict) noexcept;  ///< "better", "worse", "equal", "cannot tell yet"

/// A difference of two values and how sure it is: low == value == high where it is exact.
struct Difference {
  double value = 0, low = 0, high = 0;
  Verdict verdict() const noexcept {
    if (low > 0) return Verdict::better;
    if (high < 0) return Verdict::worse;
    return low == 0 && high == 0 ? Verdict::equal : Verdict::unclear;
  }
};

/// Exact values that differ by less than rounding are equal.
Difference exact_difference(double first, double second) noexcept;

/// How often the fleets won in the same battles: for each pair, both of them. Integers, which add
/// up in any order to the same sums.
class PairedWins {
 public:
  explicit PairedWins(std::size_t fleets) : fleets_(fleets), both_(fleets * fleets) {}

  /// One battle: won[f] is 1 where fleet f won it, else 0.
  void add(const std::vector<std::uint8_t>& won);
  PairedWins& operator+=(const PairedWins& more);

  std::uint64_t battles() const noexcept { return battles_; }
  std::uint64_t wins(std::size_t fleet) const noexcept { return both(fleet, fleet); }
  std::uint64_t both(std::size_t a, std::size_t b) const noexcept {
    return both_[a < b ? a * fleets_ + b : b * fleets_ + a];
  }

  /// Chance of a to win less that of b, sampled until it looked good, at this confidence.
  Difference difference(std::size_t a, std::size_t b, double confidence) const;

  /// How many times more battles the same certainty about each difference would take with dice of
  /// their own: the variances without their covariance, over those with it. By pair, [a * fleets +
  /// b]; 1 on the diagonal and where nothing varies.
  std::vector<double> gains() const;

 private:
  std::size_t fleets_;
  std::uint64_t battles_ = 0;
  std::vector<std::uint64_t> both_;  ///< [a * fleets + b], a <= b
};

}  // namespace broadside
