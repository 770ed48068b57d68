#include "bench/matchups.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "core/systems/arcane_legions/game.hpp"
#include "core/systems/rebellion/game.hpp"
#include "core/systems/risk/game.hpp"
#include "core/systems/ti4/game.hpp"
#include "sim/engine.hpp"

namespace broadside::bench {
namespace {

/// A matchup that is no battle is a mistake in this file: say which and stop, in release builds
/// too.
[[noreturn]] void reject(std::string_view label, const InputError& error) {
  std::fprintf(stderr, "bench: matchup '%.*s': %s\n", static_cast<int>(label.size()), label.data(),
               error.message().c_str());
  std::abort();
}

SideSpec side(std::string_view fleet) {
  auto spec = ti4::game().parse_side(fleet);
  if (!spec) reject(fleet, spec.error());
  return std::move(spec).value();
}

SideSpec upgraded(SideSpec spec) {
  for (const UnitCount& unit : spec.units)
    if (unit.type != "war_sun" && unit.type != "mech") spec.upgrades.push_back(unit.type);
  return spec;
}

SideSpec losing(SideSpec spec, std::vector<std::string> order) {
  spec.policy["losses"] = std::move(order);
  return spec;
}

SideSpec sustaining(SideSpec spec, std::string when) {
  spec.policy["sustain"] = std::move(when);
  return spec;
}

SideSpec damaged(SideSpec spec, std::vector<UnitCount> units) {
  spec.damaged = std::move(units);
  return spec;
}

SideSpec retreating(SideSpec spec, int round) {
  spec.policy["retreat"] = RetreatTiming{.round = round, .below = {}};
  return spec;
}

SideSpec with_effects(SideSpec spec, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) spec.effects.push_back({id, {}, {}, {}});
  return spec;
}

Matchup matchup(std::string name, std::string label, std::string battle, SideSpec attacker,
                SideSpec defender) {
  Scenario scenario;
  scenario.game = ti4::game().id();
  scenario.battle = std::move(battle);
  scenario.sides = {std::move(attacker), std::move(defender)};
  return {std::move(name), std::move(label), std::move(scenario)};
}

/// A flagship needs a faction: one whose ships say nothing that matters in a battle.
SideSpec crewed(std::string_view fleet) {
  SideSpec spec = side(fleet);
  for (const UnitCount& unit : spec.units)
    if (unit.type == "flagship") spec.faction = "sol";
  return spec;
}

/// Two fleets in notation, which is also what the label says.
Matchup fleets(std::string name, std::string battle, std::string_view attacker,
               std::string_view defender) {
  std::string label{attacker};
  label += attacker == defender ? ", mirrored" : " v " + std::string{defender};
  return matchup(std::move(name), std::move(label), std::move(battle), crewed(attacker),
                 crewed(defender));
}

/// Two units of Arcane Legions.
Matchup legions(std::string name, std::string battle, std::string_view attacker,
                std::string_view defender) {
  const auto unit = [](std::string_view text) {
    auto spec = arcane_legions::game().parse_side(text);
    if (!spec) reject(text, spec.error());
    return std::move(spec).value();
  };
  Matchup made = matchup(std::move(name), std::string{attacker} + " v " + std::string{defender},
                         std::move(battle), unit(attacker), unit(defender));
  made.scenario.game = arcane_legions::game().id();
  return made;
}

/// A combat of Star Wars: Rebellion, with the rules read like this.
Matchup combat(std::string name, std::string_view attacker, std::string_view defender,
               Values readings, const std::string& how) {
  const auto read = [](std::string_view text) {
    auto spec = rebellion::game().parse_side(text);
    if (!spec) reject(text, spec.error());
    return std::move(spec).value();
  };
  Matchup made =
      matchup(std::move(name), std::string{attacker} + " v " + std::string{defender} + how,
              "combat", read(attacker), read(defender));
  made.scenario.game = rebellion::game().id();
  made.scenario.readings = std::move(readings);
  return made;
}

/// An attack in Risk.
Matchup attack(std::string name, std::string_view attacker, std::string_view defender) {
  const auto read = [](std::string_view text) {
    auto spec = risk::game().parse_side(text);
    if (!spec) reject(text, spec.error());
    return std::move(spec).value();
  };
  Matchup made = matchup(std::move(name), std::string{attacker} + " v " + std::string{defender},
                         "attack", read(attacker), read(defender));
  made.scenario.game = risk::game().id();
  return made;
}

constexpr std::string_view kImperials = "isd, 3 tie, at-st, 2 trooper, leader tarkin";
constexpr std::string_view kRebels =
    "corvette, 2 x-wing, y-wing, airspeeder, 2 trooper, leader dodonna";

constexpr std::string_view kAllShips = "2 ws, 5 dn, 8 ca, 4 cv, 8 dd, 10 ff";
constexpr std::string_view kLargestFleet = "2 ws, fs, 5 dn, 8 ca, 4 cv, 8 dd, 10 ff";
constexpr std::string_view kAllAttackers =
    "2 ws, 5 dn, 8 ca, 4 cv, 8 dd, 10 ff, 12 infantry, 4 mech";
constexpr std::string_view kAllDefenders =
    "2 ws, 5 dn, 8 ca, 4 cv, 8 dd, 10 ff, 12 infantry, 4 mech, 6 pds, 3 space dock";

}  // namespace

