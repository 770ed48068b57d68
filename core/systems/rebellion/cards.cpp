#include "core/systems/rebellion/cards.hpp"

#include <algorithm>

namespace broadside::rebellion {
namespace {

using enum Faction;
using enum Theater;
using enum Timing;

// Short ways to write an effect, so that the tables read like the cards.
constexpr Effect just(Op op, int amount = 0) {
  return {.op = op, .amount = static_cast<std::uint8_t>(amount)};
}
constexpr Effect deal(int amount, Target target = Target::enemy_unit,
                      HealthColor color = HealthColor::any,
                      Condition condition = Condition::always) {
  return {.op = Op::deal,
          .amount = static_cast<std::uint8_t>(amount),
          .target = target,
          .color = color,
          .condition = condition};
}
constexpr Effect deal(int amount, HealthColor color) {
  return deal(amount, Target::enemy_unit, color);
}
constexpr Effect prevent(int red, int black, int direct = 0) {
  return {.op = Op::prevent,
          .dice = {static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(black), 0},
          .direct = static_cast<std::uint8_t>(direct)};
}
constexpr Effect destroy(Target target, Condition condition = Condition::always) {
  return {.op = Op::destroy, .amount = 1, .target = target, .condition = condition};
}
constexpr Effect lasting(Op op, Until until) { return {.op = op, .until = until}; }
constexpr Effect only_if(Op op, Condition condition) { return {.op = op, .condition = condition}; }
constexpr Effect draw(int amount, Decks decks) {
  return {.op = Op::draw, .amount = static_cast<std::uint8_t>(amount), .decks = decks};
}
constexpr Effect remove_damage(Target target) {
  return {.op = Op::remove_damage, .amount = 2, .target = target};
}
constexpr Effect redirect_to(UnitId unit) {
  return {.op = Op::redirect_damage, .amount = 3, .unit = unit};
}
constexpr Effect kBombardment{.op = Op::deal, .target = Target::enemy_unit, .by_ship = true};
constexpr Effect kCancel = just(Op::cancel_enemy_card);
constexpr Effect kOneMore = just(Op::additional_card);
constexpr Effect kNoCardNextRound = lasting(Op::enemy_plays_no_card, Until::next_round);
constexpr Effect kAttackSecond = lasting(Op::attack_after_enemy, Until::combat);
constexpr Effect kNoHealing = lasting(Op::no_special_healing, Until::battle_round);
constexpr Effects one(Effect effect) { return {effect, {}}; }
constexpr Effects both(Effect first, Effect second) { return {first, second}; }

constexpr auto kRed = HealthColor::red;
constexpr auto kBlack = HealthColor::black;
constexpr auto kHigh = Confidence::high;
constexpr auto kMedium = Confidence::medium;

// tests/core/systems/rebellion/facts_test.cpp compares every field below with
// tests/data/rebellion/tactic_cards.json.
// clang-format off

// Disputed, and what was taken: one list has 2 Onslaught and no Unstoppable Assault in space, two
// lists 1 + 1; Escape Plan shows the special icon in two lists and not in one; nothing rules on
// splitting Bombardment, and damage without a named target is split at will.
constexpr std::array<TacticCard, kTacticCards> kTactics{{
    {"space_critical_hit", "Critical Hit", space, 2, false, own_attack,
     one(deal(1)), kHigh, "1 damage on an enemy ship."},
    {"space_concentrate_fire", "Concentrate Fire", space, 2, false, own_attack,
     one(just(Op::reroll, 2)), kHigh, "Reroll up to 2 own dice."},
    {"space_defensive_formation", "Defensive Formation", space, 3, false, enemy_attack,
     one(just(Op::block, 1)), kHigh, "Block 1 damage."},
    {"space_outmaneuver", "Outmaneuver", space, 2, false, enemy_attack,
     both(just(Op::discard_cost, 1), just(Op::block, 2)), kHigh,
     "Discard another space card: block up to 2 damage."},
    {"space_take_it_down", "Take It Down", space, 2, true, own_attack,
     one(deal(2, Target::one_enemy_unit)), kHigh, "2 damage on one enemy ship."},
    {"space_onslaught", "Onslaught", space, 1, true, own_attack,
     one(deal(1, Target::two_enemy_units)), kMedium, "1 damage on each of up to 2 enemy ships."},
    {"space_unstoppable_assault", "Unstoppable Assault", space, 1, true, own_attack,
     one(lasting(Op::cannot_be_blocked, Until::theater_step)), kMedium,
     "The enemy blocks nothing in this space step."},
    {"space_brilliant_strategy", "Brilliant Strategy", space, 1, true, own_attack,
     one(draw(2, Decks::either)), kHigh, "Draw 2 cards, of either deck or one of each."},
    {"space_no_escape", "No Escape", space, 1, false, own_attack,
     one(lasting(Op::enemy_cannot_retreat, Until::combat_round)), kHigh,
     "The enemy does not retreat this round."},
    {"ground_critical_hit", "Critical Hit", ground, 2, false, own_attack,
     one(deal(1)), kHigh, "1 damage on an enemy ground unit."},
    {"ground_concentrate_fire", "Concentrate Fire", ground, 2, false, own_attack,
     one(just(Op::reroll, 2)), kHigh, "Reroll up to 2 own dice."},
    {"ground_defensive_formation", "Defensive Formation", ground, 3, false, enemy_attack,
     one(just(Op::block, 1)), kHigh, "Block 1 damage."},
    {"ground_dig_in", "Dig In", ground, 2, false, enemy_attack,
     both(just(Op::discard_cost, 1), just(Op::block, 2)), kHigh,
     "Discard another ground card: block up to 2 damage."},
    {"ground_take_it_down", "Take It Down", ground, 1, true, own_attack,
     one(deal(2, Target::one_enemy_unit)), kHigh, "2 damage on one enemy ground unit."},
    {"ground_onslaught", "Onslaught", ground, 1, true, own_attack,
     one(deal(1, Target::two_enemy_units)), kHigh,
     "1 damage on each of up to 2 enemy ground units."},
    {"ground_unstoppable_assault", "Unstoppable Assault", ground, 1, true, own_attack,
     one(lasting(Op::cannot_be_blocked, Until::theater_step)), kHigh,
     "The enemy blocks nothing in this ground step."},
    {"ground_brilliant_strategy", "Brilliant Strategy", ground, 1, true, own_attack,
     one(draw(2, Decks::either)), kHigh, "Draw 2 cards, of either deck or one of each."},
    {"ground_bombardment", "Bombardment", ground, 1, true, own_attack,
     one(kBombardment), kHigh,
     "Damage on enemy ground units, as much as one own ship here has red dice."},
    {"ground_escape_plan", "Escape Plan", ground, 1, true, own_attack,
     one(lasting(Op::retreat_without_transport, Until::combat_round)), kMedium,
     "Own units need no transport to retreat this round."},
}};

// Disputed, and what was taken: Swarm Tactics deals 2 (an older list: 1); the third icon of
// Overwhelming Presence and of Escort is a direct hit (one reading: a special); either Star
// Destroyer opens the top of Bombardment (one reading: the small one only).
constexpr std::array<AdvancedCard, kAdvancedCards> kAdvanced{{
    {"adv_empire_space_swarm_tactics", "Swarm Tactics", empire, space,
     1, {UnitId::tie_fighter},
     one(deal(2, Target::enemy_unit, HealthColor::any, Condition::more_fighters)),
     one(deal(1, kBlack)),
     "With more fighters than the Rebels: 2 damage.", "1 damage on black health."},
    {"adv_empire_space_reinforcements", "Reinforcements", empire, space,
     1, {UnitId::assault_carrier},
     both({.op = Op::gain_unit, .amount = 1, .unit = UnitId::tie_fighter}, prevent(0, 2)),
     one(prevent(0, 2)),
     "Gain a TIE Fighter; prevent 2 black hits.", "Prevent 2 black hits."},
    {"adv_empire_space_tractor_beam", "Tractor Beam", empire, space,
     1, {UnitId::star_destroyer},
     one({.op = Op::capture_leader, .amount = 1, .condition = Condition::star_destroyer_alone}),
     one(deal(1, kRed)),
     "At round end, with a Star Destroyer and no Rebel ship here: capture a leader.",
     "1 damage on red health."},
    {"adv_empire_space_overwhelming_presence", "Overwhelming Presence", empire, space,
     1, {UnitId::super_star_destroyer}, one(prevent(2, 0, 1)), one(prevent(2, 0)),
     "Prevent 2 red hits and a direct hit.", "Prevent 2 red hits."},
    {"adv_empire_space_superlaser_blast", "Superlaser Blast", empire, space,
     1, {UnitId::death_star}, one(deal(5, Target::one_enemy_capital)), one(deal(1)),
     "5 damage on one capital ship.", "1 damage."},
    {"adv_empire_space_entrapment", "Entrapment", empire, space,
     1, {UnitId::interdictor}, both(kCancel, kOneMore), one(kNoCardNextRound),
     "Cancel the enemy's card and play another.", "The enemy plays no space card next round."},
    {"adv_empire_space_energy_shield", "Energy Shield", empire, space,
     1, {UnitId::shield_bunker}, one(remove_damage(Target::own_unit)), one(kAttackSecond),
     "After the enemy assigned damage: remove 2 from own ships.", "Attack second in space."},
    {"adv_empire_space_intercept", "Intercept", empire, space,
     1, {UnitId::tie_striker}, one(destroy(Target::enemy_triangle_ground)), one(kNoHealing),
     "Destroy a Rebel ground unit of triangle tier.", "Rebel ships heal nothing this round."},
    {"adv_empire_ground_support_of_the_501st", "Support of the 501st", empire, ground,
     1, {UnitId::stormtrooper}, one(destroy(Target::enemy_triangle_ground)), one(deal(1, kBlack)),
     "Destroy a Rebel ground unit of triangle tier.", "1 damage on black health."},
    {"adv_empire_ground_armored_patrol", "Armored Patrol", empire, ground,
     1, {UnitId::assault_tank}, one(prevent(2, 2)), one(prevent(1, 1)),
     "Prevent 2 red and 2 black hits.", "Prevent a red and a black hit."},
    {"adv_empire_ground_overrun", "Overrun", empire, ground,
     1, {UnitId::at_st}, one(deal(2)), one(deal(1)), "2 damage.", "1 damage."},
    {"adv_empire_ground_target_the_generator", "Target the Generator", empire, ground,
     1, {UnitId::at_at}, one(destroy(Target::enemy_structure)), one(deal(1, kRed)),
     "Destroy a Rebel structure.", "1 damage on red health."},
    {"adv_empire_ground_air_superiority", "Air Superiority", empire, ground,
     1, {UnitId::tie_striker}, one(kCancel), one(kNoCardNextRound),
     "Cancel the enemy's card.", "The enemy plays no ground card next round."},
    {"adv_empire_ground_armored_position", "Armored Position", empire, ground,
     1, {UnitId::shield_bunker}, one(redirect_to(UnitId::shield_bunker)), one(kAttackSecond),
     "After the enemy assigned damage: move up to 3 of it to a Shield Bunker.",
     "Attack second on the ground."},
    {"adv_empire_ground_bombardment", "Bombardment", empire, ground,
     2, {UnitId::star_destroyer, UnitId::super_star_destroyer},
     one(deal(2, Target::enemy_unit, kBlack, Condition::no_shield_generator)), one(deal(1)),
     "Without a Shield Generator here: 2 damage on black health.", "1 damage."},
    {"adv_empire_ground_imposing_presence", "Imposing Presence", empire, ground,
     0, {}, one(kNoHealing), one(kOneMore),
     "Rebel ground units heal nothing this round.", "Play another ground card."},
    {"adv_rebel_space_rogue_squadron_support", "Rogue Squadron Support", rebels, space,
     1, {UnitId::x_wing}, one(deal(2, kBlack)), one(deal(1, kBlack)),
     "2 damage on black health.", "1 damage on black health."},
    {"adv_rebel_space_bombing_run", "Bombing Run", rebels, space,
     1, {UnitId::y_wing}, one(deal(2, kRed)), one(deal(1, kRed)),
     "2 damage on red health.", "1 damage on red health."},
    {"adv_rebel_space_deployment", "Deployment", rebels, space,
     1, {UnitId::u_wing},
     both({.op = Op::gain_unit, .amount = 1, .target = Target::own_triangle_ground},
          only_if(Op::force_ground_battle, Condition::enemy_ground_unit)), one(kNoHealing),
     "Gain a ground unit of triangle tier; there is a ground battle this round.",
     "Imperial ships heal nothing this round."},
    {"adv_rebel_space_fleet_logistics", "Fleet Logistics", rebels, space,
     1, {UnitId::mon_calamari_cruiser}, both(prevent(2, 0), kOneMore), one(prevent(2, 0)),
     "Prevent 2 red hits and play another space card.", "Prevent 2 red hits."},
    {"adv_rebel_space_ion_blast", "Ion Blast", rebels, space,
     1, {UnitId::ion_cannon},
     both(deal(1, Target::one_enemy_capital), lasting(Op::no_damage_removal, Until::combat_round)),
     one(deal(1)),
     "1 damage on a capital ship, from which none is removed this round.", "1 damage."},
    {"adv_rebel_space_outrun_them", "Outrun Them", rebels, space,
     1, {UnitId::corellian_corvette}, one(kCancel), one(kNoCardNextRound),
     "Cancel the enemy's card.", "The enemy plays no space card next round."},
    {"adv_rebel_space_draw_their_fire", "Draw Their Fire", rebels, space,
     1, {UnitId::nebulon_b_frigate}, one(remove_damage(Target::own_unit_not_frigate)),
     one(kAttackSecond),
     "After the enemy assigned damage: remove 2 from own ships other than Nebulon-B Frigates.",
     "Attack second in space."},
    {"adv_rebel_space_escort", "Escort", rebels, space,
     1, {UnitId::rebel_transport}, one(prevent(1, 1, 1)), one(prevent(0, 2)),
     "Prevent a red, a black and a direct hit.", "Prevent 2 black hits."},
    {"adv_rebel_ground_hold_them_back", "Hold Them Back", rebels, ground,
     1, {UnitId::rebel_trooper}, one(destroy(Target::enemy_triangle_ground)), one(deal(1, kBlack)),
     "Destroy an Imperial ground unit of triangle tier.", "1 damage on black health."},
    {"adv_rebel_ground_take_it_down", "Take It Down", rebels, ground,
     1, {UnitId::rebel_vanguard}, one(deal(2, kRed)), one(deal(1, kRed)),
     "2 damage on red health.", "1 damage on red health."},
    {"adv_rebel_ground_tow_cables", "Tow Cables", rebels, ground,
     1, {UnitId::airspeeder}, one(deal(4, Target::one_enemy_walker)), one(deal(1)),
     "4 damage on one AT-AT or AT-ST.", "1 damage."},
    {"adv_rebel_ground_take_cover", "Take Cover", rebels, ground,
     1, {UnitId::golan_arms_turret}, one(prevent(2, 2)), one(prevent(1, 1)),
     "Prevent 2 red and 2 black hits.", "Prevent a red and a black hit."},
    {"adv_rebel_ground_planetary_shield", "Planetary Shield", rebels, ground,
     1, {UnitId::shield_generator}, one(redirect_to(UnitId::shield_generator)), one(kAttackSecond),
     "After the enemy assigned damage: move up to 3 of it to a Shield Generator.",
     "Attack second on the ground."},
    {"adv_rebel_ground_rogue_one", "Rogue One", rebels, ground,
     1, {UnitId::u_wing}, one(only_if(Op::reward_elsewhere, Condition::own_unit_retreats)),
     one(kNoHealing),
     "If a unit retreats: rescue a leader or remove a target marker (no combat effect).",
     "Imperial ground units heal nothing this round."},
    {"adv_rebel_ground_escape_plan", "Escape Plan", rebels, ground,
     1, {UnitId::rebel_transport},
     both(just(Op::retreat_now), only_if(Op::cancel_enemy_card, Condition::retreated)),
     one(kNoCardNextRound),
     "Retreat at once, free of all damage, and cancel the enemy's card.",
     "The enemy plays no ground card next round."},
    {"adv_rebel_ground_confrontation", "Confrontation", rebels, ground,
     0, {}, one(only_if(Op::reward_elsewhere, Condition::last_enemy_ground_lost)), one(kOneMore),
     "If the last Imperial ground unit is destroyed: a leader goes later (no combat effect).",
     "Play another ground card."},
}};

// Baze's Loyalty and the ring rest on one good source each.
constexpr auto kActions = std::to_array<ActionCard>({
    {"according_to_my_design", "According to My Design", empire, Expansion::base, true,
     {"emperor_palpatine"},
     {.op = Op::fewer_enemy_dice, .until = Until::first_round, .dice = {1, 2, 0}}, {}, kHigh,
     "In the first round the enemy rolls 1 red and 2 black dice less in each theater."},
    {"more_dangerous_than_you_realize", "More Dangerous Than You Realize", empire,
     Expansion::base, true, {"general_tagge"}, draw(3, Decks::one), {}, kHigh,
     "Draw 3 cards of one deck; cinematic: take 3 back from the discard."},
    {"keep_them_from_escaping", "Keep Them from Escaping", empire, Expansion::base, true,
     {"admiral_piett"}, lasting(Op::enemy_cannot_retreat, Until::combat), {}, kHigh,
     "The enemy does not retreat from this combat."},
    {"good_intel", "Good Intel", empire, Expansion::base, true,
     {"colonel_yularen", "soontir_fel"}, just(Op::open_hand), {}, kHigh,
     "The enemy's cards are open; cinematic: he shows his card before yours is chosen."},
    {"ready_for_action", "Ready for Action", empire, Expansion::base, true,
     {"admiral_piett", "general_veers"}, just(Op::add_leader), {}, kHigh,
     "Add a leader from the pool; it cannot retreat."},
    {"fully_operational", "Fully Operational", empire, Expansion::base, true,
     {"moff_jerjerrod"}, destroy(Target::enemy_ship, Condition::station_present), {}, kHigh,
     "With a Death Star here, finished or not: destroy a Rebel ship."},
    {"target_the_generator_action", "Target the Generator", empire, Expansion::base, true,
     {"general_veers"}, destroy(Target::enemy_structure), {}, kHigh, "Destroy a structure."},
    {"its_a_trap", "It's a Trap", rebels, Expansion::base, true,
     {"admiral_ackbar"}, lasting(Op::enemy_plays_no_card, Until::first_round), space, kHigh,
     "The enemy plays no space card in the first round."},
    {"point_blank_assault", "Point-Blank Assault", rebels, Expansion::base, true,
     {"admiral_ackbar", "general_madine"}, just(Op::health_modifier, 1), {}, kHigh,
     "All units of both sides have 1 less health, at least 1."},
    {"target_the_star_destroyers", "Target the Star Destroyers", rebels, Expansion::base, true,
     {"wedge_antilles"}, just(Op::black_hits_as_red, 2), space, kHigh,
     "In each own space attack up to 2 black hits count as red."},
    {"one_in_a_million", "One in a Million", rebels, Expansion::base, false,
     {"luke_skywalker", "wedge_antilles"}, just(Op::set_dice, 2), {}, kHigh,
     "Set up to 2 dice to faces of choice instead of rolling them."},
    {"bazes_loyalty", "Baze's Loyalty", rebels, Expansion::rote, true,
     {"chirrut_imwe"}, just(Op::destroy_health_worth, 2), {}, kMedium,
     "Destroy enemy units with printed health of 2 in all."},
    {"yoda_ring", "Master Yoda ring", rebels, Expansion::base, false,
     {}, just(Op::reroll, 1), {}, kMedium, "Once a game round: reroll 1 own die."},
});
// clang-format on

constexpr bool decks_are_whole() {
  int cards[kTheaters]{};
  for (std::size_t i = 0; i < kTactics.size(); ++i) {
    cards[static_cast<std::size_t>(kTactics[i].theater)] += kTactics[i].copies;
    if ((i < kSpaceTacticCards) != (kTactics[i].theater == space)) return false;
  }
  for (std::size_t i = 0; i < kAdvanced.size(); ++i) {
    const auto deck = i / kAdvancedDeck;
    if (kAdvanced[i].faction != (deck < 2 ? empire : rebels)) return false;
    if (kAdvanced[i].theater != (deck % 2 == 0 ? space : ground)) return false;
  }
  return cards[0] == kDeckSize && cards[1] == kDeckSize;
}
static_assert(decks_are_whole(), "decks of 15 and of 8, in the order that the header promises");

}  // namespace

std::string_view name(Op op) {
  switch (op) {
    case Op::nothing:
      return "nothing";
    case Op::deal:
      return "deal";
    case Op::destroy:
      return "destroy";
    case Op::destroy_health_worth:
      return "destroy_health_worth";
    case Op::block:
      return "block";
    case Op::discard_cost:
      return "discard_from_hand";
    case Op::cannot_be_blocked:
      return "enemy_cannot_block";
    case Op::prevent:
      return "prevent";
    case Op::remove_damage:
      return "remove_damage";
    case Op::redirect_damage:
      return "redirect_damage";
    case Op::no_special_healing:
      return "no_special_die_healing";
    case Op::no_damage_removal:
      return "no_damage_removal_from_target";
    case Op::health_modifier:
      return "health_modifier";
    case Op::reroll:
      return "reroll_own_dice";
    case Op::set_dice:
      return "set_dice_instead_of_rolling";
    case Op::fewer_enemy_dice:
      return "enemy_fewer_dice";
    case Op::black_hits_as_red:
      return "treat_black_hits_as_red";
    case Op::draw:
      return "draw";
    case Op::cancel_enemy_card:
      return "cancel_enemy_card";
    case Op::additional_card:
      return "may_play_additional_card";
    case Op::enemy_plays_no_card:
      return "enemy_cannot_play_tactic";
    case Op::open_hand:
      return "enemy_tactic_hand_open";
    case Op::attack_after_enemy:
      return "resolve_own_attacks_after_enemy";
    case Op::gain_unit:
      return "gain";
    case Op::force_ground_battle:
      return "force_ground_battle_this_round";
    case Op::enemy_cannot_retreat:
      return "enemy_cannot_retreat";
    case Op::retreat_without_transport:
      return "own_retreat_ignores_transport";
    case Op::retreat_now:
      return "may_retreat_now";
    case Op::add_leader:
      return "add_leader_from_pool";
    case Op::capture_leader:
      return "capture_leader";
    case Op::reward_elsewhere:
      return "non_combat_reward";
  }
  return "";
}

std::span<const TacticCard, kTacticCards> all_tactic_cards() { return kTactics; }

std::span<const AdvancedCard, kAdvancedCards> all_advanced_cards() { return kAdvanced; }

std::span<const AdvancedCard, kAdvancedDeck> advanced_cards(Faction faction, Theater theater) {
  const auto deck =
      static_cast<std::size_t>(faction) * kTheaters + static_cast<std::size_t>(theater);
  return std::span<const AdvancedCard, kAdvancedDeck>(kAdvanced.data() + deck * kAdvancedDeck,
                                                      kAdvancedDeck);
}

std::span<const ActionCard> all_action_cards() { return kActions; }

}  // namespace broadside::rebellion
