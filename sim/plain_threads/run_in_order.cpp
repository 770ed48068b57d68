// run_in_order.hpp with the standard library's threads.
#include "sim/run_in_order.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "sim/plain_threads/crew.hpp"
#include "sim/run_each.hpp"

namespace broadside {
namespace {

/// Every thread does the same: fetch a thing, work on it, and then give on whatever is due.
class Line {
 public:
  explicit Line(const InOrder& how) : how_(how), ready_(how.places, false) {}

  void take_part() {
    std::size_t place = 0;
    while (fetch(place)) {
      {
        const AtWork busy;  // but not while it waits for a thing to come
        how_.work(place);
      }
      hand_over(place);
    }
  }

 private:
  bool fetch(std::size_t& place) {
    const std::lock_guard one_at_a_time{fetching_};
    if (over_) return false;
    {
      std::unique_lock lock{giving_};
      freed_.wait(lock, [this] { return fetched_ - given_ < how_.places; });
    }
    place = fetched_ % how_.places;
    if (!how_.next(place)) {
      over_ = true;
      return false;
    }
    const std::lock_guard lock{giving_};
    ++fetched_;
    return true;
  }

  void hand_over(std::size_t place) {
    std::unique_lock lock{giving_};
    ready_[place] = true;
    if (someone_gives_) return;
    someone_gives_ = true;
    while (ready_[given_ % how_.places]) {
      const std::size_t due = given_ % how_.places;
      lock.unlock();
      how_.give(due);
      lock.lock();
      ready_[due] = false;
      ++given_;
      freed_.notify_one();
    }
    someone_gives_ = false;
  }

  const InOrder& how_;
  std::mutex fetching_;
  bool over_ = false;  // for whoever fetches
  std::mutex giving_;  // for all below; `fetched_` is written by whoever fetches
  std::condition_variable freed_;
  std::vector<bool> ready_;
  std::size_t fetched_ = 0, given_ = 0;
  bool someone_gives_ = false;
};

}  // namespace

void run_in_order(int threads, const InOrder& how) {
  if (threads <= 0) threads = all_cores();
  Line line{how};
  std::vector<std::thread> others;
  try {
    others.reserve(static_cast<std::size_t>(threads) - 1);
    for (int i = 1; i < threads; ++i) others.emplace_back([&line] { line.take_part(); });
  } catch (...) {  // the machine gives no more threads or memory: those that there are
  }
  line.take_part();
  for (std::thread& other : others) other.join();
}

}  // namespace broadside
