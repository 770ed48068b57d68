#pragma once
// Question: what did the player ask? One battle, as typed, before any game has looked at it.
// The JSON form (version 1) is read in apps/report; the fleet notation in core/scenario/notation.
// What every notation of fleets can say has a member; all else stands under the names of the fields
// that the game declares.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/scenario/field.hpp"
#include "core/scenario/side.hpp"
#include "core/scenario/values.hpp"

namespace broadside {

/// One side. Each game reads the fields that it declares and refuses the others (Game::fields).
struct SideSpec {
  std::string faction;
  std::vector<UnitCount> units;
  std::vector<std::string> upgrades;
  std::vector<UnitCount> damaged;
  std::vector<EffectChoice> effects;
  std::vector<std::string> without;
  Values fields;  ///< what else the game reads
  Values policy;  ///< how the player makes the choices that the rules leave open
  friend bool operator==(const SideSpec&, const SideSpec&) = default;
};

struct Scenario {
  std::string game;    ///< empty = the usual game
  std::string battle;  ///< empty = the game's usual battle
  BySide<SideSpec> sides;
  std::vector<EffectChoice> system_effects;  ///< what holds for both sides
  Values readings;  ///< of the rules: which edition, which house rule; "rules" in JSON
  Values fields;    ///< what else the game reads

  SideSpec& side(Side s) { return sides[s]; }
  const SideSpec& side(Side s) const { return sides[s]; }
  friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// After how many rounds the battle is looked at; 0 = it is played to its end.
int rounds_asked(const Scenario& scenario);

/// The first of these sides with as many units of each type as any of them has, none damaged.
SideSpec with_most_units(std::span<const SideSpec> sides);

/// A field that was given, by the name that it was given under.
struct GivenField {
  Place place{};
  std::string name;
};

// All that was given for a side (places side and policy) and for the battle (the other places).
std::vector<GivenField> given_fields(const SideSpec& side);
std::vector<GivenField> given_fields(const Scenario& scenario);

// The value of one field; nothing where it was not given. The place is one of a side for the first
// and third, one of the battle for the others.
std::optional<Value> given(const SideSpec& side, Place place, std::string_view name);
std::optional<Value> given(const Scenario& scenario, Place place, std::string_view name);
void give(SideSpec& side, Place place, std::string_view name, Value value);
void give(Scenario& scenario, Place place, std::string_view name, Value value);
// As if it had not been given.
void take_back(SideSpec& side, Place place, std::string_view name);
void take_back(Scenario& scenario, Place place, std::string_view name);

/// Where a field stands in the JSON form: "attacker.policy.losses", "rules.cards", "rounds".
std::string field_path(Place place, std::string_view name, std::optional<Side> side = {});

}  // namespace broadside
