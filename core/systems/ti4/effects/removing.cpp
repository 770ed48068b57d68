// Effects that remove units before the battle, by choice or by dice.
#include <algorithm>

#include "core/systems/ti4/effects/composition.hpp"

namespace broadside::ti4 {
namespace {

bool on_this_planet(const Group& group) {
  return group.is_structure || (group.is_ground_force && !group.is_ship);
}

constexpr int kEvery = 1000;

/// The enemy loses so many units (uses) of the first type that he has, or of the target's;
/// undamaged ones first.
template <int kCount, UnitType... kTypes>
Problem enemy_loses(Builder& build, const Use& use) {
  auto type = pick_type(use, {kTypes...});
  if (!type) return type.error();
  Army& enemy = build.army(other(use.side));
  if (!use.target())
    for (UnitType one : {kTypes...})
      if (total_of(enemy, one) > 0) {
        type = one;
        break;
      }
  const bool cargo = is_ground_type(type.value()) && !build.on_planet();
  if (cargo || take_type(enemy, type.value(), use.uses(kCount), First::undamaged) == 0)
    return nothing(build, use, "the enemy has no " + std::string{name(type.value())} + " for it");
  return std::nullopt;
}

/// The side loses units of a type itself.
template <int kCount, UnitType kType>
Problem loses(Builder& build, const Use& use) {
  if (take_type(build.army(use.side), kType, use.uses(kCount), First::damaged) == 0)
    return nothing(build, use, std::string{"the side has no "} + std::string{name(kType)});
  return std::nullopt;
}

/// Everything that the defender has on the planet, structures included.
Problem wipe_planet(Builder& build, const Use& use) {
  if (use.side != Side::attacker)
    return nothing(build, use, "the attacker has nothing on the planet");
  Army& defender = build.army(Side::defender);
  take_all(defender, [&](const Group& g) {
    return g.is_structure || (on_this_planet(g) && build.on_planet());
  });
  return std::nullopt;
}

/// The planet is gone with all that stood on it: the space combat is fought, then nobody lands.
Problem stellar_converter(Builder& build, const Use& use) {
  if (auto error = wipe_planet(build, use)) return error;
  build.army(use.side).no_landing = use.side == Side::attacker;
  return std::nullopt;
}

/// An agenda that hits what stood in the system: only the defender has been there.
template <bool (*kWhich)(const Group&)>
Problem defender_loses_all(Builder& build, const Use& use) {
  if (use.side == Side::attacker) return nothing(build, use, "the attacker was not there");
  take_all(build.army(use.side),
           [&](const Group& g) { return kWhich(g) && (build.on_planet() || !g.is_ground_force); });
  return std::nullopt;
}
bool is_ground_force(const Group& group) { return group.is_ground_force && !group.is_ship; }
bool is_ship(const Group& group) { return group.is_ship; }

/// The Ixthian Artifact went wrong, next to Mecatol Rex: each player destroys 3 own units, the
/// cheapest. Structures, which have no printed cost, are kept.
Problem ixthian_artifact(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  for (int left = use.uses(3); left > 0; --left) {
    Group* cheapest = nullptr;
    for (Group& group : army.groups)
      if (group.start > 0 && !group.is_structure && (!cheapest || group.worth < cheapest->worth))
        cheapest = &group;
    if (cheapest) take(*cheapest, 1, First::damaged);
  }
  return std::nullopt;
}

Problem arms_reduction(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  for (const auto& [type, kept] :
       {std::pair{UnitType::dreadnought, 2}, std::pair{UnitType::cruiser, 4}})
    take_type(army, type, std::max(0, total_of(army, type) - kept), First::damaged);
  return std::nullopt;
}

/// At most 4 tokens in the fleet pool; Armada allows two ships more.
Problem fleet_regulations(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const int limit = army.faction == "letnev" ? 6 : 4;
  give_up_ships(army, count(army, starting_force(army), Targets::non_fighters) - limit);
  return std::nullopt;
}

// --- dice before the battle

/// Each unit of the groups is lost with this chance, by a die of its own. The victim "throws" it:
/// it only changes himself.
Event each_may_be_lost(const char* title, double chance, bool (*which)(const Group&),
                       bool spills_cargo) {
  return {
      title,
      [=](const Army& own, const Force& force, std::uint32_t) {
        Pmf<Force> left{force};
        for (std::size_t g = 0; g < own.groups.size(); ++g)
          if (which(own.groups[g]))
            left = left.then([&](const Force& before) { return each_may_fall(before, g, chance); });
        return left.map([&](const Force& after) {
          return std::pair{Volley{0},
                           spills_cargo ? enforce_capacity(own, after, own.overload, true) : after};
        });
      },
      [](const Army&, const Force& force, Volley) { return force; }, 1, nullptr};
}

/// A die for each infantry on the planet; 6 or more destroys it.
Problem plague(Builder& build, const Use& use) {
  Army& enemy = build.army(other(use.side));
  if (!build.on_planet() || total_of(enemy, UnitType::infantry) == 0)
    return nothing(build, use, "the enemy has no infantry on the planet");
  enemy.before_battle.push_back(each_may_be_lost(
      "plague", 0.5, [](const Group& g) { return g.type == UnitType::infantry; }, false));
  return std::nullopt;
}

/// Each non-fighter ship in or next to a dimensional tear is captured on 1 to 3, with the cargo
/// that is then too much.
Problem it_feeds_on_carrion(Builder& build, const Use& use) {
  Army& enemy = build.army(other(use.side));
  if (count(enemy, starting_force(enemy), Targets::non_fighters) == 0)
    return nothing(build, use, "the enemy has no non-fighter ships");
  enemy.before_battle.push_back(each_may_be_lost(
      "dimensional anchor", 0.3, [](const Group& g) { return g.is_non_fighter_ship(); },
      build.in_space()));
  return std::nullopt;
}

/// A die for each resource spent; each 4 or more is a hit on a ground force of the owner's choice,
/// which may sustain it (RULES 5.3).
Problem deorbit_barrage(Builder& build, const Use& use) {
  if (!build.on_planet())
    return nothing(build, use, "ground forces take no part in a space battle");
  const int dice = use.uses(3);
  build.army(other(use.side))
      .before_battle.push_back(
          {"deorbit barrage",
           [dice](const Army& own, const Force& force, std::uint32_t) {
             HitContext context;
             context.roll = Roll::bombardment;  // on the ground, outside combat
             context.targets = Targets::ground_forces;
             context.in_combat = false;
             return binomial(dice, 0.7).map([&](std::uint32_t hits) {
               Force after = force;
               for (; hits > 0; --hits)
                 after = take_chosen_hit(own, after,
                                         pick_for_enemy(own, after, Targets::ground_forces, true),
                                         true, context);
               return std::pair{Volley{0}, after};
             });
           },
           [](const Army&, const Force& force, Volley) { return force; }, 1, nullptr});
  return std::nullopt;
}

using enum UnitType;

constexpr Effect kRemovingEffects[] = {
    {"ac_lucky_shot", Order::composition, enemy_loses<1, dreadnought, cruiser, destroyer>,
     "on a dreadnought, else a cruiser, else a destroyer, unless a target is named; on a damaged "
     "one only where there is no other"},
    {"ac_cripple_defenses", Order::composition, enemy_loses<kEvery, pds>,
     "every PDS of the enemy is on that planet, unless uses says how many"},
    {"ac_reactor_meltdown", Order::composition, enemy_loses<1, space_dock>},
    {"ac_unstable_planet", Order::composition, enemy_loses<3, infantry>,
     "3 infantry, unless uses says fewer"},
    {"ac_plague", Order::composition, plague},
    {"tech_neural_parasite_obsidian", Order::composition, enemy_loses<1, infantry>,
     "uses = turns in which an infantry here was the victim (1)"},
    {"tech_neuroglaive", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       give_up_ships(build.army(other(use.side)), use.uses(0));
       return std::nullopt;
     },
     "uses = ships that the attacker must remove for the lost fleet token (0); he gives up "
     "those that fight least"},
    {"agent_ggrocuto_rinn", Order::composition, enemy_loses<1, infantry>,
     "an enemy infantry is removed"},
    {"plot_seethe", Order::composition, wipe_planet, "on this planet"},
    {"event_stellar_atomics", Order::composition, wipe_planet, "on this planet"},
    {"hero_unit_dsgn_flayesh", Order::composition, wipe_planet, "on this planet"},
    {"relic_stellar_converter", Order::composition, stellar_converter,
     "on this planet, which is gone then"},
    {"hero_gurno_aggero", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       take_all(build.army(other(use.side)),
                [](const Group& g) { return g.type == infantry || g.type == fighter; });
       return std::nullopt;
     },
     "on this system"},
    {"hero_it_feeds_on_carrion", Order::composition, it_feeds_on_carrion,
     "every non-fighter ship of the enemy is in or next to a tear"},
    {"breakthrough_deorbit_barrage", Order::composition, deorbit_barrage,
     "uses = resources spent (3); on the dearest ground force that a hit destroys, else the "
     "dearest undamaged"},
    {"agenda_arms_reduction", Order::composition, arms_reduction,
     "the 2 dreadnoughts and 4 cruisers kept are here; damaged ones go first"},
    {"agenda_colonial_redistribution", Order::composition, defender_loses_all<on_this_planet>,
     "this planet was elected; nobody has been placed on it since"},
    {"agenda_compensated_disarmament", Order::composition, defender_loses_all<is_ground_force>,
     "this planet was elected"},
    {"agenda_enforced_travel_ban_against", Order::composition, loses<kEvery, pds>,
     "the system is in or next to one with a wormhole"},
    {"agenda_homeland_defense_act_against", Order::composition, loses<1, pds>,
     "the PDS given up was here"},
    {"agenda_ixthian_artifact", Order::composition, ixthian_artifact,
     "the roll was bad and the units of the side were next to Mecatol Rex; uses = units given up "
     "(3), the "
     "cheapest"},
    {"agenda_wormhole_research", Order::composition, defender_loses_all<is_ship>,
     "For; the system has a wormhole, and only the defender's ships were there"},
    {"law_anti_intellectual_revolution", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       give_up_ships(build.army(use.side), use.uses());
       return std::nullopt;
     },
     "uses = technologies researched (1); the ship that fights least is given up for each"},
    {"law_fleet_regulations", Order::composition, fleet_regulations,
     "ships above the limit of 4 (Letnev 6) are given up, those that fight least first"},
};

}  // namespace

std::span<const Effect> removing_effects() { return kRemovingEffects; }

}  // namespace broadside::ti4
