#include "apps/mpi/work_time.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace broadside {

void WorkTime::tell(const Ranks& ranks, const char* on) const {
  const double worked = ranks.sum(worked_), seconds = now() - start_;
  if (!ranks.leads()) return;
  std::fputs(fmt::format("broadside: {} {}, {:.2f} s: {:.0f} % of their time on {}\n",
                         ranks.count(), ranks.count() == 1 ? "rank" : "ranks", seconds,
                         100 * worked / (seconds * ranks.count()), on)
                 .c_str(),
             stderr);
}

}  // namespace broadside
