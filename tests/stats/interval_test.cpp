#include "stats/interval.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <boost/random/binomial_distribution.hpp>
#include <doctest/doctest.h>

#include "core/kernel/rng.hpp"

using namespace broadside;

TEST_CASE("normal quantiles") {
  CHECK(normal_quantile(0.5) == doctest::Approx(0).epsilon(1e-15));
  CHECK(normal_quantile(0.975) == doctest::Approx(1.959963984540054).epsilon(1e-14));
  CHECK(normal_quantile(0.995) == doctest::Approx(2.575829303548901).epsilon(1e-14));
  CHECK(normal_quantile(0.025) == doctest::Approx(-normal_quantile(0.975)).epsilon(1e-14));
  CHECK(normal_quantile(1e-10) == doctest::Approx(-6.361340902404056).epsilon(1e-13));
  for (double p = 1e-300; p < 0.5;
       p *= 7)  // the inverse of the distribution function, far into the tail
    CHECK(0.5 * std::erfc(-normal_quantile(p) / std::sqrt(2.0)) ==
          doctest::Approx(p).epsilon(1e-10));
}

TEST_CASE("Wilson intervals as published") {
  // Newcombe, Statistics in Medicine 17 (1998), table I, method 3
  struct Known {
    std::uint64_t count, battles;
    double low, high;
  };
  for (const auto& [count, battles, low, high] : {Known{81, 263, 0.2553, 0.3662},
                                                  {15, 148, 0.0624, 0.1605},
                                                  {0, 20, 0, 0.1611},
                                                  {1, 29, 0.0061, 0.1718}}) {
    CAPTURE(count);
    const Chance chance = wilson_interval(count, battles, 0.95);
    CHECK(std::abs(chance.low - low) < 0.5e-4);
    CHECK(std::abs(chance.high - high) < 0.5e-4);
    CHECK(chance.p == static_cast<double>(count) / static_cast<double>(battles));
  }
}

TEST_CASE("every interval holds its estimate and stays within 0 and 1") {
  const auto check = [](const Chance& chance) {
    CHECK(chance.low >= 0);
    CHECK(chance.low <= chance.p);
    CHECK(chance.p <= chance.high);
    CHECK(chance.high <= 1);
  };
  for (const std::uint64_t battles :
       {1ull, 2ull, 7ull, 100ull, 16384ull, 4194304ull, 1000000000000ull})
    for (const std::uint64_t count :
         {std::uint64_t{0}, std::uint64_t{1}, battles / 3, battles / 2, battles - 1, battles})
      for (const double confidence : {0.5, 0.95, 0.999999}) {
        CAPTURE(battles);
        CAPTURE(count);
        CAPTURE(confidence);
        const Chance wilson = wilson_interval(count, battles, confidence);
        check(wilson);
        for (const double half_width : {0.3, 0.01, 1e-4, 1e-7}) {
          CAPTURE(half_width);
          const Chance anytime = AnytimeInterval{confidence, half_width}(count, battles);
          check(anytime);
          CHECK((anytime.low == 0) >= (count == 0));
          CHECK((anytime.high == 1) >= (count == battles));
        }
        CHECK((wilson.low == 0) == (count == 0));
        CHECK((wilson.high == 1) == (count == battles));
      }
  for (const Chance& nothing :
       {wilson_interval(std::uint64_t{0}, 0, 0.95), AnytimeInterval{0.95, 0.01}(0, 0)}) {
    CHECK(nothing.low == 0);
    CHECK(nothing.high == 1);
  }
}

TEST_CASE("a confidence sequence mirrors and narrows") {
  const AnytimeInterval interval{0.95, 0.01};
  const Chance left = interval(123, 1000), right = interval(877, 1000);
  CHECK(left.low == doctest::Approx(1 - right.high).epsilon(1e-10));
  CHECK(left.high == doctest::Approx(1 - right.low).epsilon(1e-10));
  double width = 1;
  for (std::uint64_t battles = 100; battles < 100'000'000; battles *= 10) {
    const Chance chance = interval(battles / 4, battles);
    CHECK(chance.half_width() < width);
    // never narrower than the interval that may be looked at once
    CHECK(chance.half_width() > wilson_interval(battles / 4, battles, 0.95).half_width());
    width = chance.half_width();
  }
}

TEST_CASE("a confidence sequence is tuned to the precision asked for") {
  for (const double half_width : {0.05, 0.001, 1e-5})
    for (const double confidence : {0.8, 0.95, 0.999}) {
      const AnytimeInterval interval{confidence, half_width};
      const auto needed = static_cast<std::uint64_t>(interval.battles_needed());
      CHECK(interval(needed / 2, needed).half_width() == doctest::Approx(half_width).epsilon(0.02));
      // What it costs to be allowed to look: 3.7, 2.4, 1.7 times the battles.
      const double z = -normal_quantile((1 - confidence) / 2),
                   single_look = z * z / (4 * half_width * half_width);
      CHECK(interval.battles_needed() < 4 * single_look);
      if (confidence > 0.9) CHECK(interval.battles_needed() < 2.5 * single_look);
    }
}

