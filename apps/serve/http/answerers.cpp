#include "apps/serve/http/answerers.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <thread>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/serve/worker.hpp"

namespace broadside::serve {

using Clock = std::chrono::steady_clock;
using Pipe = asio::local::stream_protocol;

struct Answerers::Worker {
  explicit Worker(asio::io_context& io) : socket(io), timer(io) {}
  Pipe::socket socket;
  asio::steady_timer timer;
  pid_t pid = -1;  ///< -1: none
  bool busy = false, overtime = false;
  std::uint64_t serial = 0;  ///< of its question, for timers that went off too late to matter
  Clock::time_point began;
  Question question;
  Task task;
  Done done;
  std::string answer;
};

namespace {

/// What is told where the worker ended in the middle of a question.
Reply lost(bool overtime, int status, const Limits& limits) {
  constexpr const char* kLess = "a smaller battle, fewer fleets, or the command line";
  if (overtime)
    return error_reply(422, fmt::format("the question takes longer than {} s", limits.time.count()),
                       "", kLess);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kWorkerOutOfMemory)
    return error_reply(422, fmt::format("the question takes more than {} MB", limits.memory >> 20),
                       "", kLess);
  return error_reply(500, "the engine failed on this question");
}

/// Ends the process, unless it has ended already: its status.
int ended(pid_t pid) {
  int status = 0;
  kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

Answerers::Answerers(asio::io_context& io, const Limits& limits)
    : io_(io), limits_(limits), cores_(std::max(1U, std::thread::hardware_concurrency())) {
  const std::size_t wanted = limits.answerers > 0 ? limits.answerers : cores_;
  for (std::size_t i = 0; i < wanted; ++i) {
    workers_.push_back(std::make_unique<Worker>(io));
    start(*workers_.back());
  }
}

Answerers::~Answerers() {
  for (auto& worker : workers_)
    if (worker->pid >= 0) ended(worker->pid);
}

bool Answerers::start(Worker& worker) {
  if (worker.pid >= 0 && waitpid(worker.pid, nullptr, WNOHANG) != worker.pid) return true;
  error_code ignored;
  worker.socket.close(ignored);  // of one that ended while it had nothing to do
  worker.pid = -1;
  const auto process = start_worker(limits_);
  if (process.pid < 0) return false;
  error_code unwatched;
  worker.socket.assign(Pipe(), process.socket, unwatched);
  if (unwatched) {  // no memory for one more in epoll: as if there were no process
    close(process.socket);
    ended(process.pid);
    return false;
  }
  worker.pid = process.pid;
  return true;
}

bool Answerers::ask(std::string question, Tell tell) {
  if (waiting_.size() >= limits_.waiting) return false;
  waiting_.push_back({std::move(question), std::move(tell)});
  give_next();
  return true;
}

void Answerers::give_next() {
  for (auto& worker : workers_) {
    if (waiting_.empty()) break;
    if (worker->busy) continue;
    Question next = std::move(waiting_.front());
    waiting_.pop_front();
    if (start(*worker)) {
      give(*worker, std::move(next));
    } else {  // no process to be had: whoever waits is told rather than left waiting
      asio::post(io_, [tell = std::move(next.tell)] {
        tell(busy_reply(503, "no worker could be started", 5));
      });
    }
  }
  if (!stopping_) return;
  for (auto& worker : workers_) {
    if (worker->busy || worker->pid < 0) continue;
    error_code ignored;
    worker->socket.close(ignored);  // the end of its input
    waitpid(worker->pid, nullptr, 0);
    worker->pid = -1;
  }
}

void Answerers::give(Worker& worker, Question question) {
  ++under_way_;
  worker.busy = true;
  worker.overtime = false;
  worker.began = Clock::now();
  worker.question = std::move(question);
  // A question that is alone gets all cores; the counts do not depend on it.
  worker.task = {
      static_cast<std::uint32_t>(worker.question.text.size()),
      static_cast<std::uint32_t>(std::clamp<std::size_t>(cores_ / under_way_, 1, limits_.threads))};
  const auto serial = ++worker.serial;
  worker.timer.expires_after(ticks(limits_.hard_time()));
  worker.timer.async_wait([&worker, serial](error_code) {
    if (worker.serial != serial || !worker.busy || worker.timer.expiry() > Clock::now()) return;
    worker.overtime = true;
    kill(worker.pid, SIGKILL);
  });
  const std::array<asio::const_buffer, 2> parts{asio::buffer(&worker.task, sizeof worker.task),
                                                asio::buffer(worker.question.text)};
  asio::async_write(worker.socket, parts, [this, &worker](error_code error, std::size_t) {
    error ? bury(worker) : read_answer(worker);
  });
}

void Answerers::read_answer(Worker& worker) {
  asio::async_read(worker.socket, asio::buffer(&worker.done, sizeof worker.done),
                   [this, &worker](error_code error, std::size_t) {
                     if (error) return bury(worker);
                     worker.answer.assign(worker.done.length, '\0');
                     asio::async_read(worker.socket, asio::buffer(worker.answer),
                                      [this, &worker](error_code failed, std::size_t) {
                                        if (failed) return bury(worker);
                                        ++answered_;
                                        finish(worker,
                                               json_reply(static_cast<int>(worker.done.status),
                                                          std::move(worker.answer)));
                                      });
                   });
}

void Answerers::finish(Worker& worker, Reply reply) {
  constexpr double kWeight = 0.1;  // of the last one
  const double took = Seconds(Clock::now() - worker.began).count();
  usual_seconds_ += kWeight * (took - usual_seconds_);
  --under_way_;
  worker.busy = false;
  worker.timer.cancel();
  const Tell tell = std::move(worker.question.tell);
  worker.question = {};
  give_next();
  tell(std::move(reply));
}

void Answerers::bury(Worker& worker) {
  const int status = ended(worker.pid);  // where it still lives nobody would hear it any more
  worker.pid = -1;
  error_code ignored;
  worker.socket.close(ignored);
  finish(worker, lost(worker.overtime, status, limits_));
}

void Answerers::stop() {
  stopping_ = true;
  give_next();
}

int Answerers::seconds_until_free() const {
  const double turns =
      static_cast<double>(waiting_.size() + 1) / static_cast<double>(workers_.size());
  return static_cast<int>(std::clamp(std::ceil(usual_seconds_ * turns), 1.0, 60.0));
}

}  // namespace broadside::serve
