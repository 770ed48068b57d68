#include "apps/cli/words.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "apps/ask/typed.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

constexpr const char* kUsual = "odds";

/// "-2 cruiser" is no option but a fleet with a mistake in it, and an arrow stands between two
/// fleets; a blank in front lets them through to whoever can say so.
bool only_looks_like_an_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-' &&
         (word[1] == '>' || (word[1] >= '0' && word[1] <= '9'));
}

bool asks_for_help(const std::string& word) {
  return word == "--help" || word == "-h" || word == "--version";
}

/// The command that a word is a beginning of, or nearly is; empty where it may be any or none.
std::string_view meant_command(std::string_view word, std::span<const std::string_view> commands) {
  std::vector<std::string_view> begun;
  std::copy_if(commands.begin(), commands.end(), std::back_inserter(begun),
               [&](std::string_view command) { return command.starts_with(word); });
  return begun.size() == 1 ? begun.front() : nearest_name(word, commands);
}

InputError unknown_command(const std::string& word, std::span<const std::string_view> commands) {
  const std::string_view meant = meant_command(word, commands);
  return {fmt::format("unknown command '{}'", word), "",
          meant.empty() ? known_names(commands) : did_you_mean(meant)};
}

/// Whether any game could begin a fleet with this word, or finds a battle in it.
bool may_be_fleet(const std::string& word) {
  if (word.find_first_of(" ,:+0123456789") != std::string::npos || is_battle(word)) return true;
  return std::any_of(games().begin(), games().end(), [&](const Game* game) {
    return game->parse_side(word) || game->parse_side(word + " 1");
  });
}

}  // namespace

Result<std::vector<std::string>> with_command(std::vector<std::string> words,
                                              std::span<const std::string_view> commands) {
  bool no_more_options = false;
  for (auto word = words.begin(); word != words.end();) {
    if (!no_more_options && *word == "--") {
      no_more_options = true;
      word = words.erase(word);
      continue;
    }
    if (no_more_options ? word->starts_with('-') : only_looks_like_an_option(*word))
      word->insert(0, 1, ' ');
    ++word;
  }
  if (words.empty()) return words;
  const auto is_command = [&](const std::string& word) {
    return std::find(commands.begin(), commands.end(), word) != commands.end();
  };
  const std::string first = words.front();
  if (is_command(first)) return words;
  if (first == "help" || first == "version") {
    words.erase(words.begin());
    if (!words.empty() && first == "help" && !words.front().starts_with('-') &&
        !is_command(words.front()))
      return unknown_command(words.front(), commands);
    words.insert(words.begin() + (words.empty() ? 0 : 1), "--" + first);
    return words;
  }
  const auto typed = std::find_if(words.begin(), words.end(),
                                  [](const std::string& word) { return !word.starts_with('-'); });
  if (typed != words.end() && is_command(*typed)) {  // options before the command
    std::rotate(words.begin(), typed, typed + 1);
    return words;
  }
  const bool help = std::any_of(words.begin(), words.end(), asks_for_help);
  if (help && typed == words.end()) return words;
  const auto is_near = [&] { return !meant_command(first, commands).empty(); };
  if (!first.starts_with('-') && !may_be_fleet(first) && (words.size() == 1 || help || is_near()))
    return unknown_command(first, commands);
  words.insert(words.begin(), kUsual);
  return words;
}

}  // namespace broadside::cli
