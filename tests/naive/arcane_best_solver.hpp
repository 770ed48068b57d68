#pragma once
// An independent way to find the best play of a small duel of Arcane Legions: every roll die by die,
// every whole assignment of damage listed, straight from the law book. It shares no code with
// core/systems/arcane_legions or sim/best_play; only tests use it.

#include <array>
#include <vector>

namespace broadside::naive {

struct ArcaneFigure {
  int hit_points = 1, attack = 0, defence = 0;
  double price = 0;
  int type = 0;                                            ///< line of the report
  bool rush = false, touch = false, concentrates = false;  ///< icons of abilities
};

struct ArcaneSide {
  std::vector<ArcaneFigure> figures;  ///< one in each slot, all white
  bool best = false;                  ///< else casualties as listed and nothing beside orders
};

struct ArcaneQuestion {
  std::array<ArcaneSide, 2> sides;
  int turns = 4;   ///< of the duel; the attacker begins
  int mine = 0;    ///< whose goal it is
  double win = 1;  ///< what a victory is worth
  double net = 0;  ///< what a point is worth that the enemy loses, or that is not lost
  int keep = -1;   ///< a type of which one shall be left after a victory, for 1 more
};

/// What the goal comes to where those who play best want it high (who has it) or low (the other).
double best_value(const ArcaneQuestion& question);

}  // namespace broadside::naive
