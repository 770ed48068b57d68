#include "sim/plain_threads/crew.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "sim/run_each.hpp"

namespace broadside {
namespace {

std::atomic<int> busy_threads{0};  // of the program, helpers of all crews included
thread_local bool this_is_busy = false;

/// How many helpers may be had where `threads` should be busy at most.
int claim_helpers(int threads) {
  int busy = busy_threads.load();
  while (true) {
    const int spare = std::max(threads - busy, 0);
    if (busy_threads.compare_exchange_weak(busy, busy + spare)) return spare;
  }
}

}  // namespace

int all_cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

AtWork::AtWork() : first_(!this_is_busy) {
  if (first_) ++busy_threads;
  this_is_busy = true;
}

AtWork::~AtWork() {
  if (!first_) return;
  --busy_threads;
  this_is_busy = false;
}

Crew::Crew(int threads) {
  const int claimed = claim_helpers(threads > 0 ? threads : all_cores());
  try {
    helpers_.reserve(static_cast<std::size_t>(claimed));
    for (int i = 0; i < claimed; ++i)
      helpers_.emplace_back([this, member = static_cast<std::size_t>(i) + 1] { help(member); });
  } catch (...) {  // the machine gives no more threads or memory: those that there are
    busy_threads -= claimed - static_cast<int>(helpers_.size());
  }
}

Crew::~Crew() {
  {
    const std::lock_guard lock{mutex_};
    ends_ = true;
  }
  call_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
  busy_threads -= static_cast<int>(helpers_.size());
}

void Crew::help(std::size_t member) {
  this_is_busy = true;  // counted when the crew was made
  std::unique_lock lock{mutex_};
  while (true) {
    call_.wait(lock, [this] { return ends_ || next_ < count_; });
    if (ends_) return;
    ++working_;
    take_parts(member, lock);
    if (--working_ == 0) done_.notify_one();
  }
}

void Crew::take_parts(std::size_t member, std::unique_lock<std::mutex>& lock) {
  while (next_ < count_) {
    // Large parts first, small ones at the end, so that all are done at about the same time.
    const std::size_t some = std::max(least_, (count_ - next_) / (4 * size()));
    const std::size_t first = next_;
    next_ = std::min(count_, first + some);
    const std::size_t last = next_;
    const Part& part = *part_;
    lock.unlock();
    std::exception_ptr trouble;
    try {
      part(first, last, member);
    } catch (...) {
      trouble = std::current_exception();
    }
    lock.lock();
    if (!trouble) continue;
    if (!trouble_) trouble_ = trouble;
    next_ = count_;
  }
}

void Crew::share(std::size_t count, std::size_t least, const Part& part) {
  if (helpers_.empty()) {
    if (count > 0) part(0, count, 0);
    return;
  }
  std::unique_lock lock{mutex_};
  part_ = &part;
  next_ = 0;
  count_ = count;
  least_ = least;
  if (count > least) call_.notify_all();
  take_parts(0, lock);
  done_.wait(lock, [this] { return working_ == 0; });
  if (trouble_) std::rethrow_exception(std::exchange(trouble_, nullptr));
}

}  // namespace broadside
