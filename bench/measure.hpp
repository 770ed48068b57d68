#pragma once
// Question: how long does it take, measured so that two figures can be compared?
//
// Rates that are compared are measured in turns, a short slice of each, many times over, and the
// best slice of one is compared with the best slice of the other: whatever else the machine does
// only ever makes a slice slower. Short slices find the moments when it does nothing else.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace broadside::bench {

/// Seconds that a call takes.
double seconds_of(const std::function<void()>& work);

/// Something that plays battles, and how fast it did.
struct Contender {
  std::function<void(std::uint64_t battles)> play;
  std::uint64_t slice = 0;      ///< battles in one slice
  std::vector<double> rates{};  ///< battles per second, slice by slice

  double best() const;
  double median() const;
};

/// Lets all of them play in turns. A slice takes about `seconds`, but is `fewest` battles at least.
void race(std::span<Contender> contenders, int repetitions, double seconds,
          std::uint64_t fewest = 1);

/// first / second, best slice to best slice; low and high: the same from every third slice alone,
/// which shows how far the figure can be trusted.
struct Ratio {
  double best = 0, low = 0, high = 0;
};
Ratio ratio(const Contender& first, const Contender& second);

/// The fastest of several calls, in seconds; stops early when that took `patience` seconds in all.
double best_of(int repetitions, double patience, const std::function<void()>& work);

}  // namespace broadside::bench
