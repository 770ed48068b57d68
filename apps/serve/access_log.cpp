#include "apps/serve/access_log.hpp"

#include <cerrno>
#include <ctime>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace broadside::serve {
namespace {

constexpr std::size_t kMostShown = 200;  // of a target: with the rest a line is below PIPE_BUF

std::string shown(std::string_view text) {
  if (text.empty()) return "-";
  std::string out;
  for (const char c : text.substr(0, kMostShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\')
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  return text.size() > kMostShown ? out + "..." : out;
}

/// False where it could not be written without waiting.
bool write_now(const std::string& text) {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  if (poll(&out, 1, 0) != 1 || (out.revents & POLLOUT) == 0) return false;
  return write(STDOUT_FILENO, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

}  // namespace

std::string log_line(const LogEntry& entry, long long when) {
  const auto clock = static_cast<std::time_t>(when);
  std::tm utc{};
  gmtime_r(&clock, &utc);
  char date[40];
  std::strftime(date, sizeof date, "%d/%b/%Y:%H:%M:%S +0000", &utc);
  return fmt::format("{} - - [{}] \"{} {}\" {} {} {:.1f}\n", shown(entry.who), date,
                     shown(entry.method), shown(entry.target), entry.status, entry.bytes,
                     entry.milliseconds);
}

void AccessLog::note(const LogEntry& entry) {
  if (quiet_) return;
  std::string line = log_line(entry, std::time(nullptr));
  if (left_out_ > 0) line = fmt::format("({} lines left out)\n{}", left_out_, line);
  left_out_ = write_now(line) ? 0 : left_out_ + 1;
}

}  // namespace broadside::serve
