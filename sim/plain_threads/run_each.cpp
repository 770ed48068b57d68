// run_each.hpp with the standard library's threads.
#include "sim/run_each.hpp"

#include <algorithm>
#include <chrono>

#include "sim/plain_threads/crew.hpp"

namespace broadside {

void run_each(std::size_t count, int threads, const std::function<void(std::size_t)>& task,
              const std::function<void(std::size_t)>& between) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kPause = std::chrono::milliseconds(100);
  // A single task keeps the helpers for itself.
  Crew crew{count == 1 ? 1 : threads};
  // Slices, so that this thread can look up in between; large enough to keep the others busy.
  std::size_t slice = crew.size() * 4;
  for (std::size_t done = 0; done < count;) {
    const auto start = Clock::now();
    const std::size_t until = between ? std::min(count, done + slice) : count;
    crew.share(until - done, 1, [&](std::size_t first, std::size_t last, std::size_t) {
      for (std::size_t i = first; i != last; ++i) task(done + i);
    });
    done = until;
    if (!between) continue;
    const auto took = Clock::now() - start;
    if (took < kPause / 2) slice *= 2;
    if (took > 2 * kPause) slice = std::max(slice / 2, crew.size());
    between(done);
  }
}

}  // namespace broadside
