// Effects that place units before the battle.
#include <algorithm>

#include "core/systems/ti4/effects/composition.hpp"

namespace broadside::ti4 {
namespace {

constexpr UnitType kShips[] = {UnitType::flagship, UnitType::war_sun, UnitType::dreadnought,
                               UnitType::cruiser,  UnitType::carrier, UnitType::destroyer,
                               UnitType::fighter};

/// A group of its own for units that differ from the others of their type in how they came.
Group* add_group(Army& army, UnitType type, int units) {
  const Unit* unit = unit_for(army, type, army.upgraded[type] ? 2 : 1);
  if (!unit || !army.has_room_for_group()) return nullptr;
  army.groups.push_back(make_group(*unit, units));
  return &army.groups.back();
}

/// As gains, with a limit that the card sets.
template <int kMost, UnitType... kTypes>
Problem gains_up_to(Builder& build, const Use& use) {
  if (auto error = check_most(use, kMost)) return error;
  return gains<kMost, kTypes...>(build, use);
}

/// One unit is produced here: by default a cruiser in space, an infantry on a planet.
Problem produces(Builder& build, const Use& use) {
  const UnitType type =
      use.target().value_or(build.in_space() ? UnitType::cruiser : UnitType::infantry);
  return place(build, use, use.side, type, use.uses());
}

/// PDS of the active player that arrive with him: they only fire in the space cannon offense step
/// (RULES 2.3, 2.4).
Problem brings_pds(Builder& build, const Use& use) {
  if (!build.in_space())
    return nothing(build, use, "the active player's space cannons do not fire in an invasion");
  if (!add_group(build.army(use.side), UnitType::pds, use.uses()))
    return no_such_unit(UnitType::pds);
  return std::nullopt;
}

/// Sleeper tokens become Hel-Titans, which fire, and fight on the planet; placed, not committed, so
/// space cannon defense cannot hit them (RULES 4.3.2), they need no ship, and fight whatever becomes
/// of the others (RULES 4.2.4). Their Planetary Shield is against others (RULES 8.11).
Problem awaken(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  if (army.faction != "titans")
    return InputError{"only the Titans of Ul have sleepers", "",
                      "\"faction\": \"titans\", or leave it out"};
  if (use.uses() == 0) return std::nullopt;
  Group* group = add_group(army, UnitType::pds, use.uses());
  if (!group) return no_such_unit(UnitType::pds);
  group->moves_alone = group->free_ride = true;
  group->stands_here = true;
  group->on_planet = build.kind == BattleKind::conquest;
  group->immune_to_abilities = true;
  return std::nullopt;
}

/// One trooper from each of some planets joins the landing, whatever became of the ships; space
/// cannon defense can hit them (RULES 4.2.2, 4.3).
Problem ghom_sekkus(Builder& build, const Use& use) {
  const auto type = pick_type(use, {UnitType::infantry, UnitType::mech});
  if (!type) return type.error();
  if (build.kind != BattleKind::conquest)
    return place(build, use, use.side, type.value(), use.uses());
  Group* group = add_group(build.army(use.side), type.value(), use.uses());
  if (!group) return no_such_unit(type.value());
  group->moves_alone = group->free_ride = true;  // they come by themselves
  group->on_planet = true;                       // and what happens in space does not touch them
  return std::nullopt;
}

/// Ground forces shift over from the other planets of the system once the attacker has committed:
/// after the bombardment, which therefore cannot hit them. (Harrow should; that pairing is not told
/// apart.)
Problem ghost_squad(Builder& build, const Use& use) {
  const auto type = pick_type(use, {UnitType::infantry, UnitType::mech});
  if (!type) return type.error();
  if (!build.on_planet())
    return nothing(build, use, "ground forces take no part in a space battle");
  Group* group = add_group(build.army(use.side), type.value(), use.uses());
  if (!group) return no_such_unit(type.value());
  group->immune_to_abilities = true;
  return std::nullopt;
}

/// A free fighter with each ship with capacity that came through a wormhole, while there is room.
Problem sai_seravus(Builder& build, const Use& use) {
  const Army& army = build.army(use.side);
  int ships = 0;
  for (const Group& group : army.groups)
    if (group.is_ship && group.capacity > 0) ships += group.start;
  const Force start = starting_force(army);
  const int fighters =
      std::min({use.uses(ships), ships, capacity(army, start) - load(army, start, false)});
  if (fighters <= 0) return nothing(build, use, "no ship has room for a fighter");
  return place(build, use, use.side, UnitType::fighter, fighters);
}

Problem fighter_conscription(Builder& build, const Use& use) {
  const Army& army = build.army(use.side);
  const bool room = std::any_of(army.groups.begin(), army.groups.end(), [](const Group& g) {
    return g.start > 0 && (g.capacity > 0 || g.type == UnitType::space_dock);
  });
  if (!room) return nothing(build, use, "it needs a space dock or a unit with capacity here");
  return gains<1, UnitType::fighter>(build, use);
}

/// A ship of a type whose upgrade the side owns; by default the dearest of them.
Problem aurex_mechanica(Builder& build, const Use& use) {
  const Army& army = build.army(use.side);
  std::optional<UnitType> best;
  double dearest = -1;
  std::string known;
  for (UnitType type : kShips) {
    if (!army.upgraded[type]) continue;
    known += (known.empty() ? "" : ", ") + std::string{name(type)};
    const double cost = unit_for(army, type, 2)->cost_each();
    if (use.target() ? *use.target() == type : cost > dearest) {
      best = type;
      dearest = cost;
    }
  }
  if (known.empty()) return nothing(build, use, "the side has no upgraded ships");
  if (!best)
    return InputError{"the side has no upgraded " + *use.choice.target, "", "target: " + known};
  return place(build, use, use.side, *best, use.uses());
}

/// Star Forge without its token: 2 fighters, or a destroyer, with a war sun.
Problem star_forge(Builder& build, const Use& use) {
  const auto type = pick_type(use, {UnitType::fighter, UnitType::destroyer});
  if (!type) return type.error();
  return place(build, use, use.side, type.value(), type.value() == UnitType::fighter ? 2 : 1);
}

/// Neutral units (RULES 7.3) guard a place that nobody holds: they are the defender.
Problem neutral_guard(Builder& build, const Use& use,
                      std::initializer_list<std::pair<UnitType, int>> units) {
  Army& guard = build.army(Side::defender);
  const bool empty = std::none_of(guard.groups.begin(), guard.groups.end(),
                                  [](const Group& g) { return g.start > 0; });
  if (guard.faction.empty() && empty) guard.faction = "neutral";
  if (guard.faction != "neutral")
    return nothing(build, use,
                   "neutral units are only where no player is; the defender must be neutral");
  for (const auto& [type, count] : units)
    if (auto error = place(build, use, Side::defender, type, count)) return error;
  return std::nullopt;
}

using enum UnitType;

constexpr Effect kPlacingEffects[] = {
    {"ability_awaken", Order::composition, awaken,
     "uses = sleeper tokens on the planet that become PDS (1); their own shield does not keep "
     "the attacker from bombarding"},
    {"ability_survival_instinct", Order::composition,
     gains_up_to<2, destroyer, cruiser, dreadnought, carrier, flagship, war_sun, fighter>,
     "2 destroyers come, unless target and uses say otherwise"},
    {"ac_rescue", Order::composition,
     gains_up_to<1, dreadnought, cruiser, destroyer, carrier, flagship, war_sun, fighter>,
     "a dreadnought comes, unless a target is named"},
    {"commander_dirzuga_rophal", Order::composition, produces,
     "a cruiser in space, an infantry on a planet, unless a target is named"},
    {"commander_sai_seravus", Order::composition, sai_seravus,
     "every ship with capacity came through a wormhole, unless uses says how many"},
    {"commander_ghom_sekkus", Order::composition, ghom_sekkus,
     "uses = troopers that join (1); infantry unless the target is mech"},
    {"ac_decoy_operation", Order::composition, gains_up_to<2, infantry, mech>,
     "2 infantry, unless target and uses say otherwise"},
    {"ac_ghost_squad", Order::composition, ghost_squad,
     "uses = ground forces that shift over to this planet (1); infantry unless the target is mech"},
    {"ac_fighter_conscription", Order::composition, fighter_conscription,
     "uses = fighters placed here (1)"},
    {"ac_frontline_deployment", Order::composition, gains<3, infantry>,
     "the infantry are here; uses = how many of them (3)"},
    {"ac_ghost_ship", Order::composition, gains<1, destroyer>, "the destroyer is here"},
    {"ac_rise_of_a_messiah", Order::composition, gains<1, infantry>,
     "uses = planets whose infantry is here (1)"},
    {"ac_war_effort", Order::composition, gains<1, cruiser>, "the cruiser is here"},
    {"ac_mercenary_contract", Order::composition,
     [](Builder& build, const Use& use) {
       return neutral_guard(build, use, {{infantry, 2}});
     },
     "the neutral infantry are the defender"},
    {"ac_pirate_contract", Order::composition,
     [](Builder& build, const Use& use) {
       return neutral_guard(build, use, {{destroyer, 1}});
     },
     "the neutral destroyer is the defender"},
    {"ac_pirate_fleet", Order::composition,
     [](Builder& build, const Use& use) {
       return neutral_guard(build, use, {{carrier, 1}, {cruiser, 1}, {destroyer, 1}, {fighter, 2}});
     },
     "the neutral ships are the defender"},
    {"event_dangerous_wilds", Order::composition,
     [](Builder& build, const Use& use) {
       return neutral_guard(build, use, {{infantry, use.uses(2)}});
     },
     "uses = resource value of the hazardous planet (2)"},
    {"event_minor_factions", Order::composition,
     [](Builder& build, const Use& use) {
       return neutral_guard(build, use, {{infantry, 3}});
     },
     "the neutral infantry are the defender"},
    {"pn_nano_link_permit", Order::composition, brings_pds,
     "uses = PDS that come to own planets in the system (1)"},
    {"breakthrough_stellar_genesis", Order::composition, brings_pds, "uses = PDS on Avernus (1)"},
    {"hero_letani_miasmiala", Order::composition, produces,
     "uses = units produced here (1); a cruiser in space, an infantry on a planet, unless a target "
     "is named"},
    {"hero_xxekir_grom_omega2", Order::composition, gains_up_to<4, mech, pds>,
     "4 mechs on this planet, unless target (pds) and uses say otherwise"},
    {"relic_jr_xs455_o", Order::composition, gains<1, pds, space_dock>,
     "a PDS, unless the target is space_dock"},
    {"planet_aurex_mechanica", Order::composition, aurex_mechanica,
     "the dearest ship whose upgrade the side has, unless a target is named"},
    {"planet_imperial_arms_vault", Order::composition, gains<1, mech>, "the mech is here"},
    {"planet_mirage_flight_academy", Order::composition, gains_up_to<2, fighter>,
     "2 fighters are here, unless uses says otherwise"},
    {"planet_the_atrament", Order::composition, gains_up_to<2, infantry>,
     "2 infantry are here, unless uses says otherwise"},
    {"planet_the_nucleus", Order::composition, star_forge,
     "2 fighters, unless the target is destroyer"},
    {"exploration_freelancers", Order::composition, produces,
     "a cruiser in space, an infantry on a planet, unless a target is named"},
    {"exploration_local_fabricators", Order::composition, gains<1, mech>,
     "paid for; the mech is here"},
    {"exploration_mercenary_outfit", Order::composition, gains<1, infantry>,
     "the infantry is here"},
};

}  // namespace

std::span<const Effect> placing_effects() { return kPlacingEffects; }

}  // namespace broadside::ti4
