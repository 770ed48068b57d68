// run_in_order.hpp for builds without threads: one after the other.
#include "sim/run_in_order.hpp"

namespace broadside {

void run_in_order(int /*threads*/, const InOrder& how) {
  while (how.next(0)) {
    how.work(0);
    how.give(0);
  }
}

}  // namespace broadside
