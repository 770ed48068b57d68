#pragma once
// Question: who answers a question, so that it cannot harm the others?
// A process of its own, one question at a time: it can be ended whatever it does, and what it may
// take is kept by the operating system. Both ends of a socket pair: a Task with the question goes
// in, a Done with the answer comes out, each followed by its text. The end of the input ends it.

#include <cstddef>
#include <cstdint>

#include <sys/types.h>

#include "apps/serve/limits.hpp"

namespace broadside::serve {

struct Task {
  std::uint32_t length = 0;   ///< of the question
  std::uint32_t threads = 1;  ///< that it may use
};

struct Done {
  std::uint32_t length = 0;  ///< of the answer
  std::uint32_t status = 0;  ///< of HTTP
};

/// Exit codes of a worker that could not answer.
enum WorkerExit : int { kWorkerDone = 0, kWorkerBroken = 70, kWorkerOutOfMemory = 71 };

struct WorkerProcess {
  pid_t pid = -1;   ///< -1: it could not be started (errno says why)
  int socket = -1;  ///< the server's end
};

/// For a new process: connections of the server are not its own and must not stay open with it.
void close_files_but(int kept = -1);

/// Forks; the caller must have one thread. The new process holds no other open file of the server.
WorkerProcess start_worker(const Limits& limits);

}  // namespace broadside::serve
