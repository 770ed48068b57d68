// Effects of the start of a space combat. RULES 3.1.
#include <algorithm>

#include "core/systems/ti4/effects/composition.hpp"
#include "core/systems/ti4/effects/space.hpp"
#include "core/systems/ti4/effects/useless.hpp"

namespace broadside::ti4 {
namespace {

/// Counts its ships when it resolves; mandatory; the victim picks. RULES 3.1.2.
Problem assault_cannon(Builder& build, const Use& use) {
  build.army(use.side).space_start.push_back(
      {"assault cannon",
       [](const Army& own, const Force& force, std::uint32_t) {
         return certain(count(own, force, Targets::non_fighters) >= kShipsForCannon, force);
       },
       [](const Army& enemy, const Force& force, Volley shot) {
         return shot ? give_up_ship(enemy, force, Targets::non_fighters) : force;
       },
       1, nullptr});
  return std::nullopt;
}

/// Up to two cruisers or destroyers roll at their combat value, no modifiers; ordinary hits.
/// RULES 3.1.3, 9.9.
std::vector<Pool> ambush_dice(const Army& own, const Force& force) {
  std::vector<Pool> dice;
  int left = 2;
  for (UnitType type : {UnitType::cruiser, UnitType::destroyer})
    for (std::size_t g = 0; g < own.groups.size() && left > 0; ++g) {
      if (own.groups[g].type != type || force.count(g) == 0) continue;
      Pool& pool = dice.emplace_back();
      pool.group = static_cast<int>(g);
      pool.units = std::min(left, force.count(g));
      pool.dice_each = 1;
      pool.die.hit_on = own.groups[g].combat.hit_on;
      left -= pool.units;
    }
  return dice;
}
Problem ambush(Builder& build, const Use& use) {
  build.army(use.side).space_start.push_back(
      {"ambush",
       [](const Army& own, const Force& force, std::uint32_t) {
         return law(ambush_dice(own, force)).map([&](Rolled rolled) {
           const auto hits = static_cast<Volley>(count(rolled, Shown::hits));
           return std::pair{hits_on_ships(own, force, hits), force};
         });
       },
       [](const Army& enemy, const Force& force, Volley hits) {
         return take_hits(enemy, force, Hits::of(hits), kInSpaceCombat);
       },
       1, nullptr, ambush_dice});
  return std::nullopt;
}

Problem dimensional_splicer(Builder& build, const Use& use) {
  const auto wanted = use.target();
  build.army(use.side).space_start.push_back(
      {"dimensional splicer",
       [](const Army& own, const Force& force, std::uint32_t) {
         return certain(hits_on_ships(own, force, 1), force);
       },
       [wanted](const Army& enemy, const Force& force, Volley hit) {
         return take_picked_hit(enemy, force, hit, wanted);
       },
       1, nullptr});
  return std::nullopt;
}

/// Destroys an own cruiser or destroyer for a hit that must go to a non-fighter ship. Only against
/// one, and not with a ship that an own cannon still needs (RULES 3.1.4, 9.7, 9.25).
Problem impulse_core(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const int paid = army.new_mark(0);
  Event core{"impulse core",
             [paid](const Army& own, const Force& force, std::uint32_t) {
               Force after = force;
               const int hits = std::exchange(after.mark(paid), std::uint8_t{0});
               return certain(hits_by(own, after, {0, hits, 0, false}, false), after);
             },
             [](const Army& enemy, const Force& force, Volley hit) {
               return hit ? take_hits(enemy, force, Hits::of(hit), kInSpaceCombat) : force;
             },
             2,
             [](const Army& enemy, const Force& force) {
               return std::uint32_t{count(enemy, force, Targets::non_fighters) > 0};
             }};
  core.pays = [paid](const Army& own, const Force& force, std::uint32_t targets) {
    const bool needed =
        own.cannon_follows && count(own, force, Targets::non_fighters) == kShipsForCannon;
    return targets == 0 || needed ? force : with_price(own, force, paid);
  };
  army.space_start.push_back(std::move(core));
  return std::nullopt;
}

/// The ship that The Cavalry is used on: the cheapest there is then (or one of the target's type),
/// one that can still sustain before a damaged one; -1 = none.
int rider(const Army& army, const Force& force, std::optional<UnitType> target) {
  int best = -1;
  std::pair<bool, double> lowest;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const Group& group = army.groups[g];
    if (group.fights_as < 0 || group.is_ground_force || force.count(g) == 0 ||
        (target && group.type != *target))
      continue;
    const std::pair<bool, double> price{force.whole[g] == 0, group.worth};
    if (best < 0 || price < lowest) {
      best = static_cast<int>(g);
      lowest = price;
    }
  }
  return best;
}

/// The Cavalry (RULES 3.1.6): at the start of the space combat one non-fighter ship takes on the
/// Nomad flagship's sustain, combat value and barrage until it is lost or the combat ends.
Problem the_cavalry(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  if (build.army(other(use.side)).faction == "nomad")
    return InputError{"The Cavalry cannot be used against the Nomad", "", "leave it out"};
  const auto target = use.target();
  const Unit* lent = find_unit(army, use.uses() >= 2 ? "nomad_flagship_2" : "nomad_flagship_1");
  const auto may_ride = [&](const Group& g) {
    return g.is_non_fighter_ship() && !g.is_ground_force && g.most > 0 &&
           (!target || g.type == *target);
  };
  const GroupMask ships = groups_where(army, may_ride);
  if (ships == 0) return InputError{"no ship for The Cavalry", "", "it needs a non-fighter ship"};
  for (std::size_t g = 0; g < kGroups; ++g) {
    if (!(ships >> g & 1)) continue;
    Group* shape = add_shape(army, g);
    if (!shape) return InputError{"too many kinds of units for The Cavalry", "", "name a target"};
    shape->name += " (The Cavalry)";
    shape->sustain_damage = true;
    shape->most = 1;
    shape->combat = with_token(*shape, lent->combat);
    shape->anti_fighter_barrage = with_token(*shape, lent->anti_fighter_barrage);
  }
  army.space_start.push_back({"The Cavalry",
                              [target](const Army& own, const Force& force, std::uint32_t) {
                                Force after = force;
                                if (const int g = rider(own, force, target); g >= 0)
                                  pass(after, g, nth(own.groups, g).fights_as, 1);
                                return certain(0, after);
                              },
                              [](const Army&, const Force& force, Volley) { return force; }, 1,
                              nullptr});
  return std::nullopt;
}

/// Ships that an effect brings into the space combat at its start: `ships` of them, into groups
/// made before the battle.
Problem bring_ships(Builder& build, const Use& use, const std::string& what,
                    const std::vector<std::pair<UnitType, int>>& ships, int round) {
  Army& army = build.army(use.side);
  std::vector<std::pair<std::size_t, int>> arrivals;
  for (const auto& [type, number] : ships) {
    const int g = group_for(army, type);
    if (g < 0)
      return InputError{"the side has no " + std::string{name(type)} + " to place", "",
                        "name another target"};
    expect(army, g, number);
    arrivals.emplace_back(g, number);
  }
  if (round <= 1) {
    army.arrives = true;
    army.space_start.push_back({what,
                                [arrivals](const Army& own, const Force& force, std::uint32_t) {
                                  Force after = force;
                                  for (const auto& [g, number] : arrivals)
                                    bring(own, after, g, number);
                                  return certain(0, after);
                                },
                                [](const Army&, const Force& force, Volley) { return force; }, 1,
                                nullptr});
    return std::nullopt;
  }
  army.unroll_space = std::max(army.unroll_space, round);
  army.round_start.push_back([arrivals, round](const Army& own, Roll roll, int now, Force& force) {
    if (roll == Roll::space_combat && now == round)
      for (const auto& [g, number] : arrivals) bring(own, force, g, number);
  });
  return std::nullopt;
}

/// The numbers of a unit's upgrade in a combat.
void upgrade(const Army& army, Group& group, const Group& upgraded) {
  group.unit = upgraded.unit;
  group.combat = with_token(group, upgraded.combat);
  group.anti_fighter_barrage = with_token(group, upgraded.anti_fighter_barrage);
  group.sustain_damage = upgraded.sustain_damage && !army.in_scar;
  group.direct_hit_immune = upgraded.direct_hit_immune;
  group.capacity = upgraded.capacity;
  group.moves_alone = upgraded.moves_alone;
}

/// The upgrade is researched at the start of the combat, and stays (RULES 3.1.7): ships that space
/// cannons shoot at before it are what they were. Ground forces are not shot at as what they are in
/// a combat, and their own guns keep the old numbers.
Problem reveal_prototype(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  if (!use.target())
    return InputError{"which unit is upgraded?", "", "give its type as the target"};
  const GroupMask units = groups_of(army, *use.target());
  const Unit* better = unit_for(army, *use.target(), 2);
  if (units == 0 || !better)
    return InputError{"no upgrade for " + *use.choice.target, "",
                      "name a unit of the side that has an upgrade"};
  if (is_structure_type(*use.target()))
    return nothing(build, use, "structures are not part of the combat");
  if (army.upgraded[*use.target()])
    return nothing(build, use, "its " + std::string{*use.choice.target} + " is upgraded already");
  const Group upgraded = make_group(*better, 0);
  std::vector<std::pair<std::size_t, std::size_t>> changes;
  for (std::size_t g = 0; g < kGroups; ++g) {
    if (!(units >> g & 1)) continue;
    // Who comes later comes upgraded.
    if (!army.groups[g].is_ship || army.groups[g].start == 0 || build.has_begun) {
      upgrade(army, army.groups[g], upgraded);
      continue;
    }
    Group* shape = add_shape(army, g);
    if (!shape)
      return InputError{"too many kinds of units for Reveal Prototype", "", "fewer of them"};
    shape->for_good = true;
    shape->name = upgraded.name;
    upgrade(army, *shape, upgraded);
    shape->bombardment = with_token(*shape, upgraded.bombardment);
    changes.emplace_back(g, army.groups.size() - 1);
  }
  if (changes.empty()) return std::nullopt;
  army.space_start.push_back({"Reveal Prototype",
                              [changes](const Army&, const Force& force, std::uint32_t) {
                                Force after = force;
                                for (const auto& [from, to] : changes)
                                  pass(after, from, to, force.count(from));
                                return certain(0, after);
                              },
                              [](const Army&, const Force& force, Volley) { return force; }, 1,
                              nullptr});
  return std::nullopt;
}

constexpr Effect kSpaceStartEffects[] = {
    {"tech_assault_cannon", Order::trait, assault_cannon,
     "the victim gives up the non-fighter ship that fights least, a damaged one first",
     no_use_for_assault_cannon},
    {"ability_ambush", Order::trait, ambush, "cruisers before destroyers", lacks_small_ship},
    {"tech_dimensional_splicer", Order::trait, dimensional_splicer,
     "on the dearest ship that the hit destroys, else the dearest undamaged; the target's type "
     "first "
     "where one is named"},
    {"tech_impulse_core", Order::trait, impulse_core,
     "used against ships other than fighters; the cheapest cruiser or destroyer is given up",
     no_use_for_impulse_core},
    {"pn_the_cavalry", Order::profile, the_cavalry,
     "at the start of the combat, on the cheapest non-fighter ship unless a target is named; uses "
     "2 "
     "= Memoria II"},
    {"hero_kuuasi_aun_jalatai", Order::composition,
     [](Builder& build, const Use& use) {
       return bring_ships(build, use, "Kuuasi Aun Jalatai",
                          {{UnitType::flagship, 1}, {use.target().value_or(UnitType::cruiser), 2}},
                          use.round());
     },
     "flagship and 2 cruisers (target: destroyer) in the chosen round (1)"},
    {"hero_homesick_phantom", Order::composition,
     [](Builder& build, const Use& use) {
       return bring_ships(build, use, "The Homesick Phantom",
                          {{use.target().value_or(UnitType::cruiser), use.uses()}}, 1);
     },
     "the stored ships: target and uses"},
    {"ac_reveal_prototype", Order::upgrade, reveal_prototype,
     "at the start of the combat: space cannons before it meet the unit as it was"},
};

}  // namespace

std::span<const Effect> space_start_effects() { return kSpaceStartEffects; }

}  // namespace broadside::ti4
