#pragma once
// Question: what is a small space battle worth if hits are taken as well as possible? A solver of its
// own: it knows the printed numbers, lists whole assignments of hits, prunes nothing and shares no
// code with the program.

#include <array>
#include <map>
#include <vector>

namespace naive {

enum Ship { kFighter, kDestroyer, kCruiser, kCarrier, kDreadnought, kWarSun, kShips };

/// One side of a small battle.
struct Fleet {
  std::array<int, kShips> whole{}, damaged{};
  int direct_hits = 0;  ///< cards that the enemy holds against it
  int shields = 0;      ///< own cards that cancel two hits
  auto operator<=>(const Fleet&) const = default;
};

enum class Aim { win, net };

/// Both sides' fleets, who chooses, and what the chooser wants. Where both do they play for the
/// attacker's aim, and the attacker names his losses first.
struct Question {
  Fleet attacker, defender;
  bool attacker_best = true, defender_best = false;
  Aim aim = Aim::win;
  double win_worth = 0;  ///< added to net for a victory
};

/// The value in the eyes of the attacker, or of the defender where only he chooses.
double best_value(const Question& question);

}  // namespace naive
