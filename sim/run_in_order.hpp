#pragma once
// Question: how are things that come one after the other worked on by several threads, and given on
// in the order in which they came?

#include <cstddef>
#include <functional>

namespace broadside {

/// What is done with a thing. The caller holds `places` of them; a place is filled again only after
/// what was in it has been given on.
struct InOrder {
  std::size_t places = 1;                 ///< things under way at a time, at most
  std::function<bool(std::size_t)> next;  ///< fills a place; false when nothing comes any more
  std::function<void(std::size_t)> work;  ///< on several threads at once
  std::function<void(std::size_t)> give;  ///< in the order of `next`, as soon as it can
};

/// threads: 0 = all cores, 1 = one thing after the other. None of the functions may throw. `next`
/// may wait, for a line to be typed say: what came before is worked on and given meanwhile.
void run_in_order(int threads, const InOrder& how);

}  // namespace broadside
