// broadside-mpi: the program on many ranks. mpirun -n 4 broadside-mpi odds ... shares the battles of
// one question; matrix, meta, best, batch and odds --vary are dealt out in parts.
//
// Options of its own stand before the command: --parts DIR keeps the parts there, --of N divides into
// so many.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/command.hpp"
#include "apps/cli/parts.hpp"
#include "apps/mpi/dealt_parts.hpp"
#include "apps/mpi/ranks.hpp"
#include "apps/mpi/shared_battle.hpp"

namespace broadside {
namespace {

using Words = std::vector<std::string>;

bool has(const Words& words, const std::string& begin) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word.starts_with(begin); });
}

/// Where all ranks would say the same, the others are silent.
void hush() {
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

/// Takes the options off that stand before the command.
std::optional<InputError> read_own(Words& words, Deal& deal) {
  while (words.size() >= 2 && (words[0] == "--parts" || words[0] == "--of")) {
    if (words[0] == "--parts") {
      deal.folder = words[1];
      deal.keeps = true;
    } else if (const auto number = read_part_number("1/" + words[1])) {
      deal.parts = static_cast<int>(number->second);
    } else {
      return InputError{"not a number of parts", "--of " + words[1], "--of 64"};
    }
    words.erase(words.begin(), words.begin() + 2);
  }
  return std::nullopt;
}

/// A whole battle by all ranks. Files that are written are written by one.
int answer_battle(const Ranks& ranks, const cli::App& command) {
  auto words = command.typed([&](const cli::OutlineOption& option) {
    return ranks.leads() || option.names.front() != "--svg";
  });
  words.insert(words.begin(), command.name());
  const auto refuse = [](const char* problem, const char* hint) {
    return cli::complain({problem, "", hint}, false);
  };
  if (has(words, "--antithetic"))
    return refuse("battles in pairs are played on one machine", "leave --antithetic out");
  if (has(words, "--need"))
    return refuse("--need is answered on one machine", "broadside odds ... --need 80%");
  if (has(words, "--scenario=-"))
    return refuse("only one rank has standard input", "--scenario FILE, on all machines");
  return share_battle(ranks, words);
}

int answer_in_parts(const Ranks& ranks, const cli::App& command, Deal deal) {
  // The file of a batch is no part of its question, but it is read.
  deal.question = command.typed([](const cli::OutlineOption& option) {
    return !option.group.empty() && option.group != "Output" && option.group != "Parts";
  });
  deal.forms = command.typed([](const cli::OutlineOption& option) {
    return option.group == "Output" || option.names.front() == "--out";
  });
  const auto own = command.typed([](const cli::OutlineOption& option) {
    return option.names.front() == "--part" || option.names.front() == "--resume";
  });
  if (!own.empty())
    return cli::complain({"the ranks divide the question themselves", own.front(),
                          "leave it out; --of N before the command says into how many parts"},
                         false);
  const auto file =
      command.typed([](const cli::OutlineOption& option) { return option.positional; });
  if (command.name() == "batch" && (file.empty() || file.front() == "-"))
    return cli::complain({"only one rank has standard input", "", "the lines in a file"}, false);
  deal.question.insert(deal.question.begin(), command.name());
  if (deal.folder.empty()) {
    std::uint64_t sum = checksum("");
    for (const std::string& word : deal.question) sum = checksum(word + "\n", sum);
    deal.folder = fmt::format("broadside-{:016x}.parts", sum);
  }
  if (!has(deal.question, "--threads=")) deal.question.push_back("--threads=1");
  return deal_parts(ranks, deal);
}

int answer(const Ranks& ranks, Words words) {
  Deal deal;
  if (const auto error = read_own(words, deal)) return cli::complain(*error, false);
  const bool json = has(words, "--json");
  return cli::look_at_words(words, json, [&](const cli::App& command) {
    const std::string name = command.name();
    const bool battle = name == "odds" || name == "open";
    if (battle &&
        command.typed([](const auto& option) { return option.names.front() == "--vary"; }).empty())
      return answer_battle(ranks, command);
    if (battle || name == "matrix" || name == "meta" || name == "best" || name == "batch")
      return answer_in_parts(ranks, command, deal);
    return cli::complain({fmt::format("{} is answered on one machine", name), "",
                          "on many: odds, odds --vary, matrix, meta, best, batch"},
                         json);
  });
}

}  // namespace
}  // namespace broadside

int main(int argc, char** argv) {
  using namespace broadside;
  const Ranks ranks(&argc, &argv);
  const Words words(argv + std::min(argc, 1), argv + argc);
  if (!ranks.leads()) hush();
  // What rank 0 prints goes through mpirun, by a terminal of its own that need not end in one.
  setenv("NO_COLOR", "1", 0);
  int code = cli::kFailed;
  try {
    code = answer(ranks, words);
  } catch (const std::exception& error) {
    ranks.end_job(error.what());
  }
  return ranks.leads() ? code : 0;
}
