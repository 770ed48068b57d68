// broadside completions: what a shell may offer while a command is typed.

#include <array>
#include <memory>
#include <utility>

#include "apps/cli/command.hpp"
#include "apps/cli/outline.hpp"
#include "core/scenario/names.hpp"

namespace broadside::cli {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// For a text in single quotes; in zsh also where ':' and brackets mean something.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}
std::string for_zsh(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']') out += '\\';
    out += c;
  }
  return out;
}

/// The variable of the script that holds the words to offer.
const char* variable(Follows kind) {
  switch (kind) {
    case Follows::unit:
      return "units";
    case Follows::effect:
      return "effects";
    case Follows::faction:
      return "factions";
    default:
      return "";
  }
}

// ---- bash

std::string bash_case(const OutlineCommand& command) {
  std::string names, values, positional;
  for (const auto& option : command.options) {
    const Candidates after = candidates(command, option);
    if (option.positional) {
      if (after.kind == Follows::word)
        positional = "_broadside_words '" + joined(after.words) + "'";
      if (after.kind == Follows::fleet) positional = "_broadside_fleet";
      if (after.kind == Follows::file) positional = "_broadside_files";
      continue;
    }
    names += (names.empty() ? "" : " ") + joined(option.names);
    if (after.kind == Follows::nothing) continue;
    std::string pattern;
    for (const auto& name : option.names) pattern += (pattern.empty() ? "" : "|") + name;
    std::string action = "return";
    if (after.kind == Follows::word)
      action = "_broadside_words '" + joined(after.words) + "'; return";
    if (after.kind == Follows::file) action = "_broadside_files; return";
    if (after.kind == Follows::fleet) action = "_broadside_fleet; return";
    if (*variable(after.kind))
      action = std::string("_broadside_list \"$") + variable(after.kind) + "\"; return";
    values += "        " + pattern + ") " + action + " ;;\n";
  }
  return "    " + command.name + ")\n      case $prev in\n" + values +
         "      esac\n      if [[ $cur == -* ]]; then _broadside_words '" + names +
         "'\n      else " + (positional.empty() ? ":" : positional) + "; fi ;;\n";
}

std::string bash_script(const std::vector<OutlineCommand>& commands) {
  std::string names, cases;
  for (std::size_t i = 1; i < commands.size(); ++i) {
    names += (names.empty() ? "" : " ") + commands[i].name;
    cases += bash_case(commands[i]);
  }
  return "# bash completion of broadside; made by: broadside completions bash\n"
         "_broadside_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\"); }\n"
         "_broadside_files() { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < "
         "<(compgen -f -- \"$cur\"); }\n"
         "# The last word of a list, or of a fleet in quotes; what stands before it stays.\n"
         "_broadside_list() {\n"
         "  local text=${cur#[\\\"\\']} head tail\n"
         "  tail=${text##*[ ,+]}\n"
         "  head=${text%\"$tail\"}\n"
         "  compopt -o nospace 2>/dev/null\n"
         "  mapfile -t COMPREPLY < <(compgen -P \"$head\" -W \"$1\" -- \"$tail\")\n"
         "}\n"
         "_broadside_fleet() {\n"
         "  local text=${cur#[\\\"\\']}\n"
         "  if [[ ${text%\"${text##*[ ,+]}\"} == *+ ]]; then _broadside_list \"$effects\"\n"
         "  else _broadside_list \"$units\"; fi\n"
         "}\n"
         "_broadside() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word\n"
         "  local units='" +
         joined(unit_words()) + "'\n  local effects='" + joined(effect_words()) +
         "'\n  local factions='" + joined(faction_words()) +
         "'\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    case \" " +
         names +
         " \" in *\" $word \"*) command=$word; break ;; esac\n"
         "  done\n"
         "  COMPREPLY=()\n"
         "  case $command in\n"
         "    '') _broadside_words '" +
         names + " --help --version' ;;\n" + cases +
         "  esac\n"
         "}\n"
         "complete -F _broadside broadside\n";
}

// ---- zsh

std::string zsh_action(const Candidates& after) {
  switch (after.kind) {
    case Follows::file:
      return "_files";
    case Follows::word:
      return "(" + joined(after.words) + ")";
    case Follows::fleet:
      return "_broadside_fleet";
    case Follows::unit:
    case Follows::effect:
    case Follows::faction:
      return std::string("_broadside_list ") + variable(after.kind);
    default:
      return " ";
  }
}

