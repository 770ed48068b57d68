// Texts printed on units that are neither flagships nor mechs.
#include <algorithm>
#include <string_view>

#include "core/systems/ti4/effects/unit_texts.hpp"

namespace broadside::ti4 {
namespace {

/// After a space combat round one of them may be destroyed to destroy up to two ships of the enemy;
/// nothing cancels that.
Problem exotrireme(Builder& build, const Use& use) {
  if (!use.given_uses()) return std::nullopt;  // a sacrifice that is not asked for is not made
  static constexpr HitContext kAfterSpaceRound{
      Roll::space_combat, 1, Targets::ships, true, true, true};
  Army& army = build.army(use.side);
  const int left = army.new_mark(use.uses()), paid = army.new_mark(0);
  const int g = own_index(build, use);
  Event event{"exotrireme",
              [paid](const Army&, const Force& force, std::uint32_t) {
                Force after = force;
                return certain(std::exchange(after.mark(paid), std::uint8_t{0}), after);
              },
              [](const Army& enemy, const Force& force, Volley shot) {
                Force after = force;
                for (int ship = 0; ship < 2 && shot; ++ship) {
                  int best = -1;
                  for (std::size_t e = 0; e < enemy.groups.size(); ++e)
                    if (enemy.groups[e].is_ship && after.count(e) > 0 &&
                        (best < 0 || enemy.groups[e].worth > nth(enemy.groups, best).worth))
                      best = static_cast<int>(e);
                  if (best < 0) break;
                  // the enemy would like to keep the undamaged ones: the owner of the effect takes those
                  const GroupAt target = best;
                  if (after.whole[target] > 0)
                    --after.whole[target];
                  else
                    --after.damaged[target];
                }
                return shot ? after_losses(enemy, force, after, kAfterSpaceRound) : force;
              },
              1, nullptr};
  event.pays = [left, paid, g](const Army& own, const Force& force, std::uint32_t) {
    if (force.mark(left) == 0 || force.count(g) == 0 || count(own, force, Targets::ships) == 1)
      return force;
    Force after = lose_units(own, force, g, 1, kAfterSpaceRound);
    --after.mark(left);
    after.mark(paid) = 1;
    return after;
  };
  army.space_round_end.push_back(std::move(event));
  return std::nullopt;
}

/// Units with the text, tokens under them or not.
int ships_of(Builder& build, const Use& use) {
  int ships = 0;
  change_own(build, use, [&](const Group& group) { ships += group.start; });
  return ships;
}

/// Its system is a gravity rift for everybody but its owner (RULES 3.6.2).
Problem dimensional_tear(Builder& build, const Use& use) {
  build.army(other(use.side)).rift = true;
  return std::nullopt;
}
constexpr std::string_view kTear =
    "its system is a gravity rift: each ship of the enemy that leaves it is removed on 1 to 3";

constexpr Effect kOtherUnitEffects[] = {
    {"argent_destroyer_2", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       change_own(build, use, [](Group& group) { group.barrage_kills_infantry_on = 9; });
       return std::nullopt;
     }},
    {"ral_nel_destroyer_1", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       auto& dice = build.army(use.side).loose_dice[Roll::cannon_offense];
       const Dice printed = build.army(use.side).upgraded[UnitType::pds] ? Dice{5, 1} : Dice{6, 1};
       for (int i = 0; i < std::min(use.uses(0), ships_of(build, use)); ++i)
         dice.push_back(printed);
       return std::nullopt;
     },
     "uses = PDS carried in the space area (0)"},
    {"ral_nel_destroyer_2", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       auto& dice = build.army(use.side).loose_dice[Roll::cannon_offense];
       const Dice printed = build.army(use.side).upgraded[UnitType::pds] ? Dice{5, 1} : Dice{6, 1};
       for (int i = 0; i < (use.uses(0) > 0 ? ships_of(build, use) : 0); ++i)
         dice.push_back(printed);
       return std::nullopt;
     },
     "uses 1 = a PDS is carried in the space area (0); each linkship fires it"},
    {"sardakk_dreadnought_2", Order::trait, exotrireme,
     "uses = how many may be given up, one after each round (0); the two dearest ships die"},
    {"vuilraith_space_dock_1", Order::trait, dimensional_tear, kTear},
    {"vuilraith_space_dock_2", Order::trait, dimensional_tear, kTear},
};

}  // namespace

std::span<const Effect> other_unit_effects() { return kOtherUnitEffects; }

}  // namespace broadside::ti4
