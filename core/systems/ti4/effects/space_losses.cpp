// Effects that the losses of a space combat trigger. RULES 3.5.
#include <algorithm>
#include <bit>

#include "core/systems/ti4/effects/space.hpp"

namespace broadside::ti4 {
namespace {

bool in_space_combat(const HitReport& report) {
  return report.in_combat && (mask(report.roll) & (mask(Roll::space_combat) | mask(Roll::barrage)));
}

/// After a sustain, two hits: those of a round join the hits that the enemy is assigning
/// (interplay.hpp), elsewhere, a barrage included, they are assigned at once. RULES 3.5.8.
Problem reflective_shielding(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const int cards = army.new_mark(use.uses()), due = army.new_mark(0);
  army.reflects_mark = cards;
  army.react(kRollsInSpace, [cards, due](const Army& own, const HitReport& report, Force& force) {
    if (!in_space_combat(report) || force.mark(cards) == 0) return;
    int played = 0;  // each sustain of a ship may be answered
    for (std::size_t g = 0; g < own.groups.size(); ++g)
      if (own.groups[g].is_ship) played += report.sustained[g];
    played = std::min({played, static_cast<int>(force.mark(cards)), most_reflected(own)});
    force.mark(cards) = static_cast<std::uint8_t>(force.mark(cards) - played);
    if (!report.window) force.mark(due) = static_cast<std::uint8_t>(2 * played);
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
  army.react(kRollsInSpace,
             [cards, value, wanted](const Army& own, const HitReport& report, Force& force) {
               if (!in_space_combat(report) || force.mark(cards) == 0 || force.mark(value) != 0)
                 return;
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
         Force after = force;  // they are lost together: what answers sees all of them
         for (; ships > 0; --ships)
           if (const int g = pick_to_sacrifice(enemy, after, Targets::ships); g >= 0)
             destroy(after, g, 1);
         return after_losses(enemy, force, after, kInSpaceCombat);
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
  army.react(kRollsInSpace, [=](const Army& own, const HitReport& report, Force& force) {
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
         const auto type = nth(types, std::countr_zero(usable));
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

/// Fighters that may be placed outside of combat, where capacity holds: those who find room
/// (RULES 2.8).
int with_room(const Army& army, const Force& force, GroupAt fighters, int most) {
  for (; most > 0; --most) {
    Force more = force;
    more.place(fighters, most);
    if (load(army, more, true) <= capacity(army, more) + army.overload) break;
  }
  return most;
}

/// Units that come back when one is lost, even for a side wiped out (RULES 3.5.9): 2 infantry on the
/// ground at once (Omega), 2 fighters in space when the losses of both sides are known, so after a
/// flagship that takes all ships along (RULES 3.5.10). The first printing is no matter of combats:
/// it answers space cannons too (RULES 6.6).
Problem brother_milor(Builder& build, const Use& use, bool omega) {
  Army& army = build.army(use.side);
  const int left = army.new_mark(use.uses()), due = army.new_mark(0);
  const int fighters = build.in_space() ? group_for(army, UnitType::fighter) : -1;
  const int infantry = omega && build.on_planet() ? group_for(army, UnitType::infantry) : -1;
  for (int g : {fighters, infantry})
    if (g >= 0) expect(army, g, 2 * use.uses());
  army.react(kAnyRoll, [=](const Army& own, const HitReport& report, Force& force) {
    if ((omega && !report.in_combat) || force.mark(left) == 0) return;
    const bool ground = report.roll == Roll::ground_combat || report.roll == Roll::bombardment;
    bool lost = false;
    for (std::size_t g = 0; g < own.groups.size(); ++g)
      lost |= report.lost[g] > report.shot[g] && (omega || is_small_ship(own.groups[g]));
    if (!lost || (ground ? infantry : fighters) < 0) return;
    const int come = report.in_combat ? 2 : with_room(own, force, fighters, 2);
    if (come == 0) return;
    --force.mark(left);
    if (ground)
      bring(own, force, infantry, come);
    else if (!report.in_combat)
      bring(own, force, fighters, come);
    else
      ++force.mark(due);
  });
  if (fighters >= 0) {
    // A ship that Direct Hit takes is answered at once: the fighters face the hits still to come
    // (RULES 3.5.9).
    army.when_shot.push_back(
        [=](const Army& own, const HitReport& report, std::size_t g, Force& force) {
          if ((omega && !report.in_combat) || !own.groups[g].is_ship || force.mark(left) == 0 ||
              !(omega || is_small_ship(own.groups[g])))
            return;
          const int come = report.in_combat ? 2 : with_room(own, force, fighters, 2);
          if (come == 0) return;
          --force.mark(left);
          bring(own, force, fighters, come);
        });
    army.space_answers.push_back(
        {"Brother Milor",
         [=](const Army& own, const Force& force, std::uint32_t) {
           Force after = force;
           const int times = std::exchange(after.mark(due), std::uint8_t{0});
           bring(own, after, fighters, 2 * times);
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
      const Unit* unit = find_unit(nth(army.groups, g).unit);
      const int limit = unit && unit->component_limit >= 0
                            ? std::max(0, unit->component_limit - nth(army.groups, g).start)
                            : most;
      const int at_once = std::min(most, limit);
      expect(army, g, at_once);
      nth(army.groups, g).most_placed += most - at_once;
    }
  for (const Group& group : enemy.groups)
    if (group.is_ship && !unit_for(army, group.type, 1))
      build.note(use.side, printed_effect(use.id) + " places no " + printed(group.type) +
                               ": a side without a faction has none");
  enemy.enemy_places_copies = true;
  enemy.react(kRollsInSpace, [marks](const Army& own, const HitReport& report, Force& force) {
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
             if (const int g = find_group(own, static_cast<UnitType>(t)); g >= 0) {
               const int room = std::max(0, nth(own.groups, g).most - after.count(g));
               bring(own, after, g, std::min(n, room));
             }
         return after;
       },
       1, nullptr});
  return std::nullopt;
}

constexpr Effect kSpaceLossEffects[] = {
    {"hero_ipswitch", Order::copies, ipswitch, "used in this combat"},
    {"ac_reflective_shielding", Order::trait, reflective_shielding,
     "on the first sustain; uses = cards held, each on another sustain"},
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
};

}  // namespace

std::span<const Effect> space_loss_effects() { return kSpaceLossEffects; }

}  // namespace broadside::ti4
