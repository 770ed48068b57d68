#pragma once
// Question: which block cards of a hand are played to block so much damage?
//
// Defensive Formation blocks 1; Outmaneuver and Dig In block 2 and cost another card. As few cards
// as possible are spent, then those that leave a hand which blocks most, else Defensive Formation
// (RULES 9.2). All hands are worked out by the compiler: blocks are played in every second attack.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/systems/rebellion/arena.hpp"

namespace broadside::rebellion {

/// A hand by what it blocks.
struct Blockers {
  static constexpr int kCheap = 3, kCostly = 2;  ///< copies in a deck
  static constexpr int kOthers = 4;              ///< more change nothing
  int cheap = 0, costly = 0, others = 0;

  /// Damage that it can block.
  constexpr int most() const noexcept {
    const int paid = std::min(costly, others), unpaid = costly - paid;
    // Of those left one pays for the other, and a cheap one for the last.
    return cheap + 2 * paid + 2 * (unpaid / 2) + (unpaid % 2 == 1 && cheap > 0 ? 1 : 0);
  }

  /// What is left when so many of each kind are played, paid in the order of RULES 9.16.
  constexpr Blockers after(int cheap_ones, int costly_ones) const noexcept {
    Blockers left{cheap - cheap_ones, costly - costly_ones, others};
    for (int price = costly_ones; price > 0; --price)
      --(left.others > 0 ? left.others : left.costly > 0 ? left.costly : left.cheap);
    return left;
  }

  /// How many that cost another card are played to block so much; the hand can.
  constexpr int best_costly(int wanted) const noexcept {
    int best = 0, fewest = 99, most_left = 0;
    for (int played = 0; played <= costly; ++played) {
      const int with_cheap = std::max(wanted - 2 * played, 0), cards = with_cheap + 2 * played;
      if (with_cheap > cheap || cards > cheap + costly + others || cards > fewest) continue;
      const int left = after(with_cheap, played).most();
      if (cards == fewest && left <= most_left) continue;
      best = played;
      fewest = cards;
      most_left = left;
    }
    return best;
  }
};

struct BlockPlan {
  static constexpr std::size_t kMost = Blockers::kCheap + 2 * Blockers::kCostly;
  std::uint8_t most = 0;                         ///< damage that the hand can block
  std::array<std::uint8_t, kMost + 1> costly{};  ///< how many of them are played, by the damage
};

/// [Defensive Formations][those that cost another card][others]
inline constexpr auto kBlockPlans = [] {
  std::array<std::array<std::array<BlockPlan, Blockers::kOthers + 1>, Blockers::kCostly + 1>,
             Blockers::kCheap + 1>
      plans{};
  for (std::size_t cheap = 0; cheap < plans.size(); ++cheap)
    for (std::size_t costly = 0; costly < plans[cheap].size(); ++costly)
      for (std::size_t others = 0; others < plans[cheap][costly].size(); ++others) {
        const Blockers hand{static_cast<int>(cheap), static_cast<int>(costly),
                            static_cast<int>(others)};
        BlockPlan& plan = plans[cheap][costly][others];
        plan.most = static_cast<std::uint8_t>(hand.most());
        for (std::size_t wanted = 0; wanted <= plan.most; ++wanted)
          plan.costly[wanted] =
              static_cast<std::uint8_t>(hand.best_costly(static_cast<int>(wanted)));
      }
  return plans;
}();

inline const BlockPlan& block_plan(Hand hand, const DeckMasks& deck) noexcept {
  // Copies of a card lie side by side in a deck.
  constexpr std::array<std::uint8_t, 8> kCards{0, 1, 1, 2, 1, 2, 2, 3};
  const auto held = [&](Hand cards) -> std::size_t {
    return kCards[static_cast<std::size_t>((hand & cards) >> lowest(cards))];
  };
  const std::size_t cheap = held(deck.formation), costly = held(deck.costly_block);
  const auto others = static_cast<std::size_t>(cards_in(hand)) - cheap - costly;
  return kBlockPlans[cheap][costly][std::min<std::size_t>(others, Blockers::kOthers)];
}

/// Damage that the hand can block.
inline int most_blocked(Hand hand, const DeckMasks& deck) noexcept {
  if (hand & deck.costly_block) return block_plan(hand, deck).most;
  return cards_in(static_cast<Hand>(hand & deck.formation));
}

}  // namespace broadside::rebellion
