#pragma once
// Question: where do the random numbers of battle chunk c of seed s come from?
//
// A stream is named by the work, (seed, chunk, lane), never by the worker: the counter-based
// Philox4x32-10 hashes the name into the state of a xoshiro256++ generator. The hash makes
// neighbouring names independent; the generator is several times faster per draw than hashing every
// draw would be (bench/RESULTS.md). Both meet Boost.Random's uniform random number generator
// concept and work with its distributions.

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

namespace broadside {

/// Philox4x32 with ten rounds (Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1,
/// 2, 3; SC 2011).
class Philox {
 public:
  using result_type = std::uint32_t;
  using Block = std::array<std::uint32_t, 4>;
  using Key = std::array<std::uint32_t, 2>;
  static constexpr bool has_fixed_range = false;

  /// The stream `stream` of `seed`.
  constexpr explicit Philox(std::uint64_t seed = 0, std::uint64_t stream = 0) noexcept
      : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
        counter_{0, 0, static_cast<std::uint32_t>(stream),
                 static_cast<std::uint32_t>(stream >> 32)} {}

  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return std::numeric_limits<result_type>::max(); }

  constexpr result_type operator()() noexcept {
    if (used_ == 4) {
      block_ = hash(counter_, key_);
      if (++counter_[0] == 0) ++counter_[1];
      used_ = 0;
    }
    return block_[used_++];
  }

  /// The bijection itself, for the published known answers.
  static constexpr Block hash(Block counter, Key key) noexcept {
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t left = std::uint64_t{0xD2511F53} * counter[0];
      const std::uint64_t right = std::uint64_t{0xCD9E8D57} * counter[2];
      counter = {static_cast<std::uint32_t>(right >> 32) ^ counter[1] ^ key[0],
                 static_cast<std::uint32_t>(right),
                 static_cast<std::uint32_t>(left >> 32) ^ counter[3] ^ key[1],
                 static_cast<std::uint32_t>(left)};
      key[0] += 0x9E3779B9;
      key[1] += 0xBB67AE85;
    }
    return counter;
  }

 private:
  Key key_;
  Block counter_;
  Block block_{};
  std::uint32_t used_ = 4;
};

/// xoshiro256++ 1.0 (Blackman, Vigna: Scrambled linear pseudorandom number generators; 2019).
class Xoshiro {
 public:
  using result_type = std::uint64_t;
  using State = std::array<std::uint64_t, 4>;
  static constexpr bool has_fixed_range = false;

  constexpr explicit Xoshiro(const State& state) noexcept : state_(state) {}

  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return std::numeric_limits<result_type>::max(); }

  constexpr result_type operator()() noexcept {
    auto& s = state_;
    const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0];
    const std::uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = std::rotl(s[3], 45);
    return result;
  }

  constexpr const State& state() const noexcept { return state_; }

 private:
  State state_;
};

/// Battles are dealt to this many lanes of a chunk, so that a vector form can play the lanes side
/// by side.
inline constexpr std::uint32_t kLanes = 16;

/// The generator of one lane of one chunk. Two Philox blocks a lane: blocks 2*lane and 2*lane + 1
/// of stream `chunk`.
constexpr Xoshiro lane_stream(std::uint64_t seed, std::uint64_t chunk,
                              std::uint32_t lane) noexcept {
  const Philox::Key key{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
  Xoshiro::State state{};
  for (std::uint32_t half = 0; half < 2; ++half) {
    const auto block = Philox::hash({2 * lane + half, 0, static_cast<std::uint32_t>(chunk),
                                     static_cast<std::uint32_t>(chunk >> 32)},
                                    key);
    state[2 * half] = block[0] | std::uint64_t{block[1]} << 32;
    state[2 * half + 1] = block[2] | std::uint64_t{block[3]} << 32;
  }
  // All-zero is the one state that never leaves itself; a 2^-256 event, but the code must not rely
  // on luck.
  if ((state[0] | state[1] | state[2] | state[3]) == 0) state[0] = 1;
  return Xoshiro{state};
}

}  // namespace broadside
