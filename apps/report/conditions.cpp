#include "apps/report/conditions.hpp"

#include <algorithm>
#include <vector>

#include "core/scenario/text.hpp"

namespace broadside {
namespace {

std::string in_plain_words(std::string id) {
  std::replace(id.begin(), id.end(), '_', ' ');
  return id;
}

std::string sentence(const std::string& who, const std::vector<std::string>& parts) {
  return parts.empty() ? "" : " " + who + ": " + joined(parts, ", ") + ".";
}

}  // namespace

std::string conditions_in_words(const Scenario& scenario) {
  std::string text;
  for (const Side side : kSides) {
    const SideSpec& spec = scenario.side(side);
    std::vector<std::string> parts;
    if (!spec.faction.empty()) parts.push_back(in_plain_words(spec.faction));
    for (const std::string& type : spec.upgrades)
      parts.push_back("upgraded " + in_plain_words(type));
    for (const EffectChoice& effect : spec.effects) parts.push_back(in_plain_words(effect.id));
    for (const std::string& missing : spec.without)
      parts.push_back("without " + in_plain_words(missing));
    text += sentence(side == Side::attacker ? "Attacker" : "Defender", parts);
  }
  std::vector<std::string> both;
  for (const EffectChoice& effect : scenario.system_effects)
    both.push_back(in_plain_words(effect.id));
  return text + sentence("Both", both);
}

SideSpec without_units(std::span<const SideSpec> sides) {
  const auto bare = [](SideSpec side) {
    side.units.clear();
    side.damaged.clear();
    return side;
  };
  if (sides.empty()) return {};
  const SideSpec first = bare(sides.front());
  for (const SideSpec& one : sides)
    if (bare(one) != first) return {};
  return first;
}

}  // namespace broadside
