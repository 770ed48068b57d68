#pragma once
// Question: which commands and options does the program have? Read from the CLI11 app itself, so
// that completions and the manual cannot fall behind.

#include <string>
#include <vector>

#include <CLI/App.hpp>

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

/// The program itself, then its commands in their order; hidden ones are left out.
std::vector<OutlineCommand> outline(const CLI::App& app);

/// What an option may be followed by.
enum class Follows { nothing, anything, file, fleet, unit, effect, faction, word };
struct Candidates {
  Follows kind = Follows::anything;
  std::vector<std::string> words;  ///< where the kind is word
};
Candidates candidates(const OutlineCommand& command, const OutlineOption& option);

// The names of all games that an answer may be typed with, sorted, each once.
std::vector<std::string> unit_words();
std::vector<std::string> effect_words();
std::vector<std::string> faction_words();

}  // namespace broadside::cli
