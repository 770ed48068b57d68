#pragma once
// Question: which battles can be made of what a game declares, without knowing the game?
//
// Every choice is drawn from bytes: a fuzzer changes them one by one, a seed gives all of them. The
// same bytes give the same battle.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.hpp"

namespace broadside::fuzz {

/// Numbers made of bytes; zeros once they are used up.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  /// Below `bound`, which is at least 1.
  std::size_t below(std::size_t bound) {
    std::size_t value = 0;
    for (std::size_t span = 1; span < bound; span <<= 8) value = value << 8 | next();
    return value % bound;
  }
  int between(int least, int most) {
    return least + static_cast<int>(below(static_cast<std::size_t>(most - least) + 1));
  }
  bool one_in(std::size_t number) { return below(number) == number - 1; }
  bool empty() const { return at_ >= bytes_.size(); }

 private:
  std::uint8_t next() { return at_ < bytes_.size() ? bytes_[at_++] : std::uint8_t{0}; }
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

/// So many bytes of a seed.
std::vector<std::uint8_t> bytes_of(std::uint64_t seed, std::size_t count = 256);

struct Taste {
  int most_units = 6;  ///< of one type
  int most_types = 4;
  std::size_t one_field_in = 6;  ///< how seldom a field is said that need not be
};

/// A battle of the game's own units, effects and fields. Mostly one that it takes.
Scenario made_scenario(const Game& game, Bytes& bytes, const Taste& taste);

}  // namespace broadside::fuzz
