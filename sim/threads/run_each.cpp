#include "sim/run_each.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "sim/threads/task_order.hpp"

namespace broadside {

int all_cores() { return tbb::info::default_concurrency(); }

void run_each(std::size_t count, int threads, const std::function<void(std::size_t)>& task,
              const std::function<void(std::size_t)>& between) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kPause = std::chrono::milliseconds(100);
  const int all = all_cores();
  if (threads <= 0) threads = all;
  std::optional<tbb::global_control> allow;  // TBB starts no more than there are cores otherwise
  if (threads > all)
    allow.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  // Slices, so that this thread can look up in between; large enough to keep the others busy.
  std::size_t slice = static_cast<std::size_t>(threads) * 4;
  for (std::size_t done = 0; done < count;) {
    const auto start = Clock::now();
    const std::size_t until = between ? std::min(count, done + slice) : count;
    TaskOrder::give();
    arena.execute([&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>{done, until, 1}, [&](const auto& range) {
        TaskOrder::take();
        for (std::size_t i = range.begin(); i != range.end(); ++i) task(i);
        TaskOrder::give();
      });
    });
    TaskOrder::take();
    done = until;
    if (!between) continue;
    const auto took = Clock::now() - start;
    if (took < kPause / 2) slice *= 2;
    if (took > 2 * kPause)
      slice = std::max<std::size_t>(slice / 2, static_cast<std::size_t>(threads));
    between(done);
  }
}

}  // namespace broadside
