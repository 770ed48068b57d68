#pragma once
// Question: how is one chunk played? The two ways, for the drivers of run.cpp and serial.cpp.
// A player is shared by all threads; a Worker is what one of them writes to.

#include <cstdint>

#include "core/kernel/coupled.hpp"
#include "core/kernel/kernel.hpp"

namespace broadside {

/// Independent battles through the kernel.
class PlainPlayer {
 public:
  PlainPlayer(const Duel& duel, std::uint64_t seed, Kernel kernel)
      : duel_(duel), seed_(seed), kernel_(kernel) {}

  struct Worker {
    explicit Worker(const PlainPlayer& player) : workspace(player.duel_), counts(player.duel_) {}
    Workspace workspace;
    Counts counts;
  };
  void play(std::uint64_t chunk, std::uint32_t battles, Worker& worker) const {
    if (!duel_.lists_finals()) worker.counts.make_room(battles);
    play_chunk(duel_, seed_, chunk, battles, worker.workspace, worker.counts, kernel_);
  }
  const Duel& duel() const noexcept { return duel_; }

 private:
  const Duel& duel_;
  std::uint64_t seed_;
  Kernel kernel_;
};

/// Antithetic pairs.
class AntitheticPlayer {
 public:
  AntitheticPlayer(const Duel& duel, std::uint64_t seed) : tables_(duel), seed_(seed) {}

  struct Worker {
    explicit Worker(const AntitheticPlayer& player) : counts(player.duel()) {}
    Counts counts;
    JointCounts pairs{};
  };
  void play(std::uint64_t chunk, std::uint32_t battles, Worker& worker) const noexcept {
    play_antithetic(tables_, seed_, chunk, battles, worker.counts, worker.pairs);
  }
  const Duel& duel() const noexcept { return tables_.duel(); }

 private:
  CoupledTables tables_;
  std::uint64_t seed_;
};

inline JointCounts& operator+=(JointCounts& to, const JointCounts& from) noexcept {
  for (std::size_t a = 0; a < to.size(); ++a)
    for (std::size_t b = 0; b < to.size(); ++b) to[a][b] += from[a][b];
  return to;
}

}  // namespace broadside
