#pragma once
// Question: who asked for what, and what came of it? One line a request on standard output, in the
// common log format with the milliseconds behind it. A reader that has stopped reading is not waited
// for: lines are left out and counted.

#include <cstddef>
#include <string>
#include <string_view>

namespace broadside::serve {

struct LogEntry {
  std::string_view who, method, target;  ///< empty = could not be read
  int status = 0;
  std::size_t bytes = 0;  ///< of the reply's body
  double milliseconds = 0;
};

/// `when`: seconds since 1970. Nothing in a line can steer a terminal or end the line.
std::string log_line(const LogEntry& entry, long long when);

class AccessLog {
 public:
  explicit AccessLog(bool quiet) : quiet_(quiet) {}
  void note(const LogEntry& entry);

 private:
  bool quiet_;
  std::size_t left_out_ = 0;
};

}  // namespace broadside::serve
