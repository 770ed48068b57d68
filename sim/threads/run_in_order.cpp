#include "sim/run_in_order.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include "sim/run_each.hpp"
#include "sim/threads/task_order.hpp"

namespace broadside {

void run_in_order(int threads, const InOrder& how) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads > 0 ? threads : all_cores()));
  std::size_t number = 0;  // touched by the first filter only
  const auto next = [&](tbb::flow_control& control) {
    TaskOrder::take();
    const std::size_t place = number++ % how.places;
    if (!how.next(place)) control.stop();
    TaskOrder::give();
    return place;
  };
  const auto work = [&](std::size_t place) {
    TaskOrder::take();
    // Isolated, because a thread that waits for the battles of one thing must not go and wait for
    // the next one to come: who feeds us one by one would never see the answer.
    tbb::this_task_arena::isolate([&] { how.work(place); });
    TaskOrder::give();
    return place;
  };
  const auto give = [&](std::size_t place) {
    TaskOrder::take();
    how.give(place);
    TaskOrder::give();
  };
  TaskOrder::give();
  using tbb::filter_mode;
  tbb::parallel_pipeline(
      how.places, tbb::make_filter<void, std::size_t>(filter_mode::serial_in_order, next) &
                      tbb::make_filter<std::size_t, std::size_t>(filter_mode::parallel, work) &
                      tbb::make_filter<std::size_t, void>(filter_mode::serial_in_order, give));
  TaskOrder::take();
}

}  // namespace broadside
