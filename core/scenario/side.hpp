#pragma once
// Question: whose is it? The two sides of a battle, and what there is of each of them.

#include <array>

#include "core/scenario/by.hpp"

namespace broadside {

enum class Side : unsigned char { attacker = 0, defender = 1 };
inline constexpr std::array<Side, 2> kSides{Side::attacker, Side::defender};
constexpr Side other(Side side) noexcept {
  return side == Side::attacker ? Side::defender : Side::attacker;
}
constexpr int index(Side side) noexcept { return static_cast<int>(side); }
constexpr const char* name(Side side) noexcept {
  return side == Side::attacker ? "attacker" : "defender";
}

/// One of each side's, the attacker's first: `dice[Side::defender]`.
template <class T>
using BySide = By<Side, 2, T>;

}  // namespace broadside
