#pragma once
// Question: what do all ways to play on several threads have in common? For the twins of run.cpp: a
// Runner<Player> plays chunks (ChunkRunner) and shows the workers that have played.

#include <cstdint>

#include "sim/players.hpp"
#include "sim/serial.hpp"
#include "sim/stop.hpp"

namespace broadside {

/// `threads` is a number, not 0.
template <template <class> class Runner>
Sample run_by(const Duel& duel, std::uint64_t seed, const StopRule& rule, int threads,
              const ProgressCallback& progress, Kernel kernel) {
  if (threads == 1 || ChunkSizes{rule.battles}.chunks() <= 1)
    return run_serial(duel, seed, rule, progress, kernel);
  const PlainPlayer player{duel, seed, kernel};
  Runner<PlainPlayer> runner{player, threads};
  return sample_until(duel, runner, rule, progress);
}

template <template <class> class Runner>
Sample run_antithetic_by(const Duel& duel, std::uint64_t seed, const StopRule& rule, int threads,
                         const ProgressCallback& progress) {
  if (threads == 1) return run_antithetic_serial(duel, seed, rule, progress);
  const AntitheticPlayer player{duel, seed};
  Runner<AntitheticPlayer> runner{player, threads};
  Sample sample = sample_until(duel, runner, rule, progress);
  sample.pairs.emplace();
  runner.each_worker([&](const auto& worker) { *sample.pairs += worker.pairs; });
  return sample;
}

}  // namespace broadside
