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

/// So many units of a type, of which so many are damaged.
std::string group_text(std::string_view type, bool upgraded, int count, int damaged) {
  std::string text = fmt::format("{} {}{}", count, spaced(type), upgraded ? "2" : "");
  if (damaged > 0 && damaged == count)
    text += "!";
  else if (damaged > 0)
    text += fmt::format(" ({} damaged)", damaged);
  return text;
}

}  // namespace

std::string write_effect(const EffectChoice& effect) {
  // From JSON a name may come with signs that mean something here ("Ipswitch, Loose Cannon"); with
  // a '_' in their place the name is the same. Not with a blank: "a>b" would be read as one unit,
  // "a b".
  constexpr std::string_view kSigns = ",;:&+@<>=*|~`\"";
  std::string text = effect.id;
  for (char& c : text)
    if (kSigns.find(c) != std::string_view::npos) c = '_';
  // "on dn" is known by the units of a game; behind a round the other form says it everywhere.
  const bool both = effect.target && effect.round;
  if (both) text += fmt::format("@{}", trimmed(spaced(*effect.target)));
  if (effect.round) text += fmt::format("@{}", *effect.round);
  if (effect.uses) text += fmt::format(" x{}", *effect.uses);
  if (effect.at_least) text += fmt::format(" >={}", *effect.at_least);
  if (effect.target && !both) text += fmt::format(" on {}", trimmed(spaced(*effect.target)));
  return text;
}

InputError two_readings(std::string_view written, std::string_view where) {
  return {fmt::format("{} can be read in more than one way", quoted(written)), std::string(where),
          "write effects by name or id, each behind its plus: '+plasma scoring x2'"};
}

std::string write_fleet(const SideSpec& side) {
  std::vector<std::string> items;
  for (const UnitCount& unit : side.units) {
    const bool upgraded =
        std::find(side.upgrades.begin(), side.upgrades.end(), unit.type) != side.upgrades.end();
    int others = unit.count, damaged = 0;
    for (const UnitCount& each : side.damaged) {
      const DamagedType hurt = damaged_type(each.type);
      if (hurt.type != unit.type) continue;
      if (hurt.points == 1) {
        damaged += each.count;
      } else {
        items.push_back(
            fmt::format("{}!{}", group_text(unit.type, upgraded, each.count, 0), hurt.points));
        others -= each.count;
      }
    }
    if (others > 0 || others == unit.count)
      items.push_back(group_text(unit.type, upgraded, others, damaged));
  }
  for (const EffectChoice& effect : side.effects) items.push_back("+" + write_effect(effect));
  return (side.faction.empty() ? "" : side.faction + ": ") + joined(items);
}

}  // namespace broadside
