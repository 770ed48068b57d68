// Reads the arguments, runs one subcommand and turns whatever happens into an exit code (command.hpp).

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>  // App declares what these two define
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "apps/ask/values.hpp"
#include "apps/cli/app.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/field_options.hpp"
#include "apps/cli/topics.hpp"
#include "apps/cli/usage.hpp"
#include "apps/cli/words.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "sim/version.hpp"

namespace broadside::cli {
namespace {

/// The subcommand that was named, or the program itself.
CLI::App& named(CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : *chosen.front();
}

/// CLI11 leaves two blank lines between groups.
std::string tidy(std::string help) {
  for (auto at = help.find("\n\n\n"); at != std::string::npos; at = help.find("\n\n\n", at))
    help.erase(at, 1);
  return help;
}

std::string help_of(const CLI::App& app) {
  return app.get_parent() ? fmt::format("see broadside {} --help", app.get_name())
                          : "see broadside --help";
}

/// What CLI11 could not place. It would only name it; a player also wants to know what would have
/// worked.
InputError unexpected(const std::string& word, const CLI::App& app) {
  std::vector<std::string> names;
  if (word.starts_with('-')) {
    for (const auto* option : app.get_options()) {
      for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    }
    const std::string typed = word.substr(0, word.find('='));
    const std::vector<std::string_view> known(names.begin(), names.end());
    // Named for the wrong side: a field of one side only has one option.
    for (const auto& [from, to] :
         {std::pair{Side::attacker, Side::defender}, std::pair{Side::defender, Side::attacker}}) {
      const std::string other = fmt::format(
          "--{}-{}", name(to), typed.substr(std::min(typed.find('-', 2) + 1, typed.size())));
      if (typed.starts_with(fmt::format("--{}-", name(from))) &&
          std::find(names.begin(), names.end(), other) != names.end())
        return {fmt::format("unknown option '{}'", typed), app.get_name(),
                fmt::format("only the {} has it: {}", name(to), other)};
    }
    const std::string hint = nearest_hint(typed, known);
    const bool near = hint.starts_with("did");  // a list of every option helps nobody
    return {fmt::format("unknown option '{}'", typed), app.get_parent() ? app.get_name() : "",
            near ? hint : help_of(app)};
  }
  if (!app.get_parent()) {
    for (const auto* command : app.get_subcommands({})) names.push_back(command->get_name());
    const std::vector<std::string_view> known(names.begin(), names.end());
    return {fmt::format("unknown command '{}'", word), "", nearest_hint(word, known)};
  }
  return {fmt::format("unexpected argument '{}'", word), app.get_name(), help_of(app)};
}

/// What an option was given, where it holds nothing that could be read: a script whose $SEED is not
/// set must not get an answer for the usual seed.
std::optional<InputError> blank_value(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_lnames().empty() || option->get_items_expected_max() == 0) continue;
    const std::string name = option->get_name();
    for (const std::string& value : option->results()) {
      if (trimmed(value).empty()) {
        const Field* field = field_of_option(name);
        if (field && field->empty_counts) continue;
        return InputError{fmt::format("{} is empty", name), "", "give it a value, or leave it out"};
      }
      if (option->get_option_text() == "LIST" && has_gap(value))
        return InputError{"nothing stands before or after a comma",
                          fmt::format("{} {}", name, value), "one comma between two of them"};
    }
  }
  return std::nullopt;
}

/// "--swap=maybe": CLI11 would call it a number that it cannot read, or take 2 for yes.
std::optional<InputError> wrong_flag_value(const std::vector<std::string>& words, CLI::App& app) {
  const auto commands = app.get_subcommands({});
  const auto named = std::find_if(commands.begin(), commands.end(), [&](const CLI::App* command) {
    return !words.empty() && command->get_name() == words.front();
  });
  if (named == commands.end()) return std::nullopt;
  for (const std::string& word : words) {
    if (word == "--") break;
    const auto equals = word.find('=');
    if (!word.starts_with("--") || equals == std::string::npos) continue;
    const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    const CLI::Option* option = (*named)->get_option_no_throw(name);
    if (!option || option->get_items_expected_max() > 0 || value == "true" || value == "false")
      continue;
    return InputError{fmt::format("'{}' is neither true nor false", value), word,
                      fmt::format("{0} alone, {0}=true or {0}=false", name)};
  }
  return std::nullopt;
}

}  // namespace

