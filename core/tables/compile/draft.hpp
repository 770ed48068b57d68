#pragma once
// Question: what is known of a battle while its tables are being made?

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/tables/battle_rules.hpp"
#include "core/tables/index.hpp"

namespace broadside::detail {

inline constexpr std::uint32_t kNotCrossed = ~0u;

/// Where every volley leads: [row][column], with room for columns that turn up later.
class NextTable {
 public:
  void make_room(std::size_t rows, std::size_t columns) {
    if (columns > stride_) widen(std::max(columns, 2 * stride_));
    filled_.resize(rows);
    cells_.resize(rows * stride_);
  }
  std::uint32_t* row(std::size_t row) { return cells_.data() + row * stride_; }
  /// The first `columns` cells of the row are known now.
  void fill(std::size_t row, std::size_t columns) {
    filled_[row] = static_cast<std::uint32_t>(columns);
  }
  std::size_t rows() const { return filled_.size(); }
  /// Cells that are known.
  std::size_t filled() const {
    return std::accumulate(filled_.begin(), filled_.end(), std::size_t{0});
  }
  std::span<const std::uint32_t> operator[](std::size_t row) const {
    return std::span{cells_}.subspan(row * stride_, filled_[row]);
  }

 private:
  void widen(std::size_t stride) {
    std::vector<std::uint32_t> cells(rows() * stride);
    for (std::size_t r = 0; r < rows(); ++r)
      std::copy_n(row(r), filled_[r], cells.data() + r * stride);
    cells_ = std::move(cells);
    stride_ = stride;
  }
  std::size_t stride_ = 0;
  std::vector<std::uint32_t> cells_, filled_;
};

/// One side of one step while it is being compiled.
template <class Force>
struct SideDraft {
  Memory memory;
  Index<Force> in{memory};     ///< forces that begin the step
  Index<Force> after{memory};  ///< forces after it; a repeating step has only the one list `in`
  struct Thrown {
    std::uint32_t volley;  ///< index into `volleys`
    std::uint32_t mid;     ///< where throwing changes the thrower: into what, index into `mids`
    double chance;
  };
  static constexpr std::uint32_t kNoThrow = ~0u;  ///< a force that has left the fight
  /// What forces throw: blocks of one law for each feature of the enemy. Forces with the same
  /// throw_key share a block.
  List<Thrown> thrown{memory};
  List<std::size_t> law_ends{memory};    ///< [block * features of the enemy + feature + 1]
  List<std::uint32_t> block_of{memory};  ///< by force of `in` that has thrown: its block
  List<std::uint32_t> mid_of{memory};    ///< by force of `in` that has thrown: itself in `mids`
  Index<Force> mids{memory};
  Index<Volley> volleys{memory};  ///< volleys thrown or taking effect; the first is 0
  bool spends = false;            ///< throwing changes the thrower
  NextTable next;                 ///< [mid][enemy volley] -> state after
  /// Where hits are taken one by one. By enemy volley: the volley with one hit less, itself where
  /// it has none, kNoNumber where its hits are taken together. By state after: what one more hit
  /// makes of it, once that has been asked.
  List<std::uint32_t> less_one{memory}, after_one{memory};
  List<std::uint8_t> stance{memory};  ///< by state after
  /// [edge][state] -> force in the next step, or final force
  List<List<std::uint32_t>> crossed{memory};
  /// By force of `in` that has been asked, where the step has an offer that depends on this side:
  /// [edge] bit = it may choose it. Who must choose does not play the step.
  List<std::uint64_t> offered{memory};
  std::vector<std::pair<std::uint32_t, Option<Force>>> options;  ///< force of `in`, not crossed yet
  List<std::uint32_t> component{memory};                         ///< by force of `in`
  List<std::uint32_t> in_to{memory};  ///< by force of `in`: its number in the tables

  explicit SideDraft(Memory where) : memory(where) {
    law_ends.push_back(0);
    volleys.add(0);
  }
  Index<Force>& states(bool repeats) { return repeats ? in : after; }
  std::span<const Thrown> law(std::size_t number) const {
    return std::span{thrown}.subspan(law_ends[number], law_ends[number + 1] - law_ends[number]);
  }
};

/// The key of rules that have none.
struct NoKey {
  friend std::size_t hash_value(NoKey) { return 0; }
};
template <class R>
auto throw_key_type() {
  if constexpr (SharesThrows<R>)
    return std::type_identity<typename R::ThrowKey>{};
  else
    return std::type_identity<NoKey>{};
}

template <BattleRules R>
struct StepDraft {
  using Draft = SideDraft<typename R::Force>;
  using Keys = Index<typename decltype(throw_key_type<R>())::type>;
  std::array<Draft, 2> side;
  std::array<Keys, 2> keys;               ///< key number = block number
  std::array<std::size_t, 2> answered{};  ///< thrown volleys whose answers are known
  explicit StepDraft(Memory memory)
      : side{Draft{memory}, Draft{memory}}, keys{Keys{memory}, Keys{memory}} {}
};

/// Where the loop that begins with step s ends: behind the last step that leads back to s.
inline std::size_t loop_end(const Plan& plan, std::size_t s) {
  std::size_t end = s + 1;
  for (std::size_t t = s + 1; t < plan.size(); ++t)
    for (const EdgePlan& edge : plan[t].edges)
      if (edge.step == static_cast<int>(s)) end = t + 1;
  return end;
}

/// Every force that turned up, and what became of it.
template <BattleRules R>
struct BattleDraft {
  std::pmr::monotonic_buffer_resource memory{16 * 1024};
  std::vector<StepDraft<R>> steps;
  std::array<Index<typename R::Force>, 2> finals{Index<typename R::Force>{&memory},
                                                 Index<typename R::Force>{&memory}};
  std::vector<std::uint16_t> loop_of;  ///< by step: the first step of its loop, or kNoStep
  bool follows_stalls = false;         ///< forces that leave a stalemate are looked at, too

  explicit BattleDraft(std::size_t step_count) {
    steps.reserve(step_count);
    for (std::size_t s = 0; s < step_count; ++s) steps.emplace_back(&memory);
  }
};

}  // namespace broadside::detail
