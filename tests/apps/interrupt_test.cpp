// Long questions that are interrupted, whose reader goes away, or whose disk is full. No test waits
// for a time: each waits until the program says how far it is.

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/apps/program.hpp"

using broadside::test::contains;

namespace broadside::test {
namespace {

using Words = std::vector<std::string>;

constexpr char kNoReader[] = "";  ///< for the output: a pipe that nobody reads any more

/// A program whose standard error is a terminal and whose standard output is a pipe, or `out`.
class Started {
 public:
  explicit Started(Words arguments, int columns = 80, const char* out = nullptr) {
    arguments.insert(arguments.begin(), BROADSIDE_PROGRAM);
    terminal_ = posix_openpt(O_RDWR | O_NOCTTY);
    int pipe_ends[2];
    if (terminal_ < 0 || grantpt(terminal_) != 0 || unlockpt(terminal_) != 0 ||
        pipe(pipe_ends) != 0)
      throw std::runtime_error("no terminal");
    const int slave = open(ptsname(terminal_), O_RDWR | O_NOCTTY);
    winsize size{};
    size.ws_row = 24;
    size.ws_col = static_cast<unsigned short>(columns);
    ioctl(slave, TIOCSWINSZ, &size);
    if (out == kNoReader) {  // before it is started: nothing that it writes is ever taken
      close(pipe_ends[0]);
      pipe_ends[0] = -1;
      out = nullptr;
    }
    std::vector<char*> words;
    for (auto& word : arguments) words.push_back(word.data());
    words.push_back(nullptr);
    child_ = fork();
    if (child_ == 0) {
      dup2(out ? open(out, O_WRONLY) : pipe_ends[1], 1);
      dup2(slave, 2);
      for (const int file : {slave, terminal_, pipe_ends[0], pipe_ends[1]})
        if (file >= 0) close(file);
      execv(words[0], words.data());
      _exit(127);
    }
    close(slave);
    close(pipe_ends[1]);
    out_ = pipe_ends[0];
  }
  ~Started() {
    close_output();
    close(terminal_);
  }
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;

  /// Until it says how far it is; reads what it prints meanwhile.
  void wait_for_progress(const std::string& words = "/s") {
    bool open = true;
    while (open && !contains(said_, words)) open = read_more();
    REQUIRE(contains(said_, words));
  }
  void signal(int number) const { kill(child_, number); }
  void close_output() {
    if (out_ >= 0) close(out_);
    out_ = -1;
  }

