#include "apps/mpi/dealt_parts.hpp"

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/command.hpp"
#include "apps/mpi/work_time.hpp"

namespace broadside {
namespace {

namespace fs = std::filesystem;

/// How a part ended, and what was said then.
struct Ended {
  int code = cli::kAnswered;
  std::string said;

  std::string bytes() const { return fmt::format("{} {}", code, said); }
  static Ended of(const std::string& bytes) {
    const auto blank = bytes.find(' ');
    return {std::stoi(bytes.substr(0, blank)), bytes.substr(blank + 1)};
  }
};

/// Catches what is said on standard output and standard error while it lives: all ranks would say
/// the same.
class Hushed {
 public:
  Hushed() : caught_(std::tmpfile()) {
    std::fflush(stdout);
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
      saved_[stream - 1] = dup(stream);
      if (caught_) dup2(fileno(caught_), stream);
    }
  }
  ~Hushed() {
    std::fflush(stdout);
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
      dup2(saved_[stream - 1], stream);
      close(saved_[stream - 1]);
    }
    if (caught_) std::fclose(caught_);
  }
  Hushed(const Hushed&) = delete;
  Hushed& operator=(const Hushed&) = delete;

  /// Since this was last asked.
  std::string said() {
    std::string text;
    if (!caught_) return text;
    std::fflush(stdout);
    char buffer[4096];
    ssize_t size = 0;
    while ((size = pread(fileno(caught_), buffer, sizeof buffer, at_)) > 0) {
      text.append(buffer, static_cast<std::size_t>(size));
      at_ += size;
    }
    return text;
  }

 private:
  std::FILE* caught_;
  int saved_[2];
  off_t at_ = 0;
};

std::string part_file(const Deal& deal, int part) {
  return fmt::format("{}/part-{}-of-{}.bs", deal.folder, part, deal.parts);
}

Ended work_on(const Deal& deal, int part, Hushed& hushed, WorkTime& time) {
  const Working working(time);
  auto words = deal.question;
  words.push_back(fmt::format("--part={}/{}", part, deal.parts));
  words.push_back("--out=" + part_file(deal, part));
  Ended ended;
  ended.code = cli::run_program(words);
  ended.said = hushed.said();
  return ended;
}

/// Deals the parts out, from rank 0, until all are done or one could not be; how the first such ended.
class Dealer {
 public:
  Dealer(const Ranks& ranks, const Deal& deal, WorkTime& time)
      : ranks_(ranks), deal_(deal), time_(time) {}

  Ended run() {
    Hushed hushed;
    Ended mine;
    std::atomic<bool> done = false;
    // This thread talks and another one works, so that nobody waits for a part to be finished here.
    std::thread worker([&] {
      for (int part = next(); part > 0 && mine.code == cli::kAnswered; part = next())
        mine = work_on(deal_, part, hushed, time_);
      if (mine.code != cli::kAnswered) stop_ = true;
      done = true;
    });
    for (int left = ranks_.count() - 1; left > 0 || !done;) {
      const int who = ranks_.who_calls();
      if (who == 0) {
        usleep(500);
        continue;
      }
      const Ended ended = Ended::of(ranks_.receive(who));
      if (ended.code != cli::kAnswered && first_.code == cli::kAnswered) {
        first_ = ended;
        stop_ = true;
      }
      const int part = next();
      left -= part == 0;
      ranks_.send(who, std::to_string(part));
    }
    worker.join();
    return first_.code != cli::kAnswered ? first_ : mine;
  }

 private:
  /// 0: there is none left.
  int next() {
    if (stop_) return 0;
    const int part = ++dealt_;
    return part <= deal_.parts ? part : 0;
  }

  const Ranks& ranks_;
  const Deal& deal_;
  WorkTime& time_;
  std::atomic<int> dealt_ = 0;
  std::atomic<bool> stop_ = false;
  Ended first_;
};

void work_for(const Ranks& ranks, const Deal& deal, WorkTime& time) {
  Hushed hushed;
  Ended ended;
  for (;;) {
    ranks.send(0, ended.bytes());
    const int part = std::stoi(ranks.receive(0));
    if (part == 0) return;
    ended = work_on(deal, part, hushed, time);
  }
}

int put_together(const Deal& deal) {
  std::vector<std::string> words{"merge"};
  words.insert(words.end(), deal.forms.begin(), deal.forms.end());
  for (int part = 1; part <= deal.parts; ++part) words.push_back(part_file(deal, part));
  return cli::run_program(words);
}

void tell_folder(const Deal& deal, const char* what_then) {
  std::fputs(fmt::format("broadside: the parts are in {}: {}\n", deal.folder, what_then).c_str(),
             stderr);
}

}  // namespace

int deal_parts(const Ranks& ranks, const Deal& deal) {
  std::error_code none;
  if (ranks.leads()) fs::create_directories(deal.folder, none);
  WorkTime time;
  Ended ended;
  if (ranks.leads())
    ended = Dealer(ranks, deal, time).run();
  else
    work_for(ranks, deal, time);
  time.tell(ranks, "parts");
  if (!ranks.leads()) return cli::kAnswered;
  if (ended.code != cli::kAnswered) {
    std::fputs(ended.said.c_str(), stderr);
    // An empty folder is of no use to anybody.
    if (!fs::remove(deal.folder, none)) tell_folder(deal, "the same command goes on with them");
    return ended.code;
  }
  const int code = put_together(deal);
  if (code == cli::kAnswered && !deal.keeps)
    fs::remove_all(deal.folder, none);
  else
    tell_folder(deal, "broadside merge puts them together");
  return code;
}

}  // namespace broadside
