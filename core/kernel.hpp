#pragma once
// Question: how do many battles of one Duel come out?
//
// A chunk's battles go through the first step, then those that go on through the next step, and so
// on; core/lanes.hpp says how 16 lanes share the battles of a step. There is a scalar form, which
// is the reference, and a vector form; both give the same counts. Nothing here allocates, locks,
// throws, prints or calls through a pointer (tests/core/kernel_test.cpp).

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/duel.hpp"
#include "core/kernel_tables.hpp"
#include "core/lanes.hpp"
#include "core/rng.hpp"
#include "core/seen_forces.hpp"

namespace broadside {

/// Battles in a full chunk; streams are named by chunk, so this number is part of what a seed
/// means.
inline constexpr std::uint32_t kChunkBattles = 16384;

/// Integer results: they add up in any order to the same totals.
struct Counts {
  explicit Counts(const Duel& duel);
  Counts& operator+=(const Counts& more);
  /// For so many battles more. Only duels whose final forces are not listed need it.
  void make_room(std::uint32_t battles);
  friend bool operator==(const Counts&, const Counts&) = default;

  std::uint64_t battles = 0;
  /// How often a battle ended that way with that force: [ending][side][final force].
  std::vector<std::array<std::vector<std::uint64_t>, 2>> finals;
  /// The same by side where final forces are not listed (Duel::digits).
  std::array<SeenForces, 2> seen;
  std::vector<std::uint64_t>
      entered;  ///< by step: battles that came to it (a loop: to its first step, once)
  std::vector<std::uint64_t>
      rounds;  ///< by step: how often it was played (a repeating step: all its rounds)
  std::uint64_t shared_rounds = 0;  ///< of a game that plays by itself and shares rounds
  std::vector<std::array<std::uint64_t, kRoundBins>>
      lengths;                       ///< by step: battles that played it n times in a row
  std::vector<std::uint64_t> marks;  ///< by mark: how often it happened, in all battles together
};

/// The forms of the kernel. They differ in speed only.
enum class Kernel { automatic, scalar, avx2, avx512 };

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
