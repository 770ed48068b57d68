#pragma once
// Question: how is one of several things found by its name or number, without a cast?

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <utility>

namespace broadside {

/// One for each value of an enumeration that counts from 0: `dice[Side::defender]`. Loops over
/// tables index it by number.
template <class Key, std::size_t count, class T>
struct By : std::array<T, count> {
  using std::array<T, count>::operator[];
  constexpr T& operator[](Key key) noexcept { return (*this)[static_cast<std::size_t>(key)]; }
  constexpr const T& operator[](Key key) const noexcept {
    return (*this)[static_cast<std::size_t>(key)];
  }
};

/// The one at place i of a list, where i is a number of the rules and not a size.
template <class List, std::signed_integral Number>
constexpr decltype(auto) nth(List&& list, Number i) {
  assert(i >= 0 && static_cast<std::size_t>(i) < std::size(list));
  return std::forward<List>(list)[static_cast<std::size_t>(i)];
}

}  // namespace broadside
