#pragma once
// Question: whose is it? The two sides of a battle, and what there is of each of them.

#include <array>
#include <cstddef>

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

/// One of each side's, the attacker's first: `dice[Side::defender]`. Where the attacker is 0 and
/// the defender 1 for other reasons (loops over tables) it is indexed by number.
template <class T>
struct BySide : std::array<T, 2> {
  using std::array<T, 2>::operator[];
  constexpr T& operator[](Side side) noexcept { return (*this)[static_cast<std::size_t>(side)]; }
  constexpr const T& operator[](Side side) const noexcept {
    return (*this)[static_cast<std::size_t>(side)];
  }
};

}  // namespace broadside
