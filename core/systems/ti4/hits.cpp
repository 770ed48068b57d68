#include "core/systems/ti4/hits.hpp"

#include <algorithm>
#include <tuple>

#include "core/systems/ti4/assignment.hpp"

namespace broadside::ti4 {
namespace {

void after(const Army& army, const HitReport& report, Force& force) {
  for (const AfterHits& act : army.after_hits) act(army, report, force);
}

}  // namespace

/// RULES 7.7, Proxima Targeting: galvanized units on the planet cancel a hit of bombardment each.
int cancelled_by_tokens(const Army& army, const Force& force, const HitContext& context) {
  if (!army.tokens_cancel_bombardment || context.roll != Roll::bombardment) return 0;
  int units = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (army.groups[g].galvanized &&
        (army.groups[g].is_ground_force || army.groups[g].is_structure))
      units += force.count(g);
  return units;
}

std::pair<HitReport, Force> sustain_hits(const Army& army, Force force, int hits,
                                         const HitContext& context) {
  const HitReport report = Assignment{army, force, {hits, 0, 0, false}, context}.sustain_hits();
  return {report, force};
}

Force take_hits(const Army& army, Force force, Hits hits, const HitContext& context) {
  hits.any = std::max(0, hits.any - cancelled_by_tokens(army, force, context));
  const HitReport report = Assignment{army, force, hits, context}.run();
  after(army, report, force);
  return force;
}

Force after_losses(const Army& army, const Force& before, Force after_them,
                   const HitContext& context) {
  HitReport report;
  report.roll = context.roll;
  report.round = context.round;
  report.in_combat = context.in_combat;
  report.answer = context.answer;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    report.lost[g] = static_cast<std::uint8_t>(std::max(0, before.count(g) - after_them.count(g)));
  after(army, report, after_them);
  return after_them;
}

Force lose_units(const Army& army, const Force& force, int group, int units,
                 const HitContext& context) {
  if (group < 0) return force;
  Force left = force;
  destroy(left, group, units);
  return after_losses(army, force, left, context);
}

bool silences(const Army& army, const Force& force) {
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (army.groups[g].silences && force.count(g) > 0 && !force.away) return true;
  return false;
}

bool forbids_sustain(const Army& army, const Force& force, bool on_ground) {
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const Group& group = army.groups[g];
    const bool there = on_ground ? group.is_ground_force : group.is_ship;
    if (group.blocks_sustain && force.count(g) > 0 && there) return true;
  }
  return silences(army, force);
}

Volley hits_by(const Army& army, const Force& force, Hits hits, bool on_ground) {
  hits.no_sustain = hits.total() + hits.second > 0 && forbids_sustain(army, force, on_ground);
  return hits.pack();
}

Force take_chosen_hit(const Army& army, Force force, int group, bool may_sustain,
                      const HitContext& context) {
  if (group < 0) return force;
  // The pick stands alone: an assignment to a side that has only this unit, the rest put back
  // afterwards.
  const GroupAt g = group;
  Army alone = army;
  for (std::size_t i = 0; i < alone.groups.size(); ++i)
    if (i != g)
      alone.groups[i].is_ship = alone.groups[i].is_ground_force = alone.groups[i].lands =
          alone.groups[i].sustains_for_ships = false;
  alone.lends_sustain = false;
  alone.sustain = army.sustain == Sustain::never ? Sustain::never : Sustain::first;
  if (count(army, force, context.targets) > 1)  // one hit, and it is not the last unit
    std::erase_if(alone.cancels, [](const Cancel& c) { return c.when == Cancel::When::worth_two; });
  HitContext chosen = context;
  chosen.may_sustain =
      may_sustain &&
      force.damaged[g] == 0;  // a damaged one is what the enemy picks where there is one
  Force only = force;
  const HitReport report = Assignment{alone, only, {1, 0, 0, false}, chosen}.run();
  after(army, report, only);
  return only;
}

int pick_for_enemy(const Army& army, const Force& force, Targets targets, bool may_sustain,
                   std::optional<UnitType> wanted) {
  int best = -1;
  std::tuple<bool, bool, double> highest;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const Group& group = army.groups[g];
    if (!is_target(group, targets) || force.count(g) == 0) continue;
    const bool dies = force.damaged[g] > 0 || !may_sustain || !group.sustain_damage ||
                      army.sustain == Sustain::never;
    const std::tuple<bool, bool, double> gain{wanted == group.type, dies, group.worth};
    if (best < 0 || gain > highest) {
      best = static_cast<int>(g);
      highest = gain;
    }
  }
  return best;
}

namespace {

/// Hits that one of them makes in a round on average, by its printed dice. Neutral units have their
/// card instead (RULES 8.4).
double fighting_worth(const Army& army, const Group& group) {
  if (army.faction == "neutral") return group.worth;
  constexpr int kEnemiesExpected = 3;  // of a ship with a die for each of them
  const int dice =
      group.dice_per_enemy_ship ? kEnemiesExpected + (group.galvanized ? 1 : 0) : group.combat.dice;
  return dice * (11 - group.combat.hit_on);
}

}  // namespace

int pick_to_sacrifice(const Army& army, const Force& force, Targets targets) {
  int best = -1;
  std::tuple<int, double, double, bool> lowest;
  const TroopRoom room{army, force};
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const Group& group = army.groups[g];
    if (!is_target(group, targets) || force.count(g) == 0) continue;
    const std::tuple price{room.room_lost(group), fighting_worth(army, group), group.worth,
                           force.damaged[g] == 0};
    if (best < 0 || price < lowest) {
      best = static_cast<int>(g);
      lowest = price;
    }
  }
  return best;
}

}  // namespace broadside::ti4
