#pragma once
// Question: which cards change a combat, and what does each of them do?
//
// Three kinds: the tactic cards of the base game (two decks of 15 that both sides draw from), the
// advanced tactic cards of Rise of the Empire (cinematic combat: 8 per side and theater, each with
// a top and a bottom half), and the action cards that a leader plays around a combat. What a card
// does is a short list of effects, read from the first to the first `Op::nothing`; a rule function
// switches on the op. Plain values: the kernel may look at them.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/systems/rebellion/units.hpp"

namespace broadside::rebellion {

enum class Op : std::uint8_t {
  nothing,
  // damage
  deal,     ///< `amount` damage on `target`, whose health must be of `color` if one is named
  destroy,  ///< `amount` units of `target`; they leave after both cards and do not roll this round
  destroy_health_worth,  ///< enemy units with printed health of `amount` together
  block,                 ///< takes up to `amount` off the damage just assigned; may be split
  discard_cost,          ///< to be paid first: `amount` other cards of this theater from the hand
  cannot_be_blocked,     ///< the enemy plays no block cards until the end of this theater step
  /// Removes up to `dice` enemy dice showing hits of their colour, and up to `direct` showing direct
  /// hits of any colour, as damage is assigned
  prevent,
  remove_damage,    ///< takes up to `amount` damage off own units of `target`, after the assigning
  redirect_damage,  ///< moves up to `amount` damage from own ground units to one own `unit`
  no_special_healing,  ///< the enemy heals nothing with special dice here this battle round
  no_damage_removal,   ///< from the unit just hit, until the end of the combat round
  health_modifier,     ///< all units of both sides have `amount` less health, at least 1
  // dice
  reroll,             ///< up to `amount` own dice
  set_dice,           ///< puts up to `amount` dice on faces of choice instead of rolling them
  fewer_enemy_dice,   ///< `dice` less for the enemy, before the cap, in each first battle round
  black_hits_as_red,  ///< up to `amount` black hits count as red, in every own space attack
  // cards
  draw,  ///< `amount` cards, from `decks`; cinematic: back from the own discard
  cancel_enemy_card,
  additional_card,      ///< may play one more of this theater; it neither cancels nor is cancelled
  enemy_plays_no_card,  ///< no tactic card of `theater` for the enemy in the round of `until`
  open_hand,            ///< the enemy's cards are seen
  attack_after_enemy,   ///< own attacks of this theater come second, until overridden
  // units, leaders, retreat
  gain_unit,                  ///< `amount` of `unit`, or of `target`
  force_ground_battle,        ///< in this round, if the enemy has a ground unit
  enemy_cannot_retreat,       ///< for as long as `until` says
  retreat_without_transport,  ///< own ground units need no transport in this round's retreat
  retreat_now,                ///< may retreat at once, by the usual limits
  add_leader,                 ///< one more leader from the pool; it does not retreat
  capture_leader,             ///< one enemy leader, at round end
  reward_elsewhere,           ///< nothing that a combat shows (a rescue, a marker)
};
std::string_view name(Op op);  ///< the word of the facts: "enemy_cannot_block"

enum class HealthColor : std::uint8_t { any, red, black };

enum class Target : std::uint8_t {
  none,
  enemy_unit,       ///< units of this theater, split at will
  one_enemy_unit,   ///< all on one unit of this theater
  two_enemy_units,  ///< one each on up to two different units of this theater
  one_enemy_capital,
  one_enemy_walker,       ///< one AT-AT or AT-ST
  enemy_triangle_ground,  ///< ground unit of triangle tier
  enemy_structure,
  enemy_ship,            ///< one ship of choice, stations apart
  own_unit,              ///< own units of this theater
  own_unit_not_frigate,  ///< own ships except Nebulon-B Frigates
  own_triangle_ground,   ///< own triangle-tier ground unit, owner's choice
};

enum class Condition : std::uint8_t {
  always,
  more_fighters,           ///< more Imperial than Rebel fighters in the system
  no_shield_generator,     ///< none in the system
  star_destroyer_alone,    ///< no Rebel ship and a Star Destroyer in the system
  station_present,         ///< a Death Star, finished or not, in the system
  enemy_ground_unit,       ///< in the system
  retreated,               ///< by the effect before
  own_unit_retreats,       ///< this round
  last_enemy_ground_lost,  ///< this round
};

enum class Until : std::uint8_t {
  now,
  theater_step,  ///< the end of this theater step
  battle_round,  ///< of this theater
  combat_round,  ///< the end of this combat round
  next_round,    ///< during the next combat round
  first_round,   ///< during the first combat round
  combat,        ///< the end of the combat
};

/// Where cards may be drawn from.
enum class Decks : std::uint8_t { none, either, one };  ///< either: also one from each

struct Effect {
  Op op = Op::nothing;
  std::uint8_t amount = 0;
  Target target = Target::none;
  HealthColor color = HealthColor::any;
  Condition condition = Condition::always;
  Until until = Until::now;
  Dice dice{};              ///< prevent, fewer_enemy_dice
  std::uint8_t direct = 0;  ///< prevent
  Decks decks = Decks::none;
  bool by_ship = false;  ///< amount = red attack value of one own ship in the system
  UnitId unit{};         ///< gain_unit without target, redirect_damage
  friend constexpr bool operator==(const Effect&, const Effect&) = default;
};
using Effects = std::array<Effect, 2>;

enum class Confidence : std::uint8_t { high, medium };

/// A card of the base game: attack cards in the own combat actions, block cards after the enemy
/// assigned damage.
enum class Timing : std::uint8_t { own_attack, enemy_attack };

struct TacticCard {
  std::string_view id, name;
  Theater theater{};
  std::uint8_t copies = 0;
  bool needs_special = false;  ///< a special die is spent to play it
  Timing timing{};
  Effects effects{};
  Confidence confidence{};
  std::string_view text;  ///< what it does, in a line
};

/// Deck of space cards first, then that of ground cards: all_tactic_cards()[number].
inline constexpr int kTacticCards = 19, kSpaceTacticCards = 9;
inline constexpr int kDeckSize = 15;
std::span<const TacticCard, kTacticCards> all_tactic_cards();

/// A card of cinematic combat. The top half needs one of the units somewhere in the system.
struct AdvancedCard {
  std::string_view id, name;
  Faction faction{};
  Theater theater{};
  std::uint8_t icons = 0;  ///< how many of top_needs are used; 0 = no unit needed
  std::array<UnitId, 2> top_needs{};
  Effects top{}, bottom{};
  std::string_view top_text, bottom_text;  ///< what each half does, in a line

  constexpr std::span<const UnitId> needs() const { return {top_needs.data(), icons}; }
};

/// Empire space, Empire ground, Rebels space, Rebels ground: 8 each.
inline constexpr int kAdvancedDeck = 8, kAdvancedCards = 4 * kAdvancedDeck;
std::span<const AdvancedCard, kAdvancedCards> all_advanced_cards();
std::span<const AdvancedCard, kAdvancedDeck> advanced_cards(Faction faction, Theater theater);

/// Played once a game by a leader who is in the system.
struct ActionCard {
  std::string_view id, name;
  Faction faction{};
  Expansion expansion{};
  bool start_of_combat = false;  ///< otherwise whenever its text says
  /// Ids; any one of them. Both empty: the ring's holder
  std::array<std::string_view, 2> leaders{};
  Effect effect{};
  Theater theater{};  ///< of enemy_plays_no_card and black_hits_as_red: always space
  Confidence confidence{};
  std::string_view text;
};

std::span<const ActionCard> all_action_cards();

}  // namespace broadside::rebellion
