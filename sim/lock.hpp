#pragma once
// Question: how do threads that note things in one place take turns? Where there are no threads (a
// browser), nobody has to wait.

#if defined(__wasi__) && !defined(_REENTRANT)

namespace broadside {

struct Mutex {};
struct Lock {
  explicit Lock(Mutex&) noexcept {}
};

}  // namespace broadside

#else

#include <mutex>

namespace broadside {

using Mutex = std::mutex;
using Lock = std::lock_guard<std::mutex>;

}  // namespace broadside

#endif
