#pragma once
// Question: how do many battles of one Duel come out?
//
// A chunk's battles go through the first step, then those that go on through the next step, and so
// on; core/kernel/lanes.hpp says how 16 lanes share the battles of a step. There is a scalar form,
// which is the reference, and a vector form; both give the same counts. Nothing here allocates,
// locks, throws, prints or calls through a pointer (tests/core/kernel/kernel_test.cpp).

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/kernel/counts.hpp"
#include "core/kernel/kernel_tables.hpp"
#include "core/kernel/lanes.hpp"
#include "core/kernel/rng.hpp"
#include "core/tables/duel.hpp"

namespace broadside {

/// The forms of the kernel. They differ in speed only.
enum class Kernel { automatic, scalar, avx2, avx512, simd128 };

/// Those that this machine can run, the fastest last.
std::span<const Kernel> available_kernels() noexcept;
std::string_view name(Kernel kernel) noexcept;

/// What a worker needs to play a Duel, made once: its tables in the kernel's shape, room for the
/// battles that wait for a step and for those that have left one. Refers to the Duel.
class Workspace {
 public:
  /// Without ladders every step goes through its tables of transitions: the same counts, slower.
  explicit Workspace(const Duel& duel, bool ladders = true);

 private:
  friend class ChunkPlayer;
  struct Queue {
    std::vector<std::uint32_t> attacker, defender;  ///< Cells, or positions of a ladder
    std::uint32_t count = 0;
  };
  KernelTables tables_;
  std::vector<Queue> waiting_;  ///< by step
  Queue start_;                 ///< what all battles begin with, once for every lane
  std::vector<std::uint32_t> tally_;
  Lanes lanes_;
  Left left_;
};

/// Plays `battles` (at most kChunkBattles) battles of the stream (seed, chunk) and adds the results
/// to `counts`: from the tables, or by the game itself where the duel has none. The kernel must be
/// one that is available; `counts` must have room.
void play_chunk(const Duel& duel, std::uint64_t seed, std::uint64_t chunk, std::uint32_t battles,
                Workspace& workspace, Counts& counts, Kernel kernel = Kernel::automatic) noexcept;

/// The same for a duel with tables.
void play_tables(const Duel& duel, std::uint64_t seed, std::uint64_t chunk, std::uint32_t battles,
                 Workspace& workspace, Counts& counts, Kernel kernel) noexcept;

}  // namespace broadside
