// Effects that keep a combat from taking place.
#include "core/systems/ti4/effects/composition.hpp"

namespace broadside::ti4 {
namespace {

/// The turn ends, or the ships may not come: nothing is rolled.
Problem call_off(Builder& build, const Use& use) {
  build.army(use.side).called_off = true;
  return std::nullopt;
}

/// Only where the side has ships in the system.
Problem call_off_with_ships(Builder& build, const Use& use) {
  const Army& army = build.army(use.side);
  if (build.in_space() && count(army, starting_force(army), Targets::ships) == 0)
    return nothing(build, use, "it needs own ships in the system");
  return call_off(build, use);
}

/// Bombardment happens, but the troops do not stay on the planet (RULES 4.2).
Problem no_landing(Builder& build, const Use& use) {
  if (!build.on_planet()) return nothing(build, use, "nobody lands in a space battle");
  build.army(use.side).no_landing = true;
  return std::nullopt;
}

/// Those who are committed go back; who stood there before does not (RULES 4.2.4).
Problem parley(Builder& build, const Use& use) {
  if (!build.on_planet()) return nothing(build, use, "nobody lands in a space battle");
  build.army(use.side).sends_back = true;
  return std::nullopt;
}

/// While both sides have ground forces on the planet, they do not fight (RULES 7.4).
Problem coexist(Builder& build, const Use& use) {
  if (!build.on_planet()) return nothing(build, use, "nobody lands in a space battle");
  build.army(use.side).coexists = true;
  return std::nullopt;
}

/// Ships slip away before the space cannons fire; it is not a retreat (RULES 3.3.2). What is on the
/// planet stays.
Problem foresight(Builder& build, const Use& use) {
  const Army& army = build.army(use.side);
  if (!build.in_space() || count(army, starting_force(army), Targets::ships) == 0)
    return nothing(build, use, "there are no ships to move away");
  build.army(use.side).leaves_before_space = true;
  return std::nullopt;
}

/// Others' units that enter the home system are destroyed.
Problem sundered(Builder& build, const Use& use) {
  take_all(build.army(other(use.side)), [](const Group&) { return true; });
  return call_off(build, use);
}

/// Nova Seed: everybody else's units are destroyed; the system is a supernova then, so there is no
/// planet left to take.
Problem adjudicator_baal(Builder& build, const Use& use) {
  if (total_of(build.army(use.side), UnitType::war_sun) == 0)
    return nothing(build, use, "it needs a war sun that moves in");
  take_all(build.army(other(use.side)), [](const Group&) { return true; });
  build.army(use.side).no_landing = build.on_planet();
  return std::nullopt;
}

/// The Saar ground forces leave for another planet when the enemy lands; PDS still shoot
/// (RULES 4.2).
Problem raghs_call(Builder& build, const Use& use) {
  Army& enemy = build.army(other(use.side));
  if (enemy.faction != "saar")
    return InputError{"Ragh's Call works against the Clan of Saar only", "",
                      "the defender's \"faction\": \"saar\", or leave it out"};
  if (!build.on_planet()) return nothing(build, use, "nobody lands in a space battle");
  enemy.evacuates = true;
  return std::nullopt;
}

constexpr Effect kNoCombatEffects[] = {
    {"tech_nullification_field", Order::composition, call_off_with_ships,
     "used: the turn ends at the activation"},
    {"tech_chaos_mapping", Order::composition, call_off_with_ships,
     "the system is an asteroid field: it cannot be activated"},
    {"pn_ceasefire", Order::composition, call_off,
     "used: the attacker, who issued it, has nothing there yet and cannot move in"},
    {"law_minister_of_peace", Order::composition, call_off,
     "used: the turn ends at the activation"},
    {"ability_foresight", Order::composition, foresight,
     "used: the ships move to another system before anybody fires"},
    {"ability_sundered", Order::composition, sundered,
     "the battle would be in the Crimson Rebellion's home system"},
    {"hero_adjudicator_baal", Order::composition, adjudicator_baal,
     "used: the defender is destroyed, and with the system its planets"},
    {"ac_parley", Order::composition, parley, "used on the first landing"},
    {"law_demilitarized_zone", Order::composition, no_landing, "attached to this planet"},
    {"attachment_demilitarized_zone", Order::composition, no_landing, "attached to this planet"},
    {"pn_raghs_call", Order::composition, raghs_call, "used on this planet"},
    {"rule_coexistence", Order::composition, coexist,
     "listed: the attacker does not engage on the planet"},
    {"ability_research_team", Order::composition, coexist,
     "listed: the units coexist instead of fighting"},
    {"breakthrough_slumberstate_computing", Order::composition, coexist,
     "listed: the awakened units coexist; nobody else lands"},
};

}  // namespace

std::span<const Effect> no_combat_effects() { return kNoCombatEffects; }

}  // namespace broadside::ti4
