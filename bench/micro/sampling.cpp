// How fast is one volley drawn from its table, and how fast is the table made?
#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/micro/check.hpp"
#include "core/kernel/rng.hpp"
#include "core/tables/alias.hpp"
#include "core/tables/pmf.hpp"

namespace broadside::bench {
namespace {

constexpr int kDraws = 1024;
constexpr double kHit = 0.3;

/// Hits of `dice` dice as one alias row.
struct Row {
  explicit Row(int dice) {
    for (const auto& [hits, p] : binomial(dice, kHit)) chance.push_back(p);
    while ((1u << bits) < chance.size()) ++bits;
    alias.resize(std::size_t{1} << bits);
    refine.resize(alias.size());
    fill();
  }
  void fill() { fill_alias_row(chance, bits, alias, refine); }

  std::vector<double> chance;
  std::uint32_t bits = 1;
  std::vector<std::uint32_t> alias, refine;
};

void draw_from_table(benchmark::State& state) {
  const auto dice = static_cast<int>(state.range(0));
  const Row row{dice};
  Xoshiro engine = lane_stream(1, 0, 0);
  const auto more = [&] { return static_cast<std::uint32_t>(engine() >> 32); };
  std::uint64_t hits = 0;
  for (auto _ : state)
    for (int i = 0; i < kDraws; ++i)
      hits += draw_alias(row.alias.data(), row.refine.data(), row.bits,
                         static_cast<std::uint32_t>(engine() >> 32), more);
  state.SetItemsProcessed(state.iterations() * kDraws);
  check_share(state, hits, state.iterations() * kDraws * dice, kHit);
}
BENCHMARK(draw_from_table)->Arg(1)->Arg(7)->Arg(40);

void fill_table(benchmark::State& state) {
  Row row{static_cast<int>(state.range(0))};
  for (auto _ : state) {
    row.fill();
    benchmark::DoNotOptimize(row.alias.data());
  }
  double expected = 0;  // the mean that the finished row would give
  const auto columns = static_cast<double>(row.alias.size());
  for (std::uint32_t c = 0; c < row.alias.size(); ++c) {
    const std::uint32_t shift = 32 - row.bits, otherwise = row.alias[c] >> shift,
                        whole = row.alias[c] & ((1u << shift) - 1);
    double keep = (whole + std::ldexp(row.refine[c], -32)) / std::ldexp(1, static_cast<int>(shift));
    if (otherwise == c) keep = 1;
    expected += (keep * c + (1 - keep) * otherwise) / columns;
  }
  if (std::abs(expected - kHit * static_cast<double>(state.range(0))) > 1e-9)
    state.SkipWithError("the table's mean is wrong");
}
BENCHMARK(fill_table)->Arg(1)->Arg(7)->Arg(40);

}  // namespace
}  // namespace broadside::bench
