#pragma once
// Question: what does the built program print, and how does it end?

#include <string>
#include <vector>

namespace broadside::test {

struct Run {
  int code = -1;  ///< exit code; 1000 + signal where it was killed
  std::string out, err;
};

/// Runs `arguments` (the first is the program's path) with this on standard input and these
/// variables ("NAME=value") beside the test's own environment.
Run run_command(const std::vector<std::string>& arguments, const std::string& input = "",
                const std::vector<std::string>& environment = {});

/// The same for the program under test.
Run broadside_run(std::vector<std::string> arguments, const std::string& input = "",
                  const std::vector<std::string>& environment = {});

/// A line for sh, in which `broadside` is the program under test; runs in `folder`.
Run shell_run(const std::string& line, const std::string& folder = ".");

/// What the program prints when its output is a terminal of so many columns and 24 rows.
Run terminal_run(std::vector<std::string> arguments,
                 const std::vector<std::string>& environment = {}, int columns = 80);

/// The same for a line for sh.
Run terminal_shell_run(const std::string& line, const std::string& folder, int columns,
                       const std::vector<std::string>& environment = {});

// What the tests of the program look for in what it prints.
bool contains(const std::string& text, const std::string& part);
std::vector<std::string> lines_of(const std::string& text);

}  // namespace broadside::test
