#pragma once
// Question: how is one task done for each of many things, on all cores?

#include <cstddef>
#include <functional>

namespace broadside {

/// How many threads "all cores" are.
int all_cores();

/// Calls task(i) for every i below `count`, in any order, on several threads at once (0 = all
/// cores, 1 = this thread only). `between` is called from this thread about ten times a second,
/// with how many are done; it may be empty.
void run_each(std::size_t count, int threads, const std::function<void(std::size_t)>& task,
              const std::function<void(std::size_t)>& between = {});

}  // namespace broadside
