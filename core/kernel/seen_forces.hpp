#pragma once
// Question: how often did a battle end with which force, where the forces that could be left are
// too many to be listed? An open addressing table from the force's number to its count.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace broadside {

class SeenForces {
 public:
  struct Seen {
    std::uint64_t force = kFree;
    std::uint64_t count = 0;
    friend bool operator==(const Seen&, const Seen&) = default;
  };

  /// Makes room for so many forces that have not been seen yet.
  void make_room(std::size_t more);

  /// Allocates nothing; there must be room.
  void add(std::uint64_t force, std::uint64_t times = 1) noexcept {
    const std::size_t mask = table_.size() - 1;
    // The golden ratio spreads numbers that differ in a few digits over the high bits.
    std::size_t at = static_cast<std::size_t>((force * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (table_[at].force != force && table_[at].force != kFree) at = (at + 1) & mask;
    if (table_[at].force == kFree) {
      table_[at].force = force;
      ++size_;
      assert(2 * size_ <= table_.size());
    }
    table_[at].count += times;
  }
  void add(const SeenForces& more);

  /// In the order of the forces' numbers.
  std::vector<Seen> list() const;
  /// Equal where the counts are, in whatever order they were added.
  friend bool operator==(const SeenForces& a, const SeenForces& b) { return a.list() == b.list(); }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  std::vector<Seen> table_;  ///< as long as a power of two, at most half of it taken
  std::size_t size_ = 0;
};

}  // namespace broadside
