#pragma once
// Question: what is a battle worth from every pair of forces on?
//
// The solver of exact.hpp pushes chances forward from one pair of starting forces. Here numbers are
// pulled back from the endings instead, once for all pairs: chances to win, resources that are left,
// rounds. One pass answers for every pair of fleets that can begin in the same tables (sim/matrix),
// and for every moment at which a side decides (sim/decide).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/tables/duel.hpp"
#include "sim/spread.hpp"  // Parallel

namespace broadside {

/// A number that is expected of a battle: what its ending counts, what the forces that are left
/// count, and its rounds.
struct Measure {
  std::vector<double> by_ending;         ///< by number of the ending; empty = none counts
  BySide<std::vector<double>> by_force;  ///< by final force of the side; empty = none counts
  std::vector<bool> forces_count;        ///< by ending: whether by_force does; empty = in all
  std::vector<double> each_time;         ///< by step: each time that it is played; empty = nothing
};

/// The chance that a battle ends in this way.
Measure chance_of(const Duel& duel, Outcome outcome);

/// The rounds of a battle; nothing where they are no sum (sim/lengths).
std::optional<Measure> rounds_of(const Duel& duel);

struct ValueOptions {
  std::vector<std::uint16_t> keep;  ///< steps whose values are asked for besides the first
  Parallel parallel;                ///< none = on the calling thread; the values are the same
};

inline constexpr std::size_t kMostMeasures = 8;  ///< of one pass

/// About how many bytes the values of so many measures take at the most.
double values_memory(const Duel& duel, std::size_t measures);

class BattleValues {
 public:
  /// The duel has tables and its decisions have been settled, or are about to be.
  BattleValues(const Duel& duel, std::span<const Measure> measures,
               const ValueOptions& options = {});

  /// The measure from this pair of states on, before a step that is kept.
  double at(std::size_t step, std::uint32_t attacker, std::uint32_t defender,
            std::size_t measure) const {
    return values_[step][(std::size_t{attacker} * columns_[step] + defender) * width_ + measure];
  }
  /// From these starting forces on.
  double from(Cell attacker, Cell defender, std::size_t measure) const {
    return at(0, state_of(attacker), state_of(defender), measure);
  }
  std::size_t memory() const noexcept { return memory_; }  ///< bytes of values at the most

 private:
  std::size_t width_ = 0;
  std::vector<std::size_t> columns_;         ///< by step
  std::vector<std::vector<double>> values_;  ///< by step: pairs of states, all measures of one
  std::size_t memory_ = 0;
};

}  // namespace broadside
