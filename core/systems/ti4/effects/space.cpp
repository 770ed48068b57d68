// Effects of the space part: space cannon, start of combat, barrage, what losses trigger, end of
// round, retreat. RULES 2 and 3.
#include <algorithm>
#include <bit>

#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/interplay.hpp"
#include "core/systems/ti4/units.hpp"

namespace broadside::ti4 {
namespace {

const HitContext kInSpaceCombat{Roll::space_combat, 1, Targets::ships, true, true, true};

bool is_small_ship(const Group& group) {
  return group.type == UnitType::cruiser || group.type == UnitType::destroyer;
}

/// The victim destroys one of its ships by its own choice: cheapest first, no sustain, no cancel.
/// RULES 3.1.2, 3.5.7.
Force give_up_ship(const Army& army, const Force& force, Targets targets) {
  return lose_units(army, force, pick_to_sacrifice(army, force, targets), 1, kInSpaceCombat);
}

/// A hit on a ship that the owner of the effect picks; only that ship may sustain it. RULES 5.3.
Force take_picked_hit(const Army& army, const Force& force, Volley hit,
                      std::optional<UnitType> wanted) {
  if (hit == 0) return force;
  const bool may_sustain = !Hits::of(hit).no_sustain;
  const int ship = pick_for_enemy(army, force, Targets::ships, may_sustain, wanted);
  return take_chosen_hit(army, force, ship, may_sustain, kInSpaceCombat);
}

/// Hits on ships, as this side makes them.
Volley hits_on_ships(const Army& own, const Force& force, Volley any) {
  return hits_by(own, force, {static_cast<int>(any), 0, 0, false}, false);
}

/// The cheapest own cruiser or destroyer, or -1.
int cheapest_small_ship(const Army& army, const Force& force) {
  int best = -1;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (is_small_ship(army.groups[g]) && army.groups[g].is_ship && force.count(g) > 0 &&
        (best < 0 || army.groups[g].worth < army.groups[static_cast<std::size_t>(best)].worth))
      best = static_cast<int>(g);
  return best;
}

// --- start of combat

constexpr int kShipsForCannon = 3;

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
  build.army(use.side).space_start.push_back(
      {"impulse core",
       [](const Army& own, const Force& force, std::uint32_t targets) {
         const int ship = cheapest_small_ship(own, force);
         const bool needed =
             own.cannon_follows && count(own, force, Targets::non_fighters) == kShipsForCannon;
         if (ship < 0 || targets == 0 || needed) return certain(0, force);
         const Force after = lose_units(own, force, ship, 1, kInSpaceCombat);
         return certain(hits_by(own, after, {0, 1, 0, false}, false), after);
       },
       [](const Army& enemy, const Force& force, Volley hit) {
         return hit ? take_hits(enemy, force, Hits::of(hit), kInSpaceCombat) : force;
       },
       2,
       [](const Army& enemy, const Force& force) {
         return std::uint32_t{count(enemy, force, Targets::non_fighters) > 0};
       }});
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
    shape->combat = lent->combat;
    shape->anti_fighter_barrage = lent->anti_fighter_barrage;
    if (shape->galvanized)
      for (Dice* dice : {&shape->combat, &shape->anti_fighter_barrage}) ++dice->dice;
  }
  army.space_start.push_back(
      {"The Cavalry",
       [target](const Army& own, const Force& force, std::uint32_t) {
         Force after = force;
         if (const int g = rider(own, force, target); g >= 0)
           pass(after, static_cast<std::size_t>(g),
                static_cast<std::size_t>(own.groups[static_cast<std::size_t>(g)].fights_as), 1);
         return certain(0, after);
       },
       [](const Army&, const Force& force, Volley) { return force; }, 1, nullptr});
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
    expect(army, static_cast<std::size_t>(g), number);
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

/// Capture Prototype's upgrade is researched at the start of combat; the unit fights it upgraded
/// from then on.
Problem reveal_prototype(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  if (!use.target())
    return InputError{"which unit is upgraded?", "", "give its type as the target"};
  const int g = find_group(army, *use.target());
  const Unit* better = unit_for(army, *use.target(), 2);
  if (g < 0 || !better)
    return InputError{"no upgrade for " + *use.choice.target, "",
                      "name a unit of the side that has an upgrade"};
  const Group upgraded = make_group(*better, 0);
  Group& group = army.groups[static_cast<std::size_t>(g)];
  // Space cannon and bombardment of the earlier steps keep the old numbers
  group.combat = upgraded.combat;
  group.anti_fighter_barrage = upgraded.anti_fighter_barrage;
  group.sustain_damage = upgraded.sustain_damage;
  group.direct_hit_immune = upgraded.direct_hit_immune;
  group.capacity = upgraded.capacity;
  group.moves_alone = upgraded.moves_alone;
  return std::nullopt;
}

// --- what losses trigger

bool in_space_combat(const HitReport& report) {
  return report.in_combat && (mask(report.roll) & (mask(Roll::space_combat) | mask(Roll::barrage)));
}

/// After a sustain, two hits: those of a round join the hits that the enemy is assigning
/// (interplay.hpp), elsewhere they are assigned at once. RULES 3.5.8.
Problem reflective_shielding(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const int cards = army.new_mark(use.uses()), due = army.new_mark(0);
  army.reflects_mark = cards;
  army.after_hits.push_back([cards, due](const Army& own, const HitReport& report, Force& force) {
    if (report.roll != Roll::space_combat || !report.in_combat || force.mark(cards) == 0) return;
    for (std::size_t g = 0; g < own.groups.size(); ++g)
      if (own.groups[g].is_ship && report.sustained[g] > 0) {
        --force.mark(cards);
        if (!report.window) force.mark(due) = 2;
        return;
      }
  });
  army.space_answers.push_back({"reflective shielding",
                                [due](const Army& own, const Force& force, std::uint32_t) {
                                  Force after = force;
                                  const auto hits = static_cast<Volley>(
                                      std::exchange(after.mark(due), std::uint8_t{0}));
                                  return certain(hits_on_ships(own, after, hits), after);
                                },
                                [](const Army& enemy, const Force& force, Volley hits) {
                                  return take_hits(enemy, force, Hits::of(hits), kInSpaceCombat);
                                },
                                1, nullptr});
  return std::nullopt;
}

/// The first ship lost in space combat rolls two dice at its combat value; the enemy destroys a
/// ship of his choice for each hit.
Problem courageous_to_the_end(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const int cards = army.new_mark(use.uses()), value = army.new_mark(0);
  const auto wanted = use.target();
  army.after_hits.push_back(
      [cards, value, wanted](const Army& own, const HitReport& report, Force& force) {
        if (!in_space_combat(report) || force.mark(cards) == 0 || force.mark(value) != 0) return;
        int best = 0;
        for (std::size_t g = 0; g < own.groups.size(); ++g)
          if (own.groups[g].is_ship && report.lost[g] > 0 && own.groups[g].combat &&
              (!wanted || own.groups[g].type == *wanted))
            best = best == 0 ? own.groups[g].combat.hit_on
                             : std::min<int>(best, own.groups[g].combat.hit_on);
        if (best == 0) return;
        --force.mark(cards);
        force.mark(value) = static_cast<std::uint8_t>(best);
      });
  army.space_answers.push_back(
      {"courageous to the end",
       [value](const Army&, const Force& force, std::uint32_t) {
         Force after = force;
         const int on = std::exchange(after.mark(value), std::uint8_t{0});
         if (on == 0) return certain(0, after);
         return binomial(2, (11 - on) / 10.0).map([&](Volley v) { return std::pair{v, after}; });
       },
       [](const Army& enemy, const Force& force, Volley ships) {
         Force after = force;
         for (; ships > 0; --ships) after = give_up_ship(enemy, after, Targets::ships);
         return after;
       },
       1, nullptr});
  return std::nullopt;
}

/// A ship is lost in combat: the enemy destroys one of his ships of the same type. RULES 9.24: the
/// agent waits for a type that the enemy has there; the dearest such ship counts.
Problem vos_hollow(Builder& build, const Use& use) {
  Army &army = build.army(use.side), &enemy = build.army(other(use.side));
  const auto has_ship = [](const Army& side, UnitType type) {
    return std::any_of(side.groups.begin(), side.groups.end(),
                       [&](const Group& g) { return g.is_ship && g.type == type; });
  };
  std::vector<std::pair<double, UnitType>> shared;
  for (const Group& group : army.groups)
    if (group.is_ship && has_ship(enemy, group.type) &&
        std::none_of(shared.begin(), shared.end(),
                     [&](const auto& one) { return one.second == group.type; }))
      shared.emplace_back(group.worth, group.type);
  std::stable_sort(shared.begin(), shared.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<UnitType> types;  // dearest first; a mark holds one bit for each
  for (std::size_t i = 0; i < std::min<std::size_t>(8, shared.size()); ++i)
    types.push_back(shared[i].second);
  const int left = army.new_mark(use.uses()), lost = army.new_mark(0);
  army.after_hits.push_back([=](const Army& own, const HitReport& report, Force& force) {
    if (!in_space_combat(report) || force.mark(left) == 0) return;
    for (std::size_t i = 0; i < types.size(); ++i)
      for (std::size_t g = 0; g < own.groups.size(); ++g)
        if (own.groups[g].is_ship && own.groups[g].type == types[i] && report.lost[g] > 0)
          force.mark(lost) = static_cast<std::uint8_t>(force.mark(lost) | 1u << i);
  });
  army.space_answers.push_back(
      {"Vos Hollow",
       [=](const Army&, const Force& force, std::uint32_t there) {
         Force after = force;
         const std::uint32_t usable = std::exchange(after.mark(lost), std::uint8_t{0}) & there;
         if (usable == 0) return certain(0, after);
         --after.mark(left);
         const auto type = types[static_cast<std::size_t>(std::countr_zero(usable))];
         return certain(1 + static_cast<Volley>(type), after);
       },
       [](const Army& enemy, const Force& force, Volley which) {
         for (std::size_t g = 0; g < enemy.groups.size() && which > 0; ++g)
           if (enemy.groups[g].is_ship &&
               enemy.groups[g].type == static_cast<UnitType>(which - 1) && force.count(g) > 0)
             return lose_units(enemy, force, static_cast<int>(g), 1, kInSpaceCombat);
         return force;
       },
       1u << types.size(),
       [types](const Army& enemy, const Force& force) {
         std::uint32_t there = 0;
         for (std::size_t i = 0; i < types.size(); ++i)
           for (std::size_t g = 0; g < enemy.groups.size(); ++g)
             if (enemy.groups[g].is_ship && enemy.groups[g].type == types[i] && force.count(g) > 0)
               there |= 1u << i;
         return there;
       }});
  return std::nullopt;
}

/// Units that come back when one is lost, even for a side wiped out (RULES 3.5.9): 2 infantry on the
/// ground at once (Omega), 2 fighters in space when the losses of both sides are known, so after a
/// flagship that takes all ships along (RULES 3.5.10).
Problem brother_milor(Builder& build, const Use& use, bool omega) {
  Army& army = build.army(use.side);
  const int left = army.new_mark(use.uses()), due = army.new_mark(0);
  const int fighters = build.in_space() ? group_for(army, UnitType::fighter) : -1;
  const int infantry = omega && build.on_planet() ? group_for(army, UnitType::infantry) : -1;
  for (int g : {fighters, infantry})
    if (g >= 0) expect(army, static_cast<std::size_t>(g), 2 * use.uses());
  army.after_hits.push_back([=](const Army& own, const HitReport& report, Force& force) {
    if (!report.in_combat || force.mark(left) == 0) return;
    const bool ground = report.roll == Roll::ground_combat || report.roll == Roll::bombardment;
    bool lost = false;
    for (std::size_t g = 0; g < own.groups.size(); ++g)
      lost |= report.lost[g] > report.shot[g] && (omega || is_small_ship(own.groups[g]));
    if (!lost || (ground ? infantry : fighters) < 0) return;
    --force.mark(left);
    if (ground)
      bring(own, force, static_cast<std::size_t>(infantry), 2);
    else
      ++force.mark(due);
  });
  if (fighters >= 0) {
    // A ship that Direct Hit takes is answered at once: the fighters face the hits still to come
    // (RULES 3.5.9).
    army.when_shot.push_back(
        [=](const Army& own, const HitReport& report, std::size_t g, Force& force) {
          if (!report.in_combat || !own.groups[g].is_ship || force.mark(left) == 0 ||
              !(omega || is_small_ship(own.groups[g])))
            return;
          --force.mark(left);
          bring(own, force, static_cast<std::size_t>(fighters), 2);
        });
    army.space_answers.push_back(
        {"Brother Milor",
         [=](const Army& own, const Force& force, std::uint32_t) {
           Force after = force;
           const int times = std::exchange(after.mark(due), std::uint8_t{0});
           bring(own, after, static_cast<std::size_t>(fighters), 2 * times);
           return certain(0, after);
         },
         [](const Army&, const Force& force, Volley) { return force; }, 1, nullptr});
  }
  return std::nullopt;
}

/// Every enemy ship destroyed lets the owner place one of that type (RULES 3.5.9). What was
/// destroyed is told by the enemy's losses of the round; a ship that Direct Hit took there has its
/// copy already (interplay.hpp).
Problem ipswitch(Builder& build, const Use& use) {
  Army &army = build.army(use.side), &enemy = build.army(other(use.side));
  // Losses by type, four bits each, remembered by the loser until he "throws" them at the owner.
  std::vector<std::pair<UnitType, int>> marks;
  for (const Group& group : enemy.groups)
    if (group.is_ship && unit_for(army, group.type, 1))
      if (std::none_of(marks.begin(), marks.end(),
                       [&](const auto& m) { return m.first == group.type; }))
        marks.emplace_back(group.type, enemy.new_mark(0));
  for (const auto& [type, mark] : marks)
    if (const int g = group_for(army, type); g >= 0) {
      int most = 0;
      for (const Group& group : enemy.groups) most += group.type == type ? group.most : 0;
      const Unit* unit = find_unit(army.groups[static_cast<std::size_t>(g)].unit);
      const int limit =
          unit && unit->component_limit >= 0
              ? std::max(0, unit->component_limit - army.groups[static_cast<std::size_t>(g)].start)
              : most;
      expect(army, static_cast<std::size_t>(g), std::min(most, limit));
    }
  enemy.enemy_places_copies = true;
  enemy.after_hits.push_back([marks](const Army& own, const HitReport& report, Force& force) {
    if (!in_space_combat(report)) return;
    const int copied = report.window && tells_of_shots(own) ? report.first_shot : -1;
    for (const auto& [type, mark] : marks)
      for (std::size_t g = 0; g < own.groups.size(); ++g)
        if (own.groups[g].is_ship && own.groups[g].type == type)
          force.mark(mark) = static_cast<std::uint8_t>(
              std::min(15, force.mark(mark) + report.lost[g] - (copied == static_cast<int>(g))));
  });
  enemy.space_answers.push_back(
      {"Ipswitch, Loose Cannon",
       [marks](const Army&, const Force& force, std::uint32_t) {
         Force after = force;
         Volley lost = 0;
         for (const auto& [type, mark] : marks)
           lost |= static_cast<Volley>(std::exchange(after.mark(mark), std::uint8_t{0}))
                   << 4 * static_cast<int>(type);
         return certain(lost, after);
       },
       [](const Army& own, const Force& force, Volley lost) {
         Force after = force;
         for (int t = 0; t < 7; ++t)
           if (const int n = static_cast<int>(lost >> 4 * t & 15); n > 0)
             if (const int g = find_group(own, static_cast<UnitType>(t)); g >= 0)
               after.place(static_cast<std::size_t>(g),
                           std::min(n, std::max(0, own.groups[static_cast<std::size_t>(g)].most -
                                                       after.count(static_cast<std::size_t>(g)))));
         return after;
       },
       1, nullptr});
  return std::nullopt;
}

// --- end of round

/// After each space combat round, destroy an own cruiser or destroyer to put a hit on a ship of
/// one's choice. RULES 3.6.3, 9.12, 9.25.
Problem devotion(Builder& build, const Use& use) {
  const auto wanted = use.target();
  build.army(use.side).space_round_end.push_back(
      {"devotion",
       [](const Army& own, const Force& force, std::uint32_t) {
         const int ship = cheapest_small_ship(own, force);
         if (ship < 0) return certain(0, force);
         const Force after = lose_units(own, force, ship, 1, kInSpaceCombat);
         return certain(hits_on_ships(own, after, 1), after);
       },
       [wanted](const Army& enemy, const Force& force, Volley hit) {
         return take_picked_hit(enemy, force, hit, wanted);
       },
       1, nullptr});
  return std::nullopt;
}

Problem no_retreat_for_enemy(Builder& build, const Use& use) {
  build.army(other(use.side)).retreat_delay += use.uses();
  return std::nullopt;
}

/// Space cannons that belong to a planet or a relic, not to a unit of the side.
Problem planet_cannon(Builder& build, const Use& use, Dice dice, bool defends) {
  Army& army = build.army(use.side);
  army.loose_dice[static_cast<std::size_t>(Roll::cannon_offense)].push_back(dice);
  if (defends && use.side == Side::defender)
    army.loose_dice[static_cast<std::size_t>(Roll::cannon_defense)].push_back(dice);
  return std::nullopt;
}

Problem no_offense_against(Builder& build, const Use& use) {
  Army& enemy = build.army(other(use.side));
  enemy.blocked_rolls |= mask(Roll::cannon_offense);
  build.army(use.side).blocks_cannons = true;
  return std::nullopt;
}

constexpr Effect kEffects[] = {
    {"tech_assault_cannon", Order::trait, assault_cannon,
     "the victim gives up its cheapest non-fighter ship, a damaged one first"},
    {"ability_ambush", Order::trait, ambush, "cruisers before destroyers"},
    {"tech_dimensional_splicer", Order::trait, dimensional_splicer,
     "on the dearest ship that the hit destroys, else the dearest undamaged; the target's type "
     "first "
     "where one is named"},
    {"tech_impulse_core", Order::trait, impulse_core,
     "used when possible; the cheapest cruiser or destroyer is given up"},
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
    {"hero_ipswitch", Order::composition, ipswitch, "used in this combat"},
    {"ac_reveal_prototype", Order::profile, reveal_prototype},
    {"ac_reflective_shielding", Order::trait, reflective_shielding, "on the first sustain"},
    {"ac_courageous_to_the_end", Order::trait, courageous_to_the_end,
     "on the first loss, or the first of the target's type; the destroyed ship with the best value "
     "counts"},
    {"agent_vos_hollow", Order::trait, vos_hollow,
     "on the first loss of a type that the enemy has too; the dearest such ship counts"},
    {"agent_brother_milor", Order::composition,
     [](Builder& build, const Use& use) { return brother_milor(build, use, false); },
     "on the first cruiser or destroyer lost"},
    {"agent_brother_milor_omega", Order::composition,
     [](Builder& build, const Use& use) { return brother_milor(build, use, true); },
     "on the first loss in combat (current printing); 2 fighters in space, 2 infantry on the "
     "ground"},
    {"ability_devotion", Order::trait, devotion,
     "after every round; the cheapest cruiser or destroyer is given up; the hit is on the dearest "
     "ship "
     "that it destroys, else the dearest undamaged, the target's type first where one is named"},
    {"ability_raid_formation", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).raid_formation = true;
       build.army(use.side).raids = use.target();
       return std::nullopt;
     },
     "the dearest ships are damaged, the target's type first where one is named"},
    {"ac_waylay", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).waylays = true;
       return std::nullopt;
     }},
    {"tech_graviton_laser_system", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).cannons_hit_non_fighters = true;
       return std::nullopt;
     },
     "exhausted for this roll"},
    {"ac_solar_flare", Order::trait, no_offense_against},
    {"agent_myru_vos", Order::trait, no_offense_against},
    {"hero_airo_shir_aur", Order::trait,
     [](Builder& build, const Use&) -> Problem {
       for (Army& army : build.armies) {
         army.blocked_rolls |= mask(Roll::cannon_offense);
         army.can_retreat = false;
       }
       return std::nullopt;
     }},
    {"ac_experimental_battlestation", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       if (build.army(other(use.side)).blocked_rolls == 0 &&
           (build.army(use.side).blocked_rolls & mask(Roll::cannon_offense)))
         return std::nullopt;
       return planet_cannon(build, use, {5, 3}, false);
     },
     "a space dock of the side is in or next to the system"},
    {"hero_ul_the_progenitor", Order::trait,
     [](Builder& build, const Use& use) {
       return planet_cannon(build, use, {5, 3}, true);
     },
     "the side controls Elysium, in this system"},
    {"attachment_elysium_geoform", Order::trait,
     [](Builder& build, const Use& use) {
       return planet_cannon(build, use, {5, 3}, true);
     },
     "the side controls Elysium, in this system"},
    {"planet_custodia_vigilia", Order::trait,
     [](Builder& build, const Use& use) {
       return planet_cannon(build, use, {5, 1}, true);
     },
     "the battle is at Mecatol Rex and the side controls it"},
    {"relic_lightrail_ordnance", Order::profile,
     [](Builder& build, const Use& use) -> Problem {
       for (Group& group : build.army(use.side).groups)
         if (group.type == UnitType::space_dock) group.space_cannon = {5, 2};
       return std::nullopt;
     }},
    {"relic_metali_void_armaments", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).loose_dice[static_cast<std::size_t>(Roll::barrage)].push_back({6, 3});
       return std::nullopt;
     }},
    {"relic_metali_void_shielding", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).lends_sustain = true;
       return std::nullopt;
     },
     "one non-fighter ship sustains each time hits are produced, in loss order"},
    {"anomaly_gravity_rift", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).rift = true;
       return std::nullopt;
     }},
    {"commander_watchful_ojz", Order::profile,
     [](Builder& build, const Use& use) -> Problem {
       // Up to two ships are out of it when the retreat is announced.
       Army& army = build.army(use.side);
       const std::size_t ships = army.groups.size();
       std::vector<std::pair<std::size_t, std::size_t>> twins;
       for (std::size_t g = 0; g < ships && army.groups.size() < kGroups; ++g)
         if (army.groups[g].is_non_fighter_ship()) {
           Group safe = army.groups[g];
           safe.is_ship = false;
           safe.capacity = 0;
           safe.start = safe.start_damaged = 0;
           safe.placed_at = -1;
           twins.emplace_back(g, army.groups.size());
           army.groups.push_back(safe);
         }
       std::stable_sort(twins.begin(), twins.end(), [&](const auto& a, const auto& b) {
         return army.groups[a.first].worth > army.groups[b.first].worth;
       });
       army.round_start.push_back([twins](const Army& own, Roll roll, int round, Force& force) {
         if (roll != Roll::space_combat || own.retreat_round != round) return;
         int left = 2;
         for (const auto& [from, to] : twins)
           for (; left > 0 && force.count(from) > 0 && count(own, force, Targets::ships) > 1;
                --left) {
             const bool whole = force.whole[from] > 0;
             --(whole ? force.whole : force.damaged)[from];
             ++(whole ? force.whole : force.damaged)[to];
           }
       });
       return std::nullopt;
     },
     "the two dearest ships leave when the retreat is announced; one ship at least stays"},
    {"rule_neutral_units", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       if (build.army(use.side).faction == "neutral") return std::nullopt;
       return InputError{"the " + std::string{name(use.side)} + "'s units are not neutral", "",
                         "give the side the faction neutral"};
     }},
    {"pn_greyfire_mutagen", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       // What it switches off is left out when the effects are gathered.
       if (build.army(other(use.side)).faction == "yin") return std::nullopt;
       return InputError{"Greyfire Mutagen (first printing) works against the Yin Brotherhood", "",
                         "leave it out"};
     }},
    {"ac_intercept", Order::trait, no_retreat_for_enemy,
     "on the first retreat that the enemy announces"},
    {"ac_rout", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& enemy = build.army(other(use.side));
       const int round = use.round();
       if (enemy.retreat_round == 0 || enemy.retreat_round > round) enemy.routed_in = round;
       return std::nullopt;
     },
     "in the chosen round (1); the attacker is able to retreat"},
    {"ac_skilled_retreat", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).slips_away_in = use.given_round().value_or(2);
       return std::nullopt;
     },
     "at the start of the chosen round (2)"},
};

}  // namespace

std::span<const Effect> space_effects() { return kEffects; }

}  // namespace broadside::ti4
