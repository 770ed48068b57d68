// Texts printed on mechs.
#include <algorithm>

#include "core/systems/ti4/effects/unit_texts.hpp"

namespace broadside::ti4 {
namespace {

/// Z-Grav Eidolon: mechs in the space area flip, combat 8 (x2) and no Sustain Damage. Whether the
/// flip is an ability in turn, as the Alastor's, is officially open; it is here (RULES 3.1.5).
Problem eidolon(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  if (!build.in_space() || !army.troops_are_cargo) {
    build.idle = "none of them is in a space combat";
    return std::nullopt;
  }
  const GroupMask mechs = own_groups(build, use);
  if (auto error = join_space_combat(army, "Eidolon", mechs, -1)) return error;
  for (Group& group : army.groups)
    if (group.shape_of >= 0 && (mechs >> group.shape_of & 1)) {
      group.combat = with_token(group, {8, 2});
      group.sustain_damage = false;
    }
  return std::nullopt;
}

/// At the start of a ground combat round an infantry becomes a mech: 2 resources each, once a
/// round.
Problem letnev_mech(Builder& build, const Use& use) {
  const int from = use.round();
  // None left for this planet (RULES 9.42.3): the mech may still come with those of another one.
  if (!use.given_uses() || !build.on_planet()) return std::nullopt;
  Army& army = build.army(use.side);
  const int infantry = find_group(army, UnitType::infantry), mech = group_for(army, UnitType::mech);
  if (infantry < 0 || mech < 0) return std::nullopt;
  const int left = army.new_mark(use.uses());
  expect(army, mech, use.uses());
  army.unroll_ground = std::max(army.unroll_ground, from - 1);
  army.round_start.push_back([=](const Army& own, Roll roll, int round, Force& force) {
    if (roll != Roll::ground_combat || round < from || force.mark(left) == 0 ||
        force.count(infantry) == 0)
      return;
    if (!nth(own.groups, mech).texts_apply) return;
    --force.mark(left);
    destroy(force, infantry, 1);
    bring(own, force, mech, 1);
  });
  return std::nullopt;
}

/// Each mech that stands at the end of a round brings up to two ground forces from neighbouring
/// planets: uses = how many there are. The text is on every mech (RULES 4.4.9).
Problem ral_nel_mech(Builder& build, const Use& use) {
  if (!use.given_uses() || !build.on_planet()) return std::nullopt;
  Army& army = build.army(use.side);
  const GroupAt mech = own_index(build, use);
  const int infantry = group_for(army, UnitType::infantry);
  if (infantry < 0) return std::nullopt;  // no room: the battle is refused
  const int left = army.new_mark(use.uses());
  expect(army, infantry, use.uses());
  army.after_round.push_back([=](const Army& own, Roll roll, Force& force) {
    if (roll != Roll::ground_combat || force.count(mech) == 0) return;
    const int come = std::min<int>(2 * force.count(mech), force.mark(left));
    force.mark(left) = static_cast<std::uint8_t>(force.mark(left) - come);
    bring(own, force, infantry, come);
  });
  return std::nullopt;
}

constexpr Effect kMechEffects[] = {
    {"bastion_mech", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       const int infantry = find_group(army, UnitType::infantry);
       int mech = -1;
       for (std::size_t g = 0; g < army.groups.size(); ++g)
         if (army.groups[g].unit == use.id && army.groups[g].galvanized) mech = static_cast<int>(g);
       if (mech < 0 || infantry < 0 || !army.has_room_for_group()) return std::nullopt;
       Group token = nth(army.groups, infantry);
       put_token(token);
       token.start = 0;
       token.placed_at = -1;
       army.groups.push_back(token);
       const std::size_t to = army.groups.size() - 1;
       army.react(kAnyRoll, [=](const Army&, const HitReport& report, Force& force) {
         const int tokens = std::min<int>(3 * nth(report.lost, mech), force.count(infantry));
         if (tokens == 0) return;
         destroy(force, infantry, tokens);
         force.place(to, tokens);
       });
       return std::nullopt;
     },
     "its tokens pass to infantry when it dies galvanized"},
    {"jolnar_mech", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       if (!army.fragile) return std::nullopt;
       army.die_changes.push_back(
           {kGroundRoll, groups_of(army, UnitType::infantry), {}, 1, own_index(build, use), -1});
       return std::nullopt;
     }},
    {"letnev_mech", Order::composition, letnev_mech,
     "uses = infantry that can be turned into mechs, 2 resources each, one a round (0)",
     [](const Builder& build, Side side) -> std::string_view {
       const auto& groups = build.armies[side].groups;
       const bool off = std::any_of(groups.begin(), groups.end(), [](const Group& group) {
         return group.type == UnitType::mech && !group.texts_apply;
       });
       return off ? "mechs have no text under Articles of War" : "";
     }},
    {"mentak_mech", Order::trait, blocks_sustain},
    {"naalu_mech", Order::trait, own_rolls_if_named<2>,
     "uses 1 = the enemy holds a relic fragment (0)"},
    {"naalu_mech_omega", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(other(use.side)).blocked_rolls |= mask(Roll::barrage);
       return std::nullopt;
     }},
    {"naaz_rokha_mech", Order::profile, eidolon,
     "the flip is an ability at the start of the combat, used in turn"},
    {"naaz_rokha_mech_maximum", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       change_own(build, use, [](Group& group) {  // RULES 5.2
         group.immune_to_abilities = group.shot_on_ground = true;
       });
       return repairs_at_round_start(build, use, kCombatRolls);
     },
     "hits of unit abilities that no other unit can take are lost; it is repaired at the start of "
     "every round"},
    {"nekro_mech", Order::trait, own_rolls_if_named<2>,
     "uses 1 = the enemy has an assimilator token on a technology (0)"},
    {"nomad_mech", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       change_own(build, use, [&](Group& group) {
         group.sustains_for_ships = build.army(use.side).troops_are_cargo;
       });
       return std::nullopt;
     }},
    {"ral_nel_mech", Order::trait, ral_nel_mech,
     "uses = ground forces on neighbouring planets (0); each mech brings two a round"},
    {"sardakk_mech", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).wards = own_groups(build, use);  // settle_wards
       return std::nullopt;
     }},
};

}  // namespace

std::span<const Effect> mech_effects() { return kMechEffects; }

}  // namespace broadside::ti4
