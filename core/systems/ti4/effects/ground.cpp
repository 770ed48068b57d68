// Effects of the invasion: bombardment, landing, ground combat. RULES 4.
#include <algorithm>

#include <fmt/format.h>

#include "core/systems/ti4/effects/effect.hpp"

namespace broadside::ti4 {
namespace {

constexpr int kLandedByDannel = 3;  // RULES 4.2.3
const HitContext kInGroundCombat{Roll::ground_combat, 1, Targets::ground_forces, true, true, true};

/// The first group in loss order that still has a unit, or -1.
int next_lost(const Army& army, const Force& force, Targets targets) {
  for (std::size_t g : army.ground_order)
    if (is_target(army.groups[g], targets) && force.count(g) > 0) return static_cast<int>(g);
  return -1;
}

bool has_structure(const Army& army, const Force& force) {
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (army.groups[g].is_structure && force.count(g) > 0) return true;
  return false;
}

bool has_structure(const Army& army) { return has_structure(army, starting_force(army)); }

/// Magen Defense Grid, Omega on: one hit at the start of a ground combat on a planet with a
/// structure of the owner, who picks the unit; only that one may sustain it.
/// RULES 5.3, 6.2, 9.13.
Problem magen_hit(Builder& build, const Use& use) {
  // Still an ability of the start: an order of abilities may name it for several planets.
  if (build.on_planet() && !has_structure(build.army(use.side)))
    nothing(build, use, "no structure of its owner is on the planet");
  build.army(use.side).ground_start.push_back(
      {"magen defense grid",
       [](const Army& own, const Force& force, std::uint32_t) {
         return certain(hits_by(own, force, {has_structure(own, force), 0, 0, false}, true), force);
       },
       [](const Army& enemy, const Force& force, Volley hit) {
         if (hit == 0) return force;
         const bool may_sustain = !Hits::of(hit).no_sustain;
         return take_chosen_hit(enemy, force,
                                pick_for_enemy(enemy, force, Targets::ground_forces, may_sustain),
                                may_sustain, kInGroundCombat);
       },
       1, nullptr});
  return std::nullopt;
}

/// One enemy infantry becomes one of the owner's at the start of a ground combat. `at_least`: enemy
/// ground forces that it needs.
Problem convert_infantry(Builder& build, const Use& use, std::string what, int at_least,
                         bool mech) {
  Army& army = build.army(use.side);
  const int g =
      build.on_planet() ? group_for(army, mech ? UnitType::mech : UnitType::infantry) : -1;
  if (g < 0) return std::nullopt;
  expect(army, g, 1);
  const GroupAt group = g;
  army.ground_start.push_back(
      {std::move(what),
       [group](const Army& own, const Force& force, std::uint32_t possible) {
         if (!possible) return certain(0, force);
         Force after = force;
         bring(own, after, group, 1);
         return certain(1, after);
       },
       [](const Army& enemy, const Force& force, Volley swap) {
         Force after = force;
         if (const int infantry = next_lost(enemy, force, Targets::infantry); swap && infantry >= 0)
           destroy(after, infantry, 1);
         return after;
       },
       2,
       [at_least](const Army& enemy, const Force& force) {
         return std::uint32_t{count(enemy, force, Targets::infantry) > 0 &&
                              count(enemy, force, Targets::ground_forces) >= at_least};
       }});
  return std::nullopt;
}

/// RULES 7.7: three dice at the enemy, three at the own troops, rolled as a bombardment.
Pmf<Volley> proxima_hits(const Army& own, const Force& force, bool at_enemy) {
  constexpr Roll roll = Roll::bombardment;
  if (own.blocked_rolls & mask(roll)) return {};
  Pool pool = loose_pool(own, force, roll, 1, {8, 3}, at_enemy ? Changes::all : Changes::lower);
  if (at_enemy) pool.die.rerolled_misses = rerolled_misses(own, force, roll, 1, false);
  return law({pool}).map([&](Rolled rolled) {
    return Hits{own.hit_factor[roll] * hits_shown(rolled), 0, 0, false}.pack();
  });
}

constexpr Effect kGroundEffects[] = {
    {"ability_harrow", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).harrows =
           use.side == Side::attacker && build.kind != BattleKind::ground;
       return std::nullopt;
     },
     "every bombarding ship, after every round"},
    {"ability_indoctrination", Order::composition,
     [](Builder& build, const Use& use) {
       return convert_infantry(build, use, "indoctrination", 1, use.target() == UnitType::mech);
     },
     "paid; target mech = the extra influence for a mech is paid too"},
    {"pn_greyfire_mutagen_omega", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       if (build.army(other(use.side)).faction == "yin")  // RULES 6.4
         return InputError{"Greyfire Mutagen Ω cannot be used against the Yin Brotherhood", "",
                           "leave it out"};
       return convert_infantry(build, use, "greyfire mutagen", 2, false);
     }},
    {"commander_claire_gibson", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       const int g = build.on_planet() ? group_for(army, UnitType::infantry) : -1;
       if (g < 0) return std::nullopt;
       expect(army, g, 1);
       army.ground_start.push_back({"Claire Gibson",
                                    [g](const Army& own, const Force& force, std::uint32_t) {
                                      Force after = force;
                                      bring(own, after, g, 1);
                                      return certain(0, after);
                                    },
                                    [](const Army&, const Force& force, Volley) { return force; },
                                    1, nullptr});
       return std::nullopt;
     },
     "the side controls the planet"},
    {"tech_magen_defense_grid", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army &army = build.army(use.side), &enemy = build.army(other(use.side));
       const int round = use.round();
       const bool shielded =
           std::any_of(army.groups.begin(), army.groups.end(),
                       [](const Group& g) { return g.planetary_shield && g.start > 0; });
       const bool broken =
           std::any_of(enemy.groups.begin(), enemy.groups.end(),
                       [](const Group& g) { return g.breaks_shields && g.start > 0; });
       if (build.on_planet() && (!shielded || broken))
         return nothing(build, use,
                        broken ? "a ship of the enemy breaks Planetary Shields"
                               : "nothing on the planet has a Planetary Shield");
       enemy.silent_in = round;
       enemy.unroll_ground = std::max(enemy.unroll_ground, round);
       return std::nullopt;
     },
     "exhausted in the chosen round (1)"},
    {"tech_magen_defense_grid_omega", Order::trait, magen_hit,
     "on the dearest unit that the hit destroys at once"},
    {"tech_magen_defense_grid_omega2", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       int structures = 0;
       for (const Group& group : army.groups)
         if (group.is_structure) structures += group.start;
       const int g = structures > 0 && build.on_planet() ? group_for(army, UnitType::infantry) : -1;
       if (g >= 0) {
         nth(army.groups, g).start += structures;
         nth(army.groups, g).most += structures;
       }
       return magen_hit(build, use);
     },
     "one infantry has joined each structure; the hit is on the dearest unit that it destroys at "
     "once"},
    {"tech_x89_bacterial_weapon", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       for (Group& group : build.army(other(use.side)).groups)
         if (group.type == UnitType::infantry) group.start = group.most = 0;
       return std::nullopt;
     },
     "used on this planet before the battle"},
    {"tech_x89_bacterial_weapon_omega", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(other(use.side))
           .react(mask(Roll::bombardment),
                  [](const Army& own, const HitReport& report, Force& force) {
                    if (report.roll != Roll::bombardment) return;
                    for (std::size_t g = 0; g < own.groups.size(); ++g)
                      if (own.groups[g].type == UnitType::infantry && report.lost[g] > 0)
                        force.whole[g] = force.damaged[g] = 0;
                  });
       return std::nullopt;
     },
     "used whenever bombardment has killed an infantry"},
    {"tech_x89_bacterial_weapon_omega2", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       for (Roll roll : {Roll::bombardment, Roll::ground_combat}) army.hit_factor[roll] *= 2;
       return std::nullopt;
     }},
    // RULES 8.10.
    {"event_conventions_of_war_abandoned", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).hit_factor[Roll::bombardment] *= 3;
       return std::nullopt;
     },
     "a sustain cancels one of the three"},
    {"tech_proxima_targeting_vi", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       static constexpr HitContext kBombarded{
           Roll::bombardment, 1, Targets::ground_forces, true, true, true};
       build.army(use.side).tokens_cancel_bombardment = true;
       build.army(use.side).ground_round_start.push_back(
           {"proxima targeting",
            [](const Army& own, const Force& force, std::uint32_t) {
              return proxima_hits(own, force, true)
                  .combine(proxima_hits(own, force, false), [&](Volley at_enemy, Volley at_own) {
                    return std::pair{at_enemy, take_hits(own, force, Hits::of(at_own), kBombarded)};
                  });
            },
            [](const Army& enemy, const Force& force, Volley hits) {
              return take_hits(enemy, force, Hits::of(hits), kBombarded);
            },
            1, nullptr});
       return std::nullopt;
     },
     "used at the start of every round; galvanized units on the planet cancel a hit of any "
     "bombardment each"},
    {"tech_l4_disruptors", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(other(use.side)).blocked_rolls |= mask(Roll::cannon_defense);
       return std::nullopt;
     }},
    {"tech_valkyrie_particle_weave", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).answers_hits = true;
       return std::nullopt;
     }},
    {"ac_blitz", Order::profile,
     [](Builder& build, const Use& use) -> Problem {
       bool gains = false;
       for (Group& group : build.army(use.side).groups)
         if (group.is_non_fighter_ship() && !group.bombardment) {
           group.bombardment = with_token(group, {6, 1});
           gains = true;
         }
       if (!gains && build.on_planet() && build.kind != BattleKind::ground)
         return nothing(build, use, "no ship gains a bombardment by it");
       return std::nullopt;
     }},
    {"ac_bunker", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(other(use.side))
           .die_changes.push_back({mask(Roll::bombardment), kAllGroups, {}, -4, -1, -1});
       return std::nullopt;
     }},
    {"ac_disable", Order::profile,
     [](Builder& build, const Use& use) -> Problem {
       for (Group& group : build.army(other(use.side)).groups)
         if (group.type == UnitType::pds) {
           group.planetary_shield = false;
           group.fires_at_landing = false;  // too late for the space cannon offense step
         }
       return std::nullopt;
     }},
    {"commander_2ram", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).ignores_shields = true;
       return std::nullopt;
     }},
    {"law_conventions_of_war", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).blocked_rolls |= mask(Roll::bombardment);
       build.army(use.side).harrows = false;
       return std::nullopt;
     },
     "the planet is cultural"},
    {"hero_shval", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       if (build.kind == BattleKind::conquest) build.kind = BattleKind::invasion;
       build.army(use.side).blocked_rolls |= mask(Roll::bombardment);
       if (build.kind == BattleKind::ground)
         return nothing(build, use, "a ground combat begins after the landing");
       return std::nullopt;
     },
     "the battle begins with the landing"},
    {"hero_dannel_omega", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       // An action of its own, in which no ship has a part (RULES 4.2.3).
       if (build.kind == BattleKind::conquest) build.kind = BattleKind::invasion;
       Army& army = build.army(use.side);
       int infantry = 0, others = 0;
       for (const Group& group : army.groups)
         if (group.is_ground_force)
           (group.type == UnitType::infantry ? infantry : others) += group.start;
       if (build.on_planet() && (infantry > kLandedByDannel || others > 0))
         return InputError{
             fmt::format("Dannel of the Tenth lands up to {} infantry and nobody else",
                         kLandedByDannel),
             "", "give the attacker the infantry that the hero lands"};
       army.blocked_rolls |= mask(Roll::bombardment);
       build.army(other(use.side)).blocked_rolls |= mask(Roll::cannon_defense);
       return std::nullopt;
     },
     "the attacker's ground forces are those that the hero lands; ships have no part in it"},
};

}  // namespace

std::span<const Effect> ground_effects() { return kGroundEffects; }

}  // namespace broadside::ti4