namespace {

/// Reads the words; `then` does what they ask for. The exit code.
int read_words(std::vector<std::string> typed, bool json,
               const std::function<int(const App& command, const Action& chosen)>& then) {
  App program("Odds of board-game combat: if I attack, what happens?", "broadside");
  CLI::App& app = program.cli11();
  Action chosen;
  app.set_version_flag("--version", fmt::format("broadside {}", version()));
  app.get_formatter()->column_width(28);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.allow_extras();  // and say better below what is wrong with them
  app.require_subcommand(0, 1);
  add_subcommands(program, chosen);
  app.footer(help_topics() +
             "\nExit code: 0 answered, 1 failed while running, 2 bad input; 130 or 143 after\n"
             "Ctrl-C or SIGTERM, with the answer so far. When the reader of a pipe goes away\n"
             "(| head), the program stops quietly with 0.\n"
             "\n"
             "Examples:\n"
             "  broadside odds \"2 dn, 4 ff\" \"ws, 3 ff\"\n"
             "  broadside list units\n"
             "  broadside odds --help");

  std::vector<std::string_view> commands;
  for (const auto* command : app.get_subcommands({})) commands.push_back(command->get_name());
  auto words = with_command(std::move(typed), commands);
  if (!words) return complain(words.error(), json);
  if (words->size() == 1 && words->front() == "-h") return print(kUsage), kAnswered;
  if (const auto error = wrong_flag_value(*words, app)) return complain(*error, json);
  std::reverse(words->begin(), words->end());  // CLI11 takes them last first
  try {
    app.parse(*std::move(words));
  } catch (const CLI::CallForHelp&) {
    for (const std::string& word : app.remaining())
      if (!word.starts_with('-')) return complain(unexpected(word, app), json);
    print(tidy(app.help()));
    return kAnswered;
  } catch (const CLI::CallForVersion& version) {
    print(fmt::format("{}\n", version.what()));
    return kAnswered;
  } catch (const CLI::ArgumentMismatch& error) {
    // "--seed: 1 required TEXT missing", "--seed: At Most 1 required but ..."
    const std::string what = error.what();
    const bool missing = what.find("missing") != std::string::npos;
    return complain({fmt::format("{} {}", what.substr(0, what.find(':')),
                                 missing ? "needs a value" : "is given more than once"),
                     "", help_of(named(app))},
                    json);
  } catch (const CLI::ParseError& error) {
    return complain({error.what(), "", help_of(named(app))}, json);
  }
  for (CLI::App* level : {&app, &named(app)}) {
    auto rest = level->remaining();
    if (rest.empty()) continue;
    // A wrong command explains wrong options, and a wrong option explains words left over.
    const bool options_first = level->get_parent() != nullptr;
    std::stable_partition(rest.begin(), rest.end(),
                          [&](const auto& word) { return word.starts_with('-') == options_first; });
    return complain(unexpected(rest.front(), *level), json);
  }
  if (const auto error = blank_value(named(app))) return complain(*error, json);
  if (!chosen) {
    std::fputs(std::string(kUsage).c_str(), stderr);
    return kBadInput;
  }
  return then(program.named(), chosen);
}

}  // namespace

int run_words(std::vector<std::string> words, bool json) {
  return read_words(std::move(words), json,
                    [](const App&, const Action& chosen) { return chosen(); });
}

int look_at_words(std::vector<std::string> words, bool json,
                  const std::function<int(const App& command)>& then) {
  return read_words(std::move(words), json,
                    [&](const App& command, const Action&) { return then(command); });
}

int run_program(const std::vector<std::string>& words) {
  std::signal(SIGPIPE, SIG_IGN);  // a write then fails with EPIPE, and print knows why
  // Who asks in JSON reads JSON, also where the words around the question are wrong.
  const bool json = std::find(words.begin(), words.end(), "--json") != words.end() ||
                    (!words.empty() && words.front() == "ask");
  const auto failed = [&](const char* what) -> int {
    try {
      return complain({what, "", ""}, json, kFailed);
    } catch (const std::exception&) {
      std::fprintf(stderr, "broadside: %s\n", what);
      return kFailed;
    }
  };
  try {
    return run_words(words, json);
  } catch (const ReaderGone&) {
    return kAnswered;
  } catch (const std::bad_alloc&) {
    return failed("out of memory");
  } catch (const std::exception& error) {
    return failed(error.what());
  }
}

}  // namespace broadside::cli
