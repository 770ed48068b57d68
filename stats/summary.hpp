#pragma once
// Question: what does a battle mean for one side, in a few numbers that fleets are compared by?

#include <span>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "stats/tally.hpp"

namespace broadside {

struct Summary {
  double win = 0, draw = 0, loss = 0;   ///< loss: the enemy wins
  double own_lost = 0, enemy_lost = 0;  ///< expected, in resources
  double worth = 0;                     ///< what the side brought, in resources

  double net() const noexcept { return enemy_lost - own_lost; }
  /// Neither wins, and it is no draw: a retreat, say, or still undecided.
  double other() const noexcept {
    constexpr double kRounding = 1e-12;
    const double rest = 1 - win - draw - loss;
    return rest > kRounding ? rest : 0;
  }
  /// Chance to win for each resource brought; nothing where nothing was brought.
  double win_per_resource() const noexcept { return worth > 0 ? win / worth : 0; }
};

/// Outcome::attacker_win or defender_win.
Outcome win_of(Side side) noexcept;

/// What a side brought, in resources.
double worth_of(std::span<const UnitLabel> labels);

/// By final force: the resources that the side has lost when it is left with that.
std::vector<double> lost_by_force(std::span<const UnitLabel> labels,
                                  std::span<const Remains> remains);

/// `finals` are counts or chances whose whole is `total`.
template <class Weight>
Summary summarize(const Battle& battle, const Finals<Weight>& finals, double total, Side mine);

}  // namespace broadside
