#include "apps/mpi/work_time.hpp"

#include <cstdio>
#include <ctime>

#include <fmt/format.h>

namespace broadside {
namespace {

double seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double now() { return seconds(CLOCK_MONOTONIC); }
double processors() { return seconds(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace

WorkTime::WorkTime() : start_(now()) {}

void WorkTime::tell(const Ranks& ranks, const char* on) const {
  const double worked = ranks.sum(worked_), used = ranks.sum(processors_), took = now() - start_;
  if (!ranks.leads()) return;
  const int count = ranks.count();
  std::fputs(
      fmt::format("broadside: {} rank{}, {:.2f} s: {:.0f} % of their time on {}, {:.2f} s of "
                  "processors\n",
                  count, count == 1 ? "" : "s", took, 100 * worked / (took * count), on, used)
          .c_str(),
      stderr);
}

Working::Working(WorkTime& time) : time_(time), start_(now()), processors_(processors()) {}

Working::~Working() {
  time_.worked_ += now() - start_;
  time_.processors_ += processors() - processors_;
}

}  // namespace broadside
