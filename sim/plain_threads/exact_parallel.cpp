// exact_parallel.hpp with the standard library's threads.
#include "sim/exact_parallel.hpp"

#include <algorithm>
#include <memory>

#include "sim/plain_threads/crew.hpp"
#include "sim/run_each.hpp"

namespace broadside {

Parallel solving_threads(int threads) {
  // More threads than cores would only wait for one another.
  threads = threads > 0 ? std::min(threads, all_cores()) : all_cores();
  if (threads == 1) return {};
  const auto crew = std::make_shared<Crew>(threads);
  if (crew->size() == 1) return {};
  return [crew](std::size_t count, const std::function<void(std::size_t, std::size_t)>& work) {
    crew->share(count, 1,
                [&](std::size_t first, std::size_t last, std::size_t) { work(first, last); });
  };
}

}  // namespace broadside
