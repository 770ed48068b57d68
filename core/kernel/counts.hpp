#pragma once
// Question: what is counted while battles are played?

#include <array>
#include <cstdint>
#include <vector>

#include "core/kernel/seen_forces.hpp"
#include "core/scenario/side.hpp"

namespace broadside {

struct Duel;

/// Battles in a full chunk; streams are named by chunk, so this number is part of what a seed
/// means.
inline constexpr std::uint32_t kChunkBattles = 16384;

/// Rounds are counted up to 62 one by one; the last bin is "more"
inline constexpr std::uint32_t kRoundBins = 64;

/// Integer results: they add up in any order to the same totals.
struct Counts {
  explicit Counts(const Duel& duel);
  Counts& operator+=(const Counts& more);
  /// For so many battles more. Only duels whose final forces are not listed need it.
  void make_room(std::uint32_t battles);
  friend bool operator==(const Counts&, const Counts&) = default;

  std::uint64_t battles = 0;
  /// How often a battle ended that way with that force: [ending][side][final force].
  std::vector<BySide<std::vector<std::uint64_t>>> finals;
  /// The same by side where final forces are not listed (Duel::digits).
  BySide<SeenForces> seen;
  /// By step: battles that came to it (a loop: to its first step, once)
  std::vector<std::uint64_t> entered;
  /// By step: how often it was played (a repeating step: all its rounds)
  std::vector<std::uint64_t> rounds;
  std::uint64_t shared_rounds = 0;  ///< of a game that plays by itself and shares rounds
  /// By step: battles that played it n times in a row
  std::vector<std::array<std::uint64_t, kRoundBins>> lengths;
  std::vector<std::uint64_t>
      incidents;  ///< by incident: how often it happened, in all battles together
};

}  // namespace broadside
