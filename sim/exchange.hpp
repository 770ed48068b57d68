#pragma once
// Question: where does one exchange of a step lead, from any pair of states, and how likely? Shared
// by the solver that pushes chances forward and by the one that pulls values back.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tables/duel.hpp"

namespace broadside {

/// Less mass than this is not followed. Even a billion such drops are less than one rounding of the
/// total, and the tails would otherwise run into denormal numbers, which are slow.
inline constexpr double kNegligible = 1e-30;

/// The edge by which these two leave before the step is played, or kNoEdge.
inline std::uint8_t early_edge(const Step& step, std::uint32_t attacker, std::uint32_t defender) {
  return step.early.empty() ? kNoEdge
                            : step.early[std::size_t{attacker} * step.side[1].in_states + defender];
}

/// Mass by pair of states, a row for each of the attacker's.
class PairMass {
 public:
  PairMass() = default;
  PairMass(std::size_t attacker_states, std::size_t defender_states)
      : columns_(defender_states), cells_(attacker_states * defender_states) {}
  bool empty() const noexcept { return cells_.empty(); }
  std::size_t bytes() const noexcept { return cells_.size() * sizeof(double); }
  double* row(std::size_t attacker) noexcept { return cells_.data() + attacker * columns_; }
  double& at(std::size_t attacker, std::size_t defender) noexcept {
    return row(attacker)[defender];
  }

 private:
  std::size_t columns_ = 0;
  std::vector<double> cells_;
};

/// What one side may throw in one step, row by row, impossible columns left out.
class Throws {
 public:
  struct Column {
    double chance;
    std::uint32_t volley;
    std::uint32_t own;  ///< own state after throwing, where throwing changes the thrower
  };

  explicit Throws(const StepSide& side) : first_(side.rows + 1, 0) {
    const std::size_t columns = std::size_t{1} << side.column_bits;
    columns_.reserve(side.chance.size());
    for (std::size_t row = 0; row < side.rows; ++row) {
      for (std::size_t at = row * columns; at < (row + 1) * columns; ++at) {
        if (side.chance[at] <= 0) continue;
        const bool spends = !side.thrown.empty();
        const auto column = static_cast<std::uint32_t>(at - row * columns);
        columns_.push_back({side.chance[at], spends ? side.thrown[at] & 0xffff : column,
                            spends ? side.thrown[at] >> 16 : 0});
      }
      first_[row + 1] = columns_.size();
    }
  }
  /// Outcomes of all rows, and of those before a row.
  std::size_t size() const noexcept { return columns_.size(); }
  std::size_t before(std::size_t row) const noexcept { return first_[row]; }
  std::span<const Column> row(std::size_t row) const noexcept {
    return std::span{columns_}.subspan(first_[row], first_[row + 1] - first_[row]);
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<Column> columns_;
};

/// The law of one side's next state. Volleys that lead to the same state are mostly neighbours
/// (more hits than can be taken), so merging neighbours is enough to keep it short.
struct NextLaw {
  std::vector<std::uint32_t> state;
  std::vector<double> chance;

  void follow(const Cell* next, std::span<const Throws::Column> thrown) {
    state.clear();
    chance.clear();
    for (const auto& column : thrown) {
      const std::uint32_t to = state_of(next[column.volley]);
      if (!state.empty() && state.back() == to) {
        chance.back() += column.chance;
      } else {
        state.push_back(to);
        chance.push_back(column.chance);
      }
    }
  }
};

/// One exchange of one step, from any pair of states.
class Exchange {
 public:
  explicit Exchange(const Step& step)
      : step_(step),
        throws_{Throws{step.side[0]}, Throws{step.side[1]}},
        spends_{!step.side[0].thrown.empty(), !step.side[1].thrown.empty()},
        separate_(!spends_[0] && !spends_[1] && step.response.empty()) {}

  /// Takes the pair (a, d) as the one that the calls below start from.
  void from(std::uint32_t a, std::uint32_t d) {
    const StepSide &attacker = step_.side[0], &defender = step_.side[1];
    const std::size_t row_a =
        attacker.row[a] + (defender.feature.empty() ? 0 : defender.feature[d]);
    const std::size_t row_d =
        defender.row[d] + (attacker.feature.empty() ? 0 : attacker.feature[a]);
    pair_ = {a, d};
    thrown_ = {throws_[0].row(row_a), throws_[1].row(row_d)};
    if (!separate_) return;
    law_[0].follow(attacker.next.data() + std::size_t{a} * attacker.volleys, thrown_[1]);
    law_[1].follow(defender.next.data() + std::size_t{d} * defender.volleys, thrown_[0]);
  }

  /// Are the sides' next states independent of each other? Then their laws are these.
  bool separate() const noexcept { return separate_; }
  const NextLaw& law(std::size_t side) const noexcept { return law_[side]; }

  /// Calls visit(attacker's next state, defender's next state, chance); a pair may come more than
  /// once.
  template <class Visit>
  void each(Visit visit) const {
    if (separate_) {
      for (std::size_t i = 0; i < law_[0].state.size(); ++i)
        for (std::size_t j = 0; j < law_[1].state.size(); ++j)
          visit(law_[0].state[i], law_[1].state[j], law_[0].chance[i] * law_[1].chance[j]);
      return;
    }
    // Everything that does not change is looked up once: visit() may write anywhere.
    const std::size_t volleys_a = step_.side[0].volleys, volleys_d = step_.side[1].volleys;
    const Cell *const next_a = step_.side[0].next.data(), *const next_d = step_.side[1].next.data();
    const std::uint32_t *const answer_a = step_.response.volley[0].data(),
                               *const answer_d = step_.response.volley[1].data();
    const bool responds = !step_.response.empty();
    const auto spends = spends_;
    const auto pair = pair_;
    const auto thrown_d = thrown_[1];
    for (const auto& by_a : thrown_[0])
      for (const auto& by_d : thrown_d) {
        std::uint32_t volley_a = by_a.volley, volley_d = by_d.volley;
        if (responds) {
          const std::size_t both = std::size_t{volley_a} * volleys_a + volley_d;
          volley_a = answer_a[both];
          volley_d = answer_d[both];
        }
        const std::size_t a = spends[0] ? by_a.own : pair[0], d = spends[1] ? by_d.own : pair[1];
        visit(state_of(next_a[a * volleys_a + volley_d]),
              state_of(next_d[d * volleys_d + volley_a]), by_a.chance * by_d.chance);
      }
  }

 private:
  const Step& step_;
  BySide<Throws> throws_;
  BySide<bool> spends_;
  bool separate_;  ///< the sides' next states are independent: neither spends, no response
  BySide<std::uint32_t> pair_{};
  BySide<std::span<const Throws::Column>> thrown_;
  BySide<NextLaw> law_;
};

}  // namespace broadside
