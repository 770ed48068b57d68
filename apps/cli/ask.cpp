// broadside ask: one question as JSON in, one answer as JSON out; what every other program that
// uses Broadside asks too.

#include "apps/ask/ask.hpp"

#include <memory>

#include "apps/cli/command.hpp"
#include "apps/cli/file.hpp"
#include "apps/cli/terminal.hpp"

namespace broadside::cli {
namespace {

int run_ask(const std::string& file) {
  const auto question = read_file(file);
  if (!question) return complain(question.error(), true);
  const Answer answered = ask(*question);
  print(answered.json + "\n");
  return static_cast<int>(answered.status);
}

void add_ask(App& app, Action& chosen) {
  auto file = std::make_shared<std::string>("-");
  auto* command = app.add_subcommand("ask", "One question as JSON in, its answer as JSON out");
  command->add_option("file", *file, "the question; - is standard input")->option_text("FILE");
  command->footer(
      "A question is a scenario with \"ask\" and \"options\" beside it. \"ask\" is odds (also\n"
      "where it is left out), compare, best, matrix, meta, vary, need, advise, replay,\n"
      "read, link, list, or schema: the fields of all of them. Errors are JSON too.\n"
      "\n"
      "Examples:\n"
      "  echo '{\"attacker\":\"2 dn, 4 ff\",\"defender\":\"ws, 3 ff\"}' | broadside ask -\n"
      "  echo '{\"ask\":\"schema\",\"game\":\"risk\"}' | broadside ask -");
  command->callback([file, &chosen] { chosen = [file] { return run_ask(*file); }; });
}

const Subcommand kAsk{45, add_ask};

}  // namespace
}  // namespace broadside::cli
