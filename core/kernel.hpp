#pragma once
// Question: how do many battles of one Duel come out?
//
// A chunk's battles are dealt to 16 lanes: lane j plays battles j, j+16, j+32, ... with its own
// generator, all of its battles through the first step, then those that go on through the next
// step, and so on. The order inside a lane is fixed, so a vector form that plays the lanes side by
// side gives the same counts. Nothing here allocates, locks, throws, prints or calls through a
// pointer (tests/core/kernel_test.cpp).

#include <array>
#include <cstdint>
#include <vector>

#include "core/duel.hpp"
#include "core/rng.hpp"

namespace broadside {

/// Battles in a full chunk; streams are named by chunk, so this number is part of what a seed
/// means.
inline constexpr std::uint32_t kChunkBattles = 16384;

inline constexpr std::uint32_t kRoundBins =
    64;  ///< rounds are counted up to 62 one by one; the last bin is "more"

/// Integer results: they add up in any order to the same totals.
struct Counts {
  explicit Counts(const Duel& duel);
  Counts& operator+=(const Counts& more);
  friend bool operator==(const Counts&, const Counts&) = default;

  std::uint64_t battles = 0;
  /// How often a battle ended that way with that force: [ending][side][final force].
  std::vector<std::array<std::vector<std::uint64_t>, 2>> finals;
  std::vector<std::uint64_t>
      entered;  ///< by step: battles that came to it (a loop: to its first step, once)
  std::vector<std::uint64_t>
      rounds;  ///< by step: how often it was played (a repeating step: all its rounds)
  std::vector<std::array<std::uint64_t, kRoundBins>>
      lengths;                       ///< by step: battles that played it n times in a row
  std::vector<std::uint64_t> marks;  ///< by mark: how often it happened, in all battles together
};

/// Room for the battles that wait for a step; one per worker, made once.
class Workspace {
 public:
  explicit Workspace(const Duel& duel);

 private:
  friend class ChunkPlayer;
  friend void play_tables(const Duel&, std::uint64_t, std::uint64_t, std::uint32_t, Workspace&,
                          Counts&) noexcept;
  struct Pair {
    Cell attacker, defender;
  };
  std::vector<std::vector<Pair>> waiting_;  ///< by step
  std::vector<std::uint32_t> waiting_count_;
};

/// Plays `battles` (at most kChunkBattles) battles of the stream (seed, chunk) and adds the results
/// to `counts`: from the tables, or by the game itself where the duel has none.
void play_chunk(const Duel& duel, std::uint64_t seed, std::uint64_t chunk, std::uint32_t battles,
                Workspace& workspace, Counts& counts) noexcept;

/// The same for a duel with tables.
void play_tables(const Duel& duel, std::uint64_t seed, std::uint64_t chunk, std::uint32_t battles,
                 Workspace& workspace, Counts& counts) noexcept;

}  // namespace broadside
