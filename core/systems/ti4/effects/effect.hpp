#pragma once
// Question: what may an effect do?
//
// An effect is one small function that fills in an Army before the first roll: it changes a die, a
// pool, a group of units, gives a cancel, a repair, an event of its own. The steps of the battle
// read the army and know no effect by name. The function cites its card by the id, and says the
// choice that is made for the player where there is one. Unit specials and faction abilities are
// effects too: the former by the unit's id, the latter by themselves.

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/army.hpp"
#include "core/systems/ti4/battle.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/homebrew.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {

/// The battle while effects are being worked in.
struct Builder {
  BattleKind kind;
  BySide<Army>& armies;
  std::vector<std::string>& assumptions;
  bool has_begun = false;            ///< the combat is under way, its start is over (RULES 9.54)
  bool wild = false;                 ///< the event that makes action cards stronger is in play
  int nebula_bonus = 1;              ///< on the results of a defender in a nebula
  bool asteroid_field = false;       ///< the battle is in one
  std::vector<std::string> notes{};  ///< Battle::notes
  /// Why the effect that is being worked in changes nothing; empty = it does. Said of what is listed.
  std::string idle{};

  Army& army(Side side) { return armies[side]; }
  bool in_space() const { return kind == BattleKind::space || kind == BattleKind::conquest; }
  bool on_planet() const { return kind != BattleKind::space; }
  void say(Side side, const std::string& text) {
    assumptions.push_back(std::string{name(side)} + " " + text);
  }
  void note(Side side, const std::string& text) {
    notes.push_back("the " + std::string{name(side)} + "'s " + text);
  }
};

/// What a scenario may say about an effect besides its id.
enum ChoiceField : unsigned {
  kRoundField = 1,
  kUsesField = 2,
  kTargetField = 4,
  kAtLeastField = 8,
  kAnyField = 15
};
unsigned fields_of(const EffectChoice& choice);  ///< those that are given

/// One effect as a side brings it. It notes what it is asked: a field that no effect asks for is
/// refused (nothing is silently ignored), so ask before any return that depends on the battle.
struct Use {
  Side side{};
  const EffectChoice& choice;
  std::string_view id;  ///< of the effect, for messages
  mutable unsigned asked = 0;

  std::optional<int> given_round() const {
    asked |= kRoundField;
    return choice.round;
  }
  std::optional<int> given_uses() const {
    asked |= kUsesField;
    return choice.uses;
  }
  int round() const { return given_round().value_or(1); }
  int uses(int otherwise = 1) const { return given_uses().value_or(otherwise); }
  /// "One round per use, from the chosen round on" (RULES 9.20).
  Rounds rounds() const { return {round(), round() + uses() - 1}; }
  /// Used when so many hit; 0 = no number was given.
  int at_least() const {
    asked |= kAtLeastField;
    return choice.at_least.value_or(0);
  }
  std::optional<UnitType> target() const {
    asked |= kTargetField;
    return choice.target ? type_named(*choice.target) : std::nullopt;
  }
};

/// Effects are worked in by stage: who is there or may come, what copies those who may come, tokens,
/// upgrades gained in the combat; then what their units can do, then what is built on that, then
/// what waits for its moment among all of it.
enum class Order : std::uint8_t { composition, copies, token, upgrade, profile, trait, moment };
inline constexpr Order kOrders[] = {Order::composition, Order::copies, Order::token, Order::upgrade,
                                    Order::profile,     Order::trait,  Order::moment};

using Problem = std::optional<InputError>;

struct Effect {
  std::string_view id;  ///< of an effect, or of a unit with a special
  Order order = Order::trait;
  Problem (*apply)(Builder&, const Use&) = nullptr;
  /// The choice made for the player, printed with the answer; empty = nothing to choose
  std::string_view choice = {};
  /// Why it finds nothing to work on, now that all units and dice are there; empty = it does
  std::string_view (*useless)(const Builder&, Side) = nullptr;
};

/// An effect that is accepted and changes nothing, with the reason.
struct Inert {
  std::string_view id;
  std::string_view reason;
};

// The catalogue, by family: one file each, or a header that names its files.
std::span<const Effect> dice_effects();  ///< results, more dice, rerolls
std::span<const Effect> hit_effects();   ///< cancels, sustains, Direct Hit, repairs
/// Space cannon, start of combat, barrage, end of round, retreat
std::span<const Effect> space_effects();
std::span<const Effect> ground_effects();  ///< bombardment, landing, ground combat
/// Units placed, removed, replaced before the battle; combats that do not happen
std::span<const Effect> composition_effects();
std::span<const Effect> unit_effects();  ///< specials printed on units, by the unit's id
/// Not printed anywhere: what a scenario must say about the rest of the map
std::span<const Effect> input_effects();
std::span<const Inert> inert_effects();  ///< no effect on the odds of a battle

const Effect* find_effect_rule(std::string_view id);
const Inert* find_inert(std::string_view id);

// --- helpers for the families

/// The effects of several files as one family.
std::vector<Effect> one_family(std::initializer_list<std::span<const Effect>> files);

GroupMask groups_where(const Army& army, const std::function<bool(const Group&)>& condition);
inline GroupMask groups_of(const Army& army, UnitType type) {
  return groups_where(army, [&](const Group& g) { return g.type == type; });
}

/// The group that new units of this type join (made from the side's printing at `level` where it
/// has none yet); -1 = the side has no such unit.
int group_for(Army& army, UnitType type, int level = 0);

/// Room for units that effects may bring during the battle: the tables must count on them.
void expect(Army& army, GroupAt group, int units);

/// A second shape for a group's units in space combats (Group::fights_as); the caller changes what
/// differs. No room for another group: nullptr.
Group* add_shape(Army& army, std::size_t group);

/// A token under the units of a group: one more die on every roll that they have (RULES 7.1).
void put_token(Group& group);
/// Dice that an effect gives the units of a group: one more where they carry a token.
inline Dice with_token(const Group& group, Dice dice) {
  if (group.galvanized && dice) ++dice.dice;
  return dice;
}

/// A unit's printed numbers as a group.
Group make_group(const Unit& unit, int count);

/// Is there a unit, or may there be one, that can sustain damage?
inline bool can_sustain(const Army& army) {
  return army.lends_sustain ||
         std::any_of(army.groups.begin(), army.groups.end(),
                     [](const Group& group) { return bool{group.sustain_damage}; });
}

/// Does anything of the side fire a space cannon in this battle?
bool fires_cannons(const Builder& build, Side side);

/// The effect is accepted, but there is nothing for it to work on.
Problem nothing(Builder& build, const Use& use, const std::string& why);

/// The sure outcome of a step.
inline Event::Throw certain(Volley volley, const Force& force) {
  return Event::Throw{std::pair{volley, force}};
}

}  // namespace broadside::ti4
