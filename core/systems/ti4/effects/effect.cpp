#include "core/systems/ti4/effects/effect.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/systems/ti4/units.hpp"

namespace broadside::ti4 {

const Effect* find_effect_rule(std::string_view id) {
  static const auto kById = [] {
    std::unordered_map<std::string_view, const Effect*> by_id;
    for (auto family : {dice_effects, hit_effects, space_effects, ground_effects,
                        composition_effects, unit_effects, input_effects})
      for (const Effect& effect : family()) by_id.emplace(effect.id, &effect);
    return by_id;
  }();
  const auto found = kById.find(id);
  return found == kById.end() ? nullptr : found->second;
}

const Inert* find_inert(std::string_view id) {
  for (const Inert& inert : inert_effects())
    if (inert.id == id) return &inert;
  return nullptr;
}

unsigned fields_of(const EffectChoice& choice) {
  return (choice.round ? kRoundField : 0u) | (choice.uses ? kUsesField : 0u) |
         (choice.target ? kTargetField : 0u) | (choice.at_least ? kAtLeastField : 0u);
}

std::vector<Effect> one_family(std::initializer_list<std::span<const Effect>> files) {
  std::vector<Effect> family;
  for (const auto& effects : files) family.insert(family.end(), effects.begin(), effects.end());
  return family;
}

GroupMask groups_where(const Army& army, const std::function<bool(const Group&)>& condition) {
  GroupMask groups = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (condition(army.groups[g])) groups = static_cast<GroupMask>(groups | 1u << g);
  return groups;
}

int group_for(Army& army, UnitType type, int level) {
  if (const int known = find_group(army, type); known >= 0) return known;
  const Unit* unit = unit_for(army, type, level > 0 ? level : army.upgraded[type] ? 2 : 1);
  if (!unit || !army.has_room_for_group()) return -1;
  army.groups.push_back(make_group(*unit, 0));
  return static_cast<int>(army.groups.size()) - 1;
}

Problem nothing(Builder& build, const Use& use, const std::string& why) {
  build.say(use.side, printed_effect(use.id) + ": changes nothing, " + why);
  build.idle = why;
  return std::nullopt;
}

bool fires_cannons(const Builder& build, Side side) {
  const Army& army = build.armies[side];
  const bool defends = side == Side::defender && build.kind != BattleKind::ground;
  return (build.in_space() &&
          (!army.cannon_events.empty() || has_dice(army, Roll::cannon_offense))) ||
         (build.on_planet() && defends && has_dice(army, Roll::cannon_defense));
}

void expect(Army& army, GroupAt group, int units) {
  army.groups[group].most += units;
  army.groups[group].most_placed += units;
  int counted = 0;
  for (const Group& g : army.groups) counted = std::max(counted, g.placed_at + 1);
  if (army.groups[group].placed_at < 0 && counted < static_cast<int>(kPlacedGroups))
    army.groups[group].placed_at = counted;
}

void put_token(Group& group) {
  group.name += " (galvanized)";
  group.galvanized = true;
  for (Dice* dice :
       {&group.combat, &group.anti_fighter_barrage, &group.bombardment, &group.space_cannon})
    *dice = with_token(group, *dice);
}

Group* add_shape(Army& army, std::size_t group) {
  if (!army.has_room_for_group()) return nullptr;
  Group shape = army.groups[group];
  shape.start = shape.start_damaged = 0;
  shape.placed_at = -1;
  shape.shape_of = static_cast<int>(group);
  army.groups[group].fights_as = static_cast<int>(army.groups.size());
  army.groups.push_back(std::move(shape));
  return &army.groups.back();
}

namespace {

/// Neutral units have no price: the lowest on their card is the one to give up (RULES 7.3, 8.4).
double worth(const Unit& unit) {
  constexpr std::array kCard{UnitType::fighter,  UnitType::destroyer,   UnitType::cruiser,
                             UnitType::carrier,  UnitType::dreadnought, UnitType::war_sun,
                             UnitType::flagship, UnitType::infantry,    UnitType::mech};
  if (unit.faction != "neutral") return unit.cost_each();
  return static_cast<double>(std::find(kCard.begin(), kCard.end(), unit.type) - kCard.begin());
}

}  // namespace

Group make_group(const Unit& unit, int count) {
  Group group;
  group.unit = unit.id;
  group.type = unit.type;
  group.name = unit.name;
  group.cost = unit.cost_each();
  group.worth = worth(unit);
  group.combat = unit.combat;
  group.anti_fighter_barrage = unit.anti_fighter_barrage;
  group.bombardment = unit.bombardment;
  group.space_cannon = unit.space_cannon;
  group.sustain_damage = unit.sustain_damage;
  group.direct_hit_immune = unit.has("direct_hit_immune");
  group.planetary_shield = unit.planetary_shield;
  group.breaks_shields = unit.has("disable_planetary_shield");
  group.is_ship = unit.is_ship;
  group.is_ground_force = unit.is_ground_force;
  group.is_structure = unit.is_structure;
  group.moves_alone = unit.move >= 0;
  group.free_ride = unit.has("no_capacity_use");
  group.capacity = std::max<int>(0, unit.capacity);
  group.shelters = unit.fighter_allowance;
  group.start = group.most = count;
  return group;
}

}  // namespace broadside::ti4
