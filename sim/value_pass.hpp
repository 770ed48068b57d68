#pragma once
// Question: how are values pulled back through the tables of a battle? The insides of BattleValues.
//
// All measures of a pair of states stand beside each other, so one load and one multiplication serve
// several of them, and their number is known to the compiler.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sim/exchange.hpp"
#include "sim/loop_order.hpp"
#include "sim/value_system.hpp"
#include "sim/values.hpp"

namespace broadside {

/// Pairs of states that may begin a step.
inline std::size_t value_pairs(const Step& step) {
  return std::size_t{step.side[0].in_states} * step.side[1].in_states;
}

/// Made for 1, 2, 4, 6 and 8 measures.
template <std::size_t kWidth>
class ValuePass {
 public:
  using Lot = std::array<double, kWidth>;
  using Table = std::vector<double>;  ///< pairs of states, a row for each of the attacker's

  ValuePass(const Duel& duel, std::span<const Measure> measures, const Parallel& parallel);

  /// Steps from `first` of a loop on: all that they lead to is known.
  void settle(Loop loop, std::vector<Table>& values);
  std::size_t after_bytes() const noexcept { return after_bytes_; }  ///< beside the values

 private:
  /// The law of the attacker's next state against one row of the defender's.
  struct AttackerLaw {
    std::vector<std::uint32_t> state;  ///< others than the one that it comes from
    std::vector<double> chance;
    double same = 0, others = 0;
    bool known = false;
  };
  /// What working out one row of pairs takes.
  struct Room {
    std::vector<AttackerLaw> laws;  ///< by row of the defender
    std::vector<double> dense;      ///< by next state of the attacker, zero between uses
    std::vector<std::uint32_t> met;
    NextLaw defender;
  };

  const double* lot(const Table& table, std::size_t columns, std::size_t a, std::size_t d) const {
    return table.data() + (a * columns + d) * kWidth;
  }
  void beyond(const Edge& edge, std::uint32_t a, std::uint32_t d, double* to) const;
  void after(const Step& step, std::uint32_t a, std::uint32_t d, double* to) const;

  void once(std::size_t s);
  void repeat(std::size_t s);
  /// A row of a step whose sides are separate: values of the states after it are in `then`, which
  /// for a repeating step is the table that is being filled.
  void row(std::size_t s, const BySide<Throws>& throws, std::uint32_t a, const Table& then,
           Table& to, Room& room) const;
  void pair(std::size_t s, Exchange& exchange, std::uint32_t a, std::uint32_t d, const Table& then,
            double* to) const;
  void exchange_row(std::size_t s, Exchange& exchange, std::uint32_t a, const Table& then,
                    Table& to) const;
  void block(Loop loop, const LoopOrder& attackers, const LoopOrder& defenders, std::uint32_t a,
             std::uint32_t d, std::vector<Exchange>& exchanges);
  const AttackerLaw& law_of(const StepSide& attacker, std::span<const Throws::Column> thrown,
                            std::uint32_t a, std::size_t row, Room& room) const;
  void for_each(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work) const;

  const Duel& duel_;
  const Parallel& parallel_;
  std::vector<Lot> of_ending_, forces_count_;  ///< by ending
  BySide<std::vector<Lot>> of_force_;          ///< by final force
  std::vector<Lot> each_time_;                 ///< by step
  std::vector<Table>* values_ = nullptr;
  std::size_t after_bytes_ = 0;
  ValueSystem<kWidth> system_;
};

}  // namespace broadside
