// broadside man: the manual page, made from the same words as the help.

#include "apps/cli/command.hpp"
#include "apps/cli/outline.hpp"

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

std::string option_lines(const OutlineOption& option) {
  std::string names;
  for (const auto& name : option.names)
    names += (names.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
  if (option.positional) names = "\\fI" + roff(option.value) + "\\fR";
  if (!option.positional && !option.value.empty()) names += " \\fI" + roff(option.value) + "\\fR";
  return ".TP\n" + names + "\n" + roff(option.text) + "\n";
}

std::string synopsis(const OutlineCommand& command) {
  std::string line = ".B broadside " + command.name + "\n";
  std::string rest;
  for (const auto& option : command.options)
    if (option.positional) rest += "\\fI" + roff(option.value) + "\\fR ";
  return line + rest + "[\\fIoption\\fR ...]\n.br\n";
}

std::string command_section(const OutlineCommand& command) {
  std::string out = ".SS broadside " + command.name + "\n" + roff(command.text) + ".\n";
  std::string group;
  for (const auto& option : command.options) {
    // CLI11's own groups need no heading.
    const bool named = !option.positional && option.group != "Options" && option.group != group;
    if (named) out += ".PP\n\\fI" + roff(option.group) + "\\fR\n";
    if (!option.positional) group = option.group;
    out += option_lines(option);
  }
  if (!command.footer.empty()) out += ".PP\n.nf\n" + roff(command.footer) + "\n.fi\n";
  return out;
}

int run_man(const CLI::App& app) {
  const auto commands = outline(app);
  const OutlineCommand& program = commands.front();
  std::string page = ".TH BROADSIDE 1 \"\" \"" + app.version() + "\" \"Games\"\n.SH NAME\n" +
                     "broadside \\- " + roff(program.text) + "\n.SH SYNOPSIS\n";
  for (std::size_t i = 1; i < commands.size(); ++i) page += synopsis(commands[i]);
  page += ".SH COMMANDS\n";
  for (std::size_t i = 1; i < commands.size(); ++i) page += command_section(commands[i]);
  page += ".SH NOTES\n.nf\n" + roff(program.footer) + "\n.fi\n";
  print(page);
  return kAnswered;
}

void add_man(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand("man", "The manual page, for man(1)");
  command->group("");  // for the build, not for players
  command->callback([&app, &chosen] { chosen = [&app] { return run_man(app); }; });
}

const Subcommand kMan{90, add_man};

}  // namespace
}  // namespace broadside::cli
