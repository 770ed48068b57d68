// Fleets and effects, written.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/scenario/notation.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

std::string spaced(std::string_view id) {
  std::string words(id);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

int count_of(const std::vector<UnitCount>& list, const std::string& type) {
  int count = 0;
  for (const UnitCount& unit : list)
    if (unit.type == type) count += unit.count;
  return count;
}

}  // namespace

std::string write_effect(const EffectChoice& effect) {
  std::string text = effect.id;
  if (effect.round) text += fmt::format("@{}", *effect.round);
  if (effect.uses) text += fmt::format(" x{}", *effect.uses);
  if (effect.at_least) text += fmt::format(" >={}", *effect.at_least);
  if (effect.target) text += " on " + spaced(*effect.target);
  return text;
}

std::string write_fleet(const SideSpec& side) {
  std::vector<std::string> items;
  for (const UnitCount& unit : side.units) {
    const bool upgraded =
        std::find(side.upgrades.begin(), side.upgrades.end(), unit.type) != side.upgrades.end();
    std::string item = fmt::format("{} {}{}", unit.count, spaced(unit.type), upgraded ? "2" : "");
    const int damaged = count_of(side.damaged, unit.type);
    if (damaged > 0 && damaged == unit.count)
      item += "!";
    else if (damaged > 0)
      item += fmt::format(" ({} damaged)", damaged);
    items.push_back(std::move(item));
  }
  for (const EffectChoice& effect : side.effects) items.push_back("+" + write_effect(effect));
  return (side.faction.empty() ? "" : side.faction + ": ") + joined(items);
}

}  // namespace broadside
