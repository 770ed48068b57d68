#include "stats/compare.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "core/kernel/rng.hpp"

using namespace broadside;

namespace {

double uniform(Philox& dice) { return (dice() + 0.5) / 4294967296.0; }

/// Two fleets that win together with chance `both`, alone with `only_a` and `only_b`.
PairedWins sample(double both, double only_a, double only_b, int battles, std::uint64_t seed) {
  PairedWins wins(2);
  Philox dice{7, seed};
  for (int i = 0; i < battles; ++i) {
    const double u = uniform(dice);
    const bool a = u < both + only_a,
               b = u < both || (u >= both + only_a && u < both + only_a + only_b);
    wins.add({static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)});
  }
  return wins;
}

}  // namespace

TEST_CASE("exact differences: better, worse, and equal up to rounding") {
  CHECK(exact_difference(0.5, 0.4).verdict() == Verdict::better);
  CHECK(exact_difference(0.4, 0.5).verdict() == Verdict::worse);
  CHECK(exact_difference(0.1 + 0.2, 0.3).verdict() == Verdict::equal);
  CHECK(exact_difference(300.0, 300.0 + 1e-11).verdict() == Verdict::equal);
  CHECK(exact_difference(0.5, 0.5 + 1e-11).verdict() == Verdict::worse);
  CHECK(exact_difference(0.5, 0.4).value == doctest::Approx(0.1));
}

TEST_CASE("paired wins add up in any order") {
  PairedWins all(3), left(3), right(3);
  for (int i = 0; i < 50; ++i) {
    const std::vector<std::uint8_t> won{static_cast<std::uint8_t>(i % 2),
                                        static_cast<std::uint8_t>(i % 3 == 0), 1};
    all.add(won);
    (i < 20 ? right : left).add(won);
  }
  left += right;
  CHECK(left.battles() == 50);
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) CHECK(left.both(a, b) == all.both(b, a));
  CHECK(all.wins(0) == 25);
  CHECK(all.wins(1) == 17);
  CHECK(all.both(0, 1) == 8);  // 3, 9, ..., 45
  CHECK(all.both(0, 2) == 25);
}

TEST_CASE("nothing played, nothing known") {
  const PairedWins none(2);
  const Difference nothing = none.difference(0, 1, 0.95);
  CHECK(nothing.low == -1);
  CHECK(nothing.high == 1);
  CHECK(nothing.verdict() == Verdict::unclear);
  for (const double gain : none.gains()) CHECK(gain == 1);
}

TEST_CASE("a difference is mirrored, holds its estimate and narrows") {
  double width = 2;
  for (const int battles : {100, 1'000, 10'000, 100'000}) {
    const PairedWins wins = sample(0.5, 0.06, 0.03, battles, 1);
    const Difference ab = wins.difference(0, 1, 0.95), ba = wins.difference(1, 0, 0.95);
    CHECK(ab.low <= ab.value);
    CHECK(ab.value <= ab.high);
    CHECK(ab.low == doctest::Approx(-ba.high).epsilon(1e-9));
    CHECK(ab.high == doctest::Approx(-ba.low).epsilon(1e-9));
    CHECK(ab.high - ab.low < width);
    width = ab.high - ab.low;
  }
  CHECK(sample(0.5, 0.06, 0.03, 100'000, 1).difference(0, 1, 0.95).verdict() == Verdict::better);
}

TEST_CASE("looking again and again: equal fleets are told apart as seldom as promised") {
  constexpr int kRuns = 600, kLooks = 40, kStep = 250;
  constexpr double kAlpha = 0.05;
  for (const double truth : {0.0, 0.02}) {
    int wrong = 0;
    for (int run = 0; run < kRuns; ++run) {
      PairedWins wins(2);
      bool missed = false;
      for (int look = 0; look < kLooks; ++look) {
        wins += sample(0.4, 0.05 + truth, 0.05, kStep,
                       static_cast<std::uint64_t>(run) * kLooks + static_cast<std::uint64_t>(look));
        const Difference difference = wins.difference(0, 1, 1 - kAlpha);
        missed |= difference.low > truth || difference.high < truth;
      }
      wrong += missed;
    }
    CAPTURE(truth);
    CHECK(wrong <= kAlpha * kRuns + 3 * std::sqrt(kAlpha * (1 - kAlpha) * kRuns));
  }
}

TEST_CASE("the gain of common dice is the ratio of the variances") {
  // Var(a) + Var(b) against Var(a - b): p = 0.55 and 0.52, both at once 0.5.
  const PairedWins wins = sample(0.5, 0.05, 0.02, 400'000, 3);
  const double apart = 0.55 * 0.45 + 0.52 * 0.48, together = 0.07 - 0.03 * 0.03;
  CHECK(wins.gains()[1] == doctest::Approx(apart / together).epsilon(0.03));
  CHECK(wins.gains()[2] == wins.gains()[1]);
  CHECK(wins.gains()[0] == 1);
}