  /// The exit code, or 1000 + signal; afterwards everything has been read.
  int end() {
    while (read_more()) {
    }
    int status = 0;
    waitpid(child_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  }

  const std::string& said() const { return said_; }
  const std::string& printed() const { return printed_; }

 private:
  /// Waits for whichever of the two comes first; false when both have ended.
  bool read_more() {
    pollfd files[2]{{terminal_open_ ? terminal_ : -1, POLLIN, 0}, {out_, POLLIN, 0}};
    poll(files, 2, -1);
    if (files[0].revents != 0) terminal_open_ = read_some(terminal_, said_);
    if (files[1].revents != 0 && !read_some(out_, printed_)) close_output();
    return terminal_open_ || out_ >= 0;
  }
  static bool read_some(int file, std::string& text) {
    char buffer[4096];
    const ssize_t count = read(file, buffer, sizeof buffer);
    if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
  }

  pid_t child_ = 0;
  int terminal_ = -1, out_ = -1;
  bool terminal_open_ = true;
  std::string said_, printed_;
};

/// A folder of the test's own that is gone afterwards.
struct Folder {
  Folder() {
    path = (std::filesystem::temp_directory_path() / "broadside_interrupt_XXXXXX").string();
    REQUIRE(mkdtemp(path.data()) != nullptr);
  }
  ~Folder() { run_command({"rm", "-rf", path}); }
  std::string path;
};

std::string content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Questions that would take hours.
struct LongQuestion {
  std::string name;
  Words words;
  const char* answer;       ///< stands in what is printed when it is stopped
  bool as_it_goes = false;  ///< prints before it is at the end
};

std::string endless_lines(const Folder& folder) {
  const std::string path = folder.path + "/lines.jsonl";
  std::ofstream file(path);
  for (int i = 0; i < 100'000; ++i)
    file << R"({"version":1,"game":"ti4","attacker":{"units":{"dreadnought":2}},)"
         << R"("defender":{"units":{"war_sun":1}}})" << '\n';
  return path;
}

std::vector<LongQuestion> long_questions(const Folder& folder) {
  const std::string many = "900000000000000";
  return {
      {"odds", {"odds", "2 dn, 4 ff", "ws, 3 ff", "--battles", many}, "attacker wins"},
      {"precision", {"odds", "2 dn", "ws", "--precision", "0.00001%"}, "attacker wins"},
      {"vary",  // on one thread: the first point is the first to be done
       {"odds", "2 dn", "ws", "--vary", "ff=0..40", "--engine", "mc", "--battles", "100M", "--csv",
        "--threads", "1"},
       "0,"},
      {"need",
       {"odds", "2 dn", "3 ws, 9 ff", "--need", "60%", "--fleet", "any", "--engine", "mc",
        "--battles", "20G"},
       "so far"},
      {"best",
       {"best", "--budget", "60", "--against", "2 ws, 6 ff", "--fleet", "any"},
       "stopped before the others were"},
      {"batch", {"batch", endless_lines(folder), "--battles", "100M"}, "\"attacker_win\"", true},
      {"bench", {"bench", "--quick"}, "This machine: ", true},
  };
}

/// One short question for every command that answers.
std::vector<Words> short_questions(const Folder& folder) {
  const std::string path = folder.path + "/few.txt";
  std::ofstream(path) << "2 dn vs ws\n3 cruiser vs 2 dn\n";
  return {{"odds", "2 dn", "ws", "--exact"},
          {"odds", "2 dn", "ws", "--exact", "--json"},
          {"odds", "2 dn", "ws", "--exact", "--vary", "ff=0..3"},
          {"odds", "2 dn", "ws", "--exact", "--need", "80%"},
          {"best", "--budget", "4", "--against", "2 cruiser"},
          {"compare", "2 dn", "4 cruiser", "--against", "ws"},
          {"batch", path, "--engine", "exact"},
          {"replay", "2 dn", "ws"},
          {"list", "units"},
          {"--help"},
          {"completions", "bash"}};
}

}  // namespace

TEST_CASE("Ctrl-C and SIGTERM: the answer so far, and what a shell makes of the signal") {
  const Folder folder;
  for (const LongQuestion& question : long_questions(folder))
    for (const int number : {SIGINT, SIGTERM}) {
      CAPTURE(question.name);
      CAPTURE(number);
      Started program(question.words);
      program.wait_for_progress();
      program.signal(number);
      CHECK(program.end() == 128 + number);
      CAPTURE(program.printed().substr(0, 500));
      CAPTURE(program.said());
      CHECK(contains(program.printed(), question.answer));
      CHECK(contains(program.said(), "this is the answer so far"));
    }
}

TEST_CASE("a second Ctrl-C ends at once") {
  Started program({"odds", "2 dn, 4 ff", "ws, 3 ff", "--battles", "900000000000000", "--json"});
  program.wait_for_progress();
  program.signal(SIGSTOP);  // both arrive before it can do anything
  program.signal(SIGINT);
  program.signal(SIGTERM);
  program.signal(SIGCONT);
  const int code = program.end();
  CHECK((code == 128 + SIGINT || code == 128 + SIGTERM));
  CHECK(program.printed().empty());
}

TEST_CASE("kill -9: nothing is left behind") {
  const Folder folder;
  for (const LongQuestion& question : long_questions(folder)) {
    CAPTURE(question.name);
    Words words = question.words;
    const std::string picture = folder.path + "/picture.svg";
    if (!question.as_it_goes) words.insert(words.end(), {"--svg", picture});
    std::ofstream(picture) << "the old one";
    Started program(words);
    program.wait_for_progress();
    program.signal(SIGKILL);
    CHECK(program.end() == 1000 + SIGKILL);
    if (!question.as_it_goes) CHECK(program.printed().empty());
    CHECK(content(picture) == "the old one");
  }
}

TEST_CASE("the reader goes away: it ends quietly") {
  const Folder folder;
  Started program({"batch", endless_lines(folder), "--battles", "1M"});
  program.wait_for_progress();
  program.close_output();
  CHECK(program.end() == 0);
  CHECK_FALSE(contains(program.said(), "broadside:"));
}

TEST_CASE("the reader goes away before the answer is there: it ends quietly") {
  const Folder folder;
  for (const LongQuestion& question : long_questions(folder)) {
    if (question.as_it_goes) continue;
    CAPTURE(question.name);
    Started program(question.words);
    program.wait_for_progress();
    program.close_output();
    program.signal(SIGINT);
    CHECK(program.end() == 0);
    CHECK_FALSE(contains(program.said(), "Broken pipe"));
  }
}

TEST_CASE("every command: nobody reads, or the disk is full") {
  const Folder folder;
  for (const Words& words : short_questions(folder)) {
    std::string line;
    for (const std::string& word : words) line += word + " ";
    CAPTURE(line);
    Started unread(words, 80, kNoReader);
    CHECK(unread.end() == 0);
    CAPTURE(unread.said());
    CHECK_FALSE(contains(unread.said(), "broadside:"));
    Started full(words, 80, "/dev/full");
    CHECK(full.end() == 1);
    CAPTURE(full.said());
    CHECK(contains(full.said(), "No space left on device"));
  }
}

TEST_CASE("a full disk is told, after Ctrl-C as well") {
  const Folder folder;
  for (const LongQuestion& question : long_questions(folder)) {
    CAPTURE(question.name);
    Started program(question.words, 80, "/dev/full");
    if (!question.as_it_goes) {
      program.wait_for_progress();
      program.signal(SIGINT);
    }
    CHECK(program.end() == 1);
    CHECK(contains(program.said(), "No space left on device"));
  }
}

TEST_CASE("a picture that cannot be written leaves the old one") {
  const Folder folder;
  const std::string picture = folder.path + "/picture.svg";
  std::ofstream(picture) << "the old one";
  // No file may grow: what a full disk does, for this program only.
  const Run full = shell_run("(ulimit -f 0; trap '' XFSZ; broadside odds dn cruiser --svg " +
                             picture + "; echo code $?) 2>&1 | cat");
  CHECK(contains(full.out, "code 1"));
  CHECK(contains(full.out, "cannot write the picture"));
  CHECK(content(picture) == "the old one");
  CHECK(shell_run("ls " + folder.path).out == "picture.svg\n");

  CHECK(broadside_run({"odds", "dn", "cruiser", "--svg", picture}).code == 0);
  CHECK(contains(content(picture), "<svg"));
  const Run device = broadside_run({"odds", "dn", "cruiser", "--svg", "/dev/full"});
  CHECK(device.code == 1);
  CHECK(contains(device.err, "No space left on device"));
}

TEST_CASE("the line that says how far it is fits the terminal") {
  for (const int columns : {80, 40}) {
    CAPTURE(columns);
    Started program({"odds", "2 dn, 4 ff", "ws, 3 ff", "--precision", "0.00001%"}, columns);
    program.wait_for_progress(columns == 80 ? " left" : " battles");
    program.signal(SIGKILL);
    program.end();
    std::string line;
    for (const char c : program.said() + "\r") {
      if (c == '\r' || c == '\n') {
        const std::string clear = "\033[K";
        if (line.starts_with(clear)) line.erase(0, clear.size());
        CHECK(static_cast<int>(line.size()) < columns);
        line.clear();
      } else {
        line += c;
      }
    }
  }
}

}  // namespace broadside::test
