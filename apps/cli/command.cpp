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
#include "core/scenario/text.hpp"

namespace broadside::cli {
namespace {

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

/// Bytes of a file, a link or an argument may be quoted in notes and errors.
void tell(const std::vector<std::string>& notes) {
  for (const std::string& note : notes)
    std::fputs(fmt::format("broadside: note: {}\n", printable(note)).c_str(), stderr);
}

int complain(const InputError& error, bool json, int code) {
  if (json) {
    print(write_error(error) + "\n");
    return code;
  }
  std::string text = fmt::format("broadside: {}\n", printable(error.problem));
  if (!error.where.empty()) text += fmt::format("  where: {}\n", printable(error.where));
  if (!error.hint.empty()) text += fmt::format("  hint: {}\n", printable(error.hint));
  std::fputs(text.c_str(), stderr);
  return code;
}

}  // namespace broadside::cli
