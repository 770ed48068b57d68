#pragma once
// Question: how do two battles come out that are thrown with opposite luck?
//
// The kernel's tables turn a random number into a column in no particular order. Here the
// columns of a row are ordered by the harm they do, and a uniform number picks one by the
// inverse of the distribution function: a larger number is a better throw. Numbers are named by
// (seed, chunk, battle, round), not by what was drawn before: a battle and the one with every
// number mirrored (u and 1 - u) balance each other (antithetic pairs), and the mean of the two
// varies far less than that of two battles (bench/RESULTS.md). Two fleets that meet the same luck
// are sim/paired.
// Each battle by itself follows the same law as in the kernel.

#include <array>
#include <cstdint>
#include <vector>

#include "core/kernel/kernel.hpp"
#include "core/tables/duel.hpp"
#include "core/tables/ending.hpp"

namespace broadside {

/// The throws of a Duel by inverse distribution function. Refers to the Duel.
class CoupledTables {
 public:
  explicit CoupledTables(const Duel& duel);

  const Duel& duel() const noexcept { return duel_; }
  /// The column of a row for a uniform 64-bit number.
  std::uint32_t draw(std::size_t step, std::size_t side, std::uint32_t row,
                     std::uint64_t uniform) const noexcept;

 private:
  struct Throws {
    std::uint32_t bits = 1;
    std::vector<std::uint32_t> column;  ///< [row << bits | rank], from the least harm to the most
    std::vector<std::uint64_t> below;   ///< same shape: the rank is drawn for numbers below this
    std::vector<std::uint32_t> guide;   ///< [row << bits | top bits of a number]: where to begin
  };
  static Throws order(const Step& step, std::size_t side);

  const Duel& duel_;
  std::vector<BySide<Throws>> throws_;  ///< by step and side
};

/// Which numbers a battle is thrown with.
struct Luck {
  std::uint64_t seed = 0, chunk = 0;
  std::uint32_t battle = 0;
  bool mirrored = false;
};

struct BattleEnd {
  std::uint16_t ending = 0;       ///< into Duel::endings
  BySide<std::uint32_t> force{};  ///< final forces
};

/// Plays one battle. Where `counts` is given it is counted there, as the kernel would.
BattleEnd play_coupled(const CoupledTables& tables, const Luck& luck, Counts* counts) noexcept;

/// [outcome of the first][outcome of the second]: pairs of battles.
using JointCounts = ByOutcome<ByOutcome<std::uint64_t>>;

/// Antithetic pairs: `battles` (an even number) battles, counted one by one, and pair by pair.
void play_antithetic(const CoupledTables& tables, std::uint64_t seed, std::uint64_t chunk,
                     std::uint32_t battles, Counts& counts, JointCounts& pairs) noexcept;

}  // namespace broadside
