#pragma once
// Question: how does an answer become a run of bytes, and an answer again? The same bytes on every
// machine: numbers of eight bytes, lowest first. A struct says what it consists of by a function
// fields(Is<Struct>, value) that ties all its members.

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/scenario/by.hpp"
#include "core/scenario/result.hpp"

namespace broadside {

static_assert(std::endian::native == std::endian::little, "bytes are copied as they are");

template <class T>
struct Is {};

constexpr auto fields(Is<InputError>, auto& error) {
  return std::tie(error.problem, error.where, error.hint);
}

/// Nothing but doubles: a list of them is copied at once.
template <class T>
inline constexpr bool kOnlyDoubles = std::is_same_v<T, double>;

class ByteWriter {
 public:
  std::string bytes;

  template <class T>
  void add(const T& value) {
    if constexpr (kOnlyDoubles<T>)
      raw(&value, sizeof value);
    else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>)
      number(static_cast<std::uint64_t>(value));
    else
      std::apply([this](const auto&... each) { (add(each), ...); }, fields(Is<T>{}, value));
  }
  void add(const std::string& text) {
    number(text.size());
    bytes += text;
  }
  template <class T>
  void add(const std::vector<T>& list) {
    number(list.size());
    if constexpr (kOnlyDoubles<T>)
      raw(list.data(), list.size() * sizeof(T));
    else
      for (const T& each : list) add(each);
  }
  template <class T>
  void add(const std::optional<T>& value) {
    number(value.has_value());
    if (value) add(*value);
  }
  template <class Key, std::size_t count, class T>
  void add(const By<Key, count, T>& list) {
    for (const T& each : list) add(each);
  }
  template <class A, class B>
  void add(const std::pair<A, B>& both) {
    add(both.first);
    add(both.second);
  }
  template <class A, class B>
  void add(const std::variant<A, B>& either) {
    number(either.index());
    std::visit([this](const auto& value) { add(value); }, either);
  }

 private:
  void raw(const void* from, std::size_t size) {
    bytes.append(static_cast<const char*>(from), size);
  }
  void number(std::uint64_t value) { raw(&value, sizeof value); }
};

/// Reads what a ByteWriter wrote; of other bytes it makes something, or `fine` is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : left_(bytes) {}

  bool ended_well() const noexcept { return fine_ && left_.empty(); }

  template <class T>
  void get(T& value) {
    if constexpr (kOnlyDoubles<T>)
      raw(&value, sizeof value);
    else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>)
      value = static_cast<T>(number());
    else
      std::apply([this](auto&... each) { (get(each), ...); }, fields(Is<T>{}, value));
  }
  void get(std::string& text) {
    const std::size_t size = length(1);
    text.assign(left_.substr(0, size));
    left_.remove_prefix(size);
  }
  template <class T>
  void get(std::vector<T>& list) {
    if constexpr (kOnlyDoubles<T>) {
      list.resize(length(sizeof(T)));
      raw(list.data(), list.size() * sizeof(T));
    } else {
      list.clear();
      for (std::size_t left = length(1); left > 0 && fine_; --left) get(list.emplace_back());
    }
  }
  template <class T>
  void get(std::optional<T>& value) {
    value.reset();
    if (number() != 0) get(value.emplace());
  }
  template <class Key, std::size_t count, class T>
  void get(By<Key, count, T>& list) {
    for (T& each : list) get(each);
  }
  template <class A, class B>
  void get(std::pair<A, B>& both) {
    get(both.first);
    get(both.second);
  }
  template <class A, class B>
  void get(std::variant<A, B>& either) {
    if (number() == 0)
      get(either.template emplace<0>());
    else
      get(either.template emplace<1>());
  }

 private:
  void raw(void* to, std::size_t size) {
    if (size > left_.size()) {
      fine_ = false;
      return;
    }
    if (size > 0) std::memcpy(to, left_.data(), size);
    left_.remove_prefix(size);
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    raw(&value, sizeof value);
    return value;
  }
  /// How many things of at least so many bytes follow; none where there is no room for them.
  std::size_t length(std::size_t least) {
    const std::uint64_t count = number();
    if (count <= left_.size() / least) return static_cast<std::size_t>(count);
    fine_ = false;
    return 0;
  }

  std::string_view left_;
  bool fine_ = true;
};

template <class T>
std::string bytes_of(const T& value) {
  ByteWriter writer;
  writer.add(value);
  return std::move(writer.bytes);
}

/// Nothing where these are not the bytes of one.
template <class T>
std::optional<T> from_bytes(std::string_view bytes) {
  ByteReader reader(bytes);
  T value{};
  reader.get(value);
  if (!reader.ended_well()) return std::nullopt;
  return value;
}

}  // namespace broadside
