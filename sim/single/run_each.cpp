// run_each.hpp for builds without threads: one after the other.
#include "sim/run_each.hpp"

#include <chrono>

namespace broadside {

int all_cores() { return 1; }

void run_each(std::size_t count, int /*threads*/, const std::function<void(std::size_t)>& task,
              const std::function<void(std::size_t)>& between) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kPause = std::chrono::milliseconds(100);
  auto last = Clock::now();
  for (std::size_t i = 0; i < count; ++i) {
    task(i);
    if (!between) continue;
    const auto now = Clock::now();
    if (now - last < kPause && i + 1 != count) continue;
    last = now;
    between(i + 1);
  }
}

}  // namespace broadside
