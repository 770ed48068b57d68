#include "core/systems/ti4/effects/space.hpp"

namespace broadside::ti4 {

Force give_up_ship(const Army& army, const Force& force, Targets targets) {
  return lose_units(army, force, pick_to_sacrifice(army, force, targets), 1, kInSpaceCombat);
}

Force take_picked_hit(const Army& army, const Force& force, Volley hit,
                      std::optional<UnitType> wanted) {
  if (hit == 0) return force;
  const bool may_sustain = !Hits::of(hit).no_sustain;
  const int ship = pick_for_enemy(army, force, Targets::ships, may_sustain, wanted);
  return take_chosen_hit(army, force, ship, may_sustain, kInSpaceCombat);
}

Volley hits_on_ships(const Army& own, const Force& force, Volley any) {
  return hits_by(own, force, {static_cast<int>(any), 0, 0, false}, false);
}

int cheapest_small_ship(const Army& army, const Force& force) {
  int best = -1;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (is_small_ship(army.groups[g]) && army.groups[g].is_ship && force.count(g) > 0 &&
        (best < 0 || army.groups[g].worth < nth(army.groups, best).worth))
      best = static_cast<int>(g);
  return best;
}

Force with_price(const Army& army, const Force& force, int paid) {
  const int ship = cheapest_small_ship(army, force);
  if (ship < 0) return force;
  Force after = lose_units(army, force, ship, 1, kInSpaceCombat);
  after.mark(paid) = 1;
  return after;
}

std::span<const Effect> space_effects() {
  static const auto kFamily = one_family(
      {space_cannon_effects(), space_start_effects(), space_loss_effects(), space_end_effects()});
  return kFamily;
}

}  // namespace broadside::ti4
