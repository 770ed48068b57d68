#pragma once
// Question: how does one program hold hundreds of small mistakes, of which one is switched on?
//
// Included before every file of the copy that sites.py has changed. BROADSIDE_MUTANT names the one that
// is on; no number, no mistake. Operators stay operators of the same precedence, so that nothing
// needs to be parsed: `a < b` became `a < less_or_same(17) > b`.

#include <cstdlib>
#include <type_traits>

namespace broadside_mutant {

inline const int active = [] {
  const char* text = std::getenv("BROADSIDE_MUTANT");
  return text ? std::atoi(text) : 0;
}();

inline constexpr int kMost = 4096;
inline unsigned char reached[kMost] = {};  ///< places that were come by: watch.cpp tells them

/// Whether this mistake is made here and now. What the compiler works out is not mistaken.
constexpr bool on(int number) noexcept {
  if (std::is_constant_evaluated()) return false;
  reached[number] = 1;
  return active == number;
}
constexpr int one(int number) noexcept { return on(number) ? 1 : 0; }

struct Less { static constexpr auto of(const auto& a, const auto& b) { return a < b; } };
struct LessOrSame { static constexpr auto of(const auto& a, const auto& b) { return a <= b; } };
struct Greater { static constexpr auto of(const auto& a, const auto& b) { return a > b; } };
struct GreaterOrSame { static constexpr auto of(const auto& a, const auto& b) { return a >= b; } };
struct Same { static constexpr auto of(const auto& a, const auto& b) { return a == b; } };
struct Other { static constexpr auto of(const auto& a, const auto& b) { return a != b; } };
struct Plus { static constexpr auto of(const auto& a, const auto& b) { return a + b; } };
struct Minus { static constexpr auto of(const auto& a, const auto& b) { return a - b; } };
struct Times { static constexpr auto of(const auto& a, const auto& b) { return a * b; } };
struct Through { static constexpr auto of(const auto& a, const auto& b) { return a / b; } };

template <class Right, class Wrong>
struct Between {
  int number;
};
template <class T, class Right, class Wrong>
struct Left {
  const T& value;
  int number;
};

template <class T, class U, class Right, class Wrong>
constexpr auto result(const Left<T, Right, Wrong>& left, const U& right)
    -> decltype(Right::of(left.value, right)) {
  using Result = decltype(Right::of(left.value, right));
  return on(left.number) ? static_cast<Result>(Wrong::of(left.value, right))
                         : Right::of(left.value, right);
}

#define BROADSIDE_MUTANT_OPERATORS(first, second)                                            \
  template <class T, class Right, class Wrong>                                               \
  constexpr Left<T, Right, Wrong> operator first(const T& value, Between<Right, Wrong> at) { \
    return {value, at.number};                                                               \
  }                                                                                          \
  template <class T, class U, class Right, class Wrong>                                      \
  constexpr auto operator second(const Left<T, Right, Wrong>& left, const U& right) {        \
    return result(left, right);                                                              \
  }
BROADSIDE_MUTANT_OPERATORS(<, >)
BROADSIDE_MUTANT_OPERATORS(==, ==)
BROADSIDE_MUTANT_OPERATORS(+, +)
BROADSIDE_MUTANT_OPERATORS(*, *)
#undef BROADSIDE_MUTANT_OPERATORS

/// `!x` became `no(17)->*x`, which binds as closely.
struct No {
  int number;
};
constexpr No no(int number) { return {number}; }
template <class T>
constexpr bool operator->*(No no, const T& value) {
  return on(no.number) != static_cast<bool>(!value);
}

/// `std::min(a, b)` became `least(17, a, b)`.
template <class T>
constexpr const T& least(int number, const T& a, const T& b) {
  return (b < a) != on(number) ? b : a;
}
template <class T>
constexpr const T& most(int number, const T& a, const T& b) {
  return (a < b) != on(number) ? b : a;
}

}  // namespace broadside_mutant
