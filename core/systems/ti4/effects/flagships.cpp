// Texts printed on flagships.
#include "core/systems/ti4/effects/unit_texts.hpp"

namespace broadside::ti4 {
namespace {

/// The Alastor: ground forces in the space area and on the system's planets fight as ships; those
/// on planets stay there and keep fighting when no ship is left (RULES 3.4.1, 3.6.9).
Problem alastor(Builder& build, const Use& use) {
  if (!build.in_space()) return std::nullopt;
  Army& army = build.army(use.side);
  const GroupMask troops =
      groups_where(army, [](const Group& g) { return g.is_ground_force && !g.is_structure; });
  return join_space_combat(army, "The Alastor", troops, own_index(build, use));
}

/// Fighters that land with the troops and fly back when it is over. RULES 4.4.8.
Problem matriarch(Builder& build, const Use& use) {
  if (use.side != Side::attacker ||
      (build.kind != BattleKind::invasion && build.kind != BattleKind::conquest))
    return std::nullopt;
  Army& army = build.army(use.side);
  const int flagship = own_index(build, use);
  for (Group& group : army.groups)
    if (group.type == UnitType::fighter) {
      group.lands = true;
      group.lands_while = flagship;
      if (flagship >= 0) nth(army.groups, flagship).helps_on_ground = true;
    }
  return std::nullopt;
}

/// The loss of the flagship destroys every ship of both sides, before anything else answers losses:
/// what Brother Milor places comes after it (RULES 3.5.10).
Problem van_hauge(Builder& build, const Use& use) {
  enum Due : Volley { kNothing, kOutsideCombat, kInCombat };
  Army& army = build.army(use.side);
  const GroupMask flagships = own_groups(build, use);
  const int due = army.new_mark(kNothing);
  const auto destroy_ships = [](const Army& side, const Force& force, Volley blown) {
    if (blown == kNothing) return force;
    Force after = force;
    for (std::size_t g = 0; g < side.groups.size(); ++g)
      if (side.groups[g].is_ship) after.whole[g] = after.damaged[g] = 0;
    const bool in_combat = blown == kInCombat;
    return after_losses(side, force, after,
                        {Roll::space_combat, 1, Targets::ships, true, in_combat, true});
  };
  army.react(kAnyRoll, [=](const Army& own, const HitReport& report, Force& force) {
    for (std::size_t g = 0; g < own.groups.size(); ++g)
      if ((flagships >> g & 1) && report.lost[g] > 0)
        force.mark(due) = report.in_combat ? kInCombat : kOutsideCombat;
  });
  army.space_blasts.push_back({"Van Hauge is destroyed",
                               [=](const Army& own, const Force& force, std::uint32_t) {
                                 Force after = force;
                                 const Volley blown =
                                     std::exchange(after.mark(due), std::uint8_t{kNothing});
                                 return certain(blown, destroy_ships(own, after, blown));
                               },
                               destroy_ships, 1, nullptr});
  army.explodes = true;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (flagships >> g & 1) army.groups[g].explodes = true;
  return std::nullopt;
}

constexpr Effect kFlagshipEffects[] = {
    {"argent_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(other(use.side)).blocked_rolls |= mask(Roll::cannon_offense);
       build.army(use.side).blocks_cannons = true;
       return std::nullopt;
     }},
    {"bastion_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).die_changes.push_back(
           {kCombatRolls, own_groups(build, use), {}, use.uses(0), -1, -1});
       return std::nullopt;
     },
     "uses = non-home systems with a planet of the side (0)"},
    {"empyrean_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       if (use.uses(0) == 0) return std::nullopt;
       const int left = army.new_mark(use.uses());
       const GroupAt flagship = own_index(build, use);
       change_own(build, use, [&](Group& group) { group.helps_on_ground = can_sustain(army); });
       army.react(kAnyRoll, [=](const Army& own, const HitReport& report, Force& force) {
         if (force.count(flagship) == 0) return;
         for (std::size_t g = own.groups.size(); g-- > 0;)
           for (int n = report.sustained[g]; n > 0 && force.mark(left) > 0 && force.fresh[g] > 0;
                --n) {
             --force.mark(left);
             --force.damaged[g];
             --force.fresh[g];
             ++force.whole[g];
           }
       });
       return std::nullopt;
     },
     "uses = repairs that can be paid, 2 influence each (0); own units that have just sustained"},
    {"firmament_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       if (use.uses(0) == 0) return std::nullopt;
       const GroupAt flagship = own_index(build, use);
       Army& army = build.army(use.side);
       army.mends = static_cast<GroupMask>(army.mends | 1u << flagship.place);
       ++army.menders;
       army.after_round.push_back([flagship](const Army&, Roll, Force& force) {
         force.place(flagship, std::exchange(force.damaged[flagship], std::uint8_t{0}));
       });
       return std::nullopt;
     },
     "uses 1 = the enemy is marked on a plot (0)"},
    {"hacan_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       if (use.uses(0) > 0)
         army.die_purses.push_back({kSpaceRoll | mask(Roll::barrage), army.new_mark(use.uses()),
                                    own_index(build, use), true});
       return std::nullopt;
     },
     "uses = trade goods (0), one on each die that misses by one; of a barrage only where a "
     "fighter "
     "is left for it"},
    {"jolnar_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       change_own(build, use, [](Group& group) {
         group.natural_min = 9;
         group.natural_extra = 2;
       });
       return std::nullopt;
     }},
    {"l1z1x_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       const int flagship = own_index(build, use);
       const auto aims = own_groups(build, use) | groups_of(army, UnitType::dreadnought);
       for (std::size_t g = 0; g < army.groups.size(); ++g)
         if (aims >> g & 1) {
           army.groups[g].hits_non_fighters = true;
           army.groups[g].bound_while = flagship;
         }
       return std::nullopt;
     }},
    {"letnev_flagship", Order::trait,
     [](Builder& build, const Use& use) {
       // also The Alastor, where it has the text
       change_own(build, use, [](Group& group) { group.breaks_shields = true; });
       return repairs_at_round_start(build, use, kSpaceRoll);
     }},
    {"mahact_flagship", Order::trait, own_rolls<2>, "no token of the enemy in the fleet pool"},
    {"mentak_flagship", Order::trait, blocks_sustain},
    {"naalu_flagship", Order::trait, matriarch, "all fighters land with the troops"},
    {"naaz_rokha_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       const GroupMask mechs = groups_of(army, UnitType::mech);
       army.dice_each.push_back({kCombatRolls, mechs, 1, own_index(build, use)});
       change_own(build, use, [&](Group& group) { group.helps_on_ground = mechs != 0; });
       return std::nullopt;
     }},
    {"nekro_flagship", Order::profile, alastor,
     "all ground forces in the system fight as ships once it is used at the start of the combat"},
    {"ral_nel_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).parting_shot = own_groups(build, use);
       return std::nullopt;
     }},
    {"rebellion_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       if (use.uses(0) == 0) return std::nullopt;
       Army &army = build.army(use.side), &enemy = build.army(other(use.side));
       const GroupMask flagships = own_groups(build, use);
       for (std::size_t g = 0; g < army.groups.size(); ++g)
         if (flagships >> g & 1) {
           Group& group = army.groups[g];
           group.blocks_sustain = group.silences = group.breaks_shields = true;
         }
       // RULES 7.9: it is there when the first shots are fired, and gone when an attacker who has
       // won the space area bombards.
       enemy.silenced = true;
       enemy.blocked_rolls |= mask(Roll::cannon_offense);
       if (!build.in_space()) enemy.blocked_rolls |= mask(Roll::bombardment);
       return std::nullopt;
     },
     "uses 1 = an active breach is in the system (0)"},
    {"sardakk_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       const GroupMask ships = groups_where(army, [](const Group& g) { return g.is_ship; });
       const auto others = static_cast<GroupMask>(ships & ~own_groups(build, use));
       army.die_changes.push_back({kSpaceRoll, others, {}, 1, own_index(build, use), -1});
       return std::nullopt;
     }},
    {"winnu_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       change_own(build, use, [](Group& group) {
         group.dice_per_enemy_ship = true;
         group.combat.dice = 1;  // for each of them; the value stays that of the unit
       });
       return std::nullopt;
     }},
    {"yin_flagship", Order::trait, van_hauge},
};

}  // namespace

std::span<const Effect> flagship_effects() { return kFlagshipEffects; }

}  // namespace broadside::ti4
