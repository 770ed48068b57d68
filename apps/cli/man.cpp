// broadside man: the manual page, made from the same words as the help.

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/outline.hpp"
#include "apps/cli/topics.hpp"
#include "core/scenario/text.hpp"

namespace broadside::cli {
namespace {

/// Nothing in a text may be taken as an order to the formatter.
std::string roff(const std::string& text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    line_begins = c == '\n';
  }
  return out;
}

std::string italic(const std::string& text) { return fmt::format("\\fI{}\\fR", roff(text)); }

std::string option_lines(const OutlineOption& option) {
  std::vector<std::string> bold;
  for (const auto& name : option.names) bold.push_back(fmt::format("\\fB{}\\fR", roff(name)));
  std::string names = option.positional ? italic(option.value) : joined(bold);
  if (!option.positional && !option.value.empty()) names += " " + italic(option.value);
  return fmt::format(".TP\n{}\n{}\n", names, roff(option.text));
}

std::string synopsis(const OutlineCommand& command) {
  std::string arguments;
  for (const auto& option : command.options)
    if (option.positional) arguments += italic(option.value) + " ";
  return fmt::format(".B broadside {}\n{}[{} ...]\n.br\n", command.name, arguments,
                     italic("option"));
}

std::string command_section(const OutlineCommand& command) {
  std::string out = fmt::format(".SS broadside {}\n{}.\n", command.name, roff(command.text));
  std::string group;
  for (const auto& option : command.options) {
    // CLI11's own groups need no heading.
    const bool named = !option.positional && option.group != "Options" && option.group != group;
    if (named) out += fmt::format(".PP\n{}\n", italic(option.group));
    if (!option.positional) group = option.group;
    out += option_lines(option);
  }
  std::string footer = command.footer;
  const std::string topics = help_topics();  // once in a manual, among the notes
  if (footer.starts_with(topics)) footer.erase(0, topics.size() + 1);
  if (!footer.empty()) out += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(footer));
  return out;
}

int run_man(const App& app) {
  const auto commands = app.outline();
  const OutlineCommand& program = commands.front();
  std::string page = fmt::format(
      ".TH BROADSIDE 1 \"\" \"{}\" \"Games\"\n"
      ".SH NAME\n"
      "broadside \\- {}\n"
      ".SH SYNOPSIS\n",
      app.version(), roff(program.text));
  for (std::size_t i = 1; i < commands.size(); ++i) page += synopsis(commands[i]);
  page += ".SH COMMANDS\n";
  for (std::size_t i = 1; i < commands.size(); ++i) page += command_section(commands[i]);
  page += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", roff(program.footer));
  print(page);
  return kAnswered;
}

void add_man(App& app, Action& chosen) {
  auto* command = app.add_subcommand("man", "The manual page, for man(1)");
  command->group("");  // for the build, not for players
  command->callback([&app, &chosen] { chosen = [&app] { return run_man(app); }; });
}

const Subcommand kMan{90, add_man};

}  // namespace
}  // namespace broadside::cli
