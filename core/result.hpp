#pragma once
// Question: how does a function say that something the user typed cannot be used?
// Nothing in core throws; a browser build compiles these layers with exceptions off.

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace broadside {

/// Something the user typed cannot be used: what was read, where, and what would have worked.
struct InputError {
  std::string problem;  ///< "unknown unit 'crusier'"
  std::string where;    ///< "2 crusier, 3 ff" or "attacker.units"
  std::string hint;     ///< "did you mean 'cruiser'?"

  std::string message() const {
    return problem + (where.empty() ? "" : " in '" + where + "'") +
           (hint.empty() ? "" : " - " + hint);
  }
};

/// A value, or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(InputError error) : held_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const noexcept { return held_.index() == 0; }
  T& value() & {
    assert(*this);
    return *std::get_if<0>(&held_);
  }
  const T& value() const& {
    assert(*this);
    return *std::get_if<0>(&held_);
  }
  T&& value() && {
    assert(*this);
    return std::move(*std::get_if<0>(&held_));
  }
  const InputError& error() const {
    assert(!*this);
    return *std::get_if<1>(&held_);
  }

 private:
  std::variant<T, InputError> held_;
};

}  // namespace broadside
