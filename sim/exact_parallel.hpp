#pragma once
// Question: how do several threads solve one large battle?

#include "sim/spread.hpp"

namespace broadside {

/// For ExactOptions::parallel. 0 = all cores; with one thread there is nothing to share and the
/// result is empty. What is solved does not depend on it.
Parallel solving_threads(int threads);

}  // namespace broadside
