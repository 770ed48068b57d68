#include "apps/cli/topics.hpp"

#include <vector>

#include <fmt/format.h>

#include "apps/report/layout.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

constexpr int kColumns = 80;

constexpr const char* kFleets =
    "How to write a fleet:\n"
    "  \"2 dn, 4 ff\"            numbers and units between commas; one needs no number\n"
    "  \"2 cr2, dn!\"            upgraded (cr2), damaged (dn!)\n"
    "  \"letnev: 2 dn\"          a faction stands before it, with a colon\n"
    "  \"dn, +morale boost@1\"   cards and other effects behind a plus; @ the round\n"
    "  All names of units, effects and factions: broadside list units, list effects,\n"
    "  list factions.\n";

}  // namespace

std::string help_topics() {
  std::string text = kFleets;
  text += "\nThe kinds of battle (--battle), the usual one first:\n";
  for (const Game* game : games()) {
    std::vector<std::string> battles;
    for (const auto battle : game->battles()) battles.emplace_back(battle);
    const std::string front = fmt::format("  {:<16} ", game->id());
    text += wrap(fmt::format("{} ({})", joined(battles), game->title()), kColumns, front,
                 std::string(front.size(), ' '));
  }
  return text;
}

}  // namespace broadside::cli
