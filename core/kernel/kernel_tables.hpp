#pragma once
// Question: in which shape does the kernel want the tables of a Duel?
//
// Mostly as they are, as plain pointers. Ladders (core/kernel/ladder.hpp) get their rows by rung,
// and the edges that lead to one, and the start, are translated from Cells to positions.

#include <array>
#include <cstdint>
#include <vector>

#include "core/kernel/ladder.hpp"
#include "core/kernel/lanes.hpp"
#include "core/tables/duel.hpp"

namespace broadside {

/// Where the battles go that have left a step.
struct ExitTables {
  /// A step that happens once and always leads to the same step: its tables, with transitions that
  /// yield what waits there. Without them where it does not (`onward` is kNoStep).
  StepTables straight;
  std::uint16_t onward = kNoStep;
  /// The same for battles that all begin with the same pair of states: the rows of that pair alone,
  /// as state 0 and row 0. Not for a step with extras.
  StepTables fresh;

  /// Ladders: by place, the state; otherwise empty.
  BySide<const std::uint32_t*> state{};
  std::vector<BySide<const std::uint32_t*>> map;  ///< by edge and side
  /// A repeating step after which the battle is over: how it ended is tallied by a key first and
  /// looked up afterwards, end by end and not battle by battle. Empty elsewhere.
  struct End {
    std::uint32_t key, attacker, defender;  ///< the final states
  };
  std::vector<End> ends;
  std::uint32_t keys = 0;  ///< all keys are below; without ladders, attacker + defender * states
  bool tallies() const noexcept { return !ends.empty(); }
};

class KernelTables {
 public:
  KernelTables(const Duel& duel, bool ladders);

  const StepTables& step(std::size_t s) const noexcept { return steps_[s]; }
  const ExitTables& exits(std::size_t s) const noexcept { return exits_[s]; }
  const BySide<std::uint32_t>& start() const noexcept { return start_; }
  std::uint32_t keys() const noexcept { return keys_; }  ///< of the step that has most

 private:
  using Words = std::vector<std::uint32_t>;

  void fill_step(const Step& step, StepTables& tables);
  void find_ladders(const Duel& duel, std::size_t s);
  void fill_exits(const Duel& duel, std::size_t s);
  void find_tally(const Step& step, std::size_t s);
  void find_straight(const Duel& duel, std::size_t s);
  void fit_rounds(const Step& step, std::size_t s);
  std::uint32_t fit_registers(StepTables& tables, const std::uint32_t* SideTables::*table,
                              const BySide<std::size_t>& sizes);
  StepTables rows_of_start(StepTables tables, const BySide<Cell>& start);
  const std::uint32_t* keep(Words words);

  std::vector<StepTables> steps_;
  std::vector<BySide<Ladder>> ladders_;  ///< by step and side; empty where there is none
  std::vector<ExitTables> exits_;
  BySide<std::uint32_t> start_{};
  std::uint32_t keys_ = 0;
  std::vector<Words> kept_;  ///< what the pointers refer to
  std::vector<std::vector<std::uint8_t>> early_;
};

}  // namespace broadside
