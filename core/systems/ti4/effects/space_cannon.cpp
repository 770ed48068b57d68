// Effects of space cannon offense and anti-fighter barrage. RULES 2 and 3.2.
#include "core/systems/ti4/effects/space.hpp"
#include "core/systems/ti4/effects/useless.hpp"

namespace broadside::ti4 {
namespace {

/// Space cannons that belong to a planet or a relic, not to a unit of the side.
Problem planet_cannon(Builder& build, const Use& use, Dice dice, bool defends) {
  Army& army = build.army(use.side);
  army.loose_dice[Roll::cannon_offense].push_back(dice);
  if (defends && use.side == Side::defender) army.loose_dice[Roll::cannon_defense].push_back(dice);
  return std::nullopt;
}

Problem no_offense_against(Builder& build, const Use& use) {
  Army& enemy = build.army(other(use.side));
  enemy.blocked_rolls |= mask(Roll::cannon_offense);
  build.army(use.side).blocks_cannons = true;
  return std::nullopt;
}

/// Effect::useless of space cannons that a side gains.
std::string_view does_not_fire(const Builder& build, Side side) {
  if (fires_cannons(build, side)) return "";
  return side == Side::attacker && !build.in_space() ? "only the defender fires at a landing"
                                                     : "no space cannon of the side fires";
}

constexpr Effect kSpaceCannonEffects[] = {
    {"ability_raid_formation", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).raid_formation = true;
       build.army(use.side).raids = use.target();
       return std::nullopt;
     },
     "the dearest ships are damaged, the target's type first where one is named",
     no_use_for_raid_formation},
    {"ac_waylay",
     Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).waylays = true;
       return std::nullopt;
     },
     {},
     lacks_barrage},
    {"tech_graviton_laser_system", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).cannons_hit_non_fighters = true;
       return std::nullopt;
     },
     "exhausted for this roll", lacks_cannons},
    {"ac_solar_flare", Order::trait, no_offense_against, {}, meets_no_cannons_to_block},
    {"agent_myru_vos", Order::trait, no_offense_against, {}, meets_no_cannons_to_block},
    {"hero_airo_shir_aur", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       if (build.kind == BattleKind::conquest) {  // only a space combat follows
         build.army(Side::attacker).no_landing = true;
         build.army(Side::attacker).blocked_rolls |= mask(Roll::bombardment);
         build.note(use.side,
                    "Airo Shir Aur: only a space combat follows, the planet stays as it is");
       }
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
       // The dock fires: with a token under one of them that one (RULES 7.1).
       const GroupMask docks = groups_where(build.army(use.side), [](const Group& g) {
         return g.type == UnitType::space_dock && g.galvanized && g.start > 0;
       });
       const std::uint8_t dice = docks ? 4 : 3;
       return planet_cannon(build, use, {5, dice}, false);
     },
     "a space dock of the side is in or next to the system"},
    {"hero_ul_the_progenitor", Order::trait,
     [](Builder& build, const Use& use) {
       return planet_cannon(build, use, {5, 3}, true);
     },
     "the side controls Elysium, in this system", does_not_fire},
    {"attachment_elysium_geoform", Order::trait,
     [](Builder& build, const Use& use) {
       return planet_cannon(build, use, {5, 3}, true);
     },
     "the side controls Elysium, in this system", does_not_fire},
    {"planet_custodia_vigilia", Order::trait,
     [](Builder& build, const Use& use) {
       return planet_cannon(build, use, {5, 1}, true);
     },
     "the battle is at Mecatol Rex and the side controls it", does_not_fire},
    {"relic_lightrail_ordnance",
     Order::profile,
     [](Builder& build, const Use& use) -> Problem {
       for (Group& group : build.army(use.side).groups)
         if (group.type == UnitType::space_dock) group.space_cannon = with_token(group, {5, 2});
       return std::nullopt;
     },
     {},
     [](const Builder& build, Side side) -> std::string_view {
       return groups_of(build.armies[side], UnitType::space_dock) == 0
                  ? "the side has no space dock"
                  : does_not_fire(build, side);
     }},
    {"relic_metali_void_armaments", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).loose_dice[Roll::barrage].push_back({6, 3});
       return std::nullopt;
     }},
};

}  // namespace

std::span<const Effect> space_cannon_effects() { return kSpaceCannonEffects; }

}  // namespace broadside::ti4
