#include "stats/racing.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace broadside {

Race::Race(std::size_t candidates, double range, double confidence)
    : range_(range),
      alpha_(1 - confidence),
      candidates_(candidates),
      sum_(candidates),
      products_(candidates * candidates) {
  assert(candidates > 0 && range > 0 && confidence > 0 && confidence < 1);
  for (std::size_t c = 0; c < candidates; ++c) alive_.push_back(c);
}

void Race::add(std::span<const double> scores) {
  const std::size_t width = alive_.size();
  assert(scores.size() % width == 0);
  for (std::size_t row = 0; row < scores.size(); row += width) {
    const double* const score = scores.data() + row;
    for (std::size_t a = 0; a < width; ++a) {
      sum_[a] += score[a];
      double* const products = products_.data() + a * width;
      for (std::size_t b = a; b < width; ++b) products[b] += score[a] * score[b];
    }
  }
  battles_ += scores.size() / width;
}

double Race::mean(std::size_t place) const {
  return battles_ == 0 ? 0 : sum_[place] / static_cast<double>(battles_);
}

std::size_t Race::leader() const {
  return static_cast<std::size_t>(std::max_element(sum_.begin(), sum_.end()) - sum_.begin());
}

// How far the mean difference lies above what chance alone could make it: positive = certain.
//
// The empirical Bernstein bound (Maurer, Pontil: Empirical Bernstein bounds and sample variance
// penalization, COLT 2009, theorem 4): with chance 1 - delta the mean of n differences from an
// interval of length R lies below its expectation plus
//     sqrt(2 V log(2/delta) / n) + 7 R log(2/delta) / (3 (n - 1)),   V the sample variance.
// Racing with it: Mnih, Szepesvari, Audibert: Empirical Bernstein stopping, ICML 2008; elimination
// of candidates: Maron, Moore: Hoeffding races, NIPS 1994.
double Race::behind(std::size_t leader, std::size_t place, double log_term) const {
  const std::size_t width = alive_.size();
  const auto n = static_cast<double>(battles_);
  const double mean = (sum_[leader] - sum_[place]) / n;
  const auto [first, second] = std::minmax(leader, place);
  const double squares = products_[leader * width + leader] -
                         2 * products_[first * width + second] + products_[place * width + place];
  const double variance = std::max(0.0, (squares - n * mean * mean) / (n - 1));
  const double reach = 2 * range_;  // a difference of two scores
  return mean - std::sqrt(2 * variance * log_term / n) - 7 * reach * log_term / (3 * (n - 1));
}

// The best candidate is given up only where some other one's mean is too high at some look. All
// these errors together are at most alpha: look k and each of the others get alpha / (k (k + 1)
// (candidates - 1)), and 1/(1 2) + 1/(2 3) + ... = 1.
void Race::look() {
  ++looks_;
  if (alive_.size() < 2 || battles_ < 2) return;
  const double k = looks_;
  const double delta = alpha_ / (k * (k + 1) * static_cast<double>(candidates_ - 1));
  const double log_term = std::log(2 / delta);
  const std::size_t width = alive_.size(), best = leader();
  std::vector<std::size_t> kept;
  for (std::size_t place = 0; place < width; ++place)
    if (place == best || behind(best, place, log_term) <= 0) kept.push_back(place);
  if (kept.size() == width) return;

  std::vector<std::size_t> alive;
  std::vector<double> sum, products;
  for (const std::size_t a : kept) {
    alive.push_back(alive_[a]);
    sum.push_back(sum_[a]);
    for (const std::size_t b : kept) products.push_back(products_[a * width + b]);
  }
  alive_ = std::move(alive);
  sum_ = std::move(sum);
  products_ = std::move(products);
}

}  // namespace broadside