std::vector<Matchup> fixed_matchups() {
  return {
      fleets("i", "space", "cruiser", "destroyer"),
      fleets("ii", "space", "2 dn, cv, 4 ff", "2 dn, cv, 4 ff"),
      fleets("iii", "space", "ws, 2 dn, 6 ff", "fs, 3 ca, 4 dd, 4 ff"),
      fleets("iv", "space", kLargestFleet, kLargestFleet),
      fleets("invasion", "invasion", "2 dn, 5 infantry, mech", "4 infantry, 2 mech, pds"),
      fleets("conquest", "conquest", "2 dn, 2 cv, 3 ff, 4 infantry, mech",
             "3 ca, 2 ff, 3 infantry, mech, 2 pds"),
      matchup("effects", "the conquest with Morale Boost, Devotion, Direct Hit v Valkyrie Weave",
              "conquest",
              with_effects(side("2 dn, 2 cv, 3 ff, 4 infantry, mech"),
                           {"ac_morale_boost", "ability_devotion", "ac_direct_hit"}),
              with_effects(side("3 ca, 2 ff, 3 infantry, mech, 2 pds"),
                           {"tech_valkyrie_particle_weave"})),
      combat("combat", kImperials, kRebels, {{"cards", "false"}}, ", cards off"),
      combat("tactics", kImperials, kRebels, {}, ", cards on"),
      combat("cinematic", kImperials, kRebels, {{"cinematic", "true"}}, ", cinematic, cards on"),
      legions("order", "close", "dice 20", "dice 20"),
      legions("duel", "duel", "D-MIX-TITUS", "D-MIX-ACHILLES"),
      legions("volley", "volley", "D-MIX-XBOW", "D-MIX-GULUG"),
      attack("risk", "20 armies", "15 armies"),
  };
}

Matchup fixed_matchup(std::string_view name) {
  for (Matchup& each : fixed_matchups())
    if (each.name == name) return each;
  reject(name, {"no such matchup", "", ""});
}

std::vector<Matchup> largest_matchups() {
  const SideSpec ships = side(kAllShips);
  const SideSpec ships_and_cannons = side(std::string{kAllShips} + ", 6 pds");
  const SideSpec attackers = side(kAllAttackers), defenders = side(kAllDefenders);
  const std::vector<std::string> carriers_first{"carrier", "fighter", "cruiser", "destroyer",
                                                "dreadnought"};
  const std::vector<std::string> big_first{"war_sun",   "dreadnought", "carrier",
                                           "destroyer", "cruiser",     "fighter"};
  return {
      matchup("1", "space, every ship", "space", ships, ships),
      matchup("2", "space, every ship upgraded", "space", upgraded(ships), upgraded(ships)),
      matchup("3", "space, 6 PDS each", "space", ships_and_cannons, ships_and_cannons),
      matchup("4", "space, upgraded, 6 PDS II each", "space", upgraded(ships_and_cannons),
              upgraded(ships_and_cannons)),
      matchup("5", "space, carriers given up first, sustain last v first", "space",
              sustaining(losing(ships, carriers_first), "last"), losing(ships, carriers_first)),
      matchup("6", "space, large ships given up first, sustain last", "space",
              sustaining(losing(ships, big_first), "last"),
              sustaining(losing(ships, big_first), "last")),
      matchup("7", "space, damaged, announces in round 4", "space",
              retreating(damaged(ships, {{"dreadnought", 3}, {"war_sun", 1}}), 4), ships),
      matchup("8", "invasion, every piece", "invasion", attackers, defenders),
      matchup("9", "conquest, every piece", "conquest", attackers, defenders),
      matchup("10", "conquest, upgraded, sustain last, carriers given up first", "conquest",
              losing(sustaining(upgraded(attackers), "last"), carriers_first),
              sustaining(upgraded(defenders), "last")),
  };
}

std::vector<Matchup> signature_matchups() {
  auto all = fixed_matchups();
  all.push_back(matchup("retreat", "the defender announces in round 2", "space",
                        side("3 ca, 2 dd, 4 ff, cv"), retreating(side("2 dn, cv, 3 ff"), 2)));
  all.push_back(matchup("withdrawal", "conquest, the attacker announces in round 1", "conquest",
                        retreating(side("2 cv, 2 ca, 4 ff, 3 infantry"), 1),
                        side("2 dd, 2 ff, 2 infantry, pds")));
  all.push_back(
      matchup("cannons", "damaged, sustain last v never, 2 PDS each", "space",
              sustaining(damaged(side("3 dn, 2 cv, 5 ff, 2 pds"), {{"dreadnought", 2}}), "last"),
              sustaining(upgraded(side("ws, 2 dn, 3 dd, 2 pds")), "never")));
  all.push_back(matchup("ground", "upgraded infantry", "ground",
                        upgraded(side("6 infantry, 2 mech")), side("7 infantry, 3 mech")));
  return all;
}

Battle prepare(const Matchup& matchup) {
  const auto game = find_game(matchup.scenario.game);
  if (!game) reject(matchup.label, game.error());
  auto battle = game.value()->prepare(matchup.scenario);
  if (!battle) reject(matchup.label, battle.error());
  return std::move(battle).value();
}

}  // namespace broadside::bench
