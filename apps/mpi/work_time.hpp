#pragma once
// Question: how much of their time have the ranks worked?

#include <chrono>

#include "apps/mpi/ranks.hpp"

namespace broadside {

class WorkTime {
 public:
  void add(double seconds) { worked_ += seconds; }
  /// Together: rank 0 says on standard error what share of the time since this was made all worked.
  void tell(const Ranks& ranks, const char* on) const;
  static double now() {
    using Clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
  }

 private:
  double worked_ = 0, start_ = now();
};

/// As long as it lives its rank works.
class Working {
 public:
  explicit Working(WorkTime& time) : time_(time) {}
  ~Working() { time_.add(WorkTime::now() - start_); }
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;

 private:
  WorkTime& time_;
  double start_ = WorkTime::now();
};

}  // namespace broadside
