#pragma once
// Question: how well can a side do in one theater of a base combat without cards if it picks the
// best targets that there are? A solver of its own, from the printed numbers alone: every way in
// which a side can be damaged, every roll, and for the side that chooses every way to assign it.

#include <array>
#include <functional>
#include <string_view>
#include <vector>

namespace broadside::naive_rebellion {

/// A unit as the target of an attack.
struct Victim {
  std::array<int, 3> dice{};  ///< red, black, green
  bool red_health = false;
  int left = 0;     ///< remaining health
  int printed = 0;  ///< row among the printed units
};

/// Which of two units is hit first; every unit is finished before the next. Empty: the assignment
/// that gives the best chance to win.
using TargetOrder = std::function<bool(const Victim&, const Victim&)>;

struct TargetChances {
  double attacker = 0, nobody = 0, defender = 0;
};

/// Units by their names; at most one side chooses its best targets.
TargetChances solve_targets(const std::vector<std::string_view>& attacker,
                            const std::vector<std::string_view>& defender,
                            const TargetOrder& attackers_order, const TargetOrder& defenders_order);

}  // namespace broadside::naive_rebellion
