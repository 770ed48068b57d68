// Texts printed on units that change a battle, by the unit's id. They apply by themselves when the
// unit is fielded; those that need to know something (trade goods, a condition) get it as an effect
// of that id. Plain numbers, Direct Hit immunity, shield breaking, capacity and space dock shelters
// come from the unit table (make_group).
#include <algorithm>

#include "core/systems/ti4/effects/effect.hpp"

namespace broadside::ti4 {
namespace {

constexpr RollMask kSpaceRoll = mask(Roll::space_combat);
constexpr RollMask kGroundRoll = mask(Roll::ground_combat);

/// The group that the text stands on: of this printing, or the unit of its type where an older
/// printing was named for it.
int own_index(Builder& build, const Use& use) {
  const auto& groups = build.army(use.side).groups;
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (groups[g].unit == use.id) return static_cast<int>(g);
  return find_group(build.army(use.side), find_unit(use.id)->type);
}
Group* own_group(Builder& build, const Use& use) {
  return &build.army(use.side).groups[static_cast<std::size_t>(own_index(build, use))];
}
/// Every group of this unit: tokens may have split it, and an older printing may have been named
/// for it.
GroupMask own_groups(Builder& build, const Use& use) {
  const GroupMask printed =
      groups_where(build.army(use.side), [&](const Group& g) { return g.unit == use.id; });
  return printed ? printed : groups_of(build.army(use.side), find_unit(use.id)->type);
}

template <int kAdd>
Problem own_rolls(Builder& build, const Use& use) {
  build.army(use.side).die_changes.push_back(
      {kCombatRolls, own_groups(build, use), {}, kAdd, -1, -1});
  return std::nullopt;
}
/// The same where the condition must be said to hold by naming the unit among the effects.
template <int kAdd>
Problem own_rolls_if_named(Builder& build, const Use& use) {
  if (use.uses(0) > 0) return own_rolls<kAdd>(build, use);
  return std::nullopt;
}

/// Loses its damage at the start of a round that it fights in.
Problem repairs_at_round_start(Builder& build, const Use& use, RollMask rolls) {
  const GroupMask units = own_groups(build, use);
  build.army(use.side).round_start.push_back(
      [units, rolls](const Army& own, Roll roll, int, Force& force) {
        if (!(rolls & mask(roll))) return;
        for (std::size_t g = 0; g < own.groups.size(); ++g)
          if (units >> g & 1) force.place(g, std::exchange(force.damaged[g], std::uint8_t{0}));
      });
  return std::nullopt;
}

Problem blocks_sustain(Builder& build, const Use& use) {
  if (Group* group = own_group(build, use); group->texts_apply) group->blocks_sustain = true;
  return std::nullopt;
}

/// Ground forces of these groups become ships: an ability at the start of the space combat, used
/// in turn; until then they are none (RULES 3.1.5, 3.4.1). `while_group`: only while it has a unit.
Problem join_space_combat(Army& army, const std::string& what, GroupMask groups, int while_group) {
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (groups >> g & 1) {
      Group* ships = add_shape(army, g);
      if (!ships) return InputError{"too many kinds of units", "", "fewer of them"};
      ships->is_ship = true;
    }
  army.space_start.push_back(
      {what,
       [groups, while_group](const Army& own, const Force& force, std::uint32_t) {
         Force after = force;
         if (while_group < 0 || force.count(static_cast<std::size_t>(while_group)) > 0)
           for (std::size_t g = 0; g < own.groups.size(); ++g)
             if (groups >> g & 1)
               pass(after, g, static_cast<std::size_t>(own.groups[g].fights_as), force.count(g));
         return certain(0, after);
       },
       [](const Army&, const Force& force, Volley) { return force; }, 1, nullptr});
  return std::nullopt;
}

/// Z-Grav Eidolon: mechs in the space area flip, combat 8 (x2) and no Sustain Damage. Whether the
/// flip is an ability in turn, as the Alastor's, is officially open; it is here (RULES 3.1.5).
Problem eidolon(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  if (!build.in_space() || !army.troops_are_cargo || !own_group(build, use)->texts_apply)
    return std::nullopt;
  const GroupMask mechs = own_groups(build, use);
  if (auto error = join_space_combat(army, "Eidolon", mechs, -1)) return error;
  for (Group& group : army.groups)
    if (group.shape_of >= 0 && (mechs >> group.shape_of & 1)) {
      group.combat = {8, static_cast<std::uint8_t>(group.galvanized ? 3 : 2)};
      group.sustain_damage = false;
    }
  return std::nullopt;
}

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
  const int flagship = own_index(build, use);
  for (Group& group : build.army(use.side).groups)
    if (group.type == UnitType::fighter) {
      group.lands = true;
      group.lands_while = flagship;
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
  army.after_hits.push_back([=](const Army& own, const HitReport& report, Force& force) {
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
  return std::nullopt;
}

/// Each of its sustains in ground combat makes a hit that joins the pool of the round; not against
/// bombardment or space cannon.
Problem valkyrie_exoskeleton(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const GroupMask mechs = own_groups(build, use);
  const int due = army.new_mark(0);
  army.after_hits.push_back([=](const Army& own, const HitReport& report, Force& force) {
    if (report.roll != Roll::ground_combat) return;
    for (std::size_t g = 0; g < own.groups.size(); ++g)
      if ((mechs >> g & 1) && own.groups[g].texts_apply)
        force.mark(due) = static_cast<std::uint8_t>(force.mark(due) + report.sustained[g]);
  });
  army.ground_answers.push_back(
      {"valkyrie exoskeleton",
       [due](const Army& own, const Force& force, std::uint32_t) {
         Force after = force;
         const int hits = std::exchange(after.mark(due), std::uint8_t{0});
         return certain(hits_by(own, after, {hits, 0, 0, false}, true), after);
       },
       [](const Army& enemy, const Force& force, Volley volley) {
         Force after = force;  // they come one by one, as the sustains do (RULES 3.5)
         for (int hit = Hits::of(volley).any; hit > 0; --hit)
           after = take_hits(enemy, after, {1, 0, 0, Hits::of(volley).no_sustain},
                             {Roll::ground_combat, 1, Targets::ground_forces, true, true, true});
         return after;
       },
       1, nullptr});
  return std::nullopt;
}

/// After a space combat round one of them may be destroyed to destroy up to two ships of the enemy;
/// nothing cancels that.
Problem exotrireme(Builder& build, const Use& use) {
  if (!use.given_uses()) return std::nullopt;  // a sacrifice that is not asked for is not made
  static constexpr HitContext kAfterSpaceRound{
      Roll::space_combat, 1, Targets::ships, true, true, true};
  Army& army = build.army(use.side);
  const int left = army.new_mark(use.uses());
  const auto g = static_cast<std::size_t>(own_index(build, use));
  army.space_round_end.push_back(
      {"exotrireme",
       [left, g](const Army& own, const Force& force, std::uint32_t) {
         if (force.mark(left) == 0 || force.count(g) == 0 || count(own, force, Targets::ships) == 1)
           return certain(0, force);
         Force after = lose_units(own, force, static_cast<int>(g), 1, kAfterSpaceRound);
         --after.mark(left);
         return certain(1, after);
       },
       [](const Army& enemy, const Force& force, Volley shot) {
         Force after = force;
         for (int ship = 0; ship < 2 && shot; ++ship) {
           int best = -1;
           for (std::size_t e = 0; e < enemy.groups.size(); ++e)
             if (enemy.groups[e].is_ship && after.count(e) > 0 &&
                 (best < 0 ||
                  enemy.groups[e].worth > enemy.groups[static_cast<std::size_t>(best)].worth))
               best = static_cast<int>(e);
           if (best < 0) break;
           // the enemy would like to keep the undamaged ones: the owner of the effect takes those
           const auto target = static_cast<std::size_t>(best);
           if (after.whole[target] > 0)
             --after.whole[target];
           else
             --after.damaged[target];
         }
         return shot ? after_losses(enemy, force, after, kAfterSpaceRound) : force;
       },
       1, nullptr});
  return std::nullopt;
}

/// At the start of a ground combat round an infantry becomes a mech: 2 resources each, once a
/// round.
Problem letnev_mech(Builder& build, const Use& use) {
  const int from = use.round();
  if (use.uses(0) == 0 || !build.on_planet()) return std::nullopt;
  Army& army = build.army(use.side);
  const int infantry = find_group(army, UnitType::infantry), mech = group_for(army, UnitType::mech);
  if (infantry < 0 || mech < 0) return std::nullopt;
  const int left = army.new_mark(use.uses());
  expect(army, static_cast<std::size_t>(mech), use.uses());
  army.unroll_ground = std::max(army.unroll_ground, from - 1);
  army.round_start.push_back([=](const Army& own, Roll roll, int round, Force& force) {
    if (roll != Roll::ground_combat || round < from || force.mark(left) == 0 ||
        force.count(static_cast<std::size_t>(infantry)) == 0)
      return;
    if (!own.groups[static_cast<std::size_t>(mech)].texts_apply) return;
    --force.mark(left);
    destroy(force, static_cast<std::size_t>(infantry), 1);
    bring(own, force, static_cast<std::size_t>(mech), 1);
  });
  return std::nullopt;
}

/// Each mech that stands at the end of a round brings up to two ground forces from neighbouring
/// planets: uses = how many there are. The text is on every mech (RULES 4.4.9).
Problem ral_nel_mech(Builder& build, const Use& use) {
  if (use.uses(0) == 0 || !build.on_planet()) return std::nullopt;
  Army& army = build.army(use.side);
  const auto mech = static_cast<std::size_t>(own_index(build, use));
  if (!army.groups[mech].texts_apply) return std::nullopt;
  const auto infantry = static_cast<std::size_t>(group_for(army, UnitType::infantry));
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

constexpr Effect kEffects[] = {
    {"argent_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(other(use.side)).blocked_rolls |= mask(Roll::cannon_offense);
       build.army(use.side).blocks_cannons = true;
       return std::nullopt;
     }},
    {"argent_destroyer_2", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       own_group(build, use)->barrage_kills_infantry_on = 9;
       return std::nullopt;
     }},
    {"bastion_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).die_changes.push_back(
           {kCombatRolls, own_groups(build, use), {}, use.uses(0), -1, -1});
       return std::nullopt;
     },
     "uses = non-home systems with a planet of the side (0)"},
    {"bastion_mech", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       const int infantry = find_group(army, UnitType::infantry);
       int mech = -1;
       for (std::size_t g = 0; g < army.groups.size(); ++g)
         if (army.groups[g].unit == use.id && army.groups[g].galvanized &&
             army.groups[g].texts_apply)
           mech = static_cast<int>(g);
       if (mech < 0 || infantry < 0 || army.groups.size() == kGroups) return std::nullopt;
       Group token = army.groups[static_cast<std::size_t>(infantry)];
       token.name += " (galvanized)";
       token.galvanized = true;
       token.start = 0;
       token.placed_at = -1;
       for (Dice* dice : {&token.combat, &token.space_cannon})
         if (*dice) ++dice->dice;
       army.groups.push_back(token);
       const std::size_t to = army.groups.size() - 1;
       army.after_hits.push_back([=](const Army&, const HitReport& report, Force& force) {
         const int tokens = std::min<int>(3 * report.lost[static_cast<std::size_t>(mech)],
                                          force.count(static_cast<std::size_t>(infantry)));
         if (tokens == 0) return;
         destroy(force, static_cast<std::size_t>(infantry), tokens);
         force.place(to, tokens);
       });
       return std::nullopt;
     },
     "its tokens pass to infantry when it dies galvanized"},
    {"empyrean_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       if (use.uses(0) == 0) return std::nullopt;
       const int left = army.new_mark(use.uses());
       const auto flagship = static_cast<std::size_t>(own_index(build, use));
       army.after_hits.push_back([=](const Army& own, const HitReport& report, Force& force) {
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
       const auto flagship = static_cast<std::size_t>(own_index(build, use));
       build.army(use.side).after_round.push_back([flagship](const Army&, Roll, Force& force) {
         force.place(flagship, std::exchange(force.damaged[flagship], std::uint8_t{0}));
       });
       return std::nullopt;
     },
     "uses 1 = the enemy is marked on a plot (0)"},
    {"hacan_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       if (use.uses(0) > 0)
         army.die_purses.push_back({kSpaceRoll, army.new_mark(use.uses()), own_index(build, use)});
       return std::nullopt;
     },
     "uses = trade goods (0), one on each die that misses by one"},
    {"jolnar_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Group* group = own_group(build, use);
       group->natural_min = 9;
       group->natural_extra = 2;
       return std::nullopt;
     }},
    {"jolnar_mech", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       if (!own_group(build, use)->texts_apply || !army.fragile) return std::nullopt;
       army.die_changes.push_back(
           {kGroundRoll, groups_of(army, UnitType::infantry), {}, 1, own_index(build, use), -1});
       return std::nullopt;
     }},
    {"l1z1x_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       const int flagship = own_index(build, use);
       for (Group& group : build.army(use.side).groups)
         if (group.unit == use.id || group.type == UnitType::dreadnought) {
           group.hits_non_fighters = true;
           group.bound_while = flagship;
         }
       return std::nullopt;
     }},
    {"letnev_flagship", Order::trait,
     [](Builder& build, const Use& use) { return repairs_at_round_start(build, use, kSpaceRoll); }},
    {"letnev_mech", Order::composition, letnev_mech,
     "uses = infantry that can be turned into mechs, 2 resources each, one a round (0)"},
    {"mahact_flagship", Order::trait, own_rolls<2>, "no token of the enemy in the fleet pool"},
    {"mentak_flagship", Order::trait, blocks_sustain},
    {"mentak_mech", Order::trait, blocks_sustain},
    {"naalu_flagship", Order::trait, matriarch, "all fighters land with the troops"},
    {"naalu_mech", Order::trait, own_rolls_if_named<2>,
     "uses 1 = the enemy holds a relic fragment (0)"},
    {"naalu_mech_omega", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(other(use.side)).blocked_rolls |= mask(Roll::barrage);
       return std::nullopt;
     }},
    {"naaz_rokha_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       army.dice_each.push_back(
           {kCombatRolls, groups_of(army, UnitType::mech), 1, own_index(build, use)});
       return std::nullopt;
     }},
    {"naaz_rokha_mech", Order::profile, eidolon,
     "the flip is an ability at the start of the combat, used in turn"},
    {"naaz_rokha_mech_maximum", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       own_group(build, use)->last_for_abilities = true;
       return repairs_at_round_start(build, use, kCombatRolls);
     }},
    {"nekro_flagship", Order::profile, alastor,
     "all ground forces in the system fight as ships once it is used at the start of the combat"},
    {"nekro_mech", Order::trait, own_rolls_if_named<2>,
     "uses 1 = the enemy has an assimilator token on a technology (0)"},
    {"nomad_mech", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Group* group = own_group(build, use);
       group->sustains_for_ships = build.army(use.side).troops_are_cargo && group->texts_apply;
       return std::nullopt;
     }},
    {"ral_nel_destroyer_1", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       auto& dice = build.army(use.side).loose_dice[static_cast<std::size_t>(Roll::cannon_offense)];
       const Dice printed = build.army(use.side).upgraded[static_cast<std::size_t>(UnitType::pds)]
                                ? Dice{5, 1}
                                : Dice{6, 1};
       for (int i = 0; i < std::min(use.uses(0), own_group(build, use)->start); ++i)
         dice.push_back(printed);
       return std::nullopt;
     },
     "uses = PDS carried in the space area (0)"},
    {"ral_nel_destroyer_2", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       auto& dice = build.army(use.side).loose_dice[static_cast<std::size_t>(Roll::cannon_offense)];
       const Dice printed = build.army(use.side).upgraded[static_cast<std::size_t>(UnitType::pds)]
                                ? Dice{5, 1}
                                : Dice{6, 1};
       for (int i = 0; i < (use.uses(0) > 0 ? own_group(build, use)->start : 0); ++i)
         dice.push_back(printed);
       return std::nullopt;
     },
     "uses 1 = a PDS is carried in the space area (0); each linkship fires it"},
    {"ral_nel_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       if (own_group(build, use)->texts_apply)
         build.army(use.side).parting_shot = own_groups(build, use);
       return std::nullopt;
     }},
    {"ral_nel_mech", Order::trait, ral_nel_mech,
     "uses = ground forces on neighbouring planets (0); each mech brings two a round"},
    {"rebellion_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       if (use.uses(0) == 0) return std::nullopt;
       Group* group = own_group(build, use);
       group->blocks_sustain = group->blocks_sustain_on_planets = true;
       Army& enemy = build.army(other(use.side));
       enemy.blocked_rolls |= kAbilityRolls;
       for (Group& theirs : enemy.groups) theirs.planetary_shield = false;
       return std::nullopt;
     },
     "uses 1 = an active breach is in the system (0)"},
    {"sardakk_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       const GroupMask others =
           groups_where(army, [&](const Group& g) { return g.is_ship && g.unit != use.id; });
       army.die_changes.push_back({kSpaceRoll, others, {}, 1, own_index(build, use), -1});
       return std::nullopt;
     }},
    {"sardakk_dreadnought_2", Order::trait, exotrireme,
     "uses = how many may be given up, one after each round (0); the two dearest ships die"},
    {"sardakk_mech", Order::trait, valkyrie_exoskeleton},
    {"winnu_flagship", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Group* group = own_group(build, use);
       group->dice_per_enemy_ship = true;
       group->combat.dice = 1;  // for each of them; the value stays that of the unit
       return std::nullopt;
     }},
    {"yin_flagship", Order::trait, van_hauge},
};

}  // namespace

std::span<const Effect> unit_effects() { return kEffects; }

}  // namespace broadside::ti4
