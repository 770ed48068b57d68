#include "core/tables/pmf.hpp"

#include <doctest/doctest.h>

using namespace broadside;
using Law = Pmf<std::uint32_t>;

TEST_SUITE("pmf") {
  TEST_CASE("equal values merge and zero chances vanish") {
    const Law law{{{2, 0.25}, {1, 0.5}, {2, 0.25}, {9, 0.0}}};
    CHECK(law.size() == 2);
    CHECK(law.chance(1) == 0.5);
    CHECK(law.chance(2) == 0.5);
    CHECK(law.chance(9) == 0);
  }

  TEST_CASE("two ten-sided dice make the triangle") {
    std::vector<Law::Entry> faces;
    for (std::uint32_t f = 1; f <= 10; ++f) faces.emplace_back(f, 0.1);
    const Law sum = Law{faces}.power(2);
    for (std::uint32_t s = 2; s <= 20; ++s)
      CHECK(sum.chance(s) == doctest::Approx((10 - std::abs(11.0 - s)) / 100).epsilon(1e-14));
    CHECK(sum.total() == doctest::Approx(1).epsilon(1e-14));
  }

  TEST_CASE("power is repeated convolution, and the binomial is a power of one trial") {
    const Law trial{{{0, 0.7}, {1, 0.3}}};
    Law repeated;
    for (int n = 0; n <= 12; ++n) {
      const Law power = trial.power(n), closed = binomial(n, 0.3);
      for (std::uint32_t k = 0; k <= 12; ++k) {
        CHECK(power.chance(k) == doctest::Approx(repeated.chance(k)).epsilon(1e-13));
        CHECK(closed.chance(k) == doctest::Approx(repeated.chance(k)).epsilon(1e-13));
      }
      repeated = repeated.convolve(trial);
    }
  }

  TEST_CASE("a sure and an impossible trial are single values") {
    CHECK(binomial(5, 1).entries() == std::vector<Law::Entry>{{5, 1.0}});
    CHECK(binomial(5, 0).entries() == std::vector<Law::Entry>{{0, 1.0}});
    CHECK(binomial(0, 0.5).entries() == std::vector<Law::Entry>{{0, 1.0}});
  }

  TEST_CASE("map and then keep the total") {
    const Law law = binomial(4, 0.4);
    const Law halves = law.map([](std::uint32_t k) { return k / 2; });
    CHECK(halves.chance(0) == doctest::Approx(law.chance(0) + law.chance(1)));
    // k trials, then each success is tried again: successes of 4 trials at 0.4 * 0.5
    const Law twice = law.then([](std::uint32_t k) { return binomial(static_cast<int>(k), 0.5); });
    const Law thinned = binomial(4, 0.2);
    for (std::uint32_t k = 0; k <= 4; ++k)
      CHECK(twice.chance(k) == doctest::Approx(thinned.chance(k)).epsilon(1e-13));
  }
}
