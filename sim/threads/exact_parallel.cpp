#include "sim/exact_parallel.hpp"

#include <algorithm>
#include <memory>

#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "sim/threads/task_order.hpp"

namespace broadside {

Parallel solving_threads(int threads) {
  // More threads than cores would only wait for one another.
  const int cores = tbb::info::default_concurrency();
  threads = threads > 0 ? std::min(threads, cores) : cores;
  if (threads == 1) return {};
  const auto arena = std::make_shared<tbb::task_arena>(threads);
  return [arena](std::size_t count, const std::function<void(std::size_t, std::size_t)>& work) {
    TaskOrder::give();
    arena->execute([&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>{0, count}, [&](const auto& range) {
        TaskOrder::take();
        work(range.begin(), range.end());
        TaskOrder::give();
      });
    });
    TaskOrder::take();
  };
}

}  // namespace broadside
