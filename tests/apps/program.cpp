#include "tests/apps/program.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <stdexcept>

#include <fcntl.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace broadside::test {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// Files instead of pipes: nothing blocks, however much is written to both.
File temporary(const std::string& content = "") {
  File file(std::tmpfile());
  if (!file) throw std::runtime_error("no temporary file");
  std::fwrite(content.data(), 1, content.size(), file.get());
  std::rewind(file.get());
  return file;
}

std::string content(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char buffer[4096];
  for (std::size_t count = 0; (count = std::fread(buffer, 1, sizeof buffer, file)) > 0;)
    text.append(buffer, count);
  return text;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (auto& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

pid_t start(std::vector<std::string> arguments, const std::vector<std::string>& more, int in,
            int out, int err) {
  // First, so that they win over those of the test itself
  std::vector<std::string> variables = more;
  for (char** variable = environ; *variable; ++variable) {
    const std::string text = *variable;
    bool replaced = false;
    for (const auto& ours : more)
      replaced = replaced || ours.starts_with(text.substr(0, text.find('=') + 1));
    if (!replaced) variables.push_back(text);
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, err, 2);
  pid_t child = 0;
  const auto argv = pointers(arguments), envp = pointers(variables);
  const int failed = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("cannot start " + arguments[0]);
  return child;
}

int wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

std::string program() {
#ifdef BROADSIDE_PROGRAM
  return BROADSIDE_PROGRAM;
#else
  return "broadside";
#endif
}

/// A line for sh, in which the program under test is found first.
std::vector<std::string> shell_words(const std::string& line, const std::string& folder) {
  const std::string where = program().substr(0, program().rfind('/'));
  return {"sh", "-c", "cd '" + folder + "' && PATH='" + where + "':\"$PATH\"; " + line};
}

}  // namespace

Run run_command(const std::vector<std::string>& arguments, const std::string& input,
                const std::vector<std::string>& environment) {
  const File in = temporary(input), out = temporary(), err = temporary();
  const pid_t child =
      start(arguments, environment, fileno(in.get()), fileno(out.get()), fileno(err.get()));
  Run run;
  run.code = wait_for(child);
  run.out = content(out.get());
  run.err = content(err.get());
  return run;
}

Run broadside_run(std::vector<std::string> arguments, const std::string& input,
                  const std::vector<std::string>& environment) {
  arguments.insert(arguments.begin(), program());
  return run_command(arguments, input, environment);
}

Run shell_run(const std::string& line, const std::string& folder) {
  return run_command(shell_words(line, folder));
}

namespace {

Run run_on_terminal(const std::vector<std::string>& arguments,
                    const std::vector<std::string>& environment, int columns) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
    throw std::runtime_error("no terminal");
  const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
  winsize size{};
  size.ws_row = 24;
  size.ws_col = static_cast<unsigned short>(columns);
  ioctl(slave, TIOCSWINSZ, &size);
  const File in = temporary(), err = temporary();
  const pid_t child = start(arguments, environment, fileno(in.get()), slave, fileno(err.get()));
  close(slave);
  Run run;
  char buffer[4096];
  // Reading ends with an error once the last holder of the other end is gone.
  for (ssize_t count = 0; (count = read(master, buffer, sizeof buffer)) > 0;) {
    run.out.append(buffer, static_cast<std::size_t>(count));
  }
  close(master);
  run.code = wait_for(child);
  run.err = content(err.get());
  return run;
}

}  // namespace

Run terminal_run(std::vector<std::string> arguments, const std::vector<std::string>& environment,
                 int columns) {
  arguments.insert(arguments.begin(), program());
  return run_on_terminal(arguments, environment, columns);
}

Run terminal_shell_run(const std::string& line, const std::string& folder, int columns,
                       const std::vector<std::string>& environment) {
  return run_on_terminal(shell_words(line, folder), environment, columns);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace broadside::test
