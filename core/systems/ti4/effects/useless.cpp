#include "core/systems/ti4/effects/useless.hpp"

#include <algorithm>

#include "core/systems/ti4/effects/space.hpp"

namespace broadside::ti4 {
namespace {

constexpr std::string_view kUseful = {};

bool any_group(const Army& army, auto condition) {
  return std::any_of(army.groups.begin(), army.groups.end(), condition);
}

/// Ships other than fighters that a side may come to have; a ship in another shape is the same ship.
int non_fighters(const Army& army) {
  int ships = 0;
  for (const Group& group : army.groups)
    if (group.is_non_fighter_ship() &&
        (group.shape_of < 0 || !nth(army.groups, group.shape_of).is_ship))
      ships += group.most;
  return ships;
}

/// Dice that a barrage at this enemy, or a bombardment of his planet, could need.
bool barrage_matters(const Army& army, const Army& enemy) {
  return has_dice(army, Roll::barrage) &&
         (army.waylays || army.raid_formation || any_group(enemy, [](const Group& group) {
            return group.type == UnitType::fighter || group.type == UnitType::infantry;
          }));
}
bool bombards(const Army& army, const Army& enemy) {
  return army.side == Side::attacker && has_dice(army, Roll::bombardment) &&
         any_group(enemy, [](const Group& group) { return group.is_ground_force; });
}
bool rolls_abilities(const Builder& build, Side side) {
  const Army &army = build.armies[side], &enemy = build.armies[other(side)];
  return fires_cannons(build, side) || barrage_matters(army, enemy) || bombards(army, enemy);
}

}  // namespace

std::string_view lacks_small_ship(const Builder& build, Side side) {
  const Army& mine = build.armies[side];
  return any_group(mine, [](const Group& g) { return is_small_ship(g) && g.most > 0; })
             ? kUseful
             : "the side has no cruiser or destroyer";
}

std::string_view lacks_fighters(const Builder& build, Side side) {
  const Army& mine = build.armies[side];
  return any_group(mine, [](const Group& g) { return g.type == UnitType::fighter && g.most > 0; })
             ? kUseful
             : "the side has no fighter";
}

std::string_view lacks_cannons(const Builder& build, Side side) {
  const Army& mine = build.armies[side];
  return !mine.cannon_events.empty() || has_dice(mine, Roll::cannon_offense)
             ? kUseful
             : "no space cannon of the side fires";
}

std::string_view lacks_barrage(const Builder& build, Side side) {
  const Army& mine = build.armies[side];
  return has_dice(mine, Roll::barrage) ? kUseful : "the side rolls no anti-fighter barrage";
}

std::string_view lacks_guns(const Builder& build, Side side) {
  const Army &mine = build.armies[side], &enemy = build.armies[other(side)];
  return fires_cannons(build, side) || bombards(mine, enemy)
             ? kUseful
             : "the side has no space cannon and bombards nothing";
}

std::string_view lacks_ability_dice(const Builder& build, Side side) {
  return rolls_abilities(build, side) ? kUseful : "the side rolls for no unit ability that matters";
}

std::string_view meets_no_cannons(const Builder& build, Side side) {
  const Army& mine = build.armies[side];
  return fires_cannons(build, other(side)) || !mine.cannon_events.empty()
             ? kUseful
             : "the enemy fires no space cannon";
}

std::string_view meets_no_cannons_to_block(const Builder& build, Side side) {
  const Army &mine = build.armies[side], &enemy = build.armies[other(side)];
  return any_group(enemy, [](const Group& group) { return bool{group.space_cannon}; }) ||
                 !enemy.loose_dice[Roll::cannon_offense].empty() || !enemy.cannon_events.empty() ||
                 !mine.cannon_events.empty()
             ? kUseful
             : "the enemy has no space cannon";
}

std::string_view meets_no_ability_dice(const Builder& build, Side side) {
  return rolls_abilities(build, other(side)) ? kUseful
                                             : "the enemy rolls for no unit ability that matters";
}

std::string_view no_use_for_assault_cannon(const Builder& build, Side side) {
  const Army &mine = build.armies[side], &enemy = build.armies[other(side)];
  if (non_fighters(mine) < kShipsForCannon)
    return "the side has fewer than three ships other than fighters";
  return non_fighters(enemy) > 0 ? kUseful : "the enemy has no ship other than fighters";
}

std::string_view no_use_for_impulse_core(const Builder& build, Side side) {
  const Army& enemy = build.armies[other(side)];
  if (non_fighters(enemy) == 0) return "the enemy has no ship other than fighters";
  return lacks_small_ship(build, side);
}

std::string_view no_use_for_raid_formation(const Builder& build, Side side) {
  const Army &mine = build.armies[side], &enemy = build.armies[other(side)];
  if (!has_dice(mine, Roll::barrage)) return lacks_barrage(build, side);
  return any_group(enemy, [](const Group& g) { return g.is_ship && g.sustain_damage; })
             ? kUseful
             : "no ship of the enemy can sustain damage";
}

}  // namespace broadside::ti4
