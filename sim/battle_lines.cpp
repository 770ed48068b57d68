#include "sim/battle_lines.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace broadside {
namespace {

bool has(const std::vector<std::string>& lines, const std::string& line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

/// "2 cruisers, 1 carrier", or what the side brings instead.
std::string fleet_name(const Game& game, const SideSpec& side) {
  std::string name = game.brought_beside_units(side);
  for (const UnitCount& unit : side.units)
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", unit.count,
                        game.words().of(unit.type, unit.count));
  return name;
}

}  // namespace

std::vector<std::string> lines_of(std::vector<std::string> Battle::*of_battle, const Game& game,
                                  std::span<const FleetsBattle> battles) {
  const auto holds_for_all = [&](const std::string& line) {
    return std::all_of(battles.begin(), battles.end(),
                       [&](const FleetsBattle& one) { return has(one.battle.*of_battle, line); });
  };
  std::vector<std::string> lines;
  for (const FleetsBattle& one : battles)
    for (std::string line : one.battle.*of_battle) {
      if (!holds_for_all(line))
        for (const Side side : kSides) {
          const SideSpec& of = side == Side::attacker ? one.attacker : one.defender;
          for (const std::string& who :
               {std::string(name(side)), fmt::format("the {}", name(side))})
            if (line.starts_with(who)) line.insert(who.size(), " (" + fleet_name(game, of) + ")");
        }
      if (!has(lines, line)) lines.push_back(line);
    }
  return lines;
}

std::vector<std::string> brief_of_all(std::span<const FleetsBattle> battles) {
  std::vector<std::string> shared = battles.front().battle.brief;
  for (const FleetsBattle& one : battles)
    std::erase_if(shared, [&](const std::string& line) { return !has(one.battle.brief, line); });
  return shared;
}

}  // namespace broadside
