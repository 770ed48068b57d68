#include "stats/interval.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
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
//     M_n(p) = integral of q^k (1-q)^(n-k) dBeta(q; c p, c (1-p))  /  ( p^k (1-p)^(n-k) ).
//
// If p is the truth this is a positive martingale that starts at 1, so by Ville's inequality (1939)
// it ever reaches 1/alpha with chance at most alpha. The set of all p with M_n(p) < 1/alpha
// therefore contains the truth for all n at once with confidence 1 - alpha, however one decides
// when to stop (Robbins, Annals of Mathematical Statistics 41, 1970: method of mixtures; Darling
// and Robbins 1967). The mixture may depend on p, since every p is tested by a martingale of its
// own; centring it there makes the test sharpest near the numbers of battles it is tuned to.
//
// The set is an interval, so its ends are found by bisection: with the rising factorials written
// out,
//
//     log M_n(p) = sum_{i<k} log(c + i/p) + sum_{j<n-k} log(c + j/(1-p)) - sum_{i<n} log(c + i)
//
// and each log(c + i/p) is convex in p. It contains k/n, where no mixture is likelier than the best
// single chance.
//
// Tuning (cf. Howard, Ramdas, McAuliffe, Sekhon: Time-uniform, nonparametric, nonasymptotic
// confidence sequences, Annals of Statistics 49, 2021, on normal mixtures): M_n < 1/alpha is nearly
// (k/n - p)^2 < z^2 p (1-p) / n with z^2 = (1 + c/n) (L + log(1 + n/c)), L = -2 log(alpha), which
// is least at about n/c = L + log(1 + L).
namespace {

/// log(gamma(x)), x > 0. Not std::lgamma, which writes a global variable and so is a data race
/// between threads.
double log_gamma(double x) {
  double factor = 1;
  for (; x < 16; ++x) factor *= x;  // gamma(x + 1) = x gamma(x)
  const double inverse = 1 / x, square = inverse * inverse;
  const double series =  // Stirling's; the next term is below 1e-16 from 16 on
      inverse *
      (1.0 / 12 -
       square * (1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680 - square / 1188))));
  return (x - 0.5) * std::log(x) - x + 0.5 * std::log(2 * std::numbers::pi) + series -
         std::log(factor);
}

/// log( x (x+1) ... (x+n-1) )
double log_rising(double x, double n) { return n > 0 ? log_gamma(x + n) - log_gamma(x) : 0; }

}  // namespace

AnytimeInterval::AnytimeInterval(double confidence, double half_width)
    : threshold_(-std::log1p(-confidence)) {
  assert(confidence > 0 && confidence < 1 && half_width > 0);
  const double level = 2 * threshold_;
  const double ratio = level + std::log1p(level);
  const double z_squared = (1 + 1 / ratio) * (level + std::log1p(ratio));
  needed_ = z_squared / (4 * half_width * half_width);
  concentration_ = std::max(1.0, needed_ / ratio);
}

Chance AnytimeInterval::operator()(std::uint64_t count, std::uint64_t battles) const {
  assert(count <= battles);
  if (battles == 0) return {0, 0, 1};
  const auto n = static_cast<double>(battles), k = static_cast<double>(count);
  const double c = concentration_, estimate = k / n;
  const double common = threshold_ + log_rising(c, n);
  const auto inside = [&](double p) {
    const double q = 1 - p;
    const double successes = k > 0 ? log_rising(c * p, k) - k * std::log(p) : 0;
    const double failures = k < n ? log_rising(c * q, n - k) - (n - k) * std::log1p(-p) : 0;
    return successes + failures < common;
  };
  // The end between `in`, which is inside, and `out`, which is outside or the end of [0, 1]; 12
  // digits, rounded outwards.
  const auto end = [&](double in, double out) {
    for (int step = 0; step < 40; ++step) {
      const double middle = (in + out) / 2;
      (inside(middle) ? in : out) = middle;
    }
    return out;
  };
  return {estimate, count == 0 ? 0 : end(estimate, 0), count == battles ? 1 : end(estimate, 1)};
}

}  // namespace broadside
