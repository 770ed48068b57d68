#pragma once
// Question: how do several threads share one piece of work, with the standard library alone?
//
// Work lies inside work (the fleets of a comparison, the battles of a fleet). TBB would let whoever
// is idle help anywhere; here a crew gets as many helpers as the program has threads to spare when
// it is made, perhaps none. Nothing that is counted depends on it.

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace broadside {

/// This thread counts as busy for as long as one of these lives on it.
class AtWork {
 public:
  AtWork();
  ~AtWork();
  AtWork(const AtWork&) = delete;
  AtWork& operator=(const AtWork&) = delete;

 private:
  bool first_;  ///< not the second one of this thread
};

class Crew {
 public:
  /// At most `threads` with the caller's own; 0 = all cores.
  explicit Crew(int threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  std::size_t size() const noexcept { return helpers_.size() + 1; }

  /// Calls part(first, last, member) until all of [0, count) is done; `member` is below size() and
  /// nobody else's meanwhile. What one of them throws is thrown here, after the others have ended.
  using Part = std::function<void(std::size_t first, std::size_t last, std::size_t member)>;
  void share(std::size_t count, std::size_t least, const Part& part);

 private:
  void help(std::size_t member);
  void take_parts(std::size_t member, std::unique_lock<std::mutex>& lock);

  AtWork caller_;
  std::mutex mutex_;  // for all below
  std::condition_variable call_, done_;
  const Part* part_ = nullptr;
  std::size_t next_ = 0, count_ = 0, least_ = 1;
  std::size_t working_ = 0;  ///< helpers in a part
  std::exception_ptr trouble_;
  bool ends_ = false;
  std::vector<std::thread> helpers_;
};

}  // namespace broadside
