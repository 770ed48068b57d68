#pragma once
// Question: what has happened before a task of TBB begins, and after it has ended?
//
// TBB starts a task after what spawned it and ends it before what waits for it, but inside a
// library that the thread sanitiser cannot see into. This says the same order in the language, for
// one addition a task. The number is one for all, so that a task can look at it before it looks at
// anything that was handed to it.

#include <atomic>

namespace broadside {

class TaskOrder {
 public:
  /// Everything before this call ...
  static void give() noexcept { number_.fetch_add(1, std::memory_order_acq_rel); }
  /// ... comes before everything after a later one of this.
  static void take() noexcept { number_.load(std::memory_order_acquire); }

 private:
  static inline std::atomic<unsigned> number_{0};
};

}  // namespace broadside
