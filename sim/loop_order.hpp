#pragma once
// Question: in which order can the states of a loop be solved?

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/tables/duel.hpp"

namespace broadside {

/// Steps [first, last) that a battle can come back to from one another; most often a single step.
struct Loop {
  std::size_t first, last;
  bool single() const noexcept { return last == first + 1; }
};

inline Loop loop_at(const Duel& duel, std::size_t first) {
  std::size_t last = first + 1;
  if (duel.steps[first].loop != kNoStep)
    while (last < duel.steps.size() && duel.steps[last].loop == duel.steps[first].loop) ++last;
  return {first, last};
}

/// One side's states in a loop, by strongly connected component from the weakest up.
class LoopOrder {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct State {
    std::size_t step;
    std::uint32_t state;
  };

  LoopOrder(const Duel& duel, std::size_t side, Loop loop) : loop_(loop) {
    std::vector<std::pair<std::uint32_t, State>> sorted;
    std::size_t most = 0;
    for (std::size_t s = loop.first; s < loop.last; ++s) most += duel.steps[s].side[side].in_states;
    sorted.reserve(most);
    states_.reserve(most);
    begins_.reserve(most + 1);
    for (std::size_t s = loop.first; s < loop.last; ++s) {
      const StepSide& table = duel.steps[s].side[side];
      part_of_.emplace_back(table.in_states, kNone);
      place_of_.emplace_back(table.in_states, kNone);
      for (std::uint32_t i = table.out; i < table.in_states; ++i)
        sorted.emplace_back(table.component.empty() ? i : table.component[i], State{s, i});
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      if (i == 0 || sorted[i].first != sorted[i - 1].first) begins_.push_back(i);
      const State& at = sorted[i].second;
      part_of_[at.step - loop.first][at.state] = static_cast<std::uint32_t>(begins_.size() - 1);
      place_of_[at.step - loop.first][at.state] = static_cast<std::uint32_t>(i - begins_.back());
      states_.push_back(at);
    }
    begins_.push_back(sorted.size());
  }

  bool all_single() const noexcept { return parts() == states_.size(); }
  std::uint32_t parts() const noexcept { return static_cast<std::uint32_t>(begins_.size() - 1); }
  std::span<const State> part(std::uint32_t part) const noexcept {
    return std::span{states_}.subspan(begins_[part], begins_[part + 1] - begins_[part]);
  }
  /// The component of a state (kNone: out of the fight, or of a step that no battle comes to), and
  /// its place in it.
  std::uint32_t part_of(std::size_t step, std::uint32_t state) const noexcept {
    const auto& of = part_of_[step - loop_.first];
    return state < of.size() ? of[state] : kNone;
  }
  std::uint32_t place_of(std::size_t step, std::uint32_t state) const noexcept {
    return place_of_[step - loop_.first][state];
  }

 private:
  Loop loop_;
  std::vector<State> states_;
  std::vector<std::size_t> begins_;
  std::vector<std::vector<std::uint32_t>> part_of_, place_of_;
};

}  // namespace broadside
