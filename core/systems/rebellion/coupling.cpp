#include "core/systems/rebellion/coupling.hpp"

#include <algorithm>

namespace broadside::rebellion {

const Army& empire_of(const Setup& setup) { return setup.armies[setup.armies[0].empire() ? 0 : 1]; }
const Army& rebels_of(const Setup& setup) { return setup.armies[setup.armies[0].empire() ? 1 : 0]; }

int units_of(const Army& army, UnitId id) {
  for (std::size_t g = 0; g < army.group_count; ++g)
    if (army.groups[g].unit->number == id) return army.groups[g].start;
  return 0;
}

int stations(const Army& army) {
  return units_of(army, UnitId::death_star) + units_of(army, UnitId::death_star_under_construction);
}

bool may_ever_retreat(const Army& army) {
  return army.has_leader && !army.held &&
         (army.retreat.planned() || units_of(army, UnitId::rebel_transport) > 0);
}

bool are_coupled(const Setup& setup) {
  const Army &empire = empire_of(setup), &rebels = rebels_of(setup);
  const bool space = setup.contested(Theater::space), ground = setup.contested(Theater::ground);
  if (!space && !ground) return false;
  if (rebels.choices.death_star_plans && space && stations(empire) > 0) return true;
  if (space && ground && units_of(rebels, UnitId::ion_cannon) > 0) return true;
  if (space && units_of(rebels, UnitId::ion_cannon) > 1 && units_of(empire, UnitId::death_star))
    return true;
  if (space && ground && units_of(empire, UnitId::shield_bunker) > 0 && stations(empire) > 0)
    return true;
  // Who plays for a goal looks at both theaters when he chooses.
  const auto chooses = [](const Army& army) { return army.goal.has_value(); };
  if (space && ground && std::any_of(setup.armies.begin(), setup.armies.end(), chooses))
    return true;
  return std::any_of(setup.armies.begin(), setup.armies.end(), may_ever_retreat);
}

bool silences(const Setup& setup) {
  return setup.contested(Theater::space) && units_of(empire_of(setup), UnitId::death_star) > 0 &&
         units_of(rebels_of(setup), UnitId::ion_cannon) > 1;
}

bool can_stall(const Setup& setup) {
  const Army& empire = empire_of(setup);
  return setup.contested(Theater::space) && stations(empire) > 0 &&
         (units_of(empire, UnitId::shield_bunker) > 0 || silences(setup));
}

}  // namespace broadside::rebellion
