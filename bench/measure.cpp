#include "bench/measure.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>

namespace broadside::bench {
namespace {

/// The value below which a share of all lies.
double quantile(std::vector<double> values, double share) {
  assert(!values.empty());
  const auto at = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  return values[at];
}

/// How many battles fill a slice. Also warms up caches, branch predictors and worker threads.
std::uint64_t battles_in(const Contender& contender, double seconds) {
  for (std::uint64_t battles = 64;; battles *= 2) {
    // The best of three: a slice that something else interrupted says nothing about its size.
    double took = INFINITY;
    for (int i = 0; i < 3; ++i) took = std::min(took, seconds_of([&] { contender.play(battles); }));
    if (took >= seconds / 4)
      return static_cast<std::uint64_t>(static_cast<double>(battles) * seconds / took);
  }
}

}  // namespace

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double Contender::best() const { return quantile(rates, 1); }
double Contender::median() const { return quantile(rates, 0.5); }

void race(std::span<Contender> contenders, int repetitions, double seconds, std::uint64_t fewest) {
  for (Contender& each : contenders) each.slice = std::max(fewest, battles_in(each, seconds));
  for (int i = 0; i < repetitions; ++i)
    for (Contender& each : contenders) {
      const double took = seconds_of([&] { each.play(each.slice); });
      each.rates.push_back(static_cast<double>(each.slice) / took);
    }
}

Ratio ratio(const Contender& first, const Contender& second) {
  constexpr std::size_t kParts = 3;
  Ratio all{first.best() / second.best(), INFINITY, 0};
  for (std::size_t part = 0; part < kParts; ++part) {
    double best = 0, other = 0;
    for (std::size_t i = part; i < first.rates.size(); i += kParts) {
      best = std::max(best, first.rates[i]);
      other = std::max(other, second.rates[i]);
    }
    all.low = std::min(all.low, best / other);
    all.high = std::max(all.high, best / other);
  }
  return all;
}

double best_of(int repetitions, double patience, const std::function<void()>& work) {
  double best = INFINITY, spent = 0;
  for (int i = 0; i < repetitions && (i == 0 || spent < patience); ++i) {
    const double took = seconds_of(work);
    best = std::min(best, took);
    spent += took;
  }
  return best;
}

}  // namespace broadside::bench
