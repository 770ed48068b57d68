#pragma once
// Question: how can a battle end?

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/scenario/by.hpp"

namespace broadside {

enum class Outcome : std::uint8_t {
  attacker_win,
  draw,
  defender_win,
  stalemate,
  attacker_retreats,
  defender_retreats,
  undecided,  ///< looked at while both still stand: after a single order, after so many rounds
};
inline constexpr int kOutcomes = 7;
template <class T>
using ByOutcome = By<Outcome, kOutcomes, T>;

constexpr std::array<Outcome, kOutcomes> all_outcomes() noexcept {
  std::array<Outcome, kOutcomes> all{};
  for (std::size_t o = 0; o < all.size(); ++o) all[o] = static_cast<Outcome>(o);
  return all;
}

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
