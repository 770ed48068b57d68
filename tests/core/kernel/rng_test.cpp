#include "core/kernel/rng.hpp"

#include <set>

#include <boost/random/uniform_int_distribution.hpp>
#include <doctest/doctest.h>

using namespace broadside;

TEST_SUITE("rng") {
  TEST_CASE("Philox4x32-10 gives the known answers published with it") {
    using Block = Philox::Block;
    CHECK(Philox::hash({0, 0, 0, 0}, {0, 0}) ==
          Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
    CHECK(Philox::hash({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}) ==
          Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
    CHECK(
        Philox::hash({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
  }

  TEST_CASE("xoshiro256++ gives the known answers of its reference implementation") {
    Xoshiro engine{{1, 2, 3, 4}};
    for (std::uint64_t expected :
         {41943041ull, 58720359ull, 3588806011781223ull, 3591011842654386ull,
          9228616714210784205ull, 9973669472204895162ull, 14011001112246962877ull,
          12406186145184390807ull, 15849039046786891736ull, 10450023813501588000ull})
      CHECK(engine() == expected);
  }

  TEST_CASE("a Philox stream is its blocks one after the other") {
    Philox stream{0x299f31d0a4093822ull, 7};
    const auto first = Philox::hash({0, 0, 7, 0}, {0xa4093822, 0x299f31d0});
    const auto second = Philox::hash({1, 0, 7, 0}, {0xa4093822, 0x299f31d0});
    for (auto word : first) CHECK(stream() == word);
    for (auto word : second) CHECK(stream() == word);
  }

  TEST_CASE("streams of different seeds, chunks and lanes differ") {
    std::set<std::uint64_t> first_draws;
    for (std::uint64_t seed : {0ull, 1ull, 1ull << 32, ~0ull})
      for (std::uint64_t chunk : {0ull, 1ull, 1ull << 32, 1ull << 63})
        for (std::uint32_t lane = 0; lane < kLanes; ++lane)
          first_draws.insert(lane_stream(seed, chunk, lane)());
    CHECK(first_draws.size() == 4 * 4 * kLanes);
  }

  TEST_CASE("both engines drive Boost's distributions evenly") {
    const auto spread = [](auto engine) {
      boost::random::uniform_int_distribution<int> face{1, 10};
      std::array<int, 11> seen{};
      constexpr int kRolls = 100'000;
      for (int i = 0; i < kRolls; ++i) ++seen[static_cast<std::size_t>(face(engine))];
      double chi_square = 0;
      for (std::size_t f = 1; f <= 10; ++f)
        chi_square += (seen[f] - kRolls / 10.0) * (seen[f] - kRolls / 10.0) / (kRolls / 10.0);
      return chi_square;
    };
    CHECK(spread(Philox{1}) < 27.9);  // 9 degrees of freedom, one in a thousand
    CHECK(spread(lane_stream(1, 0, 0)) < 27.9);
  }
}
