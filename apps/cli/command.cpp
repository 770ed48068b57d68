#include "apps/cli/command.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/report/report_json.hpp"

namespace broadside::cli {
namespace {

/// Bytes of a file or of an argument may be quoted in a message; none of them may steer the
/// terminal.
std::string without_controls(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text;
}

/// A function, so that it is there before the first constant of another file asks for it.
std::vector<std::pair<int, Subcommand::Add>>& known_subcommands() {
  static std::vector<std::pair<int, Subcommand::Add>> known;
  return known;
}

}  // namespace

Subcommand::Subcommand(int rank, Add add) { known_subcommands().emplace_back(rank, add); }

void add_subcommands(App& app, Action& chosen) {
  auto all = known_subcommands();
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [rank, add] : all) add(app, chosen);
}

void print(std::string_view text) {
  for (;;) {
    errno = 0;
    text.remove_prefix(std::fwrite(text.data(), 1, text.size(), stdout));
    if (text.empty() && std::fflush(stdout) == 0) return;
    if (errno != EINTR) break;  // a signal came, which is noted elsewhere: go on
    std::clearerr(stdout);
  }
  if (errno == EPIPE) throw ReaderGone();
  throw std::system_error(errno, std::generic_category(), "cannot write the answer");
}

void tell(const std::vector<std::string>& notes) {
  for (const std::string& note : notes)
    std::fputs(fmt::format("broadside: note: {}\n", without_controls(note)).c_str(), stderr);
}

int complain(const InputError& error, bool json, int code) {
  if (json) {
    print(write_error(error) + "\n");
    return code;
  }
  std::string text = fmt::format("broadside: {}\n", without_controls(error.problem));
  if (!error.where.empty()) text += fmt::format("  where: {}\n", without_controls(error.where));
  if (!error.hint.empty()) text += fmt::format("  hint: {}\n", without_controls(error.hint));
  std::fputs(text.c_str(), stderr);
  return code;
}

}  // namespace broadside::cli
