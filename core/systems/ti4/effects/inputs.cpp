// What a scenario must be able to say about the rest of the map. These ids are ours; no card prints
// them.
#include <algorithm>

#include "core/systems/ti4/effects/effect.hpp"

namespace broadside::ti4 {
namespace {

constexpr const char* kAboutSpace = "it is about space, where ships are shot at";

/// PDS II and the like in neighbouring systems fire in the offense step only (RULES 2.4).
Problem adjacent_pds(Builder& build, const Use& use) {
  const int guns = use.uses();
  if (!build.in_space()) return nothing(build, use, kAboutSpace);
  auto& dice = build.army(use.side).loose_dice[Roll::cannon_offense];
  for (int i = 0; i < guns; ++i) dice.push_back({5, 1});
  return std::nullopt;
}

/// Other players may fire at the active player's ships, after the defender; each roll's hits are
/// assigned before the next (RULES 2.1).
Problem third_party_pds(Builder& build, const Use& use) {
  // Given for the system it reaches both sides; it is the attacker that they shoot at, so it is
  // thrown in the defender's place.
  if (use.side == Side::attacker) return std::nullopt;
  const int dice = use.uses();
  if (!build.in_space()) return nothing(build, use, kAboutSpace);
  build.army(use.side).cannon_events.push_back(
      {"third party's space cannon",
       [dice](const Army& own, const Force& force, std::uint32_t) {
         int add = 0;  // what the target does to space cannons fired at it holds for everybody's
         for (const DieChange& change : own.die_changes)
           if (change.add < 0 && (change.rolls & mask(Roll::cannon_offense))) add += change.add;
         return binomial(dice, (6 + add) / 10.0).map([&](Volley v) { return std::pair{v, force}; });
       },
       [](const Army& enemy, const Force& force, Volley hits) {
         if (enemy.blocks_cannons) return force;
         const Force after = take_hits(enemy, force, Hits::of(hits),
                                       {Roll::cannon_offense, 1, Targets::ships, true, false});
         return after == force ? force : enforce_capacity(enemy, after, enemy.overload, true);
       },
       1, nullptr});
  return std::nullopt;
}

/// Units that bombard another planet of the system take no part in the bombardment of this one
/// (RULES 4.1.1: one planet for all dice).
Problem bombards_elsewhere(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  int from = -1;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (army.groups[g].bombardment &&
        (use.target() ? army.groups[g].type == *use.target() : from < 0))
      from = static_cast<int>(g);
  if (from < 0) return InputError{"no unit that bombards", "", "name the type as the target"};
  Group& here = nth(army.groups, from);
  const int away = std::min(use.uses(), here.start);
  if (away == here.start) {
    here.bombardment = {};
    return std::nullopt;
  }
  if (army.groups.size() == kGroups)
    return InputError{"too many kinds of units", "", "leave it out"};
  Group elsewhere = here;
  elsewhere.bombardment = {};
  elsewhere.start = elsewhere.most = away;
  elsewhere.placed_at = -1;
  elsewhere.start_damaged = std::min(here.start_damaged, away);
  here.start -= away;
  here.most -= away;
  here.start_damaged -= elsewhere.start_damaged;
  army.groups.push_back(elsewhere);
  return std::nullopt;
}

constexpr Effect kInputEffects[] = {
    {"adjacent_pds", Order::trait, adjacent_pds,
     "uses = PDS II in neighbouring systems that reach this one (1), hitting on 5"},
    {"third_party_pds", Order::trait, third_party_pds,
     "uses = space cannon dice of other players at the attacker's ships (1), hitting on 5"},
    {"bombards_elsewhere", Order::profile, bombards_elsewhere,
     "uses = units of the target type that bombard another planet (1)"},
};

}  // namespace

std::span<const Effect> input_effects() { return kInputEffects; }

}  // namespace broadside::ti4
