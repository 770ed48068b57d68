// How fast are random numbers?
#include <cstdint>

#include <benchmark/benchmark.h>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include "bench/micro/check.hpp"
#include "core/kernel/rng.hpp"

namespace broadside::bench {
namespace {

constexpr int kDraws = 1024;

template <class Engine>
void draws(benchmark::State& state, Engine engine) {
  const auto half = Engine::max() / 2;
  std::uint64_t high = 0;
  for (auto _ : state)
    for (int i = 0; i < kDraws; ++i) high += engine() > half;
  state.SetItemsProcessed(state.iterations() * kDraws);
  check_share(state, high, state.iterations() * kDraws, 0.5);
}
BENCHMARK_CAPTURE(draws, xoshiro256pp, lane_stream(1, 0, 0));
BENCHMARK_CAPTURE(draws, philox4x32, Philox{1, 0});
BENCHMARK_CAPTURE(draws, boost_mt19937, boost::random::mt19937{});

/// What the naive kernel does for every die.
template <class Engine>
void dice(benchmark::State& state, Engine engine) {
  boost::random::uniform_int_distribution<int> die(1, 10);
  std::uint64_t hits = 0;
  for (auto _ : state)
    for (int i = 0; i < kDraws; ++i) hits += die(engine) >= 8;
  state.SetItemsProcessed(state.iterations() * kDraws);
  check_share(state, hits, state.iterations() * kDraws, 0.3);
}
BENCHMARK_CAPTURE(dice, xoshiro256pp, lane_stream(1, 0, 0));
BENCHMARK_CAPTURE(dice, philox4x32, Philox{1, 0});
BENCHMARK_CAPTURE(dice, boost_mt19937, boost::random::mt19937{});

void name_a_stream(benchmark::State& state) {
  std::uint64_t chunk = 0, high = 0;
  for (auto _ : state) high += lane_stream(1, chunk++, 3)() >> 63;
  check_share(state, high, state.iterations(), 0.5);
}
BENCHMARK(name_a_stream);

}  // namespace
}  // namespace broadside::bench
