#pragma once
// Question: what does every subcommand share? How it is registered, and how it ends.
// Exit 0 answered, 1 failed while running, 2 bad input. When the reader of a pipe goes away the
// program stops without a word and with 0: whoever wanted the answer has all of it that he wanted.

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/app.hpp"
#include "core/scenario/result.hpp"

namespace broadside::cli {

enum ExitCode : int { kAnswered = 0, kFailed = 1, kBadInput = 2 };

/// What the chosen subcommand will do, set while the arguments are read and run afterwards; returns
/// the exit code.
using Action = std::function<int()>;

/// Makes a subcommand known: a constant in the file of the subcommand, and nothing elsewhere.
class Subcommand {
 public:
  using Add = void (*)(App& app, Action& chosen);
  Subcommand(int rank, Add add);  ///< lower ranks stand first in the help
};

/// Adds all that are known, in the order of their ranks.
void add_subcommands(App& app, Action& chosen);

/// Does what these words ask for, as typed behind the program's name, and returns the exit code.
/// `json`: mistakes are told as JSON. Throws what goes wrong on the way.
int run_words(std::vector<std::string> words, bool json);

/// Reads the words but does nothing; `then` gets the command with what was typed for it. The exit
/// code of `then`, or that of words that nothing can be done with.
int look_at_words(std::vector<std::string> words, bool json,
                  const std::function<int(const App& command)>& then);

/// The same for a whole run of the program: whatever is thrown is told and becomes an exit code.
int run_program(const std::vector<std::string>& words);

/// Thrown by `print` when nobody reads standard output any more; main ends quietly.
struct ReaderGone : std::runtime_error {
  ReaderGone() : std::runtime_error("the reader of standard output went away") {}
};

/// Writes to standard output and flushes. Throws ReaderGone, or std::system_error (disk full).
void print(std::string_view text);

/// Tells what a player should know about how his question was read, on standard error.
void tell(const std::vector<std::string>& notes);

/// Tells what is wrong: JSON on standard output, or words on standard error. Returns `code`.
int complain(const InputError& error, bool json, int code = kBadInput);

}  // namespace broadside::cli
