// Question: which assignment of these hits takes most dice from the enemy at once?
// A knapsack for each health colour: the most dice that x damage can remove. Direct hits are split
// between the colours, and black hits that may count as red are turned, in every way. What is left
// over follows the target order.
#include "core/systems/rebellion/force.hpp"

namespace broadside::rebellion {
namespace {

constexpr int kMostDamage = 20;  ///< 13 dice, and black hits turned red

class Knapsack {
 public:
  Knapsack(const Front& front, const Troop& troop, Mask targets) noexcept : front_(front) {
    for (Mask left = troop.occupied & targets; left; left &= left - 1) {
      const std::size_t cell = lowest(left);
      if (front.dice[cell] == 0) continue;  // removing it removes no dice
      auto& taken = taken_[cells_];
      const auto before = best_;
      for (int x = 0; x <= kMostDamage; ++x) {
        taken[static_cast<std::size_t>(x)] = 0;
        for (int k = 1; k <= troop.count[cell] && k * front.remaining[cell] <= x; ++k) {
          const int value = before[static_cast<std::size_t>(x - k * front.remaining[cell])] +
                            k * front.dice[cell];
          if (value > best_[static_cast<std::size_t>(x)]) {
            best_[static_cast<std::size_t>(x)] = value;
            taken[static_cast<std::size_t>(x)] = static_cast<std::uint8_t>(k);
          }
        }
      }
      cell_[cells_++] = static_cast<std::uint8_t>(cell);
    }
  }

  int best(int damage) const noexcept { return best_[static_cast<std::size_t>(damage)]; }

  /// Destroys what is best for so much damage; returns how much of it is left.
  int destroy(Troop& troop, int damage) const noexcept {
    for (std::size_t i = cells_; i-- > 0;) {
      const std::size_t cell = cell_[i];
      for (int k = taken_[i][static_cast<std::size_t>(damage)]; k > 0; --k) {
        move_one(troop, cell, front_.after[cell][front_.remaining[cell]]);
        damage -= front_.remaining[cell];
      }
    }
    return damage;
  }

 private:
  const Front& front_;
  std::size_t cells_ = 0;
  std::array<std::uint8_t, kCells> cell_{};
  std::array<int, kMostDamage + 1> best_{};
  std::array<std::array<std::uint8_t, kMostDamage + 1>, kCells> taken_{};
};

}  // namespace

void assign_looking_ahead(const Front& front, Troop& troop, Mask targets, Hits hits,
                          Excess& excess) noexcept {
  const Knapsack red{front, troop, targets & front.color[0]};
  const Knapsack black{front, troop, targets & front.color[1]};
  int best = -1, turned = 0, direct_on_red = 0;
  for (int turn = 0; turn <= std::min(hits.black, hits.convertible); ++turn)
    for (int d = 0; d <= hits.direct; ++d) {
      const int value =
          red.best(hits.red + turn + d) + black.best(hits.black - turn + hits.direct - d);
      if (value > best) {
        best = value;
        turned = turn;
        direct_on_red = d;
      }
    }
  const int direct_on_black = hits.direct - direct_on_red;
  const int red_left = red.destroy(troop, hits.red + turned + direct_on_red);
  const int black_left = black.destroy(troop, hits.black - turned + direct_on_black);
  // Hits of the colour have paid first: the direct hits that are left can still go anywhere, and
  // every die that can be assigned must be (RULES 4.3).
  Hits rest;
  rest.direct = std::min(red_left, direct_on_red) + std::min(black_left, direct_on_black);
  rest.red = std::max(red_left - direct_on_red, 0);
  rest.black = std::max(black_left - direct_on_black, 0);
  rest.convertible = hits.convertible - turned;
  assign_in_order(front, troop, targets, rest, excess);
}

}  // namespace broadside::rebellion