TEST_CASE("a sequence for what can be reached is never much wider than a fixed number's interval") {
  constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
  double widest = 0;
  for (const double confidence : {0.9, 0.95, 0.999})
    for (const double half_width : {0.01, 1e-4, 1e-7})
      for (const std::uint64_t most :
           {std::uint64_t{1000}, std::uint64_t{4'194'304}, std::uint64_t{1} << 40, kNoLimit}) {
        const AnytimeInterval interval{confidence, half_width, most};
        const double last = std::min(static_cast<double>(most), interval.battles_needed());
        for (double battles = last; battles >= std::min(last, 16384.0); battles /= 1.7)
          for (const double p : {0.5, 0.03}) {
            CAPTURE(confidence);
            CAPTURE(half_width);
            CAPTURE(most);
            CAPTURE(battles);
            CAPTURE(p);
            const auto n = static_cast<std::uint64_t>(battles);
            const auto k = static_cast<std::uint64_t>(p * battles);
            const double ratio =
                interval(k, n).half_width() / wilson_interval(k, n, confidence).half_width();
            CHECK(ratio > 1);
            CHECK(ratio < 2.5);
            widest = std::max(widest, ratio);
          }
      }
  MESSAGE("at most " << widest << " times as wide");
  // The first command of the issue that led here: two and a half times would be 0.12 %.
  CHECK(AnytimeInterval{0.95, 1e-7, 4'194'304}(1'857'000, 4'194'304).half_width() < 0.0009);
}

TEST_CASE("the ends of a sequence are where its martingale reaches the limit") {
  // The mixture of one scale written out as products, for as few battles as that allows.
  const auto log_mixture = [](double c, double p, int k, int n) {
    double log = 0;
    for (int i = 0; i < k; ++i) log += std::log(c + i / p);
    for (int j = 0; j < n - k; ++j) log += std::log(c + j / (1 - p));
    for (int i = 0; i < n; ++i) log -= std::log(c + i);
    return log;
  };
  const double alpha = 0.05, level = -2 * std::log(alpha);
  for (const double half_width : {0.4, 0.05, 0.01}) {
    const AnytimeInterval interval{1 - alpha, half_width};
    const double c = std::max(1.0, interval.battles_needed() / (level + std::log1p(level)));
    for (const auto& [k, n] : {std::pair{3, 10}, {1, 1000}, {40, 90}, {2900, 3000}}) {
      CAPTURE(half_width);
      CAPTURE(k);
      CAPTURE(n);
      const Chance chance = interval(static_cast<std::uint64_t>(k), static_cast<std::uint64_t>(n));
      if (chance.low > 1e-9)
        CHECK(log_mixture(c, chance.low, k, n) == doctest::Approx(-std::log(alpha)).epsilon(1e-10));
      if (chance.high < 1 - 1e-9)
        CHECK(log_mixture(c, chance.high, k, n) ==
              doctest::Approx(-std::log(alpha)).epsilon(1e-10));
    }
  }
}

TEST_CASE("the digits of a sequence are there for 10^14 battles too") {
  const AnytimeInterval interval{0.95, 1e-7};
  const auto n = static_cast<std::uint64_t>(interval.battles_needed());
  const Chance chance = interval(n / 2, n);
  CHECK(chance.half_width() == doctest::Approx(1e-7).epsilon(0.001));
  CHECK(0.5 - chance.low == doctest::Approx(chance.high - 0.5).epsilon(1e-4));
}

TEST_CASE("the chance that a confidence sequence ever misses, computed and not sampled") {
  constexpr double kAlpha = 0.1;
  constexpr std::uint64_t kBattles = 150;
  const AnytimeInterval interval{1 - kAlpha, 0.15};
  std::vector<std::vector<Chance>> intervals(kBattles + 1);
  for (std::uint64_t n = 1; n <= kBattles; ++n)
    for (std::uint64_t k = 0; k <= n; ++k) intervals[n].push_back(interval(k, n));
  for (const double p : {0.003, 0.02, 0.1, 0.3, 0.5, 0.77, 0.99}) {
    CAPTURE(p);
    std::vector<double> never_missed{1.0};  // by number of successes so far
    double missed = 0;
    for (std::uint64_t n = 1; n <= kBattles; ++n) {
      std::vector<double> next(n + 1);
      for (std::uint64_t k = 0; k < n; ++k) {
        next[k] += never_missed[k] * (1 - p);
        next[k + 1] += never_missed[k] * p;
      }
      for (std::uint64_t k = 0; k <= n; ++k)
        if (p < intervals[n][k].low || p > intervals[n][k].high) {
          missed += next[k];
          next[k] = 0;
        }
      never_missed = std::move(next);
    }
    CHECK(missed <= kAlpha);
    if (p == 0.5)
      CHECK(missed > kAlpha / 10);  // the test would notice an interval that is merely too wide
  }
}

TEST_CASE(
    "looking after every batch: a confidence sequence keeps its word, a plain interval does not") {
  constexpr int kRuns = 2000;
  constexpr double kAlpha = 0.05;
  const AnytimeInterval interval{1 - kAlpha, 0.01};
  for (const double p : {0.5, 0.08}) {
    CAPTURE(p);
    int missed = 0, plain_missed = 0;
    for (int run = 0; run < kRuns; ++run) {
      Philox dice{20, static_cast<std::uint64_t>(run)};
      std::uint64_t count = 0, battles = 0;
      bool miss = false, plain_miss = false;
      while (battles < 100'000) {
        const int batch = 200 + static_cast<int>(battles / 5);
        count += static_cast<std::uint64_t>(
            boost::random::binomial_distribution<int, double>{batch, p}(dice));
        battles += static_cast<std::uint64_t>(batch);
        const Chance chance = interval(count, battles),
                     plain = wilson_interval(count, battles, 1 - kAlpha);
        miss |= p < chance.low || p > chance.high;
        plain_miss |= p < plain.low || p > plain.high;
      }
      missed += miss;
      plain_missed += plain_miss;
    }
    const double error = std::sqrt(kAlpha * (1 - kAlpha) * kRuns);
    CHECK(missed <= kAlpha * kRuns + 3 * error);
    CHECK(plain_missed > kAlpha * kRuns + 3 * error);  // some 30 %: why the sequence is needed
  }
}
