#pragma once
// Question: how do the stages before the first battle tell how far they are, and notice that nobody
// waits any more?

#include <chrono>
#include <string_view>

#include "sim/progress.hpp"

namespace broadside {

/// For a stage on the calling thread that asks often whether to leave off: tells what it does at
/// most ten times a second, then asks `stop`. Both may be empty; they must outlive the function.
inline StopQuery watched(const ProgressCallback& progress, const StopQuery& stop,
                         std::string_view stage) {
  if (!progress) return stop;
  using Clock = std::chrono::steady_clock;
  return [&progress, &stop, stage, told = Clock::now()]() mutable {
    if (const auto now = Clock::now(); now - told >= std::chrono::milliseconds(100)) {
      told = now;
      Progress far;
      far.stage = stage;
      progress(far);
    }
    return stop && stop();
  };
}

}  // namespace broadside
