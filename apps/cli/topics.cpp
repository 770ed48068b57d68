#include "apps/cli/topics.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

std::string fleets_topic() {
  std::string text = "How to write a fleet:\n";
  for (const Game* game : games()) {
    text += fmt::format("  {} (--game {})\n", game->title(), game->id());
    std::size_t width = 0;
    for (const auto& example : game->fleet_examples())
      width = std::max(width, example.typed.size() + 2);
    for (const auto& example : game->fleet_examples())
      text += fmt::format("    {:<{}}  {}\n", fmt::format("\"{}\"", example.typed), width,
                          example.meaning);
  }
  return text +
         "  All names of units, effects and factions: broadside list units, list effects,\n"
         "  list factions.\n";
}

/// One line for each; the first of a game is the usual one.
std::string battles_topic() {
  std::string text = "The kinds of battle (--battle), the usual one of each game first:\n";
  for (const Game* game : games()) {
    text += fmt::format("  {} (--game {})\n", game->title(), game->id());
    for (const auto battle : game->battles()) {
      const std::string title = game->battle_title(battle);
      text += fmt::format("    {:<9} {}\n", battle,
                          title.find(' ') == std::string::npos
                              ? std::string(game->battle_text(battle))
                              : fmt::format("{}: {}", title, game->battle_text(battle)));
    }
  }
  return text;
}

}  // namespace

std::string help_topics() { return fleets_topic() + "\n" + battles_topic(); }

}  // namespace broadside::cli
