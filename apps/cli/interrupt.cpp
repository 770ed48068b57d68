#include "apps/cli/interrupt.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>

#include <unistd.h>

namespace broadside::cli {
namespace {

constexpr int kExitOfSignal = 128;

// Touched by the handler, which may interrupt anything.
std::atomic<int> noted = 0;           ///< the signal
std::atomic<bool> looked_at = false;  ///< somebody will stop
std::atomic<bool> line_open = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

extern "C" void note(int signal) {
  const bool again = noted.exchange(signal) != 0;
  if (!again && looked_at) return;
  if (line_open && write(STDERR_FILENO, "\n", 1) < 0) {  // nothing to be done about it
  }
  _exit(kExitOfSignal + signal);
}

}  // namespace

std::function<bool()> stop_when_interrupted() {
  // Not restarted: who waits for input to come shall notice.
  struct sigaction action {};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return [] {
    looked_at = true;
    return noted != 0;
  };
}

int unless_interrupted(int code) { return noted != 0 ? kExitOfSignal + noted : code; }

void tell_if_interrupted() {
  if (noted != 0) std::fputs("broadside: stopped; this is the answer so far\n", stderr);
}

void progress_is_shown(bool shown) { line_open = shown; }

}  // namespace broadside::cli
