#pragma once
// Question: how does a subcommand declare its options? In the words of CLI11, of which this is the
// part that the subcommands use: CLI11 itself takes seconds to compile, and only app.cpp and
// main.cpp include it.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace broadside::cli {

struct OutlineOption {
  std::vector<std::string> names;  ///< "--seed", "-h"; a positional has its one name without dashes
  std::string value;               ///< "N", "FILE"; empty for a flag
  std::string text;                ///< on one line
  std::string group;
  bool positional = false;
};

struct OutlineCommand {
  std::string name, text, footer;  ///< the program itself has no name
  std::vector<OutlineOption> options;
};

class Option {
 public:
  explicit Option(CLI::Option& of) : of_(&of) {}

  Option* option_text(const std::string& text);  ///< what the help calls the value: "N", "FILE"
  Option* group(const std::string& heading);     ///< "": not in the help
  Option* required();
  Option* one_of(std::vector<std::string> words);  ///< anything else is refused
  Option* expected(int values);
  Option* allow_extra_args(bool several);  ///< several values after one mention of it

 private:
  CLI::Option* of_;
};

/// The program, or one of its commands.
class App {
 public:
  App(const std::string& description, const std::string& name);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  App* add_subcommand(const std::string& name, const std::string& description);

  // Where nothing was typed the value stays as it is.
  Option* add_option(const std::string& name, std::string& value, const std::string& description);
  Option* add_option(const std::string& name, std::optional<std::string>& value,
                     const std::string& description);
  Option* add_option(const std::string& name, std::vector<std::string>& value,
                     const std::string& description);
  Option* add_flag(const std::string& name, bool& value, const std::string& description);
  /// `seen` gets how often it stands there; with =false, less than 1.
  Option* add_flag_function(const std::string& name, std::function<void(std::int64_t)> seen,
                            const std::string& description);

  void footer(const std::string& text);
  void group(const std::string& heading);           ///< "": not in the help
  void callback(std::function<void()> when_named);  ///< called after all was read

  const App& named() const;  ///< the command that was typed; there is one
  std::string name() const;

  /// What was typed for this command by options that `which` takes, as words that say it again, in
  /// the order in which the options are declared. A positional has its name without dashes.
  std::vector<std::string> typed(
      const std::function<bool(const OutlineOption& option)>& which) const;

  std::string version() const;
  /// The program itself, then its commands in their order; hidden ones are left out. Completions
  /// and the manual are made from it and cannot fall behind.
  std::vector<OutlineCommand> outline() const;

  CLI::App& cli11() { return *app_; }

 private:
  explicit App(CLI::App& of);
  Option* keep(CLI::Option* option);

  std::unique_ptr<CLI::App> own_;  ///< the program's; its commands belong to it
  CLI::App* app_;
  std::vector<std::unique_ptr<App>> commands_;
  std::vector<std::unique_ptr<Option>> options_;
};

}  // namespace broadside::cli
