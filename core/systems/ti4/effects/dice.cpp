// Effects on results, numbers of dice and rerolls. RULES 0.3: what names combat rolls never touches
// unit abilities, and the other way round.
#include <algorithm>

#include <fmt/format.h>

#include "core/scenario/text.hpp"
#include "core/systems/ti4/effects/composition.hpp"
#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/effects/useless.hpp"

namespace broadside::ti4 {
namespace {

constexpr RollMask kSpaceRoll = mask(Roll::space_combat);
constexpr RollMask kGroundRoll = mask(Roll::ground_combat);

Problem add_to_results(Army& army, RollMask rolls, int add, Rounds rounds = {},
                       GroupMask units = kAllGroups) {
  army.die_changes.push_back({rolls, units, rounds, add, -1, -1});
  return std::nullopt;
}

template <int kAdd>
Problem all_combat(Builder& build, const Use& use) {
  return add_to_results(build.army(use.side), kCombatRolls, kAdd);
}
/// RULES 9.20: does the side have dice in every round of these combats?
bool always_rolls(const Army& army, RollMask rolls) {
  if ((rolls & kGroundRoll) && army.silent_in > 0) return false;
  return std::all_of(army.groups.begin(), army.groups.end(), [&](const Group& group) {
    const bool fights = ((rolls & kSpaceRoll) && group.is_ship) ||
                        ((rolls & kGroundRoll) && (group.is_ground_force || group.lands));
    return !fights || (group.combat && (!group.dice_per_enemy_ship || group.galvanized));
  });
}
/// From the chosen round on, in the first rounds in which the side has dice, one for each use:
/// rounds where those are known, else a mark that goes with the rolls.
struct Span {
  Rounds rounds;
  int mark = -1;
};
Span boosted(Army& army, const Use& use, RollMask rolls, bool one_combat) {
  if (army.free.chooses && !use.given_round()) {  // RULES 9.57
    const int held = army.new_mark(use.uses()), acts = army.new_mark(0);
    army.free.cards.push_back({use.id, rolls, held, acts});
    return {{1, Rounds::kForever}, acts};
  }
  if (one_combat && always_rolls(army, rolls)) return {use.rounds(), -1};
  return {{use.round(), Rounds::kForever}, army.new_mark(use.uses())};
}
/// A conquest has two combats: what is left after the first serves in the second.
Problem boost(Builder& build, const Use& use, int add) {
  Army& army = build.army(use.side);
  const Span span = boosted(army, use, kCombatRolls, build.kind != BattleKind::conquest);
  army.die_changes.push_back({kCombatRolls, kAllGroups, span.rounds, add, -1, span.mark});
  return std::nullopt;
}
template <RollMask kRollsGiven>
Problem one_more_die(Builder& build, const Use& use) {
  build.army(use.side).extra_dice.push_back({kRollsGiven, kAllGroups, {}, 1, -1});
  return std::nullopt;
}
template <RollMask kRollsGiven>
Problem one_more_die_for_some_rounds(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const Span span = boosted(army, use, kRollsGiven, true);
  army.extra_dice.push_back({kRollsGiven, kAllGroups, span.rounds, 1, span.mark});
  return std::nullopt;
}
template <RollMask kRollsGiven>
Problem reroll_misses(Builder& build, const Use& use) {
  build.army(use.side).rerolls.push_back({kRollsGiven, {}, Reroll::Which::misses, -1});
  return std::nullopt;
}
/// What a reroll is for: all rolls of a round, or the one after which it is played (RULES 3.4.5).
enum class For : std::uint8_t { round, roll };
template <RollMask kRollsGiven, For kFor>
Problem reroll_misses_for_some_rounds(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const Span span = boosted(army, use, kRollsGiven, true);
  army.rerolls.push_back(
      {kRollsGiven, span.rounds, Reroll::Which::misses, span.mark, 0, kFor == For::roll});
  return std::nullopt;
}

/// Rolls of unit abilities that can do something: a barrage at a side without fighters does not, so
/// that no card is spent on it.
RollMask ability_rolls(const Army& army, const Army& enemy) {
  const bool shoots_infantry =
      std::any_of(army.groups.begin(), army.groups.end(),
                  [](const Group& g) { return g.barrage_kills_infantry_on > 0; });
  const bool fighters = std::any_of(enemy.groups.begin(), enemy.groups.end(), [](const Group& g) {
    return g.type == UnitType::fighter && g.start > 0;
  });
  const bool counts = army.waylays || army.raid_formation || shoots_infantry || fighters;
  return counts ? kAbilityRolls : static_cast<RollMask>(kAbilityRolls & ~mask(Roll::barrage));
}

/// RULES 3.4.6, 9.23: units that have a hit roll their misses again; a type that is named risks it
/// without one.
Problem crown_of_thalnos(Builder& build, const Use& use, int bonus) {
  Army& army = build.army(use.side);
  army.thalnos_bonus = bonus;
  for (Group& group : army.groups) {
    group.rerolls_with_hit = true;
    group.risks_reroll = use.target() == group.type;
  }
  return std::nullopt;
}

/// Effect::useless of the Crown: without a target it needs a unit of several dice.
std::string_view has_no_miss_beside_a_hit(const Builder& build, Side side) {
  const Army& army = build.armies[side];
  const auto is_more = [](const auto& more) { return (more.rolls & kCombatRolls) != 0; };
  const bool more_dice = std::any_of(army.extra_dice.begin(), army.extra_dice.end(), is_more) ||
                         std::any_of(army.dice_each.begin(), army.dice_each.end(), is_more);
  const auto rolls_several = [&](const Group& group) {
    const bool fights = (build.in_space() && takes_part(group, Roll::space_combat)) ||
                        (build.on_planet() && takes_part(group, Roll::ground_combat));
    return fights && (group.risks_reroll || group.combat.dice > 1 || group.dice_per_enemy_ship);
  };
  const bool matters =
      more_dice || std::any_of(army.groups.begin(), army.groups.end(), rolls_several);
  return matters ? "" : "a unit with one die that hits has no miss to roll again";
}

/// Units with a galvanize token become a group of their own: one more die on every roll that they
/// have (RULES 7.1). Without a target the dearest unit that fights.
Problem galvanize(Builder& build, const Use& use) {
  Army& army = build.army(use.side);
  const auto target = use.target();
  int from = -1;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (army.groups[g].galvanized)
      continue;
    else if (target ? army.groups[g].type == *target
                    : army.groups[g].fights() &&
                          (from < 0 || army.groups[g].worth > nth(army.groups, from).worth))
      from = static_cast<int>(g);
  if (from < 0) return InputError{"no unit to galvanize", "", "name the type as the target"};
  Group& plain = nth(army.groups, from);
  if (use.uses() > plain.start)
    return InputError{
        fmt::format("{} galvanized {} of {}", use.uses(), name(plain.type), plain.start), "",
        "at most as many as there are"};
  Group token = plain;
  put_token(token);
  token.start = token.most = use.uses();
  token.placed_at = -1;
  token.start_damaged = std::max(0, plain.start_damaged - (plain.start - use.uses()));
  plain.start -= use.uses();
  plain.most -= use.uses();
  plain.start_damaged -= token.start_damaged;
  if (plain.most == 0)
    plain = token;
  else if (army.has_room_for_group())
    army.groups.push_back(token);
  return std::nullopt;
}

constexpr Effect kDiceEffects[] = {
    {"anomaly_nebula", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       if (use.side == Side::attacker) return std::nullopt;
       return add_to_results(build.army(use.side), kSpaceRoll, build.nebula_bonus);
     }},
    {"event_cosmic_phenomenae", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       build.nebula_bonus = 3;  // in all
       Army& army = build.army(use.side);
       if (!build.asteroid_field || army.upgraded[UnitType::fighter]) return std::nullopt;
       const int fighters = take_type(army, UnitType::fighter, kMostOfAGroup, First::undamaged);
       if (fighters > 0)
         build.note(use.side, counted(fighters, "fighter") +
                                  " left out: Fighter I do not fight in asteroid fields");
       return std::nullopt;
     }},
    {"ability_fragile", Order::profile,
     [](Builder& build, const Use& use) {
       build.army(use.side).fragile = true;
       return all_combat<-1>(build, use);
     }},
    {"ability_unrelenting", Order::trait, all_combat<1>},
    {"ability_galvanize", Order::token, galvanize,
     "tokens lie under the named units from the start"},
    {"plot_assail", Order::trait,
     [](Builder& build, const Use& use) {
       return add_to_results(build.army(use.side), kAnyRoll, 1);
     },
     "the enemy is the puppeted player"},
    {"tech_antimass_deflectors",
     Order::trait,
     [](Builder& build, const Use& use) {
       return add_to_results(build.army(other(use.side)), kCannonRolls, -1);
     },
     {},
     meets_no_cannons},
    {"tech_plasma_scoring", Order::trait, one_more_die<kCannonRolls | mask(Roll::bombardment)>,
     "the extra die goes to the unit that hits best", lacks_guns},
    {"tech_supercharge", Order::moment,
     [](Builder& build, const Use& use) { return boost(build, use, 1); },
     "in the chosen round (1), or the first after it in which the side has dice"},
    {"ac_morale_boost", Order::moment,
     [](Builder& build, const Use& use) { return boost(build, use, build.wild ? 2 : 1); },
     "from the chosen round on (1), in the first rounds in which the side has dice, one for each "
     "use"},
    {"ac_fighter_prototype",
     Order::trait,
     [](Builder& build, const Use& use) {
       Army& army = build.army(use.side);
       if (build.has_begun) return nothing(build, use, "the first round is over");
       return add_to_results(army, kSpaceRoll, 2, {1, 1}, groups_of(army, UnitType::fighter));
     },
     {},
     lacks_fighters},
    {"ac_fire_team", Order::moment, reroll_misses_for_some_rounds<kGroundRoll, For::roll>,
     "every miss, from the chosen round on (1), in the first rounds in which the side has dice"},
    {"ac_scramble_frequency", Order::moment,
     [](Builder& build, const Use& use) -> Problem {
       Army& enemy = build.army(other(use.side));
       enemy.rerolls.push_back({ability_rolls(enemy, build.army(use.side)),
                                {},
                                Reroll::Which::all_when_above,
                                enemy.new_mark(use.uses()),
                                use.at_least()});
       return std::nullopt;
     },
     "on the first roll of a unit ability with more hits than expected, or with at_least so many",
     meets_no_ability_dice},
    {"pn_strike_wing_ambuscade", Order::moment,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       army.extra_dice.push_back({ability_rolls(army, build.army(other(use.side))),
                                  kAllGroups,
                                  {},
                                  1,
                                  army.new_mark(use.uses())});
       return std::nullopt;
     },
     "on the first roll of a unit ability, for the unit that hits best", lacks_ability_dice},
    {"pn_war_funding", Order::moment, reroll_misses_for_some_rounds<kSpaceRoll, For::round>,
     "every miss, from the chosen round on (1), in the first rounds in which the side has dice"},
    {"pn_war_funding_omega", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).rerolls.push_back(
           {kSpaceRoll, use.rounds(), Reroll::Which::misses, -1, 0, true});
       build.army(other(use.side))
           .rerolls.push_back(
               {kSpaceRoll, use.rounds(), Reroll::Which::all_when_above, -1, use.at_least(), true});
       return std::nullopt;
     },
     "in the chosen round (1): own misses, and all enemy dice when they hit more than expected, or "
     "at_least so often"},
    {"pn_tekklar_legion", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       add_to_results(build.army(use.side), kGroundRoll, 1);
       if (build.army(other(use.side)).faction == "sardakk")
         add_to_results(build.army(other(use.side)), kGroundRoll, -1);
       return std::nullopt;
     }},
    {"agent_viscount_unlenn", Order::moment, one_more_die_for_some_rounds<kSpaceRoll>,
     "in the chosen round (1), for the ship that hits best"},
    {"agent_evelyn_delouis", Order::moment, one_more_die_for_some_rounds<kGroundRoll>,
     "in the chosen round (1), for the ground force that hits best"},
    {"commander_trrakan_aun_zulok", Order::trait, one_more_die<kAbilityRolls>,
     "for the unit that hits best, on every roll of a unit ability", lacks_ability_dice},
    {"commander_ta_zern", Order::trait, reroll_misses<kAbilityRolls>, "every miss",
     lacks_ability_dice},
    {"commander_aroz_hollow", Order::trait, all_combat<1>, "the battle is in The Fracture"},
    {"commander_rickar_rickani", Order::trait, all_combat<2>,
     "the battle is at Mecatol Rex, at home or at a legendary planet"},
    // Not on a barrage (RULES 8.7).
    {"ability_munitions_reserves", Order::moment,
     reroll_misses_for_some_rounds<kSpaceRoll, For::round>,
     "paid from the chosen round on (1), one round for each use; every miss is rerolled"},
    // Not on a barrage (RULES 8.8).
    {"breakthrough_gravleash_maneuvers", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       build.army(use.side).bonus_by_types.push_back({kSpaceRoll});
       return std::nullopt;
     },
     "the ship that gains most"},
    {"breakthrough_imperator", Order::trait,
     [](Builder& build, const Use& use) {
       return add_to_results(build.army(use.side), kCombatRolls, use.uses());
     },
     "uses = Supports for the Throne that the enemy holds"},
    {"law_prophecy_of_ixth", Order::trait,
     [](Builder& build, const Use& use) {
       Army& army = build.army(use.side);
       const GroupMask fighters = groups_of(army, UnitType::fighter);
       if (!build.in_space() &&
           !(fighters & groups_where(army, [](const Group& group) { return group.lands; })))
         return nothing(build, use, "no fighter fights on the ground");
       return add_to_results(army, kCombatRolls, 1, {}, fighters);
     }},
    {"relic_crown_of_thalnos", Order::trait,
     [](Builder& build, const Use& use) { return crown_of_thalnos(build, use, 1); },
     "only units that keep a hit anyway roll their misses again; a target risks all of that type",
     has_no_miss_beside_a_hit},
    {"law_crown_of_thalnos", Order::trait,
     [](Builder& build, const Use& use) { return crown_of_thalnos(build, use, 0); },
     "only units that keep a hit anyway roll their misses again; a target risks all of that type",
     has_no_miss_beside_a_hit},
    {"agent_the_thundarian", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army &army = build.army(use.side), &enemy = build.army(other(use.side));
       // Where only one side has ships, the first combat is that on the ground.
       const bool in_space =
           build.in_space() && std::all_of(kSides.begin(), kSides.end(), [&](Side side) {
             const Army& one = build.army(side);
             return one.arrives || count(one, starting_force(one), Targets::ships) > 0;
           });
       const Rounds rounds = use.rounds();
       army.rolls_again_in = rounds;
       army.rolls_again_at = in_space ? Roll::space_combat : Roll::ground_combat;
       for (Army* side : {&army, &enemy})
         if (side->again_mark < 0) side->again_mark = side->new_mark(0);
       army.unroll_space = std::max(army.unroll_space, in_space ? rounds.last : 0);
       army.unroll_ground = std::max(army.unroll_ground, in_space ? 0 : rounds.last);
       return std::nullopt;
     },
     "in the chosen round (1) of the first combat, one round for each use, if the enemy has made "
     "more hits"},
    {"relic_heart_of_ixth", Order::trait,
     [](Builder& build, const Use& use) -> Problem {
       Army& army = build.army(use.side);
       army.die_purses.push_back({kAnyRoll, army.new_mark(1), -1});
       return std::nullopt;
     },
     "on the first own die that misses by one"},
};

}  // namespace

std::span<const Effect> dice_effects() { return kDiceEffects; }

}  // namespace broadside::ti4
