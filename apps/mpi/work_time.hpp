#pragma once
// Question: how much of their time have the ranks worked?

#include "apps/mpi/ranks.hpp"

namespace broadside {

class WorkTime {
 public:
  WorkTime();
  /// Together: rank 0 says on standard error how long it took since this was made, what share of that
  /// all ranks worked, and how much of their processors' time went into it.
  void tell(const Ranks& ranks, const char* on) const;

 private:
  friend class Working;
  double start_;
  double worked_ = 0, processors_ = 0;  ///< seconds
};

/// As long as it lives its rank works.
class Working {
 public:
  explicit Working(WorkTime& time);
  ~Working();
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;

 private:
  WorkTime& time_;
  double start_, processors_;
};

}  // namespace broadside
