#include "core/tables/alias.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "core/kernel/rng.hpp"

using namespace broadside;

namespace {

struct Row {
  Row(std::vector<double> law, std::uint32_t column_bits)
      : chance(std::move(law)), bits(column_bits), alias(1u << bits), refine(1u << bits) {
    fill_alias_row(chance, bits, alias, refine);
  }
  /// The chance that the row really gives, read back from the integers.
  double stored(std::uint32_t outcome) const {
    double sum = 0;
    const std::uint32_t mask = (1u << bits) - 1;
    for (std::uint32_t c = 0; c <= mask; ++c) {
      const double keeps =
          std::ldexp(double(alias[c] & alias_place_mask(bits)), -static_cast<int>(32 - bits)) +
          std::ldexp(double(refine[c]), -static_cast<int>(64 - bits));
      if (c == outcome) sum += keeps;
      if (alias[c] >> (32 - bits) == outcome) sum += 1 - keeps;
    }
    return sum / (mask + 1.0);
  }
  std::vector<double> chance;
  std::uint32_t bits;
  std::vector<std::uint32_t> alias, refine;
};

}  // namespace

TEST_SUITE("alias") {
  TEST_CASE("a row holds its law to a few roundings of a double") {
    Philox dice{3};
    for (int trial = 0; trial < 500; ++trial) {
      CAPTURE(trial);
      const std::uint32_t bits = 1 + static_cast<std::uint32_t>(trial) % 8;
      const std::size_t outcomes = 1 + dice() % (1u << bits);
      std::vector<double> law(outcomes);
      double sum = 0;
      for (double& p : law) sum += p = std::pow(dice() / 4294967296.0, 1 + trial % 30);
      for (double& p : law) p /= sum;
      const Row row{law, bits};
      for (std::uint32_t o = 0; o < (1u << bits); ++o)
        CHECK(std::abs(row.stored(o) - (o < outcomes ? law[o] : 0.0)) < std::ldexp(1.0, -49));
    }
  }

  TEST_CASE("outcomes of chance zero are never drawn") {
    const Row row{{0.0, 0.3, 0.0, 0.7, 0.0}, 3};
    for (std::uint64_t draw = 0; draw <= 0xffffffffu; draw += 65537) {
      for (std::uint32_t more : {0u, ~0u}) {
        const auto outcome = draw_alias(row.alias.data(), row.refine.data(), row.bits,
                                        static_cast<std::uint32_t>(draw), [more] { return more; });
        REQUIRE((outcome == 1 || outcome == 3));
      }
    }
  }

  TEST_CASE("a tie is decided by further bits, in proportion") {
    // Column 0 of two keeps all but a sliver finer than one draw
    const double p = 0.5 + std::ldexp(1.0, -34);
    const Row row{{p, 1 - p}, 1};
    CHECK(std::abs(row.stored(0) - p) < std::ldexp(1.0, -60));
    int ties = 0;
    for (std::uint32_t column : {0u, 1u}) {
      const std::uint32_t draw = column << 31 | (row.alias[column] & alias_place_mask(1));
      const auto drawn = [&](std::uint32_t more) {
        return draw_alias(row.alias.data(), row.refine.data(), row.bits, draw, [&] {
          ++ties;
          return more;
        });
      };
      if (row.refine[column] > 0) CHECK(drawn(row.refine[column] - 1) == column);
      CHECK(drawn(row.refine[column]) == row.alias[column] >> 31);
    }
    CHECK(ties >= 2);
  }
}
