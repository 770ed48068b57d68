#include "apps/serve/worker.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <thread>

#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <malloc.h>
#include <sys/prctl.h>
#endif

#include "apps/ask/ask.hpp"
#include "apps/report/strict_json.hpp"
#include "core/sanitised.hpp"
#include "sim/engine.hpp"

namespace broadside::serve {
namespace {

using Clock = std::chrono::steady_clock;

bool read_all(int from, void* data, std::size_t size) {
  auto* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = ::read(from, at, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(int to, const void* data, std::size_t size) {
  const auto* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t put = ::write(to, at, size);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += put;
    size -= static_cast<std::size_t>(put);
  }
  return true;
}

/// 400 where it is no JSON, 422 where it is and cannot be answered.
std::uint32_t http_status(AnswerStatus status, std::string_view question) {
  switch (status) {
    case AnswerStatus::answered:
      return 200;
    case AnswerStatus::failed:  // stopped before anything was known
      return 422;
    case AnswerStatus::bad_input:
      break;
  }
  return parse_strict(question, "{}") ? 422 : 400;
}

void become_worker(const Limits& limits) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // whatever becomes of the server
#endif
  // Ctrl-C reaches the whole group: what was accepted is still answered, the server says when to end.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(signal, SIG_IGN);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (!kSanitised) {  // a sanitiser's own memory is beyond any limit
    // Not RLIMIT_AS: that would count what malloc reserves for each thread and never touches. Their
    // stacks count here too, touched or not, and are not the question's.
    constexpr std::size_t kOfAThread = 10U << 20;
    const std::size_t threads =
        std::min<std::size_t>(limits.threads, std::thread::hardware_concurrency());
    const rlim_t most = limits.memory + threads * kOfAThread;
    const rlimit data{most, most};
    setrlimit(RLIMIT_DATA, &data);
  }
  std::set_new_handler([] { _exit(kWorkerOutOfMemory); });
  std::set_terminate([] { _exit(kWorkerBroken); });
}

/// Gives back what a large question took, so that the next one may take as much.
void tidy_up() {
#ifdef __GLIBC__
  constexpr std::size_t kKept = 64U << 20;
  if (mallinfo2().fordblks > kKept) malloc_trim(0);
#endif
}

[[noreturn]] void answer_until_end(int socket, const Limits& limits) {
  Task task;
  std::string question;
  while (read_all(socket, &task, sizeof task)) {
    question.resize(task.length);
    if (!read_all(socket, question.data(), question.size())) break;
    Options usual;
    usual.method = Method::automatic;
    usual.threads = static_cast<int>(task.threads);
    usual.exact_memory = std::min(usual.exact_memory, static_cast<double>(limits.memory) / 2);
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(limits.time);
    Answer answer;
    try {
      answer = ask(question, usual, [end](double, double) { return Clock::now() < end; });
    } catch (const std::bad_alloc&) {  // from those who do not ask operator new
      _exit(kWorkerOutOfMemory);
    }
    const Done done{static_cast<std::uint32_t>(answer.json.size()),
                    http_status(answer.status, question)};
    if (!write_all(socket, &done, sizeof done) ||
        !write_all(socket, answer.json.data(), answer.json.size()))
      break;
    tidy_up();
  }
  _exit(kWorkerDone);
}

}  // namespace

void close_files_but(int kept) {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  const int most = static_cast<int>(std::min<rlim_t>(files.rlim_cur, 1 << 16));
  for (int file = STDERR_FILENO + 1; file < most; ++file)
    if (file != kept) close(file);
}

WorkerProcess start_worker(const Limits& limits) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return {};
  const pid_t pid = fork();
  if (pid == 0) {
    close_files_but(ends[1]);
    become_worker(limits);
    answer_until_end(ends[1], limits);
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return {};
  }
  return {pid, ends[0]};
}

}  // namespace broadside::serve
