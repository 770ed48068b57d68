// Effects on hits that have been produced: cancels, sustains, Direct Hit, repairs. RULES 3.5.
#include <algorithm>

#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/effects/useless.hpp"

namespace broadside::ti4 {
namespace {

constexpr RollMask kSpaceHits = mask(Roll::space_combat) | mask(Roll::barrage);

Problem cancel(Army& army, RollMask rolls, int most, int uses, Cancel::When when) {
  army.cancels.push_back({rolls, most, army.new_mark(uses), when});
  return std::nullopt;
}

bool fights(const Group& group, Roll roll) {
  return roll == Roll::ground_combat ? group.is_ground_force : group.is_ship;
}

/// Anomaly: no unit abilities of units inside or against them; printed texts stay.
void strip_abilities(Group& group) {
  group.sustain_damage = group.planetary_shield = false;
  group.anti_fighter_barrage = group.bombardment = group.space_cannon = {};
}

/// Effect::useless of what works on units that sustain.
std::string_view cannot_sustain(const Builder& build, Side side) {
  return can_sustain(build.armies[side]) ? "" : "nothing of the side can sustain damage";
}

/// Effect::useless of Direct Hit (RULES 3.5.6).
std::string_view reaches_nobody(const Builder& build, Side side) {
  const Army& enemy = build.armies[other(side)];
  if (!can_sustain(enemy)) return "nothing of the enemy can sustain damage";
  const auto reaches = [&](const Group& group) {
    const bool in_space = build.in_space() && group.is_ship && !group.direct_hit_immune;
    const bool on_planet =
        build.on_planet() && (group.shot_on_ground || (build.wild && group.type == UnitType::mech));
    return (in_space && (enemy.lends_sustain || group.sustain_damage)) ||
           (on_planet && group.sustain_damage);
  };
  if (std::any_of(enemy.groups.begin(), enemy.groups.end(), reaches)) return "";
  return build.in_space() ? "nothing that it reaches can sustain damage"
                          : "it reaches nobody on the ground";
}

/// Groups of a side that are in the space area, troops aboard too, or on the planet.
std::vector<GroupAt> rolling_for_life(const Army& army, bool in_space) {
  std::vector<GroupAt> there;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const Group& group = army.groups[g];
    const bool aboard = army.troops_are_cargo && group.is_cargo();
    if (group.is_ship == in_space || (in_space && aboard)) there.emplace_back(g);
  }
  return there;
}

/// The units of the first of these groups roll at the value of the mark; the others have their own
/// events after this one, so that tables stay small. Where losses trigger something, which must see
/// all of them, the first event is for all groups.
Event roll_for_life(const std::string& name, int struck, bool in_space,
                    const std::vector<GroupAt>& groups) {
  const HitContext context{in_space ? Roll::space_combat : Roll::ground_combat,
                           1,
                           in_space ? Targets::ships : Targets::ground_forces,
                           true,
                           true,
                           true};
  return Event{name,
               [struck, context, groups](const Army& own, const Force& force, std::uint32_t) {
                 const int value = force.mark(struck);
                 if (value == 0) return certain(0, force);
                 const bool all = !own.after_hits.empty();
                 Force ready = force;
                 if (all || groups.size() == 1) ready.mark(struck) = 0;
                 Pmf<Force> left{ready};
                 for (const GroupAt g : groups) {
                   left = left.then([&](const Force& now) {
                     return each_may_fall(now, g, (11 - value) / 10.0);
                   });
                   if (!all) break;
                 }
                 return left.map([&](const Force& now) {
                   return std::pair{Volley{0}, after_losses(own, ready, now, context)};
                 });
               },
               [](const Army&, const Force& force, Volley) { return force; }, 1, nullptr};
}

/// When a unit dies, a die for every unit of the enemy in the system: those that reach the dead
/// unit's combat value are destroyed. First the owner tells the value, then the enemy's units roll for
/// their lives.
Problem last_stand(Builder& build, const Use& use, bool only_galvanized) {
  Army &army = build.army(use.side), &enemy = build.army(other(use.side));
  const int left = army.new_mark(1), due = army.new_mark(0), struck = enemy.new_mark(0);
  army.react(kAnyRoll, [=](const Army& own, const HitReport& report, Force& force) {
    if (force.mark(left) == 0) return;
    int value = 0;
    for (std::size_t g = 0; g < own.groups.size(); ++g)
      if (report.lost[g] > 0 && own.groups[g].combat &&
          (own.groups[g].galvanized || !only_galvanized))
        value = value == 0 ? own.groups[g].combat.hit_on
                           : std::min<int>(value, own.groups[g].combat.hit_on);
    if (value == 0) return;
    --force.mark(left);
    force.mark(due) = static_cast<std::uint8_t>(value);
  });
  const Event tells{printed_effect(use.id),
                    [due](const Army&, const Force& force, std::uint32_t) {
                      Force after = force;
                      const auto value =
                          static_cast<Volley>(std::exchange(after.mark(due), std::uint8_t{0}));
                      return Event::Throw{std::pair{value, after}};
                    },
                    [struck](const Army&, const Force& force, Volley value) {
                      Force after = force;
                      after.mark(struck) = static_cast<std::uint8_t>(value);
                      return after;
                    },
                    1, nullptr};
  army.space_answers.push_back(tells);
  army.ground_answers.push_back(tells);
  for (const bool in_space : {true, false}) {
    auto& trials = in_space ? enemy.space_trials : enemy.ground_trials;
    const std::vector<GroupAt> there = rolling_for_life(enemy, in_space);
    for (std::size_t i = 0; i < there.size(); ++i)
      trials.push_back(roll_for_life(printed_effect(use.id) + ", rolls", struck, in_space,
                                     {there.begin() + i, there.end()}));
  }
  return std::nullopt;
}

/// Once a unit of the enemy is destroyed in combat, the side gains one of his technologies: a unit
/// upgrade, which counts for later rolls (RULES 0.7). The units become groups of their own; where
/// they stand, and tokens under them (RULES 7.1), stay.
Problem technological_singularity(Builder& build, const Use& use) {
  Army &army = build.army(use.side), &enemy = build.army(other(use.side));
  const auto type = use.target();
  if (!type) return nothing(build, use, "name the unit whose upgrade is gained as the target");
  const std::string word{name(*type)};
  if (!enemy.upgraded[*type])
    return InputError{"the enemy has no upgraded " + word + " to learn from", "",
                      "name a unit that he has upgraded"};
  const Unit* better = unit_for(army, *type, 2);
  const GroupMask units = groups_of(army, *type);
  if (!better || units == 0 || army.upgraded[*type])
    return InputError{"no " + word + " that could be upgraded", "", "leave it out"};
  std::vector<std::pair<GroupAt, GroupAt>> changes;
  for (std::size_t g = 0; g < kGroups; ++g) {
    if (!(units >> g & 1)) continue;
    if (!army.has_room_for_group())
      return InputError{"too many kinds of units for Technological Singularity", "",
                        "fewer of them"};
    const Group& plain = army.groups[g];
    Group gained = make_group(*better, 0);
    gained.most = plain.most;
    gained.on_planet = plain.on_planet;
    gained.immune_to_abilities = plain.immune_to_abilities;
    if (plain.galvanized) put_token(gained);
    changes.emplace_back(g, army.groups.size());
    army.groups.push_back(std::move(gained));
  }
  const int left = enemy.new_mark(1), due = enemy.new_mark(0);
  enemy.react(kAnyRoll, [=](const Army&, const HitReport& report, Force& force) {
    if (!report.in_combat || report.total_lost() == 0 || force.mark(left) == 0) return;
    --force.mark(left);
    force.mark(due) = 1;
  });
  const Event learns{"technological singularity",
                     [due](const Army&, const Force& force, std::uint32_t) {
                       Force after = force;
                       const bool lost = std::exchange(after.mark(due), std::uint8_t{0}) != 0;
                       return certain(lost, after);
                     },
                     [=](const Army&, const Force& force, Volley learned) {
                       Force after = force;
                       if (learned == 0) return after;
                       for (const auto& [plain, gained] : changes)
                         for (auto part : {&Force::whole, &Force::damaged, &Force::fresh})
                           (after.*part)[gained] = std::exchange((after.*part)[plain], 0);
                       return after;
                     },
                     1, nullptr};
  enemy.space_answers.push_back(learns);
  enemy.ground_answers.push_back(learns);
  return std::nullopt;
}

constexpr Effect kHitEffects[] = {
    {"ability_technological_singularity", Order::profile, technological_singularity,
     "when the first unit of the enemy is destroyed; target = the unit whose upgrade is gained"},
    // RULES 9.16.
    {"ac_shields_holding", Order::trait,
     [](Builder& build, const Use& use) {
       const RollMask ground = build.wild ? mask(Roll::ground_combat) : RollMask{0};
       return cancel(build.army(use.side), static_cast<RollMask>(kSpaceHits | ground), 2,
                     use.uses(), Cancel::When::worth_two);
     },
     "from 2 hits on, or when the hit would be the last; of a barrage only where it saves 2 "
     "fighters"},  // RULES 9.16
    {"ac_maneuvering_jets", Order::trait,
     [](Builder& build, const Use& use) {
       return cancel(build.army(use.side), kCannonRolls, build.wild ? 99 : 1, use.uses(),
                     Cancel::When::hits_come);
     },
     "on the first space cannon hits", meets_no_cannons},  // RULES 9.17
    {"agent_tellurian", Order::trait,
     [](Builder& build, const Use& use) {
       return cancel(build.army(use.side), kAnyRoll, 1, use.uses(), Cancel::When::unsustained);
     },
     "on the first hit that no sustain takes, on the first hit of all while the enemy holds Direct "
     "Hit"},  // RULES 9.17
    // RULES 3.5.6, 9.15.
    {"ac_direct_hit", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& enemy = build.army(other(use.side));
       enemy.direct_hits_mark = enemy.new_mark(use.uses());
       enemy.direct_hits_on = use.target();
       enemy.direct_hits_reach_mechs = build.wild;
       return std::nullopt;
     },
     "on the first sustain that it can answer, but not while a dearer ship can still sustain, "
     "unless a target is named; uses = cards held",
     reaches_nobody},
    {"tech_non_euclidean_shielding",
     Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).sustain_worth = 2;
       return std::nullopt;
     },
     {},
     cannot_sustain},
    {"tech_duranium_armor", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       army.keeps_repairable = true;
       army.duranium = true;
       return std::nullopt;
     },
     "repairs the dearest eligible unit", cannot_sustain},
    // RULES 9.18.
    {"ac_emergency_repairs", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       const int mark = army.new_mark(use.uses());
       if (army.free.chooses) {  // RULES 9.57
         army.free.cards.push_back({use.id, kCombatRolls, mark});
         return std::nullopt;
       }
       // RULES 9.18: where every unit that can sustain in this combat is damaged; then all of them
       // in the system are repaired, troops aboard and on the planet too
       const auto repair = [mark](const Army& own, Roll roll, Force& force) {
         if (force.mark(mark) == 0) return;
         int damaged = 0, whole = 0;
         for (std::size_t g = 0; g < own.groups.size(); ++g) {
           const Group& group = own.groups[g];
           const bool takes_hits =
               fights(group, roll) || (roll == Roll::space_combat && group.sustains_for_ships);
           if (!group.sustain_damage || !takes_hits) continue;
           damaged += force.damaged[g];
           whole += force.whole[g];
         }
         if (damaged == 0 || whole > 0) return;
         --force.mark(mark);
         repair_all(own, force);
       };
       // The start of the first round is that of the combat: the attacker may do this before the
       // defender's abilities (RULES 3.1.1), and both after they have been damaged by one.
       if (use.side == Side::attacker)
         for (const bool space : {true, false}) {
           const Roll roll = space ? Roll::space_combat : Roll::ground_combat;
           (space ? army.space_start : army.ground_start)
               .push_back({"emergency repairs",
                           [repair, roll](const Army& own, const Force& force, std::uint32_t) {
                             Force after = force;
                             repair(own, roll, after);
                             return certain(0, after);
                           },
                           [](const Army&, const Force& force, Volley) { return force; }, 1,
                           nullptr});
         }
       army.after_round.push_back(repair);
       army.round_start.push_back([repair](const Army& own, Roll roll, int round, Force& force) {
         if (round == 1) repair(own, roll, force);
       });
       army.unroll_space = std::max(army.unroll_space, 1);
       army.unroll_ground = std::max(army.unroll_ground, 1);
       return std::nullopt;
     },
     "at the start of round 1, or at the first end of a round, at which every unit that can "
     "sustain is damaged",
     cannot_sustain},
    {"event_wild_wild_galaxy", Order::composition,
     [](Builder& build, const Use&) -> Problem {
       build.wild = true;
       return std::nullopt;
     }},
    {"agent_dame_briar", Order::profile,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       int from = -1;
       const auto value = [&](const Group& group) {  // RULES 9.44
         const bool fights_here = build.kind == BattleKind::space
                                      ? group.is_ship
                                      : build.in_space() || group.is_ground_force || group.lands;
         return std::pair{fights_here, group.worth};
       };
       for (std::size_t g = 0; g < army.groups.size(); ++g)
         if (!army.groups[g].galvanized && army.groups[g].fights() &&
             (use.target() ? army.groups[g].type == *use.target()
                           : from < 0 || value(army.groups[g]) > value(nth(army.groups, from))))
           from = static_cast<int>(g);
       if (from < 0 || !army.has_room_for_group())
         return InputError{"no unit to galvanize", "", "name the type as the target"};
       Group token = nth(army.groups, from);
       put_token(token);
       token.start = token.start_damaged = 0;
       token.placed_at = -1;
       token.most = 1;
       army.groups.push_back(token);
       const GroupAt plain = from, to = army.groups.size() - 1;
       const int left = army.new_mark(use.uses());
       army.react(kAnyRoll, [=](const Army&, const HitReport& report, Force& force) {
         if (force.mark(left) == 0 || report.total_lost() == 0 || force.count(plain) == 0) return;
         --force.mark(left);
         const bool whole = force.whole[plain] > 0;
         --(whole ? force.whole : force.damaged)[plain];
         ++(whole ? force.whole : force.damaged)[to];
         if (force.fresh[plain] > force.damaged[plain]) {  // it has sustained in this round
           --force.fresh[plain];
           ++force.fresh[to];
         }
       });
       return std::nullopt;
     },
     "on the first loss; the dearest unit that fights in the battle (or the target) gets the "
     "token"},
    {"hero_lyra_keen", Order::moment,
     [](Builder& build, const Use& use) { return last_stand(build, use, true); },
     "when the first galvanized unit dies; the units of that combat roll",
     [](const Builder& build, Side side) -> std::string_view {
       const auto& groups = build.armies[side].groups;
       const bool tokens = std::any_of(groups.begin(), groups.end(),
                                       [](const Group& group) { return bool{group.galvanized}; });
       return tokens ? "" : "no unit of the side carries a token";
     }},
    {"hero_fss_orlando", Order::moment,
     [](Builder& build, const Use& use) { return last_stand(build, use, false); },
     "when the first unit dies; the units of that combat roll"},
    {"law_publicize_weapon_schematics", Order::profile,
     [](Builder& build, const Use& use) -> Problem {
       for (Group& group : build.army(use.side).groups)
         if (group.type == UnitType::war_sun) group.sustain_damage = false;
       return std::nullopt;
     }},
    {"anomaly_entropic_scar", Order::profile,
     [](Builder& build, const Use& use) -> Problem {
       for (Group& group : build.army(use.side).groups) strip_abilities(group);
       build.army(use.side).in_scar = true;
       build.army(use.side).blocked_rolls |= kAbilityRolls;  // nor from outside into it
       build.army(use.side).blocks_cannons = true;
       return std::nullopt;
     }},
    // RULES 7.10, once all mechs are there.
    {"law_articles_of_war", Order::token,
     [](Builder& build, const Use& use) -> Problem {
       for (Group& group : build.army(use.side).groups)
         if (group.type == UnitType::mech) {
           const bool sustains = group.sustain_damage;
           strip_abilities(group);
           group.sustain_damage = sustains;
           group.texts_apply = false;
           group.free_ride &= group.moves_alone;
         }
       return std::nullopt;
     }},
    {"relic_metali_void_shielding", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       army.lends_sustain = !army.in_scar;
       if (army.in_scar) return nothing(build, use, "no unit sustains in an entropic scar");
       return std::nullopt;
     },
     "one non-fighter ship sustains each time hits are produced, in loss order"},
};

}  // namespace

std::span<const Effect> hit_effects() { return kHitEffects; }

}  // namespace broadside::ti4
