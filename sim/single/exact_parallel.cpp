// exact_parallel.hpp for builds without threads: there is nobody to share the work with.
#include "sim/exact_parallel.hpp"

namespace broadside {

Parallel solving_threads(int /*threads*/) { return {}; }

}  // namespace broadside
