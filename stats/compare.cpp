#include "stats/compare.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "stats/interval.hpp"

namespace broadside {

const char* name(Verdict verdict) noexcept {
  constexpr const char* kNames[] = {"better", "worse", "equal", "cannot tell yet"};
  return kNames[static_cast<int>(verdict)];
}

Difference exact_difference(double first, double second) noexcept {
  constexpr double kRounding = 1e-12;  // the solver's errors stay near 1e-14
  const double difference = first - second;
  const double scale = std::max({1.0, std::abs(first), std::abs(second)});
  if (std::abs(difference) <= kRounding * scale) return {};
  return {difference, difference, difference};
}

void PairedWins::add(const std::vector<std::uint8_t>& won) {
  assert(won.size() == fleets_);
  ++battles_;
  for (std::size_t a = 0; a < fleets_; ++a) {
    if (!won[a]) continue;
    for (std::size_t b = a; b < fleets_; ++b) both_[a * fleets_ + b] += won[b];
  }
}

PairedWins& PairedWins::operator+=(const PairedWins& more) {
  assert(more.fleets_ == fleets_);
  battles_ += more.battles_;
  for (std::size_t i = 0; i < both_.size(); ++i) both_[i] += more.both_[i];
  return *this;
}

// Why this holds at every look.
//
// Only battles that one fleet wins and the other does not tell them apart (McNemar, Psychometrika
// 12, 1947). Let d be the chance of such a battle and t the chance that a then is the winner; the
// chances to win differ by d (2 t - 1). The battles that count are independent of one another, and
// leaving out the others does not look ahead, so their winners are tosses of one coin with chance
// t: the confidence sequence of interval.hpp holds for it at all numbers of battles at once, and so
// does the one for d. Both together hold with the sum of their errors (union bound). The sign of
// the difference rests on t alone, so t gets nearly all of the error.
Difference PairedWins::difference(std::size_t a, std::size_t b, double confidence) const {
  constexpr double kShareOfSign = 0.9;
  // Tuned to differences of about this size (in t): any choice is valid, this one is sharp where
  // fleets are nearly equal.
  constexpr double kHalfWidth = 0.02;
  const double alpha = 1 - confidence;
  const AnytimeInterval sign{1 - kShareOfSign * alpha, kHalfWidth};
  const AnytimeInterval size{1 - (1 - kShareOfSign) * alpha, kHalfWidth};
  const std::uint64_t only_a = wins(a) - both(a, b), only_b = wins(b) - both(a, b);
  const Chance t = sign(only_a, only_a + only_b), d = size(only_a + only_b, battles_);
  const auto product = [&](double tilt) {
    return std::pair{std::min(d.low * tilt, d.high * tilt), std::max(d.low * tilt, d.high * tilt)};
  };
  const double value = battles_ == 0 ? 0
                                     : (static_cast<double>(only_a) - static_cast<double>(only_b)) /
                                           static_cast<double>(battles_);
  return {value, product(2 * t.low - 1).first, product(2 * t.high - 1).second};
}

std::vector<double> PairedWins::gains() const {
  const auto all = static_cast<double>(std::max<std::uint64_t>(battles_, 1));
  const auto won = [&](std::size_t a, std::size_t b) {
    return static_cast<double>(both(a, b)) / all;
  };
  const auto covariance = [&](std::size_t a, std::size_t b) {
    return won(a, b) - won(a, a) * won(b, b);
  };
  std::vector<double> gains(fleets_ * fleets_, 1.0);
  for (std::size_t a = 0; a < fleets_; ++a)
    for (std::size_t b = 0; b < fleets_; ++b) {
      const double apart = covariance(a, a) + covariance(b, b),
                   paired = apart - 2 * covariance(a, b);
      if (a != b && paired > 0) gains[a * fleets_ + b] = apart / paired;
    }
  return gains;
}

}  // namespace broadside