std::string zsh_script(const std::vector<OutlineCommand>& commands) {
  std::string described, cases;
  for (std::size_t i = 1; i < commands.size(); ++i) {
    const OutlineCommand& command = commands[i];
    described += "    " + quoted(for_zsh(command.name) + ":" + command.text) + "\n";
    cases += "    " + command.name + ")\n      _arguments \\\n";
    bool words = false;  // one rule for all that is no option
    for (const auto& option : command.options) {
      const Candidates after = candidates(command, option);
      if (option.positional) {
        if (std::exchange(words, true)) continue;
        cases +=
            "        " + quoted("*:" + for_zsh(option.text) + ":" + zsh_action(after)) + " \\\n";
        continue;
      }
      for (const auto& name : option.names)
        cases += "        " +
                 quoted("*" + name + "[" + for_zsh(option.text) + "]" +
                        (after.kind == Follows::nothing
                             ? ""
                             : ":" + for_zsh(option.value) + ":" + zsh_action(after))) +
                 " \\\n";
    }
    cases += "        && return ;;\n";
  }
  return "#compdef broadside\n# zsh completion of broadside; made by: broadside completions zsh\n"
         "_broadside_units=(" +
         joined(unit_words()) + ")\n_broadside_effects=(" + joined(effect_words()) +
         ")\n_broadside_factions=(" + joined(faction_words()) +
         ")\n"
         "# The last word of a list, or of a fleet in quotes.\n"
         "_broadside_list() { compset -P '*[ ,+]'; local list=_broadside_$1; "
         "compadd -S '' -- ${(P)list}; }\n"
         "_broadside_fleet() {\n"
         "  if [[ $PREFIX == *+[^\\ ,+]# || $PREFIX == *+ ]]; then _broadside_list effects\n"
         "  else _broadside_list units; fi\n"
         "}\n"
         "_broadside() {\n"
         "  setopt localoptions extendedglob\n"
         "  local -a commands\n  commands=(\n" +
         described +
         "  )\n"
         "  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "_broadside \"$@\"\n";
}

// ---- fish

std::string fish_script(const std::vector<OutlineCommand>& commands) {
  std::string out =
      "# fish completion of broadside; made by: broadside completions fish\n"
      "set -g __broadside_units " +
      joined(unit_words()) + "\nset -g __broadside_effects " + joined(effect_words()) +
      "\nset -g __broadside_factions " + joined(faction_words()) +
      "\n"
      "# The last word of a list, or of a fleet in quotes; what stands before it stays.\n"
      "function __broadside_list\n"
      "    set -l text (commandline -ct | string trim -l -c '\"\\'')\n"
      "    set -l head (string match -r '^.*[ ,+]' -- $text); or set head ''\n"
      "    set -l list __broadside_$argv[1]\n"
      "    printf '%s\\n' $head$$list\n"
      "end\n"
      "function __broadside_fleet\n"
      "    if string match -qr '\\+[^ ,+]*$' -- (commandline -ct)\n"
      "        __broadside_list effects\n"
      "    else\n"
      "        __broadside_list units\n"
      "    end\n"
      "end\n"
      "complete -c broadside -f\n";
  for (std::size_t i = 1; i < commands.size(); ++i) {
    const OutlineCommand& command = commands[i];
    out += "complete -c broadside -n __fish_use_subcommand -a " + command.name + " -d " +
           quoted(command.text) + "\n";
    const std::string here =
        "complete -c broadside -n '__fish_seen_subcommand_from " + command.name + "'";
    for (const auto& option : command.options) {
      const Candidates after = candidates(command, option);
      std::string offer;
      if (after.kind == Follows::word) offer = " -a '" + joined(after.words) + "'";
      if (after.kind == Follows::fleet) offer = " -a '(__broadside_fleet)'";
      if (after.kind == Follows::file) offer = " -F";
      if (*variable(after.kind))
        offer = std::string(" -a '(__broadside_list ") + variable(after.kind) + ")'";
      if (option.positional) {
        if (!offer.empty()) out += here + offer + "\n";
        continue;
      }
      std::string names;
      for (const auto& name : option.names)
        names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      out += here + names + (after.kind == Follows::nothing ? "" : " -r") + offer + " -d " +
             quoted(option.text) + "\n";
    }
  }
  return out;
}

int run_completions(const CLI::App& app, const std::string& shell) {
  static constexpr std::array<std::string_view, 3> kShells{"bash", "zsh", "fish"};
  const auto commands = outline(app);
  if (shell == "bash")
    print(bash_script(commands));
  else if (shell == "zsh")
    print(zsh_script(commands));
  else if (shell == "fish")
    print(fish_script(commands));
  else
    return complain({"unknown shell '" + shell + "'", "completions", nearest_hint(shell, kShells)},
                    false);
  return kAnswered;
}

void add_completions(CLI::App& app, Action& chosen) {
  auto shell = std::make_shared<std::string>();
  auto* command = app.add_subcommand("completions", "What a shell offers while you type");
  command->add_option("shell", *shell, "bash, zsh or fish")->required()->option_text("SHELL");
  command->footer(
      "Installed with the program; by hand:\n"
      "  source <(broadside completions bash)\n"
      "\n"
      "Examples:\n"
      "  broadside completions bash\n"
      "  broadside completions fish");
  command->callback(
      [&app, shell, &chosen] { chosen = [&app, shell] { return run_completions(app, *shell); }; });
}

const Subcommand kCompletions{80, add_completions};

}  // namespace
}  // namespace broadside::cli
