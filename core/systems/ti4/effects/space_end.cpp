// Effects of the end of a space combat round and of retreats. RULES 3.3 and 3.6.
#include <algorithm>

#include "core/systems/ti4/effects/composition.hpp"
#include "core/systems/ti4/effects/space.hpp"
#include "core/systems/ti4/effects/useless.hpp"

namespace broadside::ti4 {
namespace {

/// After each space combat round, destroy an own cruiser or destroyer to put a hit on a ship of
/// one's choice. RULES 3.6.3, 9.12, 9.25.
Problem devotion(Builder& build, const Use& use) {
  const auto wanted = use.target();
  Army& army = build.army(use.side);
  const int paid = army.new_mark(0);
  Event event{"devotion",
              [paid](const Army& own, const Force& force, std::uint32_t) {
                Force after = force;
                const Volley hits = std::exchange(after.mark(paid), std::uint8_t{0});
                return certain(hits_on_ships(own, after, hits), after);
              },
              [wanted](const Army& enemy, const Force& force, Volley hit) {
                return take_picked_hit(enemy, force, hit, wanted);
              },
              1, nullptr};
  event.pays = [paid](const Army& own, const Force& force, std::uint32_t) {
    return with_price(own, force, paid);
  };
  army.space_round_end.push_back(std::move(event));
  return std::nullopt;
}

Problem no_retreat_for_enemy(Builder& build, const Use& use) {
  build.army(other(use.side)).retreat_delay += use.uses();
  return std::nullopt;
}

constexpr Effect kSpaceEndEffects[] = {
    {"ability_devotion", Order::trait, devotion,
     "after every round; the cheapest cruiser or destroyer is given up; the hit is on the dearest "
     "ship "
     "that it destroys, else the dearest undamaged, the target's type first where one is named",
     lacks_small_ship},
    {"anomaly_gravity_rift", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).rift = true;
       return std::nullopt;
     }},
    {"commander_watchful_ojz", Order::profile,  // RULES 3.6.10
     [](Builder& build, const Use& use) -> Problem {
       constexpr int kMostShips = 2;
       if (auto error = check_most(use, kMostShips)) return error;
       Army& army = build.army(use.side);
       army.leave_at_once = use.uses(kMostShips);
       const std::size_t ships = army.groups.size();
       auto& twins = army.left_at_once;
       for (std::size_t g = 0; g < ships; ++g)
         if (army.groups[g].is_non_fighter_ship() && army.has_room_for_group()) {
           Group safe = army.groups[g];
           safe.is_ship = false;
           safe.capacity = 0;
           safe.start = safe.start_damaged = 0;
           safe.placed_at = -1;
           twins.emplace_back(static_cast<std::uint8_t>(g),
                              static_cast<std::uint8_t>(army.groups.size()));
           army.groups.push_back(safe);
         }
       std::stable_sort(twins.begin(), twins.end(), [&](const auto& a, const auto& b) {
         return army.groups[a.first].worth > army.groups[b.first].worth;
       });
       army.retreat_announced.push_back(
           {"Watchful Ojz",
            [](const Army& own, const Force& force, std::uint32_t) {
              Force after = force;
              if (leaves_at_once(own, force)) return certain(0, after);
              int left = own.leave_at_once;
              for (const auto& [from, to] : own.left_at_once)
                for (; left > 0 && after.count(from) > 0 && count(own, after, Targets::ships) > 1;
                     --left)
                  pass(after, from, to, 1);
              return certain(0, after);
            },
            [](const Army&, const Force& force, Volley) { return force; }, 1, nullptr});
       return std::nullopt;
     },
     "when the retreat is announced: up to two ships (uses) leave at once, all where there are no "
     "more, else the dearest"},
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
       Army& army = build.army(use.side);
       if (army.free.chooses && !use.given_round())  // RULES 9.57
         army.free.cards.push_back({use.id, mask(Roll::space_combat), army.new_mark(1), -1, true});
       else
         army.slips_away_in = use.given_round().value_or(2);
       return std::nullopt;
     },
     "at the start of the chosen round (2)"},
    {"relic_circlet_of_the_void", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).ignores_rifts = true;
       return std::nullopt;
     },
     "where a retreat may go is still for the player to judge"},
};

}  // namespace

std::span<const Effect> space_end_effects() { return kSpaceEndEffects; }

}  // namespace broadside::ti4
