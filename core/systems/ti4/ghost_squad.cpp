#include "core/systems/ti4/ghost_squad.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/systems/ti4/effect_names.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

/// Up to so many units of a type leave the planet, undamaged ones first; how many they were.
int leaves(Garrison& garrison, UnitType type, int most) {
  int gone = 0, left = 0;
  for (UnitCount& unit : garrison.units)
    if (unit_type(unit.type) == type && unit.count > 0) {
      const int taken = std::min(unit.count, most - gone);
      unit.count -= taken;
      gone += taken;
      left += unit.count;
    }
  for (UnitCount& unit : garrison.damaged)
    if (gone > 0 && unit_type(unit.type) == type) {
      unit.count = std::min(unit.count, left);
      left -= unit.count;
    }
  if (gone > 0)
    std::erase_if(garrison.damaged, [](const UnitCount& unit) { return unit.count == 0; });
  if (gone > 0 && garrison.is_empty()) garrison.effects.clear();  // nobody is there to use them
  return gone;
}

}  // namespace

std::vector<std::string> shift_over(Scenario& scenario, std::vector<Garrison>& garrisons) {
  std::vector<std::string> told;
  if (garrisons.size() < 2) return told;
  SideSpec& defender = scenario.side(Side::defender);
  const auto is_shift = [&](const EffectChoice& effect) {
    return find_effect_id(effect.id, defender.faction) == "ac_ghost_squad";
  };
  const auto shift = [&](Garrison& to, std::vector<EffectChoice>& effects) {
    const auto found = std::find_if(effects.begin(), effects.end(), is_shift);
    if (found == effects.end()) return;
    const auto named = found->target ? type_named(*found->target) : UnitType::infantry;
    if (named != UnitType::infantry && named != UnitType::mech) return;  // refused later
    const int wanted = found->uses.value_or(1);
    if (wanted <= 0) return;
    int come = 0;
    std::string from;
    for (Garrison& other : garrisons) {
      if (&other == &to) continue;
      const int leave = leaves(other, *named, wanted - come);
      if (leave > 0) add_word(from, fmt::format("{} from {}", leave, other.name));
      come += leave;
    }
    if (come < wanted) found->uses = come;
    told.push_back(
        come > 0 ? fmt::format("defender Ghost Squad: {} {} to {}, {}; they have left before the "
                               "bombardment",
                               come, printed(*named, come), to.name, from)
                 : fmt::format("defender Ghost Squad: changes nothing, no other planet has a {}",
                               printed(*named, 1)));
    if (come == 0) effects.erase(found);
  };
  const auto first = std::find_if(garrisons.begin(), garrisons.end(),
                                  [](const Garrison& garrison) { return !garrison.is_empty(); });
  shift(*first, defender.effects);
  for (Garrison& garrison : garrisons) shift(garrison, garrison.effects);
  return told;
}

}  // namespace broadside::ti4
