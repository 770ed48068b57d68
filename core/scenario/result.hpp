#pragma once
// Question: how does a function say that something the user typed cannot be used?
// Nothing in core throws; a browser build compiles these layers with exceptions off.

#include <cassert>
#include <string>
#include <type_traits>
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
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const InputError& error() const {
    assert(!*this);
    return *std::get_if<1>(&held_);
  }

  /// What f makes of the value, itself a Result; an error passes by.
  template <class F>
  auto and_then(F&& f) const& -> std::invoke_result_t<F, const T&> {
    if (!*this) return error();
    return std::forward<F>(f)(value());
  }
  template <class F>
  auto and_then(F&& f) && -> std::invoke_result_t<F, T&&> {
    if (!*this) return error();
    return std::forward<F>(f)(std::move(*this).value());
  }
  /// f of the value, where f cannot fail.
  template <class F>
  auto transform(F&& f) && -> Result<std::invoke_result_t<F, T&&>> {
    if (!*this) return error();
    return std::forward<F>(f)(std::move(*this).value());
  }

 private:
  std::variant<T, InputError> held_;
};

}  // namespace broadside
