// Effects that replace or repair units before the battle.
#include <algorithm>

#include "core/systems/ti4/effects/composition.hpp"

namespace broadside::ti4 {
namespace {

/// Units of one type become as many of another; those given up are damaged ones first, the new ones
/// are whole.
Problem turn_into(Builder& build, const Use& use, Army& army, UnitType from, UnitType to,
                  int units) {
  const int found = find_group(army, from);
  const int here = found < 0 ? 0 : std::min(units, nth(army.groups, found).start);
  if (here == 0) return nothing(build, use, "there is no " + std::string{name(from)});
  const int into = group_for(army, to);
  if (into < 0) return no_such_unit(to);
  take(nth(army.groups, found), here, First::damaged);
  nth(army.groups, into).start += here;
  nth(army.groups, into).most += here;
  return std::nullopt;
}

template <int kMost, UnitType kFrom, UnitType kTo>
Problem replaces(Builder& build, const Use& use) {
  if (auto error = check_most(use, kMost)) return error;
  if (is_ground_type(kFrom) && !build.on_planet())
    return nothing(build, use, "ground forces take no part in a space battle");
  return turn_into(build, use, build.army(use.side), kFrom, kTo, use.uses(kMost));
}

/// The group fights as another printing of its unit.
void reprint(Group& group, const Unit& unit) {
  Group better = make_group(unit, group.start);
  better.most = group.most;
  better.placed_at = group.placed_at;
  better.most_placed = group.most_placed;
  better.start_damaged = better.sustain_damage ? group.start_damaged : 0;
  group = better;
}

/// A ship becomes one that costs up to 2 more: the dearest that the side has a printing of; a
/// carrier is not wanted for a fight.
Problem letani_ospha(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  auto from = pick_type(use, {UnitType::cruiser, UnitType::destroyer, UnitType::carrier,
                              UnitType::dreadnought, UnitType::flagship});
  if (!from) return from.error();
  if (!use.target())
    for (UnitType type : {UnitType::cruiser, UnitType::destroyer, UnitType::carrier})
      if (total_of(army, type) > 0) {
        from = type;
        break;
      }
  const Unit* old = unit_for(army, from.value(), 1);
  const Unit* best = nullptr;
  for (UnitType type : {UnitType::destroyer, UnitType::cruiser, UnitType::dreadnought,
                        UnitType::flagship, UnitType::war_sun}) {
    const Unit* unit = unit_for(army, type, 1);
    if (old && unit && unit->cost_each() > old->cost_each() &&
        unit->cost_each() <= old->cost_each() + 2 &&
        (!best || unit->cost_each() > best->cost_each()))
      best = unit;
  }
  if (!best)
    return nothing(build, use,
                   "no ship costs 1 or 2 more than a " + std::string{name(from.value())});
  return turn_into(build, use, army, from.value(), best->type, 1);
}

/// Two ships of a player change places: the one that fights least leaves, another comes.
Problem ahk_ravin(Builder& build, const Use& use) {
  const auto type = pick_type(use, {UnitType::dreadnought, UnitType::war_sun, UnitType::flagship,
                                    UnitType::cruiser, UnitType::carrier, UnitType::destroyer});
  if (!type) return type.error();
  Army& army = build.army(use.side);
  if (count(army, starting_force(army), Targets::non_fighters) == 0)
    return nothing(build, use, "there is no non-fighter ship to swap");
  if (group_for(army, type.value()) < 0) return no_such_unit(type.value());
  give_up_ships(army, 1);
  return place(build, use, use.side, type.value(), 1);
}

Problem tables_grace(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const int found = find_group(army, UnitType::cruiser);
  if (found < 0 || !army.upgraded[UnitType::cruiser])
    return nothing(build, use, "it needs Cruiser II");
  reprint(nth(army.groups, found), *find_unit(army, "mentak_cruiser_3"));
  return std::nullopt;
}

/// Four mechs in one system: three go back, the fourth is Eidolon Maximum, a ship and a ground
/// force.
Problem absolute_synergy(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const int mechs = find_group(army, UnitType::mech);
  if (mechs < 0 || nth(army.groups, mechs).start < 4 || !army.has_room_for_group())
    return nothing(build, use, "it needs 4 mechs");
  take(nth(army.groups, mechs), 4, First::damaged);
  Group& maximum =
      army.groups.emplace_back(make_group(*find_unit(army, "naaz_rokha_mech_maximum"), 1));
  maximum.free_ride = true;  // it has a move value: nothing carries it
  return std::nullopt;
}

Problem age_of_fighters(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const Unit* better = unit_for(army, UnitType::fighter, 2);
  army.upgraded[UnitType::fighter] = true;
  for (Group& group : army.groups)
    if (group.type == UnitType::fighter && better) reprint(group, *better);
  return std::nullopt;
}

/// All damaged units are repaired, or a PDS is placed.
Problem nanomachines(Builder& build, const Use& use) {
  if (use.target()) return gains<1, UnitType::pds>(build, use);
  for (Group& group : build.army(use.side).groups) group.start_damaged = 0;
  return std::nullopt;
}

// Agendas with two outcomes: uses 1 (the default) = For, 2 = Against.
bool is_against(const Use& use) { return use.uses() == 2; }

/// For: half of the infantry on each planet is destroyed, rounded up. Against: one more on each.
Problem swords_to_plowshares(Builder& build, const Use& use) {
  const bool against = is_against(use);
  Army& army = build.army(use.side);
  if (use.side == Side::attacker && (build.in_space() || build.kind == BattleKind::invasion))
    return nothing(build, use, "the attacker's infantry are aboard, and on no planet");
  if (against) return place(build, use, use.side, UnitType::infantry, 1);
  if (!build.on_planet())
    return nothing(build, use, "ground forces take no part in a space battle");
  take_type(army, UnitType::infantry, (total_of(army, UnitType::infantry) + 1) / 2, First::damaged);
  return std::nullopt;
}

/// For: a mech in the home system, so for the defender there. Against: every mech becomes an
/// infantry.
Problem rearmament_agreement(Builder& build, const Use& use) {
  if (is_against(use)) {
    if (!build.on_planet())
      return nothing(build, use, "ground forces take no part in a space battle");
    Army& army = build.army(use.side);
    return turn_into(build, use, army, UnitType::mech, UnitType::infantry,
                     total_of(army, UnitType::mech));
  }
  if (use.side == Side::attacker) return nothing(build, use, "the attacker's mech is at his home");
  return place(build, use, use.side, UnitType::mech, 1);
}

using enum UnitType;

constexpr Effect kReplacingEffects[] = {
    {"ac_upgrade", Order::composition, replaces<1, cruiser, dreadnought>},
    {"ac_refit_troops", Order::composition, replaces<2, infantry, mech>,
     "2 infantry, unless uses says 1"},
    {"agent_i48s", Order::composition,
     [](Builder& build, const Use& use) {
       if (use.side == Side::defender)
         return nothing(build, use, "it is for the player who activates the system");
       return replaces<1, infantry, mech>(build, use);
     }},
    {"agent_letani_ospha", Order::composition, letani_ospha,
     "a cruiser, else a destroyer, else a carrier, unless a target is named; it becomes the "
     "dearest ship allowed"},
    {"agent_ahk_ravin", Order::composition, ahk_ravin,
     "the non-fighter ship that fights least leaves; a dreadnought comes, unless a target is "
     "named"},
    {"breakthrough_the_tables_grace", Order::composition, tables_grace},
    {"breakthrough_absolute_synergy", Order::composition, absolute_synergy, "before the battle"},
    {"event_age_of_fighters", Order::composition, age_of_fighters},
    {"tech_nanomachines", Order::composition, nanomachines,
     "repairs every unit, unless the target is pds"},
    {"agenda_swords_to_plowshares", Order::composition, swords_to_plowshares,
     "For (uses 2 = Against); half of the infantry here, rounded up"},
    {"agenda_rearmament_agreement", Order::composition, rearmament_agreement,
     "For, the battle is at the defender's home (uses 2 = Against: mechs become infantry)"},
};

}  // namespace

std::span<const Effect> replacing_effects() { return kReplacingEffects; }

}  // namespace broadside::ti4
