#pragma once
// Question: which number has this value, among all that turned up so far?

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <type_traits>
#include <vector>

namespace broadside {

/// Multiplies the words together; the golden ratio spreads small numbers over all bits.
constexpr std::uint64_t chain_hash(std::uint64_t hash, std::uint64_t word) {
  return (std::rotl(hash, 23) ^ word) * 0x9E3779B97F4A7C15u;
}

template <class T>
std::size_t hash_of(const T& value) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<std::size_t>(chain_hash(0, value) >> 29);
  else
    return hash_value(value);
}

template <class T>
bool same(const T& a, const T& b) {
  if constexpr (std::has_unique_object_representations_v<T>)
    return std::memcmp(&a, &b, sizeof(T)) == 0;
  else
    return a == b;
}

/// The memory of lists that grow in small steps and are all given up together.
using Memory = std::pmr::memory_resource*;
template <class T>
using List = std::pmr::vector<T>;

/// No number.
inline constexpr std::uint32_t kNoNumber = ~0u;

/// Numbers values in the order in which they turn up. The table of places is open addressing over
/// the list: nothing is allocated for a value.
template <class T>
class Index {
 public:
  explicit Index(Memory memory = std::pmr::get_default_resource())
      : list_(memory), places_(memory) {}
  std::uint32_t add(const T& value) {
    if (places_.size() < 2 * (list_.size() + 1)) grow();
    std::uint32_t& place = places_[find(value)];
    if (place == kNoNumber) {
      place = size();
      list_.push_back(value);
    }
    return place;
  }
  /// The number of a value, or kNoNumber where it is not known.
  std::uint32_t at(const T& value) const {
    return places_.empty() ? kNoNumber : places_[find(value)];
  }
  const List<T>& list() const { return list_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(list_.size()); }

 private:
  std::size_t find(const T& value) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = hash_of(value) & mask;
    while (places_[at] != kNoNumber && !same(list_[places_[at]], value)) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    places_.assign(std::max<std::size_t>(32, 2 * places_.size()), kNoNumber);
    list_.reserve(places_.size() / 2);
    for (std::uint32_t i = 0; i < size(); ++i) places_[find(list_[i])] = i;
  }
  List<T> list_;
  List<std::uint32_t> places_;
};

}  // namespace broadside
