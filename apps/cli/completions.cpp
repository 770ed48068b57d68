// broadside completions: what a shell may offer while a command is typed.

#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/outline.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"

namespace broadside::cli {
namespace {

std::string spaced(const std::vector<std::string>& words) { return joined(words, " "); }

/// As one word of a shell, whatever stands in it.
std::string in_single_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}
/// Where ':' and brackets mean something to zsh.
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
    case Follows::battle:
      return "battles";
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
        positional = fmt::format("_broadside_words '{}'", spaced(after.words));
      if (after.kind == Follows::fleet) positional = "_broadside_fleet";
      if (after.kind == Follows::file) positional = "_broadside_files";
      continue;
    }
    names += (names.empty() ? "" : " ") + spaced(option.names);
    if (after.kind == Follows::nothing) continue;
    std::string action = "return";
    if (after.kind == Follows::word)
      action = fmt::format("_broadside_words '{}'; return", spaced(after.words));
    if (after.kind == Follows::file) action = "_broadside_files; return";
    if (after.kind == Follows::fleet) action = "_broadside_fleet; return";
    if (*variable(after.kind))
      action = fmt::format("_broadside_list \"${}\"; return", variable(after.kind));
    values += fmt::format("        {}) {} ;;\n", joined(option.names, "|"), action);
  }
  return fmt::format(
      "    {})\n"
      "      case $prev in\n"
      "{}"
      "      esac\n"
      "      if [[ $cur == -* ]]; then _broadside_words '{}'\n"
      "      else {}; fi ;;\n",
      command.name, values, names, positional.empty() ? ":" : positional);
}

