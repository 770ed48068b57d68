#pragma once
// Question: how can a battle end?

#include <cstdint>

namespace broadside {

enum class Outcome : std::uint8_t {
  attacker_win,
  draw,
  defender_win,
  stalemate,
  attacker_retreats,
  defender_retreats,
  undecided,  ///< a single order after which both still stand
};
inline constexpr int kOutcomes = 7;

constexpr const char* name(Outcome outcome) noexcept {
  constexpr const char* kNames[] = {
      "attacker_win",      "draw",     "defender_win", "stalemate", "attacker_retreats",
      "defender_retreats", "undecided"};
  return kNames[static_cast<int>(outcome)];
}

/// One way in which a battle ends. Endings with one outcome may differ by what the game tells apart
/// (which theater was won); the tag is the game's own number for that.
struct Ending {
  Outcome outcome = Outcome::draw;
  std::uint16_t tag = 0;
  friend bool operator==(const Ending&, const Ending&) = default;
};

}  // namespace broadside
