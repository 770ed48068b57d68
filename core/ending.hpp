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
};
inline constexpr int kOutcomes = 6;

constexpr const char* name(Outcome outcome) noexcept {
  constexpr const char* kNames[] = {"attacker_win",      "draw",
                                    "defender_win",      "stalemate",
                                    "attacker_retreats", "defender_retreats"};
  return kNames[static_cast<int>(outcome)];
}

}  // namespace broadside
