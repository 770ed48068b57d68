#pragma once
// Question: how does battle number b come out for this fleet, and for that one, with the same dice?
//
// Common random numbers: what a side throws in a step is decided by a uniform number that is named
// by (seed, battle, step, how often the step was played before, side) and by nothing else, so two
// fleets meet the same luck at the same moment. The number picks from the volleys in the order of
// their strength (inverse distribution function): good luck for one fleet is good luck for the
// other. For one answer about one fleet the kernel is many times faster; this is for differences.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/kernel/kernel.hpp"
#include "core/tables/duel.hpp"

namespace broadside {

/// How one battle ended.
struct NamedEnd {
  std::uint16_t ending = 0;       ///< number of the duel's ending
  BySide<std::uint32_t> force{};  ///< final force of each side
};

/// Copies share the tables and play independently of one another: one for each worker.
class PairedPlayer {
 public:
  explicit PairedPlayer(const Duel& duel);  ///< the duel must outlive it

  NamedEnd play(std::uint64_t seed, std::uint64_t battle);
  /// Of all battles that this one has played: steps, or rounds where the game plays by itself.
  std::uint64_t rounds() const;

 private:
  struct Tables;
  NamedEnd play_tables(std::uint64_t seed, std::uint64_t battle);
  NamedEnd play_direct(std::uint64_t seed, std::uint64_t battle);

  const Duel* duel_;
  std::shared_ptr<const Tables> tables_;  ///< none where the game plays by itself
  std::vector<std::uint32_t> visits_;     ///< by name of a step: how often it was played
  std::uint64_t steps_ = 0;
  Counts counts_;  ///< of one battle that the game plays by itself
};

}  // namespace broadside