/// What is offered, by the game.
std::string bash_vocabularies() {
  std::string one, all;
  for (const GameVocabulary& words : vocabularies())
    (words.game.empty() ? all : one) += fmt::format(
        "    {})\n"
        "      units='{}'\n"
        "      effects='{}'\n"
        "      factions='{}'\n"
        "      battles='{}' ;;\n",
        words.game.empty() ? "*" : words.game, spaced(words.units), spaced(words.effects),
        spaced(words.factions), spaced(words.battles));
  return one + all;
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
         "  local units effects factions battles game= before=\n"
         "  # Only what the game knows that was named.\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    [[ $word != --game=* ]] || game=${word#--game=}\n"
         "    [[ $word != = ]] || continue\n"
         "    [[ $before != --game ]] || game=$word\n"
         "    before=$word\n"
         "  done\n"
         "  case $game in\n" +
         bash_vocabularies() +
         "  esac\n"
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

/// The lists that zsh and fish keep, each by `line`: its name, its words.
std::string set_lists(const std::string& line) {
  std::string out;
  for (const GameVocabulary& words : vocabularies())
    for (const auto& [name, list] :
         {std::pair{"units", &words.units}, std::pair{"effects", &words.effects},
          std::pair{"factions", &words.factions}, std::pair{"battles", &words.battles}})
      if (!list->empty() || words.game.empty())
        out += fmt::format(fmt::runtime(line),
                           words.game.empty() ? name : fmt::format("{}_{}", name, words.game),
                           spaced(*list));
  return out;
}

// ---- zsh

std::string zsh_action(const Candidates& after) {
  switch (after.kind) {
    case Follows::file:
      return "_files";
    case Follows::word:
      return fmt::format("({})", spaced(after.words));
    case Follows::fleet:
      return "_broadside_fleet";
    case Follows::unit:
    case Follows::effect:
    case Follows::faction:
    case Follows::battle:
      // Without the blank zsh would put arguments of its own before the name.
      return fmt::format(" _broadside_list {}", variable(after.kind));
    default:
      return " ";
  }
}

std::string zsh_script(const std::vector<OutlineCommand>& commands) {
  std::string described, cases;
  const auto add_rule = [&](const std::string& rule) {
    cases += fmt::format("        {} \\\n", in_single_quotes(rule));
  };
  for (std::size_t i = 1; i < commands.size(); ++i) {
    const OutlineCommand& command = commands[i];
    described += fmt::format(
        "    {}\n", in_single_quotes(fmt::format("{}:{}", for_zsh(command.name), command.text)));
    cases += fmt::format("    {})\n      _arguments \\\n", command.name);
    bool words = false;  // one rule for all that is no option
    for (const auto& option : command.options) {
      const Candidates after = candidates(command, option);
      if (option.positional) {
        if (std::exchange(words, true)) continue;
        add_rule(fmt::format("*:{}:{}", for_zsh(option.text), zsh_action(after)));
        continue;
      }
      const std::string value =
          after.kind == Follows::nothing
              ? ""
              : fmt::format(":{}:{}", for_zsh(option.value), zsh_action(after));
      for (const auto& name : option.names)
        add_rule(fmt::format("*{}[{}]{}", name, for_zsh(option.text), value));
    }
    cases += "        && return ;;\n";
  }
  return "#compdef broadside\n# zsh completion of broadside; made by: broadside completions zsh\n"
         "# Names of all games, then of each.\n" +
         set_lists("_broadside_{}=({})\n") +
         "# The last word of a list, or of a fleet in quotes.\n"
         "_broadside_list() {\n"
         "  local at=${words[(i)--game]} game= list=_broadside_$1\n"
         "  (( at + 1 < CURRENT )) && game=$words[at+1]\n"
         "  at=${words[(i)--game=*]}\n"
         "  (( at < CURRENT )) && game=${words[at]#--game=}\n"
         "  (( $+parameters[${list}_$game] )) && list=${list}_$game\n"
         "  compset -P '*[ ,+]'\n"
         "  compadd -S '' -- ${(P)list}\n"
         "}\n"
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
      "# Names of all games, then of each.\n" +
      set_lists("set -g __broadside_{} {}\n") +
      "# The last word of a list, or of a fleet in quotes; what stands before it stays.\n"
      "function __broadside_list\n"
      "    set -l text (commandline -ct | string trim -l -c '\"\\'')\n"
      "    set -l head (string match -r '^.*[ ,+]' -- $text); or set head ''\n"
      "    set -l list __broadside_$argv[1]\n"
      "    set -l words (string split -- = (commandline -opc))\n"
      "    set -l at (contains -i -- --game $words)\n"
      "    and set -q words[(math $at + 1)]\n"
      "    and set -q {$list}_$words[(math $at + 1)]\n"
      "    and set list {$list}_$words[(math $at + 1)]\n"
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
    out += fmt::format("complete -c broadside -n __fish_use_subcommand -a {} -d {}\n", command.name,
                       in_single_quotes(command.text));
    const std::string here =
        fmt::format("complete -c broadside -n '__fish_seen_subcommand_from {}'", command.name);
    for (const auto& option : command.options) {
      const Candidates after = candidates(command, option);
      std::string offer;
      if (after.kind == Follows::word) offer = fmt::format(" -a '{}'", spaced(after.words));
      if (after.kind == Follows::fleet) offer = " -a '(__broadside_fleet)'";
      if (after.kind == Follows::file) offer = " -F";
      if (*variable(after.kind))
        offer = fmt::format(" -a '(__broadside_list {})'", variable(after.kind));
      if (option.positional) {
        if (!offer.empty()) out += here + offer + "\n";
        continue;
      }
      std::string names;
      for (const auto& name : option.names)
        names += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                        : fmt::format(" -s {}", name.substr(1));
      // A value is wanted, and but for files no file offered in its place.
      const char* value = after.kind == Follows::nothing ? ""
                          : after.kind == Follows::file  ? " -r"
                                                         : " -x";
      out += fmt::format("{}{}{}{} -d {}\n", here, names, value, offer,
                         in_single_quotes(option.text));
    }
  }
  return out;
}

int run_completions(const App& app, const std::string& shell) {
  static constexpr std::array<std::string_view, 3> kShells{"bash", "zsh", "fish"};
  const auto commands = app.outline();
  if (shell == "bash")
    print(bash_script(commands));
  else if (shell == "zsh")
    print(zsh_script(commands));
  else if (shell == "fish")
    print(fish_script(commands));
  else
    return complain(
        {fmt::format("unknown shell '{}'", shell), "completions", nearest_hint(shell, kShells)},
        false);
  return kAnswered;
}

void add_completions(App& app, Action& chosen) {
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
