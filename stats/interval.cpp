#include "stats/interval.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace broadside {

double normal_quantile(double p) {
  assert(p > 0 && p < 1);
  if (p > 0.5) return -normal_quantile(1 - p);
  // Abramowitz and Stegun 26.2.23, good to 4.5e-4; two Halley steps, each of which triples the
  // digits, do the rest.
  const double t = std::sqrt(-2 * std::log(p));
  double x = (2.515517 + t * (0.802853 + t * 0.010328)) /
                 (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) -
             t;
  for (int step = 0; step < 2; ++step) {
    const double excess = 0.5 * std::erfc(-x / std::numbers::sqrt2) - p;
    const double newton = excess * std::sqrt(2 * std::numbers::pi) * std::exp(x * x / 2);
    x -= newton / (1 + x * newton / 2);
  }
  return x;
}

Chance wilson_interval(std::uint64_t count, std::uint64_t battles, double confidence) {
  assert(count <= battles);
  if (battles == 0) return {0, 0, 1};
  const auto n = static_cast<double>(battles);
  return wilson_interval(static_cast<double>(count) / n, n, confidence);
}

Chance wilson_interval(double p, double n, double confidence) {
  assert(p >= 0 && p <= 1 && n > 0 && confidence > 0 && confidence < 1);
  const double z = -normal_quantile((1 - confidence) / 2);
  const double shrink = 1 / (1 + z * z / n);
  const double middle = (p + z * z / (2 * n)) * shrink;
  const double half = z * shrink * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  // At the ends the formula yields 0 and 1 up to rounding; elsewhere rounding must not push p out
  // either.
  return {p, p == 0 ? 0 : std::clamp(middle - half, 0.0, p),
          p == 1 ? 1 : std::clamp(middle + half, p, 1.0)};
}

// The confidence sequence.
//
// For one value p of the unknown chance compare, after n battles with k successes, the likelihood
// of a mixture of chances with that of p:
//
//     M_n(p; c) = integral of q^k (1-q)^(n-k) dBeta(q; c p, c (1-p))  /  ( p^k (1-p)^(n-k) ).
//
// If p is the truth this is a positive martingale that starts at 1, so by Ville's inequality (1939)
// it ever reaches 1/alpha with chance at most alpha. The set of all p with M_n(p) < 1/alpha
// therefore contains the truth for all n at once with confidence 1 - alpha, however one decides
// when to stop (Robbins, Annals of Mathematical Statistics 41, 1970: method of mixtures; Darling
// and Robbins 1967). The mixture may depend on p, since every p is tested by a martingale of its
// own; centring it there makes the test sharpest near the numbers of battles it is tuned to. A
// weighted mean over several c is such a martingale too: sharp near all their numbers of battles.
//
// The set is an interval: with the rising factorials written out,
//
//     log M_n(p; c) = sum_{i<k} log(c + i/p) + sum_{j<n-k} log(c + j/(1-p)) - sum_{i<n} log(c + i)
//
// each log(c + i/p) is convex in p, and so is the logarithm of a sum of such M. It contains k/n,
// where no mixture is likelier than the best single chance.
//
// Tuning (cf. Howard, Ramdas, McAuliffe, Sekhon: Time-uniform, nonparametric, nonasymptotic
// confidence sequences, Annals of Statistics 49, 2021, on normal mixtures): M_n < 1/alpha is nearly
// (k/n - p)^2 < z^2 p (1-p) / n with z^2 = (1 + c/n) (L + log(1 + n/c)), L = -2 log(alpha), which
// is least at about n/c = L + log(1 + L). A c of weight w has L = -2 log(w alpha) instead.
namespace {

/// What Stirling's formula for log(gamma(x)), (x - 1/2) log(x) - x + log(2 pi) / 2, leaves out; x > 0.
double stirling_rest(double x) {
  double factor = 1, shifted = x;
  for (; shifted < 16; ++shifted) factor *= shifted;  // gamma(x + 1) = x gamma(x)
  const double inverse = 1 / shifted, square = inverse * inverse;
  const double series =  // the next term is below 1e-16 from 16 on
      inverse *
      (1.0 / 12 -
       square * (1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680 - square / 1188))));
  if (shifted == x) return series;
  return (shifted - 0.5) * std::log(shifted) - shifted + series - std::log(factor) -
         ((x - 0.5) * std::log(x) - x);
}

