// Effects that change who is there before the battle: units placed, removed, replaced; and those
// that keep a combat from taking place. Most are cards played in an earlier turn: naming one here
// says that it was played and that its units are in this battle. An effect that finds nothing to
// work on says so and changes nothing, so that one scenario can be tried with many fleets; a target
// that the card does not allow is an error.
#include <algorithm>
#include <initializer_list>

#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/units.hpp"

namespace broadside::ti4 {
namespace {

constexpr UnitType kShips[] = {UnitType::flagship, UnitType::war_sun, UnitType::dreadnought,
                               UnitType::cruiser,  UnitType::carrier, UnitType::destroyer,
                               UnitType::fighter};

bool is_ground_type(UnitType type) { return type == UnitType::infantry || type == UnitType::mech; }
bool is_structure_type(UnitType type) {
  return type == UnitType::pds || type == UnitType::space_dock;
}

/// The effect is accepted, but there is nothing for it to work on.
Problem nothing(Builder& build, const Use& use, const std::string& why) {
  build.say(use.side, std::string{use.id} + ": changes nothing, " + why);
  return std::nullopt;
}

/// The type that the player named, or the first of those that the card allows.
Result<UnitType> pick_type(const Use& use, std::initializer_list<UnitType> allowed) {
  if (!use.target()) return *allowed.begin();
  if (std::find(allowed.begin(), allowed.end(), *use.target()) != allowed.end())
    return *use.target();
  std::string known;
  for (UnitType type : allowed) known += (known.empty() ? "" : ", ") + std::string{name(type)};
  return InputError{
      "'" + std::string{use.id} + "' is not for a " + std::string{name(*use.target())}, "",
      "target: " + known};
}

Problem check_most(const Use& use, int most) {
  if (use.uses() <= most) return std::nullopt;
  return InputError{std::to_string(use.uses()) + " uses of '" + std::string{use.id} + "'", "",
                    "at most " + std::to_string(most)};
}

// --- placing

/// A group of its own for units that differ from the others of their type in how they came.
Group* add_group(Army& army, UnitType type, int units) {
  const Unit* unit = unit_for(army, type, army.upgraded[static_cast<std::size_t>(type)] ? 2 : 1);
  if (!unit || army.groups.size() == kGroups) return nullptr;
  army.groups.push_back(make_group(*unit, units));
  return &army.groups.back();
}

InputError no_such_unit(UnitType type) {
  return {"the side has no " + std::string{name(type)} + " to place", "",
          "name its faction, or another target"};
}

/// More units of a type, as the side fields them. Ground forces of a space battle would only be
/// cargo: they stay out.
Problem place(Builder& build, const Use& use, Side side, UnitType type, int units) {
  if (is_ground_type(type) && !build.on_planet())
    return nothing(build, use, "ground forces take no part in a space battle");
  if (is_structure_type(type) && side == Side::attacker)
    return nothing(build, use, "the attacker's planets are elsewhere");
  const bool ship = !is_ground_type(type) && !is_structure_type(type);
  if (ship && !build.in_space() && (build.kind == BattleKind::ground || side == Side::defender))
    return nothing(build, use, "ships take no part in it");
  Army& army = build.army(side);
  const int found = group_for(army, type);
  if (found < 0) return no_such_unit(type);
  Group& group = army.groups[static_cast<std::size_t>(found)];
  group.start += units;
  group.most += units;
  return std::nullopt;
}

/// So many units (uses) of the first type, or of the one that the target names.
template <int kCount, UnitType... kTypes>
Problem gains(Builder& build, const Use& use) {
  const auto type = pick_type(use, {kTypes...});
  if (!type) return type.error();
  return place(build, use, use.side, type.value(), use.uses(kCount));
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
/// space cannon defense cannot hit them (RULES 4.3.2), and they need no ship.
Problem awaken(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  if (army.faction != "titans")
    return InputError{"only the Titans of Ul have sleepers", "",
                      "\"faction\": \"titans\", or leave it out"};
  if (use.uses() == 0) return std::nullopt;
  Group* group = add_group(army, UnitType::pds, use.uses());
  if (!group) return no_such_unit(UnitType::pds);
  group->moves_alone = group->free_ride = true;
  group->immune_to_abilities = true;
  return std::nullopt;
}

/// One trooper from each of some planets joins the landing, ships or not; space cannon defense can
/// hit them (RULES 4.2, 4.3).
Problem ghom_sekkus(Builder& build, const Use& use) {
  const auto type = pick_type(use, {UnitType::infantry, UnitType::mech});
  if (!type) return type.error();
  if (build.kind != BattleKind::conquest)
    return place(build, use, use.side, type.value(), use.uses());
  Group* group = add_group(build.army(use.side), type.value(), use.uses());
  if (!group) return no_such_unit(type.value());
  group->moves_alone = group->free_ride = true;  // they come by themselves
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
    if (!army.upgraded[static_cast<std::size_t>(type)]) continue;
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

// --- removing

enum class First : std::uint8_t { damaged, undamaged };  ///< which of equal units goes

/// Takes units out of a group; returns how many there were. `most` stays above 0: the player did
/// name the unit.
int take(Group& group, int units, First first) {
  const int gone = std::min(units, group.start);
  group.start -= gone;
  if (first == First::damaged) group.start_damaged = std::max(0, group.start_damaged - gone);
  group.start_damaged = std::min(group.start_damaged, group.start);
  group.most = std::max(group.most - gone, 1);
  return gone;
}

template <class Which>
void take_all(Army& army, Which which) {
  for (Group& group : army.groups)
    if (which(group)) take(group, group.start, First::damaged);
}

bool on_this_planet(const Group& group) {
  return group.is_structure || (group.is_ground_force && !group.is_ship);
}

int total_of(const Army& army, UnitType type) {
  int sum = 0;
  for (const Group& group : army.groups) sum += group.type == type ? group.start : 0;
  return sum;
}

/// So many units of a type.
int take_type(Army& army, UnitType type, int units, First first) {
  int gone = 0;
  for (Group& group : army.groups)
    if (group.type == type) gone += take(group, units - gone, first);
  return gone;
}

/// The side gives up non-fighter ships of its own choice: the cheapest, a damaged one first
/// (RULES 9.8).
int give_up_ships(Army& army, int ships) {
  int gone = 0;
  for (; gone < ships; ++gone) {
    const int g = pick_to_sacrifice(army, starting_force(army), Targets::non_fighters);
    if (g < 0) break;
    take(army.groups[static_cast<std::size_t>(g)], 1, First::damaged);
  }
  return gone;
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

/// At most 4 tokens in the fleet pool; Armada allows two ships more. The cheapest are given up.
Problem fleet_regulations(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const int limit = army.faction == "letnev" ? 6 : 4;
  give_up_ships(army, count(army, starting_force(army), Targets::non_fighters) - limit);
  return std::nullopt;
}

// --- replacing

/// Units of one type become as many of another; those given up are damaged ones first, the new ones
/// are whole.
Problem turn_into(Builder& build, const Use& use, Army& army, UnitType from, UnitType to,
                  int units) {
  const int found = find_group(army, from);
  const int here =
      found < 0 ? 0 : std::min(units, army.groups[static_cast<std::size_t>(found)].start);
  if (here == 0) return nothing(build, use, "there is no " + std::string{name(from)});
  const int into = group_for(army, to);
  if (into < 0) return no_such_unit(to);
  take(army.groups[static_cast<std::size_t>(found)], here, First::damaged);
  army.groups[static_cast<std::size_t>(into)].start += here;
  army.groups[static_cast<std::size_t>(into)].most += here;
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

/// Two ships of a player change places: the cheapest leaves, another comes.
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
  if (found < 0 || !army.upgraded[static_cast<std::size_t>(UnitType::cruiser)])
    return nothing(build, use, "it needs Cruiser II");
  reprint(army.groups[static_cast<std::size_t>(found)], *find_unit(army, "mentak_cruiser_3"));
  return std::nullopt;
}

/// Four mechs in one system: three go back, the fourth is Eidolon Maximum, a ship and a ground
/// force.
Problem absolute_synergy(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const int mechs = find_group(army, UnitType::mech);
  if (mechs < 0 || army.groups[static_cast<std::size_t>(mechs)].start < 4 ||
      army.groups.size() == kGroups)
    return nothing(build, use, "it needs 4 mechs");
  take(army.groups[static_cast<std::size_t>(mechs)], 4, First::damaged);
  Group& maximum =
      army.groups.emplace_back(make_group(*find_unit(army, "naaz_rokha_mech_maximum"), 1));
  maximum.free_ride = true;  // it has a move value: nothing carries it
  return std::nullopt;
}

Problem age_of_fighters(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const Unit* better = unit_for(army, UnitType::fighter, 2);
  army.upgraded[static_cast<std::size_t>(UnitType::fighter)] = true;
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
  if (is_against(use)) return place(build, use, use.side, UnitType::infantry, 1);
  if (!build.on_planet())
    return nothing(build, use, "ground forces take no part in a space battle");
  Army& army = build.army(use.side);
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

// --- dice before the battle

/// Each unit of the groups is lost with this chance, by a die of its own. The victim "throws" it:
/// it only changes himself.
Event each_may_be_lost(const char* title, double chance, bool (*which)(const Group&),
                       bool spills_cargo) {
  return {title,
          [=](const Army& own, const Force& force, std::uint32_t) {
            Pmf<Force> left{force};
            for (std::size_t g = 0; g < own.groups.size(); ++g)
              for (auto part : {&Force::whole, &Force::damaged})
                if (which(own.groups[g]))
                  left = left.then([&](const Force& before) {
                    return binomial((before.*part)[g], chance).map([&](std::uint32_t lost) {
                      Force after = before;
                      (after.*part)[g] = static_cast<std::uint8_t>((after.*part)[g] - lost);
                      return after;
                    });
                  });
            return left.map([&](const Force& after) {
              return std::pair{Volley{0}, spills_cargo
                                              ? enforce_capacity(own, after, own.overload, true)
                                              : after};
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

// --- combats that do not take place

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

using enum UnitType;

constexpr Effect kEffects[] = {
    // placed
    {"ability_awaken", Order::composition, awaken,
     "uses = sleeper tokens on the planet that become PDS (1)"},
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

    // removed
    {"ac_lucky_shot", Order::composition, enemy_loses<1, dreadnought, cruiser, destroyer>,
     "on an undamaged dreadnought, else a cruiser, else a destroyer, unless a target is named"},
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
     "uses = ships that the attacker must remove for the lost fleet token (0); he gives up the "
     "cheapest"},
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
     "the roll was bad and the system is next to Mecatol Rex; uses = units given up (3), the "
     "cheapest"},
    {"agenda_wormhole_research", Order::composition, defender_loses_all<is_ship>,
     "For; the system has a wormhole, and only the defender's ships were there"},
    {"law_anti_intellectual_revolution", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       give_up_ships(build.army(use.side), use.uses());
       return std::nullopt;
     },
     "uses = technologies researched (1); the cheapest ship is given up for each"},
    {"law_fleet_regulations", Order::composition, fleet_regulations,
     "ships above the limit of 4 (Letnev 6) are given up, the cheapest first"},

    // replaced
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
     "the cheapest non-fighter ship leaves; a dreadnought comes, unless a target is named"},
    {"breakthrough_the_tables_grace", Order::composition, tables_grace},
    {"breakthrough_absolute_synergy", Order::composition, absolute_synergy, "before the battle"},
    {"event_age_of_fighters", Order::composition, age_of_fighters},
    {"tech_nanomachines", Order::composition, nanomachines,
     "repairs every unit, unless the target is pds"},
    {"agenda_swords_to_plowshares", Order::composition, swords_to_plowshares,
     "For (uses 2 = Against); half of the infantry here, rounded up"},
    {"agenda_rearmament_agreement", Order::composition, rearmament_agreement,
     "For, the battle is at the defender's home (uses 2 = Against: mechs become infantry)"},

    // a retreat out of a gravity rift
    {"relic_circlet_of_the_void", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).ignores_rifts = true;
       return std::nullopt;
     },
     "where a retreat may go is still for the player to judge"},

    // combats that do not take place
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
    {"ac_parley", Order::composition, no_landing, "used on the first landing"},
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

std::span<const Effect> composition_effects() { return kEffects; }

}  // namespace broadside::ti4
