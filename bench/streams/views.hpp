#pragma once

// In what order may the program's random numbers be read, so that a battery of tests sees them as battles use them?
//
// A generator that is good by itself may still be bad as it is used: streams that are cut short, side
// by side, of neighbouring chunks or of neighbouring seeds. Each view is one of these.

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/kernel/rng.hpp"

namespace broadside::streams {

inline constexpr std::uint64_t kSeed = 1;
inline constexpr int kDrawsEach =
    8;  // of a stream that is left for its neighbour: about a short battle

struct View {
  virtual ~View() = default;
  virtual std::uint64_t next() = 0;
};

/// One lane of one chunk for ever.
struct OneLane : View {
  Xoshiro stream = lane_stream(kSeed, 0, 0);
  std::uint64_t next() override { return stream(); }
};

/// All lanes of a chunk in turn, as the kernel draws.
struct AllLanes : View {
  std::vector<Xoshiro> lanes;
  std::size_t at = 0;
  AllLanes() {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      lanes.push_back(lane_stream(kSeed, 0, lane));
  }
  std::uint64_t next() override { return lanes[at++ % kLanes](); }
};

/// The first draws of one stream after the other; the kind of neighbour is `name`'s.
struct Neighbours : View {
  Xoshiro (*name)(std::uint64_t number);
  std::uint64_t number = 0;
  int drawn = 0;
  Xoshiro stream;
  explicit Neighbours(Xoshiro (*of)(std::uint64_t)) : name(of), stream(of(0)) {}
  std::uint64_t next() override {
    if (drawn++ == kDrawsEach) {
      stream = name(++number);
      drawn = 1;
    }
    return stream();
  }
};

/// Low halves before high ones: 32-bit draws that use what is weakest in most generators first.
struct LowHalves : View {
  Xoshiro stream = lane_stream(kSeed, 7, 3);
  std::uint64_t next() override {
    const std::uint64_t a = stream(), b = stream();
    return (a & 0xffffffff) | b << 32;
  }
};

/// Nothing where no view is called so.
inline std::unique_ptr<View> view_named(std::string_view name) {
  if (name == "lane") return std::make_unique<OneLane>();
  if (name == "lanes") return std::make_unique<AllLanes>();
  if (name == "chunks")
    return std::make_unique<Neighbours>(
        +[](std::uint64_t chunk) { return lane_stream(kSeed, chunk, 0); });
  if (name == "seeds")
    return std::make_unique<Neighbours>(
        +[](std::uint64_t seed) { return lane_stream(seed, 0, 0); });
  if (name == "low") return std::make_unique<LowHalves>();
  return nullptr;
}

}  // namespace broadside::streams