/// The other scales have this share of the weight together; it costs the first one 3 % of width.
constexpr double kOtherScales = 0.2;
/// One scale is sharp enough for numbers of battles that differ by this much in all.
constexpr double kScaleStep = 16;
/// Nobody looks earlier, unless no more battles are to be had at all.
constexpr double kFirstLook = 16384;

}  // namespace

AnytimeInterval::AnytimeInterval(double confidence, double half_width)
    : AnytimeInterval(confidence, half_width, First{1}) {}

AnytimeInterval::AnytimeInterval(double confidence, double half_width, std::uint64_t most_battles)
    : AnytimeInterval(confidence, half_width, First{1 - kOtherScales}) {
  needed_ = std::min(needed_, static_cast<double>(most_battles));
  std::vector<double> others;
  for (double battles = needed_; battles > kFirstLook;) others.push_back(battles /= kScaleStep);
  scales_ = {scale(needed_, others.empty() ? 1 : 1 - kOtherScales)};
  for (const double battles : others)
    scales_.push_back(scale(battles, kOtherScales / static_cast<double>(others.size())));
}

AnytimeInterval::AnytimeInterval(double confidence, double half_width, First first)
    : threshold_(-std::log1p(-confidence)) {
  assert(confidence > 0 && confidence < 1 && half_width > 0);
  const double ratio = best_ratio(first.weight);
  const double level = 2 * (threshold_ - std::log(first.weight));
  const double z_squared = (1 + 1 / ratio) * (level + std::log1p(ratio));
  needed_ = z_squared / (4 * half_width * half_width);
  scales_ = {scale(needed_, first.weight)};
}

/// Battles by concentration, where a scale of this weight is sharpest.
double AnytimeInterval::best_ratio(double weight) const {
  const double level = 2 * (threshold_ - std::log(weight));
  return level + std::log1p(level);
}

AnytimeInterval::Scale AnytimeInterval::scale(double battles, double weight) const {
  return {std::max(1.0, battles / best_ratio(weight)), weight};
}

// With x_1 = (k/p - n) / (c + n) and x_2 the same of the failures, log M_n(p; c) is
//     (k + c p - 1/2) log(1 + x_1) + (n - k + c (1-p) - 1/2) log(1 + x_2) - log(1 + n/c) / 2
// and the rests of Stirling's formula: no term is much larger than the sum, so that the digits are
// there for 10^15 battles too.
double AnytimeInterval::log_mixture(double k, double n, double p) const {
  const double q = 1 - p, failed = n - k;
  double most = -std::numeric_limits<double>::infinity();
  double sum = 0;
  for (const auto& [c, weight] : scales_) {
    const double cp = c * p, cq = c * q;
    const double rests = stirling_rest(cp + k) - stirling_rest(cp) + stirling_rest(cq + failed) -
                         stirling_rest(cq) - stirling_rest(c + n) + stirling_rest(c);
    const double one =
        std::log(weight) + rests + (k + cp - 0.5) * std::log1p((k - n * p) / p / (c + n)) +
        (failed + cq - 0.5) * std::log1p((n * p - k) / q / (c + n)) - 0.5 * std::log1p(n / c);
    if (one <= most) {
      sum += std::exp(one - most);
    } else {
      sum = sum * std::exp(most - one) + 1;
      most = one;
    }
  }
  return most + std::log(sum);
}

Chance AnytimeInterval::operator()(std::uint64_t count, std::uint64_t battles) const {
  assert(count <= battles);
  if (battles == 0) return {0, 0, 1};
  const auto n = static_cast<double>(battles), k = static_cast<double>(count);
  const double estimate = k / n;
  const auto excess = [&](double p) { return log_mixture(k, n, p) - threshold_; };
  // The end towards `edge`, which is 0 or 1: outwards in growing steps until outside, then between
  // the last two; 12 digits, rounded outwards.
  const auto end = [&](double edge) {
    const double toward = edge > estimate ? 1 : -1;
    double in = estimate, out = edge;
    for (double step = std::sqrt(estimate * (1 - estimate) / n) + 1 / n;; step *= 2) {
      const double next = estimate + toward * step;
      if ((edge - next) * toward <= 0) break;
      if (excess(next) >= 0) {
        out = next;
        break;
      }
      in = next;
    }
    for (int step = 0; step < 60 && std::abs(out - in) > 1e-13; ++step) {
      const double middle = (in + out) / 2;
      (excess(middle) < 0 ? in : out) = middle;
    }
    return out;
  };
  return {estimate, count == 0 ? 0 : end(0), count == battles ? 1 : end(1)};
}

}  // namespace broadside
